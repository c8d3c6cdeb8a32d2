#!/bin/sh
# A copy that a program makes through a pointer is a statement: its execution, and the calls that chose the pointers.
d=$(dirname "$0"); t=$(mktemp -d); trap 'rm -rf "$t"' EXIT
for o in -O0 -O1; do
	"$TRELLIS" cc --kernel -g $o -o "$t/best.elf" "$d/best.c"
	"$TRELLIS" run --record "$t/r" -t programs/single.topo "$t/best.elf" 2>/dev/null | head -1
	echo $o $("$TRELLIS" why -n 40 "$t/r" stdout:6 | grep -o 'best\.c:[0-9]*' | sort -u)
done
