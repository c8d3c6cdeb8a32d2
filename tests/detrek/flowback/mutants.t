#!/bin/bash
# Wrong values planted at random in the applications (mutants.py): trellis why leads to each of them. CASES: how many (3).
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
cases=${CASES:-3}
python3 tests/detrek/flowback/mutants.py "$TRELLIS" programs "$cases" 1 > "$tmp/answer" 2> "$tmp/diff"
sed 's/^/# /' "$tmp/answer"
grep "^[0-9]* missed" "$tmp/answer" >> "$tmp/diff"
is "each is found" "$(tail -1 "$tmp/answer" | sed 's/, [0-9]* among.*//')" "$cases cases, $cases found"
echo "1..$n"
