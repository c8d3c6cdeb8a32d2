#!/bin/bash
# Variables that the compiler has changed, so that only their symbols say where they are, have names
# in the reports of races and in the debugger; a race's words are counted once.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
source=tests/detrek/races/node/shrunk.c

record() { # OPTION...: compile, run and record
	"$TRELLIS" cc --kernel -g -O2 "$@" -o "$tmp/shrunk.elf" $source
	"$TRELLIS" run --topo programs/single.topo --record "$tmp/rec" "$tmp/shrunk.elf" >"$tmp/out" 2>&1
}

record
"$TRELLIS" export mtr -o "$tmp/mtr" "$tmp/rec"
"$TRELLIS" races "$tmp/rec" >"$tmp/found"
is "names of the racing variables" "$(sed -n 's/^race on \(.*\), 0x.*/\1/p' "$tmp/found" | sort -u)" \
	"is_first.begun
job[0] (shrunk.c:$(sed -n '/^static int job/=' $source))
open_ (shrunk.c:$(sed -n '/^static int open_/=' $source))"
place=$(sed -n '/^race on open_/,$s/.*before instruction \([0-9]*\)/0 \1/p' "$tmp/found" | head -1)
at=$(sed -n 's/^race on open_.*, \(0x[^ ]*\) of.*/\1/p' "$tmp/found")
is "the debugger names the address" \
	"$("$TRELLIS" debug --batch -x <(printf "goto node $place\ninfo symbol $at\n") "$tmp/rec" 2>/dev/null | tail -1)" \
	"open_ in the data of shrunk"
is "each word of the array counts once" "$(sed -n '/^race on job/,/^race/s/.*, on \(.*\)/\1/p' "$tmp/found")" "3 words"
is "... in JSON, too" "$("$TRELLIS" races --json "$tmp/rec" | python3 -c '
import json, sys
print(*(r["words"] for r in json.load(sys.stdin)["races"] if r["variable"] == "job[0]"))')" 3
is "... as many as the trace has" "$("$TRELLIS" races --summary --method=recplay --limit=0 "$tmp/mtr" | awk '/^race / { print $2 }' | sort -u | wc -l)" 5

record -DCLEAN
is "with the lock there is no race" "$("$TRELLIS" races "$tmp/rec" | tail -1)" "no races in this run"
echo "1..$n"
