#!/bin/bash
# export sync and --sync-order: the order of a recording's operations is forced on runs with other timing; schedules of
# `trellis order` are forced, too.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

topology() { # OPTION...: of the one node
	printf 'topology single\nnode n0 type=T800 mem=4M %s\nhost h\nwire h.0 n0.0\nend\n' "$*" >"$tmp/net.topo"
}

shell() { # OPTION...: the program's own output, what is said of the order, and the status
	"$TRELLIS" shell "$@" "$tmp/net.topo" "$tmp/script" >"$tmp/out" 2>"$tmp/err"
	echo "$? $(tail -1 "$tmp/out") $(sed -n 's/^.*: \(all [0-9]* operations in this order\)$/\1/p' "$tmp/err")"
}

logged() { # FILE OPTION...: as shell; the order of its operations goes to the file
	shell --record "$tmp/rec" "${@:2}"
	"$TRELLIS" export sync -o "$1" "$tmp/rec"
}

make() { # NAME SOURCE...: compile
	"$TRELLIS" cc --kernel -O2 -g -o "$tmp/$1.elf" "${@:2}"
}

# The programs of the suite: a log of at most 1.5 bytes an operation, and the same log and result with other clocks and memories.
differ=0
while read -r name size; do
	make $name programs/splash/$name.c programs/splash/team.c
	printf 'spread\nloadgo n0 %s -- 4 %s\n' "$tmp/$name" $size >"$tmp/script"
	topology
	first=$(logged "$tmp/$name.log")
	all=$(shell --sync-order "$tmp/$name.log")
	count=${all##* all }
	count=${count%% *}
	is "$name: the same timing" "$all" "${first}all $count operations in this order"
	[ $((2 * $(stat -c %s "$tmp/$name.log"))) -le $((3 * count)) ]
	result $? "$name: at most 1.5 bytes an operation"
	for timing in wait=7 'clock=30MHz onchip=16K'; do
		topology $timing
		logged "$tmp/free.log" >"$tmp/free"
		cmp -s "$tmp/free.log" "$tmp/$name.log" || differ=$((differ + 1))
		is "$name with $timing: the same result" "$(logged "$tmp/again.log" --seed 3 --sync-order "$tmp/$name.log")" "$all"
		cmp "$tmp/again.log" "$tmp/$name.log" >"$tmp/diff" 2>&1
		result $? "... and the same log"
	done
done <<PROGRAMS
lu 24
radix 300
raytrace 16
fft 32
ocean 12
water 32
barnes 16
cholesky 24
PROGRAMS
is "most have another order if none is forced" "$((differ >= 12))" 1

# Threads that start others at the same time get the same numbers.
make nested tests/detrek/sync/node/nested.c
printf 'spread\nloadgo n0 %s\n' "$tmp/nested" >"$tmp/script"
topology
first=$(logged "$tmp/nested.log")
all=$(shell --sync-order "$tmp/nested.log")
differ=0
for timing in wait=7 'clock=30MHz onchip=16K' 'clock=17.5MHz wait=3' 'clock=25MHz wait=9'; do
	topology $timing
	[ "$(shell)" = "$first" ] || differ=$((differ + 1))
	is "nested with $timing: the same result" "$(logged "$tmp/again.log" --seed 3 --sync-order "$tmp/nested.log")" "$all"
	cmp "$tmp/again.log" "$tmp/nested.log" >"$tmp/diff" 2>&1
	result $? "... and the same log"
done
is "another order if none is forced" "$((differ >= 2)) ${all#"$first"}" "1 all $(sed -n 's/^.*all \([0-9]*\) .*/\1/p' <<<"$all") operations in this order"

# A work queue without its lock: which thread takes what, and how often, is not for the order of operations to say.
printf 'spread\nloadgo n0 %s -- -without 1 4 28\n' "$tmp/cholesky" >"$tmp/script"
topology
logged "$tmp/racy.log" >"$tmp/first"
for wait in 7 12 3 9 16 20; do # with most of these timings the threads take other pieces; in some runs they then hang
	topology wait=$wait
	status=$(shell --sync-order "$tmp/racy.log" | cut -c1)
	grep -q 'the run left the order' "$tmp/err" && break
done
is "a race: where the run leaves the order" "$status $(
	sed -n 's/.*after [0-9]* operations the run left the order: thread 0.[0-9]*, operation [0-9]* on 0.sem-[0-9a-f]*, node 0 before instruction [0-9]*/left/p' "$tmp/err")" "4 left"

