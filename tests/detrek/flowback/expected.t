#!/bin/bash
# trellis why --expected: which statements would have given the right value, shown by running them; the debugger's commands
# that it prints give that value, too, and so does the program with another operator.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

cat > "$tmp/t.c" <<'END'
#include <stdio.h>

int table[6], squares[8], total, limit = 4;
double mean;

static int
weight(int i)
{
	if (i > 3)
		return i - 1;
	return i;
}

int
main(void)
{
	for (int i = 0; i < 6; i++)
		table[i] = weight(i) * limit;
	for (int i = 0; i < 6; i++)
		if (table[i] != 8)
			total += table[i];
	for (int i = 0; i < 8; i++)
		squares[i] = i * i - (i == 6);
	mean = total / 6.0;
	printf("total %d mean %.2f\n", total, mean);
	return 0;
}
END
(cd "$tmp" && "$TRELLIS" cc -O0 -g -o t.elf t.c && "$TRELLIS" boot --record run t.elf) > "$tmp/out" 2>&1

# expected EXPRESSION VALUE [OPTION...]: without times; of the others only the first.
expected() {
	"$TRELLIS" why --time 600 --expected "$2" "${@:3}" "$tmp/run" "$1" 2>&1 |
		sed 's/  [0-9.]*[mu]s  node.*//; s/\*0x[0-9a-f]* = /= /; s/  (goto.*//; s/^\(Tried.*\) in [0-9.]* s:/\1:/; /^The others/q'
}
# proofs EXPRESSION VALUE: the value of the expression after the commands of each change, where these are all that is needed.
proofs() {
	"$TRELLIS" why --time 600 --expected "$2" --json "$tmp/run" "$1" | python3 -c 'import json, sys
for n in json.load(sys.stdin)["nodes"]:
	if "set var" in n.get("commands", ""):
		print(n["commands"].replace("; ", "\n"), "continue", "print " + sys.argv[1], "branch run", sep="\n")' "$1" > "$tmp/commands"
	"$TRELLIS" debug -x "$tmp/commands" "$tmp/run" 2>&1 | grep "^$1 = " | sort | uniq -c | tr -s ' '
}

is "another value, of an operation and of an operand, and a jump decided otherwise" "$(expected total 48)" "With one of these changes it is as expected:
  [1] decided: on to line 21  main()  t.c:20
        with the word after it each time
  [2] decided: on to line 10  weight()  t.c:9
        with 4 instead of 3 each time
  [3] table[5] = 16  main()  t.c:18
        with 20, limit * i
  [4] weight() = 4  t.c:12
        with 5
  [5] = 4  weight()  t.c:10
        with 5, its operand
The others, back from the value:"
is "a statement that is wrong each time" "$(expected total 52)" "With one of these changes it is as expected:
  [1] = 4  weight()  t.c:10
        with * instead of - each time
  [2] decided: on to line 21  main()  t.c:20
        with 9 instead of 8 each time
  [3] decided: on to line 10  weight()  t.c:9
        with 5 instead of 3 each time
The others, back from the value:"
sed 's/return i - 1/return i * 1/' "$tmp/t.c" > "$tmp/t2.c"
(cd "$tmp" && "$TRELLIS" cc -O0 -g -o t2.elf t2.c && "$TRELLIS" boot t2.elf) > "$tmp/out" 2>&1
is "that is what the program does with the other operator" "$(head -1 "$tmp/out")" "total 52 mean 8.67"
is "the debugger's commands show it" "$(proofs total 48)" " 2 total = 48"
is "a neighbour" "$(expected 'squares[6]' 36 | head -3)" "With one of these changes it is as expected:
  [1] squares[6] = 35  main()  t.c:23
        with * instead of - each time"
is "a real number, as far as it was given" "$(expected mean 8.00 | sed -n '6,7p')" "  [3] table[5] = 16  main()  t.c:18
        with 20, limit * i"
is "a text of the output" "$(expected 'stdout~"44"' 48 | sed -n 6p)" "  [3] table[5] = 16  main()  t.c:18"
for byte in 1:8 7; do
	is "a byte of it, stdout:$byte; without those before it" "$(expected stdout:$byte 8 | grep -A 1 '^With')" "With one of these changes it is as expected:
  [1] decided: on to line 21  main()  t.c:20
--
With one of these it is as expected, but the output before it differs:
  [6] i = 5  main()  t.c:19"
done
is "the number of processes changes nothing" "$(expected total 48 -j 1)" "$(expected total 48 -j 3)"
is "a value that no change gives" "$(expected total 99 | sed -n '1p;$p')" "With no change that was tried it is as expected; its causes, back from it:
Tried 199 changes: 0 gave 99, 199 did not."
is "what is so already is refused" "$(expected total 44; expected mean 7.33; expected stdout~44 44)" "trellis: why: --expected: it is 44
trellis: why: --expected: it is 7.33
trellis: why: --expected: it is 44"
for options in '--expected 1 --dot' '--expected 1 --against x' '--time 3' '--expected 1 --time 0'; do
	"$TRELLIS" why $options "$tmp/run" total > "$tmp/out" 2>&1
	is "refused: $options" "$?" 2
done
"$TRELLIS" run -n 4 -b "$tmp/build" --record "$tmp/mandel" --output "$tmp/m.ppm" programs/mandel/mandel.vms -- 8 6 20 4 > "$tmp/out" 2>&1
is "a pixel of a picture made by three workers" "$("$TRELLIS" why --time 600 --expected '0 0 0' "$tmp/mandel" m.ppm@3,2 2>&1 |
	sed -n 's/  [0-9.]*[mu]s  node.*//; s/  (goto.*//; 1,3p')" "With one of these changes it is as expected:
  [1] result.shade[11] = 16  compute_fn()  compute.c:41
        with 0"
# an application, whose programs the host loads while the run goes on: a statement that is wrong each time, on two nodes
cp -r programs/queens "$tmp/queens"
sed -i 's/sum.placed++;/sum.placed += 2;/' "$tmp/queens/compute.c"
"$TRELLIS" run -n 3 -b "$tmp/build" --record "$tmp/queens/run" --output "$tmp/queens/out" "$tmp/queens/queens.vms" -- 5 > "$tmp/out" 2>&1
is "a wrong number of an application" "$("$TRELLIS" why --time 600 -n 10 --expected 53 "$tmp/queens/run" stdout:1:20 2>&1 |
	sed -n 's/  [0-9.]*[mu]s  node.*//; s/^\(Tried.*\) in [0-9.]* s:/\1:/; s/\(gave 53\), [0-9]* did not, [0-9]* led/\1, others not, others led/; 1,3p; $p')" "With one of these changes it is as expected:
  [1] sum.placed = 22  count()  compute.c:23 in compute_fn() compute.c:37
        with 1 instead of 2 each time
Tried 1800 changes: 2 gave 53, others not, others led to requests that the host never got in the run."
echo "1..$n"
