#!/bin/bash
# threads.h, pthread.h and sync.h: each function on a node.
cd "$(dirname "$0")/../.." || exit
. tests/tap.sh
[ -e "$(dirname "$TRELLIS")/node/libkernel.a" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }

check() { # NAME TESTS LEVEL
	"$TRELLIS" cc --kernel $3 -Wall -o "$tmp/$1.elf" tests/kernel/node/$1.c
	printf 'spread\nloadgo n0 %s\n' "$tmp/$1" >"$tmp/script"
	"$TRELLIS" shell programs/chain4.topo "$tmp/script" 2>&1 | sed '1,/nodes are up/d' >"$tmp/diff"
	[ "$(grep -c '^ok' "$tmp/diff")" = $2 ] && [ "$(tail -1 "$tmp/diff")" = 1..$2 ] && ! grep -qv '^ok\|^1' "$tmp/diff"
	result $? "all functions of $1.h, $3"
}

for level in -O0 -O2; do
	check threads 16 $level
	check pthread 22 $level
	check sync 6 $level
done
echo "1..$n"
