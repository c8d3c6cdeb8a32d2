#!/bin/bash
# Potential dependences of random programs are those of a model that executes the other way of each condition
# (potential.py). PROGRAMS: how many (4); SEED.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
programs=${PROGRAMS:-4}
python3 tests/detrek/flowback/potential.py "$TRELLIS" "$tmp" "$programs" "${SEED:-1}" > "$tmp/diff" 2>&1
sed -n '$s/^/# /p' "$tmp/diff"
tail -1 "$tmp/diff" | grep -qE "^$programs programs, [0-9]+ values, [1-9][0-9]* with potential dependences, 0 differ$"
result $? "no value differs"
echo "1..$n"
