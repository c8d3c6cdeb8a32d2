#!/bin/bash
# goto task begins its search at a moment of the recording, and comes to the same places as from the beginning, which is where
# it begins if the recording has no moments.
. tests/tap.sh
[ -e "$(dirname "$TRELLIS")/node/trek/libtrek.a" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }

# gotos TASKS FUNCTION...: commands that go to each of these tasks, in each of these functions
gotos() {
	for task in $(seq 0 $(($1 - 1)) | shuf --random-source=<(yes)) "$1"; do
		for function in '' "${@:2}"; do
			echo "goto task $task $function begins" | tr -s ' '
		done
	done
}

# same NAME TASKS FUNCTIONS APPLICATION...: recorded with moments and without, the debugger goes to the same places
same() {
	for moments in 1 0; do
		"$TRELLIS" run --record "$tmp/$moments" --moments $moments -b "$tmp/build" -o /dev/null "${@:4}" > "$tmp/out" 2>&1
		gotos "$2" $3 > "$tmp/commands"
		"$TRELLIS" debug --batch -x "$tmp/commands" "$tmp/$moments" > "$tmp/places$moments" 2>&1
	done
	diff "$tmp/places0" "$tmp/places1" > "$tmp/diff"
	result $? "$1: $(grep -c ' before instruction ' "$tmp/places1") places"
	is "there are moments" "$("$TRELLIS" info --json "$tmp/1" | python3 -c 'import json, sys
print(json.load(sys.stdin)["moments"] > 5)')" True
}

same "a PFVM" 42 "compute generator receiver" -n 5 programs/mandel/mandel.vms -- 60 40 200 8
same "a DCVM" 4 "compute split join generator receiver" -n 5 programs/queens/queens.vms
echo "1..$n"
