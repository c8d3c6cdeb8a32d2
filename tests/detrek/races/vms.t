#!/bin/bash
# trellis races of recorded applications under TrEK: its own orders are known, so that what is found are races.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

run() { # APPLICATION [NODES]: run on them, or on four, and record; the variables that race
	"$TRELLIS" run -n "${2:-4}" --record "$tmp/rec" "$1" >"$tmp/out" 2>&1
	"$TRELLIS" races "$tmp/rec" >"$tmp/found" 2>&1
	echo "$? $(sed -n 's/^no races in this run$/none/p; s/^race on \([^ ]*\).*/\1/p' "$tmp/found" | sort -u | paste -sd' ')"
}

is "msort" "$(run programs/msort/msort.vms)" "0 none"
is "group" "$(run programs/group/group.vms)" "0 none"
is "quad" "$(run programs/quad/quad.vms)" "0 none"
is "quad on 7 nodes, which pass on results of others" "$(run programs/quad/quad.vms 7)" "0 none"
is "queens" "$(run programs/queens/queens.vms)" "0 none"

# Threads of one node that both count in a global variable: computing, and joining what others have computed.
cp programs/quad/*.[ch] programs/quad/quad.vms "$tmp"
echo 'int calls;' >>"$tmp/interval.c"
sed -i 's/^\tput_result/\tcalls++;\n&/; s/^#include "quad.h"/&\nextern int calls;/' "$tmp/compute.c" "$tmp/join.c"
is "a planted race" "$(run "$tmp/quad.vms")" "1 calls"
is "... and where" "$(sed -n '/^race on calls/,/^race/s/^  [0-9.]* \(stores\|loads\) at \([a-z]*.c\).*/\2/p' "$tmp/found" |
	sort -u | paste -sd' ')" "compute.c join.c"
echo "1..$n"
