#!/bin/bash
# trellis cc --graph: what recorded programs have done is in their graphs (graphs.c); and the points of these are those
# found by hand, which the programs' comments name.
. tests/tap.sh
here=tests/detrek/simul programs=programs/patterns
cc=${build:-build}/trellis-cc
[ -x "$cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

# runs NAME NODES SOURCE ARGUMENTS QUERY...: a program on the nodes of a chain, two seeds
runs() {
	"$cc" --kernel -O0 -g -o "$tmp/$1.elf" "$3"
	"$cc" --graph "$2" -o "$tmp/$1.dcfg" "$3"
	for seed in 1 2; do
		printf 'spread\nloadgo -s %s n0-%d %s -- %s\n' "$tmp" $(($2 - 1)) "$1" "$seed $4" |
			"$TRELLIS" shell --seed $seed --record "$tmp/run" programs/chain4.topo > "$tmp/out" 2>&1
		follow "$1, seed $seed" "$tmp/run" "$tmp/$1.dcfg" "${@:5}"
	done
}
# follow NAME RECORDING GRAPH QUERY...: the run is in its graph, and each query is recognised in it, rightly
follow() {
	local status
	"${build:-build}/$here/graphs" "${@:2}" > "$tmp/diff" 2>&1
	status=$?
	grep -q '# 0 recognised' "$tmp/diff" && status=1
	result $status "$1: $(sed -n 's/^# //p' "$tmp/diff" | paste -sd, | sed 's/,/, /g')"
}
runs barrier 4 $programs/barrier.c "" 'phase@barrier:n1 phase@barrier:n2 phase@barrier:n3 at barrier:n0' \
	'phase@barrier:n1 phase@barrier:n3 at barrier:n0'
runs arrivals 4 $programs/arrivals.c "" \
	'phase@arrivals:n1 phase@arrivals:n2 phase@arrivals:n3 at arrivals:n0' 'phase@arrivals:n2 phase@arrivals:n3 at arrivals:n0'
runs fuzzy 4 $programs/fuzzy.c "" 'phase@fuzzy:n1 phase@fuzzy:n2 phase@fuzzy:n3 at fuzzy:n0'
runs rendezvous 4 $programs/rendezvous.c "" 'value@rendezvous:n0 value@rendezvous:n1 at rendezvous:n0'
runs token 4 $programs/token.c ""
runs pipeline 4 $programs/pipeline.c ""
runs chatter 4 tests/detrek/events/chatter/chatter.c 150
for seed in ${SEEDS:-1 2 3 4}; do
	python3 $here/random_program.py "$seed" > "$tmp/random.c"
	"$cc" --kernel -O0 -g -o "$tmp/random.elf" "$tmp/random.c"
	"$cc" --graph 4 -o "$tmp/random.dcfg" "$tmp/random.c"
	printf 'spread\nloadgo -s %s n0-3 random -- %d\n' "$tmp" "$seed" |
		"$TRELLIS" shell --seed "$seed" --record "$tmp/run" programs/chain4.topo > "$tmp/out" 2>&1
	follow "random program $seed" "$tmp/run" "$tmp/random.dcfg"
done
for p in server client; do "$cc" --kernel -O0 -g -o "$tmp/$p.elf" $programs/$p.c; done
"$cc" --graph 4 -o "$tmp/server.dcfg" o:$programs/server.c n1-3:$programs/client.c
printf 'spread\nloadgo -s %s n1-3 client &\nloadgo -s %s o server\n' "$tmp" "$tmp" |
	"$TRELLIS" shell --record "$tmp/service" programs/chain4.topo > "$tmp/out" 2>&1
follow "server and clients" "$tmp/service" "$tmp/server.dcfg" 'sum@server:n0 request@client:n2 at server:n0' \
	'request@client:n1 at server:n0'

# A graph that leaves out a change, or a flow, is found to be wrong.
printf 'spread\nloadgo -s %s n0-3 fuzzy\n' "$tmp" |
	"$TRELLIS" shell --record "$tmp/run" programs/chain4.topo > "$tmp/out" 2>&1
sed -E '/^event done@fuzzy:n1/s/changes.*/changes/' "$tmp/fuzzy.dcfg" > "$tmp/wrong.dcfg"
is "a change is left out" "$("${build:-build}/$here/graphs" "$tmp/run" "$tmp/wrong.dcfg" 2>&1 | grep -c 'FAILED  . 1 test')" 1
sed -E '/^flow fuzzy:n1.R21 fuzzy:n1.C/d' "$tmp/fuzzy.dcfg" > "$tmp/wrong.dcfg"
is "a flow is left out" "$("${build:-build}/$here/graphs" "$tmp/run" "$tmp/wrong.dcfg" 2>&1 | grep -c 'FAILED  . 1 test')" 1

# points GRAPH QUERY: the points of three nodes that no schedule makes unstable; those of monotonic events in brackets
points() {
	"$TRELLIS" simul --sure --summary --query="$2" "$tmp/$1.dcfg" |
		sed -nE "s/^points .* (mono|dep|gdep): ?/\1 /p" | sed -E "s/$1:(n[0-9])/\1/g; s/(server|client):(n[0-9])/\2/g" | grep -v ' $'
}
for p in barrier arrivals fuzzy token rendezvous pipeline; do "$cc" --graph 3 -o "$tmp/$p.dcfg" $programs/$p.c; done
"$cc" --graph 3 -o "$tmp/server.dcfg" o:$programs/server.c n1-2:$programs/client.c

is "a barrier: at node 0 when the last has arrived, before one is let go" "$(
	points barrier '{phase > 3}@n1 == {phase > 3}@n2 at n0')" "mono n0/R21 n0/R21.2 n0/S12 n0/S12.2
