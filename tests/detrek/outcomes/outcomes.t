#!/bin/bash
# trellis outcomes: what an outcome is, what is not complete, and what is refused.
. tests/tap.sh
here=tests/detrek/outcomes/node
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
export TRELLIS_RECORD=none

outcomes() { # WORD...: prints the report, and the exit status
	rm -rf "$tmp/kept"
	"$TRELLIS" outcomes -o "$tmp/kept" "$@" 2>&1
	echo "status $?"
}

# ---- outcomes ----

told() { # WORD...: without what is shown below
	outcomes "$@" | sed -E "/^( *decided| *with|    0\.)/d; s/it waits for semaphore [^)]*\), //; s|$here/ends.c:([0-9]+)$|ends.c:\1|" |
		grep -v 'shortest\|recorded in'
}

told --compare x $here/ends.c >"$tmp/found"
is "an abort at a line, an exit status, a value: three outcomes of six orders" "$(sed 's/(pid [0-9]*)/(pid)/' "$tmp/found")" \
	"outcome 1: 1 order
  node n0: ends (pid) stopped: abort
      third() at ends.c:$(grep -n 'abort()' $here/ends.c | cut -d: -f1)
  node n0: ends: aborted, status 0
  n0: x = 3
outcome 2: 2 orders
  n0: x = 3
outcome 3: 3 orders
  node n0: ends: exited, status 7
  n0: x = 1
where the recorded orders part
  action 1
  - 0.2: first() ends.c:12
      action 5
      - 0.3: second() ends.c:22
          outcome 1: 1 order
      - 0.4: third() ends.c:35
          outcome 2: 2 orders
  - 0.3: second() ends.c:22
      outcome 3: 3 orders
threads 4, actions at most 12, runs given up 0
data races were searched in 3 of 6 orders, but for those that a lock of the library hides
complete: 6 orders, 3 outcomes
status 1"
cp "$tmp/found" "$tmp/first"
told --compare x $here/ends.c >"$tmp/found"
is "... and again the same" "$(cat "$tmp/found")" "$(cat "$tmp/first")"
is "... as JSON" "$(outcomes --json --compare x $here/ends.c | sed '$d' | python3 -c '
import json, sys
r = json.load(sys.stdin)
print(r["complete"], r["orders"], [o["orders"] for o in r["outcomes"]], [o["end"] for o in r["outcomes"]])')" \
	"True 6 [1, 2, 3] ['ended', 'ended', 'ended']"
outcomes $here/ends.c | sed -n '/^outcome 1/,/^outcome 2/s/^\( *decided\| *with\|    0\)/&/p' | sed 's/semaphore [0-9a-f]*/semaphore/' >"$tmp/found"
is "... and which choice decides" "$(cat "$tmp/found")" "  decided by action 5
    0.3: it waits for semaphore (lock.free at $here/ends.c:5), second() $here/ends.c:22
    with outcome 2 0.4: it waits for semaphore (lock.free at $here/ends.c:5), third() $here/ends.c:35"
"$TRELLIS" replay "$tmp/kept/1" >"$tmp/diff" 2>&1
is "the recording of an order is replayed, and says that it was forced" "$? $(
	"$TRELLIS" info "$tmp/kept/1" 2>/dev/null | grep -c '^an order was forced on the run$')" "0 1"

# ---- processes ----

"$TRELLIS" cc --kernel -g -DMEALS=2 -o "$tmp/dining.elf" $here/dining.c
outcomes "$tmp/dining.elf" >"$tmp/alone"
for jobs in 2 5; do
	outcomes --jobs $jobs "$tmp/dining.elf" >"$tmp/found"
	is "$jobs processes: the same report" "$(cat "$tmp/found")" "$(cat "$tmp/alone")"
done

outcomes "$tmp/dining.elf" | sed '$d' >"$tmp/found"
printf 'info outcomes\n' | "$TRELLIS" debug "$tmp/kept/2" 2>"$tmp/said" | sed '1,/info outcomes/d' >"$tmp/told"
is "the debugger of a recording has the report" "$(cat "$tmp/told")" "$(cat "$tmp/found")"
is "... and so has its page" "$("$TRELLIS" report -o "$tmp/page.html" "$tmp/kept/2" >"$tmp/said" 2>&1
	grep -c 'Outcomes of other orders</h2>\|^complete: ' "$tmp/page.html")" 2

# ---- data races ----

