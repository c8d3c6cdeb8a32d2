#!/bin/bash
# Frame buffers: what --screen draws, pixel by pixel; the farm that draws the Mandelbrot set into one draws what the
# same farm writes into a file; and what a topology may say.
. tests/tap.sh
if [ ! -x "$(dirname "$TRELLIS")/trellis-view" ]; then
	echo "1..0 # SKIP trellis was built without its window"
	exit
fi
export SDL_VIDEODRIVER=dummy

# pixels FILE: a PNG file as PPM, without its header but for the size.
pixels() {
	python3 - "$1" <<'END'
import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
at, raw, table = 8, b"", b""
while at < len(data):
    length, name = struct.unpack(">I4s", data[at:at + 8])
    body = data[at + 8:at + 8 + length]
    raw += body if name == b"IDAT" else b""
    at += length + 12
raw, size, out, above = zlib.decompress(raw), {2: 3, 6: 4}[kind], [], None
for y in range(height):
    how, row = raw[y * (width * size + 1)], bytearray(raw[y * (width * size + 1) + 1:(y + 1) * (width * size + 1)])
    above = above or bytes(len(row))
    for i in range(len(row)):
        a, b, c = (row[i - size] if i >= size else 0), above[i], (above[i - size] if i >= size else 0)
        p = a + b - c
        near = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
        row[i] = row[i] + (0, a, b, (a + b) // 2, near)[how] & 255
    above = bytes(row)
    out.append(b"".join(above[i:i + 3] for i in range(0, len(row), size)))
sys.stdout.buffer.write(b"P6\n%d %d\n255\n" % (width, height) + b"".join(out))
END
}

# Two boards; each writes its six pixels, and the first one colours, too.
cat >"$tmp/draw.s" <<'END'
	ajw	20
	ldc	0x80001000
	stl	0
	ldc	0x00302010	# colour 1
	ldl	0
	stnl	1
	ldc	0x00FF0000	# colour 2
	ldl	0
	stnl	2
	ldc	0x02010001
	ldl	0
	stnl	256
	ldc	0x0201
	ldl	0
	stnl	257
	stopp
END
"$TRELLIS" as --raw -o "$tmp/draw" "$tmp/draw.s"
cat >"$tmp/one.topo" <<'END'
topology one
node a screen=3x2@0x80001000
host h
wire h.0 a.0
end
END
"$TRELLIS" boot --raw -t "$tmp/one.topo" --screen "$tmp/one.png@1ms" "$tmp/draw" </dev/null 2>/dev/null
"$TRELLIS" boot --raw -t "$tmp/one.topo" --record "$tmp/run" "$tmp/draw" </dev/null 2>"$tmp/err"
end=$("$TRELLIS" replay "$tmp/run" 2>&1 | sed -n 's/^the end of the recorded run, //p')
"$TRELLIS" replay --screen "$tmp/again.png@$end" "$tmp/run" > /dev/null 2>&1
is "not after the end of a recording" "$("$TRELLIS" replay --screen "$tmp/late.png@1s" "$tmp/run" 2>&1 | tail -1)" \
	"trellis: --screen: the recorded run ends before that time, at $end"
is "a replay draws the same" "$(md5sum < "$tmp/again.png")" "$(md5sum < "$tmp/one.png")"
is "pixels and colours" "$(pixels "$tmp/one.png" | tail -c 18 | od -An -v -tx1 -w9)" \
	" 10 20 30 00 00 00 10 20 30
 00 00 ff 10 20 30 00 00 ff"
sed -i 's/stnl	1$/ldnl	1/; s/stnl	2$/ldnl	2/' "$tmp/draw.s"
"$TRELLIS" as --raw -o "$tmp/grey" "$tmp/draw.s"
"$TRELLIS" boot --raw -t "$tmp/one.topo" --screen "$tmp/grey.png@1ms" "$tmp/grey" </dev/null 2>/dev/null
is "greys, where no colour was set" "$(pixels "$tmp/grey.png" | tail -c 18 | od -An -v -tx1 -w9)" \
	" 01 01 01 00 00 00 01 01 01
 02 02 02 01 01 01 02 02 02"
printf 'topology two\nnode a screen=3x2@0x80001000\nnode b screen=2x3@0x80002000\nhost h\nwire h.0 a.0\nwire a.1 b.1\nend\n' >"$tmp/two.topo"
plain=$("$TRELLIS" boot --raw --hash -t "$tmp/two.topo" "$tmp/draw" </dev/null 2>&1)
is "a run is the same with it" "$("$TRELLIS" boot --raw --hash -t "$tmp/two.topo" --screen "$tmp/two.png@1ms" "$tmp/draw" </dev/null 2>&1)" "$plain"
is "two screens side by side" "$(pixels "$tmp/two.png" | head -2 | tail -1; pixels "$tmp/two.png" | tail -c 45 | od -An -v -tx1 -w15)" \
	"5 3
 10 20 30 00 00 00 10 20 30 00 00 00 00 00 00
 00 00 ff 10 20 30 00 00 ff 00 00 00 00 00 00
 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
"$TRELLIS" boot --raw -t "$tmp/one.topo" --picture "$tmp/window.png@1ms" "$tmp/draw" </dev/null 2>/dev/null
is "the window shows it, magnified by 208" \
	"$(pixels "$tmp/window.png" | tail -c 3072000 | od -An -v -tx1 -w3 | sort | uniq -c | awk '$2 $3 $4 == "102030" || $2 $3 $4 == "0000ff" { print $1, $2 $3 $4 }')" \
	"86528 0000ff
129792 102030"

# The farm of the demo, with fewer rows and steps.
"$TRELLIS" run -b "$tmp/b" -t programs/screen16.topo --screen "$tmp/farm.png@100s" programs/mandel/screen.vms -- 320 16 50 8 valley \
	>"$tmp/diff" 2>&1
"$TRELLIS" run -b "$tmp/b2" -n 16 -T boot -t programs/screen16.topo -o "$tmp/farm.ppm" programs/mandel/mandel.vms -- 320 16 50 8 valley \
	>>"$tmp/diff" 2>&1
pixels "$tmp/farm.png" | tail -c 230400 | head -c 15360 | cmp - <(tail -c 15360 "$tmp/farm.ppm") >>"$tmp/diff" 2>&1
result $? "16 nodes draw into a frame buffer what they draw into a file"

# What a topology may say.
is "canonical form" "$("$TRELLIS" topo --text "$tmp/one.topo" | grep -o 'screen=.*')" "screen=3x2@0x80001000"
is "JSON" "$("$TRELLIS" topo --json "$tmp/one.topo" | python3 -c 'import json, sys; print(json.load(sys.stdin)["nodes"][0]["screen"])')" \
	"{'width': 3, 'height': 2, 'at': 2147487744}"
for bad in 3x2 x2@0x80001000 3x@0x80001000 0x2@0x80001000 3x4097@0x80001000 3x2@0x80001002 3@0x80001000x2; do
	printf 'topology t\nnode a screen=%s\nend\n' $bad >"$tmp/bad.topo"
	is "screen=$bad" "$("$TRELLIS" topo "$tmp/bad.topo" 2>&1 | cut -d: -f2-)" \
		"2: screen=$bad: screen of a node is pixels and a word's address: screen=512x512@0x80200000"
done
printf 'topology t\nnode a mem=8K screen=64x64@0x80001000\nend\n' >"$tmp/bad.topo"
is "a screen outside the memory" "$("$TRELLIS" topo "$tmp/bad.topo" 2>&1 | cut -d: -f2-)" \
	"2: a screen of 64 by 64 pixels at 80001000 takes 5120 bytes and ends outside the memory; mem includes it"
printf 'topology t\nnode a screen=64x64@0x7FFFF000\nend\n' >"$tmp/bad.topo"
is "a screen below the memory" "$("$TRELLIS" topo "$tmp/bad.topo" 2>&1 | cut -d: -f2-)" \
	"2: a screen of 64 by 64 pixels at 7ffff000 takes 5120 bytes and ends outside the memory; mem includes it"
is "no frame buffer" "$("$TRELLIS" boot --raw --screen "$tmp/none.png@1ms" "$tmp/draw" </dev/null 2>&1; echo $?)" \
	"trellis: --screen: no node of the network has a frame buffer; give one screen=WIDTHxHEIGHT@ADDRESS
2"
echo "1..$n"
