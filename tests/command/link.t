#!/bin/bash
# Links of the host that have a partner outside: a byte is answered before the next is sent; the run is repeated from its
# recording without the partner; two runs that are joined by a socket are one machine.
. tests/tap.sh
# limited COMMAND...: a partner that is waited for in vain is a failure, not a test that never ends.
limited() {
	timeout -s KILL 60 "$@"
}
export TRELLIS_RECORD=none
. tests/command/echo.sh

# The partner sends a byte when it has got the answer to the one before.
cat >"$tmp/ask" <<'END'
for c in h a l; do
	printf $c
	head -c 1 >>"$1"
done
END
ask() {
	rm -f "$tmp/got"
	limited "$TRELLIS" boot --hash --link h.0="exec:sh $tmp/ask $tmp/got" "$@" "$tmp/echo.btl" 2>"$tmp/err"
	cat "$tmp/got"
	grep -E '^(fingerprint|state)' "$tmp/err" >"$tmp/end"
}
is "each byte is answered" "$(ask --record "$tmp/live.rec")" "ibm"
end=$(cat "$tmp/end")
is "the recording needs no partner" "$("$TRELLIS" replay --hash "$tmp/live.rec" 2>&1 | grep -E '^(fingerprint|state)')" "$end"
grep -q '^link h.0: the partner has closed the link at [0-9.]*[mun]*s; the link is silent now$' "$tmp/err"
result $? "a partner that has gone is named"
is "bytes that come when the machine is idle" "$(ask --link-input idle)" "ibm"
end=$(cat "$tmp/end")
for option in "--slices 7" "--threads 2" "--link-events byte"; do
	# shellcheck disable=SC2086
	is "with $option" "$(ask --link-input idle $option)" "ibm"
	is "the same run" "$(cat "$tmp/end")" "$end"
done
is "standard input and output" "$(printf hal | limited "$TRELLIS" boot --link h.0=stdio "$tmp/echo.btl" 2>/dev/null)" "ibm"

# A program on n0 boots the echo on its neighbour, and passes bytes on to it and back.
{
	cat <<'END'
	ajw	40
	mint
	sthf
	mint
	stlf
	ldc	table-1f
	ldpi
1:	mint
	ldnlp	1
	ldc	SIZE
	out
2:	ldlp	1
	mint
	ldnlp	4
	ldc	1
	in
	ldlp	1
	mint
	ldnlp	1
	ldc	1
	out
	ldlp	1
	mint
	ldnlp	5
	ldc	1
	in
	ldlp	1
	mint
	ldc	1
	out
	j	2b
table:
END
	od -An -v -tu1 -w1 "$tmp/echo.btl" | sed 's/^ */	.byte	/'
} | sed "s/SIZE/$(wc -c <"$tmp/echo.btl")/" >"$tmp/booter.s"
"$TRELLIS" as --raw -o "$tmp/booter.btl" "$tmp/booter.s"
printf 'topology whole\nnode n[0-1] type=T800 mem=64K\nhost h\nwire h.0 n0.0\nwire n0.1 n1.0\nend\n' >"$tmp/whole.topo"
printf 'topology left\nnode n0 type=T800 mem=64K\nhost h links=2\nwire h.0 n0.0\nwire h.1 n0.1\nend\n' >"$tmp/left.topo"
printf 'topology right\nnode n1 type=T800 mem=64K\nhost h\nwire h.0 n1.0\nend\n' >"$tmp/right.topo"
whole=$(printf hal | limited "$TRELLIS" boot --raw -t "$tmp/whole.topo" "$tmp/booter.btl" 2>/dev/null)
is "one machine" "$whole" "ibm"
# joined PARTNER: the same machine in two processes; the left one is interrupted when the answer is complete.
joined() {
	local left right
	rm -f "$tmp/answer" "$tmp/complete"
	limited "$TRELLIS" boot -t "$tmp/right.topo" --record "$tmp/right.rec" --link h.0="$1" 2>"$tmp/right" &
	right=$!
	"$TRELLIS" boot -t "$tmp/left.topo" --record "$tmp/left.rec" --link h.1="$1" \
		--link h.0="exec:printf hal; head -c 3 >$tmp/answer; : >$tmp/complete" "$tmp/booter.btl" 2>"$tmp/left" &
	left=$!
	await [ -e "$tmp/complete" ]
	kill $left
	wait $left $right
	cat "$tmp/answer"
}
for partner in "unix:$tmp/socket" tcp:$((20000 + $$ % 20000)); do
	is "two processes, ${partner%%:*}" "$(joined "$partner")" "$whole"
	for side in left right; do
		is "its recording, $side" "$("$TRELLIS" replay "$tmp/$side.rec" 2>&1 | grep '^fingerprint')" \
			"$(grep '^fingerprint' "$tmp/$side")"
	done
done

# pairs PARTNER: pairs of processes that begin at the same time; how many of 20 find each other.
pairs() {
	local met=0 first
	for _ in {1..20}; do
		limited "$TRELLIS" boot --until 1us --link h.0="$1" "$tmp/echo.btl" 2>/dev/null &
		first=$!
		limited "$TRELLIS" boot --until 1us --link h.0="$1" "$tmp/echo.btl" 2>/dev/null && wait $first && met=$((met + 1))
	done
	echo $met
}
for partner in "unix:$tmp/pairs" tcp:$((20000 + $$ % 20000)); do
	is "processes that begin at once, ${partner%%:*}" "$(pairs "$partner")" 20
done

# What cannot be a link is refused.
expect "a partner of no kind" 2 "$TRELLIS" boot --link h.0=telnet:1 "$tmp/echo.btl" <<'END'
trellis: --link h.0=telnet:1: expected stdio, exec:COMMAND, unix:PATH, tcp:PORT, udp:PORT, pty or c011:IN,OUT
END
expect "no such link" 2 "$TRELLIS" boot --link n1.1=stdio "$tmp/echo.btl" <<'END'
trellis: --link n1.1: expected a link of a node, or a data link of a host, of (the built-in machine), such as h.0
END
expect "no program" 2 "$TRELLIS" boot -t "$tmp/left.topo" --link h.1=stdio <<'END'
trellis: boot: missing PROGRAM; only a partner of data link 0 can boot the root node
END
echo "1..$n"
