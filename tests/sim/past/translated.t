#!/bin/bash
# The past with all code translated, and with none: the same tests of states, walks, branches and
# lone nodes.
. tests/tap.sh
for engine in eager interpreter; do
	for name in past branch feed lone last; do
		TRELLIS_ENGINE=$engine "${build:-build}/tests/sim/past/$name" > "$tmp/diff" 2>&1
		result $? "$name, $engine"
	done
done
echo "1..$n"
