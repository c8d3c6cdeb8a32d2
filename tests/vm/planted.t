#!/bin/bash
# Bugs planted in three applications: detrek says Failure, and names first what the machine reports. LONG=1: 300 bugs.
. tests/tap.sh
[ -e "$(dirname "$TRELLIS")/node/trek/libtrek.a" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }

bugs=6
[ -z "$LONG" ] || bugs=300
python3 tests/vm/planted.py "$TRELLIS" $bugs >"$tmp/diff" 2>&1
result $? "$bugs planted bugs"
[ -z "$LONG" ] || sed 's/^/# /' "$tmp/diff"
echo "1..$n"
