#!/bin/bash
# The pictures of the docs are those that the tools make now, but for fonts and the like; those of 1,024 nodes with LONG.
. tests/tap.sh
build=$(dirname "$TRELLIS")
[ -x "$build/trellis-view" ] || { echo "1..0 # SKIP no window (Debian: libsdl2-dev)"; exit; }
[ -e "$build/node/kernel.elf" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }
command -v chromium > "$tmp/where" || { echo "1..0 # SKIP no browser (Debian: chromium)"; exit; }

# alike ONE OTHER: in per mille, at most 30: other fonts and another size of a bar, but no other picture
alike() {
	local much
	much=$(python3 tests/docs/compare.py "$1" "$2" 2>&1)
	[[ $much =~ ^[0-9]+$ ]] && [ "$much" -le 30 ] || { echo "$much per mille" > "$tmp/diff"; false; }
}

mkdir "$tmp/drawn"
sizes='7|75'
[ -n "$LONG" ] && sizes="$sizes|1024"
QUICK=$([ -n "$LONG" ] || echo 1) bash mk/pictures "$build" "$tmp/drawn" > "$tmp/said" 2>&1
is "the pictures are drawn" "$(ls "$tmp/drawn"; cat "$tmp/said")" "$(ls docs/pictures | grep -E "^(report|window)-($sizes)(-back)?(-dark)?\.png\$|^why-|^(detrek|races)-.*\.svg\$")"
for picture in "$tmp"/drawn/*.png; do
	alike "$picture" "docs/pictures/${picture##*/}"
	result $? "${picture##*/}"
done
for figure in "$tmp"/drawn/*.svg; do
	diff "$figure" "docs/pictures/${figure##*/}" > "$tmp/diff"
	result $? "${figure##*/}"
done
! alike docs/pictures/report-75.png docs/pictures/report-75-dark.png && ! alike docs/pictures/report-7.png docs/pictures/report-75.png
result $? "others are not alike"
is "each is in a page, and small" "$(for p in docs/pictures/{report,window,why}-*.png docs/pictures/{detrek,races}-*.svg; do
	grep -q "pictures/${p##*/}" docs/*.md || echo "$p is in no page"
	[ "$(stat -c %s "$p")" -lt 200000 ] || echo "$p is large"
done)" ""
# Of 1,024 nodes no label is drawn that has no room: nothing in the colour of ink between the host's box and the legend.
SDL_VIDEODRIVER=dummy "$TRELLIS" boot --picture "$tmp/map.png@24ms" --topo programs/grid32x32.topo \
	"$build/programs/hello.btl" > "$tmp/said" 2>&1
is "many nodes are a map without labels" "$(PYTHONPATH=tests/docs python3 -c '
import sys
from compare import read
width, height, rows = read(sys.argv[1])
dark = lambda r, x: max(r[3 * x:3 * x + 3]) < 100
print(sum(dark(r, x) for r in rows[height // 8 + 10:height * 3 // 4] for x in range(width)))' "$tmp/map.png" 2>&1)" 0
echo "1..$n"
