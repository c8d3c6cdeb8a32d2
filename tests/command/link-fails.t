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

# Packets of iserver: a program that asks for a key, and partners that answer so.
. tests/command/keyboard.sh
# serve COMMAND [PROGRAM]: what is told
serve() {
	timeout -s KILL 60 "$TRELLIS" boot --link-frames iserver --link h.0=exec:"$1" "${2:-$tmp/get.btl}" 2>&1 | grep '^link' |
		sed 's/ [0-9.]*[mun]*s\([ ;]\)/ TIME\1/'
}
is "no answer" "$(serve 'head -c 12 >/dev/null')" \
	"link h.0: the partner has closed the link at TIME before the answer to a request; the link is silent now"
is "half an answer" "$(serve "head -c 12 >/dev/null; printf '\\007\\000\\000'")" \
	"link h.0: the partner has closed the link at TIME after 3 of 9 bytes of a packet; the link is silent now"
is "half a size" "$(serve "head -c 12 >/dev/null; printf '\\007'")" \
	"link h.0: the partner has closed the link at TIME after half of a packet's size; the link is silent now"
is "no packet" "$(serve "head -c 12 >/dev/null; printf 'hello'; cat >/dev/null" | sed -n 1p)" \
	"link h.0: at TIME the partner has sent a packet of 25960 bytes; those of iserver have 1 to 1024"
is "whole packets" "$(serve "head -c 12 >/dev/null; printf '\\003\\000\\000\\002\\000'; head -c 8 >/dev/null; printf '\\002\\000\\000q'
	head -c 10 >/dev/null; printf '\\003\\000\\000\\001\\000'; head -c 8 >/dev/null; printf '\\001\\000\\000'")" \
	"link h.0: the partner has closed the link at TIME; the link is silent now"
printf '\tajw\t20\n\tmint\n\tsthf\n\tmint\n\tstlf\n\tmint\n\tldc\t5\n\toutword\n\tstopp\n' >"$tmp/five.s"
"$TRELLIS" as --raw -o "$tmp/five.btl" "$tmp/five.s"
is "no request" "$(serve true "$tmp/five.btl" | sort | sed -n 1p)" \
	"link h.0: at TIME the machine has sent a packet of 5 bytes; those of iserver have 6 to 1024"
expect "a partner that boots" 2 "$TRELLIS" boot --link-frames iserver --link h.0=exec:true <<'END'
trellis: --link-frames: without PROGRAM the partner's first bytes boot the root node; they are not packets
END
expect "no such packets" 2 "$TRELLIS" boot --link-frames helios --link h.0=exec:true "$tmp/idle.btl" <<'END'
trellis: --link-frames helios: expected none or iserver
END

# One that never sends anything is told after a while; the machine waits for it.
"$TRELLIS" boot --raw --link n0.1=exec:cat "$tmp/idle.btl" 2>"$tmp/silent" </dev/null &
await grep -qs '^link n0.1: ' "$tmp/silent"
kill $!
wait $!
is "one that sends nothing" "$(sed 's/ [0-9.]*[mun]*s,/ TIME,/' "$tmp/silent" | grep -v '^fingerprint')" \
	"link n0.1: the machine is idle at TIME, and the partner has sent nothing for 5 s
interrupted"
echo "1..$n"