"$TRELLIS" cc --kernel -g -DRACY -o "$tmp/racy.elf" $here/ends.c
outcomes "$tmp/racy.elf" >"$tmp/found"
is "a data race: not complete, with its place" "$(grep -c '^not complete' "$tmp/found") $(grep -c '^  race on x (ends.c:' "$tmp/found") $(
	grep -cE '(stores|loads) at ends.c:' "$tmp/found") $(grep -c 'orders that were searched have data races: ' "$tmp/found")" "1 1 2 1"
is "... each order is searched if that is wanted" "$(outcomes --races "$tmp/racy.elf" | grep '^data races')" \
	"data races were searched in 6 of 6 orders, but for those that a lock of the library hides"

# ---- bounds ----

is "--orders" "$(outcomes --orders 4 $here/ends.c | grep -A1 complete: | sed 's/outcome.*/outcomes/; s/[0-9]* known.*/known/')" \
	"not complete: 4 orders, 3 outcomes
  orders were left: known"
estimate() { # what the report says, and JSON, of 3 philosophers with 2 meals, which have 106 orders
	outcomes "$@" "$tmp/dining.elf" | grep estimate:
	outcomes --json "$@" "$tmp/dining.elf" | sed '$d' | sed -n 's/ *"estimated_done": //p'
}
estimate --orders 60 >"$tmp/first"
is "the estimate of what is left is between a fifth and five times that" \
	"$(sed -n 's/^  estimate: [0-9.]* % of about \([0-9,]*\) orders.*/\1/p' "$tmp/first" | tr -d , | awk '{ print ($1 > 106 / 5 && $1 < 106 * 5) }')" 1
estimate --orders 60 --jobs 3 >"$tmp/found"
is "... and the same with three processes" "$(cat "$tmp/found")" "$(cat "$tmp/first")"
is "... and 100 % at the end" "$(estimate)" "1.0,"
is "--delays" "$(outcomes --delays 1 $here/dining.c | grep -A1 complete:)" "not complete: 5 orders, 1 outcome
  only orders with at most 1 choice other than the first one"
is "--delays without an effect" "$(outcomes --delays 9 $here/dining.c | grep complete:)" \
	"complete: 6 orders, 1 outcome, 1 deadlock of 1 kind"
outcomes --sample 60 --bug-depth 2 $here/dining.c >"$tmp/found"
is "--sample finds the deadlock" "$(grep -c '^not complete: [0-9]* random orders, 1 outcome, [0-9]* deadlocks\? of 1 kind$' "$tmp/found") $(
	grep -c 'a bug of depth 2 was found with a probability of at least 0' "$tmp/found")" "1 1"

probability() { # DEPTH: what the report says, and the bound of 1 / (n k^(d-1)) of each order that counts
	awk -v d="$1" '/a bug of depth/ {
		for (i = 1; i <= NF; i++) {
			if ($i == "threads") n = $(i - 1)
			if ($i == "actions") k = $(i - 1)
			if ($i == "last") c = $(i + 1) + 0
			if ($i == "least") p = $(i + 1) + 0
		}
		want = 1 - exp(c * log(1 - 1 / (n * k ^ (d - 1))))
		print n, k, c, (p > 0 && p / want < 1.01 && want / p < 1.01) }' "$tmp/found"
}
is "... with the probability that follows from all threads and actions" "$(probability 2)" "4 18 60 1"
"$TRELLIS" cc --kernel -g -o "$tmp/random.elf" $here/random.c
longest() { # the actions of the longest order of a program whose first run is a short one
	outcomes --sample "$1" --seed "$2" --bug-depth 2 "$tmp/random.elf" 10 P0 T0I0V1V1V1V0 >"$tmp/found"
}
longest 40 1
is "a program whose first run is not the longest: orders before it do not count" \
	"$(probability 2 | cut -d' ' -f4) $(grep -c "^threads .*, actions at most $(probability 2 | cut -d' ' -f2)," "$tmp/found") $(
	[ "$(probability 2 | cut -d' ' -f3)" -lt 40 ] && echo fewer)" "1 1 fewer"
is "--library reverses the lock of the list of threads" "$(
	"$TRELLIS" cc --kernel -g -DN=2 -o "$tmp/two.elf" $here/dining.c
	outcomes --keep 0 "$tmp/two.elf" | grep complete:
	outcomes --keep 0 --library "$tmp/two.elf" | grep complete: | sed 's/: [0-9,]* orders/: more orders/')" \
	"complete: 2 orders, 1 outcome, 1 deadlock of 1 kind
complete: more orders, 1 outcome, 1 deadlock of 1 kind"

