#!/bin/bash
# trellis simul: the graphs of example 002, operators, the plan, JSON, DOT, mistakes.
data=tests/detrek/data/002
. tests/tap.sh

simul() {
	"$TRELLIS" simul "$@"
}

# lines WORD...: the output's lines that begin with one of the words
lines() {
	local words=$1
	shift
	simul "$@" >"$tmp/all"
	local status=$?
	grep -E "^($words) " "$tmp/all"
	return $status
}

# mistake NAME REASON TEXT: the graph is refused with just this line
mistake() {
	printf "$3" >"$tmp/bad.dcfg"
	expect "$1" 2 simul "$tmp/bad.dcfg" <<<"$tmp/bad.dcfg:$2"
}

for f in $data/*.dcfg; do
	status=0
	grep -qE '^points .*: .' "${f%.dcfg}.expected" && status=1
	expect "$f" $status simul "$f" < <(grep -v '^#' "${f%.dcfg}.expected")
	simul --json "$f" | python3 -c "import json, sys
j = json.load(sys.stdin)
print('comm', ' '.join('->'.join(e) for e in j['comm']))
for kind in 'send', 'recv':
	for o in j['nodes']:
		if o['kind'] == kind:
			print(o['node'], *('%s {%s}' % (k.upper(), ' '.join(o[k])) for k in ('pre', 'post1', 'post2')))
for q in j['queries']:
	for m, p in q['points'].items():
		print('points', q['query'], m + ':', ' '.join(p))" |
		diff <(grep -v '^#' "${f%.dcfg}.expected") - >"$tmp/diff"
	result $? "$f as JSON"
done

# At the barrier S1 and S2 know nothing of each other; R3 follows from S1 by way of S3.
expect "concurrent" 1 lines points --query='LE1 || LE2 at PBAR' $data/fig4a-barrier.dcfg < <(
	grep ^points $data/fig4a-barrier.expected
	echo "points LE1 || LE2 at PBAR mono: RB2 RB3 RB4 sync SB1 SB2 SB3 SB4"
	echo "points LE1 || LE2 at PBAR dep: RB2 RB3 RB4 sync"
	echo "points LE1 || LE2 at PBAR gdep: RB2 RB3 RB4 sync")
cat >"$tmp/relay.dcfg" <<X
process A
node a0 comp
node SA send B
node a9 comp
flow a0 SA a9
process B
node b0 comp
node RB recv A
node SB send C
node b9 comp
flow b0 RB SB b9
process C
node c0 comp
node RC recv B
node c1 comp
node c9 comp
flow c0 RC c1 c9
event EA A changes a0
event EB B changes b0
query EA -> EB at C
query EB -> EA at C
query EA || EB at C
query EA EB at *
X
expect "ordered, and every process" 1 lines points "$tmp/relay.dcfg" <<X
points EA -> EB at C mono: RC c1
points EA -> EB at C dep: 
points EA -> EB at C gdep: 
points EB -> EA at C mono: 
points EB -> EA at C dep: 
points EB -> EA at C gdep: 
points EA || EB at C mono: 
points EA || EB at C dep: 
points EA || EB at C gdep: 
points EA EB at A mono: 
points EA EB at A dep: 
points EA EB at A gdep: 
points EA EB at B mono: RB SB
points EA EB at B dep: 
points EA EB at B gdep: 
points EA EB at C mono: RC c1
points EA EB at C dep: 
points EA EB at C gdep: 
X
# A receive from A or one from B, never both.
a='process A\nnode a0 comp\nnode SA send P\nnode a9 comp\nflow a0 SA a9\nevent EA A changes a0\n'
b='process B\nnode b0 comp\nnode SB send P\nnode b9 comp\nflow b0 SB b9\nevent EB B changes b0\n'
printf "$a$b"'process P\nnode p0 comp\nnode R1 recv A\nnode q comp\nnode R2 recv B\nnode e comp\n'\
'flow p0 R1 q e\nflow p0 R2 q\nquery EA EB at P\nquery EA -> EB at P\nquery EA || EB at P\n'\
	>"$tmp/either.dcfg"
expect "no path hears both" 0 lines points "$tmp/either.dcfg" < <(
	for q in "EA EB" "EA -> EB" "EA || EB"; do
		for m in mono dep gdep; do
			echo "points $q at P $m: "
		done
	done)

# Both are heard, and one of them is answered.
a='process A\nnode a0 comp\nnode SA send P\nnode RA recv P\nnode a9 comp\nflow a0 SA RA a9\n'
b='process B\nnode b0 comp\nnode SB send P\nnode RB recv P\nnode b9 comp\nflow b0 SB RB b9\n'
printf "$a$b"'event EA A changes a0 a9\nevent EB B changes b0 b9\nprocess P\nnode p0 comp\nnode R recv A\n'\
'node V recv B\nnode q comp\nnode XA send A\nnode XB send B\nnode e comp\n'\
'flow p0 R V q XA e\nflow q XB e\nquery EA EB at P\n' >"$tmp/answer.dcfg"
expect "no path answers both" 1 lines points "$tmp/answer.dcfg" <<X
points EA EB at P mono: V q XA XB
points EA EB at P dep: 
points EA EB at P gdep: 
X

# A can pass R1 by and change its event; the answer S is certain in the second graph.
a='process A\nnode a0 comp\nnode S1 send P\nnode b comp\nnode R1 recv P\nnode c comp\nnode z comp\n'
a+='flow a0 S1 b R1 z\nflow b c z\nevent E A changes a0 c\n'
printf "$a"'process P\nnode p0 comp\nnode R recv A\nnode q comp\nnode S send A\nnode T send A\n'\
'node e comp\nflow p0 R q S e\nflow p0 T e\nquery E at P\n' >"$tmp/pass.dcfg"
expect "a receive that is passed by" 1 lines points "$tmp/pass.dcfg" <<X
points E at P mono: R q S
points E at P dep: 
points E at P gdep: 
X
printf "$a"'process P\nnode p0 comp\nnode R recv A\nnode q comp\nnode S send A\nnode e comp\n'\
'flow p0 R q S e\nquery E at P\n' >"$tmp/certain.dcfg"
expect "the answer is certain" 1 lines points "$tmp/certain.dcfg" <<X
points E at P mono: R q S
points E at P dep: 
points E at P gdep: R q
X
expect "but the point is not sure" 1 lines "points|unsure" --sure "$tmp/certain.dcfg" <<X
points E at P mono: R q S
points E at P dep: 
points E at P gdep: 
unsure E at P dep: 
unsure E at P gdep: R q
X
simul --sure --json "$tmp/certain.dcfg" | python3 -c "import json, sys
print(json.load(sys.stdin)['queries'][0]['unsure'])" |
	diff <(echo "{'mono': [], 'dep': [], 'gdep': ['R', 'q']}") - >"$tmp/diff"
result $? "unsure as JSON"
# 40 branches with receives of 200 processes: which branches hear all of them is a hard question.
python3 - >"$tmp/hard.dcfg" <<'P'
import random
draw = random.Random(5)
place = [[(v, draw.randrange(2)) for v in draw.sample(range(40), 3)] for i in range(200)]
for i in range(200):
    print(f"process C{i}\nnode S{i} send P\nnode z{i} comp\nflow S{i} z{i}\nevent E{i} C{i} changes z{i}")
print("process P\nnode j0 comp")
for v in range(40):
    for b in range(2):
        for i in range(200):
            if (v, b) in place[i]:
                print(f"node R{v}_{b}_{i} recv C{i}")
    print(f"node j{v + 1} comp")
print("node e comp\nflow j40 e")
for v in range(40):
    for b in range(2):
        print("flow", f"j{v}", *(f"R{v}_{b}_{i}" for i in range(200) if (v, b) in place[i]), f"j{v + 1}")
print("query", *(f"E{i}" for i in range(200)), "at P")
P
expect "too many combinations" 2 simul "$tmp/hard.dcfg" <<<"$tmp/hard.dcfg: a query of 200 events has too \
many combinations of receives and sends; one with fewer events would do"

# All points of the barriers are sure.
for f in fig4a-barrier fig4b-fuzzy; do
	expect "sure points of $f" 1 lines points --sure $data/$f.dcfg < <(
		grep ^points $data/$f.expected)
done

expect "no sets in a summary" 1 simul --summary $data/fig4a-barrier.dcfg < <(
	grep -E "^(comm|points) " $data/fig4a-barrier.expected)
simul --summary --json $data/fig4a-barrier.dcfg | python3 -c "import json, sys
assert {k for n in json.load(sys.stdin)['nodes'] for k in n} == {'node', 'process', 'kind'}" \
	>"$tmp/diff" 2>&1
result $? "no sets in a summary as JSON"
expect "dominators" 1 lines "dom|pdom" --dominators "$tmp/relay.dcfg" < <(
	for p in "a0 SA a9" "b0 RB SB b9" "c0 RC c1 c9"; do
		seen=
		for v in $p; do
			seen="$v${seen:+ $seen}"
			echo "dom $v {$seen}"
		done
	done
	for p in "a0 SA a9" "b0 RB SB b9" "c0 RC c1 c9"; do
		for v in $p; do
			echo "pdom $v {$v${p#*$v}}"
		done
	done)

# S1 is sent once; after RB2 nothing that LE1 or LE2 depend on comes in.
expect "plan" 1 lines "carry|evaluate|redundant" --plan $data/fig4b-fuzzy.dcfg < <(
	for q in "LE1 LE2" "LE1 LE2 LE3" "LE1 LE2 LE3 LE4" "LE3 LE4" "LE1 LE4"; do
		for e in $q; do
			i=${e#LE}
			echo "carry $q at PBAR $e: S$i->RB$i"
			echo "evaluate $q at PBAR $e: S$i"
		done
		case $q in
		"LE1 LE2") echo "redundant $q at PBAR mono: RB3 RB4 sync SB1 SB2 SB3 SB4" ;;
		"LE1 LE2 LE3") echo "redundant $q at PBAR mono: RB4 sync SB1 SB2 SB3 SB4" ;;
		*) echo "redundant $q at PBAR mono: sync SB1 SB2 SB3 SB4" ;;
		esac
		echo "redundant $q at PBAR dep:"
		case $q in
		"LE1 LE2") echo "redundant $q at PBAR gdep: RB3 RB4 sync" ;;
		"LE1 LE4") echo "redundant $q at PBAR gdep: sync" ;;
		*) echo "redundant $q at PBAR gdep:" ;;
		esac
	done)
cat >"$tmp/twice.dcfg" <<X
process A
node a0 comp
node S1 send B
node S2 send B
node a1 comp
node S3 send B
node a9 comp
flow a0 S1 S2 a1 S3 a9
process B
node b0 comp
node R1 recv A
node R2 recv A
node R3 recv A
node b9 comp
flow b0 R1 R2 R3 b9
event E A changes a0 a1
query E at B
X
expect "an evaluation without a change since" 1 lines evaluate --plan "$tmp/twice.dcfg" \
	<<<"evaluate E at B E: S1 (S2) S3"

expect "stats" 1 simul --stats-along=S1,R1 $data/fig4b-fuzzy.dcfg <<<"stats S1 R1 {w1}"
expect "no stats" 0 simul --stats-along=S1,R1 $data/fig4a-barrier.dcfg <<<"stats S1 R1 {}"
expect "path" 1 simul --path=n18,n21 $data/rnd05.dcfg <<<"path n18 n21 yes"
expect "no path" 0 simul --path=n18,R8 $data/rnd05.dcfg <<<"path n18 R8 no"
expect "path around a loop" 1 simul --path=R8,R8 $data/rnd05.dcfg <<<"path R8 R8 yes"
expect "path cut off" 0 simul --path=R7,n21,n18 $data/rnd05.dcfg <<<"path R7 n21 avoiding n18 no"

simul --dot="$tmp/dot" $data/fig4a-barrier.dcfg >"$tmp/out"
grep -c fillcolor=palegreen "$tmp/dot" | diff <(echo 6) - >"$tmp/diff"
result $? "DOT: six points that hold for dependent events"

two='process P\nnode a comp\nnode s send Q\nnode z comp\nflow a s z\nprocess Q\nnode b comp\n'
two+='node r recv P\nnode y comp\nflow b r y\n'
mistake "no line" "1: unknown keyword 'edge' (process, node, flow, comm, event, query, unordered)" 'edge a b\n'
mistake "no process" "1: a node must follow a process line" 'node a comp\n'
mistake "an empty process" "1: process P has no node; it needs one, its start and stop" \
	'process P\nprocess Q\nnode a comp\n'
mistake "process twice" "3: process P already exists" 'process P\nnode a comp\nprocess P\n'
mistake "no kind" "2: unknown kind of node 'wait' (comp, send, recv)" 'process P\nnode a wait\n'
mistake "no peer" "2: 3 words; the line is: node <name> comp|send <to>|recv <from> [on <channel>] [at <source line>]" \
	'process P\nnode a send\n'
mistake "unknown peer" "2: unknown process Q" 'process P\nnode a send Q\n'
mistake "its own peer" "2: a sends to its own process; messages connect two processes" \
	'process P\nnode a send P\n'
mistake "between processes" "11: a and b are in different processes; comm joins those" \
	"${two}flow a b\n"
mistake "out of the stop" "4: a flow out of z, the stop of P (its last node)" "${two}flow z a\n"
mistake "not reached" "3: no flow leads from a, the start, to b" 'process P\nnode a comp\nnode b comp\nnode c comp\nflow a c\nflow b c\n'
mistake "stuck" "3: no flow leads from b to c, the stop" \
	'process P\nnode a comp\nnode b comp\nnode c comp\nflow a b b\nflow a c\n'
mistake "comm from no send" "11: a is not a send" "${two}comm a r\n"
mistake "comm to no recv" "11: b is not a recv" "${two}comm s b\n"
mistake "comm twice" "12: comm s r already exists" "${two}comm s r\ncomm s r\n"
mistake "an event elsewhere" "11: b is not a node of P" "${two}event E P changes b\n"
mistake "no changes" "11: expected 'changes' instead of 'alters'" "${two}event E P alters a\n"
mistake "query without at" "12: a query is: query <event> ... at <process>" \
	"${two}event E P changes a\nquery E by Q\n"
mistake "unknown event" "11: unknown event F" "${two}query F at Q\n"
mistake "two operators" "14: '->': all events of a query are joined by one operator" \
	"${two}event E P changes a\nevent F Q changes b\nevent G Q changes b\nquery E || F -> G at Q\n"
mistake "no event after" "12: no event after '||'" "${two}event E P changes a\nquery E || at Q\n"
expect "a wrong query option" 2 simul --query='X at P' $data/fig3.dcfg \
	<<<"--query:1: unknown event X"
simul --help >"$tmp/out" && grep -q '^usage: trellis simul' "$tmp/out"
result $? "help"
simul --bench=1000 >"$tmp/out" && [ "$(wc -l <"$tmp/out")" = 6 ]
result $? "bench"
echo "1..$n"
