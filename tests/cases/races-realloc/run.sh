#!/bin/sh
# realloc() that stays in place does not race with the block before it.
here=$(cd "$(dirname "$0")" && pwd); top=$PWD; t=$(mktemp -d); trap 'rm -rf "$t"' EXIT
"$TRELLIS" run --topo "$top/programs/single.topo" --record "$t/rec" "$here/p.c" 2>/dev/null | sed -n 1p; "$TRELLIS" races "$t/rec" | grep '^race'
