#!/bin/bash
# ^C: trellis boot tells where the run was, and its recording is whole; a program that waits for its user ends at once.
. tests/tap.sh
printf 'loop:\tj loop\n' > "$tmp/loop.s"
"$TRELLIS" as --boot -o "$tmp/loop.btl" "$tmp/loop.s"
mkfifo "$tmp/keys"
exec 3<> "$tmp/keys"
# after SIGNAL COMMAND...: ends a run by it that has worked for a while, or waits for its user
after() {
	env --default-signal=INT "$TRELLIS" boot "${@:2}" <&3 > "$tmp/out" 2> "$tmp/err" &
	await ready $!
	kill -s "$1" $!
	wait $!
}
ready() { has_worked "$1" 0.5 || { grep -q waits "$tmp/out" && sleeps "$1"; }; }
for signal in INT TERM; do
	after $signal --stats --record "$tmp/run" "$tmp/loop.btl"
	is "SIG$signal ends a run that has no end" "$? $(sed -n '1p; 2s/ .*//p' "$tmp/err" | tr '\n' ' ')" "1 interrupted fingerprint "
	is "SIG$signal: what nodes did is told" "$(grep -c '^n0 .* runs$' "$tmp/err")" 1
	is "SIG$signal: the recording has what happened" "$("$TRELLIS" export text "$tmp/run" 2> /dev/null | head -1)" \
		"1000.000 send h.0 $(stat -c %s "$tmp/loop.btl")"
done
exec 3< /dev/null
after INT --raw --snapshot "$tmp/snapshot@900s" "$tmp/loop.btl"
is "no snapshot of another moment is written" "$? $(ls "$tmp/snapshot" 2>&1 | grep -c 'No such')" "1 1"
exec 3<> "$tmp/keys"
if [ -x "$(dirname "$TRELLIS")/trellis-cc" ]; then
	printf '#include <stdio.h>\nint main(void) { puts("waits"); fflush(stdout); return getchar(); }\n' > "$tmp/key.c"
	"$TRELLIS" cc -O1 -o "$tmp/key.elf" "$tmp/key.c"
	after INT "$tmp/key.elf"
	is "SIGINT ends what waits for its user" "$? $(cat "$tmp/err")" "130 "
fi
echo "1..$n"
