#!/bin/bash
# A program that runs on a node without a kernel: it is known by its code, also when the node is idle.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

cat > "$tmp/three.c" <<'C'
int total;
int main(void)
{
	for (int i = 0; i < 3; i++)
		total += i;
	return total;
}
C
"$TRELLIS" cc -O0 -g -o "$tmp/three.elf" "$tmp/three.c"
"$TRELLIS" boot --record "$tmp/run" "$tmp/three.elf" 2> "$tmp/err"
is "a recorded run" "$?" 3
"$TRELLIS" debug --batch -e "print total" -e "last total" -e "print total" "$tmp/run" 2>&1 | sed -E 's/, at .*//' > "$tmp/out"
is "globals at the end, and before" "$(sed -n '1p; 2p; $p' "$tmp/out")" "total = 3
total is changed by the next instruction
total = 1"
"$TRELLIS" debug --batch -e "goto beginning" -e "break three.c:5 if i == 2" -e continue -e "print total" -e reverse-stepi "$tmp/run" 2>&1 |
	sed -E 's/, at .*//' > "$tmp/out"
is "a breakpoint, and a step back, from before it is loaded" "$(sed -n '4p; 7p; 8s/main.*//p' "$tmp/out")" "breakpoint 1
total = 1
[0.1 three] "
"$TRELLIS" as --raw -o "$tmp/hello.btl" programs/hello/hello.s
"$TRELLIS" boot --record "$tmp/raw" "$tmp/hello.btl" > "$tmp/out" 2>&1
is "a boot file, which has no names" "$("$TRELLIS" debug --batch -e "info place" "$tmp/raw" 2>&1)" "1ms; the run is known from 0s to 1ms"
echo "1..$n"
