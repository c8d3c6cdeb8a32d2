#!/bin/bash
# trellis order: the figures and sets of examples 003, schedules, JSON, DOT, mistakes.
data=tests/detrek/data/003
TRELLIS=$(realpath "$TRELLIS")
. tests/tap.sh

order() {
	"$TRELLIS" order "$@"
}

for f in fig1 fig2 fig3 fig4; do
	status=0
	grep -q ^deadlock $data/$f.po && status=1
	expect "$f" $status order $data/$f.sem <$data/$f.po
	# bounds and search agree; only brute force counts states
	expect "$f by search" $status order --method=exact $data/$f.sem < <(
		sed 's/by exhaustive search/by bounds and search/; /^states/d' $data/$f.po)
done

for s in sem-random-30 sem-random-35 sem-random-40 sem-big; do
	for m in exact brute; do
		expect "$s $m" 0 order --method=$m $data/$s.txt < <(grep -v '^#' $data/$s.txt)
	done
done

expect "table of the random sets" 0 order --misses $data/sem-random-{40,30,35}.txt <$data/order.table

# The limits set for a method in polynomial time: 1.6, 3.3 and 3.3 % of traces, none false.
awk '!/^#/ && ($6 > ($1 == 30 ? 1.6 : 3.3) || $7 != 0 || $8 != 0)' $data/order.table >"$tmp/diff"
[ ! -s "$tmp/diff" ]
result $? "the table keeps its limits"

expect "must" 0 order --witness=A.1,C.2 $data/fig1.sem <<<"must A.1 -> C.2"
expect "may" 1 order --witness=D.2,C.2 $data/fig1.sem <<X
# may: C.2 without D.2
A S 1
B S 1
C W 1
C W 1
X
expect "an event is not before itself" 0 order --witness=C.1,C.1 $data/fig1.sem <<<"must C.1 -> C.1"
order --witness=D.2,C.2 $data/fig1.sem >"$tmp/schedule"
expect "run of a witness" 1 order --witness=D.2,C.2 --run="$tmp/schedule" $data/fig1.sem <<X
1 A.1 S1, now 1: A.1 B.0 C.0 D.0
2 B.1 S1, now 2: A.1 B.1 C.0 D.0
3 C.1 W1, now 1: A.1 B.1 C.1 D.0
4 C.2 W1, now 0: A.1 B.1 C.2 D.0
end: deadlock
shown: C.2 without D.2
X
expect "run that shows nothing" 0 order --witness=A.1,C.1 --run=$data/fig1.sem --json $data/fig1.sem <<X
{
  "steps": 6,
  "deadlock": false,
  "complete": true,
  "shown": false
}
X
expect "deadlock" 1 order --deadlock $data/fig1.sem <<X
# deadlock A.1 B.1 C.2 D.0
A S 1
B S 1
C W 1
C W 1
X
expect "no deadlock" 0 order --deadlock $data/fig2.sem <<<"no deadlock"

# Every deadlock that is listed has a schedule that ends in it.
grep -v '^#' $data/sem-big.txt | head -1 | awk '{
	for (i = 1; i <= length($4); i += 3)
		print substr($4, i, 1), substr($4, i + 1, 1), substr($4, i + 2, 1) }' >"$tmp/big.sem"
order --json "$tmp/big.sem" | python3 -c '
import json, sys
for t in json.load(sys.stdin):
    for d in t["deadlocks"]:
        print("deadlock", *(f"{n}.{k}" for n, k in zip(t["tasks"], d)))' >"$tmp/want"
for ((i = 1; i <= $(wc -l <"$tmp/want"); i++)); do
	order --deadlock=$i "$tmp/big.sem" >"$tmp/schedule"
	order --run="$tmp/schedule" "$tmp/big.sem" | tail -2 | sed '1s/.*: /deadlock /' |
		grep -v '^end: deadlock$'
done >"$tmp/out"
[ -s "$tmp/want" ] && diff "$tmp/want" "$tmp/out" >"$tmp/diff"
result $? "schedules of all deadlocks"

for m in auto exact bounds observed; do
	order --json --method=$m $data/fig4.sem | python3 -m json.tool >"$tmp/out" 2>"$tmp/diff" &&
		grep -q '"event": "C.4"' "$tmp/out"
	result $? "JSON by $m"
