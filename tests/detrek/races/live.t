#!/bin/bash
# trellis races of recorded runs: threads of a program on one node.
. tests/tap.sh
here=tests/detrek/races
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

record() { # PROGRAM OPTION...: compile, run and record
	local name=$1
	shift
	"$TRELLIS" cc --kernel -g -o "$tmp/$name.elf" "$@" && printf 'spread\nloadgo n0 %s\n' "$tmp/$name" >"$tmp/script" &&
		"$TRELLIS" shell --record "$tmp/$name.rec" programs/single.topo "$tmp/script" >"$tmp/$name.out" 2>&1
}

record clean -O1 $here/sum.c
"$TRELLIS" races "$tmp/clean.rec" >"$tmp/found" 2>&1
is "a program whose accesses are all under a lock" "$? $(tail -1 "$tmp/found")" "0 no races"
is "the result beside the recording" "$(sed 's/,.*//' "$tmp/clean.rec/checked")" "0 races"

record racy -O1 -DRACY $here/sum.c
"$TRELLIS" races "$tmp/racy.rec" >"$tmp/found" 2>&1
echo "status $?" >>"$tmp/found"
sed -i 's/before instruction [0-9]*/before instruction N/; s/0x8[0-9a-f]*/ADDRESS/; s/accesses [0-9]*/accesses N/' "$tmp/found"
diff $here/sum.out "$tmp/found" >"$tmp/diff"
result $? "two variables without a lock: lines and stacks"
is "the same in JSON" "$("$TRELLIS" races --json "$tmp/racy.rec" | python3 -c '
import json, sys
for r in json.load(sys.stdin)["races"]:
    print(r["variable"], *[(r[w]["access"], r[w]["place"]["line"], r[w]["stack"][0]["function"]) for w in ("first", "second")])')" \
	"other ('store', 18, 'add') ('load', 18, 'add')
sum ('load', 35, 'work') ('store', 15, 'add')"
echo "1..$n"
