#!/bin/bash
# Bugs planted in the simulated application: detrek names each crash first. LONG=1: a thousand of them,
# and tables by the kind of the bug and by the bounds of unloading, as in docs/faults.md.
. tests/tap.sh
[ -e "$(dirname "$TRELLIS")/node/trek/libtrek.a" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }

campaign() { # WHAT N
	python3 tests/vm/crashes.py "$TRELLIS" "$@" >"$tmp/diff" 2>&1
	result $? "$*"
	[ -z "$LONG" ] || sed 's/^/# /' "$tmp/diff"
}

if [ -z "$LONG" ]; then
	campaign crashes 8
	campaign bounds 2
	campaign proposed 2
else
	campaign crashes 1000
	campaign kinds 100
	campaign bounds 100
	campaign proposed 200
fi
echo "1..$n"
