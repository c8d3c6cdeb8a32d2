#!/bin/bash
# Blocks of the heap: a thread's own are no race, and free is a store to the whole block.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

found() { # FREE: the racing accesses of blocks.c
	"$TRELLIS" cc --kernel -g -O1 -DFREE="$1" -o "$tmp/blocks.elf" tests/detrek/races/node/blocks.c
	"$TRELLIS" run --topo programs/single.topo --record "$tmp/rec" "$tmp/blocks.elf" >"$tmp/out" 2>&1
	"$TRELLIS" races "$tmp/rec" >"$tmp/found"
	echo "$? $(grep -c '^race on byte' "$tmp/found") $(grep -c '^    free (memory.c' "$tmp/found")"
}

is "blocks of its own" "$(found 0)" "0 0 0"
is "a load of a block that another thread frees" "$(found 1)" "1 1 1"
is "free and realloc of one block" "$(found 2 | cut -d' ' -f1)" 1
is "a free after the use" "$(found 3)" "0 0 0"
echo "1..$n"