# ---- high priority ----

printf 'topology star4\nnode n[0-3] type=T800 mem=1M\nhost h links=1\nwire h.0 n0.0\nwire n0.[1-3] n[1-3].0\nend\n' >"$tmp/star4.topo"
outcomes -t "$tmp/star4.topo" n0-3:$here/high.c 2 >"$tmp/found"
grep -E '^  [ABC]+$' "$tmp/found" | sort -u >"$tmp/texts"
is "two messages of three nodes each, in all orders" "$(grep -c '^outcome' "$tmp/found") $(wc -l <"$tmp/texts") $(
	while read -r text; do fold -w1 <<<"$text" | sort | tr -d '\n'; echo; done <"$tmp/texts" | sort -u)" "90 90 AABBCC"
is "... whose turns protect what they share" "$(grep -c race "$tmp/found") $(grep -A1 'complete:' "$tmp/found" | tail -1)" \
	"1   of threads of high priority, only messages to other nodes are reversed, and each is handled before the next one"
cp -r tests/detrek/outcomes/farm "$tmp/farm"
farm=$tmp/farm/letters.vms
"$TRELLIS" run --record none "$farm" >"$tmp/once" 2>"$tmp/said"
outcomes --sample 60 --keep 9 "$farm" >"$tmp/found"
is "a farm whose receiver prints results as they come" "$(wc -l <"$tmp/once") $(grep -E '^  [abc]{3}$' "$tmp/found" | sort -u | wc -l) $(
	grep -c 'race on' "$tmp/found")" "1 $(grep -c '^outcome' "$tmp/found") 0"
grep -q 'it uses channel [0-9a-f]*, data_generator() [^ ]*generate.c:[0-9]*$' "$tmp/found"
result $? "... the place of a channel is in the program, not in the header whose function it calls"
is "why an output is another one" "$("$TRELLIS" cc --kernel -g -o "$tmp/order.elf" $here/prints.c
	outcomes "$tmp/order.elf" | sed -n "s|$tmp/||g; s/^  trellis //p" | head -1)" "why kept/1 stdout:1:6 --against kept/2"
is "... in more than two orders" "$([ "$(grep -c '^outcome' "$tmp/found")" -gt 2 ] && echo more)" more
is "... one of them recorded" "$("$TRELLIS" replay "$tmp/kept/2" 2>&1 | sed -n 's/, .*//p')" "the end of the recorded run"
is "... one with a choice other than the first" "$(outcomes --delays 1 --orders 20 --keep 0 -n 2 "$farm" | grep -c '^not complete: 20 orders, ')" 1

# ---- recordings, and what is refused ----

"$TRELLIS" run --record "$tmp/run.rec" $here/ends.c >"$tmp/said" 2>&1
is "a recording of a run" "$(outcomes "$tmp/run.rec" | grep complete:)" "complete: 6 orders, 3 outcomes"
printf 'spread\n' >"$tmp/script"
"$TRELLIS" shell --record "$tmp/shell.rec" programs/single.topo "$tmp/script" >"$tmp/said" 2>&1
is "that of a shell is refused" "$(outcomes "$tmp/shell.rec" | sed "s|$tmp/||")" \
	"trellis: shell.rec: recorded by 'trellis shell'; outcomes needs a recording of 'trellis run', or a FILE.c, PROGRAM.elf or APP.vms
status 2"
"$TRELLIS" run --record "$tmp/farm.rec" "$farm" >"$tmp/said" 2>&1
outcomes --sample 20 --keep 2 "$farm" >"$tmp/expected"
outcomes --sample 20 --keep 2 "$tmp/farm.rec" >"$tmp/found"
diff "$tmp/expected" "$tmp/found" >"$tmp/diff"
result $? "a recording of an application has its random orders"
is "... with the programs that it has" "$("$TRELLIS" info "$tmp/kept/1" | grep -cE '^  (master|slave) .*/(master|slave).elf$')" 2
for with in faults monitor; do
	[ $with = faults ] && option=--fault=freeze\ 1\ 20ms..21ms || option=--monitor=inside
	"$TRELLIS" run --record "$tmp/$with.rec" "$option" "$farm" >"$tmp/said" 2>&1
	outcomes "$tmp/$with.rec" >"$tmp/found"
	is "... one with $with is refused" "$(grep -c "^trellis: .*$with" "$tmp/found") $(tail -1 "$tmp/found")" "1 status 2"
