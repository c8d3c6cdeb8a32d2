#!/bin/bash
# Logs that an application of TrEK writes itself (`log` in its .vms file): one of each function that TrEK calls, which is
# read alone. The application prints what it prints without; each emulation ends as its postlog has it; and flowback from
# the log of a function gives the same graph as flowback on a recording of the same run (root.py).
. tests/tap.sh
here=tests/detrek/logs
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

# application LEVEL LOG: a copy in $tmp/app
application() {
	rm -rf "$tmp/app"
	cp -r $here/node/tree "$tmp/app"
	sed -i "s/log = all;/log = $2;/; s/^Programs/Programs\n  compile_options = $1;/" "$tmp/app/tree.vms"
}

run() { # OPTION...
	"$TRELLIS" run -b "$tmp/app/build" "$@" "$tmp/app/tree.vms" > "$tmp/out" 2> "$tmp/err"
}

# same NODE FUNCTION FILE VARIABLE...: both engines give the same graph of the function's file.
same() {
	for v in "${@:4}"; do
		"$TRELLIS" why --all --each --json --actual "$tmp/app/rec" "$1" "$v" > "$tmp/why" 2> "$tmp/err"
		"$TRELLIS" flowback --all --each --json "$tmp/app/$1".*-"$2"-slave.log "$v" > "$tmp/flowback" 2> "$tmp/err"
		python3 $here/root.py "$tmp/why" "$tmp/flowback" "$1" "$3" > "$tmp/diff" 2>&1
		grep -q '^same, [1-9]' "$tmp/diff"
		result $? "$level: $v of $2 on node $1: $(tail -1 "$tmp/diff")"
	done
}

for level in -O0 -O2; do
	application $level off
	run
	plain=$(cat "$tmp/out")
	application $level all
	run --record "$tmp/app/rec"
	is "$level: prints the same" "$(cat "$tmp/out")" "$plain"
	for log in "$tmp"/app/*.log; do
		is "$level: $(basename "$log")" "$("$TRELLIS" flowback --verify "$log" 2>&1 | sed 's/^[1-9][0-9]* //')" \
			"intervals: each emulation ends as its postlog has it"
	done
	is "$level: the functions" "$(ls "$tmp/app" | sed -nE 's/^([0-9]+)\.[0-9]+-(.*)-(master|slave)\.log$/\1 \2/p' | sort | paste -sd, | sed 's/,/, /g')" \
		"0 data_generator, 0 init_master, 0 result_receiver, 1 compute_fn, 1 join_fn, 1 split_fn, 2 compute_fn, 2 join_fn, 2 split_fn, 3 compute_fn, 4 compute_fn, 5 compute_fn"
	same 3 compute_fn compute.c tasks total
	same 4 compute_fn compute.c largest
	same 1 split_fn split.c splits middle
	same 1 join_fn join.c joined
done

# What TrEK passes, with the task that it belongs to.
log=$(echo "$tmp"/app/1.*-split_fn-slave.log)
"$TRELLIS" flowback "$log" middle 2> "$tmp/err" | sed -E 's/  [0-9.]+[mu]s.*//; s/0x[0-9a-f]+/ADDRESS/g' > "$tmp/out"
is "a task" "$(cat "$tmp/out")" "[1] middle = 34  split_fn()  split.c:17
  [2] *ADDRESS = 40  (from TrEK, task 4, part 0)  split_fn()
  [3] task = ADDRESS  (from TrEK, task 4, part 0)  split_fn()
  in: [4] calls split_fn()  (from TrEK, task 4, part 0)  split_fn()  split.c:8
  if: [5] decided: on to line 16  split_fn()  split.c:14
    [6] *ADDRESS = 28  (from TrEK, task 4, part 0)  split_fn()
    task = ADDRESS  [3]
    in: calls split_fn()  [4]
    *ADDRESS = 40  [2]
  *ADDRESS = 28  [6]"
is "only its call is emulated" "$(sed 's/ of .*//' "$tmp/err")" 2
is "each call has its task" "$("$TRELLIS" flowback --intervals "$log" 2> "$tmp/err" | sed -nE 's/^called [0-9]+ split_fn //p')" \
"from TrEK, task 0, part 0
from TrEK, task 1, part 0
from TrEK, task 3, part 0
from TrEK, task 4, part 0"

# Logs that are refused.
mistake() { # MESSAGE COMMAND ARGUMENT...
	"$TRELLIS" "${@:2}" > "$tmp/out" 2>&1
	is "$1" "$? $(sed "s#$tmp/##g; s#^trellis: ##; s/, after [0-9]* words//" "$tmp/out")" "2 $1"
}
words=$(($(wc -c < "$log") / 4))
head -c $((4 * words - 40)) "$log" > "$tmp/cut.log"
cat "$log" "$log" > "$tmp/twice.log"
sed 's/slave/slavf/' "$log" > "$tmp/changed.log"
other=$(echo "$tmp"/app/1.*-join_fn-slave.log)
mistake "cut.log: the log was cut: it has no end; copy it again, or repeat the run" flowback "$tmp/cut.log" middle
mistake "twice.log: the log is damaged: a record belongs to no function that TrEK has called" flowback "$tmp/twice.log" middle
mistake "changed.log: the log was changed: its sum is wrong; copy it again, or repeat the run" flowback "$tmp/changed.log" middle
mistake "app/build/master.elf is of another build than the program of the log; give the one that ran with --program" \
	flowback -p "$tmp/app/build/master.elf" "$log" middle
mistake "app/$(basename "$log"): a log that a program has written itself is read alone" flowback "$log" "$other" middle

# The nodes that compute only.
application -O2 compute
run
is "log = compute" "$(cat "$tmp/out"): $(ls "$tmp/app" | grep -c 'slave.log$'), $(ls "$tmp/app" | grep -c 'master.log$')" "$plain: 9, 0"

# .vms files that are refused.
sed -i 's/log = compute;/log = some;/' "$tmp/app/tree.vms"
mistake "app/tree.vms:9: log = 'some': expected off, compute (the nodes that compute) or all" run "$tmp/app/tree.vms"
cp -r $here/node/farm "$tmp/farm"
sed -i 's/^Configuration/Interface\n  log = all;\nConfiguration/' "$tmp/farm/farm.vms"
mistake "farm/farm.vms:7: --break: programs that write logs are not instrumented; --break-outside stops there, too" \
	run -b "$tmp/farm/build" --break 'o:sum==1' "$tmp/farm/farm.vms"
sed -i 's/int32_t result = /int32_t result = *(volatile int32_t *)0x80000074 + /' "$tmp/farm/compute.c"
mistake "farm/compute.c:15: --log: reads or writes memory at a fixed address, which is not logged
farm/farm.vms: the program slave cannot be linked" run -b "$tmp/farm/build" "$tmp/farm/farm.vms"
echo "1..$n"
