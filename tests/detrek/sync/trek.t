#!/bin/bash
# Applications under TrEK, forced into the order of runs on machines with other timing (trek.py).
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
seeds=1
[ -z "$LONG" ] || seeds=50

python3 -B tests/detrek/sync/trek.py "$TRELLIS" "$tmp" $seeds >"$tmp/found" 2>"$tmp/diff"
result $? "nothing differs"
is "each run has the order, which no free run has" "$(sed 's/[0-9]* operations/N operations/' "$tmp/found")" \
	"$((8 * seeds)) runs in order, N operations; 8 of 8 free runs have another order"
echo "1..$n"
