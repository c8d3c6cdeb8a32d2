#!/bin/sh
# Floating-point constants of the code are no causes; the node's number, which the host has sent, is one.
d=$(dirname "$0"); t=$(mktemp -d); trap 'rm -rf "$t"' EXIT
"$TRELLIS" cc --kernel -g -O1 -o "$t/height.elf" "$d/height.c"
"$TRELLIS" run --record "$t/r" -t programs/single.topo "$t/height.elf" 2>/dev/null | head -1
"$TRELLIS" why -n 30 "$t/r" stdout:8 | grep -o '[^ ]* = [^ ]*  (from the host) '
