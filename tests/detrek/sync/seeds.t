#!/bin/bash
# Forced and free runs of programs/splash on machines with other timing (seeds.py).
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
seeds=2 free=16
[ -z "$LONG" ] || seeds=100 free=1000

for name in lu fft radix ocean water barnes cholesky raytrace; do
	"$TRELLIS" cc --kernel -O2 -g -o "$tmp/$name.elf" programs/splash/{$name,team}.c
	"$TRELLIS" cc --kernel -O2 -g -o "$tmp/${name}_nodes.elf" programs/splash/{${name}_nodes,nodes,team}.c
done
python3 tests/detrek/sync/seeds.py "$TRELLIS" "$tmp" $seeds $free >"$tmp/found" 2>"$tmp/diff"
result $? "nothing differs"
is "without a race, each run has the order" "$(sed -n 's/^clean: //p' "$tmp/found")" "$((16 * seeds)) in order, 0 not"
is "with a race, each has it, or says where it left it" \
	"$(sed -n 's/^with a race: \([0-9]*\) in order, \([0-9]*\) .*/\1 + \2/p' "$tmp/found" | sed 's/.*/echo $((&))/' | bash)" $((16 * seeds))
is "free runs" "$(sed -n 's/^\([0-9]* free runs with a race, the same with and without a recording\);.*/\1/p' "$tmp/found")" \
	"$free free runs with a race, the same with and without a recording"
echo "1..$n"
