#!/bin/sh
# A bit of each task is changed before it is sent: the statement is in the answer about the output, although the tasks'
# many executions of other statements are there, too; the causes of executions that were not looked for are counted.
t=$(mktemp -d); trap 'rm -rf "$t"' EXIT
cp -r programs/quad "$t/quad"
"$TRELLIS" run -n 13 -o "$t/right" "$t/quad/quad.vms" -- 5 >/dev/null 2>&1
sed -i 's/do_task(&whole/((volatile unsigned char *)\&whole)[29] ^= 1, do_task(\&whole/' "$t/quad/generate.c"
"$TRELLIS" run -n 13 -o "$t/wrong" --record "$t/r" "$t/quad/quad.vms" -- 5 >/dev/null 2>&1
byte=$(cmp "$t/right" "$t/wrong" | sed 's/.*byte \([0-9]*\),.*/\1/')
"$TRELLIS" why -n 200 --json "$t/r" stdout:$((byte - 1)) | python3 -c '
import json, sys
nodes = json.load(sys.stdin)["nodes"]
print("do_task" if any("do_task(&whole" in n["source"] for n in nodes) else "missed")
print(sum(n["not_followed"] for n in nodes) > 0)'
