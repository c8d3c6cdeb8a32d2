/*
 * crossbar.c - C004 crossbars and their selector: every command, replies, invalid bytes, cascades,
 * and changes of connections while bytes are in transit (links.md, section 7).
 */
#include "tests/sim/network/rig.h"

enum {
	N0 = 1,              /* n0.1, which leads to port 0 of x0 */
	N1 = NLINKS + 1,     /* n1.1, which leads to port 1 of x0 */
	N2 = 2 * NLINKS + 1, /* n2.1, which leads to port 2 of x0 */
	FAR = 2 * NLINKS + 2, /* n2.2 is at port 5 of x1, whose port 4 is wired to port 4 of x0 */
};

#define MICRO 1000000ull /* ps */

static const char text[] =
	"topology crossed\n"
	"node n[0-2]\n"
	"switch x0 ports=16 delay=1.75bit\n"
	"switch x1 ports=8 delay=0.5bit\n"
	"host h control=1\n"
	"wire h.0 n0.0\nwire n[0-2].1 x0.[0-2]\nwire x0.4 x1.4\nwire n2.2 x1.5\n"
	"wire n0.2 n1.2\n"
	"control h.c0 x[0-1]\n"
	"end\n";

static Machine machine;
static Time now; /* the time of a quiet network does not advance by itself */

static void
go_on(uint32_t micros)
{
	now += micros * MICRO;
	network_run(machine.w, now);
}

/* say: send n bytes over the control link, and run until they have taken effect. */
static void
say(const uint8_t *bytes, size_t n)
{
	EndId control = machine.w->links.first_control_end;
	uint8_t *data = xmalloc(n);

	memcpy(data, bytes, n);
	network_add_order(machine.w, control,
		(Order){.at = now + MICRO, .kind = POST_OUT, .len = n, .data = data});
	go_on(10 + n);
}

#define SAY(...) \
	do { \
		const uint8_t bytes_[] = {__VA_ARGS__}; \
		say(bytes_, sizeof bytes_); \
	} while (0)

/* ask: the reply to an enquiry. */
static uint8_t
ask(uint8_t place, uint8_t output)
{
	EndId control = machine.w->links.first_control_end;

	network_add_order(machine.w, control,
		(Order){.at = now + MICRO, .kind = POST_IN, .len = 1});
	SAY(place, 2, output);
	assert_false(machine.w->links.ends[control].receiving);
	return machine.w->links.ends[control].in.data[0];
}

static EndId
peer(EndId e)
{
	return machine.w->links.ends[e].peer;
}

static void
assert_joined(EndId a, EndId b)
{
	assert_int_equal(peer(a), b);
	assert_int_equal(peer(b), a);
}

static void
assert_alone(EndId e)
{
	assert_int_equal(peer(e), NOWHERE_END);
}

static int
set_up(void **state)
{
	(void)state;
	machine_open(&machine, text, (Way){0});
	now = 0;
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	machine_close(&machine);
	return 0;
}

static void
cables_need_no_crossbar(void **state)
{
	(void)state;
	assert_joined(2, NLINKS + 2);
	assert_alone(N0);
	assert_alone(FAR);
}

static void
a_pair_is_latched_until_the_end_of_the_sequence(void **state)
{
	(void)state;
	SAY(0, 1, 0, 1);
	assert_alone(N0);
	assert_int_equal(machine.w->links.crossbars[0].latch[1], 0);
	SAY(3);
	assert_joined(N0, N1);
	assert_int_equal(machine.w->links.ends[N0].delay, 7 * 50000 / 4);
	assert_int_equal(machine.w->links.ends[N1].delay, 7 * 50000 / 4);
}

static void
a_circuit_needs_both_ways(void **state)
{
	(void)state;
	SAY(0, 0, 0, 1, 3);
	assert_alone(N0);
	assert_alone(N1);
	SAY(0, 0, 1, 0, 3);
	assert_joined(N0, N1);
}

