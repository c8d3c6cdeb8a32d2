#!/bin/bash
# A client of the Debug Adapter Protocol launches a run, and debugs it while it is being made.
. tests/tap.sh
. tests/golden.sh
here=tests/detrek/debug/live
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

cp -r tests/detrek/debug/sums "$tmp/bad"
sed -i 's/ntasks++/ntaskz++/' "$tmp/bad/compute.c"
"$TRELLIS" cc -g -o "$tmp/reads.elf" $here/reads.c
python3 $here/dap.py "$TRELLIS" "$tmp" > "$tmp/found" 2>&1
echo "status $?" >> "$tmp/found"
sed -i "s/\(the run has ended\) \['[a-z_]*'\]/\1 ['FUNCTION']/" "$tmp/found"
golden $here/dap.out "sessions of our own client"
"$TRELLIS" run -o /dev/null tests/detrek/debug/sums/sums.vms > /dev/null 2> "$tmp/plain"
is "the run's fingerprint is that without the debugger" "$(cat "$tmp/fingerprint")" "$(grep ^fingerprint "$tmp/plain")"
is "its recording is whole" "$("$TRELLIS" replay "$tmp/dap" 2>&1 | tail -1)" "$(cat "$tmp/fingerprint")"

if node -e 'require.resolve("@vscode/debugadapter-testsupport")' 2> /dev/null; then
	node $here/dap.js "$TRELLIS" > "$tmp/found" 2>&1
	echo "status $?" >> "$tmp/found"
	golden $here/dapjs.out "a session of Microsoft's client"
fi
echo "1..$n"
