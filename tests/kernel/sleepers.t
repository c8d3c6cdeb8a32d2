#!/bin/bash
# A process can end at any time while its threads wait for a time that is the same for all, also when it just comes.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
"$TRELLIS" cc --kernel -O2 -o "$tmp/sleepers.elf" tests/kernel/node/sleepers.c
for end in $(seq -6000 "${STEP:-$([ -n "$LONG" ] && echo 7 || echo 170)}" 400); do
	"$TRELLIS" run "$tmp/sleepers.elf" -- $end >"$tmp/out" 2>&1 || echo "$end: $(cat "$tmp/out")"
done >"$tmp/failed"
is "each process has ended" "$(cat "$tmp/failed")" ""
echo "1..$n"
