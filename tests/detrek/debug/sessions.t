#!/bin/bash
# Sessions of the debugger: what each .cmd beside this prints is its .out. Times, counts of instructions and addresses are
# left out: they change with every change of the kernel or the compiler.
. tests/tap.sh
. tests/golden.sh
here=tests/detrek/debug
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

# plain_session: as plain, and without words of memory and events.
plain_session() {
	plain | sed -E 's#(ADDRESS\t)(-?[0-9]+|ADDRESS)$#\1N#; s#began=[0-9]+#began=N#; s#(receive|send) \(-?[0-9]+, [0-9]+\)#\1 (EVENT)#'
}

"$TRELLIS" run --record "$tmp/run" $here/sums/sums.vms > "$tmp/out" 2> "$tmp/run.err"
is "a recorded run" "$? $(grep : "$tmp/out" | head -4 | tr '\n' ' ')" "0 0: 93 1: 1000 2: 260 3: 260 "
"$TRELLIS" run -n 7 --record "$tmp/crash" programs/simulated/dc.vms > "$tmp/out" 2> "$tmp/run.err"
is "one that crashes" "$?" 1
again=$("$TRELLIS" detrek "$tmp/crash" 2> "$tmp/err" | sed -n 's/^To debug it alone: trellis //p')
is "deTrEK's command for it" "$again" "replay $tmp/crash --task 49.0000"
is "what that command does" "$(echo continue | "$TRELLIS" $again 2> "$tmp/err" | plain_session | any_node | sed -n '1p;$p')$(cat "$tmp/err")" \
	"compute_fn() on node N, alone
132		__t800_seterr();"
for bad in 'x: '"'x' is not a task: TASK[.SUBTASK] [compute|split|join|generator|receiver], such as 49.0010" \
	"500: no user's function has begun with task 500" "49 join: no user's function has begun with task 49 join"; do
	is "a task that is not there: ${bad%%:*}" "$("$TRELLIS" replay "$tmp/crash" --task "${bad%%:*}" 2>&1 < /dev/null; echo $?)" \
		"trellis: --task: ${bad#*: }
2"
done

"$TRELLIS" run --record "$tmp/group" programs/group/group-bug.vms > "$tmp/out" 2> "$tmp/run.err"
is "one that takes no results" "$? $(grep -o 'took the results of.*' "$tmp/run.err" "$tmp/out" | sed 's/^[^:]*://')" "1 took the results of 0 of 5 tasks"
"${build:-build}/trellis-cc" --kernel -g -O1 -o "$tmp/accounts.elf" $here/accounts/accounts.c
printf 'spread\nloadgo n1 %s\n' "$tmp/accounts.elf" > "$tmp/script"
"$TRELLIS" shell --record "$tmp/accounts" programs/pair.topo "$tmp/script" > "$tmp/out" 2>&1
is "one that waits for ever" "$(grep -c 'waits for semaphore' "$tmp/out")" 2

"$TRELLIS" run -n 4 --record "$tmp/spans" -o /dev/null $here/sums/sums.vms > "$tmp/out" 2> "$tmp/run.err"
is "one on four nodes" "$?" 0

for session in $here/*.cmd; do
	recording=run
	case ${session##*/} in
		crash*) recording=crash;;
		spans*) recording=spans;;
		accounts-*) recording=accounts;;
		group-*) recording=group;;
	esac
	task=$(sed -n 's/^# --task //p' "$session")
	"$TRELLIS" debug --batch ${task:+--task "$task"} -e "${task:+# }goto beginning" -x "$session" "$tmp/$recording" > "$tmp/out" 2>&1
	echo "status $?" >> "$tmp/out"
	plain_session < "$tmp/out" | if [ $recording = crash ]; then any_node | sed 's/only [0-9]* messages/only N messages/'; else cat; fi > "$tmp/found"
	golden "${session%.cmd}.out" "$(basename "$session" .cmd)"
done

if node -e 'require.resolve("@vscode/debugadapter-testsupport")' 2> /dev/null; then
	node $here/bugs.js "$TRELLIS" "$tmp" > "$tmp/out" 2>&1
	sed -E 's#0x[0-9a-f]+#ADDRESS#g' "$tmp/out" > "$tmp/found"
	golden $here/bugs.out "three bugs, over the protocol"
fi

cp -r $here/sums "$tmp/app"
"$TRELLIS" run --record "$tmp/kept" "$tmp/app/sums.vms" > "$tmp/out" 2> "$tmp/run.err"
rm "$tmp/app/compute.c"
echo '/* changed since */' > "$tmp/app/generate.c"
"$TRELLIS" debug --batch -e 'goto task 1 begins' -e 'goto task 1 generator begins' "$tmp/kept" 2>&1 | sed -n '3p;6p' > "$tmp/found"
printf '35\tcompute_fn(void *task, uint32_t nbytes)\n14\t\tfor (int n = 3; n <= MOST; n++) {\n' | diff - "$tmp/found" > "$tmp/diff"
result $? "sources that are gone, or have changed since"

"$TRELLIS" debug --batch --kernel-file "$tmp/accounts.elf" -e 'list threads' "$tmp/kept" > "$tmp/found" 2>&1
echo "status $?" >> "$tmp/found"
printf 'trellis: %s: not a kernel of this version of trellis: it has no kernel_enter; use the version that made it\nstatus 2\n' \
	"$tmp/accounts.elf" | diff - "$tmp/found" > "$tmp/diff"
result $? "another kernel"
echo "1..$n"
