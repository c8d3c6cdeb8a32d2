/*
 * crossbar.c - a C004 is set by its own configuration bytes over its control link, and by nothing else.
 */
#include "machine.h"

static const Way plain = {.sync = SYNC_WINDOWS};

static const char two[] = "topology two\nnode n[0-3]\nswitch x[0-1] ports=8\nhost h links=1 control=1\n"
			  "wire n[0-3].0 x0.[0-3]\nwire n[0-1].1 x1.[0-1]\nwire x0.4 x1.4\n"
			  "wire h.0 x0.7\ncontrol h.c0 x[0-1]\nend\n";

/* command: bytes down the control link; then all is quiet. Returns what comes back, -1 for nothing. */
static int
command(Machine *m, const void *bytes, size_t n)
{
	EndId e = network_end(m->w, (EndRef){END_CONTROL, 0, 0});
	uint8_t *data = xmalloc(n);

	memcpy(data, bytes, n);
	m->w->host = NULL;
	end_serve(&m->w->ends[e], RECEIVE_STREAM);
	m->w->ends[e].in.len = 0;
	network_order(m->w, e,
		(Order){.at = m->w->now + SETUP, .kind = POST_OUT, .len = n, .data = data});
	m->w->now += 1000000000;
	network_run(m->w, m->w->now);
	return m->w->ends[e].in.len > 0 ? m->w->ends[e].in.data[m->w->ends[e].in.len - 1] : -1;
}

#define COMMAND(m, ...) command(m, (uint8_t[]){__VA_ARGS__}, sizeof(uint8_t[]){__VA_ARGS__})

/* peer: the node that link l of node n reaches, or -1. */
static int
peer(const Machine *m, NodeId n, uint32_t l)
{
	EndId e = m->w->ends[n * NLINKS + l].peer;

	return e == NOWHERE_END ? -1 : (int)m->w->ends[e].ref.part;
}

static int
open_machine(void **state)
{
	Machine *m = xcalloc(1, sizeof *m);

	machine_open(m, two, plain);
	*state = m;
	return 0;
}

static int
close_machine(void **state)
{
	machine_close(*state);
	free(*state);
	return 0;
}

static void
test_connect_pair(void **state)
{
	Machine *m = *state;

	assert_int_equal(peer(m, 0, 0), -1);
	assert_int_equal(COMMAND(m, 0, 1, 0, 2), -1);
	assert_int_equal(peer(m, 0, 0), -1); /* latched until the end of the sequence */
	COMMAND(m, 3);
	assert_int_equal(peer(m, 0, 0), 2);
	assert_int_equal(peer(m, 2, 0), 0);
	assert_int_equal(m->w->ends[0].delay, 7 * m->w->ends[0].bit / 4);
}

static void
test_connect_one_way(void **state)
{
	Machine *m = *state;

	COMMAND(m, 0, 0, 0, 1, 3);
	assert_int_equal(peer(m, 0, 0), -1); /* a circuit leads both ways */
	COMMAND(m, 0, 0, 1, 0, 3);
	assert_int_equal(peer(m, 0, 0), 1);
}

static void
test_enquire(void **state)
{
	Machine *m = *state;

	assert_int_equal(COMMAND(m, 0, 2, 5), 0x00);
	COMMAND(m, 0, 1, 3, 5, 3);
	assert_int_equal(COMMAND(m, 0, 2, 5), 0x83);
	assert_int_equal(COMMAND(m, 0, 2, 3), 0x85);
	assert_int_equal(COMMAND(m, 0, 2, 31), 0x00);
}

static void
test_disconnect_and_reset(void **state)
{
	Machine *m = *state;

	COMMAND(m, 0, 1, 0, 1, 1, 2, 3, 3);
	assert_int_equal(peer(m, 0, 0), 1);
	COMMAND(m, 0, 6, 0, 1, 3);
	assert_int_equal(peer(m, 0, 0), -1);
	assert_int_equal(peer(m, 2, 0), 3);
	COMMAND(m, 0, 5, 3, 3);
	assert_int_equal(peer(m, 2, 0), -1);
	COMMAND(m, 0, 1, 0, 3, 3);
	COMMAND(m, 0, 4);
	assert_int_equal(peer(m, 0, 0), -1);
}

static void
test_cascade(void **state)
{
	Machine *m = *state;

	COMMAND(m, 0, 1, 0, 4, 3, 1, 1, 4, 1, 3);
	assert_int_equal(m->w->ends[0].peer, 1 * NLINKS + 1);
	assert_int_equal(m->w->ends[0].delay, 7 * m->w->ends[0].bit / 2);
}

static void
test_garbage(void **state)
{
	Machine *m = *state;

	/* unknown commands, ports and places are ignored */
	COMMAND(m, 9, 0, 77, 200, 1, 40, 2, 1, 1, 2, 3);
	assert_int_equal(peer(m, 1, 0), 2);
	assert_int_equal(peer(m, 0, 0), -1);
}

int
main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, open_machine, close_machine)
	const struct CMUnitTest tests[] = {
		TEST(test_connect_pair),
		TEST(test_connect_one_way),
		TEST(test_enquire),
		TEST(test_disconnect_and_reset),
		TEST(test_cascade),
		TEST(test_garbage),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("crossbar", tests, NULL, NULL);
}