# The log of another recording of the run is the same.
printf 'spread\nloadgo n0 %s -- 4 24\n' "$tmp/lu" >"$tmp/script"
topology
logged "$tmp/recorded.log" >"$tmp/out"
cmp "$tmp/lu.log" "$tmp/recorded.log" >"$tmp/diff" 2>&1
result $? "the log of a recording"
"$TRELLIS" races "$tmp/rec" >"$tmp/found"
bytes=$(sed -n 's/^threads.* bytes \([0-9]*\) .*/\1/p' "$tmp/found")
[ $bytes -lt $(stat -c %s "$tmp/lu.log") ] && [ $bytes -gt $(($(stat -c %s "$tmp/lu.log") - 40)) ]
result $? "... and its size, without what the threads got from outside"

# A run with a forced order is recorded: the recording has the times at which threads were held.
topology wait=7
for moments in 1 0; do
	"$TRELLIS" shell --sync-order "$tmp/lu.log" --moments $moments --record "$tmp/forced$moments" "$tmp/net.topo" "$tmp/script" >"$tmp/out" 2>&1
	grep -q 'all [0-9]* operations in this order' "$tmp/out"
	result $? "a forced order is recorded, with moments: $moments"
	"$TRELLIS" replay "$tmp/forced$moments" >"$tmp/diff" 2>&1
	result $? "... and replayed"
done
"$TRELLIS" export sync -o "$tmp/recorded.log" "$tmp/forced1"
cmp "$tmp/lu.log" "$tmp/recorded.log" >"$tmp/diff" 2>&1
result $? "its log is the one that was forced"
"${build:-build}/tests/sim/past/walk" "$tmp/forced1" "$tmp/forced0" 2 1 >"$tmp/diff" 2>&1
result $? "walks through it"

# Random programs: pairs of operations in both orders.
is "what trellis order leaves open is shown in both orders" "$(python3 -B tests/detrek/sync/schedules.py "$TRELLIS" "$tmp" 1 $([ -n "$LONG" ] && echo 200 || echo 1) |
	sed 's/[0-9]\+/N/g')" "N programs, N unordered pairs shown in both orders, N forced runs"

# A run that is recorded is the run.
fingerprint() { # OPTION...
	"$TRELLIS" run -n 2 -b "$tmp/build" "$@" programs/quad/quad.vms 2>&1 | grep fingerprint
}
is "a recording costs no simulated time" "$(fingerprint --record "$tmp/quad.rec")" "$(fingerprint)"

# Mistakes.
printf 'no order\n' >"$tmp/bad"
expect "neither log nor schedule" 2 "$TRELLIS" shell --sync-order "$tmp/bad" "$tmp/net.topo" "$tmp/script" <<X
$tmp/bad:1: not an operation: a line is <thread> <S|W> <object>
X
head -c 30 "$tmp/lu.log" >"$tmp/bad"
expect "a log that was cut" 2 "$TRELLIS" shell --sync-order "$tmp/bad" "$tmp/net.topo" "$tmp/script" <<X
trellis: $tmp/bad: the log of operations is damaged, or was cut, at thread 2 of 5
X
expect "a debugger" 2 "$TRELLIS" run --sync-log "inside:$tmp/x" --debug programs/quad/quad.vms <<X
trellis: --sync-log and --sync-order cannot be combined with --debug or --view
X
expect "a program without a kernel" 2 "$TRELLIS" boot --sync-log "inside:$tmp/x" "$tmp/lu.elf" <<X
trellis: boot: --sync-log and --sync-order need a kernel; 'shell' and 'run' have one
X
expect "a log from outside, of the run itself" 2 "$TRELLIS" shell --sync-log "$tmp/x" "$tmp/net.topo" "$tmp/script" <<X
trellis: --sync-log takes inside:FILE, what the kernels log; for the order as it is seen from outside record the run, then 'trellis export sync -o FILE RECORDING'
X
echo "1..$n"
