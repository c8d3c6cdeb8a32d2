#!/bin/sh
# A static that the compiler has shrunk to a byte keeps its name.
here=$(cd "$(dirname "$0")" && pwd); top=$PWD; t=$(mktemp -d); trap 'rm -rf "$t"' EXIT
"$TRELLIS" cc --kernel -g -O1 -o "$t/prog.elf" "$here/primes.c" || exit 2
"$TRELLIS" symbols "$t/prog.elf" | grep ' made'
"$TRELLIS" run --topo "$top/programs/single.topo" --record "$t/rec" "$t/prog.elf" >/dev/null 2>&1
"$TRELLIS" races "$t/rec" | grep '^race on'
