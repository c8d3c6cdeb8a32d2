#!/bin/bash
# The demo ends well, and shows what README.md says. In the long form only: the parts have tests of their own.
[ -n "$LONG" ] || { echo "1..0 # SKIP in the long form only"; exit; }
. tests/tap.sh
programs/demo "$(dirname "$TRELLIS")" > "$tmp/out" 2>&1
result $? "it ends well"
sed -n '/^```$/,/^```$/p' README.md | grep -E '^(:|2 0 0|node n4|    |[0-9]+ of 75|Failure|TASK|tasks:|trek:)' > "$tmp/shown"
lines() { sed -E '/^    /s/:[0-9]+$//' "$1"; } # numbers of lines in programs are not what it is about
grep -vxFf <(lines "$tmp/out") <(lines "$tmp/shown") > "$tmp/diff"
test ! -s "$tmp/diff"
result $? "README.md shows what it prints"
echo "1..$n"
