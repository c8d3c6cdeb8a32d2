#!/bin/bash
# run --break of an APP.vms: nodes of a PFVM recognise events by values that TrEK's results carry; each time the event is evaluated
# from outside, in all nodes.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
farm=tests/vm/break/farm.vms
run=("$TRELLIS" run -b "$tmp/build")

# told ARGUMENT...: the status, the breakpoint and the local events
told() {
	"${run[@]}" "$@" > "$tmp/out" 2>&1
	echo "status $?"
	grep -E '^(breakpoint|recognised|the event|  )' "$tmp/out" | sed -E 's/ \(pid .*//'
}
is "it breaks, and tells all local events" "$(told --break '{level > 1}@n1 == {door[0]}@n2' $farm)" "status 1
breakpoint: {level > 1}@n1 == {door[0]}@n2
recognised by node n1, slave:n1
  {level > 1}@slave:n1: node n1, slave
    level = 2
  {door[0]}@slave:n2: node n2, slave
    door = {1, 1}"
is "an event that does not hold" "$(told --break '{level > 3}@n1 == {door[0]}@n2' $farm)" "status 0
the event was not recognised: {level > 3}@n1 == {door[0]}@n2"

# hits ARGUMENT...: how often it was recognised, not true, and missed
hits() {
	"${run[@]}" --break-hits 100000 --break "$@" 2>&1 | grep "^recognised [0-9]"
}
for seed in ${SEEDS:-1 2 3}; do
	hits '{level > 1}@n1 == {door[0]}@n2' $farm "$seed" 6000 > "$tmp/out"
	result $(grep -q '^recognised [1-9][0-9]* times, 0 not true' "$tmp/out"; echo $?) "a chain, seed $seed: $(cat "$tmp/out")"
	hits '{level > 1}@leaf == {door[1]}@leaf' -n 4 -T btree $farm "$seed" 300 > "$tmp/out"
	result $(grep -q '^recognised [0-9]* times, 0 not true' "$tmp/out"; echo $?) "leaves, seed $seed: $(cat "$tmp/out")"
done

# points GRAPH: the sure points of the query that do not rest on the events' remaining true
points() {
	"$TRELLIS" simul --summary --sure "$1" | grep -E '^points .* (dep|gdep):'
}
"${run[@]}" --break '{level > 1}@n2 == {door[0]}@n3' -n 4 -T btree $farm > /dev/null 2>&1
is "the points found by hand" "$(points "$tmp/build/passes.dcfg")" \
	"points e0.0 e1.0 at n1.0 dep: 
points e0.0 e1.0 at n1.0 gdep: n1.0/00 n1.0/10-n2 n1.0/01-n3"
is "the graph made by hand" "$(points tests/vm/break/passes.dcfg | tr ' ' '\n' | sort)" \
	"$(points "$tmp/build/passes.dcfg" | tr ' ' '\n' | sort)"

# work ARGUMENT...: the tasks of each node, and how many operations of the kernel the programs make: messages, semaphores, threads
work() {
	rm -rf "$tmp/run"
	"${run[@]}" --record "$tmp/run" "$@" 2>&1 | grep '^Node [0-9]'
	"$TRELLIS" races "$tmp/run" 2>&1 | grep -o 'operations [0-9]*'
}
is "as many messages as without" "$(work --break-only carry --break '{level > 1}@n1' -n 2 $farm 1 4000)" \
	"$(work -n 2 $farm 1 4000)"

expect "a DCVM" 2 "${run[@]}" --break '{level}@n1' programs/quad/quad.vms <<'END'
programs/quad/quad.vms:5: --break is for a PFVM: the passes of a DCVM are not instrumented; --break-outside stops there, too
END
expect "a process that nobody waits for" 2 "${run[@]}" --break '{most}@generator == {level}@n1' $farm <<'END'
trellis: --break: {most}@generator == {level}@n1: the data generator and the result receiver do not wait for a message that their node sends after it has heard of the others; name variables of comp_function, or use --break-outside
END
expect "an unknown variable" 2 "${run[@]}" --break '{levl}@n1' $farm <<'END'
trellis: --query: {levl}@n1: compute:n1 has no variable 'levl'; it must be global or static, and not a pointer or an enumerator
END
expect "concurrent events" 2 "${run[@]}" --break '{level}@n1 || {level}@n2' $farm <<'END'
trellis: --break: {level}@n1 || {level}@n2: concurrent and ordered events of an APP.vms are not reported; 'trellis simul' finds them in a recording
END
echo "1..$n"
