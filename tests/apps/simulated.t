#!/bin/bash
# The simulated application: each segment takes the processor time that is asked for, within 1 % or 2 us, as the machine sees it;
# one that cannot is reported.
. tests/tap.sh
[ -e "$(dirname "$TRELLIS")/node/trek/libtrek.a" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }

cp -r programs/simulated "$tmp/app"

# machine CLOCK...: a chain of nodes, $tmp/machine
machine() {
	local i=0 mhz
	echo "topology clocks"
	for mhz; do
		echo "node n$((i++)) clock=${mhz}MHz"
	done
	echo "host h"
	echo "wire h.0 n0.0"
	for ((i = 1; i < $#; i++)); do
		echo "wire n$((i - 1)).2 n$i.1"
	done
	echo end
} > "$tmp/machine"

# run APP NODES TASKS: standard input is the task description; what is said, in $tmp/said
run() {
	cat > "$tmp/app/times.dat"
	sed -i "s/input_stream = .*/input_stream = times.dat;/; s/total_tasks = .*/total_tasks = $3;/" "$tmp/app/$1.vms"
	"$TRELLIS" run --record "$tmp/run.rec" -b "$tmp/build-$1" -n "$2" -t "$tmp/machine" -T chain \
		"$tmp/app/$1.vms" > "$tmp/said" 2>&1
	"$TRELLIS" export records -o "$tmp/data" "$tmp/run.rec" 2> /dev/null
}

# segments NODE=CLOCK...: all compute segments, on these nodes
segments() {
	python3 tests/apps/segments.py "$TRELLIS" "$tmp/run.rec" "$tmp/data.std" "$*" "$tmp/app/times.dat" > "$tmp/diff" 2>&1
	result $? "segments on $*: $(grep -o '[-+][0-9.]* %' "$tmp/diff" | tr '\n' ' ')"
}

for mhz in 25 30; do
	machine $mhz $mhz
	# the generator leaves time between tasks: messages steal cycles of the processor
	run farm 2 8 <<-X
		0  20000 10 0   140 10 0    2000 10 0   100 10 0   100 10 0
		2  20000 10 0   500 10 0    2000 10 0   100 10 0   100 10 0
		4  20000 10 0  1000 1000 0  2000 10 0   100 10 0   100 10 0
		6  20000 10 0  4000 1000 0  2000 10 0   100 10 0   100 10 0
	X
	segments n1=$mhz
	is "no segment of these is too long" "$(grep '^task\|tasks:' "$tmp/said")" "8 tasks: 8 right"
done

machine 20 25 30 20
run farm 4 20 <<X
0   200 10 0   500 10 0   300 10 0   100 10 0   100 10 0
4   200 10 0  1000 10 0   300 10 0   100 10 0   100 10 0
8   200 10 0  4000 10 0   300 10 0   100 10 0   100 10 0
X
segments n1=25 n2=30 n3=20
is "several nodes with other clocks" "$(grep '^task\|tasks:' "$tmp/said")" "20 tasks: 20 right"

# What is too short for a processor is reported, once for each kind, time and size; what the report says is possible, is.
machine 20 20
run farm 2 6 <<X
0  20000 10 0   140 1000 0  2000 10 0   100 10 0   100 10 0
3  20000 10 0  1000 10 0      10 10 0   100 10 0   100 10 0
X
is "segments that are too short" "$(grep '^task\|tasks:' "$tmp/said" | sed -E 's/[0-9]+ us are possible/N us are possible/' | sort)" "6 tasks: 6 right
task 0: compute: 140 us are too few for 1000 bytes; at least N us are possible on node 1
task 3: post-process: 10 us are too few for 10 bytes; at least N us are possible on node 0"
compute=$(sed -n 's/^task 0: compute.* \([0-9]*\) us are possible.*/\1/p' "$tmp/said")
# in another run, links take more cycles of some tasks: a result of 1,000 bytes may leave beside the next one
post=$(sed -n 's/^task 3: post.* \([0-9]*\) us are possible.*/\1/p' "$tmp/said")
run farm 2 6 <<X
0  20000 10 0  $((compute + compute / 5)) 1000 0  2000 10 0   100 10 0   100 10 0
3  20000 10 0  1000 10 0     $((post + post / 50 + 1)) 10 0   100 10 0   100 10 0
X
segments n1=20
is "no segment is too short that takes what is possible" "$(grep '^task\|tasks:' "$tmp/said")" "6 tasks: 6 right"

machine 25 25 25
run simulated 3 12 <<X
0  20000 10 0  1000 10 0   2000 10 0  1000 10 0   1000 10 0
X
is "all results are right when tasks are split" "$(grep '^task\|tasks:' "$tmp/said")" "12 tasks: 12 right"
python3 - "$tmp/data.std" > "$tmp/diff" 2>&1 <<'P'
import sys
began, took = {}, {5: [], 6: []}
for line in open(sys.argv[1]):
    time, node, kind, function, task, part = line.split()
    if kind == 'start':
        began[node, function, task, part] = int(time)
    elif kind == 'end' and function in '56':
        took[int(function)].append(int(time) - began[node, function, task, part])
print(took)
assert all(abs(min(us) - 1000) <= 10 for us in took.values())
P
result $? "segments that split and join"
echo "1..$n"
