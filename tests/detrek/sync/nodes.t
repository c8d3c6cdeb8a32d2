#!/bin/bash
# Random programs of several nodes that send messages to each other (nodes.py): their orders forced on machines with other
# timing, and pairs that `trellis order` does not order reversed.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
last=4 most=8
[ -z "$LONG" ] || last=200 most=1000

python3 -B tests/detrek/sync/nodes.py "$TRELLIS" "$tmp" 1 $last $most >"$tmp/found" 2>"$tmp/diff"
result $? "nothing differs"
is "what was compared" "$(sed 's/[0-9]\+/N/g' "$tmp/found")" \
	"N programs; of N other machines N gave other messages without the order; N unordered pairs reversed"
echo "1..$n"
