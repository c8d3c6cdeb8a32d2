#!/bin/bash
# Logs of processes, taken from recordings: each emulation ends as its postlog has it, and flowback from a log gives the
# graph that flowback on a recording of the same run gives.
. tests/tap.sh
. tests/golden.sh
here=tests/detrek/logs
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

# as_logged: without what a log does not have: over which link a value came
as_logged() {
	sed -E 's/^( *)([^ ]+) by message: /\1\2: /; s/^( *)by message: /\1/
		s/^( *)([^ ]+): ((\[[0-9]+\] )?\2 = )/\1\3/'
}

# taken NAME LEVEL SOURCE: compile it, run it without and with a recording; its log is taken from that.
taken() {
	name=$1$2
	"$TRELLIS" cc "$2" -g -w -o "$tmp/$name.elf" "$3" &&
		"$TRELLIS" boot "$tmp/$name.elf" > "$tmp/plain.out" 2> "$tmp/plain.err"
	echo "exit $?" >> "$tmp/plain.out"
	"$TRELLIS" boot --record "$tmp/$name" "$tmp/$name.elf" > "$tmp/logged.out" 2> "$tmp/logged.err"
	echo "exit $?" >> "$tmp/logged.out"
	"$TRELLIS" export logs -o "$tmp/$name.log" "$tmp/$name"
	is "$name: the recorded run is the same" "$(cat "$tmp/logged.out" "$tmp/logged.err")" "$(cat "$tmp/plain.out" "$tmp/plain.err")"
	is "$name: each emulation ends as its postlog" \
		"$("$TRELLIS" flowback --verify "$tmp/$name.log" 2>&1 | sed 's/^[0-9]* //')" \
		"intervals: each emulation ends as its postlog has it"
}

# both VARIABLE...: both engines give the same graph.
both() {
	for v; do
		"$TRELLIS" why --all --actual "$tmp/$name" "$v" 2>&1 | as_logged > "$tmp/why"
		"$TRELLIS" flowback --all "$tmp/$name.log" "$v" 2> "$tmp/err" | as_logged > "$tmp/flowback"
		is "$name: $v ($(wc -l < "$tmp/why") lines)" "$(cat "$tmp/flowback")" "$(cat "$tmp/why")"
	done
}

for level in -O0 -O2; do
	taken flow41 $level tests/detrek/flowback/node/flow41.c && both a sq
	taken nest $level tests/detrek/flowback/node/nest.c && both r h k
	taken printed $level tests/detrek/flowback/node/printed.c
	taken depths $level $here/node/depths.c && both steps 'words[1]' product mean 'text[0]'
	taken jumps $level tests/cc/c/jumps.c && both depth
	taken recursion $level tests/cc/c/recursion.c && both permutations
	taken constructors $level tests/cc/c/constructors.c && both order
	taken reals $level tests/cc/c/reals.c
	taken structs $level tests/cc/c/structs.c
	taken variable_arguments $level tests/cc/c/variable_arguments.c && both 'text[3]'
	taken strings $level tests/cc/c/strings.c
done

# The log in the order of the run: Miller and Choi, Figure 5.2.
is "prelogs and postlogs" "$("$TRELLIS" flowback --intervals "$tmp/nest-O0.log" 2> "$tmp/err")" \
"prelog 0 the process
prelog 1 main
prelog 2 SubJ m=5 h=2
prelog 3 SubK n=7 k=0 g=1
postlog 3 SubK k=7 %0=7
postlog 2 SubJ k=7 h=7 %0=14
postlog 1 main k=7 h=7 r=14 %0=14
prelog 4 process_stop"
"$TRELLIS" flowback -n 1 "$tmp/nest-O0.log" r > "$tmp/out" 2> "$tmp/err"
is "calls are passed by their postlogs" "$(cat "$tmp/err")" "3 of 5 intervals emulated"
mv "$tmp/nest-O0.elf" "$tmp/away"
is "a recording is asked itself, with the program that it has" "$("$TRELLIS" flowback -n 1 "$tmp/nest-O0" r 2> "$tmp/err")" "$(cat "$tmp/out")"
mv "$tmp/away" "$tmp/nest-O0.elf"

