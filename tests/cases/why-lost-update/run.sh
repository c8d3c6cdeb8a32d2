#!/bin/sh
# A value that another thread has written is overwritten by one that was computed before: the answer has both; with a
# lock nothing is lost.
d=$(dirname "$0"); t=$(mktemp -d); trap 'rm -rf "$t"' EXIT
sed 's/int seen = people;/mtx_lock(\&lock); int seen = people;/; s/people = seen + .*/& mtx_unlock(\&lock);/
	s/^static int people;/static mtx_t lock; &/; s/thrd_t t\[2\];/& mtx_init(\&lock, mtx_plain);/' "$d/count.c" > "$t/locked.c"
cp "$d/count.c" "$t"
for program in count locked; do
	for o in -O0 -O1 -O2; do
		"$TRELLIS" cc --kernel -g $o -o "$t/p.elf" "$t/$program.c"
		"$TRELLIS" run --record "$t/r" -t programs/single.topo "$t/p.elf" 2>/dev/null | head -1
		echo $program $o "$("$TRELLIS" why -n 40 --json "$t/r" stdout:7 | python3 -c '
import json, sys
g = json.load(sys.stdin)
node = {n["id"]: n for n in g["nodes"]}
for e in g["edges"]:
	if e["kind"] == "lost" and node[e["effect"]]["kind"] == "assignment":
		a, b = node[e["effect"]], node[e["cause"]]
		print(a["value"], "line", a["line"], "overwrites", b["value"], "line", b["line"], a["process"] != b["process"])')"
	done
done
