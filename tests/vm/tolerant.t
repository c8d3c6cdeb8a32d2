#!/bin/bash
# Runs with fault_tolerance: nodes that crash or halt, links that are cut, tasks that crash their nodes. LONG=1: a
# thousand runs with random faults.
. tests/tap.sh
[ -e "$(dirname "$TRELLIS")/node/trek/libtrek.a" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }

# tolerant APPLICATION: a copy of its directory, in which it is tolerant
tolerant() {
	cp -r "programs/$1" "$tmp"
	sed -i 's/type = .*/&\n  fault_tolerance = on;/' "$tmp/$1/$1.vms"
}

# run ARGUMENT...: the picture in $tmp/out, what TrEK and trellis say in $tmp/said
run() {
	"$TRELLIS" run --build "$tmp/build" -o "$tmp/out" "$@" "$tmp/mandel/mandel.vms" -- 60 48 40 4 >"$tmp/said" 2>&1
}

tolerant mandel
"$TRELLIS" run --native -o "$tmp/native" programs/mandel/mandel.vms -- 60 48 40 4 2>"$tmp/said"

# same NAME LINES ARGUMENT...: the picture of the host, and TrEK's account
same() {
	run -n 6 "${@:3}" && cmp "$tmp/out" "$tmp/native" >"$tmp/diff" 2>&1 &&
		diff <(printf "$2") <(sed -n 's/; it was in .*//; /^trek:/p' "$tmp/said") >"$tmp/diff"
	result $? "$1"
}

same "without faults" ''
same "a leaf crashes" 'trek: node 3 does not answer node 1\n' --fault 'crash 3 at +100ms'
same "an inner node crashes: its children are lost with it" \
	'trek: node 2 does not answer node 1\n' --fault 'crash 2 at +100ms'
same "a leaf halts" 'trek: node 5 does not answer node 2\n' \
	--fault 'halt 5 at +200ms'
same "a link is cut" 'trek: node 2 does not answer node 1\n' \
	--fault 'cut 2.0 at +50ms'
same "a slow node is waited for" '' --fault 'slow 3 40% at +50ms'

same "other nodes of the machine are no concern" 'trek: node 2 does not answer node 1\n' \
	--topo programs/mesh16.topo -T boot --fault 'crash 2 at +100ms'
run -n 1
status=$?
is "one node cannot be tolerant" "exit $status $(sed "s|$tmp/||" "$tmp/said")" \
	"exit 2 trellis: mandel/mandel.vms: fault_tolerance needs at least two processors"

# said NAME LINES FAULT: what detrek says; the number of the task depends on TrEK's speed
said() {
	run -n 6 --record "$tmp/x.rec" ${3:+--fault "$3"}
	"$TRELLIS" export records -o "$tmp/x" "$tmp/x.rec" 2> "$tmp/made"
	diff <(printf "$2") <("$TRELLIS" detrek --cause -p "$tmp/x" 2>&1 |
		sed 's/^[0-9]* 0 \([0-9]\) comp/T 0 \1 comp/; s/Link .* us:.*/Link silent/; s/task [0-9]*/task T/') >"$tmp/diff"
	result $? "$1"
}

said "detrek: nothing failed" 'No function began without ending\nSuccess\n'
said "detrek: a crash was survived" 'Cause
TASK SUBTASK NODE PROCESS
T 0 2 comp_fn()
Survived
180 of 180 tasks have a result at node 0
' 'crash 2 at call 5 of compute_fn'
said "detrek: a cut link was survived" 'Link silent
No function began without ending
Survived
180 of 180 tasks have a result at node 0
' 'cut 2.0 at +50ms'
"$TRELLIS" detrek --explain=3 -p "$tmp/x" >"$tmp/said" 2>&1
is "detrek: no explanations" "exit $?
$(sed "s|$tmp/||" "$tmp/said")" \
"exit 2
trellis: x.spf is of a run with fault_tolerance, whose tree changes: only --cause and --json are possible"