# The dynamic graph of an e-block, the calls in it unopened: Figure 4.1, before its last statement.
"$TRELLIS" flowback --dependences main "$tmp/flow41-O0.log" 2> "$tmp/err" | sed "$(sed -nE 's#^.*/\* (s[0-9]+) \*/.*#\1#;T;=;p' \
	tests/detrek/flowback/node/flow41.c | sed 'N;s#\(.*\)\n\(.*\)#s/\\bL\1\\b/\2/g#')" | sed '/^node EXIT/d;/^data .* EXIT/d;s/ EXIT$//' | sort > "$tmp/graph"
is "the dynamic graph of main" "$(cat "$tmp/graph")" "$(grep -v '^#' $here/flow41.expected | sort)"
is "its calls are not emulated" "$(cat "$tmp/err")" "2 of 5 intervals emulated"
is "a loop, and the returned value" "$("$TRELLIS" flowback --dependences Root "$tmp/flow41-O0.log" 2> "$tmp/err" | grep -E 'node|EXIT')" \
"node ENTRY entry Root
node L6 singular r = 0
node L6#2 singular ((r + 1) * (r + 1) <= n) = 1
node L6#3 singular r = 1
node L6#4 singular ((r + 1) * (r + 1) <= n) = 1
node L6#5 singular r = 2
node L6#6 singular ((r + 1) * (r + 1) <= n) = 0
node EXIT exit
flow ENTRY L6 L6#2 L6#3 L6#4 L6#5 L6#6 EXIT
data L6#5 EXIT r"
"$TRELLIS" flowback --dependences main "$tmp/depths-O0.log" 2> "$tmp/err" | grep -E '^node L6[2-6]|^control L6|^data .* L(63|64|66)' |
	sed -E 's/0x[0-9a-f]+/ADDRESS/; s/(out.*) = .*/\1/' > "$tmp/found"
golden $here/depths.out "a library that calls the program, longjmp"

# A predicate has a value only if it is certain which condition the jump belongs to.
taken branches -O0 $here/node/branches.c
is "predicates" "$("$TRELLIS" flowback --dependences main "$tmp/branches-O0.log" 2> "$tmp/err" | grep -E 'node .*(\(|decided)')" \
"node L13 singular (a > 2) = 1
node L15 singular decided: on to line 15
node L15#2 singular decided: on to line 15
node L16 singular decided: on to line 16
node L16#2 singular decided: on to line 16
node L17#2 singular decided: on to line 17
node L17#3 singular decided: on to line 17
node L17#6 singular decided: on to line 18
node L18 singular (two() == 2) on to line 19
node L20#2 singular (a-- > 3) on to line 22
node L22 singular (d) = 6"

# A loop of a million turns is passed by its postlog.
taken turns -O0 $here/node/turns.c
is "the log of a million turns is short" "$(($(wc -c < "$tmp/turns-O0.log") < 4000))" 1
is "passed by its postlog" "$("$TRELLIS" flowback -n 1 "$tmp/turns-O0.log" first 2> "$tmp/err" | sed -E 's/  [0-9.]+[mu]?s.*//')" \
"[1] first = 1783293664  main()  turns.c:21
  ... 1 more"
is "intervals" "$(cat "$tmp/err")" "3 of 4 intervals emulated"

# An interval with more instructions than are traced at once: its parts give the recording's graph.
taken parts -O0 $here/node/parts.c
for asked in late odd; do
	"$TRELLIS" flowback -n 12 "$tmp/parts-O0.log" $asked 2> "$tmp/err" | as_logged > "$tmp/flowback"
	is "parts: $asked" "$(cat "$tmp/flowback")" "$("$TRELLIS" why -n 12 --actual "$tmp/parts-O0" 0 $asked 2>&1 | as_logged)"
	is "parts: $asked is found" "$(grep -c 'parts.c:9 \|parts.c:13 ' "$tmp/flowback")" 2
