#!/bin/bash
# threads.h: each function on a node.
cd "$(dirname "$0")/../.." || exit
. tests/tap.sh
[ -e "$(dirname "$TRELLIS")/node/libkernel.a" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }

for level in -O0 -O2; do
	"$TRELLIS" cc --kernel $level -Wall -o "$tmp/threads.elf" tests/kernel/node/threads.c
	printf 'spread\nloadgo n0 %s\n' "$tmp/threads" >"$tmp/script"
	timeout 100 "$TRELLIS" shell programs/chain4.topo "$tmp/script" 2>&1 | sed '1,/nodes are up/d' >"$tmp/diff"
	[ "$(grep -c '^ok' "$tmp/diff")" = 16 ] && [ "$(tail -1 "$tmp/diff")" = 1..16 ] && ! grep -qv '^ok\|^1' "$tmp/diff"
	result $? "all functions, $level"
done
echo "1..$n"
