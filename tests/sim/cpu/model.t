#!/bin/bash
# Random cases of every instruction on every chip against a second model, written from the documents: model/machine.py. LONG:
# more of them.
build=$(dirname "$TRELLIS")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
gcc -std=gnu11 -O2 -Wall -Wextra -I. -I"$build" tests/sim/cpu/model/execute.c "$build/libtrellis.a" -ldw -lelf -ljansson -lm \
	-o "$tmp/execute" || exit 3
for bits in 32 16; do
	BITS=$bits python3 -B tests/sim/cpu/model/compare.py "$tmp/execute" ${LONG:+20}60 || failed=1
done > "$tmp/all"
# one plan for both widths
awk '/^(not )?ok / { sub(/ok [0-9]+/, "ok " ++n) } /^1\.\./ { next } { print } END { print "1.." n }' "$tmp/all"
exit ${failed:-0}
