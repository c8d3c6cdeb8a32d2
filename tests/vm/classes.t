#!/bin/bash
# The classes of errors of Lin's thesis, 3.4.1: an injected case of each, and what trellis run and detrek say.
. tests/tap.sh
[ -e "$(dirname "$TRELLIS")/node/trek/libtrek.a" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }
cp -r programs/simulated "$tmp"

# case_of NAME SEGMENT BUG RUN DETREK [FAULT]: task 49 has the bug in that segment (1 generate, 2 compute); RUN is what the
# run says, perhaps within a line that the program is writing, DETREK what detrek --cause says up to its verdict. Nodes are
# N: they depend on TrEK's speed, as does the rest of the table.
case_of() {
	awk -v at=$((4 + 3 * ($2 - 1))) -v bug="$3" '/^45/ { print; $1 = 49; $at = bug; print; $1 = 50; $at = 0 } 1' \
		programs/simulated/ok.dat >"$tmp/simulated/ok.dat"
	"$TRELLIS" run --build "$tmp/build" --patience 2s -n 6 --record "$tmp/x.rec" ${6:+--fault "$6"} \
		"$tmp/simulated/farm.vms" >"$tmp/said" 2>&1
	sed -i 's/node n[0-9]/node N/; s/pid [0-9]*/pid P/; s/ ([0-9a-f]\{8\},.*//' "$tmp/said"
	{
		grep -Fom1 "$4" "$tmp/said"
		"$TRELLIS" detrek --cause "$tmp/x.rec" 2> /dev/null | sed 's/ 0 [0-9] / 0 N /; /^Failure/q'
	} | diff <(printf '%s\n' "$4"; printf "$5") - >"$tmp/diff"
	result $? "$1"
}

# named TASK PROCESS: the only cause
named() {
	echo "Cause\nTASK SUBTASK NODE PROCESS\n$1 0 N $2\nFailure\n"
}
nothing='No function began without ending\nSuccess\n'

case_of "no error" 2 0 '100 tasks: 100 right' "$nothing"

# errors in message passing
case_of "omitted message: a result is dropped" 2 0 'deadlock: all processes are waiting' \
	'No function began without ending\nFailure\n' \
	'drop 1 at call 30 of pass_send'
case_of "omitted message: a task without a result" 2 2 'node N: slave (pid P) stopped: compute_fn(), task 49: no result' \
	"$(named 49 'comp_fn()')"
case_of "unanticipated message: two results of a task" 2 6 \
	'node N: slave (pid P) stopped: compute_fn(), task 49: put_result was called too often' "$(named 49 'comp_fn()')"
case_of "messages in an unexpected order: a late result does no harm" 2 0 '100 tasks: 100 right' "$nothing" \
	'hold 2 20ms at call 9 of pass_send'

# errors in expressing parallelism
case_of "created, and should not be: a task too many" 1 6 \
	'node N: master (pid P) stopped: data_generator(): more than total_tasks (100) tasks were made' \
	"$(named 100 'data_generator()')"
case_of "waiting for an unscheduled process: a task too few" 1 2 \
	'node N: master (pid P) stopped: data_generator(): 99 tasks were made, and 100 announced (total_tasks)' \
	"$(named 99 'data_generator()')"
case_of "waiting for a process that never completes: an endless loop" 2 1 'node N: compute_fn(), task 49 runs' \
	"$(named 49 'comp_fn()')"
case_of "untimely death of a process" 2 8 'node N: slave (pid P) ended by exit(1)' "$(named 49 'comp_fn()')"
case_of "untimely death of a node" 2 4 'node N: compute_fn(), task 49 stopped the node' "$(named 49 'comp_fn()')"

# errors inside a process
case_of "a wrong value is not seen in messages" 2 3 'task 49: wrong' "$nothing"
case_of "a wild store that does no harm is not seen" 2 5 '100 tasks: 100 right' "$nothing"

echo "1..$n"
