#!/bin/bash
# What a value reaches: random programs on two nodes, compared with a model (reach.py), and what the command prints.
# PROGRAMS: how many (4); SEED.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
programs=${PROGRAMS:-${LONG:+200}}
programs=${programs:-4}
python3 tests/detrek/flowback/reach.py "$TRELLIS" "$tmp" "$programs" "${SEED:-1}" > "$tmp/diff" 2>&1
sed -n '$s/^/# /p' "$tmp/diff"
tail -1 "$tmp/diff" | grep -qE "^$programs programs, [1-9][0-9]* values, 0 differ$"
result $? "no value differs from the model's"

cat > "$tmp/mean.c" << 'END'
#include <math.h>
#include <stdio.h>
volatile int total, count, mean, table[10];
volatile double root;
static int
scaled(int x)
{
	return 3 * x + 1;
}
int
main(void)
{
	for (int i = 0; i < 10; i++) {
		total += i * i;
		count++;
	}
	root = sqrt(total);
	mean = total / count;
	table[mean % 10] = 4;
	if (mean > 20)
		printf("mean %d of %d\n", mean, count);
	printf("root %f scaled %d\n", root, scaled(mean));
	fflush(stdout);
	return *(int *)(mean << 16);
}
END
"$TRELLIS" cc -g -O1 -o "$tmp/mean.elf" "$tmp/mean.c" && "$TRELLIS" boot --topo programs/single.topo --record "$tmp/mean" "$tmp/mean.elf" > "$tmp/out" 2>&1
printf 'goto beginning\nbreak mean.c:17\ncontinue\n' > "$tmp/script"
place=$("$TRELLIS" debug --batch -x "$tmp/script" "$tmp/mean" | sed -n 's/.*before instruction //p')
forward() { # ARGUMENT...
	"$TRELLIS" why --forward "$@" 2>&1 | sed -E "s#$tmp/##; s/  [0-9.]+[mu]s//; s/_start.*//"
}
is "the tree" "$(forward "$tmp/mean" 0 total @"$place")" "[1] total = 285  main()  mean.c:14  node 0 mean  | total += i * i;
  [2] root = 16.881943016134134  main()  mean.c:17  | root = sqrt(total);
    [3] output[19..20] = \"16\"  (sent to the host)
    [4] output[22..27] = \"881943\"  (sent to the host)
  [5] mean = 28  main()  mean.c:18  | mean = total / count;
    [6] used as an address  main()  mean.c:19  | table[mean % 10] = 4;
    [7] decided: on to line 21  main()  mean.c:20  | if (mean > 20)
    [8] the node stops  (accessed an address outside its memory)  main()  mean.c:24  | return *(int *)(mean << 16);
    [9] output[5..6] = \"28\"  (sent to the host)
    [10] output[36..37] = \"85\"  (sent to the host)"
is "few statements" "$(forward -n 3 "$tmp/mean" 0 total @"$place" | grep -c '^ *\[')" 3
printf 'goto beginning\nbreak mean.c:17\ncontinue\nreach count\nprint count\n' > "$tmp/script"
is "in the debugger, which stays where it is" "$("$TRELLIS" debug --batch -x "$tmp/script" "$tmp/mean" | grep -cE '"28"|"10"|count = 10|1 = 10')" 4
expect "no place" 2 "$TRELLIS" why --forward "$tmp/mean" 0 total << 'END'
trellis: why: --forward: an expression and a place are needed, such as 'total @20ms'
END
expect "options for causes" 2 "$TRELLIS" why --forward --html "$tmp/mean" 0 total @1ms << 'END'
trellis: --forward: --html, --depth and --actual are for causes
END
"$TRELLIS" why --forward --dot "$tmp/mean" 0 mean @"$place" > "$tmp/dot"
"$TRELLIS" why --forward --json "$tmp/mean" 0 total @"$place" > "$tmp/json"
is "JSON's edges lead from causes to effects" "$(python3 -c "
import json; j = json.load(open('$tmp/json')); of = {x['id']: x['name'] for x in j['nodes']}
print(*sorted(of[e['cause']] + '>' + of[e['effect']] for e in j['edges'] if of[e['effect']] in ('mean', 'root')))")" "total>mean total>root"
echo "1..$n"
