#!/bin/bash
# trellis outcomes of random programs against brute force over all interleavings: the same orders, deadlocks and outcomes,
# none twice, without messages none given up, and each recording is replayed. RANDOM_PROGRAMS=FIRST,LAST says which programs.
. tests/tap.sh
here=tests/detrek/outcomes
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
IFS=, read -r first last <<<"${RANDOM_PROGRAMS:-$([ -n "$LONG" ] && echo 1,1000 || echo 1,40)}"
printf 'topology chain3\nnode n[0-2] type=T800 mem=1M\nhost h links=1\nwire h.0 n0.0\nwire n[0-1].2 n[1-2].0\nend\n' >"$tmp/chain3.topo"

differ() { # what semaphores.py or messages.py says, without the number of orders
	sed 's/ orders .*//' | sort
}
orders() { # that number
	sed -n 's/.* orders //p'
}

"$TRELLIS" cc --kernel -g -o "$tmp/random.elf" $here/node/random.c
got=$(python3 $here/semaphores.py "$TRELLIS" "$tmp/random.elf" "$first" "$last" 3 2>&1)
is "programs with semaphores, tries and locks" "$(differ <<<"$got")" "given up 0
programs $((last + 1 - first)) differ 0"
is "... have more than one order each" "$([ "$(orders <<<"$got")" -gt $((last + 1 - first)) ] && echo more)" more

"$TRELLIS" cc --kernel -g -o "$tmp/messages.elf" $here/node/messages.c
got=$(python3 $here/messages.py "$TRELLIS" "$tmp/messages.elf" "$tmp/chain3.topo" "$first" "$last" 3 2>&1)
is "programs with messages on three nodes, two threads on some" "$(differ <<<"$got" | grep -v given)" "programs $((last + 1 - first)) differ 0"
is "... have more than one order each" "$([ "$(orders <<<"$got")" -gt $((last + 1 - first)) ] && echo more)" more

"$TRELLIS" cc --kernel -g -o "$tmp/channels.elf" $here/node/channels.c
got=$(python3 $here/channels.py "$TRELLIS" "$tmp/channels.elf" "$first" "$last" 3 2>&1)
is "programs with channels in memory, alternatives and semaphores" "$(differ <<<"$got" | grep -v given)" \
	"programs $((last + 1 - first)) differ 0"
is "... have more than one order each" "$([ "$(orders <<<"$got")" -gt $((last + 1 - first)) ] && echo more)" more

printf 'topology star4\nnode n[0-3] type=T800 mem=1M\nhost h links=1\nwire h.0 n0.0\nwire n0.[1-3] n[1-3].0\nend\n' >"$tmp/star4.topo"
"$TRELLIS" outcomes -t "$tmp/star4.topo" -o "$tmp/server" n0-3:$here/node/server.c >"$tmp/diff"
is "a server that receives from three clients with three requests each" "$? $(tail -1 "$tmp/diff")" \
	"0 complete: 1,680 orders, 1 outcome"
echo "1..$n"
