#!/bin/sh
# A deadlock is reported, whatever ends the recording.
here=$(cd "$(dirname "$0")" && pwd); top=$PWD; t=$(mktemp -d); trap 'rm -rf "$t"' EXIT
"$TRELLIS" cc --kernel -g -O1 -o "$t/prog.elf" "$here/table.c" || exit 2; cd "$t" || exit 2
for s in 'exit' 'state N\nexit'; do
 printf "spread\nloadgo n0 prog\n$s\n" >script
 "$TRELLIS" shell --record rec "$top/programs/single.topo" script >/dev/null 2>&1
 "$TRELLIS" races rec >out; echo "after loadgo '$s': races exit $?, $(grep -c '^  cycle' out) cycles, $(tail -1 out)"
done