dep n0/R21.2
gdep n0/R21.2"
is "a barrier that counts: likewise, at the receive of the last round" "$(
	points arrivals '{phase > 3}@n1 == {phase > 3}@n2 at n0')" "mono n0/R21 n0/R21.2 n0/R21.3 n0/R21.4 n0/S12 n0/S12.2
dep n0/R21.3 n0/R21.4
gdep n0/R21.3 n0/R21.4"
sed 's/getnnodes() - 1)/getnnodes() + 1)/' $programs/arrivals.c > "$tmp/more.c"
"$cc" -I$programs --graph 3 -o "$tmp/more.dcfg" "$tmp/more.c"
is "more rounds than nodes: they remain a loop" "$(grep -c '^node more:n0/R' "$tmp/more.dcfg")" 2
is "a fuzzy barrier: the work between changes nothing that was asked for" "$(
	points fuzzy '{phase > 3}@n1 == {phase > 3}@n2 at n0')" "mono n0/R21 n0/R21.2 n0/S12 n0/S12.2
gdep n0/R21.2"
is "but it changes other variables" "$(points fuzzy '{done > 3}@n1 == {phase > 3}@n2 at n0')" \
	"mono n0/R21 n0/R21.2 n0/S12 n0/S12.2"
is "a token: it is never known of two" "$(points token '{token}@N == {token}@N' | grep -v mono)" ""
is "a rendezvous: at node 0 until it answers" "$(points rendezvous '{value}@n0 == {value}@n1' | grep -v mono)" \
	"dep n0/R21
gdep n0/R21"
is "a server and a client: until the answer" "$(points server '{served > 3}@n0 == {request == 2}@n1 at n0' | tail -2)" \
	"dep n0/R21 n0/C18
gdep n0/R21 n0/C18"
is "a server and two clients: one has been answered" "$(
	points server '{request == 2}@n1 == {request == 2}@n2 at n0' | grep -v mono)" ""
is "a pipeline: only monotonic events, downstream" "$(points pipeline '{count > 3}@n0 == {count > 3}@n1 at n2')" \
	"mono n2/R21 n2/C23 n2/S12"
is "and they come back to node 0" "$(points pipeline '{count > 3}@n1 == {count > 3}@n2 at n0')" "mono n0/R21"

# A farm: a task is a message to the node that computes it, a result one to the receiver, which answers neither.
"$TRELLIS" run --graph "$tmp/sums.dcfg" -n 4 tests/detrek/debug/sums/sums.vms
is "a PFVM: monotonic events, where the results arrive" "$(points sums '{ntasks > 0}@n1 == {ntasks > 0}@n2' | sort -u)" \
	"mono receiver:n0/R12 receiver:n0/R12.2 receiver:n0/R12.3"
is "a node has its place, and those of the calls" "$(grep -m 1 -E 'node generator:n0/S[0-9]+ ' "$tmp/sums.dcfg" |
	sed -E 's/.* at //; s|[^<:]*/||g; s/(trek_model.h|tasks.c|generator.c):[0-9]+/\1/g')" "trek_model.h<tasks.c<generate.c:19<generator.c"

# What is between two messages of a process: the events that change there.
cat > "$tmp/changes.c" <<'END'
#include <stdio.h>
#include "kernel.h"
int direct, taken, never, element[4], behind, *pointer = &behind;
static int hidden;
static void set(int *p) { *p = 1; }
static int deep(int n) { hidden++; return n > 0 ? deep(n - 1) + n : 0; }
int main(void)
{
	Nmsg m = {.nh_node = 1, .nh_event = 5};
	static int count;
	if (getnodeid() == 1)
		return nrecv(&m), nrecv(&m), nrecv(&m), nrecv(&m), nrecv(&m);
	direct = 1;
	nsend(&m);
	set(&taken);
	nsend(&m);
	*pointer = element[1] = 3;
	nsend(&m);
	count += deep(m.nh_node);
	nsend(&m);
	printf("%d\n", direct + never);
	nsend(&m);
}
END
"$cc" --graph 2 -o "$tmp/changes.dcfg" "$tmp/changes.c"
# between: the variables that change between the first sends, one line for each
between() {
	local node
	for node in $(grep -oE '^node [^ ]*n0/C[^ ]*' "$tmp/changes.dcfg" | cut -d' ' -f2); do
		echo "$(grep -E "^event .*@changes:n0 .* $node( |\$)" "$tmp/changes.dcfg" |
			sed 's/^event \([a-z:]*\)@.*/\1/' | sort | tr '\n' ' ')"
	done
}
is "the variables that may change: by name, by address, in a recursive function, in the library" "$(between | sort -u)" \
	"behind 
