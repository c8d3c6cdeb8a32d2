#!/bin/bash
# The logs of operations that nodes keep themselves of applications under TrEK (inside_trek.py).
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
here=tests/detrek/sync
seeds=1
[ -z "$LONG" ] || seeds=40

python3 -B $here/inside_trek.py "$TRELLIS" "$tmp" $seeds >"$tmp/found" 2>"$tmp/diff"
result $? "nothing differs"
is "each log is that of the recording, and is forced with the usual kernel" "$(sed 's/ [0-9]* operations; [0-9]*/ N operations; N/' "$tmp/found")" \
	"$((8 * seeds)) logs are equal, and in order N operations; N bytes"

# What an application does itself, and does not note, is named.
inside() { # COMPUTE_FUNCTION: status and message
	mkdir -p "$tmp/app"
	printf '#include <trek.h>\n#include <t800.h>\n#include <kernel.h>\n#include <stdio.h>\n%s\n' \
		'void init_master(int argc, char **argv) { }
		void data_generator(void) { for (int i = 0; i < 4; i++) do_task(&i, sizeof i); }
		void result_receiver(void) { int r; while (get_result(&r, sizeof r, NULL) >= 0) printf("%d\n", r); }' >"$tmp/app/main.c"
	printf '#include <trek.h>\n#include <t800.h>\n#include <kernel.h>\n%s\n' "$1" >"$tmp/app/compute.c"
	printf 'Specification of VM-based Application\nbegin\nVirtual_Machine\n type = PFVM;\nConfiguration\n topology = BTREE;\n total_processors = 3;\nPrograms\n data_generator = main.c;\n comp_function = compute.c;\n result_receive = main.c;\nend\n' >"$tmp/app/app.vms"
	rm -f "$tmp/log"
	"$TRELLIS" run -b "$tmp/build" --sync-log "inside:$tmp/log" "$tmp/app/app.vms" >"$tmp/out" 2>"$tmp/err"
	echo "$? $(grep -o 'log: not written.*' "$tmp/err" | sed 's/[0-9][0-9]* of the/N of the/; s/ [0-9]* values/ N values/; s/operation [0-9]* of thread [0-9.]* time [0-9]*/operation N of a thread/; s/with time [0-9]*/with another time/; s/ on n[0-9]*;/ on a node;/')"
}

is "a plain application" "$(inside "void compute_fn(void *task, uint32_t n) { put_result(task, n); }")" "0 "
is "channels that are used by inserted instructions" "$(inside '
	static Channel c;
	static int word;
	static void give(void *p) { __t800_out(&word, &c, 4); }
	void compute_fn(void *task, uint32_t n)
	{
		Thread *t;
		int w;

		channel_init(&c);
		t = thread_start(give, 0, 2000, PRIORITY_LOW);
		__t800_in(&w, &c, 4);
		thread_join(t);
		put_result(task, n);
	}')" "1 log: not written: the kernels' log gives operation N of a thread, and the machine sees it with another time"
is "the same through functions" "$(inside '
	static Channel c;
	static void give(void *p) { channel_out_word(&c, 5); }
	void compute_fn(void *task, uint32_t n)
	{
		Thread *t;

		channel_init(&c);
		t = thread_start(give, 0, 2000, PRIORITY_LOW);
		channel_in_word(&c);
		thread_join(t);
		put_result(task, n);
	}')" "0 "
is "the clock, read by the program itself" "$(inside 'void compute_fn(void *task, uint32_t n) { *(int *)task = timer_now(); put_result(task, n); }')" \
	"1 log: not written: the kernels do not see N values of the clock that the program reads itself, the first in slave: compute_fn() on a node; 'trellis export sync' of a recording has them"
is "alternatives" "$(inside '
	static Channel c;
	static void give(void *p) { channel_out_word(&c, 5); }
	void compute_fn(void *task, uint32_t n)
	{
		Channel *all[] = {&c};
		Thread *t;

		channel_init(&c);
		t = thread_start(give, 0, 2000, PRIORITY_LOW);
		alt_channels(all, 1);
		channel_in_word(&c);
		thread_join(t);
		put_result(task, n);
	}')" "1 log: not written: the kernels do not see N of the operations, the first on an alternative; 'trellis export sync' of a recording has them"
for option in --monitor "--break compute_fn"; do
	"$TRELLIS" run -b "$tmp/build" $option --record "$tmp/rec" --sync-log "inside:$tmp/log" programs/mandel/mandel.vms >"$tmp/out" 2>"$tmp/err"
	is "$option needs another TrEK" "$? $(tail -1 "$tmp/err" | grep -c 'sync-log inside:.*cannot be combined')" "2 1"
done
"$TRELLIS" run --make -b "$tmp/plain" "$tmp/app/app.vms" 2>"$tmp/err"
notes() { "$TRELLIS" dis "$1/slave.elf" | grep -q __note_ && echo notes || echo none; }
is "only programs that are made for it note anything" "$(notes "$tmp/build") $(notes "$tmp/plain")" "notes none"
echo "1..$n"
