#!/bin/bash
# trellis outcomes of philosophers who take the left fork first: the orders in which all have eaten, and those that end
# in a deadlock. LONG=1 has more of them; random.t compares other counts with brute force.
. tests/tap.sh
here=tests/detrek/outcomes
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

count() { # THREADS MEALS ORDERS+DEADLOCKS
	"$TRELLIS" cc --kernel -g -DN="$1" -DMEALS="$2" -o "$tmp/$1x$2.elf" $here/node/dining.c
	"$TRELLIS" outcomes --json -o "$tmp/$1x$2" "$tmp/$1x$2.elf" >"$tmp/found"
	is "$1 philosophers, $2 meals" "$(python3 -c '
import json, sys
r = json.load(sys.stdin)
print(r["complete"], "%d+%d," % (r["orders"], r["deadlocks"]), r["given_up"], "given up,", len(r["outcomes"]), "outcomes")' <"$tmp/found")" \
		"True $3, 0 given up, 2 outcomes"
}

count 2 1 2+1
count 3 1 6+1
count 3 2 90+16
count 4 2 786+45
count 3 3 1680+271
count 5 2 5730+121
[ -n "$LONG" ] && count 4 3 61340+2791

"$TRELLIS" races "$tmp/3x2/2" >"$tmp/diff"
is "the recording of a deadlock has it" "$? $(grep -c '^deadlock: all' "$tmp/diff") $(grep -c 'waits for semaphore' "$tmp/diff")" "1 1 3"
"$TRELLIS" why "$tmp/3x2/2" >"$tmp/diff" 2>&1
is "... and why begins with it" "$(grep -c '^deadlock: all processes are waiting$' "$tmp/diff")" 1
"$TRELLIS" replay "$tmp/3x2/1" >"$tmp/diff" 2>&1
is "the recording of an order that ends is replayed" $? 0
echo "1..$n"
