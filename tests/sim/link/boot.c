/*
 * boot.c - the boot logic of a reset node: peek, poke and code over any link, and the state that it
 * leaves unchanged (processor.md, section 14.3).
 */
#include "tests/sim/network/rig.h"

enum { OUTSIDE = NLINKS }; /* the host's links 0 to 3 lead to the node's */

#define MICRO 1000000ull /* ps */

static const char text[] =
	"topology boots\n"
	"node n0 mem=8K\n"
	"host h links=4\n"
	"wire h.[0-3] n0.[0-3]\n"
	"end\n";

static Machine machine;
static Time now;

static T800 *
node(void)
{
	return machine.w->nodes[0];
}

/* say: n bytes go out to a link of the node at `at`. */
static void
say_at(Time at, int link, const uint8_t *bytes, size_t n)
{
	uint8_t *data = xmalloc(n);

	memcpy(data, bytes, n);
	network_add_order(machine.w, OUTSIDE + link,
		(Order){.at = at, .kind = POST_OUT, .len = n, .data = data});
}

static void
say(int link, const uint8_t *bytes, size_t n)
{
	say_at(now + MICRO, link, bytes, n);
	now += (20 + n) * MICRO;
	network_run(machine.w, now);
}

#define SAY(link, ...) \
	do { \
		const uint8_t bytes_[] = {__VA_ARGS__}; \
		say(link, bytes_, sizeof bytes_); \
	} while (0)

/* peek: the word that comes back. */
static Word
peek(int link, Addr a)
{
	End *e = &machine.w->links.ends[OUTSIDE + link];

	network_add_order(machine.w, OUTSIDE + link, (Order){.at = now, .kind = POST_IN, .len = 4});
	SAY(link, 1, a, a >> 8, a >> 16, a >> 24);
	assert_int_equal(e->in_have, 4);
	return get32(e->in.data);
}

static int
set_up(void **state)
{
	(void)state;
	machine_open(&machine, text, (Way){0});
	for (EndId e = OUTSIDE; e < OUTSIDE + NLINKS; e++) {
		machine.w->links.ends[e].receiver = RECEIVE_MESSAGE;
		machine.w->links.ends[e].receiving = false;
	}
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
pokes_and_peeks_on_any_link(void **state)
{
	(void)state;
	for (int link = 0; link < NLINKS; link++) {
		SAY(link, 0, 0x10 + 4 * link, 0x10, 0, 0x80, link, 2, 3, 4);
		assert_int_equal(machine_word(&machine, 0, 0x404 + link), 0x04030200 + link);
	}
	for (int link = 0; link < NLINKS; link++)
		assert_int_equal(peek(link, 0x80001010 + 4 * (3 - link)), 0x04030200 + 3 - link);
	assert_int_equal(peek(1, 0x80001013), 0x04030200);
	assert_int_equal(node()->stop, STOP_BOOT);
}

static void
pokes_outside_memory_are_lost(void **state)
{
	(void)state;
	SAY(2, 0, 0, 0x20, 0, 0x80, 1, 2, 3, 4, 0, 0, 0, 0, 0, 1, 2, 3, 4);
	assert_int_equal(peek(2, 0x80002000), 0xFFFFFFFF);
	assert_int_equal(peek(2, 0), 0xFFFFFFFF);
	assert_int_equal(peek(2, 0x80001FFC), 0);
}

static void
many_commands_in_one_message(void **state)
{
	uint8_t bytes[64 * 9];

	(void)state;
	for (int i = 0; i < 64; i++) {
		const uint8_t poke[9] = {0, 4 * i, 8, 0, 0x80, i, 1, 1, 1};

		memcpy(bytes + 9 * i, poke, sizeof poke);
	}
	say(3, bytes, sizeof bytes);
	for (int i = 0; i < 64; i++)
		assert_int_equal(machine_word(&machine, 0, 0x200 + i), 0x01010100 + i);
}

/* Code of every length starts with the registers as the chip has them. */
static void
code_of_every_length(void **state)
{
	for (int n = 2; n < 256; n++) {
		uint8_t bytes[256] = {n};
		int link = n & 3;

		for (int i = 1; i <= n; i++)
			bytes[i] = 0x40 | (i & 15); /* ldc */
		say_at(MICRO, link, bytes, n + 1);
		network_run(machine.w, 3 * MICRO / 2 + 575000 * n);
		assert_int_equal(node()->stop, STOP_BOOT);
		network_run(machine.w, 3 * MICRO + 575000 * (n + 1));
		assert_int_not_equal(node()->stop, STOP_BOOT);
		assert_memory_equal(node()->r.mem + 0x70, bytes + 1, n);
		assert_int_equal(node()->r.wptr, (0x80000070 + n + 3) & ~3);
		assert_int_equal(node()->priority, LOW);
		tear_down(state);
		set_up(state);
	}
}

/* Areg, Breg, Creg at the start: old Iptr, old Wdesc, the boot link's input channel. */
static void
registers_at_the_start(void **state)
{
	(void)state;
	for (int link = 0; link < NLINKS; link++) {
		node()->r.iptr = 0x80001234;
		node()->r.wptr = 0x80001238;
		node()->priority = LOW;
		/* ajw 4; stl 1; stl 2; stl 3; stopp: Wptr was 0x80000078 */
		SAY(link, 6, 0xB4, 0xD1, 0xD2, 0xD3, 0x21, 0xF5);
		assert_int_equal(machine_word(&machine, 0, (0x78 + 16) / 4 + 1), 0x80001234);
		assert_int_equal(machine_word(&machine, 0, (0x78 + 16) / 4 + 2), 0x80001239);
		assert_int_equal(machine_word(&machine, 0, (0x78 + 16) / 4 + 3), LINK_IN0
			+ 4 * link);
		tear_down(state);
		set_up(state);
	}
}

/* What follows the code, or comes over other links, waits unacknowledged. */
static void
later_bytes_wait(void **state)
{
	const EndId ends[] = {OUTSIDE + 1, OUTSIDE + 2, OUTSIDE + 3};

	(void)state;
	SAY(1, 2, 0x21, 0xF5, 9, 8, 7);
	SAY(2, 5);
	SAY(3, 0, 1, 2);
	for (int i = 0; i < 3; i++) {
		assert_true(machine.w->links.ends[ends[i]].sending);
		assert_int_equal(machine.w->links.ends[ends[i]].out_done, i == 0 ? 3 : 0);
		assert_true(machine.w->links.ends[1 + i].held);
	}
	assert_int_equal(machine.w->links.ends[1].holding, 9);
	assert_int_equal(machine.w->links.ends[2].holding, 5);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		TEST(pokes_and_peeks_on_any_link),
		TEST(pokes_outside_memory_are_lost),
		TEST(many_commands_in_one_message),
		TEST(code_of_every_length),
		TEST(registers_at_the_start),
		TEST(later_bytes_wait),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