run -n 6 --record "$tmp/crash.rec" --fault 'crash 1 at call 10 of compute_fn'
is "detrek: a crash that was not survived" "$("$TRELLIS" detrek --json "$tmp/crash.rec" 2> /dev/null |
	python3 -c 'import json, sys; d = json.load(sys.stdin)
print(d["verdict"], d["tasks"], d["results"] + len(d["missing"]), [c["node"] for c in d["causes"]])')" \
	"Failure 180 180 [1]"

run -n 6 --fault 'crash 1 at +100ms'
status=$?
is "no node is left" "$(echo "exit $status"; sed -n '/^trek:/{s/; it was in .*//; s/[0-9]* tasks/N tasks/; p}' "$tmp/said")" \
"exit 1
trek: node 1 does not answer node 0
trek: N tasks were not computed: no node is left for them"

run -n 6 --fault 'crash 0 at +200ms'
status=$?
is "node 0 crashes" "$(echo "exit $status"; sed -n 's/ (.*//; /^tasks:/s/[0-9][0-9]*/N/g; /^tasks:\|^node n0 crashed\|^deadlock/p' "$tmp/said")" \
"exit 1
deadlock: all processes are waiting
node n0 crashed
tasks: N made, N finished, N taken"

# poison NAME TYPE BUG LINES TASK...: the task crashes the nodes that compute it, or a part of it; the first of these tasks
# that is split, if it is a part. The task is T in the lines.
poison() {
	local task status
	for task in "${@:5}"; do
		awk -v bug="$3" -v task="$task" '/^45/ { print; $1 = task; $7 = bug; print; $1 = task + 1; $7 = 0 } 1' \
			programs/simulated/ok.dat >"$tmp/simulated/ok.dat"
		"$TRELLIS" run -n 8 --topo "$tmp/cube.topo" -T boot "$tmp/simulated/$2.vms" >"$tmp/said" 2>&1
		status=$?
		[ $status = 0 ] || break
	done
	is "$1" "exit $status
$(sed -n "s/task $task\\b/task T/; /^trek: task/p; /^task.*no result/p; /^100/p" "$tmp/said")" "$4"
}

cp -r programs/simulated "$tmp"
sed -i 's/type = .*/&\n  fault_tolerance = on;/' "$tmp"/simulated/*.vms
sed 's/mem=1M/mem=4M/' programs/cube8.topo >"$tmp/cube.topo"
poison "a task that crashes its nodes is set aside" farm 4 \
"exit 1
task T: no result
100 tasks: 99 right
trek: task T is set aside: 3 nodes stopped in compute_fn()" 49
is "the nodes that it crashed, and its place in the recording" "$("$TRELLIS" run -n 8 --topo "$tmp/cube.topo" -T boot \
	--record "$tmp/poison" "$tmp/simulated/farm.vms" 2>&1 | sed "s|$tmp/||g; s/ (.*)//; s/\bn[1-7]\b/N/g" |
	grep -E '^node N|^    |^trellis' | sed 's/place [0-9]* more: .*/place OTHERS/')" \
"node N halted by Error
node N: compute_fn(), task 49 stopped the node
    machine_crash() at simulated/machine.c:132
    strike() at simulated/work.c:53
    work_segment() at simulated/work.c:98
    compute_fn() at simulated/compute.c:35
    and in the same place OTHERS
trellis detrek --cause poison says how to debug their tasks alone"
poison "a part that crashes its nodes is set aside" simulated 4@2 \
"exit 1
task T: no result
100 tasks: 99 right
trek: task T part 0x2 is set aside: 3 nodes stopped in compute_fn()" $(seq 46 60)

python3 tests/vm/tolerant.py "$TRELLIS" 1 ${LONG:+100}8 >"$tmp/diff"
result $? "random faults on random machines"

echo "1..$n"
