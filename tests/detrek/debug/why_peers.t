#!/bin/bash
# trellis why --peers: of planted bugs the statement comes first, compared with what the same statement has written elsewhere.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

cat > "$tmp/t.c" <<'EOF'
#include <stdio.h>

int weight[8], factor[8], table[8], alone[2];

static int
weight_of(int i)
{
	return i == 5 ? 9 : 2;
}

int
main(void)
{
	for (int i = 0; i < 8; i++) {
		weight[i] = weight_of(i);
		factor[i] = i < 6 ? 3 : 3;
	}
	for (int i = 0; i < 8; i++)
		table[i] = weight[i] * factor[i];
	alone[0] = table[5];
	alone[1] = 4;
	for (int i = 0; i < 8; i++)
		printf("%d\n", table[i] + 10);
	return 0;
}
EOF
(cd "$tmp" && "$TRELLIS" cc -O0 -g -o t.elf t.c && "$TRELLIS" boot --record run t.elf) > "$tmp/out" 2>&1

# why EXPRESSION: the answer.
why() {
	"$TRELLIS" why --peers "$tmp/run" "$@" > "$tmp/answer" 2> "$tmp/err"
	echo $?
}

# section: its statements, without places; peers: the line above them.
section() {
	sed -n '/^Compared/,/^All causes/{/^  /p}' "$tmp/answer" | sed 's/  [0-9.]*[mu]s  .*//'
}

is "an element is compared with its neighbours" "$(why 'table[5]') $(head -1 "$tmp/answer")" \
	"0 Compared with table[6] = 6, table[4] = 6 and table[7] = 6 of the same statement, the program's statements that differ first:"
is "what differs comes first, then what was the same for most" "$(section)" \
"  table[5] = 27  (the same for 0 of 3)  main()  t.c:19
  weight[5] = 9  (the same for 0 of 3)  main()  t.c:15
  weight_of() = 9  (the same for 0 of 3)  t.c:8
  factor[5] = 3  (the same for 3 of 3)  main()  t.c:16
  i = 5  (the same for 2 of 3)  main()  t.c:18
  i = 5  (the same for 3 of 3)  main()  t.c:14"
is "then the whole answer" "$(sed '1,/^All causes/d' "$tmp/answer" | diff - <("$TRELLIS" why "$tmp/run" 'table[5]'))" ""
is "a byte of the output, with those of other lines" "$(why stdout:6:1) $(head -1 "$tmp/answer" | sed 's/ of the same.*//')" \
	"0 Compared with output[18] = 49, output[12] = 49 and output[21] = 49"
is "back to the planted bug" "$(section | sed -n '2,4s/ *(.*//p')" "  table[5] = 27
  weight[5] = 9
  weight_of"
is "a text, with words" "$(why stdout~37) $(head -1 "$tmp/answer" | sed 's/ of the same.*//')" \
	'0 Compared with output[18..19] = "16", output[12..13] = "16" and output[21..22] = "16"'

# The second opinion: each peer is asked about alone, and all executions on which it depends are compared.
for asked in 'table[5]' 'table[2]' stdout:6:1; do
	is "counts of $asked" "$(python3 - "$TRELLIS" "$tmp/run" "$asked" 2>&1 <<'EOF'
import json, re, subprocess, sys

def why(*arguments):
	return json.loads(subprocess.run([sys.argv[1], "why", "--json", *arguments], stdout=subprocess.PIPE).stdout)

def same(a, b):
	return (all(a[k] == b[k] for k in ("kind", "file", "line", "value"))
		and re.sub(r"\[.*?\]", "", a["name"]) == re.sub(r"\[.*?\]", "", b["name"]))

compared = why("--peers", sys.argv[2], sys.argv[3])["compared"]
graphs = [why("--all", sys.argv[2], p["name"].replace("output[", "stdout:").rstrip("]") if p["name"].startswith("output")
	else p["name"])["nodes"] for p in compared["peers"]]
for n in compared["nodes"]:
	count = sum(any(same(n, m) for m in g) for g in graphs)
	if n["line"] and count != n["peers_with_value"]:
		print(n["name"], n["line"], n["value"], n["peers_with_value"], "counted:", count)
print(len(compared["peers"]), "peers")
EOF
)" "3 peers"
done
is "no other value of the statement: refused" "$(why 'alone[0]') $(cat "$tmp/err")" \
	"2 trellis: why: --peers: the same statement has written no other output, and no other element of an array"
is "with a value that is right: refused" "$(why --expected 6 'table[5]') $(cat "$tmp/err")" \
	"2 trellis: --expected, --against and --peers are different questions"
is "a page is refused" "$(why --html 'table[5]')" 2
is "a wait is refused" "$(why waits) $(cat "$tmp/err")" "2 trellis: why: --peers: values are compared, not waits"
echo "1..$n"
