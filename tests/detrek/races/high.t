#!/bin/bash
# trellis races of threads of high priority, with each other and with those of low priority.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
brute=${build:-build}/tests/detrek/races/brute_live

"$TRELLIS" cc --kernel -O1 -g -o "$tmp/high.elf" tests/detrek/races/node/high.c
printf 'spread\nloadgo n0 %s\n' "$tmp/high" >"$tmp/script"
for timing in wait=1 wait=7 'clock=30MHz onchip=16K' 'clock=17.5MHz wait=3'; do
	printf 'topology single\nnode n0 type=T800 mem=4M %s\nhost h\nwire h.0 n0.0\nend\n' "$timing" >"$tmp/net.topo"
	"$TRELLIS" shell --record "$tmp/rec" "$tmp/net.topo" "$tmp/script" >"$tmp/out" 2>&1
	is "$timing: races on" "$("$TRELLIS" races "$tmp/rec" | sed -n 's/^race on \([a-z_]*\) .*/\1/p' | sort -u | paste -sd' ')" \
		"race_followed race_timer"
	is "... as brute force" "$("$brute" "$tmp/rec" 2>&1 | cut -d' ' -f1)" same
done
echo "1..$n"
