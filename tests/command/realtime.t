#!/bin/bash
# Simulated time that passes no faster than the host's clock: a key comes when it is typed, whether the machine works or
# waits meanwhile; the run is repeated from its recording.
. tests/tap.sh
export TRELLIS_RECORD=none
. tests/command/keyboard.sh
mkfifo "$tmp/keys"
# nanoseconds: the host's clock
nanoseconds() {
	date +%s%N
}
# shows TEXT: has the program shown this, or has its run ended?
shows() {
	[ -e "$tmp/over" ] || grep -qF -- "$1" "$tmp/shown"
}
# during COMMAND...: a run that shows $tmp/shown
during() {
	timeout -s KILL 60 "$@" >"$tmp/shown" 2>"$tmp/err"
	: >"$tmp/over"
}
# type_keys: a, then q, each when the program has shown what comes before, and after a while
type_keys() {
	await shows "> "
	sleep 0.4
	printf a
	await shows "> a"
	sleep 0.4
	printf q
}
# live PROGRAM FACTOR: a run whose keys are typed so; how long it has taken, and when keys came, in ns
live() {
	local begin
	rm -f "$tmp/over" "$tmp/r.rec"
	: >"$tmp/shown"
	begin=$(nanoseconds)
	type_keys | during "$TRELLIS" boot --realtime="$2" --requests "$tmp/requests" --record "$tmp/r.rec" "$tmp/$1.btl"
	took=$(($(nanoseconds) - begin))
	key=$(awk '$4 == "write" { at = $2 } END { printf "%.0f\n", at * 1000000 }' "$tmp/requests")
}
# check NAME PROGRAM FACTOR: its clock has not been faster than the host's, and not much slower
check() {
	live "$2" "$3"
	is "$1: shown" "$(cat "$tmp/shown")" "> aq"
	echo "$key $took" >"$tmp/diff"
	[ "$key" -le $((took * $3)) ]
	result $? "$1: not ahead of the clock"
	[ "$key" -ge $((400000000 * $3)) ]
	result $? "$1: time passes while nobody types"
	is "$1: its recording" "$("$TRELLIS" replay "$tmp/r.rec" 2>&1 | grep '^fingerprint')" "$(grep '^fingerprint' "$tmp/err")"
}
check "a machine that waits" get 1
check "a machine that polls" poll 1
check "faster" get 50

# at_least NAME NS COMMAND...: it ends at the time asked for, not earlier
at_least() {
	local name=$1 least=$2 begin
	shift 2
	begin=$(nanoseconds)
	is "$name" "$("$@" 2>&1 <>"$tmp/keys" | grep -v '^fingerprint')" "> the time asked for is reached"
	echo "$(($(nanoseconds) - begin))" >"$tmp/diff"
	[ "$(cat "$tmp/diff")" -ge "$least" ]
	result $? "$name, in the host's time"
}
at_least "until a time, idle" 300000000 timeout 60 "$TRELLIS" boot --realtime -u 300ms "$tmp/get.btl"
at_least "until a time, busy" 300000000 timeout 60 "$TRELLIS" boot --realtime=0.1 -u 30ms "$tmp/poll.btl"

# A partner's byte comes at the time of the clock, too.
cat >"$tmp/ask" <<'END'
sleep 0.4
printf '\006\0\043\377\311\232\073\0'
END
timeout 60 "$TRELLIS" boot --realtime --link h.0="exec:sh $tmp/ask" --record "$tmp/l.rec" "$tmp/get.btl" 2>"$tmp/err" >/dev/null
"$TRELLIS" replay "$tmp/l.rec" >"$tmp/replayed" 2>&1
is "a partner: its recording" "$(grep '^fingerprint' "$tmp/replayed")" "$(grep '^fingerprint' "$tmp/err")"
cp "$tmp/replayed" "$tmp/diff"
awk '/^the end of the recorded run/ { us["ms"] = 1000; us["us"] = 1; us["ns"] = 0.001; us["s"] = 1000000
	unit = $NF; sub(/^[0-9.]*/, "", unit); exit $NF * us[unit] < 200000 }' "$tmp/replayed"
result $? "a partner: time passes"

# An application's master reads a line while the nodes go on.
if [ -e "$(dirname "$TRELLIS")/node/libkernel.a" ]; then
	(cd "$tmp" && "$TRELLIS" new app) >/dev/null
	cat >>"$tmp/app/task.h" <<'END'
static inline void
ask_name(void)
{
	char line[40];
	clock_t begin;

	printf("name? ");
	fflush(stdout);
	begin = clock();
	if (fgets(line, sizeof line, stdin))
		printf("%s%ld ms\n", line, (long)((clock() - begin) * 1000 / CLOCKS_PER_SEC));
}
END
	sed -i -e 's/^#include <stdio.h>/&\n#include <time.h>/' -e '/^init_master/,/^{/s/^{/{\n\task_name();/' "$tmp/app/generate.c"
	sed -i 's/^#include <trek.h>/#include <stdio.h>\n#include <time.h>\n&/' "$tmp/app/"*.c
	: >"$tmp/shown"
	rm "$tmp/over"
	begin=$(nanoseconds)
	(await shows "name?"; sleep 0.4; echo me) |
		during "$TRELLIS" run -b "$tmp/build" --realtime=2 --record "$tmp/n.rec" "$tmp/app/app.vms"
	took=$(($(nanoseconds) - begin))
	is "an application: shown" "$(head -1 "$tmp/shown")" "name? me"
	at=$(sed -n 's/^\([0-9]*\) ms$/\1/p' "$tmp/shown")
	echo "$at ms, $took ns" >"$tmp/diff"
	[ "$at" -ge 400 ] && [ "$at" -le $((took * 2 / 1000000)) ]
	result $? "an application: its clock"
	is "an application: its recording" "$("$TRELLIS" replay "$tmp/n.rec" 2>&1 | grep '^fingerprint')" "$(grep '^fingerprint' "$tmp/err")"
fi

# Nobody types: the clock does not matter.
answers=(--type '> =a' --type 'a=q')
expect "with answers alone" 0 "$TRELLIS" boot --realtime=0.001 "${answers[@]}" "$tmp/get.btl" \
	< <("$TRELLIS" boot "${answers[@]}" "$tmp/get.btl" </dev/null 2>&1)

expect "no factor" 2 "$TRELLIS" boot --realtime=0 "$tmp/get.btl" <<'END'
trellis: --realtime=0: expected simulated seconds per second, from 0.001 to 1000
END
expect "no input" 2 "$TRELLIS" boot --realtime --raw "$tmp/get.btl" <<'END'
trellis: --realtime: with --raw the input is sent at once; use --link h.0=stdio instead
END
expect "a picture" 2 "$TRELLIS" boot --realtime --picture "$tmp/p@1ms" "$tmp/get.btl" <<'END'
trellis: --realtime: leave out --view, --picture, --screen and --movie
END
echo "1..$n"
