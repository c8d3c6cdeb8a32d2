#!/bin/bash
# The ways to receive (node/receives.c): the order of a run is kept by runs with other timing, whichever way the senders and the
# receiver come; the kernels' own log is the same.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

topology() { # OPTION...: of the one node
	printf 'topology single\nnode n0 type=T800 mem=4M %s\nhost h\nwire h.0 n0.0\nend\n' "$*" >"$tmp/net.topo"
}

run() { # OPTION...: of the program p; its own output
	"$TRELLIS" run --topo "$tmp/net.topo" "$@" n0:"$tmp/p.elf" 2>"$tmp/err"
}

make() { # CASE SEND RECEIVE: compile it
	"$TRELLIS" cc --kernel -O1 -g -DCASE=$1 -DSEND=$2 -DRECEIVE=$3 -o "$tmp/p.elf" tests/detrek/sync/node/receives.c
}

timings=(wait=7)
[ -z "$LONG" ] || timings=('' wait=7 'clock=30MHz onchip=16K')

# The senders first, the receiver first, and in between.
for case in meet both ask until probe alt skip; do
	for work in '1 3000' '3000 1' '500 1000'; do
		make $case $work
		topology
		if [ $case != alt ] && [ $case != skip ]; then # kernels do not see channels
			run --record "$tmp/rec" --sync-log inside:"$tmp/inside" >"$tmp/out"
			"$TRELLIS" export sync -o "$tmp/log" "$tmp/rec"
			cmp "$tmp/log" "$tmp/inside" >"$tmp/diff" 2>&1
			result $? "$case $work: the kernels' own log is the same"
		fi
		run --record "$tmp/rec" >"$tmp/first"
		"$TRELLIS" export sync -o "$tmp/log" "$tmp/rec"
		for timing in "${timings[@]}"; do
			topology $timing
			run --sync-order "$tmp/log" --record "$tmp/again" >"$tmp/out"
			is "... with '$timing': the same order and result" \
				"$? $(grep -c 'without waiting\|alternatives' "$tmp/err") $(sed -n 's/^.*: \(all\) [0-9]* \(operations in this order\)$/\1 \2/p' "$tmp/err") $(cat "$tmp/out")" \
				"0 0 all operations in this order $(cat "$tmp/first")"
			"$TRELLIS" export sync -o "$tmp/log2" "$tmp/again"
			cmp "$tmp/log" "$tmp/log2" >"$tmp/diff" 2>&1
			result $? "... and the same log"
		done
	done
done
echo "1..$n"
