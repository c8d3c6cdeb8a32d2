#!/bin/bash
# trellis why RECORDING, of runs that end in a deadlock: the graph of the wait has the statement that is at fault, or
# that should have ended it, among its first five lines. Each program marks this statement. The cycle of the graph, if it
# has one, is that of the run's own report. Those in held, late and last were written before the code that they test was
# complete.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
export TRELLIS
programs=tests/detrek/flowback/node/waits

# ranks OPTIMISE PROGRAM...
ranks() {
	python3 tests/detrek/flowback/waits.py "$tmp" "$@"
}

for o in -O0 -O2; do
	ranks $o $programs/*.c $programs/held/*.c $programs/late/*.c > "$tmp/ranks$o"
	sed "s/^/# $o /" "$tmp/ranks$o"
	is "$o: the statement at fault is among the first five lines" \
		"$(awk '$2 == "none" || $2 > 5 { print $1 }' "$tmp/ranks$o")" ""
	is "$o: more than twenty programs, each of which was asked" "$(awk 'END { print (NR > 20) }' "$tmp/ranks$o")" 1
	is "$o: where both tell a cycle, it has the same threads" "$(grep differs "$tmp/ranks$o")" ""
	is "$o: many do" "$(awk '$3 == "same" { n++ } END { print (n >= 14) }' "$tmp/ranks$o")" 1
done

# late NAME: those of the last programs whose statement comes later, or not at all
late() {
	awk '$2 == "none" || $2 > 5 { print $1 }' "$tmp/ranks" | paste -sd' '
}

# A server holds its locks in variables, a thread tells another one to stop by a variable; an inlined function has lost
# its line.
ranks -O0 $programs/last/*.c > "$tmp/ranks"
is "-O0: more programs; those where it is not" "$(late)" "lock_server.c stop_flag.c"
ranks -O2 $programs/last/*.c > "$tmp/ranks"
is "-O2: likewise" "$(late)" "lock_server.c reduce.c stop_flag.c"
ranks -O0 $programs/trek/table.vms $programs/result/item.vms > "$tmp/ranks"
is "under TrEK, on the nodes of a tree: a message, a result" "$(awk '{ print $1, ($2 != "none" && $2 <= 5) }' "$tmp/ranks")" \
	"table.vms 1
item.vms 1"

# answer NAME ARGUMENT...: without times, addresses, and what is behind the source's line
answer() {
	"$TRELLIS" why "$tmp/$1" "${@:2}" 2>&1 | sed -E "s/  [0-9.]+[mu]?s  /  /; s/ +\|.*//"
}

is "a cycle of locks: who holds which, and where it was taken" "$(answer opposite.c-O0)" \
"deadlock: all processes are waiting
[1] 0.2 waits for semaphore left  (cycle: 0.2 -> 0.1 -> 0.2)  second()  opposite.c:13  node 0.2 opposite
  held by: [2] 0.1 holds left  main()  opposite.c:25  node 0.1 opposite
    which waits: [3] 0.1 waits for semaphore right  main()  opposite.c:28
      held by: [4] 0.2 holds right  second()  opposite.c:11  node 0.2 opposite
        which waits: 0.2 waits for semaphore left  [1]"
is "the same, from another thread" "$(answer opposite.c-O0 0:1 waits | head -2)" \
"[1] 0.1 waits for semaphore right  (cycle: 0.1 -> 0.2 -> 0.1)  main()  opposite.c:28  node 0.1 opposite
  held by: [2] 0.2 holds right  second()  opposite.c:11  node 0.2 opposite"
