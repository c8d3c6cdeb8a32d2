#!/bin/bash
# The applications' own inputs, on the host: mistakes are named with their place; PNG is what it should be;
# numbers of queens are those of the Online Encyclopedia of Integer Sequences, A000170.
. tests/apps/native.sh
. tests/tap.sh

native_math "$tmp/math.o"
for app in mandel ray group simulated queens; do
	native "$tmp/$app" "programs/$app/$app.vms" "$tmp/math.o" gcc -O2 || echo "not ok - $app builds"
done

# scene LINE...: what the ray tracer says to this scene; the first line is a camera.
scene() {
	printf '%s\n' "camera 0 1 -5  0 1 0  4" "$@" | "$tmp/ray" 8 6 4 2>&1 > "$tmp/out" | tail -1
}
m="material m 1 1 1 0.5 0.5 10 0.1"
is "an unknown line" "$(scene "ball 1 2 3")" "scene:2: unknown keyword at the start of the line"
is "numbers missing" "$(scene "$m" "sphere m 0 0 0")" "scene:3: too many or too few numbers"
is "too many numbers" "$(scene "ambient 1 2")" "scene:2: too many or too few numbers"
is "no number" "$(scene "ambient 0.1x")" "scene:2: not a number, or a number too large"
is "not a finite number" "$(scene "ambient nan")" "scene:2: not a number, or a number too large"
is "no material" "$(scene "# comment" "sphere m 0 0 0 1")" "scene:3: no material above has this name"
is "no radius" "$(scene "$m" "sphere m 0 0 0 0")" "scene:3: a radius must be more than 0"
is "a flat triangle" "$(scene "$m" "triangle m 0 0 0 1 1 1 2 2 2")" "scene:3: the corners lie on one line"
is "no normal" "$(scene "$m" "plane m 0 0 0 1")" "scene:3: the normal has no direction"
is "half a colour" "$(scene "$m 0 1")" "scene:2: the second colour has three numbers"
is "a mirror of more than all" "$(scene "material m 1 1 1 0.5 0.5 10 1.1")" "scene:2: a material mirrors from 0 to 1"
is "nothing to be seen" "$(scene)" "scene:2: the scene has no shapes"
is "no camera" "$("$tmp/ray" 8 6 4 2>&1 < /dev/null | tail -1)" "scene:1: the scene has no camera"
is "a camera that looks up" "$(echo "camera 0 0 0 0 1 0 1" | "$tmp/ray" 2>&1)" \
	"scene:1: the camera must look sideways, not straight up or down or nowhere"
is "a long line" "$(scene "$(printf '#%0200d' 0)")" "scene:2: the line is too long"
is "49 shapes" "$(for i in $(seq 49); do echo "sphere m 0 0 $((9 + i)) 1"; done > "$tmp/balls"
	printf '%s\n' "camera 0 1 -5  0 1 0  4" "$m" "$(cat "$tmp/balls")" | "$tmp/ray" 2>&1)" "scene:51: too many shapes"
is "a scene" "$(scene "$m" "sphere m 0 0 0 1"; head -c 11 "$tmp/out" | tr '\n' ' ')" "P6 8 6 255 "

tasks() { printf '%s\n' "$@" > "$tmp/t.dat"; "$tmp/simulated" -n 5 -- "$tmp/t.dat" 2>&1 | sed "s|$tmp/||"; }
is "a short task line" "$(tasks "0 1 2 3")" "t.dat:1: a line is 16 numbers"
is "a bug of a part of a generated task" "$(tasks "0 20 10 4@2 1 1000 0 10 10 0 100 10 0 100 10 0")" "t.dat:1: a task is made, and its result processed, whole: no part is named there"
is "a part that is no number" "$(tasks "0 20 10 0 1 1000 4@ 10 10 0 100 10 0 100 10 0")" "t.dat:1: a line is 16 numbers"
is "a word in a task line" "$(tasks "# x" "0 20 10 0 1 1000 O 10 10 0 100 10 0 100 10 0")" "t.dat:2: a line is 16 numbers"
is "tasks that go down" "$(tasks "4 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0" "3 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0")" \
	"t.dat:2: task numbers must increase"
is "an unknown bug" "$(tasks "4 1 1 0 1 1 9 1 1 0 1 1 0 1 1 0")" "t.dat:1: unknown bug number"
is "too long a segment" "$(tasks "4 1 1 0 100000001 1 0 1 1 0 1 1 0 1 1 0")" "t.dat:1: a segment of more than 100 s"
is "too large a segment" "$(tasks "4 1 1 0 1 2000000 0 1 1 0 1 1 0 1 1 0")" "t.dat:1: a segment of more than 1 MB"
is "the default" "$(tasks "")" "5 tasks: 5 right"

image() { printf "$@" | "$tmp/group" -n 2 2>&1 | head -1; }
is "no image" "$(image 'P6 4 4 255 ')" "group: the image is not PGM (P5 or P2)"
is "a short image" "$(image 'P5\n4 4\n255\nabc')" "group: the image ends early"
is "a large image" "$(image 'P5\n4000 4\n255\n')" "group: the image is smaller than 3 or larger than 512 pixels"
is "a bad size" "$(image 'P5\n4 x\n255\n')" "group: the image has something else where a number should be"
is "a plain image" "$(image 'P2 # text\n3 3\n# most\n15\n1 2 3 4 5 6 7 8 9\n')" \
	"0 line segments in 2 strips; pairs: 0 near, 0 collinear, 0 parallel"

is "an argument" "$("$tmp/mandel" 0 2>&1 | sed "s|$tmp/||")" "mandel: argument 1 is '0', not a number from 1 to 4096"
"$tmp/mandel" 30 20 50 8 png > "$tmp/m.png"
"$tmp/mandel" 30 20 50 8 > "$tmp/m.ppm"
is "PNG has the pixels of PPM" "$(python3 - "$tmp/m.png" "$tmp/m.ppm" <<'END'
import sys, zlib
png, ppm = (open(f, 'rb').read() for f in sys.argv[1:])
at, names, data = 8, [], b''
while at < len(png):
	n, name = int.from_bytes(png[at:at + 4], 'big'), png[at + 4:at + 8]
	body, crc = png[at + 8:at + 8 + n], png[at + 8 + n:at + 12 + n]
	assert zlib.crc32(name + body).to_bytes(4, 'big') == crc
	if name not in names: names.append(name)
	if name == b'IDAT': data += body
	at += 12 + n
rows = zlib.decompress(data)
size = 1 + 3 * 30
print(png[:8] == b'\x89PNG\r\n\x1a\n', b' '.join(names).decode(), len(rows) == 20 * size,
	b''.join(rows[i + 1:i + size] for i in range(0, len(rows), size)) == ppm[-20 * 90:])
END
)" "True IHDR IDAT IEND True True"

for k in "1 1" "2 0" "3 0" "4 2" "5 10" "6 4" "7 40" "8 92" "9 352" "11 2680"; do
	set -- $k
	is "$1 queens" "$("$tmp/queens" $1 | cut -d, -f1)" "$1 queens: $2 ways"
done
echo "1..$n"
