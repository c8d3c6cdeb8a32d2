#!/bin/bash
# Packets of several items: random lists go in and come out on a node, at the limit of a packet and
# beyond it; packs travel on whole and in pieces.
. tests/tap.sh
build=$(dirname "$TRELLIS")
[ -e "$build/node/kernel.elf" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }

"$build/trellis-cc" --kernel -O2 -I. -Itrek -o "$tmp/pack.elf" tests/trek/node/pack.c trek/pack.c trek/inbox.c 2> "$tmp/err"
is "it compiles" "$(cat "$tmp/err")" ""
is "lists come out as they went in" "$(printf 'spread\nloadgo -s %s n0 pack\n' "$tmp" |
	"$TRELLIS" shell programs/pair.topo | grep 'same\|case')" "packs yes, cut yes, joined yes; same; alone yes, together yes, full yes, too big yes"
echo "1..$n"
