#!/bin/sh
# A value that was never written names its declaration, element by element.
d=$(dirname "$0"); t=$(mktemp -d); trap 'rm -rf "$t"' EXIT
"$TRELLIS" cc --kernel -g -O0 -o "$t/weights.elf" "$d/weights.c"
"$TRELLIS" run --record "$t/r" -t programs/single.topo "$t/weights.elf" 2>/dev/null | head -1
"$TRELLIS" why -n 12 "$t/r" stdout:7 | grep -o 'weights.*(initial value).*'
