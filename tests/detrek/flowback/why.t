#!/bin/bash
# trellis why: what each answer beside this says (.out), without times.
. tests/tap.sh
. tests/golden.sh
here=tests/detrek/flowback
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

# plain_why: as plain, and without the column of times, and numbers of threads.
plain_why() {
	sed -E 's#  [0-9.]+(ns|us|ms|s)\b##g; s#at [0-9.]+(ns|us|ms|s)\b#at TIME#; s#instruction [0-9]+#instruction N#; s#node ([0-9]+)\.[0-9]+#node \1#' | plain | other_process
}

# other_process: a process is named only if its node or program is another one than that of the effect, since whether the
# number of a short-lived process is known depends on times.
other_process() {
	awk '{
		match($0, /^ */)
		depth = RLENGTH
		now = match($0, /  node [0-9]+( [a-z]+)?/) ? substr($0, RSTART, RLENGTH) : of[depth - 2]
		if (now == of[depth - 2])
			sub(/  node [0-9]+( [a-z]+)?/, "")
		of[depth] = now
		print
	}'
}

# expect NAME: what was answered is NAME.out
expect() {
	plain_why < "$tmp/answer" > "$tmp/found"
	golden "$here/$1.out" "$1"
}

# record NAME [OPTION]...: compile a program and record its run on a node.
record() {
	"$TRELLIS" cc -O0 -g "${@:2}" -o "$tmp/$1.elf" "$here/node/$1.c" && "$TRELLIS" boot --record "$tmp/$1" "$tmp/$1.elf" 2> "$tmp/err"
}

record flow41
is "flow41 has run" "$?" 5
"$TRELLIS" why --all "$tmp/flow41" a > "$tmp/answer"
expect flow41
"$TRELLIS" why -n 4 "$tmp/flow41" 0 a > "$tmp/answer"
expect flow41-4
is "an edge for each cause in JSON" "$("$TRELLIS" why --all --json "$tmp/flow41" a |
	python3 -c 'import json, sys
j = json.load(sys.stdin)
lines = {n["id"]: (n["line"], n["kind"]) for n in j["nodes"]}
for e in j["edges"]:
	if lines[e["effect"]][0] in (16, 13, 12, 11) and lines[e["effect"]][1] != "entry":
		print(lines[e["effect"]][0], e["kind"], lines[e["cause"]][0], end="; ")')" \
	"16 data 13; 16 data 9; 13 data 6; 13 control 12; 12 data 11; 11 data 5; 11 data 10; 11 data 9; "
is "a graph" "$("$TRELLIS" why --dot "$tmp/flow41" a | grep -c -- '->')" "$("$TRELLIS" why --json "$tmp/flow41" a | grep -c '"effect"')"
"$TRELLIS" debug --batch -e "last sq" -e "why d" -e "why /2 d" -e "print sq" -e "why 3" "$tmp/flow41" > "$tmp/answer" 2>&1
expect flow41-debug

record nest
is "nest has run" "$?" 14
"$TRELLIS" why --all "$tmp/nest" r > "$tmp/answer"
expect nest

# What a branch has chosen: between expressions, and in a register.
"$TRELLIS" cc -O2 -g --no-verify -o "$tmp/chosen.elf" "$here/node/chosen.c" "$here/node/pick.s" && "$TRELLIS" boot --record "$tmp/chosen" "$tmp/chosen.elf" > "$tmp/out" 2> "$tmp/err"
is "chosen has run" "$?" 0
for name in greater less; do "$TRELLIS" why "$tmp/chosen" $name; done > "$tmp/answer"
"$TRELLIS" why --copies -n 5 "$tmp/chosen" kept >> "$tmp/answer"
expect chosen

# What was skipped: turns of a loop that ended too early, and an assignment in another function.
for level in -O0 -O2; do
	"$TRELLIS" cc $level -g -o "$tmp/skip.elf" "$here/node/skip.c" && "$TRELLIS" boot --record "$tmp/skip" "$tmp/skip.elf" > "$tmp/out" 2> "$tmp/err"
	"$TRELLIS" why "$tmp/skip" total
done > "$tmp/answer"
expect skip
is "only what happened" "$("$TRELLIS" why --actual "$tmp/skip" total | grep -c 'skipped by')" 0

