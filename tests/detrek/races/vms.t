#!/bin/bash
# trellis races of recorded applications under TrEK: its own orders are known, so that what is found are races.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

run() { # APPLICATION: run on four nodes and record; the variables that race
	rm -rf "$tmp/rec"
	"$TRELLIS" run -n 4 --record "$tmp/rec" "$1" >"$tmp/out" 2>&1
	"$TRELLIS" races "$tmp/rec" >"$tmp/found" 2>&1
	echo "$? $(sed -n 's/^no races in this run$/none/p; s/^race on \([^ ]*\).*/\1/p' "$tmp/found" | sort -u | paste -sd' ')"
}

# Workers of a node look for themselves in a table of stacks, into which others still write their own as they begin: that race
# of TrEK's is harmless, since no entry can be another worker's, whole or in part.
table='node.work.worker[0].stack node.work.worker[0].stack_bytes'

is "msort" "$(run programs/msort/msort.vms)" "0 none"
is "group" "$(run programs/group/group.vms)" "0 none"
is "quad: only TrEK's table of stacks" "$(run programs/quad/quad.vms)" "1 $table"
is "queens: likewise" "$(run programs/queens/queens.vms)" "1 $table"

# Threads of one node that both count in a global variable: computing, and joining what others have computed.
cp programs/quad/*.[ch] programs/quad/quad.vms "$tmp"
echo 'int calls;' >>"$tmp/interval.c"
sed -i 's/^\tput_result/\tcalls++;\n&/; s/^#include "quad.h"/&\nextern int calls;/' "$tmp/compute.c" "$tmp/join.c"
is "a planted race" "$(run "$tmp/quad.vms")" "1 calls $table"
is "... and where" "$(sed -n '/^race on calls/,/^race/s/^  [0-9.]* \(stores\|loads\) at \([a-z]*.c\).*/\2/p' "$tmp/found" |
	sort -u | paste -sd' ')" "compute.c join.c"
echo "1..$n"
