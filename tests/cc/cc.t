#!/bin/bash
# Each program of c/ (C, or LLVM IR for what the front end seldom writes), compiled at two levels, with LONG at all, prints
# on a simulated node what its .out says.
. tests/cc/cc.sh

levels=(-O0 -O2)
[ -n "$LONG" ] && levels=(-O0 -O1 -O2 -O3 -Os)
programs=(tests/cc/c/*.c tests/cc/c/*.ll)
echo "1..$((${#programs[@]} * ${#levels[@]}))"
for c in "${programs[@]}"; do
	for level in "${levels[@]}"; do
		run "$c" $level >"$tmp/out" 2>"$tmp/err"
		same "$(basename "$c") $level" "${c%.*}.out" "$tmp/out" "$tmp/err"
	done
done
