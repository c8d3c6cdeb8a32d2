#!/bin/bash
# The Debug Adapter Protocol, spoken by a client that others wrote; without it the test is skipped.
. tests/tap.sh
. tests/golden.sh
here=tests/detrek/debug
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
if ! node -e 'require.resolve("@vscode/debugadapter-testsupport")' 2> /dev/null; then
	echo "1..0 # SKIP npm's @vscode/debugadapter-testsupport is not where NODE_PATH says"
	exit
fi
"$TRELLIS" run --make --build "$tmp" $here/sums/sums.vms 2> "$tmp/make.err"
is "the programs are made" "$? $(cat "$tmp/make.err")" "0 "
cat > "$tmp/boot" <<END
spread
loadgo n1 $tmp/slave.elf &
loadgo n0 $tmp/master.elf -- -t chain -b 1 -g 1 2 4 &
snapshot $tmp/snapshot
END
"$TRELLIS" shell programs/pair.topo "$tmp/boot" > "$tmp/out" 2>&1
node $here/dap.js "$TRELLIS" "$tmp/snapshot" "$tmp/slave.elf" "$tmp/master.elf" > "$tmp/found" 2>&1
echo "status $?" >> "$tmp/found"
golden $here/dap.out "a session over the protocol"
echo "1..$n"
