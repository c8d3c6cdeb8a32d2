/*
 * udp_session.c - a host and a box of a UDP-LINK over a network that loses and doubles datagrams:
 * the bytes in both directions come once, in their order, and each request has one effect.
 */
#include "sim/host/udp/udp_link.h"
#include "tests/random.h"

enum { MOST = 3000 };

static uint64_t count = 2000, first = 1;

/* A run: the machine takes bytes and sends as many back, each with one added. */
typedef struct Run {
	uint64_t seed;
	UdpSession box;
	uint8_t number, expected; /* numbers of the host's requests and of the box's data */
	double now;
	Buf taken, sent;          /* bytes that the machine took, and that the host sent */
	Buf made, got;            /* bytes that the machine made, and that the host received */
	uint32_t resets;          /* pulses that the machine has seen */
	uint32_t rate;            /* of 8 datagrams so many are lost, and so many doubled */
} Run;

/* machine_acts: let the machine take what the box has, and answer a part of it. */
static void
machine_acts(Run *r)
{
	if (r->box.line != LINE_NONE) {
		r->resets++;
		r->box.line = LINE_NONE;
		r->taken.len = r->made.len = 0; /* bytes on their way are lost */
	}
	if (random_below(&r->seed, 3) == 0)
		return;
	buf_put(&r->taken, r->box.in.data, r->box.in.len);
	r->box.in.len = 0;
	while (r->made.len < r->taken.len && random_below(&r->seed, 50) != 0) {
		uint8_t byte = r->taken.data[r->made.len] + 1;

		buf_byte(&r->made, byte);
		buf_byte(&r->box.out, byte);
	}
}

/* host_gets: the host receives what the box sends; returns true if it is the awaited answer. */
static bool
host_gets(Run *r, const UdpAnswer *a, bool *refused)
{
	uint8_t ack[UDP_REPLY] = {UDP_ACK, r->expected};
	bool answered = false;

	if (a->has_reply && random_below(&r->seed, 8) >= r->rate && a->reply[1] == r->number
		&& a->reply[0] != UDP_SUSPEND) {
		answered = true;
		*refused = a->reply[0] == UDP_NACK;
	}
	if (!answered || !a->data || random_below(&r->seed, 8) < r->rate)
		return answered && !a->data;
	assert_int_equal(a->data->data[0], UDP_DATA);
	assert_int_equal(a->data->data[1], r->expected);
	assert_int_equal(a->data->len - UDP_HEAD, a->data->data[2] << 8 | a->data->data[3]);
	buf_put(&r->got, a->data->data + UDP_HEAD, a->data->len - UDP_HEAD);
	if (random_below(&r->seed, 8) >= r->rate)
		udp_take(&r->box, ack, sizeof ack, r->now);
	r->expected = (r->expected + 1) % UDP_NUMBERS;
	return true;
}

/* ask: send a request until its answer has come; false: it was refused. */
static bool
ask(Run *r, const uint8_t *bytes, size_t n)
{
	bool refused = false, answered = false;

	while (!answered) {
		bool is_lost = random_below(&r->seed, 8) < r->rate;
		uint32_t times = is_lost ? 0 : random_below(&r->seed, 8) < r->rate ? 2 : 1;

		for (uint32_t i = 0; i < times; i++) {
			UdpAnswer a = udp_take(&r->box, bytes, n, r->now);

			if (!answered)
				answered = host_gets(r, &a, &refused);
		}
		r->now += 0.05;
		machine_acts(r);
		if (!answered) {
			UdpAnswer a = udp_continue(&r->box, r->now);

			answered = host_gets(r, &a, &refused);
		}
	}
	r->number = (r->number + 1) % UDP_NUMBERS;
	return !refused;
}

static bool
ask_simple(Run *r, UdpCode code, uint32_t length, uint32_t timeout)
{
	uint8_t frame[UDP_REPLY] = {code, r->number, length >> 8, length, timeout >> 8, timeout};

	return ask(r, frame, sizeof frame);
}

