/*
 * watcher.c - the accesses that are reported: by range, by kind; and that the plain
 * interpreter runs again when nothing is watched. network.c tests that all accesses are reported,
 * and that watching does not change the run.
 */
#include "rig.h"

static const char topology[] =
	"topology t\nnode n0 mem=64K onchip=4K\nnode n1 mem=64K onchip=4K\nhost h\n"
	"wire h.0 n0.0\nwire n0.1 n1.0\nend\n";

/* The same with words of 16 bits. */
static const char short_topology[] =
	"topology t\nnode n0 type=T225\nnode n1 type=T222\nhost h\n"
	"wire h.0 n0.0\nwire n0.1 n1.0\nend\n";

/* Node 0 stores into its array, moves a block, and sends it; node 1 receives it. */
static const char sender[] =
	"	ajw 64\n"
	"	ldc 0x41\n	ldc 0\n	mint\n	ldnlp 0x800\n	bsub\n	sb\n"       /* byte 0x80002000 */
	"	ldc 7\n	mint\n	stnl 0x801\n"                                   /* word 0x80002004 */
	"	mint\n	ldnl 0x801\n	stl 5\n"
	"	mint\n	ldnlp 0x800\n	mint\n	ldnlp 0x810\n	ldc 6\n	move\n" /* to 0x80002040 */
	"	mint\n	ldnlp 0x810\n	mint\n	ldnlp 1\n	ldc 6\n	out\n"
	"	stopp\n";
static const char receiver[] = "	ajw 64\n	mint\n	ldnlp 0x820\n	mint\n	ldnlp "
	"4\n	ldc 6\n	in\n	stopp\n";

/* Node 0 stores a word and loads it three times. */
static const char repeater[] =
	"	ajw 64\n	ldc 7\n	mint\n	stnl 0x801\n"
	"	mint\n	ldnl 0x801\n	mint\n	ldnl 0x801\n	mint\n	ldnl 0x801\n	stopp\n";

/* Node 0 stores a word as its 4th, 7th and 10th instruction, and moves bytes to it. */
static const char writer[] =
	"	ajw 64\n	ldc 7\n	mint\n	stnl 0x801\n	ldc 8\n	mint\n	stnl 0x801\n"
	"	ldc 9\n	mint\n	stnl 0x801\n"
	"	ldlp 0\n	mint\n	ldnlp 0x801\n	ldc 4\n	move\n	stopp\n";

/* Node 0 stores a byte, and moves 7 bytes up by a word, so that it is repeated. */
static const char repeating[] =
	"	ajw 64\n	ldc 0x41\n	mint\n	ldnlp 0x801\n	sb\n"
	"	mint\n	ldnlp 0x801\n	mint\n	ldnlp 0x802\n	ldc 7\n	move\n	stopp\n";

/* The reports so far, a line each. */
typedef struct Seen {
	Network *w;
	Buf text;
} Seen;

static void
note(void *seen, NodeId n, const Access *a, uint32_t naccesses)
{
	static const char *const kinds[] = {"read", "write", "sent", "received", "fault"};
	Seen *s = seen;

	for (uint32_t i = 0; i < naccesses; i++)
		buf_printf(&s->text, "n%u %s %08x+%u %x>%x\n", n, kinds[a[i].kind], a[i].addr,
			a[i].nbytes, a[i].old, a[i].new);
}

static void
note_marked(void *seen, NodeId n)
{
	Seen *s = seen;

	buf_printf(&s->text, "n%u at %08x Areg %x\n", n, s->w->nodes[n]->r.iptr,
		s->w->nodes[n]->r.areg);
}

static void
note_repeated(void *seen, NodeId n, Word desc, uint64_t naccesses)
{
	Seen *s = seen;

	buf_printf(&s->text, "n%u priority %u repeats %u\n", n, desc & 1, (uint32_t)naccesses);
}

/*
 * seen_on: runs this program on node 0 of a machine with something watched; the reports must equal
 * `expected`.
 */
static void
seen_on(const char *machine, WatcherOptions options, const char *program,
	void (*watch)(Watcher *o, const Machine *m), const char *expected)
{
	Machine m;
	Seen s = {0};
	Buf codes[] = {machine_assemble(program), machine_assemble(receiver)};
	Watcher *o;

	machine_open(&m, machine, (Way){0});
	for (NodeId n = 0; n < 2; n++)
		machine_start(&m, n, &codes[n]);
	s.w = m.w;
	options.context = &s;
	o = watcher_new(m.w, &options);
	watch(o, &m);
	machine_run(&m, EPOCH, &(Way){0});
	watcher_free(o);
	buf_byte(&s.text, 0);
	assert_string_equal((char *)s.text.data, expected);
	for (NodeId n = 0; n < 2; n++) {
		assert_null(m.w->nodes[n]->watch);
		buf_free(&codes[n]);
	}
	buf_free(&s.text);
	machine_close(&m);
}

static void
seen_by(WatcherOptions options, const char *program, void (*watch)(Watcher *o, const Machine *m),
	const char *expected)
{
	seen_on(topology, options, program, watch, expected);
}

static void
seen(void (*watch)(Watcher *o, const Machine *m), const char *expected)
{
	seen_by((WatcherOptions){.report_accesses = note, .report_marked = note_marked}, sender, watch, expected);
}

static void
watch_range(Watcher *o, const Machine *m)
{
	(void)m;
	watcher_range(o, 0, ACCESS_ALL, 0x80002000, 8);
	watcher_range(o, 1, ACCESS_ALL, 0x80002080, 6);
}

static void
ranges(void **state)
{
	(void)state;
	seen(watch_range,
		"n0 write 80002000+1 0>41\nn0 write 80002004+4 0>7\nn0 read 80002004+4 7>7\n"
		"n0 read 80002000+4 41>41\nn0 read 80002004+2 7>7\n"
		"n1 received 80002080+4 0>41\nn1 received 80002084+2 0>7\n");
}

