#!/bin/bash
# Random programs whose threads have both priorities (high.py): their orders forced on machines with other timing.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
last=8
[ -z "$LONG" ] || last=500

python3 -B tests/detrek/sync/high.py "$TRELLIS" "$tmp" 1 $last >"$tmp/found" 2>"$tmp/diff"
result $? "nothing differs"
is "what was compared" "$(sed 's/[0-9]\+/N/g' "$tmp/found")" \
	"N programs; of N other machines N gave another result without the order"
[ "$(sed 's/.*machines \([0-9]*\) .*/\1/' "$tmp/found")" -ge $last ] 2>>"$tmp/diff"
result $? "most need the order"
echo "1..$n"
