#!/bin/bash
# Error is set in one of the user's functions of each virtual machine: run, detrek, why, the debugger and the
# report name that function, its task and its line, however late the kernel has found the flag; the exit status
# is not 0. The same applications without the mistake end well.
. tests/tap.sh
exec < /dev/null

mistake='{ static int times; volatile int zero = 0; if (times++ == 2) zero = 7 / zero; } /* the mistake */'

# plant APPLICATION FILE PATTERN: a copy of the application with the mistake after the first line with the pattern
plant() {
	rm -rf "$tmp/app" "$tmp/rec" "$tmp/build"
	cp -r "programs/$1" "$tmp/app"
	awk -v p="$3" -v m="$mistake" '{ print } !done && $0 ~ p { print m; done = 1 }' "programs/$1/$2" > "$tmp/app/$2"
	line=$(grep -n 'the mistake' "$tmp/app/$2" | cut -d: -f1)
}

run() {
	timeout 100 "$TRELLIS" run -b "$tmp/build" -o "$tmp/out" "$@" > "$tmp/said" 2>&1
}

# error NAME APPLICATION FILE PATTERN FUNCTION TASK PROCESS OPTION...: see above; PROCESS is detrek's name
error() {
	local name=$1 application=$2 file=$3 function=$5 task=$6 process=$7 vms
	plant "$2" "$3" "$4"
	shift 7
	vms=$tmp/app/$application.vms
	run --record "$tmp/rec" "$@" "$vms" "${arguments[@]}"
	is "$name: status, function and line" "$? $(grep -c "stopped: $function, task $task.*: Error was set: division by zero" "$tmp/said") $(
		grep -c "    ${function%()}() at .*$file:$line\$" "$tmp/said")" "1 1 1"
	"$TRELLIS" detrek --cause "$tmp/rec" > "$tmp/said" 2>&1
	is "$name: detrek" "$? $(sed -n '/^Cause/,/^Failure/p' "$tmp/said" | sed -n 3p | grep -cx "$task [0-9]* [0-9]* $process")" "1 1"
	is "$name: why" "$("$TRELLIS" why -n 1 "$tmp/rec" "$node" 2>&1 | grep -o "^\[1\] sets Error  (division by zero)  ${function%()}()  $file:$line")" \
		"[1] sets Error  (division by zero)  ${function%()}()  $file:$line"
	is "$name: the debugger" "$("$TRELLIS" debug --batch -e 'print zero' -e 'goto beginning' -e 'catch error' -e continue -e 'print zero' \
		"$tmp/rec" 2>&1 | grep -E '^zero|^catchpoint 1 \(error\)' | cut -d, -f1)" \
		"zero = 0
catchpoint 1 (error): the next instruction of node $node sets Error: division by zero
zero = 0"
	"$TRELLIS" report -o "$tmp/page.html" "$tmp/rec" 2> /dev/null
	is "$name: the report" "$(sed -n '/id="errors"/,/<\/section>/p' "$tmp/page.html" | grep -c "Error was set: division by zero\|$file:$line")" 2
}

node=n0
arguments=(-- 16 12 4)
error "the generator of a farm" ray generate.c 'do_task\\(' 'data_generator()' 3 'data_generator()' -n 4
error "the receiver of a farm" ray receive.c 'get_result\\(' 'result_receiver()' '[0-9]*' 'result_receiver()' -n 4
arguments=()
error "the generator of a pipeline" filters generate.c 'do_task\\(' 'data_generator()' 3 'data_generator()'
error "the receiver of a pipeline" filters receive.c 'get_result\\(' 'result_receiver()' '[0-9]*' 'result_receiver()'
error "the generator of a ring" life generate.c 'do_task\\(' 'data_generator()' '[0-9]*' 'data_generator()'

# A program of the kernel in two threads: the one that makes no call has the mistake.
cat > "$tmp/two.c" <<'END'
#include <kernel.h>
#include <stdio.h>
#include <threads.h>

static volatile int zero, done;

static int
quiet(void *unused)
{
	(void)unused;
	zero = 7 / zero; /* the mistake */
	done = 1;
	for (volatile int i = 0; i < 30000; i++)
		;
	return 0;
}

int
main(void)
{
	thrd_t t;

	thrd_create(&t, quiet, NULL);
	while (!done)
		thrd_yield();
	puts("never printed");
	thrd_join(t, NULL);
	return 0;
}
END
line=$(grep -n 'the mistake' "$tmp/two.c" | cut -d: -f1)
rm -rf "$tmp/rec"
run --topo programs/single.topo --record "$tmp/rec" "$tmp/two.c"
is "a thread that makes no call" "$? $(grep -c 'stopped: Error was set: division by zero' "$tmp/said") $(grep -c "    quiet() at .*two.c:$line\$" "$tmp/said")" "1 1 1"
is "why" "$("$TRELLIS" why -n 1 "$tmp/rec" n0 2>&1 | grep -o "^\[1\] sets Error  (division by zero)  quiet()  two.c:$line")" \
	"[1] sets Error  (division by zero)  quiet()  two.c:$line"
is "the debugger begins there" "$("$TRELLIS" debug --batch -e 'print done' "$tmp/rec" 2>&1 | tail -1)" "done = 0"
sed 's/zero = 7/zero = 7 * 0/; s/ \/ zero;/ + zero;/' "$tmp/two.c" > "$tmp/twin.c"
run --topo programs/single.topo "$tmp/twin.c"
is "without the mistake" "$? $(grep -c 'never printed' "$tmp/said")" "0 1"

# Clean applications: detrek and run say so.
for application in 'ray/ray.vms -- 16 12 4' filters/filters.vms life/life.vms 'queens/queens.vms 6'; do
	run --record "$tmp/rec" programs/$application
	is "${application%%/*} ends well" "$? $("$TRELLIS" detrek "$tmp/rec" 2> /dev/null)" "0 Success"
done

# What happens on the host's side of a recording is the same when it is replayed.
is "the records of a recording" "$(rm -rf "$tmp/rec"; plant ray generate.c 'do_task\\('; run --record "$tmp/rec" -n 4 "$tmp/app/ray.vms" -- 16 12 4
	"$TRELLIS" detrek --cause "$tmp/rec" 2> /dev/null | sed -n 3p)" "3 0 0 data_generator()"
echo "1..$n"
