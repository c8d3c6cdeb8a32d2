#!/bin/bash
# Programs with changed synchronisation: the races that are found are those of brute force over all accesses (mutants.py).
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

python3 -B tests/detrek/races/mutants.py "$TRELLIS" "${build:-build}/tests/detrek/races/brute_live" "$tmp" $([ -n "$LONG" ] && echo 1 || echo 24) \
	>"$tmp/found" 2>"$tmp/diff"
result $? "all programs are judged"
is "none differs" "$(sed '/^[0-9]* programs, [0-9]* with races, /d' "$tmp/found")" ""
sed 's/^/# /' "$tmp/found"
echo "1..$n"
