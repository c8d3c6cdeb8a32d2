#!/bin/bash
# run --break: programs on a network recognise events over several of their processes, by values that their own messages
# carry; each time the event is evaluated from outside, in all nodes.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
p=programs/patterns
run=("$TRELLIS" run --topo programs/chain4.topo -b "$tmp/build")

# hits EVENT ARGUMENT...: how often it was recognised, not true, and missed
hits() {
	"${run[@]}" --break-hits 1000 --break "$@" 2>&1 | grep "^recognised [0-9]"
}
# the programs are built once; the seed changes the clocks
for seed in 1 2; do
	is "a barrier, seed $seed" "$(hits '{phase % 2}@n1 == {phase % 2}@n2 == {phase % 2}@n3' --seed $seed $p/barrier.c)" \
		"recognised 10 times, 0 not true; held 10 times, of which 10 were recognised, 0 missed"
	is "a barrier that counts, seed $seed" "$(hits '{phase % 2}@n1 == {phase % 2}@n2 == {phase % 2}@n3' --seed $seed $p/arrivals.c)" \
		"recognised 10 times, 0 not true; held 10 times, of which 10 were recognised, 0 missed"
	is "a fuzzy barrier, seed $seed" "$(hits '{phase % 2}@n1 == {phase % 2}@n3' --seed $seed $p/fuzzy.c |
		sed 's/ [0-9]* times, 0/ SOME times, 0/')" \
		"recognised SOME times, 0 not true; held 10 times, of which 10 were recognised, 0 missed"
	is "a rendezvous, seed $seed" "$(hits '{value > 3}@n0 == {value > 3}@n1' --seed $seed $p/rendezvous.c)" \
		"recognised 10 times, 0 not true; held 5 times, of which 5 were recognised, 0 missed"
done
is "a server and its clients" "$(hits '{served % 2}@server == {request % 2}@client' o:$p/server.c n1-3:$p/client.c |
	grep -c ' 0 not true')" 1

# random programs: all pairs of processes, each recognised by any
for seed in ${SEEDS:-1 2 3}; do
	python3 tests/vm/random_break.py "$seed" "$PWD/$p/patterns.h" > "$tmp/random.c"
	hits '{a % 2}@N == {d % 2}@N' --seed "$seed" "$tmp/random.c" "$seed" > "$tmp/out"
	result $(grep -q ' 0 not true' "$tmp/out"; echo $?) "random program $seed: $(cat "$tmp/out")"
done
is "events that are wrongly said to be monotonic are found to be false" "$(hits '{count % 2}@n0 == {count % 2}@n1' --monotonic $p/pipeline.c |
	grep -c ' times, 1 not true;')" 1

# told ARGUMENT...: the status and the local events
told() {
	"${run[@]}" "$@" > "$tmp/out" 2>&1
	echo "status $?"
	grep -E '^(breakpoint|recognised|the event|  )' "$tmp/out" | sed -E 's/ \(pid .*//'
}
is "it breaks, and tells all local events" "$(told --break '{phase > 3}@n1 == {phase > 3}@n2' $p/barrier.c)" "status 1
breakpoint: {phase > 3}@n1 == {phase > 3}@n2
recognised by node n0, barrier:n0
  {phase > 3}@barrier:n1: node n1, barrier
    phase = 4
  {phase > 3}@barrier:n2: node n2, barrier
    phase = 4"
is "all processes have stopped" "$("${run[@]}" --record "$tmp/run" --break '{phase > 3}@n1 == {phase > 3}@n2' $p/barrier.c > /dev/null 2>&1
	for phase in 1 2 3; do "$TRELLIS" debug --batch -e 'goto end' -e "node $phase" -e 'print phase' "$tmp/run" 2>&1; done |
		grep -oE '= [0-9]+$' | sort -u)" "= 4"
is "an event that does not hold" "$(told --break '{phase > 99}@n1 == {phase > 3}@n2' $p/barrier.c)" "status 0
the event was not recognised: {phase > 99}@n1 == {phase > 3}@n2"
is "monotonic events, downstream" "$(told --monotonic --break '{count > 3}@n0 == {count > 3}@n1' $p/pipeline.c | sed -n 3p)" \
	"recognised by node n1, pipeline:n1"
