#!/bin/bash
# The pictures of the docs show what the tools show now; of 1,024 nodes with LONG, of Helios with HELIOS. Figures are the
# same, and windows alike, which are drawn with a font of their own; of a page the words are compared, since its pixels are
# the browser's. `make pictures` draws the pictures anew, and writes the words.
. tests/tap.sh
build=$(dirname "$TRELLIS")
[ -x "$build/trellis-view" ] || { echo "1..0 # SKIP no window (Debian: libsdl2-dev)"; exit; }
[ -e "$build/node/kernel.elf" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }
command -v chromium > "$tmp/where" || { echo "1..0 # SKIP no browser (Debian: chromium)"; exit; }

# alike ONE OTHER: in per mille, at most 30: another size of a bar, but no other picture
alike() {
	local much

	cmp -s "$1" "$2" && return
	much=$(python3 tests/docs/compare.py "$1" "$2" 2>&1)
	[[ $much =~ ^[0-9]+$ ]] && [ "$much" -le 30 ] || { echo "$much per mille" > "$tmp/diff"; false; }
}

mkdir "$tmp/drawn" "$tmp/words"
QUICK=$([ -n "$LONG" ] || echo 1) bash mk/pictures "$build" "$tmp/drawn" "$tmp/words" > "$tmp/said" 2>&1
other='^$'
[ -n "$LONG" ] || other+='|-1024'
[ -n "$HELIOS" ] || other+='|-helios'
is "the pictures are drawn" "$(ls "$tmp/drawn"; cat "$tmp/said")" "$(ls docs/pictures | grep -E '^(report|window|why|detrek|races)-' | grep -vE "$other")"
# words FILE: what a page says, without addresses and times, which follow from the length and speed of the nodes' software
words() {
	sed -E 's/\b0x8[0-9a-f]{7}\b/ADDRESS/g; s/\b[0-9.]+[mu]s\b/TIME/g' "$1"
}

for page in "$tmp"/words/*; do
	diff <(words "tests/docs/pages/${page##*/}") <(words "$page") > "$tmp/diff"
	result $? "${page##*/}: what it says"
done
for picture in "$tmp"/drawn/window-*.png; do
	alike "$picture" "docs/pictures/${picture##*/}"
	result $? "${picture##*/}"
done
for figure in "$tmp"/drawn/*.svg; do
	diff "$figure" "docs/pictures/${figure##*/}" > "$tmp/diff"
	result $? "${figure##*/}"
done
! alike docs/pictures/window-75.png docs/pictures/window-75-dark.png && ! alike docs/pictures/window-7.png docs/pictures/window-75.png
result $? "others are not alike"
for page in report-7 report-75 report-token why-pixel; do
	! alike "$tmp/drawn/$page.png" "$tmp/drawn/$page-dark.png"
	result $? "$page is light, and dark"
done
is "each is in a page, and small" "$(for p in docs/pictures/{report,window,why}-*.png docs/pictures/{detrek,races}-*.svg; do
	name=${p##*/}
	grep -q "pictures/${name/-dark}" docs/*.md || echo "$p is in no page"
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
