#!/bin/bash
# Forced runs that end while threads are held: that is no deadlock of the program.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
printf 'topology single\nnode n0 type=T800 mem=4M\nhost h\nwire h.0 n0.0\nend\n' >"$tmp/net.topo"

make() { # NAME OPTION...
	"$TRELLIS" cc --kernel -O1 -g -o "$tmp/$1.elf" "${@:2}" tests/detrek/sync/node/meet.c
	printf 'spread\nloadgo n0 %s\n' "$tmp/$1" >"$tmp/$1.script"
}

run() { # NAME OPTION...: status; standard error without figures and addresses
	"$TRELLIS" run --topo "$tmp/net.topo" "${@:2}" n0:"$tmp/$1.elf" >"$tmp/out" 2>"$tmp/err"
	echo "status $?"
	sed "/^cycles\|^fingerprint\|^not kept/d; s/(pid [0-9]*, thread [0-9a-f]*)/(T)/g; s/ semaphore [0-9a-f]*/ semaphore/
		s/ (gate[^)]*)//; s/ (lock[^)]*)//; s/^.*: \([0-9]* operations\)/\1/; s/[0-9][0-9]* operations/N operations/" "$tmp/err"
}

# A program whose operations depend on data: the model has deadlocks, the program has none.
make meet
"$TRELLIS" run --topo "$tmp/net.topo" --record "$tmp/meet.rec" n0:"$tmp/meet.elf" >"$tmp/out" 2>"$tmp/err"
"$TRELLIS" order "$tmp/meet.rec" >"$tmp/orders"
is "order has deadlocks, and says of what" "$? $(grep -c '^deadlock ' "$tmp/orders") $(grep -c '^# deadlocks are possible if each thread' "$tmp/orders")" "1 4 1"
for k in 1 2 3 4; do
	"$TRELLIS" order --deadlock=$k "$tmp/meet.rec" >"$tmp/schedule$k"
	run meet --sync-order "$tmp/schedule$k" >"$tmp/found$k"
done
is "none can be forced" "$(head -qn 2 "$tmp"/found[1-4] | sort | uniq -c | sed 's/^ *//')" "4 status 4
4 the program left the order: the turn of threads that the machine holds does not come"
is "held threads, and the one whose turn it is" "$(tail -n +3 "$tmp/found1")" \
"  n0 meet (T) is held by the machine before it waits for semaphore, operation 8 of 0.4
  n0 meet (T) waits for semaphore, although operation 7 of 0.3 is next in the order
  n0 meet (T) is held by the machine before it waits for semaphore, which is not in the order
  n0 meet (T) is held by the machine before it waits for semaphore, which is not in the order
N operations in this order; the run ended before operation 7 of thread 0.3"
run meet --sync-order "$tmp/schedule1" --record "$tmp/held.rec" >"$tmp/found"
"$TRELLIS" races "$tmp/held.rec" >"$tmp/races"
is "races of its recording: no deadlock" "$? $(tail -1 "$tmp/races")" "0 no races in this run"
is "the debugger says it, too" "$(echo continue | "$TRELLIS" debug "$tmp/held.rec" 2>/dev/null | grep -c 'the program left the order: ')" 1
"$TRELLIS" shell --sync-order "$tmp/schedule1" "$tmp/net.topo" "$tmp/meet.script" >"$tmp/out" 2>"$tmp/err"
is "and the shell" "$? $(grep -c '^\[1\] Held ' "$tmp/out") $(grep -c 'is held by the machine before' "$tmp/out")" "4 1 3"

# The clean twin of that: without an order the program ends, and its own log can be forced.
"$TRELLIS" shell --record "$tmp/meet.rec" "$tmp/net.topo" "$tmp/meet.script" >"$tmp/out" 2>&1
"$TRELLIS" export sync -o "$tmp/log" "$tmp/meet.rec"
is "its own log" "$(run meet --sync-order "$tmp/log" | sed 's/^.*: all/all/')" "status 0
all N operations in this order"

# Two locks in opposite orders: the schedule leads into a deadlock of the program.
make crossed -DCROSSED
"$TRELLIS" run --topo "$tmp/net.topo" --record "$tmp/crossed.rec" n0:"$tmp/crossed.elf" >"$tmp/out" 2>"$tmp/err"
"$TRELLIS" order --deadlock "$tmp/crossed.rec" >"$tmp/schedule"
run crossed --sync-order "$tmp/schedule" >"$tmp/found"
is "a real deadlock" "$(head -n 2 "$tmp/found"; grep -c 'is held' "$tmp/found"; tail -n 1 "$tmp/found" | sed 's/^.*: all/all/')" "status 1
deadlock: all processes are waiting
0
all N operations in this order"

echo "1..$n"
