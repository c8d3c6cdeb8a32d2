#!/bin/bash
# One run that is logged by the program and by the machine: both logs have the same e-blocks, in the same order, and the
# same values (equal.py).
. tests/tap.sh
here=tests/detrek/logs
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

# same NAME SOURCE INSIDE OUTSIDE...: the two logs of a process, the second one as arguments of flowback
same() {
	"$TRELLIS" symbols "$tmp/a.elf" > "$tmp/symbols"
	"$TRELLIS" flowback --intervals "$3" > "$tmp/inside" 2> "$tmp/err"
	"$TRELLIS" flowback --intervals "${@:4}" > "$tmp/outside" 2> "$tmp/err"
	python3 $here/equal.py "$tmp/symbols" "$(basename "$2")" "$tmp/inside" "$tmp/outside" > "$tmp/diff"
	grep -q '^the same [1-9]' "$tmp/diff"
	result $? "$1: $(cat "$tmp/diff")"
}

# logged SOURCE OPTION...: a program without a kernel
logged() {
	"$TRELLIS" cc --log -g --log-share 100 "${@:2}" -w -o "$tmp/a.elf" "$1" &&
		"$TRELLIS" boot -r "$tmp" --record "$tmp/rec" "$tmp/a.elf" > "$tmp/out" 2> "$tmp/err"
	"$TRELLIS" export logs -o "$tmp/machine.log" "$tmp/rec"
	same "$(basename "$1" .c) ${*:2}" "$1" "$tmp/a.log" "$tmp/machine.log"
}

for level in -O0 -O2; do
	for source in tests/detrek/flowback/node/nest.c tests/cc/c/{frames,types}.c $here/node/{cut,jumps,structures,turns}.c; do
		logged $source $level --eblock-min 0
	done
	logged $here/node/cut.c $level --eblock-max 100

	rm -rf "$tmp/machine"
	"$TRELLIS" cc --kernel --log -g --log-share 100 --eblock-min 0 $level -w -o "$tmp/a.elf" $here/node/messages.c &&
		"$TRELLIS" run --topo programs/pair.topo -r "$tmp" --record "$tmp/rec" "$tmp/a.elf" > "$tmp/out" 2> "$tmp/err"
	"$TRELLIS" export logs -o "$tmp/machine" "$tmp/rec"
	for node in 0 1; do
		same "messages $level, node $node" messages.c "$tmp/$node".*-a.log --process $node.1 "$tmp/machine"
	done
done

# A value that differs is found.
logged tests/detrek/flowback/node/nest.c -O0 --eblock-min 0
sed -i 's/^\(postlog .*\)k=7/\1k=8/' "$tmp/inside"
is "another value" "$(python3 $here/equal.py "$tmp/symbols" nest.c "$tmp/inside" "$tmp/outside")" \
	"postlog SubK: k={'7'}, in the program's log {'8'}"
echo "1..$n"
