#!/bin/sh
# Two threads use one channel in both directions: no deadlock can be reached.
here=$(cd "$(dirname "$0")" && pwd); top=$PWD; t=$(mktemp -d); trap 'rm -rf "$t"' EXIT
"$TRELLIS" run --topo "$top/programs/single.topo" --record "$t/rec" "$here/p.c" >/dev/null 2>&1
"$TRELLIS" order "$t/rec" >"$t/o"; echo "order exit $?, $(grep -c '^deadlock' "$t/o") deadlocks"
