#!/bin/sh
# Node 0 receives from anyone: another order of the same messages gives 21.
here=$(cd "$(dirname "$0")" && pwd); top=$PWD; t=$(mktemp -d); trap 'rm -rf "$t"' EXIT; r="$TRELLIS run --topo $top/programs/chain4.topo"
$r --record "$t/rec" n0-2:"$here/m.c" | sed -n 1p; "$TRELLIS" races "$t/rec" | tail -4; "$TRELLIS" order "$t/rec" | grep 'must\|^race'
$r --record "$t/rec2" n0-2:"$here/m2.c" | sed -n 1p; "$TRELLIS" export sync -o "$t/log" "$t/rec2"; $r --sync-order "$t/log" n0-2:"$here/m.c" 2>&1 | grep -v 'cycles\|fingerprint'
