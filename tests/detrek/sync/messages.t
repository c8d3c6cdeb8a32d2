#!/bin/bash
# Receives that could get another message: what `trellis order` and `trellis races` say of them; random programs against a model
# (messages.py).
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
last=3 most=2
[ -z "$LONG" ] || last=100 most=10

record() { # NAME OPTION...
	"$TRELLIS" cc --kernel -O1 -g -o "$tmp/$1.elf" "${@:2}" tests/detrek/sync/node/anyone.c
	"$TRELLIS" run --topo programs/chain4.topo --record "$tmp/$1.rec" n0-2:"$tmp/$1.elf" 2>"$tmp/err" | tail -1
}

is "a receive from anyone" "$(record anyone)" "result 5"
"$TRELLIS" order "$tmp/anyone.rec" >"$tmp/orders"
is "no order that another match breaks" "$? $(grep -c '^must 1.1.1 -> 0.1.1' "$tmp/orders")" "0 0"
is "which receives could get which messages" "$(grep '^race\|^unknown' "$tmp/orders")" \
	"race 0.1.1 (tests/detrek/sync/node/anyone.c:44) got 1.1.1 (tests/detrek/sync/node/anyone.c:38), could get 2.1.1 (tests/detrek/sync/node/anyone.c:38)
race 0.1.3 (tests/detrek/sync/node/anyone.c:44) got 2.1.1 (tests/detrek/sync/node/anyone.c:38), could get 1.1.1 (tests/detrek/sync/node/anyone.c:38)"
is "the names of the JSON's semaphores, as in the text" "$("$TRELLIS" order --json "$tmp/anyone.rec" | python3 -c '
import json, sys
for note in json.load(sys.stdin)[0]["notes"]: print("#", note)')" "$(sed -n '/^# anyone.rec/q; p' "$tmp/orders")"
"$TRELLIS" races "$tmp/anyone.rec" >"$tmp/found"
is "races names the receive, and is content" "$? $(grep -c . <(grep '^message race' "$tmp/found")) $(sed -n '/^message race/p; $p' "$tmp/found")" \
	"0 1 message race: 0.1 receives at tests/detrek/sync/node/anyone.c:44; got the message that 1.1 sends at tests/detrek/sync/node/anyone.c:38, could get the one that 2.1 sends at tests/detrek/sync/node/anyone.c:38
no races in this run"
is "... also in JSON" "$("$TRELLIS" races --json "$tmp/anyone.rec" | python3 -c '
import json, sys
for m in json.load(sys.stdin)["message_races"]:
    print(*(m[k]["thread"] for k in ("receive", "got", "could_get")), m["receives"])')" "0.1 1.1 2.1 1"
"$TRELLIS" order --witness=1.1.1,0.1.1 "$tmp/anyone.rec" >"$tmp/schedule"
is "a schedule, which the machine does" "$("$TRELLIS" run --topo programs/chain4.topo --sync-order "$tmp/schedule" n0-2:"$tmp/anyone.elf" 2>/dev/null | tail -1)" "result 7"

clean() { # NAME OPTION: record it; its message races, and the orders of its first messages
	is "$1" "$(record $1 $2)" "result 5"
	"$TRELLIS" order "$tmp/$1.rec" >"$tmp/orders"
	is "... has no message race" "$? $(grep -c '^race\|^unknown' "$tmp/orders") $("$TRELLIS" races "$tmp/$1.rec" | grep -c '^message race')" "0 0 0"
}

clean named -DNAMED
is "... and each receive needs its message" "$(grep '^must [12]' "$tmp/orders" | paste -sd,)" "must 1.1.1 -> 0.1.1,must 2.1.1 -> 0.1.3"
clean asked -DASKED
is "... and so it does here" "$(grep '^must 1.1.1 -> 0.1.1' "$tmp/orders")" "must 1.1.1 -> 0.1.1"

# A receive that asks until there is a message.
"$TRELLIS" cc --kernel -O1 -g -DCASE=ask -DSEND=1000 -DRECEIVE=1 -o "$tmp/ask.elf" tests/detrek/sync/node/receives.c
"$TRELLIS" run --topo programs/single.topo --record "$tmp/ask.rec" "$tmp/ask.elf" >"$tmp/out" 2>"$tmp/err"
at=tests/detrek/sync/node/receives.c
is "races: what one could have got that found no message" "$("$TRELLIS" races "$tmp/ask.rec" | grep '^message race.*found' | sed 's/:[0-9]*//g')" \
	"message race 0.4 receives at $at; found no message, could get the one that 0.2 sends at $at
message race 0.4 receives at $at; found no message, could get the one that 0.3 sends at $at"
is "... order names the first one of each way" "$("$TRELLIS" order "$tmp/ask.rec" | grep '^race' | sed 's/ ([^)]*)//g; s/0\.4\.[0-9]*/R/')" \
	"race R got 0.2.2, could get 0.3.2
race R got 0.2.2, could get none
race R got 0.3.2, could get 0.2.2
race R got 0.3.2, could get none
race R got none, could get 0.2.2"
"$TRELLIS" order --match=none,0.4.3 "$tmp/ask.rec" >"$tmp/schedule"
is "a schedule without one" "$? $(tail -1 "$tmp/schedule")" "1 0.4 S >0.500.none"
is "... is forced" "$("$TRELLIS" run --topo programs/single.topo --sync-order "$tmp/schedule" "$tmp/ask.elf" 2>&1 | grep -c 'all [0-9]* operations in this order$')" 1
"$TRELLIS" order --match=0.2.2,0.4.2 "$tmp/ask.rec" >"$tmp/schedule"
is "... and one with a message at the first time" \
	"$("$TRELLIS" run --topo programs/single.topo --sync-order "$tmp/schedule" "$tmp/ask.elf" 2>/dev/null | head -1)" "got 1 after 0"
expect "a match that is none" 2 "$TRELLIS" order --match=0.2.1,0.4.2 "$tmp/ask.rec" <<MISTAKE
trellis: --match=0.2.1,0.4.2: expected a send, or none, and a receive of $tmp/ask.rec, as 1.1.1,0.1.1
MISTAKE

python3 -B tests/detrek/sync/messages.py "$TRELLIS" "$tmp" 1 $last $most >"$tmp/found" 2>"$tmp/diff"
result $? "orders, deadlocks and message races are those of the model"
is "what was compared" "$(sed 's/[0-9]\+/N/g' "$tmp/found")" \
	"N programs; N operations, N message races and N deadlocks as in the model; N of the races forced; N free runs"
echo "1..$n"