done
expect "JSON of a set" 0 sh -c "'$TRELLIS' order --json $data/sem-big.txt | grep -c '\"id\"'" <<<24
expect "DOT" 0 order --dot $data/fig3.sem <<X
digraph "$data/fig3.sem" {
subgraph "cluster A" {
label="A"
"A.1" [label="A.1 W0",shape=ellipse]
"A.2" [label="A.2 S1",shape=box]
}
subgraph "cluster B" {
label="B"
"B.1" [label="B.1 S0",shape=box]
"B.2" [label="B.2 S1",shape=box]
}
subgraph "cluster C" {
label="C"
"C.1" [label="C.1 S0",shape=box]
"C.2" [label="C.2 W0",shape=ellipse]
"C.3" [label="C.3 W1",shape=ellipse]
}
"A.1" -> "A.2" [weight=8]
"B.1" -> "B.2" [weight=8]
"C.1" -> "C.2" [weight=8]
"C.2" -> "C.3" [weight=8]
"B.1" -> "C.3" [style=bold]
}
X
expect "observed order" 0 order --method=observed $data/fig3.sem <<X
# fig3.po: "happened before" of fig3.sem as observed; stamps in task order A B C
stamp A.1 W0 1 0 1
stamp A.2 S1 2 0 1
stamp B.1 S0 0 1 0
stamp B.2 S1 0 2 0
stamp C.1 S0 0 0 1
stamp C.2 W0 0 1 2
stamp C.3 W1 2 1 3
must C.1 -> A.1
must B.1 -> C.2
must A.2 -> C.3
X
order --method=observed --clock=tree $data/fig3.sem | diff - "$tmp/out" >"$tmp/diff"
sed -i '/^exit/d' "$tmp/out"
order --method=observed --clock=tree $data/fig3.sem | diff - "$tmp/out" >"$tmp/diff"
result $? "observed order by tree clocks"

# Locks in opposite orders, in loops: the same deadlock in many rounds is one group.
{
	printf 'start S a\nstart S b\n'
	for ((i = 0; i < 4; i++)); do
		printf 'A W a\nA W b\nA S b\nA S a\nB W b\nB W a\nB S a\nB S b\n'
	done
} >"$tmp/loops.sem"
order "$tmp/loops.sem" | grep ^deadlock >"$tmp/out"
is "deadlocks are grouped by their waits" "$(cat "$tmp/out")" "deadlock A.1 B.1 start.2
deadlocks 16, the first is --deadlock=1: A Wb, B Wa"
order --json "$tmp/loops.sem" >"$tmp/out"
is "... also in JSON, which has all of them" "$(python3 -c '
import json, sys
for t in json.load(sys.stdin):
    print(len(t["deadlocks"]), t["deadlock_groups"])' <"$tmp/out")" "16 [{'first': 1, 'deadlocks': 16, 'waits': {'A': 'b', 'B': 'a'}}]"
order --deadlock=16 "$tmp/loops.sem" | head -1 >"$tmp/out"
is "... and each can be had" "$(cat "$tmp/out")" "# deadlock A.13 B.13 start.2"

# A mutex, and locks taken in order: no deadlock, seen without trying the orders of their sections.
{
	echo "T0 S m"
	for i in {1..30}; do
		for t in {0..5}; do
			echo "T$t W m"
			echo "T$t S m"
		done
	done
} >"$tmp/mutex.sem"
expect "mutex of 6 tasks" 0 order --time=2 --deadlock "$tmp/mutex.sem" <<<"no deadlock"
awk 'BEGIN {
	for (i = 0; i < 16; i++)
		print "T" i, "S", "m" i
	for (i = 0; i < 164; i++) {
		t = i * 7 % 16; a = i * i % 14; b = a + 1 + i % 2
		print "T" t, "W", "m" a
		print "T" t, "W", "m" b
		print "T" t, "S", "m" (i % 3 ? a : b)
		print "T" t, "S", "m" (i % 3 ? b : a)
		print "T" t, "W", "m" (i % 16)
		print "T" t, "S", "m" (i % 16)
	}
}' >"$tmp/locks.sem"
expect "16 tasks with 16 locks" 0 order --time=5 --deadlock "$tmp/locks.sem" <<<"no deadlock"
order --time=5 "$tmp/locks.sem" | grep -c '^unknown' | diff <(echo 0) - >"$tmp/diff"
result $? "and no order of 1,000 events is unknown"
expect "no deadlocks wanted" 0 order --no-deadlock $data/fig1.sem < <(
	grep -v ^deadlock $data/fig1.po)
expect "both" 2 order --no-deadlock --deadlock $data/fig1.sem \
	<<<"trellis: --deadlock and --no-deadlock contradict each other"

order --generate=20 --seed=7 --length=25 >"$tmp/set"
expect "a generated set has its stamps" 0 order --method=exact "$tmp/set" < <(grep -v '^#' "$tmp/set")
order --generate=20 --seed=7 --length=25 | diff - "$tmp/set" >"$tmp/diff"
result $? "the same seed, the same traces"
order --generate=20 --seed=8 --length=25 | diff -q - "$tmp/set" >"$tmp/diff"
[ $? = 1 ]
result $? "another seed, other traces"

