#!/bin/bash
# Random programs whose operations do not depend on data: what `trellis order` says of them, against many runs (rounds.c).
# ROUNDS=FIRST,LAST,N runs programs FIRST to LAST N times each.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
rounds=${build:-build}/tests/detrek/sync/rounds
IFS=, read -r first last each <<<"${ROUNDS:-$([ -n "$LONG" ] && echo 1,200,10000 || echo 1,5,400)}"

"$TRELLIS" cc --kernel -O2 -g -Wall -Wextra -o "$tmp/rounds.elf" tests/detrek/sync/node/rounds.c 2>"$tmp/diff"
result $? "rounds.c compiles"
"$rounds" "$tmp/rounds.elf" $first $last $each >"$tmp/diff" 2>&1
result $? "each unordered pair comes in both orders, each ordered one in its order only"
sed 's/^[^#]/# &/' "$tmp/diff"
is "orders that do not hold are contradicted" "$("$rounds" "$tmp/rounds.elf" 1 5 400 plant 2>&1)" "5 false orders, 5 contradicted"
echo "1..$n"
