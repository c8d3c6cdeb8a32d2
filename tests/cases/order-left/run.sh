#!/bin/sh
# Clean condition variables, a barrier, a lock of readers and writers: no deadlock is proved by an order that the program leaves.
here=$(cd "$(dirname "$0")" && pwd); top=$PWD; t=$(mktemp -d); trap 'rm -rf "$t"' EXIT
for f in p02 heat p12; do echo "== $f"; "$TRELLIS" run --topo "$top/programs/single.topo" --record "$t/$f" "$here/$f.c" >/dev/null 2>&1
 "$TRELLIS" order "$t/$f" >"$t/o"; echo "order exit $?, $(grep -c '^deadlock' "$t/o") deadlocks"
 "$TRELLIS" order --deadlock "$t/$f" >"$t/s"; "$TRELLIS" run --topo "$top/programs/single.topo" --sync-order "$t/s" "$here/$f.c" >"$t/r" 2>&1; echo "forced run exit $?"; cat "$t/r"; done
