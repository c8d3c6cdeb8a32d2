#!/bin/bash
# Walks through recordings of applications drawn at random, most of them with a fault: every state is that of a straight run.
# LONG=1: 1,000 walks in 50 recordings; RECORDINGS and WALKS (in each), FIRST: another number, another beginning.
. tests/tap.sh
program=${build:-build}/tests/sim/past/walk
[ -x "$program" ] && [ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP it is not built"; exit; }
recordings=${RECORDINGS:-${LONG:+50}}
walks=${WALKS:-${LONG:+20}}
first=${FIRST:-1}
faults=('' 'crash any at +70ms..150ms' 'halt any at +70ms..150ms' 'freeze any 5ms at +60ms..120ms' 'slow any 40% at +60ms..120ms'
	'drift any 300ppm at +20ms..100ms' 'cut 1.0 at +70ms..150ms' 'delay 1.0 20us at +50ms..100ms' 'lose 1.0 at +70ms..150ms')
apps=(tests/detrek/debug/sums/sums.vms programs/simulated/dc.vms programs/simulated/farm.vms programs/simulated/simulated.vms
	programs/queens/queens.vms programs/quad/quad.vms programs/msort/msort.vms programs/template/application.vms)
trees=(chain btree ttree)

# draw ARRAY: one of an array's elements, into $drawn; the same for each number of a recording
draw() {
	local -n from=$1
	drawn=${from[RANDOM % ${#from[@]}]}
}

# walk NUMBER FIRST COUNT: so many walks, from that one on, in the recording of a number
walk() {
	local app fault tree nodes buffers until moments

	RANDOM=$1
	draw apps; app=$drawn
	draw faults; fault=$drawn
	draw trees; tree=$drawn
	nodes=$((2 + RANDOM % 5))
	buffers=$((1 + RANDOM % 3))
	until=$((90 + RANDOM % 60))ms
	for moments in 1 0; do
		"$TRELLIS" run -n $nodes --tree $tree --buffers $buffers --seed $1 ${fault:+--fault "$fault"} --until $until \
			--moments $moments --record "$tmp/$moments" $app > "$tmp/out" 2>&1
	done
	"$program" "$tmp/1" "$tmp/0" $3 $2 > "$tmp/diff" 2>&1
	result $? "$1: $app on $nodes nodes, $tree, $fault: walks from $2 to $(($2 + $3 - 1))"
}

for ((i = first; i < first + ${recordings:-3}; i++)); do
	walk $i $((100 * i)) ${walks:-2}
done
walk 28 2817 1 # the host of a branch that begins at a moment answers
echo "1..$n"
