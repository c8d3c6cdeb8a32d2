/*
 * circuit_history.c - a node joins itself to one node and then to another: the circuit at any time,
 * and who gets a message, also one whose circuit goes while it is sent.
 */
#include "tests/sim/network/rig.h"

#include "sim/past/circuit_history.h"

enum { END0 = 1, END1 = NLINKS, END2 = 2 * NLINKS }; /* those at the crossbar */

static const char topology[] =
	"topology b008\nnode n[0-2] mem=64K\nswitch x0 ports=8\nhost h\nwire h.0 n0.0\n"
	"wire n0.1 x0.0\nwire n1.0 x0.1\nwire n2.0 x0.2\ncontrol n0.2 x0\nend\n";

/* n0: a word from n1, half of the message of n2. */
static const char controller[] =
	"ajw 20; ldc 9f - 1f; ldpi; 1: stl 1\n"
	"ldl 1; mint; ldnlp 2; ldc 4; out\n"           /* 1 0 1 3: ports 0 and 1 */
	"mint; ldnlp 0x200; mint; ldnlp 5; ldc 4; in\n"
	"ldl 1; adc 4; mint; ldnlp 2; ldc 5; out\n"    /* 4, then 1 0 2 3: ports 0 and 2 */
	"mint; ldnlp 0x200; mint; ldnlp 5; ldc 4; in\n"
	"ldl 1; adc 4; mint; ldnlp 2; ldc 1; out\n"    /* 4 */
	"stopp; 9: .byte 1, 0, 1, 3, 4, 1, 0, 2, 3\n";

/* n1 and n2 send when their circuit has been made; n2 sends too much. */
static const char sender[] = "ajw 20; ldc 0; sttimer; ldtimer; adc 2; tin; mint; ldc 0x5a; outword; stopp\n";
static const char long_sender[] =
	"ajw 20; ldc 0; sttimer; ldtimer; adc 6; tin; mint; ldnlp 0x201; mint; ldc 8; out; stopp\n";

typedef struct Run {
	Machine m;
	Past *past;
	Feed *feed;
	CircuitHistory *history;
} Run;

static void
run_open(Run *r)
{
	const char *programs[] = {controller, sender, long_sender};

	machine_open(&r->m, topology, (Way){0});
	for (NodeId n = 0; n < 3; n++) {
		Buf code = machine_assemble(programs[n]);

		machine_start(&r->m, n, &code);
		buf_free(&code);
	}
	r->past = past_new(r->m.w);
	past_run(r->past, 2 * EPOCH);
	r->feed = feed_new(r->past);
	r->history = circuit_history_new(r->past, r->feed);
}

static void
run_close(Run *r)
{
	circuit_history_free(r->history);
	feed_free(r->feed);
	past_free(r->past);
	machine_close(&r->m);
}

/* only_message: when the end was ordered to send its only message. */
static Time
only_message(const Run *r, EndId e)
{
	uint32_t n;
	const Order *o = feed_orders(r->feed, e, &n);

	assert_int_equal(n, 1);
	assert_int_equal(o->kind, POST_OUT);
	return o->at;
}

/* changes: the circuit at an end each time that it becomes another one, from the beginning on. */
static uint32_t
changes(const Run *r, EndId e, EndId *peers, uint32_t most)
{
	uint32_t n = 0;

	for (Time at = 0; at < 2 * EPOCH; at += SETUP / 4) {
		EndId peer = circuit_history_peer(r->history, e, at);

		if (n > 0 && peers[n - 1] == peer)
			continue;
		assert_true(n < most);
		peers[n++] = peer;
	}
	return n;
}

static void
has_all_circuits(void **state)
{
	const EndId expected[] = {NOWHERE_END, END1, NOWHERE_END, END2, NOWHERE_END};
	EndId peers[5];
	Run r;

	(void)state;
	run_open(&r);
	assert_int_equal(changes(&r, END0, peers, 5), 5);
	assert_memory_equal(peers, expected, sizeof peers);
	assert_int_equal(changes(&r, END1, peers, 5), 3);
	assert_int_equal(peers[1], END0);
	assert_int_equal(changes(&r, END2, peers, 5), 3);
	assert_int_equal(changes(&r, 0, peers, 5), 1);
	assert_int_equal(peers[0], r.m.w->links.first_host_end);
	run_close(&r);
}

static void
has_receivers(void **state)
{
	EndId to = NOWHERE_END;
	Run r;

	(void)state;
	run_open(&r);
	assert_true(circuit_history_receiver(r.history, END1, only_message(&r, END1), NEVER, &to));
	assert_int_equal(to, END0);
	assert_false(circuit_history_receiver(r.history, END2, only_message(&r, END2), NEVER, &to));
	assert_int_equal(to, END0);
	assert_true(circuit_history_receiver(r.history, END1, 0, only_message(&r, END1), &to));
	assert_int_equal(to, NOWHERE_END);
	run_close(&r);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(has_all_circuits),
		cmocka_unit_test(has_receivers),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
