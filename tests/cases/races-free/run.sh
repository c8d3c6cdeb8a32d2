#!/bin/sh
# free() is a store to the whole block: it races with a reader.
here=$(cd "$(dirname "$0")" && pwd); top=$PWD; t=$(mktemp -d); trap 'rm -rf "$t"' EXIT
"$TRELLIS" run --topo "$top/programs/single.topo" --record "$t/rec" "$here/p.c" | sed -n 1p; "$TRELLIS" races "$t/rec" | tail -1
