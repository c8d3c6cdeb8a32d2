#!/bin/bash
# Partners that fail are told once, with the link's name and the time: one that sends what the machine does not take, and one
# that sends nothing. The run ends, or waits for the user, and its recording is whole.
. tests/tap.sh
export TRELLIS_RECORD=none
printf '\tajw\t20\n\tmint\n\tsthf\n\tmint\n\tstlf\n\tstopp\n' >"$tmp/idle.s"
"$TRELLIS" as --raw -o "$tmp/idle.btl" "$tmp/idle.s"
# boot OPTION...: a machine that is idle at once; what is told
boot() {
	timeout -s KILL 60 "$TRELLIS" boot --raw "$@" "$tmp/idle.btl" 2>"$tmp/err" </dev/null
	grep '^fingerprint' "$tmp/err" >"$tmp/end"
	grep '^link' "$tmp/err" | sed 's/ [0-9.]*[mun]*s\([ ;]\)/ TIME\1/'
}
is "bytes that are not taken" "$(boot --link n0.1=exec:'printf hello; cat 2>/dev/null' --record "$tmp/f.rec")" \
	"link n0.1: since TIME the machine has not taken the last 5 bytes of the partner"
is "its recording" "$("$TRELLIS" replay "$tmp/f.rec" 2>&1 | grep '^fingerprint')" "$(cat "$tmp/end")"
is "one of two" "$(boot --link n0.1=exec:'printf hello; cat 2>/dev/null' --link n0.2=exec:true)" \
	"link n0.2: the partner has closed the link at TIME; the link is silent now
link n0.1: since TIME the machine has not taken the last 5 bytes of the partner"

# One that never sends anything is told after a while; the machine waits for it.
"$TRELLIS" boot --raw --link n0.1=exec:cat "$tmp/idle.btl" 2>"$tmp/silent" </dev/null &
await grep -qs '^link n0.1: ' "$tmp/silent"
kill $!
wait $!
is "one that sends nothing" "$(sed 's/ [0-9.]*[mun]*s,/ TIME,/' "$tmp/silent" | grep -v '^fingerprint')" \
	"link n0.1: the machine is idle at TIME, and the partner has sent nothing for 5 s
interrupted"
echo "1..$n"
