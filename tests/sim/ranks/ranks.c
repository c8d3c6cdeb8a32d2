/*
 * ranks.c - random programs on random networks give the same result in one process and on 2 and 4
 * ranks, which here are processes connected by sockets.
 *
 * Arguments: the number of networks; the number of the first. If LONG is set, ten times the default
 * number. Networks whose programs set a crossbar are left out: ranks refuse them.
 */
#include "sim/ranks/ranks.h"
#include "tests/random.h"
#include "tests/sim/network/plan.h"

#include <sys/socket.h>

enum { MOST = 4 };

/* ---- a transport ---- */

/* The ranks of one group; lines[r] leads from this process to rank r. */
typedef struct Group {
	Transport transport;
	int lines[MOST];
} Group;

static const Group *group; /* in use */

static void
put(int line, const void *p, size_t n)
{
	for (size_t at = 0; at < n;) {
		ssize_t done = write(line, (const char *)p + at, n - at);

		if (done <= 0)
			abort();
		at += done;
	}
}

/* get: a worker whose rank 0 is gone has nothing more to do. */
static void
get(int line, void *p, size_t n)
{
	for (size_t at = 0; at < n;) {
		ssize_t done = read(line, (char *)p + at, n - at);

		if (done <= 0 && group->transport.rank > 0)
			_exit(0);
		if (done <= 0)
			abort();
		at += done;
	}
}

static void
send_message(uint32_t to, const Buf *message)
{
	put(group->lines[to], &message->len, sizeof message->len);
	put(group->lines[to], message->data, message->len);
}

static void
receive_message(uint32_t from, Buf *message)
{
	size_t n;

	get(group->lines[from], &n, sizeof n);
	message->data = xrealloc(message->data, n + 1);
	message->cap = n + 1;
	message->len = n;
	get(group->lines[from], message->data, n);
}

static void
exchange(const Buf *out, Buf *in)
{
	for (uint32_t i = 0; i < group->transport.size; i++)
		if (i != group->transport.rank)
			send_message(i, &out[i]);
	for (uint32_t i = 0; i < group->transport.size; i++)
		if (i != group->transport.rank)
			receive_message(i, &in[i]);
}

static void
publish(const Buf *message)
{
	for (uint32_t i = 1; i < group->transport.size; i++)
		send_message(i, message);
}

static void
await(Buf *message)
{
	receive_message(0, message);
}

static void
collect(Buf *in)
{
	for (uint32_t i = 1; i < group->transport.size; i++)
		receive_message(i, &in[i]);
}

static void
deliver(const Buf *message)
{
	send_message(0, message);
}

/* start: a group of n ranks; this process is rank 0. */
static void
start(Group *g, uint32_t n)
{
	int pair[MOST][MOST][2];

	g->transport = (Transport){.size = n, .exchange = exchange, .publish = publish,
		.await = await, .collect = collect, .deliver = deliver};
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = i + 1; k < n; k++)
			assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair[i][k]), 0);
	for (uint32_t rank = 1; rank < n + 1; rank++) {
		uint32_t me = rank % n; /* rank 0 comes last */

		if (me > 0 && fork() != 0)
			continue;
		for (uint32_t i = 0; i < n; i++)
			for (uint32_t k = i + 1; k < n; k++)
				for (int side = 0; side < 2; side++) {
					if (me == (side ? k : i))
						g->lines[side ? i : k] = pair[i][k][side];
					else
						close(pair[i][k][side]);
				}
		g->transport.rank = me;
		group = g;
		if (me > 0)
			ranks_serve(&g->transport, NULL);
	}
}

/* ---- runs ---- */

static Outcomes
run(Plan *p, const Group *g, Way way)
{
	Machine m;
	Outcomes o;

	plan_open(p, &m, way);
	group = g;
	ranks_init(g ? &g->transport : NULL);
	ranks_attach(m.w);
	machine_run(&m, p->until, &way);
	o = machine_outcomes(&m);
	machine_close(&m);
	return o;
}

static uint64_t first = 1, count = 60;
static Group two, four;

/* same: checks that a network gives the same result on all ranks; prints its number if not. */
static bool
same(uint64_t number)
{
	const Way ways[] = {
		{.engine = ENGINE_INTERPRETER},
		{.engine = ENGINE_EAGER, .slices = number},
		{.threads = 2},
		{.threads = 2, .engine = ENGINE_TRANSLATE, .by_byte = true},
		{.sync = SYNC_LOCKSTEP, .slices = number + 1},
	};
	const Group *groups[] = {&two, &four};
	Plan p;
	Outcomes expected;
	bool good = true;

	plan_make(&p, number);
	if (p.crossbar) {
		plan_free(&p);
		return true;
	}
	expected = run(&p, NULL, (Way){0});
	for (size_t i = 0; i < 2 * sizeof ways / sizeof *ways; i++) {
		Outcomes o = run(&p, groups[i % 2], ways[i / 2]);

		if (memcmp(&o, &expected, sizeof o) == 0)
			continue;
		print_message("# network %" PRIu64 "%s, way %zu on %u ranks: fingerprint %016"
			PRIx64 " not %016" PRIx64 ", state %016" PRIx64 " not %016" PRIx64 "\n",
			number, p.wild ? " (wild)" : "", i / 2, groups[i % 2]->transport.size,
			o.fingerprint, expected.fingerprint, o.state, expected.state);
		good = false;
	}
	plan_free(&p);
	return good;
}

static void
all_ranks_come_to_the_same(void **state)
{
	uint64_t bad = 0;

	(void)state;
	start(&two, 2);
	start(&four, 4);
	for (uint64_t i = first; i < first + count; i++)
		bad += !same(i);
	assert_int_equal(bad, 0);
}

int
main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {cmocka_unit_test(all_ranks_come_to_the_same)};

	return random_main(argc, argv, &count, &first, 10, tests, sizeof tests / sizeof *tests);
}
