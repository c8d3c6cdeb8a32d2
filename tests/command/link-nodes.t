#!/bin/bash
# Links with a partner where nodes run the kernel, and free links of nodes: programs use the link as a channel; the run is
# repeated from its recording without the partner; two runs are joined.
[ -e "$(dirname "$TRELLIS")/node/libkernel.a" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }
. tests/tap.sh
export TRELLIS_RECORD=none
limited() {
	timeout -s KILL 60 "$@"
}
cat >"$tmp/ask.c" <<'END'
#include <stdio.h>
#include <t800.h>

int
main(void)
{
	char text[4] = "hal";

	for (int i = 0; i < 3; i++) {
		channel_out(LINK_OUT(1), text + i, 1);
		channel_in(LINK_IN(1), text + i, 1);
	}
	printf("%s\n", text);
	return 0;
}
END
cat >"$tmp/answer.c" <<'END'
#include <t800.h>

int
main(void)
{
	char c;

	for (int i = 0; i < 3; i++) {
		channel_in(LINK_IN(3), &c, 1);
		c++;
		channel_out(LINK_OUT(3), &c, 1);
	}
	return 0;
}
END
cat >"$tmp/partner" <<'END'
import os
while c := os.read(0, 1):
    os.write(1, bytes([c[0] + 1]))
END
partner="exec:python3 $tmp/partner"
# run OPTION...: what ask.c prints; the end in $tmp/end
run() {
	limited "$TRELLIS" run -b "$tmp/build" "$@" 2>"$tmp/err"
	grep '^fingerprint' "$tmp/err" >"$tmp/end"
}
# replayed RECORDING: its fingerprint
replayed() {
	"$TRELLIS" replay "$1" 2>&1 | grep '^fingerprint'
}
is "a free link of a node" "$(run --link n0.1="$partner" --record "$tmp/r.rec" "$tmp/ask.c")" ibm
is "its recording" "$(replayed "$tmp/r.rec")" "$(cat "$tmp/end")"
is "when the machine is idle" "$(run --link n0.1="$partner" --link-input idle "$tmp/ask.c")" ibm
end=$(cat "$tmp/end")
for option in "--sync lockstep" "--engine interpreter"; do
	# shellcheck disable=SC2086
	is "with $option" "$(run --link n0.1="$partner" --link-input idle $option "$tmp/ask.c")" ibm
	is "the same run" "$(cat "$tmp/end")" "$end"
done
printf 'topology two\nnode n0\nhost h links=2\nwire h.0 n0.0\nwire h.1 n0.1\nend\n' >"$tmp/two.topo"
printf 'topology other\nnode n0\nhost h links=2\nwire h.0 n0.1\nwire h.1 n0.3\nend\n' >"$tmp/other.topo"
is "a link of the host" "$(run -t "$tmp/two.topo" --link h.1="$partner" "$tmp/ask.c")" ibm
is "by its other end" "$(run -t "$tmp/two.topo" --link n0.1="$partner" "$tmp/ask.c")" ibm
printf 'topology less\nnode n0\nhost h links=2\nwire h.0 n0.3\nwire h.1 n0.1\nend\n' >"$tmp/less.topo"
is "a link with a lower number than that of the boot" "$(run -t "$tmp/less.topo" --link h.1="$partner" "$tmp/ask.c")" ibm

# Two processes: ask.c in one, answer.c in the other.
run -t "$tmp/other.topo" --link h.1=unix:"$tmp/socket" --record "$tmp/b.rec" "$tmp/answer.c" &
is "two runs" "$(limited "$TRELLIS" run -b "$tmp/build.a" --link n0.1=unix:"$tmp/socket" --record "$tmp/a.rec" "$tmp/ask.c" 2>"$tmp/a")" ibm
wait
is "the recording of one" "$(replayed "$tmp/a.rec")" "$(grep '^fingerprint' "$tmp/a")"
is "and of the other" "$(replayed "$tmp/b.rec")" "$(cat "$tmp/end")"

