#!/bin/bash
# trellis swarm: failing seeds are found, their faults shrunk to those that matter, and the command
# that is printed shows the failure.
. tests/tap.sh
[ -e "$(dirname "$TRELLIS")/node/trek/libtrek.a" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }
queens=programs/queens/queens.vms
small="-n 4 $queens"

swarm() {
	"$TRELLIS" swarm "$@" >"$tmp/out" 2>&1
	echo "exit $?" >>"$tmp/out"
}

swarm 2 $small
is 'nothing fails without faults' "$(cat "$tmp/out")" "2 seeds: 0 failed
to run other orders of its messages: trellis outcomes --sample 100 -n 4 $queens
exit 0"
command=$(sed -n 's/.*: trellis //p' "$tmp/out")
eval "$TRELLIS ${command/outcomes --sample 100/outcomes -o $tmp/orders --sample 2}" >"$tmp/got" 2>&1
is '... and the command runs' "$(grep -c '^not complete: 2 random orders' "$tmp/got")" 1

cat >"$tmp/ten" <<END
delay 1.1 100ns at 5ms
slow 2 90% at +10ms
freeze 3 1ms at +30ms
drift 2 -300ppm at 0ms
hold 3 2ms at call 9 of pass_send
freeze 1 3ms at +20ms
crash 3 at +40ms
delay 2.0 50ns at +9ms
slow 1 95% at +50ms
hold 1 1ms at call 40 of pass_send
END
swarm -j 2 1 --faults "$tmp/ten" $small
sed -i -E 's/after [0-9.]+m?s/after T/; s/quiet|stuck|halted/FAILED/' "$tmp/out"
is 'one of ten faults is found' "$(cat "$tmp/out")" "seed 1: FAILED, after T
  crash 3 at +40ms
  trellis run --seed 1 --fault 'crash 3 at +40ms' -n 4 $queens
1 seeds: 1 failed
       1 FAILED
exit 1"
command=$(grep 'trellis run' "$tmp/out")
eval "$TRELLIS ${command#*trellis}" >"$tmp/got" 2>&1
is 'the command shows it' "$? $(grep -c "fault 'crash 3 at +40ms': at " "$tmp/got")" '1 1'

# Slow nodes, two of which make the run last too long; each alone does not.
cat >"$tmp/slow" <<END
freeze 1 1ms at +30ms
slow 2 30% at +20ms
freeze 2 2ms at +30ms
slow 1 99% at +1ms
slow 3 30% at +20ms
END
swarm 1 --until 800ms --faults "$tmp/slow" $small
is 'two of five faults are found' "$(cat "$tmp/out")" "seed 1: limit, after 800ms
  slow 2 30% at +20ms
  slow 3 30% at +20ms
  trellis run --seed 1 --fault 'slow 2 30% at +20ms' --fault 'slow 3 30% at +20ms' --until 800ms -n 4 $queens
1 seeds: 1 failed
       1 limit
exit 1"

swarm --json 1 --until 800ms --faults "$tmp/slow" $small
is 'as JSON' "$(head -n -1 "$tmp/out" | python3 -c '
import json, sys
j = json.load(sys.stdin)
print(j["seeds"], j["failed"], [(f["seed"], f["class"], f["time"], f["faults"]) for f in j["failures"]])')" \
	"1 1 [(1, 'limit', 0.8, ['slow 2 30% at +20ms', 'slow 3 30% at +20ms'])]"

echo 'crash any at +20ms..200ms' >"$tmp/any"
swarm -j 1 --none 3 --faults "$tmp/any" $small
cp "$tmp/out" "$tmp/one"
swarm -j 3 --none 3 --faults "$tmp/any" $small
is 'the same with three runs at a time' "$(cat "$tmp/out")" "$(cat "$tmp/one")"

expect 'what all runs would write' 2 "$TRELLIS" swarm 2 --stats-json "$tmp/x" $queens <<END
trellis: --stats-json: all of the runs would write this file; use 'trellis run'
END
expect 'a mistake in a fault' 2 "$TRELLIS" swarm 1 --fault 'crush 1 at 1ms' $small <<END
--fault: unknown fault 'crush' (crash, halt, freeze, slow, flip, drop, hold, cut, dead, delay, corrupt, lose, double, drift, event)
END
expect 'no number' 2 "$TRELLIS" swarm $queens <<END
trellis: swarm: $queens: expected a number of seeds from 1 to 10000000, or 'crash any at message'
END
mkdir "$tmp/temporary"
for when in 0.2 2; do
	TMPDIR=$tmp/temporary env --default-signal=INT "$TRELLIS" swarm 100000 $small > "$tmp/out" 2>&1 &
	await has_worked $! $when
	kill -INT $!
	wait $!
	is "^C after $when s" "$? $(cat "$tmp/out")" "1 interrupted"
done
is '^C leaves nothing behind' "$(ls "$tmp/temporary")" ''
echo "1..$n"
