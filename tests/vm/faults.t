#!/bin/bash
# Faults in runs and in the shell: named as the application names things, reported, and the same run each time.
. tests/tap.sh
[ -e "$(dirname "$TRELLIS")/node/trek/libtrek.a" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }
queens=programs/queens/queens.vms
mkdir "$tmp/build"

# run OPTIONS...: queens on four nodes; what it says without the report of TrEK and the times
run() {
	"$TRELLIS" run -n 4 -b "$tmp/build" "$@" "$queens" 2>"$tmp/err" >"$tmp/answer"
	status=$?
}

# says NAME STATUS PATTERN...: the last run ended so, and said lines that match
says() {
	local name=$1 want=$2 pattern bad=0
	shift 2
	: >"$tmp/diff"
	[ $status = "$want" ] || { echo "status $status" >"$tmp/diff"; bad=1; }
	for pattern; do
		grep -qE -e "$pattern" "$tmp/err" || { echo "nothing like $pattern" >>"$tmp/diff"; bad=1; }
	done
	cat "$tmp/err" >>"$tmp/diff"
	result $bad "$name"
}

run
right=$(cat "$tmp/answer")
run --fault 'crash 2 at +20ms'
says 'a crash ends the run' 1 'deadlock: all processes are waiting' 'node n2 crashed' \
	"fault 'crash 2 at \\+20ms': at [0-9.]+ms, n2 at Iptr 8"
first=$(cat "$tmp/err")
run --fault 'crash 2 at +20ms' --sync lockstep
is 'the same run in lockstep' "$(grep -v simulated "$tmp/err")" "$(grep -v simulated <<<"$first")"
run --fault 'crash 3 at call 2 of compute_fn'
says 'at a call of a function' 1 'node n3: compute_fn\(\), task [0-9]+ part 0x[0-9a-f]+ stopped the node' 'compute_fn\(\) at .*compute.c:[0-9]+'
run --fault 'drop 1 at call 9 of pass_send'
says 'a message is dropped at a process' 1 "fault 'drop 1 at call 9 of pass_send': at [0-9.]+m?s"
run --fault 'hold 1 100ms at call 9 of pass_send'
says 'a message is delayed at a process' 0 "fault 'hold 1 100ms at call 9 of pass_send': at [0-9.]+m?s"
is 'and the answer is right' "$(cat "$tmp/answer")" "$right"
run --fault 'flip 1 node.0 at +10ms'
says 'a bit of a variable' 0 "fault 'flip 1 node.0 at \\+10ms': at [0-9.]+ms, byte 8[0-9A-F]{7} from 04 to 05"
run --fault 'slow any 50% at +1ms..20ms' --seed 4
says 'choices are told as made' 0 "fault 'slow n[0-3] 50% at \\+[0-9.]+ms': at [0-9.]+ms"
run --fault 'crash 3 at 10ms'
says 'a node that does not boot' 1 'node n3 did not come up' 'the application was not started'
run --fault 'crash 2 at +20ms' --stats-json "$tmp/json" --fault 'cut 1.0 at sent 999999'
is 'faults in JSON' "$(python3 -c '
import json, sys
print([(f["fault"], f["time"] is None) for f in json.load(open(sys.argv[1]))["faults"]])' "$tmp/json")" \
	"[('crash 2 at +20ms', False), ('cut 1.0 at sent 999999', True)]"
run --fault 'cut 1.0 at sent 999999'
says 'a fault that comes too late' 0 "fault 'cut 1.0 at sent 999999': not triggered"
run --fault 'flip 1 nowhere.0 at 1ms'
says 'an unknown variable' 2 '^--fault: the program has no variable nowhere$'
run --fault 'crash 4 at 1ms'
says 'an unknown node' 2 'unknown node 4'

printf 'spread -c btree_8\nfault crash 3 at +1ms\nfault cut 7.1 at +2ms\nrun-until +5ms\ntping -c 1 N\nfault\n' >"$tmp/script"
"$TRELLIS" shell programs/ubc75.topo "$tmp/script" >"$tmp/got" 2>&1
# Times from now: of the crash, of the cut, of the end of run-until.
tail -4 "$tmp/got" | awk 'function ms(time) { return time ~ /ms/ ? time + 0 : time * 1000 }
	/^[0-9.]+m?s$/ { now = ms($1) } /^fault/ { at = $0; sub(/.*: at /, "", at); print $2, $3, ms(at) - now + 5 }
	!/^fault/ && !/[0-9]s$|ms$/' >"$tmp/told"
is 'faults in the shell' "$(cat "$tmp/told")" "n3,6,7 did not answer
'crash 3 1
'cut 7.1 2"
printf 'fault crash n99 at 1ms\n' >"$tmp/script"
expect 'a mistake in the shell' 2 "$TRELLIS" shell programs/ubc75.topo "$tmp/script" <<END
$tmp/script:1: unknown node n99 in ubc75
END

# A fault while the monitors start is a result, as one at any other time.
"$TRELLIS" run --make --monitor -b "$tmp/monitored" programs/quad/quad.vms
for at in 22ms 40ms 55ms 65ms 70ms; do
	"$TRELLIS" run -n 5 -b "$tmp/monitored" --monitor --record "$tmp/run.rec" --fault "crash n3 at $at" \
		programs/quad/quad.vms > "$tmp/got" 2>&1
	is "a crash at $at, while monitors start" "$? $(grep -c '^the application was not started' "$tmp/got")" "1 1"
done
echo "1..$n"