# mistake NAME MESSAGE < input: rejected with this message, exit 2
mistake() {
	cat >"$tmp/bad"
	(cd "$tmp" && "$TRELLIS" order bad) >"$tmp/out" 2>&1
	echo "exit $?" >>"$tmp/out"
	printf '%s\nexit 2\n' "$2" | diff - "$tmp/out" >"$tmp/diff"
	result $? "$1"
}
mistake "empty file" "bad: the trace has no events" < <(printf '')
mistake "short line" "bad:2: 2 words where an event has 3: task, S or W, semaphore" <<<$'A S 1\nA W'
mistake "operation" "bad:1: operation 'V' is neither S (signal) nor W (wait)" <<<"A V 1"
mistake "wait without signal" "bad:3: task B waits on semaphore 1, which has no signal left;\
 events stand in the order in which they completed" <<<$'A S 1\nA W 1\nB W 1'
mistake "no text" "bad:1: unexpected byte 0x80: the format is printable ASCII" <<<$'\x80'
mistake "long name" "bad:1: a name of more than 64 characters" <<<"$(printf 'a%.0s' {1..65}) S 1"
mistake "set, words" "bad:2: 3 words where a trace of a set has 4 or 5: name, tasks, semaphores,\
 events, stamps" <<<$'0 1 1 0S0 1\n0 1 1'
mistake "set, tasks" "bad:1: '63' is not a number of tasks (1 to 62)" <<<"0 63 1 0S0"
mistake "set, semaphores" "bad:1: 'x' is not a number of semaphores (1 to 62)" <<<"0 1 x 0S0"
mistake "set, cut" "bad:1: the events are 5 characters long, no multiple of 3: task, S or W,\
 semaphore" <<<"0 1 1 0S00S"
mistake "set, task" "bad:1: event 2, '1S0', is not a task below 1, S or W, and a semaphore below 1" \
	<<<"0 1 1 0S01S0"
mistake "set, wait" "bad:1: event 2, '0W1', waits on a semaphore that has no signal left" \
	<<<"0 1 2 0S00W1"
mistake "set, stamps" "bad:1: 1 stamp entries; 2 events of 1 tasks have 2" <<<"0 1 1 0S00W0 1"
mistake "set, stamp" "bad:1: stamp of event 2: 'z' is not a number of events of task 0, which has 2" \
	<<<"0 1 1 0S00W0 1z"

printf 'A S 1\nA W 1\n' >"$tmp/one.sem"
step() {
	(cd "$tmp" && "$TRELLIS" order --run=bad one.sem 2>&1 >/dev/null) >"$tmp/out"
	diff - "$tmp/out" <<<"$2" >"$tmp/diff"
	result $? "$1"
}
echo "B S 1" >"$tmp/bad"
step "schedule, task" "bad:1: one.sem has no task B"
echo "A S 2" >"$tmp/bad"
step "schedule, event" "bad:1: A S 2 is not the next event of the task; A.1 is S 1"
printf 'A S 1\n# a comment\nA W 1\nA S 1\n' >"$tmp/bad"
step "schedule, end" "bad:4: task A has done all its 2 events"

expect "no such event" 2 order --witness=A.1,Z.1 "$tmp/one.sem" <<X
trellis: 'A.1,Z.1' is not a pair of events of $tmp/one.sem; A.2,C.1 asks about the second event\
 of task A and the first of task C
X
expect "no such method" 2 order --method=best "$tmp/one.sem" <<X
trellis: --method=best: expected auto, exact, brute, bounds, paper, original or observed
X
# No time at all for a trace that needs some: no stamp beyond the exact one, the rest unknown.
order --generate=1 --length=120 --max-tasks=9 --max-semaphores=9 --seed=4 | grep -v '^#' | awk '{
	for (i = 1; i <= length($4); i += 3)
		print substr($4, i, 1), substr($4, i + 1, 1), substr($4, i + 2, 1) }' >"$tmp/long.sem"
order --method=exact "$tmp/long.sem" | grep ^stamp >"$tmp/exact"
order --method=exact --time=0.0000001 "$tmp/long.sem" >"$tmp/out"
grep -q '^unknown [0-9.]* \.\. [0-9.]* -> ' "$tmp/out" && grep -q '^unknown deadlock$' "$tmp/out" &&
	grep ^stamp "$tmp/out" | paste -d ' ' - "$tmp/exact" | awk '{
		for (i = 4; i <= NF / 2; i++)
			if ($i > $(i + NF / 2)) { print; exit 1 } }' >"$tmp/diff"
result $? "when time is up, what is open is unknown"
order --help >"$tmp/out" && grep -q '^usage: trellis order' "$tmp/out"
result $? "help"
echo "1..$n"