static void
send_bytes(Run *r)
{
	uint8_t frame[UDP_HEAD + UDP_MOST_DATA] = {UDP_DATA, r->number};
	uint32_t n = 1 + random_below(&r->seed, random_below(&r->seed, 2) ? 8 : UDP_MOST_DATA);

	frame[2] = n >> 8;
	frame[3] = n;
	for (uint32_t i = 0; i < n; i++)
		frame[UDP_HEAD + i] = random_next(&r->seed);
	buf_put(&r->sent, frame + UDP_HEAD, n);
	assert_true(ask(r, frame, sizeof frame));
}

/* reset: pulse Reset; both directions begin again. */
static void
reset(Run *r)
{
	uint32_t before = r->resets;

	assert_true(ask_simple(r, UDP_RESET, 0, 5));
	machine_acts(r);
	assert_int_equal(r->resets, before + 1);
	r->sent.len = r->got.len = 0;
}

static void
act(Run *r)
{
	switch (random_below(&r->seed, 8)) {
	case 0:
		assert_true(ask_simple(r, UDP_TEST, 0, 5));
		break;
	case 1:
		if (random_below(&r->seed, 8) == 0)
			reset(r);
		break;
	case 2:
	case 3:
	case 4:
		send_bytes(r);
		break;
	default:
		assert_true(ask_simple(r, UDP_READ, 1 + random_below(&r->seed, MOST),
			random_below(&r->seed, 3)));
		break;
	}
}

static void
run_free(Run *r)
{
	udp_session_free(&r->box);
	buf_free(&r->taken);
	buf_free(&r->sent);
	buf_free(&r->made);
	buf_free(&r->got);
}

static void
each_byte_once(void **state)
{
	(void)state;
	for (uint64_t i = first; i < first + count; i++) {
		Run r = {.seed = i, .box = {.may_reset = true}};

		r.rate = random_below(&r.seed, 4);
		assert_true(ask_simple(&r, UDP_OPEN, 2, 5));
		for (uint32_t k = 0; k < 60; k++)
			act(&r);
		for (uint32_t k = 0; k < 1000 && r.got.len < r.sent.len; k++)
			assert_true(ask_simple(&r, UDP_READ, MOST, 1));
		assert_int_equal(r.got.len, r.sent.len);
		for (size_t k = 0; k < r.sent.len; k++)
			assert_int_equal(r.got.data[k], (uint8_t)(r.sent.data[k] + 1));
		assert_true(ask_simple(&r, UDP_CLOSE, 0, 5));
		run_free(&r);
	}
}

/* Frames that are too short, or say a wrong length, and hosts that may not reset. */
static void
refused_frames(void **state)
{
	static const uint8_t open[] = {UDP_OPEN, 0, 0, 2, 0, 5}, reset[] = {UDP_RESET, 1, 0, 0, 0, 5};
	static const uint8_t data[] = {UDP_DATA, 2, 0, 9, 1, 2}, peek[] = {UDP_PEEK, 3, 9, 9, 0, 0, 0, 0};
	UdpSession s = {0};

	(void)state;
	assert_int_equal(udp_take(&s, reset, sizeof reset, 0).reply[0], UDP_NACK); /* not open */
	assert_int_equal(udp_take(&s, open, 5, 0).reply[0], UDP_NACK);
	assert_int_equal(udp_take(&s, open, sizeof open, 0).reply[0], UDP_ACK);
	assert_int_equal(udp_take(&s, reset, sizeof reset, 0).reply[0], UDP_NACK);
	assert_int_equal(s.line, LINE_NONE);
	assert_int_equal(udp_take(&s, data, sizeof data, 0).reply[0], UDP_NACK);
	assert_int_equal(udp_take(&s, peek, sizeof peek, 0).reply[0], UDP_NACK);
	assert_int_equal(s.in.len, 0);
	assert_false(udp_take(&s, data, 1, 0).has_reply);
	udp_session_free(&s);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_byte_once),
		cmocka_unit_test(refused_frames),
	};

	return random_main(argc, argv, &count, &first, 20, tests, sizeof tests / sizeof *tests);
}
