#!/bin/bash
# Looked at or not, a run is the same: applications and the shell; pictures of a run.
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
n=0
build=$(dirname "$TRELLIS")
export SDL_VIDEODRIVER=dummy

if [ ! -x "$build/trellis-view" ]; then
	echo "1..0 # SKIP trellis was built without its window"
	exit
fi
echo 1..11

check() {
	n=$((n + 1))
	if [ "$2" = 0 ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; fi
}

# run OPTIONS...: fingerprint of a small application
run() {
	$TRELLIS run -b "$temp/build" -o "$temp/out" --nodes 7 "$@" programs/queens/queens.vms 2>&1 | grep fingerprint
}

# png FILE: its size, and how many colours it has
png() {
	python3 - "$1" <<'END'
import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
assert data[:8] == b"\x89PNG\r\n\x1a\n"
width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
at, raw = 8, b""
while at < len(data):
    length, name = struct.unpack(">I4s", data[at:at + 8])
    raw += data[at + 8:at + 8 + length] if name == b"IDAT" else b""
    at += length + 12
print(width, height, len(zlib.decompress(raw)) // height > width)
END
}

plain=$(run)
[ -n "$plain" ] && [ "$(run --picture "$temp/a.png@300ms")" = "$plain" ]
check "an application, with a picture of it: $plain" $?
[ "$(png "$temp/a.png")" = "1280 800 True" ]
check "the picture is a whole PNG" $?
run --picture "$temp/b.png@3000s" > /dev/null && [ "$(png "$temp/b.png")" = "1280 800 True" ]
check "a run that ends before is drawn then" $?
$TRELLIS run -b "$temp/build" -o "$temp/out" --nodes 7 --picture /dev/full@1ms programs/queens/queens.vms > "$temp/said" 2>&1
[ $? = 2 ] && grep -q "^trellis: cannot write /dev/full: No space" "$temp/said"
check "a picture that cannot be written" $?

cat > "$temp/script" <<END
spread -c btree_16
loadgo n0-15 $(realpath "$build/programs/ring.elf")
stats
END
$TRELLIS shell programs/ubc75.topo "$temp/script" > "$temp/plain" 2>&1
$TRELLIS shell --view programs/ubc75.topo "$temp/script" > "$temp/seen" 2>&1 &&
	grep -q fingerprint "$temp/seen" && diff "$temp/plain" "$temp/seen"
check "the shell, in a window" $?
$TRELLIS run --picture x.png programs/queens/queens.vms 2> "$temp/said"
[ $? = 2 ] && grep -q 'picture x.png: it is FILE@TIME' "$temp/said"
check "a picture without its time is refused" $?

# remark PICTURE: how many pixels have the colour of a remark, below the network
remark() {
	PYTHONPATH=tests/docs python3 -c '
import sys
from compare import read
width, height, rows = read(sys.argv[1])
print(sum(tuple(r[3 * x:3 * x + 3]) == (213, 94, 0) for r in rows[height - 230:height - 200] for x in range(400)))' "$1"
}
run --record "$temp/inside" --monitor --picture "$temp/inside.png@200ms" > /dev/null
run --record "$temp/outside" --picture "$temp/outside.png@200ms" > /dev/null
[ "$(remark "$temp/inside.png")" -gt 40 ] && [ "$(remark "$temp/outside.png")" = 0 ]
check "a monitor on the nodes is said to slow the run; a recording costs nothing" $?
run --record "$temp/kept" --monitor --until 2s > /dev/null
$TRELLIS replay --picture "$temp/replayed.png@200ms" "$temp/kept" > "$temp/said" 2>&1
[ "$(remark "$temp/replayed.png")" -gt "$(remark "$temp/inside.png")" ]
check "a replay says by how much" $?


# frames PICTURE PLAIN: the number of frames in a picture that the plain one lacks; whether all that differs is red
frames() {
	PYTHONPATH=tests/docs python3 -c '
import sys
from compare import read
(width, height, one), (_, _, other) = read(sys.argv[1]), read(sys.argv[2])
at = lambda rows, x, y: tuple(rows[y][3 * x:3 * x + 3])
differ = {(x, y) for y in range(height) for x in range(width) if at(one, x, y) != at(other, x, y)}
red = all(at(one, x, y) == (213, 94, 0) for x, y in differ)
frames = 0
while differ:
    frames += 1
    todo = [differ.pop()]
    while todo:
        x, y = todo.pop()
        near = {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & differ
        differ -= near
        todo += near
print(frames, red)' "$1" "$2"
}
sums() {
	$TRELLIS run -b "$temp/sums" -o /dev/null --nodes 4 "$@" tests/detrek/debug/sums/sums.vms 2>&1 | grep fingerprint
}
both='{ntasks > 0}@n1 == {ntasks > 0}@n2' either='{ntasks > 0}@n1 == {ntasks > 9}@n2'
plain=$(sums --record "$temp/spans")
at=$($TRELLIS replay --break-outside "$both" "$temp/spans" 2>&1 | sed -nE 's/^stopped at ([0-9.]+)(us|ms) of.*/\1 \2/p' |
	awk '{ print ($2 == "ms" ? 1000 : 1) * $1 + 50 "us" }')
[ "$(sums --picture "$temp/plain.png@$at")" = "$plain" ] && [ "$(sums --picture "$temp/event.png@$at" --break-outside "$both")" = "$plain" ] &&
	[ "$(frames "$temp/event.png" "$temp/plain.png")" = "2 True" ]
check "two nodes in which a local event holds, framed" $?
sums --picture "$temp/event.png@$at" --break-outside "$either" > /dev/null && [ "$(frames "$temp/event.png" "$temp/plain.png")" = "1 True" ]
check "one of two" $?
for event in "" "$both"; do
	$TRELLIS replay --picture "$temp/$event.png@$at" ${event:+--break-outside "$event"} "$temp/spans" > "$temp/said" 2>&1
done
[ "$(frames "$temp/$both.png" "$temp/.png")" = "2 True" ]
check "and in a replay" $?