is "a cycle of messages: all nodes with what they would send" "$(answer ring.c-O0 2 waits | grep -o '[0-3]\.1 would then send (EVENT_TOKEN, 0)  main()  ring.c:13' | sort | uniq -c | sed 's/^ *//')" \
"1 0.1 would then send (EVENT_TOKEN, 0)  main()  ring.c:13
1 1.1 would then send (EVENT_TOKEN, 0)  main()  ring.c:13
1 2.1 would then send (EVENT_TOKEN, 0)  main()  ring.c:13
1 3.1 would then send (EVENT_TOKEN, 0)  main()  ring.c:13"
"$TRELLIS" run --topo programs/ubc75.topo --record "$tmp/large" "$tmp/ring.c-O0.elf" > "$tmp/out" 2>&1
is "the same on a network whose nodes have other numbers, and are not all up" "$("$TRELLIS" why "$tmp/large" |
	grep -o 'cycle: [^)]*' | head -1 | grep -o '[0-9]*\.1' | sort -u | wc -l)" \
	"$(sed -n 's/.*knot: each of these \([0-9]*\) waits.*/\1/p' "$tmp/out")"
is "the callers of the waiter" "$(answer farm.c-O0 | sed -n 2p)" \
"[1] 3.1 waits to receive (EVENT_WORK, 0)  worker()  farm.c:11  called by main()  farm.c:37  node 3.1 farm"
is "threads that wait, too, but not in the graph" "$(answer farm.c-O0 | tail -1)" \
	"also wait for ever: 0.1 in master() farm.c:27"

# shortly after the first wait for the monitor, which is notified later
at=$("$TRELLIS" why --json "$tmp/half_notify.c-O0" waits | python3 -c '
import json, sys
filled = [n for n in json.load(sys.stdin)["nodes"] if n["name"] == "filled"]
print("%.4fms" % (filled[0]["first_time"] / 1e9 + 0.1))')
is "at an earlier place of the run" "$(answer half_notify.c-O0 0 waits "@$at" | head -3)" \
"[1] 0.1 waits for semaphore inside.changed  main()  half_notify.c:33  node 0.1 half_notify
  signal inside.changed skipped by: [2] decided: on to line 17  writer()  half_notify.c:15  node 0.2 half_notify
    [3] filled = 1  writer()  half_notify.c:14"

"$TRELLIS" why --json "$tmp/opposite.c-O0" > "$tmp/json" 2>&1
is "as JSON: an entry for each statement, with the stack" "$(python3 - "$tmp/json" <<'END'
import json, sys
g = json.load(open(sys.argv[1]))
kinds = {n["id"]: n["kind"] for n in g["nodes"]}
print(sorted(kinds.values()))
print(sorted((kinds[e["effect"]], e["name"], kinds[e["cause"]]) for e in g["edges"] if e["kind"] == "wait"))
print(all("stack" in n for n in g["nodes"] if n["kind"] in ("wait", "held")))
END
)" "['held', 'held', 'wait', 'wait']
[('held', 'which waits', 'wait'), ('held', 'which waits', 'wait'), ('wait', 'held by', 'held'), ('wait', 'held by', 'held')]
True"
is "as a graph for DOT" "$("$TRELLIS" why --dot "$tmp/opposite.c-O0" | grep -c -- '->')" 5
is "as a page" "$("$TRELLIS" why --html "$tmp/opposite.c-O0" | grep -c '0.2 waits for semaphore left')" 1
printf 'continue\nprocess 0.2\nwhy is this process waiting\nwhy waits\nwhy is this process waiting\n' > "$tmp/script"
is "in the debugger, between other questions" "$("$TRELLIS" debug --batch -x "$tmp/script" "$tmp/opposite.c-O0" 2>&1 |
	sed -nE 's/^\[1\] (the process waits|0.2 waits for semaphore left) .*/\1/p')" "the process waits
0.2 waits for semaphore left
the process waits"

# mistake WANTED ARGUMENT...
mistake() {
	is "${*:2}" "$("$TRELLIS" why "${@:2}" 2>&1; echo $?)" "trellis: $1
2"
}

cd "$tmp"
mistake "why: no thread of a program on node n0 waits for another one here" wrong_node.c-O0 0 waits
mistake "why: process 0.1 does not wait for another one here" wrong_node.c-O0 0:1 waits
mistake "why: no thread of a program waits for another one here" opposite.c-O0 waits @1ms
mistake "why: --against: values are compared, not waits" --against opposite.c-O0 opposite.c-O0 waits
echo "1..$n"
