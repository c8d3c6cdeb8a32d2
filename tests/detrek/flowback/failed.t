#!/bin/bash
# trellis why RECORDING: the question begins at the first sign of a failure that the run has.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

# recorded NAME: a program of a node's kernel from standard input, run and recorded.
recorded() {
	cat > "$tmp/$1.c"
	"$TRELLIS" cc --kernel -g -O0 -o "$tmp/$1.elf" "$tmp/$1.c" &&
		"$TRELLIS" run --topo programs/single.topo --record "$tmp/$1" "$tmp/$1.elf" > "$tmp/out" 2> "$tmp/err"
}

# why NAME: the answer's first lines, without times and addresses.
why() {
	"$TRELLIS" why -n 3 "$tmp/$1" 2>&1 | grep -v ' \.\.\. \|^ *\.\.\.' | sed -E "s#$tmp/##g; s/  [0-9.]+[mu]s//; s/ node 0[^|]*//; s/8000[0-9a-f]{4}/ADDRESS/g; s/pid [0-9]+/pid PID/g"
}

recorded error <<'END'
#include <stdio.h>
static int left = 3;
int
main(void)
{
	while (left > 0)
		left--;
	printf("error %d\n", 12 / left);
	return 0;
}
END
is "Error" "$(why error | head -2 | sed 's/  (2 exec.*//')" "[1] sets Error  (division by zero)  main()  error.c:8 | printf(\"error %d\\n\", 12 / left);
  [2] left = 0  main()  error.c:7"
recorded stopped <<'END'
#include <stdio.h>
static int *place = (int *)0x10;
int
main(void)
{
	printf("an error will come\n");
	*place = 1;
	return 0;
}
END
"$TRELLIS" cc -g -O0 -o "$tmp/stopped.elf" "$tmp/stopped.c" &&
	"$TRELLIS" boot -t tests/detrek/logs/strict.topo --record "$tmp/stopped" "$tmp/stopped.elf" > "$tmp/out" 2>&1
is "a node that an instruction has stopped" "$(why stopped | head -1)" \
	"[1] the node stops  (accessed an address outside its memory)  main()  stopped.c:7 | *place = 1;"
recorded forks <<'END'
#include <stdio.h>
#include <threads.h>
static mtx_t left, right;
static int
second(void *unused)
{
	mtx_lock(&right);
	thrd_yield();
	mtx_lock(&left);
	return 0;
}
int
main(void)
{
	thrd_t t;

	mtx_init(&left, mtx_plain);
	mtx_init(&right, mtx_plain);
	mtx_lock(&left);
	thrd_create(&t, second, NULL);
	thrd_yield();
	mtx_lock(&right);
	return 0;
}
END
is "a deadlock: who waits for whom, and where each took its lock" "$("$TRELLIS" why "$tmp/forks" 2>&1 |
	sed -nE 's/.*(deadlock: all|mtx_lock\(&[a-z]*\);)/\1/p')" "deadlock: all processes are waiting
mtx_lock(&left);
mtx_lock(&left);
mtx_lock(&right);
mtx_lock(&right);"
"$TRELLIS" why --json "$tmp/forks" > "$tmp/json" 2>&1
is "in JSON, one of them" "$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["nodes"][0]["kind"])' "$tmp/json")" wait
recorded printed <<'END'
#include <stdio.h>
int
main(void)
{
	printf("%s: Error 12\n", "pump");
	return 1;
}
END
is "a line that tells of an error" "$(why printed | head -1)" '[1] output[6..10] = "Error"  (sent to the host) '
recorded good <<'END'
int
main(void)
{
	return 0;
}
END
"$TRELLIS" why "$tmp/good" > "$tmp/out" 2>&1
is "no failure" "$? $(cat "$tmp/out")" "2 trellis: why: no process has set Error or stopped its node, none waits for ever, and the output has no 'error'; ask for an expression, or for what was printed: 'stdout~TEXT'"
"$TRELLIS" why "$tmp/good" @3ms > "$tmp/out" 2>&1
is "a place without a question" "$? $(cat "$tmp/out")" "2 trellis: why: expected RECORDING [NODE[:PROCESS]] EXPRESSION [@PLACE], or RECORDING [NODE]; see 'trellis why --help'"
echo "1..$n"
