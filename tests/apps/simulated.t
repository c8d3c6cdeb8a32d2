#!/bin/bash
# The simulated application: segments take the time that is asked for, within 1 %, whatever bytes they make.
. tests/tap.sh
[ -e "$(dirname "$TRELLIS")/node/trek/libtrek.a" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }

cp -r programs/simulated "$tmp/app"
cat > "$tmp/app/times.dat" <<X
# each kind of task three times, far apart
0  30000 10 0   1000 10 0    600 10 0   1000 10 0   1000 10 0
3  30000 10 0   4000 1000 0  2000 10 0  1000 10 0   1000 10 0
6  30000 10 0  20000 10 0    4000 1000 0  1000 10 0   1000 10 0
9  30000 10 0    500 10 0    3000 10 0  1000 10 0   1000 10 0
X
sed -i 's/input_stream = .*/input_stream = times.dat;/; s/total_tasks = .*/total_tasks = 12;/' "$tmp/app/farm.vms" "$tmp/app/simulated.vms"

# times FUNCTION GROUP WANTED: the least of the last two tasks of three, in us: other processes may have their turn
times() {
	python3 - "$tmp/x.std" "$@" >"$tmp/diff" 2>&1 <<'P'
import sys
name, function, group, wanted = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
began, ended, took = {}, set(), []
for line in open(name):
    time, node, kind, f, task, part = line.split()
    at = node, task, part
    if kind == 'start' and int(f) == function and at not in began:  # the receiver begins with its last task again
        began[at] = int(time)
    elif kind == 'end' and int(f) == function and int(task) // 3 == group and int(task) % 3 > 0 and at not in ended:
        ended.add(at)
        took.append(int(time) - began[at])
print(wanted, took)
assert took and abs(min(took) - wanted) <= wanted / 100, took
P
	result $? "function $1, tasks $(($2 * 3)) and up: $3 us"
}

"$TRELLIS" run --monitor=outside -p "$tmp/x" -b "$tmp/build" -n 2 -T chain "$tmp/app/farm.vms" >"$tmp/diff" 2>&1
grep -q '^12 tasks: 12 right$' "$tmp/diff"
result $? "all results are right"
times 4 0 1000
times 4 1 4000
times 4 2 20000
times 4 3 500
times 3 3 3000 # the generator has its turn before
"$TRELLIS" run --monitor=outside -p "$tmp/x" -b "$tmp/build2" -n 3 -T chain "$tmp/app/simulated.vms" >"$tmp/diff" 2>&1
grep -q '^12 tasks: 12 right$' "$tmp/diff"
result $? "all results are right when tasks are split"
times 5 0 1000
times 6 0 1000
echo "1..$n"
