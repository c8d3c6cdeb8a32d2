#!/bin/bash
# The assembler's listings: tests/cc/as/*.s, with what is expected in *.lst beside them.
n=0
for s in tests/cc/as/*.s; do
	l=${s%.s}.lst
	n=$((n + 1))
	if out=$(diff <("$TRELLIS" as -o /dev/null -l - "$s" 2>&1) "$l" 2>&1); then
		echo "ok $n - $(basename "$s")"
	else
		echo "not ok $n - $(basename "$s")"
		sed 's/^/# /' <<<"$out"
	fi
done
echo "1..$n"
