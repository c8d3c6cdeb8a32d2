#!/bin/bash
# The debugger of a run that goes on: its commands; the run, its input and output are those without the debugger.
. tests/tap.sh
. tests/golden.sh
here=tests/detrek/debug/live
app=tests/detrek/debug/sums/sums.vms
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

# plain_session: as plain, and without what TrEK counts in microseconds, and the place of a process that has ended.
plain_session() {
	plain | sed -E 's#Execution time = [0-9]+#Execution time = N#; /^\(trellis\) goto end$/,/^\(trellis\) tbreak/{/^(\[|LINE|[0-9]+\t)/d}'
}
fingerprint() {
	grep ^fingerprint "$1"
}

"$TRELLIS" run --record "$tmp/kept" -o "$tmp/plain.output" $app > "$tmp/plain.out" 2> "$tmp/plain.err" < /dev/null
"$TRELLIS" run --record "$tmp/debugged" -o "$tmp/live.output" --debug-script $here/session.cmd $app > "$tmp/live.out" 2> "$tmp/live.err" < /dev/null
echo "status $?" >> "$tmp/live.out"
plain_session < "$tmp/live.out" > "$tmp/found"
golden $here/session.out "a session"
is "the fingerprint" "$(fingerprint "$tmp/live.err")" "$(fingerprint "$tmp/plain.err")"
is "the application's output" "$(cat "$tmp/live.output")" "$(cat "$tmp/plain.output")"
"$TRELLIS" export records -o "$tmp/plain" "$tmp/kept" 2> "$tmp/err"
"$TRELLIS" export records -o "$tmp/live" "$tmp/debugged" 2> "$tmp/err"
for file in all tvm std use spf json; do
	cmp "$tmp/plain.$file" "$tmp/live.$file" > "$tmp/diff" 2>&1
	result $? "the monitor's .$file"
done
for run in kept debugged; do
	"$TRELLIS" export -o "$tmp/$run.events" text "$tmp/$run" 2> "$tmp/err"
	"$TRELLIS" replay --hash "$tmp/$run" > "$tmp/out" 2> "$tmp/$run.replay"
done
cmp "$tmp/kept.events" "$tmp/debugged.events" > "$tmp/diff" 2>&1
result $? "the machine's events"
is "the recording" "$(tail -n 2 "$tmp/debugged.replay")" "$(tail -n 2 "$tmp/kept.replay")"

"$TRELLIS" cc -g -o "$tmp/reads.elf" $here/reads.c
printf 'break main\ncontinue\nquit\nsecond\n' | "$TRELLIS" boot --debug "$tmp/reads.elf" > "$tmp/out" 2> "$tmp/err"
is "a program reads what follows the commands" "$? $(plain < "$tmp/out" | grep -v '^\[\|^breakpoint 1,')" "3 (trellis) break main
breakpoint 1: reads main() at $here/reads.c:8
(trellis) continue
8		for (volatile int i = 0; i < 10000; i++)
(trellis) quit
the run goes on
read second"

# wait_for: a text in the output; at most 1000 s
wait_for() {
	for ((i = 0; i < 10000; i++)); do
		grep -q "$1" "$tmp/out" && return
		sleep 0.1
	done
}
"$TRELLIS" cc -g -o "$tmp/spin.elf" $here/spin.c
echo continue > "$tmp/on"
mkfifo "$tmp/keys"
env --default-signal=INT "$TRELLIS" boot --debug-script "$tmp/on" "$tmp/spin.elf" < "$tmp/keys" > "$tmp/out" 2> "$tmp/err" &
spins=$!
exec 3> "$tmp/keys"
wait_for ready
kill -INT $spins
wait_for interrupted
printf 'print n > 0\nreverse-stepi\nprint $node\nquit\n' >&3
wait_for 'the run goes on'
kill -INT $spins
wait $spins
is "Ctrl-C, for the debugger and for the run" "$? $(sed -E 's/interrupted, at .*/interrupted/; /^0x/d; /^\[/d; s/^1[01]\t.*/LINE/' "$tmp/out") $(grep -v ^fing "$tmp/err")" \
"1 ready
(trellis) continue
interrupted
LINE
(trellis) print n > 0
n > 0 = 1
(trellis) reverse-stepi
LINE
(trellis) print \$node
\$node = 0
(trellis) quit
the run goes on interrupted"
for bad in '--view' '--picture x@1ms' '--sync-log inside:x'; do
	is "not together with ${bad%% *}" "$("$TRELLIS" run --debug $bad $app 2>&1 > /dev/null | sed 's/.*\(cannot be combined\).*/\1/'; echo ${PIPESTATUS[0]})" \
		"cannot be combined
2"
done
echo "1..$n"
