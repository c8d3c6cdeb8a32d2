#!/bin/bash
# Logs that processes under the kernel write of themselves (`trellis cc --kernel --log`): one for each process, which is
# read alone. The processes print what they print without; a message is logged where it is received.
. tests/tap.sh
here=tests/detrek/logs
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
pair="--topo programs/pair.topo"

# logged NAME SOURCE OPTION...: it prints the same without a log; each process's log is whole, with the machine's log of
# the same run, too.
logged() {
	name=$1
	"$TRELLIS" cc --kernel "$3" -w -o "$tmp/plain.elf" "$2" && "$TRELLIS" run $pair "$tmp/plain.elf" > "$tmp/plain.out" 2> "$tmp/err"
	"$TRELLIS" cc --kernel --log -g "${@:3}" -w -o "$tmp/$name.elf" "$2" &&
		"$TRELLIS" run $pair -r "$tmp" --record "$tmp/$name" "$tmp/$name.elf" > "$tmp/logged.out" 2> "$tmp/err"
	"$TRELLIS" export logs -o "$tmp/$name.logs" "$tmp/$name"
	is "$name: prints the same" "$(cat "$tmp/logged.out")" "$(cat "$tmp/plain.out")"
	for node in 0 1; do
		log[node]=$(echo "$tmp/$node".*"-$name.log")
		is "$name: each emulation of node $node ends as its postlog" \
			"$("$TRELLIS" flowback --verify "${log[node]}" 2>&1 | sed 's/^[0-9]* //')" \
			"intervals: each emulation ends as its postlog has it"
	done
	is "$name: the machine's logs of the same run" "$("$TRELLIS" flowback --verify "$tmp/$name.logs" 2>&1 | sed 's/^[0-9]* //')" \
		"intervals: each emulation ends as its postlog has it"
}

# statement: the first one of an answer, without its time and process.
statement() {
	sed -nE '1 { s/  [0-9.]+[mu]?s  (\([^)]*\)  )?node [^|]*/ /; p; }'
}

# same NODE VARIABLE...: the program's log, the machine's log, and the recording have the same statement.
same() {
	for v in "${@:2}"; do
		"$TRELLIS" why -n 1 --actual "$tmp/$name" "$1" "$v" 2> "$tmp/err" | statement > "$tmp/why"
		"$TRELLIS" flowback -n 1 --process "$1.1" "$tmp/$name.logs" "$v" 2> "$tmp/err" | statement > "$tmp/outside"
		"$TRELLIS" flowback -n 1 "${log[$1]}" "$v" 2> "$tmp/err" | statement > "$tmp/inside"
		is "$name: $v of node $1, recorded" "$(cat "$tmp/inside")" "$(cat "$tmp/why")"
		is "$name: $v of node $1, logged by the machine" "$(cat "$tmp/inside")" "$(cat "$tmp/outside")"
	done
}

for level in -O0 -O2; do
	logged messages$level $here/node/messages.c $level --log-share 100 --eblock-min 0
	same 0 total took large real low sum cut
	same 1 total pack.number 'pack.words[7]' 'text[6]'
	"$TRELLIS" flowback -n 2 "${log[0]}" low 2> "$tmp/err" | sed -E '/^\[1\]|: \[2\]/!d; s/  (ask\(\)  )?[a-z]+\.c:[0-9]+ .*//; s/  [0-9.]+[mu]s$//' > "$tmp/out"
	is "messages$level: a value that was received" "$(cat "$tmp/out")" \
"[1] low = 59850
  pack.words[399]: [2] nrecv()  (by a message from node 1, event 6, 1620 bytes)"
	is "messages$level: only what is needed is emulated" "$(sed 's/ of .*//' "$tmp/err")" 3
done
logged share tests/cc/c/frames.c -O2

mistake() { # MESSAGE COMMAND ARGUMENT...
	"$TRELLIS" "${@:2}" > "$tmp/out" 2>&1
	is "$1" "$? $(sed "s#$tmp/##g; s#^trellis: ##" "$tmp/out")" "2 $1"
}
mistake "$(basename "${log[0]}"): a log that a program has written itself is read alone" flowback "${log[0]}" "${log[1]}" sum
mistake "--break: messages-O2.elf is not compiled; give its C files" run $pair --break 'o:cut==1' "$tmp/messages-O2.elf"
mistake "'a.elf+b.c': a program is one .elf file, or FILE.c+FILE.c..." run $pair a.elf+b.c
cat > "$tmp/bad.c" << 'END'
#include <kernel.h>
static void work(void *p) { (void)p; }
int main(void) { thread_join(thread_start(work, 0, 1024, 1)); return 0; }
END
mistake "bad.c:3: --log: thread_start() may call work() while it waits, starts a process or does input or output" \
	cc --kernel --log -o "$tmp/bad.elf" "$tmp/bad.c"
echo "1..$n"
