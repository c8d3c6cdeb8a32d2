#!/bin/bash
# trellis info: what a recording holds, which is what whoever gets it gets: listed, as JSON, and taken apart.
. tests/tap.sh
"$TRELLIS" as --raw -o "$tmp/hello.btl" programs/hello/hello.s
"$TRELLIS" boot --seed 5 --record "$tmp/run.rec" "$tmp/hello.btl" > /dev/null 2>&1
size=$(stat -c %s "$tmp/hello.btl")

"$TRELLIS" info "$tmp/run.rec" > "$tmp/listed"
is "what it is" "$(sed "s|$tmp/||g; /^parts/,\$d; s/  */ /g" "$tmp/listed")" "run.rec: a recording in format 3
command: trellis boot --seed 5 --record run.rec hello.btl
machine: 1 node, seed 5
until 1ms; the run ended there
moments from which a replay can begin: 0
files (bytes):
 program $size hello.btl
texts (bytes):"
is "its parts are the file" "$(sed -n '/^arguments/,$p' "$tmp/listed" | awk 'NR > 1 { sum += $NF } END { print sum }')" \
	"$(($(stat -c %s "$tmp/run.rec") - $(head -1 "$tmp/run.rec" | wc -c)))"

"$TRELLIS" info --json "$tmp/run.rec" | python3 -c '
import json, sys
r = json.load(sys.stdin)
print(r["format"], r["nodes"], r["seed"], r["until"], r["whole"], r["forced"], r["moments"], r["texts"])
print([(f["role"], f["bytes"]) for f in r["files"]], sum(p["packed"] for p in r["parts"]))' > "$tmp/json"
is "as JSON" "$(cat "$tmp/json")" "3 1 5 0.001 True False 0 []
[('program', $size)] $(($(stat -c %s "$tmp/run.rec") - 20))"

is "taken apart" "$("$TRELLIS" info -x "$tmp/apart" "$tmp/run.rec"; ls "$tmp/apart")" 0-hello.btl
cmp "$tmp/apart/0-hello.btl" "$tmp/hello.btl" > "$tmp/diff"
result $? "... as it was"
expect "nothing is overwritten" 2 "$TRELLIS" info -x "$tmp/apart" "$tmp/run.rec" <<END
trellis: $tmp/apart/0-hello.btl is there already: name a new directory
END

# One that was cut goes as far as it does.
head -c $(($(stat -c %s "$tmp/run.rec") - 10)) "$tmp/run.rec" > "$tmp/cut.rec"
is "one that is cut" "$("$TRELLIS" info "$tmp/cut.rec" 2> /dev/null | grep '^until')" \
	"until 1ms; cut off there: the recording goes no further"
"$TRELLIS" info "$tmp/cut.rec" > /dev/null 2> "$tmp/err"
is "... which is said" "$? $(grep -c 'is cut off or damaged: it is used up to 1ms' "$tmp/err")" "0 1"
expect "no recording" 2 "$TRELLIS" info "$tmp/hello.btl" <<END
trellis: $tmp/hello.btl: not a recording; 'trellis run --record FILE' makes one
END
expect "two" 2 "$TRELLIS" info "$tmp/run.rec" "$tmp/run.rec" <<END
trellis: info: expected one RECORDING; see 'trellis info --help'
END

[ -x "$(dirname "$TRELLIS")/trellis-cc" ] || { echo "1..$n"; exit; }

# An application: its texts; sources outside its directory are named, and not in it.
cp -r programs/queens "$tmp/app"
echo 'a secret' > "$tmp/secret.h"
sed -i "1i #line 1 \"$tmp/secret.h\"" "$tmp/app/compute.c"
"$TRELLIS" run --monitor -o /dev/null --record "$tmp/app.rec" "$tmp/app/queens.vms" 5 > "$tmp/out" 2>&1
"$TRELLIS" info "$tmp/app.rec" > "$tmp/listed"
is "its texts" "$(sed -n '/^texts/,/^parts/{s/ [0-9]* / /;s/^ *\([a-z.-]*\) .*/\1/p}' "$tmp/listed" | grep -vx 'texts\|parts' | paste -sd' ')" \
	"command report.txt run.json not-kept data.all data.config data.spf"
is "what is not kept" "$(sed -n '/^not kept/,/^texts/p' "$tmp/listed" | grep -c "^  $tmp/secret.h$")" 1
kept=$(kept "$tmp/app.rec")
is "the output" "$(grep -c 'Final Report' "$kept/report.txt")" 1
is "the figures" "$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["result"])' "$kept/run.json")" ended
is "the sources" "$(ls "$kept" | grep -c '^[0-9]*-receive.c$') $(grep -rl 'a secret' "$kept" | wc -l)" "1 0"
echo "1..$n"
