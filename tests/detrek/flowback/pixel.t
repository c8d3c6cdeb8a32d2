#!/bin/bash
# Wrong values planted in the Mandelbrot application on seven nodes: from the first byte of the picture that differs,
# trellis why leads to the line, on whatever node it was executed. The number is how many nodes of the graph stand before it.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
arguments="24 18 40 6"

# picture NAME: record a run of the application in $tmp/app
picture() {
	(cd "$tmp/app" && "$TRELLIS" run -n 7 --record "$tmp/$1" -o "$tmp/$1.ppm" mandel.vms -- $arguments) > "$tmp/out" 2> "$tmp/err"
}

# planted FILE LINE SED: the line is in the graph, among the first 60 nodes
planted() {
	rm -rf "$tmp/app" && cp -r programs/mandel "$tmp/app"
	sed -i "$2$3" "$tmp/app/$1"
	cmp -s "$tmp/app/$1" "programs/mandel/$1" && { result 1 "$1:$2 is as it was"; return; }
	picture wrong
	byte=$(cmp "$tmp/right.ppm" "$tmp/wrong.ppm" | sed 's/.*byte \([0-9]*\),.*/\1/')
	"$TRELLIS" why -n 60 --json "$tmp/wrong" stdout:$((byte - 1)) > "$tmp/answer" 2> "$tmp/diff"
	python3 -c 'import json, sys
nodes = json.load(open(sys.argv[3]))["nodes"]
rank = [i for i, n in enumerate(nodes) if n["file"].endswith("/" + sys.argv[1]) and n["line"] == int(sys.argv[2])]
print(rank[0] if rank else "missing")' "$1" "$2" "$tmp/answer" > "$tmp/rank" 2>> "$tmp/diff"
	grep -q '^[0-9]' "$tmp/rank"
	result $? "$1:$2, behind $(cat "$tmp/rank") nodes"
}

cp -r programs/mandel "$tmp/app"
picture right
is "the right picture" "$(head -c 9 "$tmp/right.ppm" | tr '\n' ' ')" "P6 24 18 "
planted generate.c 63 's/step;/step + (x == 6 \&\& y == 6);/'
planted generate.c 55 's/view.limit/view.limit \/ 4/'
planted compute.c 41 's/255/3/'
planted compute.c 16 's/+ re/- re/'
planted receive.c 30 's/\[i\]\]/[i] ^ 1]/'
pixel=$("$TRELLIS" why "$tmp/wrong" mandel.ppm@3,9 2>&1 | head -1 | sed 's/ = .*//')
is "a pixel by its name" "$pixel" "[1] pixel 3,9"
is "no such pixel" "$("$TRELLIS" why "$tmp/wrong" stdout@24,0 2>&1)" "trellis: why: the output is not a picture (PPM) with a pixel 24,0"
is "no such output" "$("$TRELLIS" why "$tmp/wrong" other:0 2>&1)" "trellis: why: unknown output 'other'; the run's is stdout or mandel.ppm"
is "beyond the end" "$("$TRELLIS" why "$tmp/wrong" stdout:99999 2>&1)" "trellis: why: the output has $(stat -c %s "$tmp/wrong.ppm") bytes only"
echo "1..$n"
