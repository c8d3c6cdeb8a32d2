#!/bin/bash
# Logs that a program writes itself (`trellis cc --log`): it prints what it prints without, each emulation ends as its
# postlog has it, and flowback from the log gives the values that flowback on a recording of the same run gives.
. tests/tap.sh
here=tests/detrek/logs
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
all="--log-share 100 --eblock-min 0" # everything is logged

# logged NAME SOURCE OPTION...: compile it with a log, and run it; the run is recorded.
logged() {
	name=$1
	"$TRELLIS" cc --log "${@:3}" -w -o "$tmp/$name.elf" "$2" &&
		"$TRELLIS" boot -r "$tmp" --record "$tmp/$name" "$tmp/$name.elf" > "$tmp/logged.out" 2> "$tmp/err"
	echo "exit $?" >> "$tmp/logged.out"
}

# same NAME SOURCE OPTION...: it prints the same without a log; the log is whole.
same() {
	logged "$@"
	"$TRELLIS" cc "$3" -w -o "$tmp/plain.elf" "$2" &&
		"$TRELLIS" boot "$tmp/plain.elf" > "$tmp/plain.out" 2> "$tmp/err"
	echo "exit $?" >> "$tmp/plain.out"
	is "$name: prints the same" "$(cat "$tmp/logged.out")" "$(cat "$tmp/plain.out")"
	is "$name: each emulation ends as its postlog" \
		"$("$TRELLIS" flowback --verify "$tmp/$name.log" 2>&1 | sed 's/^[0-9]* //')" \
		"intervals: each emulation ends as its postlog has it"
}

# without: the times; the log's clock counts microseconds, so the order may differ, too.
without() {
	sed -E 's/^( *)([^ ]+) by message: /\1\2: /; s/^( *)by message: /\1/
		s/^( *)([^ ]+): ((\[[0-9]+\] )?\2 = )/\1\3/; s/  [0-9.]+[mu]?s / /; s/ node 0 [^ ]*//
		/  \[[0-9]+\]$/d; s/\[[0-9]+\] //g; s/^ *//' | sort -u
}

# program: with `of`, only the nodes of this file, without the edges' names, and without the log's own variable.
program() {
	[ -z "$of" ] && cat || grep "$of" | sed -E '/__log_wait/d; s/^[^ ]+: //' | sort -u
}

# both VARIABLE...: both engines give the same nodes.
both() {
	for v; do
		"$TRELLIS" why --all --actual "$tmp/$name" "$v" 2>&1 | without | program > "$tmp/why"
		"$TRELLIS" flowback --all "$tmp/$name.log" "$v" 2> "$tmp/err" | without | program > "$tmp/flowback"
		is "$name: $v ($(wc -l < "$tmp/why") lines)" "$(cat "$tmp/flowback")" "$(cat "$tmp/why")"
	done
}

for level in -O0 -O2; do
	same flow41$level tests/detrek/flowback/node/flow41.c $level $all && both a sq
	same nest$level tests/detrek/flowback/node/nest.c $level $all && both r h k
	for p in structs frames functions types variable_arguments reals; do
		same $p$level tests/cc/c/$p.c $level $all
	done
	same frames-share$level tests/cc/c/frames.c $level
	same structures$level $here/node/structures.c $level $all
	same jumps$level $here/node/jumps.c $level $all && of="jumps.c" both depth sum left 'table[3]'
	same frames-loops$level tests/cc/c/frames.c $level --eblock=loops $all
	same cut$level $here/node/cut.c $level $all && of="cut.c" both g odd 'table[3]'
	same retries$level $here/node/retries.c $level --eblock=loops --eblock-max=20 $all
	for most in 20 60 400; do
		same cut-$most$level $here/node/cut.c $level --eblock-max=$most --log-share 100
		of="cut.c" both g odd 'table[3]'
	done
	for p in types structs reals; do
		same $p-cut$level tests/cc/c/$p.c $level --eblock-max=40 --log-share 100
	done
	same structures-cut$level $here/node/structures.c $level --eblock-max=40 --log-share 100
done

# The log in the order of the run: Miller and Choi, Figure 5.2.
is "prelogs and postlogs" "$("$TRELLIS" flowback --intervals "$tmp/nest-O0.log" 2> "$tmp/err")" \
"prelog 0 the process
prelog 1 main g=1 h=2 k=0 r=0
prelog 2 SubJ g=1 h=2 k=0 m=5
prelog 3 SubK g=1 k=0 n=7
postlog 3 SubK k=7 %0=7
postlog 2 SubJ h=7 k=7 %0=14
postlog 1 main h=7 k=7 r=14 %0=14"
"$TRELLIS" flowback -n 1 "$tmp/nest-O0.log" r > "$tmp/out" 2> "$tmp/err"
is "calls are passed by their postlogs" "$(cat "$tmp/err")" "2 of 4 intervals emulated"

# The dynamic graph of an e-block: Figure 4.1, before its last statement.
"$TRELLIS" flowback --dependences main "$tmp/flow41-O0.log" 2> "$tmp/err" | sed "$(sed -nE 's#^.*/\* (s[0-9]+) \*/.*#\1#;T;=;p' \
	tests/detrek/flowback/node/flow41.c | sed 'N;s#\(.*\)\n\(.*\)#s/\\bL\1\\b/\2/g#')" | sed '/^node EXIT/d;/^data .* EXIT/d;s/ EXIT$//' | sort > "$tmp/graph"
is "the dynamic graph of main" "$(cat "$tmp/graph")" "$(grep -v '^#' $here/flow41.expected | sort)"

