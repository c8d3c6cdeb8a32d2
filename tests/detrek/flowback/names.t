#!/bin/bash
# The picture of a run has the name of its specification, the one given with -o, and stdout.
. tests/tap.sh
[ -x "$(dirname "$TRELLIS")/trellis-cc" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }

"$TRELLIS" run --record "$tmp/run" -n 3 -b "$tmp/build" -o "$tmp/own.ppm" programs/mandel/mandel.vms -- 24 18 > "$tmp/out" 2>&1
why() { # PICTURE
	"$TRELLIS" why -n 3 "$tmp/run" "$1@3,3" 2>&1
}
[[ $(why mandel.ppm) = "[1] pixel 3,3"* ]]
result $? "the name of the specification"
for name in own.ppm "$tmp/own.ppm" stdout; do
	is "by its name ${name##*/}" "$(why "$name")" "$(why mandel.ppm)"
done
is "another name" "$(why n.ppm)" "trellis: why: unknown output 'n.ppm'; the run's is stdout or mandel.ppm"
echo "1..$n"