# What is printed: a digit, what stands behind a number, a digit of a real number.
"$TRELLIS" cc -O0 -g -o "$tmp/printed.elf" "$here/node/printed.c" && "$TRELLIS" boot --record "$tmp/printed" "$tmp/printed.elf" > "$tmp/out" 2> "$tmp/err"
is "printed has run" "$? $(cat "$tmp/out")" "0 21 ways, half is 10.50"
for byte in 1 2 18; do "$TRELLIS" why -n 5 "$tmp/printed" stdout:$byte; done > "$tmp/answer"
expect printed

# The same by line and column, and by its text.
asked() { "$TRELLIS" why -n 5 "$tmp/printed" "$1" 2>&1; }
is "line and column" "$(asked stdout:1:3)" "$(asked stdout:2)"
is "the end of the line" "$(asked stdout:1:23 | head -1 | sed 's/  .*//')" "[1] output[22] = 10"
for part in 0:1 1:0 1:24 2:1; do asked "stdout:$part"; done > "$tmp/out"
is "no such column" "$(cat "$tmp/out")" "trellis: why: the output has no line 0 with a column 1
trellis: why: the output has no line 1 with a column 0
trellis: why: the output has no line 1 with a column 24
trellis: why: the output has no line 2 with a column 1"
is "a text" "$(asked stdout~10.5 | sed -nE '1s/  .*//p; s/^ *([^ ].* )?\[[0-9]+\] (half = [0-9.]+).*/\2/p')" '[1] output[17..20] = "10.5"
half = 10.5'
is "the first of several" "$(asked stdout~1 | sed '2,$d; s/ (.*//')" 'trellis: warning: "1" is in the output 2 times; this is the first, and "1"#2 the second'
is "the second" "$(asked 'stdout~"1"#2' | head -1)" "$(asked stdout:17 | head -1)"
for part in '"1"#3' '"21"#2' 22 '"1"#0' '"1"x' ''; do asked "stdout~$part"; done > "$tmp/out"
is "no such text" "$(cat "$tmp/out")" 'trellis: why: "1" is in the output 2 times only
trellis: why: "21" is in the output 1 time only
trellis: why: "22" is not in the output
trellis: why: '"'"'"1"#0'"'"': expected "TEXT", or "TEXT"#2 for the second one
trellis: why: '"'"'"1"x'"'"': expected "TEXT", or "TEXT"#2 for the second one
trellis: why: no text of the output is named'

# Two nodes: a store behind an array's end, and what the sums were made of on the other node.
"$TRELLIS" run --record "$tmp/sums" tests/detrek/debug/sums/sums.vms > "$tmp/out" 2> "$tmp/err"
is "sums has run" "$? $(grep : "$tmp/out" | head -4 | tr '\n' ' ')" "0 0: 93 1: 1000 2: 260 3: 260 "
"$TRELLIS" debug --batch -e "goto beginning" -e "break compute.c:39" -e "continue" -e "continue" -e "continue" -e "continue" \
	-e "why kept.limit" "$tmp/sums" | sed -n '/^\[1\] /,$p' > "$tmp/answer"
expect sums

"$TRELLIS" why -n 8 "$tmp/sums" 1 "line compute.c:29 was reached" > "$tmp/answer"
"$TRELLIS" why -n 6 "$tmp/sums" 1:2 "is this process waiting" @76.7ms >> "$tmp/answer"
"$TRELLIS" why -n 6 "$tmp/sums" 1:5 "is this process waiting" @76.7ms >> "$tmp/answer"
expect reached

# At the end the programs are gone: a global variable, a local one.
for name in kept.limit total; do "$TRELLIS" why -n 2 "$tmp/sums" 1 $name; done > "$tmp/answer" 2>&1
plain_why < "$tmp/answer" > "$tmp/ended"
is "variables that are gone at the end" "$(sed -E 's/, TIME$//; s/  (\||node).*//' "$tmp/ended")" \
"trellis: why: 'kept' is gone at the end; this is of the last place at which it existed
[1] kept.limit = 260  compute_fn()  compute.c:42
  [2] total = 260  compute_fn()  compute.c:37
    ... 1 more
  ... 3 more
trellis: why: 'total' is gone at the end; this is of the last place at which it existed
[1] *ADDRESS = 260  compute_fn()  compute.c:40
  [2] kept.limit = 260  compute_fn()  compute.c:42
    ... 4 more
  ... 1 more"

is "a question of a client" "$(python3 $here/dap.py "$TRELLIS" "$tmp/sums" 1 "why /2 line compute.c:42" 2> "$tmp/err" | sed -E 's/  [0-9.]+[mun]?s .*//')" \
	"[1] reached  compute_fn()  compute.c:42"

