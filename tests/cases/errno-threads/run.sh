#!/bin/sh
# errno is of the thread (C11 7.5): two threads that set it do not race.
here=$(cd "$(dirname "$0")" && pwd); top=$PWD; t=$(mktemp -d); trap 'rm -rf "$t"' EXIT
"$TRELLIS" run --topo "$top/programs/single.topo" --record "$t/rec" "$here/p.c" 2>/dev/null | sed -n 1p; "$TRELLIS" races "$t/rec" | grep '^race'