static void
watch_short(Watcher *o, const Machine *m)
{
	(void)m;
	watcher_range(o, 0, ACCESS_ALL, 0xffff9000, 4);
	watcher_range(o, 0, ACCESS_WRITES, 0xffff9023, 1);
	watcher_range(o, 1, ACCESS_ALL, 0xffff9040, 6);
	watcher_mark(o, 1, memstart(CHIP_T222));
}

static void
short_words(void **state)
{
	(void)state;
	seen_on(short_topology, (WatcherOptions){.report_accesses = note,
			.report_marked = note_marked}, sender, watch_short,
		"n0 write ffff9000+1 0>41\nn0 write ffff9002+2 0>7\nn0 read ffff9002+2 7>7\n"
		"n0 read ffff9000+4 70041>70041\nn0 write ffff9020+4 0>70041\n"
		"n1 at ffff8024 Areg 0\n"
		"n1 received ffff9040+4 0>70041\nn1 received ffff9044+2 0>0\n");
}

/* One byte in the middle of a word, which words written and blocks moved touch. */
static void
watch_byte(Watcher *o, const Machine *m)
{
	(void)m;
	watcher_range(o, 0, ACCESS_WRITES, 0x80002006, 1);
	watcher_range(o, 0, ACCESS_WRITES, 0x80002043, 1);
	watcher_range(o, 0, ACCESS_READS, 0x80002045, 1);
}

static void
bytes_of_words(void **state)
{
	(void)state;
	seen(watch_byte,
		"n0 write 80002004+4 0>7\nn0 write 80002040+4 0>41\nn0 sent 80002044+2 7>7\n");
}

static void
watch_marks(Watcher *o, const Machine *m)
{
	(void)m;
	watcher_mark(o, 1, MOSTNEG + 0x70);     /* the first instruction */
	watcher_mark(o, 1, MOSTNEG + 0x71);     /* in the middle of it */
	watcher_mark(o, 1, MOSTNEG + 0x72);
	watcher_mark(o, 1, MOSTNEG + 64 * 1024); /* no memory */
}

static void
marks(void **state)
{
	static const char expected[] = "n1 at 80000070 Areg 0\nn1 at 80000072 Areg 0\n";

	(void)state;
	seen(watch_marks, expected);
	seen_by((WatcherOptions){.report_marked = note_marked}, sender, watch_marks, expected);
}

static void
watch_once(Watcher *o, const Machine *m)
{
	(void)m;
	watcher_range(o, 0, ACCESS_ALL, 0x80002000, 8);
	watcher_report_once(o, 0, 0x80002000);
	watcher_mark(o, 0, MOSTNEG + 0x82); /* between the second load and the third */
}

static void
once(void **state)
{
	(void)state;
	seen_by((WatcherOptions){.report_accesses = note, .report_marked = note_marked,
			.report_repeats = note_repeated},
		repeater, watch_once,
		"n0 write 80002004+4 0>7\nn0 read 80002004+4 7>7\nn0 priority 1 repeats 1\n"
		"n0 at 80000082 Areg 7\nn0 read 80002004+4 7>7\n");
}

static void
watch_first_writes(Watcher *o, const Machine *m)
{
	(void)m;
	watcher_range(o, 0, ACCESS_WRITES, 0x80002004, 4);
	watcher_report_first_writes(o, 0, 3); /* of eight instructions */
}

static void
first(void **state)
{
	(void)state;
	seen_by((WatcherOptions){.report_accesses = note}, writer, watch_first_writes,
		"n0 write 80002004+4 0>7\nn0 write 80002004+4 8>9\nn0 write 80002004+4 9>0\n");
}

static void
watch_each(Watcher *o, const Machine *m)
{
	(void)m;
	watcher_mark_all(o, 1);
}

static void
each(void **state)
{
	(void)state;
	seen_by((WatcherOptions){.report_marked = note_marked}, sender, watch_each,
		"n1 at 80000070 Areg 0\nn1 at 80000072 Areg 0\nn1 at 80000074 Areg 80000000\n"
		"n1 at 80000077 Areg 80002080\nn1 at 80000079 Areg 80000000\n"
		"n1 at 8000007a Areg 80000010\nn1 at 8000007b Areg 6\n"
		"n1 at 8000007c Areg 80002080\n");
}

static void
watch_repeated(Watcher *o, const Machine *m)
{
	(void)m;
	watcher_range(o, 0, ACCESS_ALL, 0x80002008, 16);
}

/* Each word is read after the one before it has been written. */
static void
overlapping_move(void **state)
{
	(void)state;
	seen_by((WatcherOptions){.report_accesses = note}, repeating, watch_repeated,
		"n0 write 80002008+4 0>41\nn0 read 80002008+3 41>41\n"
		"n0 write 8000200c+3 0>41\n");
}

static void
watch_nothing(Watcher *o, const Machine *m)
{
	(void)m;
	watcher_all(o, 0, ACCESS_ALL);
	watcher_mark(o, 0, MOSTNEG + 0x70);
	watcher_clear(o, 0);
	watcher_range(o, 1, ACCESS_ALL, MOSTNEG + 64 * 1024, 4);
}

static void
nothing(void **state)
{
	(void)state;
	seen(watch_nothing, "");
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(ranges),
		cmocka_unit_test(short_words),
		cmocka_unit_test(bytes_of_words),
		cmocka_unit_test(marks),
		cmocka_unit_test(once),
		cmocka_unit_test(first),
		cmocka_unit_test(each),
		cmocka_unit_test(overlapping_move),
		cmocka_unit_test(nothing),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
