#!/bin/bash
# Logs of the processes of a machine with kernels: the run is the same, each emulation ends as its postlog has it, and
# flowback from all logs, across threads and messages, gives the graph that `why` gives on a recording of the same run.
. tests/tap.sh
here=tests/detrek/logs
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

# logged NAME ARGUMENT...: run it without and with a recording; its logs are taken from that.
logged() {
	name=$1
	"$TRELLIS" run "${@:2}" > "$tmp/plain.out" 2> "$tmp/plain.err"
	echo "exit $?" >> "$tmp/plain.out"
	"$TRELLIS" run --record "$tmp/$name" "${@:2}" > "$tmp/logged.out" 2> "$tmp/logged.err"
	echo "exit $?" >> "$tmp/logged.out"
	"$TRELLIS" export logs -o "$tmp/$name.logs" "$tmp/$name"
	sed -i '/simulated in/d' "$tmp/plain.out" "$tmp/logged.out" "$tmp/plain.err" "$tmp/logged.err"
	is "$name: the recorded run is the same" "$(cat "$tmp/logged.out" "$tmp/logged.err")" "$(cat "$tmp/plain.out" "$tmp/plain.err")"
	is "$name: each emulation ends as its postlog" "$("$TRELLIS" flowback --verify "$tmp/$name.logs" 2>&1 | sed 's/^[0-9]* //')" \
		"intervals: each emulation ends as its postlog has it"
	for f in "$tmp/$name.logs"/*.log; do "$TRELLIS" flowback --verify "$f" > "$tmp/out" 2>&1 || cat "$tmp/out"; done > "$tmp/alone"
	is "$name: each log is readable alone" "$(cat "$tmp/alone")" ""
}

# edges NAME: the operations in the logs, and the edges between processes, are those of the recording. The last number of
# a message, and the order of nodes, depend on which of two nodes was simulated first.
edges() {
	"$TRELLIS" flowback --operations "$tmp/$1.logs" > "$tmp/log.mtr"
	"$TRELLIS" export mtr -o "$tmp/recording.mtr" "$tmp/$1"
	grep -vE ' (rd|wr) |\.(high|ends)$' "$tmp/recording.mtr" > "$tmp/sync.mtr"
	for t in log sync; do
		sed -E 's/ (send|recv|unblk) (.*)\.[0-9]+$/ \1 \2/' "$tmp/$t.mtr" > "$tmp/names"
		{ grep '^sem' "$tmp/names" | sort; grep -v '^sem' "$tmp/names" | sort -s -t' ' -k1,1; } > "$tmp/$t.operations"
		"$TRELLIS" races "$tmp/$t.mtr" | grep ppd-sync | tr ' ' '\n' | sort > "$tmp/$t.edges"
	done
	is "$1: operations ($(grep -vc '^sem' "$tmp/log.mtr"))" "$(cat "$tmp/log.operations")" "$(cat "$tmp/sync.operations")"
	is "$1: edges ($(grep -c '>' "$tmp/log.edges"))" "$(cat "$tmp/log.edges")" "$(cat "$tmp/sync.edges")"
}

# both NODE PROCESS VARIABLE...: both engines give the same graph.
both() {
	for v in "${@:3}"; do
		"$TRELLIS" why --all --actual --json "$tmp/$name" "$1" "$v" > "$tmp/why" 2> "$tmp/err"
		"$TRELLIS" flowback --all --json --process "$1.$2" "$tmp/$name.logs" "$v" > "$tmp/flowback" 2>> "$tmp/err"
		same=$(python3 $here/same.py "$tmp/why" "$tmp/flowback" 2>&1) || same="$same $(cat "$tmp/err")"
		is "$name: $v of node $1 (${same%%$'\n'*})" "${same%%,*}" same
	done
}

logged pair --topo programs/pair.topo $here/node/pair.c
both 0 1 sum large real low total shared steps
both 1 1 total shared 'pack.number' 'pack.words[7]'
edges pair
"$TRELLIS" flowback -n 2 --depth 1 --process 0.1 "$tmp/pair.logs" low 2> "$tmp/err" | sed -E '/\.\.\./d; s/  [0-9.]+[mu]?s  node/  node/' > "$tmp/out"
is "a value that was sent" "$(cat "$tmp/out")" \
"[1] low = 59850  ask()  pair.c:61 in main() pair.c:94  node 0.1 pair  | low = pack.words[WORDS - 1];
  pack.words[399] by message: [2] pack.words[399] = 59850  fill()  pair.c:47 in reply() pair.c:75  node 1.1 pair  | p->words[i] = i * p->number;"
is "only what is needed is emulated" "$(cat "$tmp/err")" "3 of 12 intervals emulated"

logged mixed --topo programs/pair.topo tests/detrek/sync/node/mixed.c 7 3 6
edges mixed

# TrEK: the sum of the results, whose tasks were computed on other nodes. `why` is asked right after the statement that
# made it, because the process is gone at the end.
logged farm $here/node/farm/farm.vms
edges farm
receiver=$(grep -l . "$tmp/farm.logs"/0.*.log | while read -r f; do
	"$TRELLIS" flowback --intervals "$f" 2> "$tmp/err" | grep -q '^prelog 1 result_receiver' && basename "${f%-*}" && break; done)
"$TRELLIS" flowback --all --json --process "$receiver" "$tmp/farm.logs" sum > "$tmp/flowback" 2> "$tmp/err"
after=$(python3 -c 'import json, sys; g = json.load(sys.stdin); print([n["time"] for n in g["nodes"] if n["id"] == g["first"]][0] / 1e9 + 0.0003)' \
	< "$tmp/flowback")
"$TRELLIS" why --all --actual --json "$tmp/farm" 0 sum "@${after}ms" > "$tmp/why" 2> "$tmp/err"
same=$(python3 $here/same.py "$tmp/why" "$tmp/flowback" 2>&1)
is "farm: sum ($same)" "${same%%,*}" same
is "farm: its tasks were computed on other nodes" \
	"$(python3 -c 'import json, sys; print(sorted({n["node"] for n in json.load(sys.stdin)["nodes"] if n["function"] == "compute_fn"}))' < "$tmp/flowback")" "[1, 2]"

# A node that a value from another node has stopped.
logged astray --topo programs/pair.topo $here/node/astray.c
stopped() { sed -E 's/  node [0-9.]+ .*\|/  |/; s/  node.*//; s/(by message: )?\[([0-9]+)\] \*0x.*/\2/; /^ *6$/d'; }
is "why it has stopped" "$("$TRELLIS" flowback --process 1.1 "$tmp/astray.logs" 2> "$tmp/err" | stopped)" \
	"$("$TRELLIS" why "$tmp/astray" 1 | stopped)"

# A program that the shell has loaded.
"$TRELLIS" cc --kernel -g -O1 -o "$tmp/sum.elf" tests/detrek/races/node/sum.c
printf 'spread\nloadgo n0 %s -- 2\n' "$tmp/sum.elf" > "$tmp/script"
"$TRELLIS" shell --record "$tmp/shell" programs/single.topo "$tmp/script" > "$tmp/out" 2>&1
"$TRELLIS" export logs -o "$tmp/shell.logs" "$tmp/shell"
is "the shell's programs" "$("$TRELLIS" flowback --verify "$tmp/shell.logs")" "10 intervals: each emulation ends as its postlog has it"
is "a thread's variable, through its starter's" \
	"$("$TRELLIS" flowback -n 2 --process 0.1 "$tmp/shell.logs" sum 2> "$tmp/err" | sed -nE 's/^ *([^ ]*: )?\[[0-9]+\] ([^ ]* = [0-9]*).* node ([0-9.]+ sum).*/\3 \2/p' |
		sed -E 's/^0\.[2-5] /0.THREAD /; s/n\[(.)\] = \1$/n[I] = I/')" \
	"0.THREAD sum sum = 600
