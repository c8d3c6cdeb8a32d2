#!/bin/bash
# What threads get from outside, the clock and messages of the host, is in the log of operations, and a forced run gets it again.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

"$TRELLIS" cc --kernel -O2 -g -Wall -Wextra -o "$tmp/outside.elf" tests/detrek/sync/node/outside.c 2>"$tmp/diff"
result $? "outside.c compiles"
mkdir "$tmp/root"
echo 'in a file' >"$tmp/root/f.txt"
printf 'one\ntwo\n' >"$tmp/in"

topology() { # OPTION...: of the nodes
	printf 'topology pair\nnode n0 type=T800 mem=4M %s\nnode n1 type=T800 mem=4M %s\nhost h\nwire h.0 n0.0\nwire n0.2 n1.0\nend\n' "$*" "$*" >"$tmp/net.topo"
}

script() { # NODES ARGUMENT...
	printf 'spread\nloadgo %s %s -- f.txt %s\n' "$1" "$tmp/outside" "${*:2}" >"$tmp/script"
}

shell() { # OPTION...: what the program printed, and the status
	"$TRELLIS" shell "$@" "$tmp/net.topo" "$tmp/script" >"$tmp/out" 2>"$tmp/err"
	echo "status $?"
	tail -n +4 "$tmp/out" | sort
}

logged() { # FILE OPTION...: as shell; the log of the operations, as they are seen from outside, goes to the file
	shell --record "$tmp/rec" "${@:2}"
	"$TRELLIS" export sync -o "$1" "$tmp/rec"
}

given=(--root "$tmp/root" --input "$tmp/in")

said() { # of the order
	sed -n 's/^[^:]*: //; s/[0-9]\+/N/g; /operations in this order$/p; /of the host/s/;.*//p' "$tmp/err" | tr '\n' ,
}

# Both recorders; other timing; without the host's files.
differ=0
for nodes in n0 n0,1; do
	for what in '' still; do
		script $nodes $what
		topology
		first=$(logged "$tmp/outside.log" "${given[@]}" --sync-log "inside:$tmp/inside.log")
		cmp "$tmp/inside.log" "$tmp/outside.log" >"$tmp/diff" 2>&1
		result $? "$nodes $what: both logs of one run are equal"
		is "... the program is complete" "$(grep -c 'input: two' <<<"$first") $(grep -c 'in a file' <<<"$first")" \
			"1 $([ $nodes = n0 ] && echo 1 || echo 2)"
		for timing in wait=7 'clock=30MHz onchip=16K' 'clock=17.5MHz wait=3'; do
			topology $timing
			[ "$(shell --seed 3 "${given[@]}")" = "$first" ] || differ=$((differ + 1))
			is "$nodes $what, $timing: the same output" "$(logged "$tmp/again" --seed 3 "${given[@]}" --sync-order "$tmp/inside.log")" "$first"
			[ -z "$what" ] || cmp "$tmp/again" "$tmp/inside.log" >"$tmp/diff" 2>&1
			result $? "... and the same log"
		done
		is "$nodes $what: without files and input, the same output" "$(shell --sync-order "$tmp/inside.log")" "$first"
		is "... and it is told" "$(said)" "all N operations in this order,N messages of the host replaced by what the log has,"
	done
done
is "the output is another one if no order is forced" "$differ" 12

# A line of the input that is another one.
script n0 still
topology
first=$(logged "$tmp/log" "${given[@]}")
printf 'one\nTWO\n' >"$tmp/other"
is "other input: that of the log" "$(shell --root "$tmp/root" --input "$tmp/other" --sync-order "$tmp/log")" "$first"
is "... and it is told" "$(sed -n 's/.*: \([0-9]* message.*\) at time [0-9]*, node 0 before instruction [0-9]*$/\1/p' "$tmp/err")" \
	"1 message of the host replaced by what the log has; the first: thread 0.1 after its operation"
is "the same input: nothing is told" "$(shell "${given[@]}" --sync-order "$tmp/log" >"$tmp/last"; said)" "all N operations in this order,"

# The log of a recording, and of the recording of a forced run. `why` says the same of both.
why() { # RECORDING: from the shell, and in a session at a breakpoint; without places in time
	"$TRELLIS" why -n 30 "$1" 0 sum 2>"$tmp/err"
	"$TRELLIS" debug --batch -e "goto beginning" -e "break outside.c:$line" -e continue -e continue -e "why sum" -e "why 3" "$1" 2>"$tmp/notes"
}

times() {
	sed -E 's/\b[0-9.]+(ns|us|ms|s)\b//g; s/instruction [0-9]+/instruction N/; s/, the first[^)]*//; s/0\.[0-9]+/0.N/'
}

line=$(grep -n 'visits++' tests/detrek/sync/node/outside.c | cut -d: -f1)
shell "${given[@]}" --record "$tmp/rec" >"$tmp/last"
why "$tmp/rec" | times >"$tmp/causes"
# clocks: in how many graphs a way of reading the clock is a cause
clocks() {
	awk '/^\[1\]/ { read = 0 } /clock\(\) = [0-9]+  (where|time)\.c/ && !read++ { n++ } END { print n + 0 }' "$tmp/causes"
}
is "why: statements" "$(grep -c 'sum = sum' "$tmp/causes") $(clocks) $(wc -c <"$tmp/notes")" "2 2 0"
"$TRELLIS" export sync -o "$tmp/recorded" "$tmp/rec"
cmp "$tmp/recorded" "$tmp/log" >"$tmp/diff" 2>&1
result $? "the log of a recording"
topology wait=7
is "a forced run is recorded" "$(shell --sync-order "$tmp/log" --record "$tmp/rec")" "$first"
"$TRELLIS" export sync -o "$tmp/recorded" "$tmp/rec"
cmp "$tmp/recorded" "$tmp/log" >"$tmp/diff" 2>&1
result $? "... with the log that was forced"
"$TRELLIS" replay "$tmp/rec" >"$tmp/diff" 2>&1
result $? "... and replayed"
why "$tmp/rec" | times | diff - "$tmp/causes" >"$tmp/diff"
result $? "... and why gives the causes of the first run"
is "... and says that it was forced" "$(sed "s#$tmp/##" "$tmp/notes")" \
	"rec: an order was forced on this run: threads were held, and values of the clock and messages of the host may be those of another run's log"

# A program that reads the clock itself: seen from outside only.
script n0 own
topology
first=$(logged "$tmp/own" "${given[@]}")
topology 'clock=30MHz onchip=16K'
is "ldtimer in the program: the same output" "$(shell --seed 9 "${given[@]}" --sync-order "$tmp/own")" "$first"
shell "${given[@]}" --sync-log "inside:$tmp/none" >"$tmp/last"
is "... the kernels do not see it" "$(head -1 "$tmp/last") $(sed -n 's/^.*none: //p' "$tmp/err")" \
	"status 1 not written: the kernels do not see 12 values of the clock that the program reads itself, the first in outside: worker() on n0; 'trellis export sync' of a recording has them"

# An old log.
printf 'trellis sync 2\n\0' >"$tmp/old"
expect "a log in the format before" 2 "$TRELLIS" shell --sync-order "$tmp/old" "$tmp/net.topo" "$tmp/script" <<X
trellis: $tmp/old: a log of operations in another format than 'trellis sync 4'; log the run again
X
echo "1..$n"