static void
enquiries_are_answered(void **state)
{
	(void)state;
	SAY(0, 0, 2, 1, 1, 0, 5, 3);
	assert_int_equal(ask(0, 1), 0x80 | 2);
	assert_int_equal(ask(0, 5), 0x80 | 0);
	assert_int_equal(ask(0, 0), 0x80 | 5);
	assert_int_equal(ask(0, 2), 0);
	assert_int_equal(ask(0, 16), 0);
	assert_int_equal(ask(1, 1), 0);
	/* latched commands do not act yet */
	SAY(0, 0, 7, 7);
	SAY(2, 7);
	assert_int_equal(ask(0, 7), 0);
}

/* Enquiries whose replies are not read at first: all replies arrive, in order. */
static void
replies_wait(void **state)
{
	EndId control = machine.w->links.first_control_end;

	(void)state;
	SAY(0, 1, 0, 1, 3);
	SAY(0, 2, 0, 0, 2, 1, 0, 2, 2);
	for (int i = 0; i < 3; i++) {
		static const uint8_t replies[] = {0x80 | 1, 0x80 | 0, 0};

		network_add_order(machine.w, control,
			(Order){.at = now + MICRO, .kind = POST_IN, .len = 1});
		go_on(10);
		assert_int_equal(machine.w->links.ends[control].in.data[0], replies[i]);
	}
}

static void
outputs_are_switched_off(void **state)
{
	(void)state;
	SAY(0, 1, 0, 1, 3);
	SAY(0, 5, 1, 3);
	assert_alone(N0);
	assert_int_equal(ask(0, 1), 0);
	assert_int_equal(ask(0, 0), 0x80 | 1);
	SAY(0, 1, 0, 1, 3);
	assert_joined(N0, N1);
	SAY(0, 6, 0, 1, 3);
	assert_alone(N0);
	assert_int_equal(ask(0, 0), 0);
}

static void
reset_switches_all_off_at_once(void **state)
{
	(void)state;
	SAY(0, 1, 0, 1, 1, 2, 4, 3);
	SAY(1, 1, 4, 5, 3);
	assert_joined(N0, N1);
	assert_joined(N2, FAR);
	SAY(0, 4);
	assert_alone(N0);
	assert_alone(FAR);
	assert_int_equal(ask(1, 4), 0x80 | 5);
}

/* The end of one crossbar's sequence makes no other crossbar's latches valid. */
static void
latches_are_each_crossbars_own(void **state)
{
	(void)state;
	SAY(0, 1, 0, 1, 2, 0);
	SAY(1, 1, 4, 5, 3);
	assert_alone(N0);
	SAY(1, 4);
	assert_alone(N0);
	SAY(0, 3);
	assert_joined(N0, N1);
}

static void
crossbars_cascade(void **state)
{
	(void)state;
	SAY(0, 1, 0, 4, 3, 1, 1, 4, 5, 3);
	assert_joined(N0, FAR);
	assert_int_equal(machine.w->links.ends[N0].delay, 9 * 50000 / 4);
	SAY(0, 1, 1, 4, 3);
	assert_joined(N1, FAR);
	assert_alone(N0);
}

/* A port connected to itself is connected to no other port, and its former connection is gone. */
static void
a_port_is_no_partner_of_itself(void **state)
{
	(void)state;
	SAY(0, 1, 0, 1, 3);
	SAY(0, 0, 0, 0, 3);
	assert_alone(N0);
	assert_alone(N1);
}

static void
nonsense_is_ignored(void **state)
{
	(void)state;
	SAY(0, 1, 0, 1, 3);
	SAY(0, 1, 2, 16, 0, 99, 2, 0, 2, 200, 5, 31, 6, 255, 16, 3); /* invalid port numbers */
	assert_joined(N0, N1);
	assert_alone(N2);
	SAY(7, 200, 99, 2); /* no such selector places */
	SAY(0, 7, 255, 100, 8, 1, 0, 2, 3); /* unknown commands, then a good one */
	assert_joined(N0, N2);
	assert_alone(N1);
}