0.1 sum n[I] = I"

# Mistakes.
mistake() { # MESSAGE COMMAND ARGUMENT...
	"$TRELLIS" "${@:2}" > "$tmp/out" 2>&1
	is "$1" "$? $(sed "s#$tmp/##g; s#^trellis: ##" "$tmp/out")" "2 $1"
}
mistake "flowback: there are the logs of 6 processes; choose one with --process, such as 0.1" flowback "$tmp/pair.logs" sum
mistake "flowback: --process 0.9: no log of this process was given" flowback --process 0.9 "$tmp/pair.logs" sum
mistake "flowback: --process one: expected NODE.PROCESS, as in the names of logs" flowback --process one "$tmp/pair.logs" sum
mistake "mixed.logs/0.1-mixed.log is of another run than pair.logs/0.1-pair.log; give logs of one run" \
	flowback "$tmp/pair.logs/0.1-pair.log" "$tmp/mixed.logs/0.1-mixed.log" sum
mistake "pair.logs/0.1-pair.log is the log of the same process as pair.logs/0.1-pair.log" \
	flowback "$tmp/pair.logs" "$tmp/pair.logs/0.1-pair.log" sum
mistake "pair.logs is not empty; name a new directory for the logs" export logs -o "$tmp/pair.logs" "$tmp/pair"
# with one log alone, what others have sent is not known
is "one log alone" "$("$TRELLIS" flowback -n 2 "$tmp/pair.logs/0.1-pair.log" low 2> "$tmp/err" | grep -o '(written by another.*log)')" \
	"(written by another process, which has no log)"
echo "1..$n"