# An application, whose nodes' other links are not touched.
(cd "$tmp" && "$TRELLIS" new app) >/dev/null
wanted=$(run "$tmp/app/app.vms")
grep -q primes <<<"$wanted"
result $? "an application"
is "with a partner that floods" "$(run --link n3.3=exec:yes "$tmp/app/app.vms")" "$wanted"

# The shell: the partner's bytes wait until the nodes are up.
"$TRELLIS" cc --kernel -o "$tmp/ask.elf" "$tmp/ask.c"
printf 'spread\nloadgo n0 %s\n' "$tmp/ask.elf" >"$tmp/script"
is "in the shell" "$(limited "$TRELLIS" shell --link h.1="exec:printf ibm; cat" "$tmp/two.topo" "$tmp/script" 2>/dev/null | grep '^ibm')" ibm
printf 'spread\nspread\nloadgo n0 %s\n' "$tmp/ask.elf" >"$tmp/script"
is "after a second spread" "$(limited "$TRELLIS" shell --link h.1="exec:printf ibm; cat" "$tmp/two.topo" "$tmp/script" 2>/dev/null | grep '^ibm')" ibm
printf 'spread\nsnapshot %s\n' "$tmp/s" >"$tmp/script"
limited "$TRELLIS" shell --link h.1=exec:cat "$tmp/two.topo" "$tmp/script" >"$tmp/out" 2>"$tmp/err"
is "no snapshot" "$? $(cat "$tmp/err")" \
	"2 $tmp/script:2: --link: snapshots do not hold what partners have sent; leave it out to write or restore one"
expect "the commands' input" 2 "$TRELLIS" shell --link h.1=stdio "$tmp/two.topo" <<'END'
trellis: shell: --link h.1=stdio: the commands come from standard input; give a SCRIPT
END

# Without a kernel: bytes of the partner at n0's link 1 go to the host, plus one.
cat >"$tmp/pass.s" <<'END'
	ajw	20
	mint
	sthf
	mint
	stlf
1:	ldlp	1
	mint
	ldnlp	5
	ldc	1
	in
	ldlp	1
	lb
	adc	1
	ldlp	1
	sb
	ldlp	1
	mint
	ldc	1
	out
	j	1b
END
"$TRELLIS" as --raw -o "$tmp/pass.btl" "$tmp/pass.s"
is "a free link, booted raw" "$(limited "$TRELLIS" boot --raw --link n0.1="exec:printf hal" --record "$tmp/p.rec" "$tmp/pass.btl" 2>"$tmp/err" </dev/null)" ibm
is "that recording" "$(replayed "$tmp/p.rec")" "$(grep '^fingerprint' "$tmp/err")"

# What cannot be.
expect "the link of the boot" 2 "$TRELLIS" run --link n0.0=exec:cat "$tmp/ask.c" <<'END'
(the built-in machine): cannot boot: no data link of a host leads to a node but those of --link
END
expect "a link in use" 2 "$TRELLIS" run -t programs/pair.topo --link n0.2=pty n0:"$tmp/ask.c" <<'END'
trellis: --link n0.2: it is wired to n1.1; expected a free link, or a data link of a host
END
expect "no link" 2 "$TRELLIS" run --link n7.2=pty "$tmp/ask.c" <<'END'
trellis: --link n7.2: expected a link of a node, or a data link of a host, of (the built-in machine), such as h.0
END
expect "twice" 2 "$TRELLIS" run --link n0.2=pty --link n0.2=pty "$tmp/ask.c" <<'END'
trellis: --link n0.2 is given twice
END
expect "both ends" 2 "$TRELLIS" run -t "$tmp/two.topo" --link n0.1=pty --link h.1=pty "$tmp/ask.c" <<'END'
trellis: --link h.1: the link at its other end is given, too
END
expect "on this host" 2 "$TRELLIS" run --native --link n0.1=pty "$tmp/app/app.vms" <<'END'
trellis: --link cannot be combined with --native or --break
END
expect "many runs" 2 "$TRELLIS" swarm 2 --link n0.1=pty "$tmp/app/app.vms" <<'END'
trellis: --link cannot be used with many runs
END
echo "1..$n"