done

# What another process has done is not in the log, and is said.
taken beside -O0 $here/node/beside.c
is "read, written by another process" "$("$TRELLIS" flowback "$tmp/beside-O0.log" doubled 2> "$tmp/err" | sed -nE 's/^ *(\[.* given = .*log\)).*/\1/p')" \
	"[2] given = 21  (written by another process, which has no log)"
is "not read, written by another process" "$("$TRELLIS" flowback "$tmp/beside-O0.log" unread 2> "$tmp/err" | sed -E 's/(log\)).*/\1/')" \
	"[1] unread = 7  (written by another process, which has no log)"

# A node that has stopped: the emulation begins at the last prelog without a postlog.
"$TRELLIS" cc -O0 -g -o "$tmp/wild.elf" $here/node/wild.c &&
	"$TRELLIS" boot -t $here/strict.topo --record "$tmp/wild" "$tmp/wild.elf" > "$tmp/out" 2> "$tmp/stop"
is "wild has stopped" "$? $(grep -c 'accessed an address outside its memory' "$tmp/stop")" "1 1"
"$TRELLIS" export logs -o "$tmp/wild.log" "$tmp/wild"
"$TRELLIS" why --all --actual "$tmp/wild" 0 | as_logged > "$tmp/why"
"$TRELLIS" flowback --all "$tmp/wild.log" 2> "$tmp/err" | as_logged > "$tmp/flowback"
is "why it has stopped" "$(cat "$tmp/flowback")" "$(cat "$tmp/why")"

# Logs that are refused.
mistake() { # MESSAGE COMMAND ARGUMENT...
	"$TRELLIS" "${@:2}" > "$tmp/out" 2>&1
	is "$1" "$? $(sed "s#$tmp/##g; s#^trellis: ##" "$tmp/out")" "2 $1"
}
log=$tmp/nest-O0.log
head -c 700 "$log" > "$tmp/cut.log"
cat "$log" "$log" > "$tmp/twice.log"
sed 's/nest/nets/' "$log" > "$tmp/changed.log"
cp "$tmp/nest-O2.elf" "$tmp/other.elf"
wrong="the log was cut or changed: its hash is wrong; copy it again, or repeat the run"
mistake "cut.log: $wrong" flowback "$tmp/cut.log" r
mistake "twice.log: $wrong" flowback "$tmp/twice.log" r
mistake "changed.log: $wrong" flowback "$tmp/changed.log" r
mistake "nest-O0.elf: neither a recording nor a log; 'trellis export logs' and programs compiled with --log write logs" flowback "$tmp/nest-O0.elf" r
mistake "other.elf is of another build than the program of the log; give the one that ran with --program" \
	flowback -p "$tmp/other.elf" "$log" r
mistake "flowback: a log does not have the run's output; ask about a variable, or ask 'trellis why' with a recording" flowback "$log" stdout:0
mistake "flowback: 'line 3' needs a recording: ask 'trellis why'" flowback "$log" "line 3"
mistake "flowback: node n0 has neither set Error nor stopped by an instruction; ask for an expression" flowback "$log"
mistake "flowback: no symbol \"z\" in the current context" flowback "$log" z
mistake "flowback: expected RECORDING or LOG... [EXPRESSION]; see 'trellis flowback --help'" flowback
mistake "flowback: --dependences 9: neither an interval (0 to 4) nor a function that was executed; --intervals lists them" \
	flowback --dependences 9 "$log"
mistake "boot: --log is gone: record the run, then 'trellis flowback RECORDING', or 'trellis export logs -o DIR RECORDING'" \
	boot --log "$tmp/x.log" "$tmp/nest-O0.elf"
echo "1..$n"
