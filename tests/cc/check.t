#!/bin/bash
# -fcheck: mistakes set Error and stop the process, at four levels; indices are tested by csub0, sums by add;
# addresses that are not aligned are mistakes, too.
. tests/cc/cc.sh

echo "1..9"
for level in -O0 -O1 -O2 -O3; do
	run tests/cc/check/check.c $level -fcheck >"$tmp/out" 2>"$tmp/err"
	same "-fcheck $level" tests/cc/check/check.out "$tmp/out" "$tmp/err"
done
for level in -O0 -O2; do
	run tests/cc/check/unaligned.c $level -fcheck >"$tmp/out" 2>"$tmp/err"
	same "-fcheck $level, addresses" tests/cc/check/unaligned.out "$tmp/out" "$tmp/err"
done
cat >"$tmp/code.c" <<-EOF2
	int a[10];
	int element(int i) { return a[i]; }
	int sum(int x, int y) { return x + y; }
EOF2
"$TRELLIS" cc -O1 -fcheck -S "$tmp/code.c" -o "$tmp/checked.s"
"$TRELLIS" cc -O1 -S "$tmp/code.c" -o "$tmp/plain.s"
ok "an index by csub0" grep -qx '	csub0' "$tmp/checked.s"
ok "a sum by add" grep -qx '	add' "$tmp/checked.s"
ok "neither without -fcheck" bash -c '! grep -qxE "	(csub0|add|testerr)" "$0"' "$tmp/plain.s"
