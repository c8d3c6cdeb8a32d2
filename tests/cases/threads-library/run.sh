#!/bin/sh
# Recursive mutexes, thrd_current and tss of threads.h do not race.
here=$(cd "$(dirname "$0")" && pwd); top=$PWD; t=$(mktemp -d); trap 'rm -rf "$t"' EXIT
for f in p18 p19; do "$TRELLIS" run --topo "$top/programs/single.topo" --record "$t/$f" "$here/$f.c" >/dev/null 2>&1; "$TRELLIS" races "$t/$f" >"$t/o"; echo "$f: exit $?, $(tail -1 "$t/o"), $(grep '^race on' "$t/o" | sort -u | tr '\n' ';')"; done
