#!/bin/bash
# Applications whose functions do what they must not: what is told names node, process, function and
# task, and the place in the source; the others go on; what is finished is reported. Every run ends.
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
dir=tests/vm/bad
n=0
vms=bad
options=

# line NAME: the number of the line in the source that is marked so.
line() {
	grep -n "line of: $1 \*/" "$dir"/*.c | cut -d: -f2
}

# bad NAME [PATTERN...]: the run with that mistake says a line that is each pattern (extended, whole line), in this order,
# and ends with status 1.
bad() {
	local name=$1 status rest pattern at
	shift
	"$TRELLIS" run -b "$tmp/$vms" --patience 1s $options "$dir/$vms.vms" -- "$name" > "$tmp/out" 2>&1
	status=$?
	n=$((n + 1))
	cp "$tmp/out" "$tmp/rest"
	for pattern in "$@" 'fingerprint [0-9a-f]{16}'; do
		at=$(grep -nEx -m1 -- "$pattern" "$tmp/rest" | cut -d: -f1)
		[ -n "$at" ] && sed -i "1,${at}d" "$tmp/rest" && continue
		echo "not ok $n - $name: $pattern"
		sed 's/^/# /' "$tmp/out"
		return
	done
	[ $status = "${expected_status:-1}" ] || echo -n "not "
	echo "ok $n - $name"
}

expected_status=0 bad none '40 results, sum 20540' '\*\*\*\*\* Final Report\*\*\*\*\*' 'Task Distribution:'
expected_status=0 bad generate-nothing '0 results, sum 0' '\*\*\*\*\* Final Report\*\*\*\*\*' 'Node 3 0 Tasks'

slave='node n[123]: slave \(pid [0-9]+\)'
task='task 7( part 0x[0-9a-f]+)?'
quiet='deadlock: all processes are waiting'
stuck='no task has finished for too long'
reason=' for a result: of [0-9]+ tasks [0-9]+ have come back, and [0-9]+ results are taken'
left=("node n0: result_receiver\(\) waits$reason" "node n[123]: %s\(\), $task was cut short"
	'tasks: [0-9]+ made, [0-9]+ finished, [0-9]+ taken' 'Task Distribution:' 'Node 0 0 Tasks' 'Node [23] [1-9][0-9]* Tasks')
frames() { # FUNCTION FILE MARK...: the innermost function at the marked line
	echo "    $1\(\) at $dir/$2:$(line "$3")"
}

# Stopped before it ends.
options="--until 110ms" bad none 'the time asked for is reached' "node n0: result_receiver\(\) (waits$reason|runs)" 'tasks: .*' \
	'Task Distribution:' '110ms simulated .*'

# What each of the functions on a slave can do.
for f in compute split join; do
	printf -v cut "${left[1]}" "${f}_fn"
	bad $f-abort "$slave stopped: ${f}_fn\(\), $task: abort" "$(frames crash mistake.c abort)" "    ${f}_fn\(\) at $dir/tree.c:[0-9]+" \
		"$quiet" "${left[0]}" "$cut" "${left[@]:2}"
done
printf -v cut "${left[1]}" compute_fn
bad compute-none "$slave stopped: compute_fn\(\), $task: no result" "$quiet" "${left[0]}" "$cut" "${left[@]:2}"
bad compute-twice "$slave stopped: compute_fn\(\), $task: put_result was called too often" \
	"$(frames compute_fn tree.c compute-twice)" "$quiet" "$cut"
bad compute-big "$slave stopped: compute_fn\(\), $task: put_result of 2097152 bytes; at most 1048576 can be sent" \
	"$(frames compute_fn tree.c compute-big)" "$quiet" "$cut"
bad compute-part "$slave stopped: compute_fn\(\), $task: put_part\(\) may not be called here" "$quiet" "$cut"
bad compute-exit "$quiet" "$slave ended by exit\(3\)" "$cut"
bad compute-divide "$slave stopped: compute_fn\(\), $task: Error was set: division by zero" "    compute_fn\(\) at $dir/tree.c:[0-9]+" \
	"$quiet" "$cut"
bad compute-wild "$quiet" 'node n[123] accessed an address outside its memory \(12345678, Iptr [0-9a-f]+, Wptr [0-9a-f]+\)' \
	"node n[123]: compute_fn\(\), $task stopped the node" "$(frames crash mistake.c wild)" "$(frames compute_fn tree.c compute)"
bad compute-kernel "$quiet" "node n[123] accessed an address outside its memory .*, in the kernel \([._a-z0-9]+\), while it worked at task 7" "$cut"
bad compute-links "$quiet" "node n[123] accessed an address outside its memory .*, in the kernel \([._a-z0-9]+\), (after it had computed|while it worked at) task 7"
bad compute-jump "$quiet" 'node n[123] executed an undefined operation \(.*\)' "node n[123]: compute_fn\(\), $task stopped the node" \
	"$(frames crash mistake.c jump)" "$(frames compute_fn tree.c compute)"
bad compute-deep "$quiet" 'node n[123] (accessed an address outside its memory|executed an undefined operation) .*: a stack has overflowed into the memory below it' \
	"$(frames deep mistake.c deep)|    deep\(\) at .*" "$cut|node n[123] accessed .*, in the kernel \(.*\), while it worked at task 7"
bad compute-steep "$quiet" 'node n[123] accessed an address outside its memory .*: a stack has overflowed into the memory below it' \
	"$(frames steep mistake.c steep)|    steep\(\) at .*" "$cut"
bad compute-shallow "$slave stopped: compute_fn\(\), $task: stack overflow" "$(frames shallow mistake.c shallow)" "$quiet" "$cut"
bad compute-loop "$stuck" "node n[123]: compute_fn\(\), $task runs" "$(frames crash mistake.c loop)" "$(frames compute_fn tree.c compute)" \
	"${left[@]:2}"
# Nodes in the same place are one class, behind those that are elsewhere; --all lists each.
runs='node n[4-7]: compute_fn\(\), task 7( part 0x[246])? runs'
at="$(frames crash mistake.c loop)"
options="--nodes 31" bad compute-loop "$stuck" "${left[0]}" "$runs" "$at" "$(frames compute_fn tree.c compute)" \
	'    and in the same place 3 more: n5, n6, n7' 'tasks: .*'
options="--nodes 31 --all" bad compute-loop "$stuck" "${left[0]}" "$runs" "$at" "$runs" "$at" "$runs" "$at" "$runs" "$at" 'tasks: .*'
lock="(first|second) at $dir/mistake.c:[0-9]+"
thread='n[123] slave \(pid [0-9]+, thread [0-9a-f]{8}\)'
bad compute-locks "$quiet" "  $thread waits for semaphore [0-9a-f]{8} \($lock\), held by $thread" "  $thread waits for semaphore [0-9a-f]{8} \($lock\), held by $thread" \
	"  cycle: ($thread) -> $thread -> \\1" "${left[0]}" "node n[123]: compute_fn\(\), $task waits for semaphore [0-9a-f]{8} \(second at $dir/mistake.c:[0-9]+\)"
bad compute-receive "$quiet" "  $thread waits to receive \(5, 1\)" "${left[0]}" "node n[123]: compute_fn\(\), $task waits to receive \(5, 1\)"
bad split-less "$slave stopped: split_fn\(\), $task: 1 parts; a split makes 2 or none" "$quiet"
bad split-more "$slave stopped: split_fn\(\), $task: put_part was called too often" "$quiet"
bad split-loop "$stuck" "node n[123]: split_fn\(\), $task runs" "$(frames crash mistake.c loop)"
bad join-none "$slave stopped: join_fn\(\), $task: no result" "$quiet"

# The manager's.
master='node n0: master \(pid [0-9]+\)'
bad init-abort "$master stopped: init_master\(\): abort" "$(frames crash mistake.c abort)" "    init_master\(\) at $dir/farm.c:[0-9]+" \
	'node n0: init_master\(\) was cut short'
bad init-exit "$master ended by exit\(3\)" 'node n0: init_master\(\) was cut short'
bad init-loop "$stuck" 'node n0: init_master\(\) runs' "$(frames crash mistake.c loop)"
bad init-share "$master stopped: init_master\(\): share\(\) was called twice"
bad init-task "$master stopped: init_master\(\): do_task\(\) may not be called here"
bad generate-abort "$master stopped: data_generator\(\): abort" "$(frames crash mistake.c abort)" "$quiet" \
	'node n0: data_generator\(\) was cut short' 'node n0: result_receiver\(\) waits for a result: of 7 tasks 7 have come back, and 7 results are taken' 'tasks: 7 made, 7 finished, 7 taken' 'Task Distribution:'
bad generate-exit 'trek: data_generator\(\) ended its process by exit\(3\)' "$quiet" 'tasks: 7 made, 7 finished, 7 taken'
bad generate-big "$master stopped: data_generator\(\): 2097152 bytes for task 7; at most 1048576 can be sent" \
	"$(frames data_generator farm.c generate-big)" "$quiet"
bad generate-wild "$quiet" 'node n0 accessed an address outside its memory .*' 'node n0: data_generator\(\) stopped the node' \
	"$(frames crash mistake.c wild)" 'tasks: [0-9]+ made, .*'
bad generate-loop "$stuck" 'node n0: data_generator\(\) runs' "$(frames crash mistake.c loop)" 'tasks: 7 made, 7 finished, 7 taken'
bad receive-abort "$master stopped: result_receiver\(\): abort" "$(frames crash mistake.c abort)" "$quiet" \
	'node n0: result_receiver\(\) was cut short' 'tasks: [0-9]+ made, [0-9]+ finished, [78] taken' 'Task Distribution:'
bad receive-less "$quiet" 'tasks: [0-9]+ made, [0-9]+ finished, [78] taken' 'Task Distribution:'
bad receive-room "$master stopped: result_receiver\(\): the result of task [0-9]+ has 4 bytes, and there is room for 1" "$quiet"
bad receive-loop "$stuck" 'node n0: result_receiver\(\) runs' "$(frames crash mistake.c loop)"

# With -fcheck.
vms=check
for mistake in divide index overflow; do
	bad compute-$mistake "$slave stopped: compute_fn\(\), $task: a check failed: .*" "$(frames crash mistake.c $mistake)" \
		"$(frames compute_fn tree.c compute)" "$quiet" "$cut" 'tasks: [0-9]+ made, [0-9]+ finished, [0-9]+ taken'
done
echo "1..$n"
