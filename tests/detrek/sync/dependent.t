#!/bin/bash
# Random programs whose operations depend on data: where a run does other operations than its recording, a race is reported (dependent.py).
# DEPENDENT=FIRST,LAST,RUNS says which programs, and how many runs of each.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
IFS=, read -r first last runs <<<"${DEPENDENT:-$([ -n "$LONG" ] && echo 1,60,20 || echo 1,3,6)}"

python3 -B tests/detrek/sync/dependent.py "$TRELLIS" "$tmp" $first $last $runs >"$tmp/diff" 2>&1
result $? "each exception lies behind a race that is named"
sed 's/^/# /' "$tmp/diff"
echo "1..$n"
