#!/bin/sh
# Three threads print five lines each: 15 different lines, and no race.
here=$(cd "$(dirname "$0")" && pwd); top=$PWD; t=$(mktemp -d); trap 'rm -rf "$t"' EXIT
"$TRELLIS" run --topo "$top/programs/single.topo" --record "$t/rec" "$here/p.c" 2>/dev/null | grep : | grep -v cycles | sort | uniq -c
"$TRELLIS" races "$t/rec" | tail -1
