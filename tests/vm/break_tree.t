#!/bin/bash
# run --break of an APP.vms: nodes recognise events by values that TrEK's passes carry. Each time, the event is also evaluated from
# outside.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
farm=tests/vm/break/farm.vms
run=("$TRELLIS" run -b "$tmp/build")

# reported ARGUMENT...: the status, the breakpoint and the local events
reported() {
	"${run[@]}" "$@" > "$tmp/out" 2>&1
	echo "status $?"
	grep -E '^(breakpoint|recognised|the event|  )' "$tmp/out" | sed -E 's/ \(pid .*//'
}
is "it breaks, and prints all local events" "$(reported --break '{level}@n1 == {door[1]}@n2' $farm)" "status 1
breakpoint: {level}@n1 == {door[1]}@n2
recognised by node n1, slave:n1
  {level}@slave:n1: node n1, slave
    level = 2
  {door[1]}@slave:n2: node n2, slave
    door = {0, 1}"
is "an event that does not hold" "$(reported --break '{level > 3}@n1 == {door[0]}@n2' $farm)" "status 0
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

is "monotonic events, at once" "$(hits '{ntasks > 5}@n1 == {ntasks > 5}@n2' --monotonic $farm 1 300 | sed 's/^recognised [0-9]* times, //')" \
	"0 not true; held 1 times, of which 1 were recognised, 0 missed"
is "events that are wrongly said to be monotonic are found to be false" "$(hits '{level > 1}@n1 == {door[0]}@n2' --monotonic $farm 1 300 |
	grep -c ' times, 1 not true;')" 1
printf 'topology names\nnode hub\nnode boiler\nnode tank\nhost h links=1\nwire h.0 hub.0\nwire hub.1 boiler.0\nwire boiler.1 tank.0\nend\n' > "$tmp/names.topo"
is "nodes by name" "$(reported --topo "$tmp/names.topo" --break '{level}@boiler == {door[1]}@slave:tank' $farm | sed -n '2,3p')" \
	"breakpoint: {level}@boiler == {door[1]}@slave:tank
recognised by node boiler (number 1), slave:n1"
is "all nodes have stopped" "$(rm -rf "$tmp/run"
	"${run[@]}" --record "$tmp/run" --break '{level}@n1 == {door[1]}@n2' $farm > /dev/null 2>&1
	"$TRELLIS" debug --batch -e 'goto end' -e 'node 1' -e 'print level > 0' -e 'node 2' -e 'print door[1]' "$tmp/run" 2>&1 |
		grep -oE '= [0-9]+$' | tr -d '\n')" "= 1= 1"