is "the same from outside, for a program that is not instrumented" "$(told --break-outside '{token}@n2 == {turns > 1}@n1' $p/token.c)" \
	"status 1
the event holds: {token}@n2 == {turns > 1}@n1
  {token}@n2: node n2, token
    token = 1
  {turns > 1}@n1: node n1, token
    turns = 2"
is "the programs alone" "$("${run[@]}" $p/pipeline.c 2> /dev/null)" "pipeline: 20 items, the last is 22"

# messages ARGUMENT...: how many messages the programs send and receive; all are in their graph
messages() {
	rm -rf "$tmp/run"
	"${run[@]}" --record "$tmp/run" "$@" > /dev/null 2>&1
	"${build:-build}/tests/detrek/simul/graphs" "$tmp/run" "$tmp/build/programs.dcfg" 2>&1 | sed -n 's/^# \([0-9]* operations\).*/\1/p'
}
is "as many messages as without" "$(messages --break-only carry --break '{phase > 3}@n1 == {phase > 3}@n2' $p/barrier.c
	messages $p/barrier.c)" "240 operations
240 operations"

# cheap NAME EVENT ARGUMENT...: compares the cycles to run, instrumented and not, of the programs with 200 rounds
cp -r $p "$tmp/long"
sed -i -E 's/(ROUNDS|ITEMS|REQUESTS) = [0-9]+/\1 = 200/' "$tmp/long"/*.[ch]
cycles() {
	"${run[@]}" "$@" 2>&1 | sed -n 's/^cycles.* load, \([0-9]*\) to run$/\1/p'
}
cheap() {
	local name=$1 event=$2
	shift 2
	is "below 2.5 % more cycles: $name" "$(awk -v plain="$(cycles "${@/--monotonic/--topo=programs/chain4.topo}")" \
		-v all="$(cycles --break "$event" --break-only carry "$@")" \
		'BEGIN { print (plain > 0 && all > plain && all < 1.025 * plain ? "yes" : plain " " all) }')" yes
}
cheap "a barrier" '{phase > 3000}@n1 == {phase > 3000}@n2 == {phase > 3000}@n3' "$tmp/long"/barrier.c
cheap "a fuzzy barrier" '{phase > 3000}@n1 == {phase > 3000}@n3' "$tmp/long"/fuzzy.c
cheap "a rendezvous" '{value > 3000}@n0 == {value > 3000}@n1' "$tmp/long"/rendezvous.c
cheap "a server and its clients" '{served > 3000}@server == {request == 12}@client' o:"$tmp/long"/server.c n1-3:"$tmp/long"/client.c
cheap "a pipeline" '{count > 3000}@n0 == {count > 3000}@n1' --monotonic "$tmp/long"/pipeline.c

# related EVENT ARGUMENT...: what the programs reported, judged by all occurrences in the recording
related() {
	rm -rf "$tmp/run"
	"${run[@]}" --record "$tmp/run" --break "$@" > "$tmp/out" 2>&1
	python3 tests/vm/related.py "$TRELLIS" "$tmp/run" "$tmp/out"
}
is "concurrent events, in each process" "$(related '{phase % 2}@n1 || {phase % 2}@n2' $p/barrier.c)" \
	"40 reports, 0 wrong; 10 of 10 occurrences"
is "ordered events: not by the first round" "$(related '{phase % 2}@n1 -> {phase % 2}@n2' $p/barrier.c)" \
	"36 reports, 0 wrong; 9 of 9 occurrences"
is "three ordered events" "$(related '{phase == 2}@n1 -> {phase == 3}@n2 -> {phase > 3}@n3' $p/barrier.c)" \
	"4 reports, 0 wrong; 1 of 1 occurrences"
is "events that are ordered are not concurrent" "$(related '{phase == 2}@n1 || {phase == 4}@n2' $p/barrier.c)" \
	"0 reports, 0 wrong; 0 of 0 occurrences"
is "events of some processes of a place" "$(related '{request == 2}@client || {request == 2}@client' o:$p/server.c n1-3:$p/client.c |
	grep -c ' 0 wrong')" 1
for seed in ${SEEDS:-1 3}; do
	python3 tests/vm/random_break.py "$seed" "$PWD/$p/patterns.h" > "$tmp/random.c"
	related '{a % 2}@N -> {d % 2}@n2' --seed "$seed" "$tmp/random.c" "$seed" > "$tmp/judged"
	result $(grep -q ' 0 wrong' "$tmp/judged"; echo $?) "random program $seed, ordered: $(cat "$tmp/judged")"
done

no='no stable point: at each point a process may already have changed its event; it does not if its next message from the'
expect "no point" 2 "${run[@]}" --break '{token}@n0 == {token}@n1' $p/token.c <<END
trellis: --break: {token}@n0 == {token}@n1: $no recognising process comes after the point and is waited for; --break-outside stops wherever it holds
END
expect "an unknown variable" 2 "${run[@]}" --break '{phsae}@n1' $p/barrier.c <<'END'
trellis: --query: {phsae}@n1: barrier:n1 has no variable 'phsae'; it must be global or static, and not a pointer or an enumerator
END
expect "no expression" 2 "${run[@]}" --break '{phase > }@n1' $p/barrier.c <<'END'
trellis: --query: {phase > }: the expression ends; expected a value
END
expect "concurrent events do not stop a run" 2 "${run[@]}" --break-hits 9 --break '{phase}@n1 || {phase}@n2' $p/barrier.c <<'END'
trellis: --break-hits counts simultaneous events; concurrent and ordered ones are all reported
END
printf 'volatile int x;\nint main(void)\n{\n\tx++;\n}\n' > "$tmp/silent.c"
expect "ordered events of which no process hears" 2 "${run[@]}" --break '{x}@n0 -> {x}@n1' "$tmp/silent.c" <<'END'
trellis: --break: {x}@n0 -> {x}@n1: no process can hear of all its local events; 'trellis simul' finds it in a recording
END
printf '#include "%s/patterns.h"\nint main(void)\n{\n\tstatic uint32_t n;\n\tfor (n = 0; n < 3; n++)
\t\tif (getnodeid() == 1)\n\t\t\tsend_word(0, 1, n), receive_word(2, 0);\n\t\telse if (getnodeid() == 0)
\t\t\treceive_word(1, 0), send_word(1, 2, n);\n}\n' "$PWD/$p" > "$tmp/inner.c"
"${run[@]}" --break '{n > 1}@n1 == {n > 0}@n0' "$tmp/inner.c" > "$tmp/out" 2>&1
is "a static variable of a function" "$(grep -o '^--break:.*\|^trellis: .*' "$tmp/out")" \
	"--break:3:10: error: use of undeclared identifier 'n'
--break:7:10: error: use of undeclared identifier 'n'
trellis: --break: {n > 1}@n1 == {n > 0}@n0: not an expression at the end of a file of inner, or the program does not link; a static \
variable of a function is not visible there"
sed '/^int$/,$d' "$p/barrier.c" | sed 's|"patterns.h"|"'"$PWD/$p"'/patterns.h"|' > "$tmp/one.c"
sed 's/^static void/void/' "$tmp/one.c" > "$tmp/first.c"
printf '#include <kernel.h>\nvoid barrier(void), member(uint32_t);\nint main(void)\n{\n\tif (getnodeid() == 0)
\t\tbarrier();\n\telse\n\t\tmember(getnodeid());\n}\n' > "$tmp/second.c"
is "a program of two files, the variable in the second" "$(hits '{phase % 2}@n1 == {phase % 2}@n3' "$tmp/second.c+$tmp/first.c" |
	sed 's/^recognised [0-9]* times, //')" "0 not true; held 10 times, of which 10 were recognised, 0 missed"
printf '#include <stdio.h>\n#include <kernel.h>\nint main(void) { printf("node %%d of %%d\\n", (int)getnodeid(), (int)getnnodes()); return 0; }\n' \
	> "$tmp/alone.c"
is "without a network, one node" "$("$TRELLIS" run -b "$tmp/build" "$tmp/alone.c" 2>&1 | head -1)" "node 0 of 1"
echo 'int main(int argc) { return 100 / (argc - 1); }' > "$tmp/zero.c"
"$TRELLIS" run -b "$tmp/build" "$tmp/zero.c" >"$tmp/out" 2>&1
is "the status if an error stops a program" "$? $(grep -c 'stopped: Error was set: division by zero' "$tmp/out")" "1 1"
echo "1..$n"
