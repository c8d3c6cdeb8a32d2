#!/bin/sh
# A kernel program divides by zero: the debugger begins at the division, and says why.
here=$(cd "$(dirname "$0")" && pwd); top=$PWD; t=$(mktemp -d); trap 'rm -rf "$t"' EXIT
"$TRELLIS" cc --kernel -g -O0 -o "$t/f.elf" "$here/f.c" && "$TRELLIS" run --topo "$top/programs/single.topo" --record "$t/rec" "$t/f.elf" 2>&1 | grep -v cycles
printf 'bt\nprint total\nwhy\ncatch error\ngoto beginning\ncontinue\nbt\n' >"$t/s"; "$TRELLIS" debug --batch -x "$t/s" "$t/rec"
