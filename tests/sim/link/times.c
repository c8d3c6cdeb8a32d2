/* times.c - the duration of messages over links: the tables of links.md, sections 3 and 4. */
#include "tests/sim/network/rig.h"

#define ONE_WAY 0.05 /* tolerances */
#define BOTH_WAYS 0.10

enum {
	CYCLES_OUT = 19,
	CYCLES_STOPP = 12, /* with its prefix */
	LONG = 16384,      /* bytes of a message to measure a rate with */
};

static const Way plain = {.sync = SYNC_WINDOWS};

static Machine *
make(const char *options, int crossbars)
{
	Machine *m = xcalloc(1, sizeof *m);
	Buf text = {0};

	buf_printf(&text,
		"topology times\nnode n[0-1] mem=256K wait=0 %s\nhost h links=1 control=%d\n",
		options, crossbars > 0);
	buf_printf(&text, "wire h.0 n0.0\n");
	if (crossbars > 0) {
		buf_printf(&text, "switch x[0-%d] type=C004\ncontrol h.c0 x[0-%d]\n", crossbars - 1,
			crossbars - 1);
		buf_printf(&text, "wire n0.2 x0.0\nwire n1.1 x%d.1\n", crossbars - 1);
		for (int i = 1; i < crossbars; i++)
			buf_printf(&text, "wire x%d.1 x%d.0\n", i - 1, i);
	} else {
		buf_printf(&text, "wire n0.2 n1.1\n");
	}
	buf_printf(&text, "end\n");
	buf_byte(&text, 0);
	machine_open(m, (char *)text.data, plain);
	for (int i = 0; i < crossbars; i++) {
		m->w->links.crossbars[i].input[0] = 1;
		m->w->links.crossbars[i].input[1] = 0;
	}
	circuits_update(m->w, 0);
	buf_free(&text);
	return m;
}

static void
drop(Machine *m)
{
	machine_close(m);
	free(m);
}

static void
start(Machine *m, NodeId n, const char *format, int value)
{
	char *text = xasprintf(format, value);
	Buf code = machine_assemble(text);

	machine_start(m, n, &code);
	buf_free(&code);
	free(text);
}

/* The sender's words of link 2, the receiver's of link 1. */
static const char send_one[] = " ajw 20\n ldlp 30\n mint\n ldnlp 2\n ldc %d\n out\n stopp\n";
static const char receive_one[] = " ajw 20\n ldlp 30\n mint\n ldnlp 5\n ldc %d\n in\n stopp\n";

/* message_time: from the start of out to the first instruction after in, in us. */
static double
message_time(Machine *m, int nbytes)
{
	Time begin, end;

	start(m, 1, receive_one, nbytes);
	machine_run(m, 20000000, &plain);
	m->w->nodes[0]->r.cycles = node_clock(m->w, 0, m->w->now);
	start(m, 0, send_one, nbytes);
	for (Time at = m->w->now; !m->w->nodes[0]->idle; at += 100000) /* until the sender waits */
		network_run(m->w, at);
	begin = node_time(m->w, 0, m->w->nodes[0]->r.cycles - CYCLES_OUT);
	machine_run(m, NEVER, &plain);
	end = node_time(m->w, 1, m->w->nodes[1]->r.cycles - CYCLES_STOPP);
	return (end - begin) / 1e6;
}

static void
near(const char *what, double got, double expected, double tolerance)
{
	double off = got / expected - 1;

	print_message("# %-44s %9.3f, expected %9.3f (%+.1f %%)\n", what, got, expected, 100 * off);
	assert_true(off < tolerance && off > -tolerance);
}

static void
test_message_times(void **state)
{
	static const struct {
		int nbytes;
		double us;
	} rows[] = {{1, 2.6}, {16, 11}, {256, 149}, {4096, 2357}};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		Machine *m = make("speed=20Mb", 0);
		char *what = xasprintf("message of %d bytes, us", rows[i].nbytes);

		near(what, message_time(m, rows[i].nbytes), rows[i].us, ONE_WAY);
		free(what);
		drop(m);
	}
}

/* rate: MB/s of a long message. */
static double
rate(const char *options, int crossbars)
{
	Machine *m = make(options, crossbars);
	double us = message_time(m, LONG);

	drop(m);
	return LONG / us;
}

static void
test_one_way(void **state)
{
	(void)state;
	near("5 Mbit/s one way, MB/s", rate("speed=5Mb", 0), 0.450, ONE_WAY);
	near("10 Mbit/s one way, MB/s", rate("speed=10Mb", 0), 0.910, ONE_WAY);
	near("20 Mbit/s one way, MB/s", rate("speed=20Mb", 0), 1.740, ONE_WAY);
	near("T414, 10 Mbit/s, MB/s", rate("type=T414 speed=10Mb", 0), 0.400, ONE_WAY);
}

static void
test_crossbars(void **state)
{
	static const double mbytes[] = {1.74, 1.33, 1.08, 0.91, 0.78};

	(void)state;
	for (int hops = 0; hops < 5; hops++) {
		char *what = xasprintf("%d crossbars, 20 Mbit/s, MB/s", hops);

		near(what, rate("speed=20Mb", hops), mbytes[hops], ONE_WAY);
		free(what);
	}
}

/* both: one process sends while another receives, started at the same time. */
static const char both[] = " ajw 60\n"
			   " ldc receive - 1f\n ldlp -30\n startp\n"
			   "1: ldlp 40\n mint\n ldnlp LINK\n ldc %d\n out\n stopp\n"
			   "receive: ldlp 5000\n mint\n ldnlp LINK + 4\n ldc SIZE\n in\n stopp\n";

static double
rate_both(const char *options)
{
	Machine *m = make(options, 0);
	Time last = 0;

	for (NodeId n = 0; n < 2; n++) {
		char *text = xasprintf(" .equ LINK, %d\n .equ SIZE, %d\n%s", n == 0 ? 2 : 1, LONG,
			both);

		start(m, n, text, LONG);
		free(text);
	}
	machine_run(m, NEVER, &plain);
	for (NodeId n = 0; n < 2; n++) {
		Time at = node_time(m->w, n, m->w->nodes[n]->r.cycles);

		last = at > last ? at : last;
	}
	drop(m);
	return 2 * LONG / (last / 1e6);
}

static void
test_both_ways(void **state)
{
	(void)state;
	near("5 Mbit/s both ways, MB/s", rate_both("speed=5Mb"), 0.670, BOTH_WAYS);
	near("10 Mbit/s both ways, MB/s", rate_both("speed=10Mb"), 1.250, BOTH_WAYS);
	near("20 Mbit/s both ways, MB/s", rate_both("speed=20Mb"), 2.350, BOTH_WAYS);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_message_times),
		cmocka_unit_test(test_one_way),
		cmocka_unit_test(test_crossbars),
		cmocka_unit_test(test_both_ways),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("link times", tests, NULL, NULL);
}
