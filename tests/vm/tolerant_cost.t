#!/bin/bash
# What fault_tolerance costs where nothing fails: at most 12 % of the simulated time.
. tests/tap.sh
[ -e "$(dirname "$TRELLIS")/node/trek/libtrek.a" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }

python3 tests/vm/tolerant_cost.py "$TRELLIS" >"$tmp/diff" 2>&1
result $? "seven applications on binary and ternary trees"
echo "1..$n"
