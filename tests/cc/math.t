#!/bin/bash
# math.h's accuracy: the library's own sources, compiled for the host (whose doubles are rounded as the T800's are), are at
# most two units of the last place from the host's long double. What is exact (rounding, parts of numbers) is the host's.
# LONG: more arguments.
. tests/cc/cc.sh

for s in exp log pow hyperbolic angle sin atan erf gamma float single; do
	gcc -std=gnu11 -w -O2 -ffp-contract=off -fno-builtin -nostdinc -Ikernel/libc/include -c "kernel/libc/$s.c" -o "$tmp/$s.o" ||
		exit 3
done
nm -g --defined-only "$tmp"/*.o | sed -nE 's/^.* T (\w+)$/\1 node_\1/p' >"$tmp/names"
echo "__errno node_errno" >>"$tmp/names"
for o in "$tmp"/*.o; do
	objcopy --redefine-syms="$tmp/names" "$o"
done
gcc -w -O1 tests/cc/math/ulp.c "$tmp"/*.o -lm -o "$tmp/ulp" || exit 3
"$tmp/ulp" ${LONG:+100}5000
