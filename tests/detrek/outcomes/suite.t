#!/bin/bash
# 20 programs with a race, a deadlock or an abort that other orders hide, and 20 mended ones: trellis outcomes and races
# --predict show what is wrong, and nothing in the mended ones. LONG=1: with 20 seeds, as in docs/outcomes.md.
. tests/tap.sh
here=tests/detrek/outcomes
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

python3 $here/suite.py "$TRELLIS" $([ "$LONG" ] && echo 20 || echo 1) > "$tmp/found" 2> "$tmp/diff"
is "all programs were tried" "$(wc -l < "$tmp/found") $(cat "$tmp/diff")" "40 "
is "nothing is found in the mended ones" "$(awk -F '\t' '$1 ~ / mended$/ && ($3 $4 $5 $6) != "----"' "$tmp/found")" ""
is "nothing but what is wrong is found in the others" "$(awk -F '\t' '$1 !~ / mended$/ {
	for (i = 3; i <= 6; i++) if ($i != "-" && $i != $2) print }' "$tmp/found")" ""
is "outcomes shows it, but for a race that a lock of the library hides" "$(awk -F '\t' '$1 !~ / mended$/ && $6 == "-" { print $1 }' "$tmp/found")" \
	early_result
is "races --predict shows that one" "$(awk -F '\t' '$1 == "early_result" { print $5 }' "$tmp/found")" race
echo "1..$n"
