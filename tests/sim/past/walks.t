#!/bin/bash
# Walks through recordings of small applications, most of them with a fault: every state is that of a straight run.
. tests/tap.sh
walk=${build:-build}/tests/sim/past/walk
[ -x "$walk" ] && [ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP it is not built"; exit; }
recordings=${RECORDINGS:-${LONG:+50}}
walks=${LONG:+20}
faults=('' 'crash any at +70ms..150ms' 'halt any at +70ms..150ms' 'freeze any 5ms at +60ms..120ms' 'slow any 40% at +60ms..120ms'
	'drift any 300ppm at +20ms..100ms' 'cut 1.0 at +70ms..150ms' 'delay 1.0 20us at +50ms..100ms' 'lose 1.0 at +70ms..150ms')
apps=(tests/detrek/debug/sums/sums.vms programs/simulated/dc.vms programs/simulated/farm.vms)

for ((i = 1; i <= ${recordings:-3}; i++)); do
	app=${apps[i % 3]}
	fault=${faults[i * 5 % 9]}
	nodes=$((2 + i % 4))
	for moments in 1 0; do
		"$TRELLIS" run -n $nodes --seed $i ${fault:+--fault "$fault"} --until 150ms --moments $moments --record "$tmp/$moments" $app \
			> "$tmp/out" 2>&1
	done
	"$walk" "$tmp/1" "$tmp/0" ${walks:-2} $((100 * i)) > "$tmp/diff" 2>&1
	result $? "$app on $nodes nodes, $fault: ${walks:-2} walks"
done
echo "1..$n"