# The other machines: random events of nodes chosen at random, when nodes are mostly busy, and when they are mostly idle. There
# must be no false one, and some true ones.
locals=('level > 1' level 'door[0]' 'door[1]' 'ntasks & 1')
random_event() { # PLACE...: sets event, of two or three that follow each other; a subshell would have a seed of its own
	local i first=$((RANDOM % $#)) terms=$((2 + RANDOM % 2)) place=("$@" "$@")
	event=
	for ((i = first; i < first + terms; i++)); do
		event+="${event:+ == }{${locals[RANDOM % ${#locals[@]}]}}@${place[i]}"
	done
}
# hits_of NAME APP "PLACE..." "OPTION...;..." "MOST...": most is the greatest time between two tasks
hits_of() {
	local total=0 wrong='' some options option seed
	for RANDOM in ${SEEDS:-1 2 3}; do
		IFS=';' read -ra options <<< "$4"
		for most in $5; do
			random_event $3
			option=${options[RANDOM % ${#options[@]}]} seed=$RANDOM
			some=$(hits "$event" $option "tests/vm/break/$2" $seed "$most")
			echo "# $event: $some"
			total=$((total + $(sed -E 's/^recognised ([0-9]+).*/\1/' <<< "${some:-recognised 0}")))
			[[ $some = *" times, 0 not true"* ]] || wrong+=" $event: $some"
		done
	done
	echo "${wrong:-none is recognised}" > "$tmp/diff"
	[ -z "$wrong" ] && [ $total -gt 0 ]
	result $? "$1: no event is recognised that is not true"
}
hits_of "a pipeline" pipe.vms "n1 n2 n3" "-n 4;-n 6" "300 100000"
hits_of "a DCVM" tree.vms "n1 leaf inner n3 n4" "-n 7;-n 12 -T ttree;-n 6 -T chain" "100 30000"
hits_of "an SPMD" ring.vms "n1 n2 n3 n4" "-n 5;-n 9" "10 3000"
is "a pipeline recognises events of several stages at node 0, or of one stage there" "$(for e in '{level > 1}@n3 == {door[0]}@n2' '{level > 1}@n2'; do
	reported --break "$e" tests/vm/break/pipe.vms 1 60000 | sed -n 3p; done)" "recognised by node n0, master:n0
recognised by node n2, slave:n2"
is "monotonic events" "$(for a in 'n1 pipe' 'leaf tree' 'leaf ring'; do
	hits "{ntasks > 2}@${a% *} == {ntasks > 2}@n3" --monotonic "tests/vm/break/${a#* }.vms" 1 3000 |
	grep -c ' times, 0 not true; held 1 times, of which 1 were recognised'; done | paste -sd ' ')" "1 1 1"
sed 's/type = PFVM;/type = PFVM;\n  fault_tolerance = on;/' $farm > "$tmp/tolerant.vms"
cp tests/vm/break/*.[ch] "$tmp"

# points GRAPH: the query's sure points, except those that assume that events remain true
points() {
	"$TRELLIS" simul --summary --sure "$1" | grep -E '^points .* (dep|gdep):'
}
"${run[@]}" --break '{level > 1}@n2 == {door[0]}@n3' -n 4 -T btree $farm > /dev/null 2>&1
is "the points found by hand" "$(points "$tmp/build/passes.dcfg")" \
	"points e0.0 e1.0 at n1.0 dep: 
points e0.0 e1.0 at n1.0 gdep: n1.0/00 n1.0/10-n2 n1.0/01-n3"
is "the graph made by hand" "$(points tests/vm/break/passes.dcfg | tr ' ' '\n' | sort)" \
	"$(points "$tmp/build/passes.dcfg" | tr ' ' '\n' | sort)"

# the passes between which nothing is computed, by all schedules of three nodes
for places in '2 1' '4 2'; do
	is "values are valid when no result is missing: $places places" "$(python3 tests/vm/break_passes.py $places 0 | sed 's/.*states, //')" \
		"of some: none wrong"
done
is "with one result missing they are not" "$(python3 tests/vm/break_passes.py 2 1 1 | sed 's/.*states, //')" "of some: some wrong"

schedules() { # MACHINE POINT
	python3 tests/vm/break_machines.py "$@" | sed 's/.*states, //'
}
is "a pipeline's and a DCVM's values are valid when no result is missing" "$(schedules PIPELINE results; schedules DCVM results)" \
	"of some: none wrong
of some: none wrong"
is "not when no credit is missing, nor in an SPMD when a border has come" "$(schedules PIPELINE credits; schedules DCVM credits
	schedules SPMD borders)" "of some: some wrong
of some: some wrong
of some: some wrong"

# work ARGUMENT...: the tasks of each node, and how many operations of the kernel the programs make: messages, semaphores, threads
work() {
	rm -rf "$tmp/run"
	"${run[@]}" --record "$tmp/run" "$@" 2>&1 | grep '^Node [0-9]'
	"$TRELLIS" races "$tmp/run" 2>&1 | grep -o 'operations [0-9]*'
}
# Small items travel together if they wait at the same time. Of 1,200 bytes, two are too large for one message: each has its own.
# The turns of TrEK's threads are operations, too, and their number depends on times; a message more for each result
# would be at least 80 operations.
a=$(work --break-only carry --break '{level > 1}@n1' -n 2 $farm 2 4000 1200) b=$(work -n 2 $farm 2 4000 1200)
is "the same tasks as without" "${a%operations*}" "${b%operations*}"
more=$((${a##* } - ${b##* }))
is "as many messages as without" "$((more > -20 && more < 20))" 1

# cycles ARGUMENT...: of all nodes, of a small picture in which each node counts its tiles
mkdir "$tmp/mandel"
cp programs/mandel/* "$tmp/mandel"
sed -i 's/^	(void)nbytes;/&\n	ntiles++;/; s/^#include "mandel.h"/&\n\nuint32_t ntiles;/' "$tmp/mandel/compute.c"
cycles() {
	"$TRELLIS" run -b "$tmp/built" -n 6 -o "$tmp/picture" --stats-json "$tmp/figures" "$@" "$tmp/mandel/mandel.vms" 120 80 300 6 valley \
		> /dev/null 2>&1
	sha256sum < "$tmp/picture"
	python3 -c 'import json, sys; print(sum(n["cycles_high"] + n["cycles_low"] for n in json.load(open(sys.argv[1]))["nodes"]))' "$tmp/figures"
}
cycles > "$tmp/plain"
cycles --break-only carry --break '{ntiles > 9999}@n2 == {ntiles > 9999}@n3 == {ntiles}@n5' > "$tmp/carried"
is "the picture is the same" "$(head -1 "$tmp/carried")" "$(head -1 "$tmp/plain")"
is "below 2 % more cycles" "$(tail -qn 1 "$tmp/plain" "$tmp/carried" | paste -sd ' ' |
	awk '{ print ($1 > 0 && $2 > 0 && $2 < 1.02 * $1 ? "yes" : $0) }')" yes

expect "a variable of the split" 2 "${run[@]}" --break '{nsplits}@n1' tests/vm/break/tree.vms <<'END'
trellis: --break: {nsplits}@n1: the data generator, the result receiver, splits and joins have no stable point: no message for which they wait depends on what they know; name variables of comp_function, or use --break-outside
END
cp tests/vm/break/tree.vms "$tmp/both.vms"
sed -i 's/^uint32_t nsplits;/&\nextern volatile uint32_t level;/; s/nsplits++;/&\n\tlevel++;/' "$tmp/split.c"
"${run[@]}" --break '{level}@n1' "$tmp/both.vms" > "$tmp/out" 2>&1
is "a variable that compute_fn and split_fn change" "$? $(cut -d: -f 1-4 "$tmp/out")" \
	"2 trellis: --query: {level}@n1: no thread there has all its variables; each must be global or static, not a pointer or an enumerator, \
and local to the same thread"
expect "fault_tolerance" 2 "${run[@]}" --break '{level}@n1' "$tmp/tolerant.vms" <<END
$tmp/tolerant.vms:6: --break: a run with fault_tolerance is not instrumented; --break-outside stops there, too
END
expect "a process without a point" 2 "${run[@]}" --break '{most}@generator == {level}@n1' $farm <<'END'
trellis: --break: {most}@generator == {level}@n1: the data generator, the result receiver, splits and joins have no stable point: no message for which they wait depends on what they know; name variables of comp_function, or use --break-outside
END
expect "an unknown variable" 2 "${run[@]}" --break '{levl}@n1' $farm <<'END'
trellis: --query: {levl}@n1: compute:n1 has no variable 'levl'; it must be global or static, and not a pointer or an enumerator
END
expect "concurrent events" 2 "${run[@]}" --break '{level}@n1 || {level}@n2' $farm <<'END'
trellis: --break: {level}@n1 || {level}@n2: concurrent and ordered events of an APP.vms are not reported; 'trellis simul' finds them in a recording
END
echo "1..$n"
