#!/bin/bash
# trellis races: the traces of examples 000 and 004, the other outputs, mistakes.
data=tests/detrek/data
. tests/tap.sh

races() {
	"$TRELLIS" races "$@"
}

# with_end FILE: the report, less what is said of a blocked end
with_end() {
	races "$@" >"$tmp/all"
	local status=$?
	grep -vE '^(blocked|cycle) ' "$tmp/all"
	return $status
}

# mistake NAME REASON TEXT: the trace is refused with just this line
mistake() {
	printf "$3" >"$tmp/bad.mtr"
	expect "$1" 2 races "$tmp/bad.mtr" <<<"$tmp/bad.mtr:$2"
}

for f in $data/000/*.mtr $data/004/*.mtr; do
	status=0
	grep -qE '^(ppd-)?race ' "${f%.mtr}.expected" && status=1
	awk '$2 == "B" { w[$1] = 1 } $2 == "P" { delete w[$1] } END { for (t in w) exit 1 }' "$f" || status=1
	expect "$f" $status with_end "$f" < <(grep -v '^#' "${f%.mtr}.expected")
	# everything else about it: the JSON has the same races, and nothing crashes
	races --json "$f" >"$tmp/json"
	python3 - "$tmp/json" "${f%.mtr}.expected" >"$tmp/diff" 2>&1 <<'P'
import json, sys
j = json.load(open(sys.argv[1]))
want = [l.split() for l in open(sys.argv[2])]
got = [f"race {r['variable']} {r['first']['segment']}:{r['first']['access']} "
       f"{r['second']['segment']}:{r['second']['access']}" for r in j['recplay']['races']]
assert got == [' '.join(w) for w in want if w and w[0] == 'race'], got
got = [f"ppd-race {r['variable']} {r['kind']} {r['first']} {r['second']}" for r in j['ppd']['races']]
assert got == [' '.join(w) for w in want if w and w[0] == 'ppd-race'], got
P
	result $? "$f as JSON"
done

expect "where" 1 races --summary --method=recplay --where $data/000/missed-p.mtr <<X
threads T1 T2 T3
segments created 7 maxlist 4 compared 11
race x T1.2:wr T3.1:r lines 5 11
race x T2.2:wr T3.1:r lines 9 11
X

# T1 and T2 are ordered by the mutex in RecPlay; in the graph its V, V, P makes no edge.
expect "compare" 1 races --summary --compare-methods $data/004/mem08.mtr <<X
threads T1 T2
segments created 8 maxlist 4 compared 7
race x2 T2.4:w T1.2:r
ppd-simultaneous 15
ppd-race x0 read/write T1.2 T2.3
ppd-race x2 read/write T1.1 T2.3
race-free recplay no ppd no
compare both 1 recplay-only 0 ppd-only 1
differs x0 T2.4 T1.3 ordered by T2.4:V(s0) => T1.2:V(s0)
X

# x is handed over by a semaphore that is no lock (a false alarm); y is guarded by m; z races.
cat >"$tmp/lock.mtr" <<X
sem m 1
A wr x
A V go
B P go
B wr x
A P m
A wr y
A V m
B P m
B wr y
B wr z
B V m
A wr z
X
expect "lockset" 1 races --summary --method=recplay --lockset "$tmp/lock.mtr" <<X
threads A B
segments created 8 maxlist 3 compared 9
race z B.3:w A.4:w
lockset x false-alarm
lockset z race
lockset locks 1 suspects 2 false-alarms 1 missed 0
X

# A trace that ends blocked: no thread holds m; a and b are held by each other's threads.
printf 'sem m 0\nT1 B m\nT2 B m\n' >"$tmp/blocked.mtr"
expect "a blocked end" 1 races --summary --method=recplay "$tmp/blocked.mtr" <<X
threads T1 T2
segments created 2 maxlist 0 compared 1
blocked T1 m line 2
blocked T2 m line 3
X
printf 'sem a 1\nsem b 1\nsem c 1\nT1 P a\nT2 P b\nT4 P c\nT1 B b\nT2 B a\nT3 B a\nT5 B c\n' \
	>"$tmp/cycle.mtr"
expect "a cycle" 1 races --summary --method=recplay "$tmp/cycle.mtr" <<X
threads T1 T2 T4 T3 T5
segments created 8 maxlist 3 compared 25
blocked T1 b line 7 held by T2
blocked T2 a line 8 held by T1
blocked T3 a line 9 held by T1
blocked T5 c line 10 held by T4
cycle T1 b T2 a T1
X
races --summary --json "$tmp/cycle.mtr" | python3 -c "import json, sys
j = json.load(sys.stdin)
print(*(f\"{b['thread']} {b['semaphore']} {b['line']} {b['held_by']}\" for b in j['blocked']), j['cycles'])" |
	diff - <(echo "T1 b 7 ['T2'] T2 a 8 ['T1'] T3 a 9 ['T1'] T5 c 10 ['T4'] [['T1', 'T2']]") >"$tmp/diff"
result $? "a cycle as JSON"

# Reports are bounded: races of a variable, and the clocks of many threads.
for i in {1..400}; do echo "T$i wr x"; done >"$tmp/many.mtr"
expect "races are counted" 1 races --summary --limit=2 "$tmp/many.mtr" <<X
$(printf threads; printf ' T%s' {1..400})
segments created 400 maxlist 0 compared 79800
race x T1.1:w T2.1:w
race x T2.1:w T3.1:w
left-out race x 79798
ppd-simultaneous 79800
ppd-race x write/write T1.0 T2.0
ppd-race x write/write T2.0 T3.0
left-out ppd-race x 79798
X
expect "all races" 1 sh -c "'$TRELLIS' races --summary --method=recplay --limit=0 '$tmp/many.mtr' |
	grep -c ^race; exit 1" <<<79800
expect "not all segments" 1 sh -c "'$TRELLIS' races '$tmp/many.mtr' | grep -cE '^(left-out )?segment '
	'$TRELLIS' races '$tmp/many.mtr' | grep '^left-out segment'; exit 1" <<X
251
left-out segment 150
X

races --data="$tmp/data" --svg="$tmp/svg" --dot="$tmp/dot" $data/000/sem-unblock.mtr >/dev/null
printf '%s\t%s\t%s\t%s\t%s\n' operation created stored compared bytes 1 3 1 0 12 2 4 1 1 0 3 5 1 2 12 4 6 1 3 12 5 7 1 4 0 6 8 2 4 0 |
	diff - "$tmp/data" >"$tmp/diff"
result $? "figures as data"
python3 -c "import sys, xml.dom.minidom as m
d = m.parse('$tmp/svg')
assert [len(p.getAttribute('points').split()) for p in d.getElementsByTagName('polyline')] == [6] * 4" \
	>"$tmp/diff" 2>&1
result $? "figures as SVG"
grep -c 'style=dashed' "$tmp/dot" | diff - <(echo 2) >"$tmp/diff"
result $? "the graph as DOT has its two synchronisation edges"

mistake "no operation" "1: unknown operation 'get' (rd, wr, B, P, V, send, recv, unblk)" 'T get x\n'
mistake "too few words" "2: 2 words; a line is <thread> <operation> <object> or sem <name> <value>" '# c\nT rd\n'
mistake "no value" "1: '-1' is not an initial value (0 to 4294967294)" 'sem s -1\n'
mistake "P at zero" "1: T cannot pass: semaphore s is 0 (a wait shows as B, then V, then P)" 'T P s\n'
mistake "B above zero" "2: T cannot block: semaphore s has the value 1" 'sem s 1\nT B s\n'
mistake "P without V" "2: no V of s has let T go since it blocked (line 1)" 'T B s\nT P s\n'
mistake "blocked" "2: T is blocked on s since line 1; its next line must be P s" 'T B s\nT rd x\n'
mistake "late sem" "2: s is used in line 1; its initial value must come before that" 'T V s\nsem s 1\n'
mistake "two kinds" "2: s is a semaphore since line 1; a channel needs another name" 'T V s\nT send s\n'
mistake "no message" "1: no message is in channel c: the send must come before the recv" 'T recv c\n'
mistake "no send" "1: T has no send on c to be unblocked from" 'T unblk c\n'
mistake "not received" "2: the send of line 1 has not been received" 'T send c\nT unblk c\n'
mistake "no text" "1: unexpected byte 0x01: the format is printable ASCII" 'T rd \001\n'
mistake "semaphore too high" "3: semaphore s goes beyond 4294967295" 'sem s 4294967294\nT V s\nT V s\n'

expect "no file" 2 races "$tmp/none" <<<"trellis: cannot open $tmp/none: No such file or directory"
expect "bad method" 2 races --method=x f <<<"trellis: unknown method x; methods are recplay, ppd and both"
true >"$tmp/empty"
expect "an empty trace" 0 races --summary "$tmp/empty" <<X
threads
segments created 0 maxlist 0 compared 0
ppd-simultaneous 0
X
races --help >"$tmp/out" && grep -q '^usage: trellis races' "$tmp/out"
result $? "help"
races --bench=1000 >"$tmp/out" && [ "$(wc -l <"$tmp/out")" = 5 ]
result $? "bench"
echo "1..$n"
