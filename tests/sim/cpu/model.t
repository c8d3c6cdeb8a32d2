#!/bin/bash
# Random cases of every instruction on every chip against a second model, written from the documents: model/machine.py. LONG:
# more of them.
build=$(dirname "$TRELLIS")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
gcc -std=gnu11 -O2 -Wall -Wextra -I. -I"$build" tests/sim/cpu/model/execute.c "$build/libtrellis.a" -ldw -lelf -ljansson -lm \
	-o "$tmp/execute" || exit 3
python3 -B tests/sim/cpu/model/compare.py "$tmp/execute" ${LONG:+20}60