behind element 
count hidden main::count 
direct 
taken "

# Static variables of functions, by name: what the graph has of them is in a recording, too.
cat > "$tmp/statics.c" <<'END'
#include "kernel.h"
static void thrice(void) { static volatile int count; count += 3; }
static void once(void) { static volatile int count; count++; }
int main(void)
{
	Nmsg m = {.nh_node = 1 - getnodeid(), .nh_event = 1}, r = {.nh_event = 1};
	for (int i = 0; i < 9; i++) {
		once();
		if (getnodeid() == 0)
			nrecv(&r), nsend(&m);
		else
			thrice(), nsend(&m), nrecv(&r);
	}
}
END
runs statics 2 "$tmp/statics.c" "" 'thrice::count@statics:n1 once::count@statics:n0 at statics:n0'
is "static variables of functions in a graph" "$(points statics '{thrice::count > 3}@n1 == {once::count > 3}@n0 at n0')" \
	"mono n0/C3 n0/R10 n0/S10
dep n0/R10
gdep n0/R10"
is "and in the recording" "$("$TRELLIS" simul --query='{thrice::count > 3}@n1 == {once::count > 3}@n0' "$tmp/run" | sed -n 2,3p)" \
	"{thrice::count > 3}@n1 became true 1 time
{once::count > 3}@n0 became true 1 time"

expect "a place" 2 "$cc" --graph 4 n1-7:a.c <<'END'
trellis: n1-7:a.c: unknown node n7 (--graph 4 has n0 to n3)
END
expect "no place" 2 "$cc" --graph 4 boiler:a.c <<'END'
trellis: boiler:a.c: 'boiler': nodes are named as in n0-3,8 (or o for node 0, N for all)
END
expect "no C" 2 "$cc" --graph 4 a.o <<'END'
trellis: a.o: --graph takes C files
END
printf 'int x;\n__attribute__((constructor)) static void f(void) { x = 1; }\nint main(void)\n{\n	return x;\n}\n' > "$tmp/begin.c"
printf 'int main(int argc, char **argv)\n{\n	return argc > 1 ? 1 + main(argc - 1, argv) : 0;\n}\n' > "$tmp/again.c"
expect "constructors" 2 "$cc" --graph 2 "$tmp/begin.c" <<END
trellis: $tmp/begin.c: the graph of a program with constructors or destructors is not supported: a process begins and ends with main
END
expect "main that calls itself" 2 "$cc" --graph 2 "$tmp/again.c" <<END
$tmp/again.c:3: the graph of a program that calls main is not supported: flows of control begin with main, thread_start, thrd_create and kclone; messages are those of nsend, tsend and ksend
END
is "what a query names" "$(for q in '{phsae}@n1' '{phase}@n5' '{*phase}@n1' '{phase = 1}@n1' '{phase}@n1 == {phase}@n1'; do
	"$TRELLIS" simul --query="$q" "$tmp/barrier.dcfg" 2>&1; done)" \
"trellis: --query: {phsae}@n1: barrier:n1 has no variable 'phsae'; it must be global or static, and not a pointer or an enumerator
trellis: --query: {phase}@n5: no process of the graph is there; a place is PROGRAM, nodes as in n0-3,8 (o for node 0, N for all), or PROGRAM:n0-3
trellis: --query: {*phase}: a graph does not follow pointers; name variables, their members, and elements of arrays
trellis: --query: {phase = 1}: an event changes nothing; '==' compares
trellis: --query: {phase}@n1 == {phase}@n1: two local events are in one process; each must have its own"
advice() {
	"$TRELLIS" simul --sure --summary --query="$2" "$tmp/$1.dcfg" | grep '^no '
}
is "no process hears of all events" "$(advice pipeline '{count > 3}@n1 == {count > 3}@n2 at n1')" \
	"no point: no process hears of all events; a message from each of their processes, directly or through others, would \
tell it"
is "no event is stable" "$(advice token '{token}@n0 == {token}@n1')" \
	"no stable point: at each point a process may already have changed its event; it does not if its next message from \
the recognising process comes after the point and is waited for"
is "there is a stable point" "$(advice barrier '{phase}@n1 == {phase}@n2')" ""
echo "1..$n"
