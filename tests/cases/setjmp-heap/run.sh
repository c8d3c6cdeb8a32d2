#!/bin/sh
# An object of malloc, changed between setjmp and longjmp, keeps its value (C11 7.13.2.1).
d=$(dirname "$0"); t=$(mktemp)
for o in -O0 -O1 -O2 -O3 -Os; do "$TRELLIS" cc $o "$d/sj.c" -o $t && echo "$o $("$TRELLIS" boot $t 2>/dev/null)"; done; rm $t
