#!/bin/bash
# The past with all code translated: the same tests of states, walks, branches and lone nodes.
. tests/tap.sh
export TRELLIS_ENGINE=eager
for name in past branch feed lone last; do
	"${build:-build}/tests/sim/past/$name" > "$tmp/diff" 2>&1
	result $? "$name"
done
echo "1..$n"