/* The control link accepts any bytes, and a reset restores the initial state. */
static void
any_bytes_at_all(void **state)
{
	uint64_t random = 4;

	(void)state;
	for (int i = 0; i < 2000; i++) {
		uint8_t bytes[12];

		for (size_t k = 0; k < sizeof bytes; k++)
			bytes[k] = random_below(&random, random_below(&random, 2) ? 256 : 8);
		say(bytes, sizeof bytes);
		for (EndId e = 0; e < machine.w->links.first_control_end; e++)
			if (peer(e) != NOWHERE_END)
				assert_joined(e, peer(e));
	}
	for (int i = 0; i < 8; i++)
		SAY(3);
	SAY(0, 4, 1, 4);
	assert_alone(N0);
	assert_alone(N2);
	assert_int_equal(machine.w->links.crossbars[0].input[0], NO_INPUT);
	assert_int_equal(machine.w->links.crossbars[1].input[4], NO_INPUT);
}

/* Bytes on a wire that is cut are lost; a link that is reset at both ends is as good as new. */
static void
circuits_change_under_traffic(void **state)
{
	uint8_t *data = xcalloc(1, 1000), *again = xcalloc(1, 20);

	(void)state;
	memset(again, 7, 20);
	SAY(0, 1, 0, 1, 3);
	for (EndId e = N0; e <= N2; e += NLINKS) {
		machine.w->links.ends[e].receiver = RECEIVE_MESSAGE;
		machine.w->links.ends[e].receiving = false;
	}
	network_add_order(machine.w, N0, (Order){.at = now + MICRO, .kind = POST_OUT, .len = 1000,
		.data = data});
	network_add_order(machine.w, N1, (Order){.at = now + MICRO, .kind = POST_IN, .len = 1000});
	SAY(0, 1, 0, 2, 3);
	assert_joined(N0, N2);
	assert_true(machine.w->links.ends[N0].sending);
	assert_true(machine.w->links.ends[N1].receiving);
	assert_in_range(machine.w->links.ends[N1].in_have, 1, 20);
	network_add_order(machine.w, N0, (Order){.at = now + MICRO, .kind = POST_RESET_OUT});
	network_add_order(machine.w, N0, (Order){.at = now + 2 * MICRO, .kind = POST_OUT, .len = 20,
		.data = again});
	network_add_order(machine.w, N2, (Order){.at = now + 2 * MICRO, .kind = POST_RESET_IN});
	network_add_order(machine.w, N2, (Order){.at = now + 9 * MICRO, .kind = POST_IN, .len = 18});
	go_on(100);
	assert_false(machine.w->links.ends[N2].receiving);
	assert_int_equal(machine.w->links.ends[N2].in.data[0], 7);
}

/* What goes through a port is counted at the port, also after the circuit has changed. */
static void
ports_count(void **state)
{
	(void)state;
	SAY(0, 1, 0, 4, 3, 1, 1, 4, 5, 3);
	machine.w->links.ends[FAR].receiver = RECEIVE_MESSAGE;
	machine.w->links.ends[FAR].receiving = false;
	network_add_order(machine.w, FAR, (Order){.at = now + MICRO, .kind = POST_IN, .len = 10});
	network_add_order(machine.w, N0, (Order){.at = now + MICRO, .kind = POST_OUT, .len = 10,
		.data = xcalloc(1, 10)});
	go_on(100);
	assert_int_equal(port_traffic(&machine.w->links, 0, 0).nbytes, 10);
	assert_int_equal(port_traffic(&machine.w->links, 1, 4).nbytes, 10);
	SAY(0, 4);
	assert_int_equal(port_traffic(&machine.w->links, 0, 0).nbytes, 10);
	assert_int_equal(port_traffic(&machine.w->links, 1, 4).nbytes, 10);
	assert_int_equal(port_traffic(&machine.w->links, 0, 1).nbytes, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		TEST(cables_need_no_crossbar),
		TEST(a_pair_is_latched_until_the_end_of_the_sequence),
		TEST(a_circuit_needs_both_ways),
		TEST(enquiries_are_answered),
		TEST(replies_wait),
		TEST(outputs_are_switched_off),
		TEST(reset_switches_all_off_at_once),
		TEST(latches_are_each_crossbars_own),
		TEST(crossbars_cascade),
		TEST(a_port_is_no_partner_of_itself),
		TEST(nonsense_is_ignored),
		TEST(any_bytes_at_all),
		TEST(circuits_change_under_traffic),
		TEST(ports_count),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