# A loop of a million turns is passed by its postlog.
logged turns $here/node/turns.c -O0 $all
is "the log of a million turns is short" "$(($(wc -c < "$tmp/turns.log") < 1000))" 1
is "passed by its postlog" "$("$TRELLIS" flowback -n 1 "$tmp/turns.log" first 2> "$tmp/err" | sed -E 's/  [0-9.]+[mu]?s.*//')" \
"[1] first = 1783293664  main()  turns.c:21
  ... 1 more"
is "intervals" "$(cat "$tmp/err")" "2 of 3 intervals emulated"

# The e-blocks into which a function is cut.
for most in 400 100; do
	"$TRELLIS" cc --log -O0 --log-share 100 --eblock-max $most -o "$tmp/cut.elf" $here/node/cut.c &&
		"$TRELLIS" boot -r "$tmp" "$tmp/cut.elf" > "$tmp/out" 2> "$tmp/err"
	"$TRELLIS" flowback --intervals "$tmp/cut.log" 2> "$tmp/err" | sed -nE '1d; s/^prelog [0-9]+ ([^ ]+).*/\1/p' | sort -u > "$tmp/cut.$most"
done
is "parts of at most 400" "$(paste -sd' ' "$tmp/cut.400")" "main work work.for.cond9 work.part1 work.part2"
is "parts of at most 100" "$(paste -sd' ' "$tmp/cut.100")" \
"main main.for.cond work work.for.cond work.for.cond9 work.for.cond9.for.cond19 work.part1 work.part2 work.part3 work.part4"

# longjmp closes the e-blocks that it leaves.
"$TRELLIS" flowback --intervals "$tmp/jumps-O0.log" 2> "$tmp/err" | sed -nE 's/^(prelog|postlog|called) ([0-9]+ [a-zA-Z_]+).*/\1 \2/p' > "$tmp/out"
is "longjmp" "$(sed -n '/prelog 6 /,/postlog 6 /p' "$tmp/out")" "$(printf '%s\n' 'prelog 6 middle' 'prelog 7 leave' 'postlog 7 leave' 'postlog 6 middle')"

# Logs that are refused.
mistake() { # MESSAGE COMMAND ARGUMENT...
	"$TRELLIS" "${@:2}" > "$tmp/out" 2>&1
	is "$1" "$? $(sed "s#$tmp/##g; s#^trellis: ##; s/, after [0-9]* words//" "$tmp/out")" "2 $1"
}
log=$tmp/nest-O0.log
head -c 200 "$log" > "$tmp/cut.log"
cat "$log" "$log" > "$tmp/twice.log"
sed 's/nest/nets/' "$log" > "$tmp/changed.log"
mistake "cut.log: the log was cut: it has no end; copy it again, or repeat the run" flowback "$tmp/cut.log" r
mistake "twice.log: the log is damaged: something follows its end" flowback "$tmp/twice.log" r
mistake "changed.log: the log was changed: its sum is wrong; copy it again, or repeat the run" flowback "$tmp/changed.log" r
mistake "nest-O2.elf is of another build than the program of the log; give the one that ran with --program" \
	flowback -p "$tmp/nest-O2.elf" "$log" r
mistake "nest-O0.log: a log that a program has written itself is read alone" flowback "$log" "$tmp/flow41-O0.log" r

# Programs that are refused.
refused() { # MESSAGE TEXT: a program whose line 1 has the text
	echo "$2" > "$tmp/bad.c"
	mistake "bad.c:1: --log: $1" cc --log -w -o "$tmp/bad.elf" "$tmp/bad.c"
}
refused "reads memory that unknown code has allocated or declared, such as argv; it is not logged" \
	'int main(int n, char **v) { return v[1][0]; }'
refused "inline assembly is not supported" 'int main(void) { asm("ldc 1"); return 0; }'
refused "labels as values are not supported" 'int main(int n) { void *p = n ? &&a : &&b; goto *p; a: return 1; b: return 2; }'
refused "stopp() is not supported: links and processes are not logged" \
	'void __t800_stopp(void); int main(void) { __t800_stopp(); }'
refused "reads or writes memory at a fixed address, which is not logged" \
	'int main(void) { return *(volatile int *)0x80000074; }'

# a loop with more turns than --all shows
printf 'int total;\nint main(void)\n{\n\tfor (int i = 0; i < 8000; i++)\n\t\ttotal += i & 3;\n\treturn 0;\n}\n' > "$tmp/loop.c"
logged loop "$tmp/loop.c" -O1 $all
"$TRELLIS" flowback --all --json "$tmp/loop.log" total 2>&1 > "$tmp/answer" | grep -v emulated > "$tmp/err"
is "--all says that there is more" "$(cat "$tmp/err")" \
	"trellis: warning: the 10000 executions nearest to the value are shown; for N of them, give -n N with --all"
is "10,000 are shown" "$(python3 -c 'import json, sys; print(len(json.load(sys.stdin)["nodes"]))' < "$tmp/answer")" 10000
"$TRELLIS" flowback --all -n 30000 --json "$tmp/loop.log" total 2>&1 > "$tmp/answer" | grep -v emulated > "$tmp/err"
is "with enough of them nothing is left out" "$(cat "$tmp/err")" ""
is "each turn is shown, and that the loop's value is stored at its end" "$(python3 -c 'import json, sys
print(sum(n["line"] == 5 for n in json.load(sys.stdin)["nodes"]))' < "$tmp/answer")" 8001

mistake "--eblock-max 100 is below --eblock-min 200" cc --log --eblock-max 100 --eblock-min 200 "$tmp/bad.c"
mistake "--eblock-max needs --log" cc --eblock-max 100 "$tmp/bad.c"
mistake "--log and -c, -S, -E, --graph or -nostdlib cannot be combined" cc --log -c -o "$tmp/x.elf" "$tmp/bad.c"
echo "1..$n"
