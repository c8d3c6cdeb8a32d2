#!/bin/bash
# What `trellis order` says of channels: random programs against a model (rendezvous.py), a server with two clients, and a channel
# without sides.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
last=3 most=3
[ -z "$LONG" ] || last=200 most=20

python3 -B tests/detrek/sync/rendezvous.py "$TRELLIS" "$tmp" 1 $last $most >"$tmp/found" 2>"$tmp/diff"
result $? "orders and deadlocks are those of the model"
is "what was compared" "$(sed 's/[0-9]\+/N/g' "$tmp/found")" \
	"N programs; N operations and N deadlocks as in the model, N channels taken instead; N unordered pairs reversed"

record() { # NAME OPTION...
	"$TRELLIS" cc --kernel -O1 -g -o "$tmp/$1.elf" "${@:2}" tests/detrek/sync/node/server.c
	printf 'spread\nloadgo n0 %s\n' "$tmp/$1" >"$tmp/script"
	"$TRELLIS" shell --record "$tmp/$1.rec" programs/single.topo "$tmp/script" >"$tmp/out" 2>&1
	tail -1 "$tmp/out"
}

is "a server and its clients" "$(record server)" ended
"$TRELLIS" order "$tmp/server.rec" >"$tmp/orders"
is "... have no deadlock" "$? $(grep -c '^deadlock' "$tmp/orders")" "0 0"
# the clients' first questions, 0.3 and 0.4, in both orders
for pair in 0.3.3,0.4.3 0.4.3,0.3.3; do
	"$TRELLIS" order --witness=$pair "$tmp/server.rec" >"$tmp/schedule"
	said=$("$TRELLIS" shell --sync-order "$tmp/schedule" programs/single.topo "$tmp/script" 2>&1)
	is "... may ask in any order: $pair" "$(sed -n 's/.*\(all\) [0-9]* \(operations in this order\)/\1 \2/p; /^ended/p' <<<"$said")" \
		"ended
all operations in this order"
done

is "three threads that meet each other at one channel" "$(record ring -DRING)" ended
"$TRELLIS" order "$tmp/ring.rec" >"$tmp/out" 2>&1
is "... are refused" "$? $(sed 's/.*ring.rec: //; s/channel-[0-9a-f]*/channel-N/' "$tmp/out")" \
	"2 three or more threads meet each other at 0.channel-N, so that no order of semaphores describes it; a channel for each pair of threads would do"
echo "1..$n"
