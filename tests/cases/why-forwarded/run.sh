#!/bin/sh
# A value that other nodes have forwarded leads to the statement of each node that has made a part of it.
d=$(dirname "$0"); t=$(mktemp -d); trap 'rm -rf "$t"' EXIT
"$TRELLIS" cc --kernel -g -O0 -o "$t/gauge" "$d/gauge.c"
printf 'spread\nloadgo n0-3 %s/gauge\nstate N\nexit\n' "$t" > "$t/script"
"$TRELLIS" shell --record "$t/r" programs/chain4.topo "$t/script" 2>/dev/null | grep sum
"$TRELLIS" why --each -n 400 --json "$t/r" stdout:4 | python3 -c '
import json, sys
nodes = json.load(sys.stdin)["nodes"]
print("gauge.c:12 on nodes", *sorted({n["node"] for n in nodes if n["file"].endswith("gauge.c") and n["line"] == 12}))
print(sum(n["note"] == "received over a link" for n in nodes), "values end at a link")'