done
is "an application that is not there" "$(outcomes "$tmp/none.vms" | sed "s|$tmp/||")" "trellis: cannot open none.vms: No such file or directory
status 2"
# of the six orders of x = 2 x + 1, x = 3 x and the test of x, x is 3 in those three in which it is tripled later
event() { # EVENT: the outcomes, with their orders, in which it occurs
	outcomes --event "$1" $here/ends.c >"$tmp/found"
	awk '/^outcome/ { row = $2 $3 } /the event occurs/ { printf "%s ", row } /^complete|^not complete|^status/ { print }' "$tmp/found"
}
is "an event is part of the outcome" "$(event '{x == 3}@n0')" "1:1 2:2 complete: 6 orders, 3 outcomes
status 1"
is "... one that occurs in all orders" "$(event '{x == 1}@n0')" "1:1 2:2 3:3 complete: 6 orders, 3 outcomes
status 1"
is "... one that needs times is not complete" "$(event '{x == 3 && lock.free.count}@n0' | sed -n 's/.*\(not complete\)/\1/p') $(grep -c 'at the same time depends on the times' "$tmp/found")" \
	"not complete: 6 orders, 3 outcomes 1"
is "... a mistake in it" "$(outcomes --event '{x == 3' $here/ends.c)" "trellis: --event: '{x == 3': the closing brace is missing
status 2"
is "an unknown variable" "$(outcomes --compare none $here/ends.c | tail -2)" \
	'trellis: --compare none: no symbol "none" in the current context
status 2'
outcomes $here/ends.c >"$tmp/found"
is "the directory instead of a recording in it" "$("$TRELLIS" debug "$tmp/kept" 2>&1 | sed "s|$tmp/||g"; echo "${PIPESTATUS[0]}")" \
	"trellis: kept is a directory with a recording of each outcome: name one of them, such as kept/1; kept/outcomes says which they are
2"
cat >"$tmp/client.py" <<'EOF'
import sys
sys.path.insert(0, 'tests/detrek/debug')
from dap_client import Client, Refused

for number, place in (1, sys.argv[2]), (2, sys.argv[2]), (9, sys.argv[2]), (1, sys.argv[2] + '/1'):
    client = Client(sys.argv[1])
    try:
        client.launch(recording=place, outcome=number)
        client.begin()
        client.functions('third')
        thread = client.move('continue', threadId=1)['threadId']
        print(number, client.frames(thread)[0]['name'], client.command('info outcomes').splitlines()[0])
        client.end()
    except Refused as refused:
        print(refused)
        client.close()
EOF
is "an editor opens one by its number" "$(python3 "$tmp/client.py" "$TRELLIS" "$tmp/kept" 2>"$tmp/said" | sed "s|$tmp/||g"; cut -d: -f1 "$tmp/said" | sed "s|$tmp/||g")" \
	"1 third outcome 1: 1 order
2 third outcome 1: 1 order
cannot read kept/9: No such file or directory
kept/1: not a directory of outcomes, in which to open number 1
kept/1
kept/2"
is "an alternative takes one of its channels, or the other one" \
	"$(outcomes $here/alternative.c | sed '/recorded in/d; /trellis why/d; /^where/,/^threads/d; s/ channel 8[0-9a-f]*/ CHANNEL/')" \
	"outcome 1: 1 order
  12
  shortest order: 0.2, 0.1, 0.2, 0.3, 0.1 x 2, 0.3, 0.1
  decided by action 2
    0.1: it waits for several channels, and takes CHANNEL, main() $here/alternative.c:27
    with outcome 2 0.3: it uses CHANNEL, send() $here/alternative.c:14
outcome 2: 1 order
  21
  shortest order: 0.2, 0.3, 0.1 x 2, 0.2, 0.1, 0.3, 0.1
  decided by action 2
    0.3: it uses CHANNEL, send() $here/alternative.c:14
    with outcome 1 0.1: it waits for several channels, and takes CHANNEL, main() $here/alternative.c:27
data races were searched in 2 of 2 orders, but for those that a lock of the library hides
complete: 2 orders, 2 outcomes
status 1"
is "... but the report says if it could take a link" "$(outcomes $here/link.c | sed -n '/complete:/,$p')" "not complete: 1 order, 1 outcome
  an alternative waited for a link, too, or did so at high priority; what follows if it takes another channel is not explored
status 1"
mkdir "$tmp/full" && touch "$tmp/full/file"
"$TRELLIS" outcomes -o "$tmp/full" $here/ends.c >"$tmp/diff" 2>&1
is "a directory that is not empty" $? 2
echo "1..$n"
