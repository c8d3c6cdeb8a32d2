/* echo.c - nodes boot, and answer pings of any length. */
#include "net.h"

static void
ping(Net *n, uint32_t node, uint32_t length)
{
	Buf b = {0};
	Message m;

	for (uint32_t i = 0; i < length; i++)
		buf_byte(&b, i * 7 + node);
	net_send(n, node, EVENT_SYSTEM(EV_ECHOD), PACKET_DATA, b.data, b.len);
	assert_true(net_take(n, 0, &m, 2 * SECOND));
	assert_int_equal(m.node, node);
	assert_int_equal(m.body.len, length);
	assert_memory_equal(m.body.data, b.data, length);
	buf_free(&m.body);
	buf_free(&b);
}

static void
test_echo(void **state)
{
	Net n;

	(void)state;
	net_new(&n, "programs/ubc75.topo", "btree_75", 0);
	assert_int_equal(net_up(&n), 75);
	for (uint32_t node = 0; node < 75; node += 7)
		for (uint32_t length = 1; length < 10000; length = length * 9 + 1)
			ping(&n, node, length);
	net_free(&n);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_echo)};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