# Seven nodes, three of which stop: what let them do so was read by another one.
"$TRELLIS" run -n 7 --record "$tmp/crash" programs/simulated/dc.vms > "$tmp/out" 2> "$tmp/err"
is "a run that crashes" "$?" 1
stopped=$(sed -n 's/^node n\([0-9]*\) halted by Error.*/\1/p' "$tmp/err" | head -1)
"$TRELLIS" why -n 4 "$tmp/crash" "$stopped" | sed -E "s/node $stopped(\.[0-9]+)?\b/node STOPPED/" > "$tmp/answer"
expect crash
"$TRELLIS" why -n 8 "$tmp/crash" 0 'description.row[1].segment[1].bug' > "$tmp/answer"
expect crash-data

# Memory that is used again: what its former owner has left, in a block and in a workspace.
reuse=tests/detrek/debug/heap/reuse.c
"$TRELLIS" cc -O0 -g -o "$tmp/bare.elf" $reuse && "$TRELLIS" boot --record "$tmp/bare" "$tmp/bare.elf" > "$tmp/out" 2> "$tmp/err"
for kind in heap blocks; do
	"$TRELLIS" cc --kernel -O0 -g $([ $kind = heap ] || echo -DKERNEL_BLOCKS) -o "$tmp/$kind.elf" $reuse
	printf 'spread\nloadgo n1 %s\n' "$tmp/$kind.elf" > "$tmp/script"
	"$TRELLIS" shell --record "$tmp/$kind" programs/pair.topo "$tmp/script" > "$tmp/out" 2>&1
done
for kind in bare heap blocks; do
	"$TRELLIS" debug --batch -e "goto beginning" -e "tbreak reuse.c:42" -e "continue" -e "why second->value" -e "why /2 second->key" \
		-e "tbreak deep" -e "continue" -e "why local[3]" "$tmp/$kind" 2>&1 | grep -A1 '^\[1\] '
done > "$tmp/answer"
"$TRELLIS" why -n 6 "$tmp/bare" stdout:3 >> "$tmp/answer"
expect reuse
is "an uninitialised value in JSON" "$("$TRELLIS" why --json "$tmp/bare" stdout:0 |
	python3 -c 'import json, sys
print([(n["line"], n["value"]) for n in json.load(sys.stdin)["nodes"] if n["kind"] == "uninitialised"])')" "[(39, '11')]"

# An element of a block that was never written: the statement that has written those beside it.
record beside
"$TRELLIS" why "$tmp/beside" sum > "$tmp/answer"
"$TRELLIS" why --actual "$tmp/beside" sum >> "$tmp/answer"
# What the kernel has cleared has the name that the program gives it.
"$TRELLIS" cc --kernel -O0 -g -o "$tmp/loaded.elf" "$here/node/beside.c"
printf 'spread\nloadgo n1 %s\n' "$tmp/loaded.elf" > "$tmp/script"
"$TRELLIS" shell --record "$tmp/loaded" programs/pair.topo "$tmp/script" > "$tmp/out" 2>&1
"$TRELLIS" why "$tmp/loaded" 1 copy >> "$tmp/answer" 2> "$tmp/err"
expect beside

mistake() { # MESSAGE ARGUMENT...
	"$TRELLIS" why "${@:2}" > "$tmp/out" 2>&1
	is "$1" "$? $(cat "$tmp/out")" "2 trellis: $1"
}
mistake "why: expected RECORDING [NODE[:PROCESS]] EXPRESSION [@PLACE], or RECORDING [NODE]; see 'trellis why --help'"
mistake "why: node n0 has neither set Error nor stopped by an instruction; ask for an expression" "$tmp/nest" 0
mistake "why: no symbol \"z\" in the current context" "$tmp/nest" z
mistake "why: 'k + 1' is not in memory; ask for a variable, or for memory by an address: *(int *)0x80001000" "$tmp/nest" "k + 1"
mistake "why: line main was not reached on node n0 before this place" "$tmp/nest" "line main" @beginning
mistake "why: no process is chosen: node n0 has none now; 'info processes' lists them" "$tmp/nest" "is this process waiting"
mistake "why: the run has no place '20s'" "$tmp/nest" k @20s
mistake "why: 'soon' is not a place: a time such as 20ms, a number of instructions, beginning or end" "$tmp/nest" k @soon
echo "1..$n"
