/*
 * deadlock.c - threads that wait for each other: small cases by hand, and random ones against a
 * model of its own: a thread can continue if a path of waits leads from it to one that can; the
 * model searches forward from each. Knots are checked by their definition, on all paths of all
 * threads (Warshall).
 */
#include "sim/node/deadlock.h"
#include "kernel/include/border.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
#include <cmocka.h>

enum { MOST = 12, CASES = 20000, FIRST_PID = 146 };

static void
text_is(const Deadlock *d, const char *wanted)
{
	DeadlockChoice all = {0};
	Buf text = {0};

	if (!deadlock_cycle(d, &all, &text))
		deadlock_rows(d, &all, 2, &text);
	buf_byte(&text, '\0');
	assert_string_equal((char *)text.data, wanted);
	buf_free(&text);
}

static ThreadRow
process(uint32_t node, Block block, int32_t event, uint32_t to)
{
	return (ThreadRow){.node = node,
		.pid = FIRST_PID,
		.name = "p",
		.stack = 0x80010000,
		.alone = true,
		.block = block,
		.event = event,
		.to = to};
}

/* Threads that the machine holds can continue; a thread that waits for its own lock cannot. */
static void
is_held(void **state)
{
	ThreadRow lock = process(0, BLOCK_SEMAPHORE, 0, 0), other = process(0, BLOCK_OTHER, 0, 0);
	DeadlockChoice all = {0};
	Deadlock d = {0};
	Buf text = {0};

	(void)state;
	lock.alone = other.alone = false;
	other.stack += 0x1000;
	deadlock_add(&d, &lock);
	deadlock_add(&d, &other);
	assert_true(deadlock_find(&d, true));
	assert_false(deadlock_holds(&d));
	deadlock_hold(&d, 0, other.stack + 8, "its end");
	deadlock_hold(&d, 1, other.stack + 8, "nothing");
	deadlock_hold(&d, 0, lock.stack - 4, "nothing");
	deadlock_remark(&d, 0, lock.stack, "its turn");
	assert_true(deadlock_holds(&d));
	assert_false(deadlock_find(&d, true));
	deadlock_held_rows(&d, &all, 2, &text);
	buf_byte(&text, '\0');
	assert_string_equal((char *)text.data,
		"  n0 p (pid 146, thread 80010000) waits for semaphore 00000000, its turn\n"
		"  n0 p (pid 146, thread 80011000) is held by the machine before its end\n");
	d.row[0].holder = lock.stack;
	assert_true(deadlock_find(&d, true));
	assert_true(d.stuck[0] && !d.stuck[1]);
	buf_free(&text);
	deadlock_free(&d);
}

/* next_in_ring: each of three nodes waits for the next, the first one first; counts them. */
static void
next_in_ring(void *count, const ThreadRow *waits, const ThreadRow *on)
{
	uint32_t *n = count;

	assert_int_equal(waits->node, *n);
	assert_int_equal(on->node, (*n + 1) % 3);
	++*n;
}

static void
sends_in_a_ring(void **state)
{
	Deadlock d = {0};
	uint32_t n = 0;

	(void)state;
	for (uint32_t i = 0; i < 3; i++)
		deadlock_add(&d, &(ThreadRow[]){process(i, BLOCK_SEND, 5, (i + 1) % 3)}[0]);
	assert_true(deadlock_find(&d, false));
	text_is(&d,
		"  n0 p (pid 146) waits to send (5, 0) to n1, which only n1 p (pid 146) can "
		"receive\n"
		"  n1 p (pid 146) waits to send (5, 0) to n2, which only n2 p (pid 146) can "
		"receive\n"
		"  n2 p (pid 146) waits to send (5, 0) to n0, which only n0 p (pid 146) can "
		"receive\n"
		"  cycle: n0 p (pid 146) -> n1 p (pid 146) -> n2 p (pid 146) -> n0 p (pid 146)\n");
	deadlock_waits(&d, next_in_ring, &n);
	assert_int_equal(n, 3);
	deadlock_free(&d);
}

static void
one_that_runs_ends_all(void **state)
{
	Deadlock d = {0};

	(void)state;
	for (uint32_t i = 0; i < 3; i++)
		deadlock_add(&d,
			&(ThreadRow[]){process(i, i == 2 ? BLOCK_NONE : BLOCK_SEND, 5, i + 1)}[0]);
	assert_false(deadlock_find(&d, true));
	d.row[2].halted = true;
	assert_true(deadlock_find(&d, true));
	text_is(&d,
		"  n1 p (pid 146) waits to send (5, 0) to n2, which no thread is left to "
		"receive\n");
	deadlock_free(&d);
}

static void
messages_of_others(void **state)
{
	Deadlock d = {0};
	ThreadRow timed = process(0, BLOCK_RECEIVE, 5, 0),
		server = process(1, BLOCK_RECEIVE, -91009, 0);
	ThreadRow child = process(2, BLOCK_RECEIVE, -FIRST_PID, 0), file = child;

	(void)state;
	timed.timed = true;
	child.type = TYPE_EXIT;
	file.type = TYPE_FILED;
	deadlock_add(&d, &timed);
	deadlock_add(&d, &server);
	deadlock_add(&d, &file);
	assert_false(deadlock_find(&d, true));
	deadlock_add(&d, &child);
	assert_true(deadlock_find(&d, false));
	text_is(&d,
		"  n2 p (pid 146) waits for the end of a child: to receive (-146, 1), which no "
		"thread is left to send\n");
	deadlock_free(&d);
}

static void
knot_is(const Deadlock *d, uint32_t most, const char *wanted)
{
	bool *knot = deadlock_knot(d, &(DeadlockChoice){0});
	Buf text = {0};

	assert_non_null(knot);
	deadlock_knot_rows(d, &(DeadlockChoice){0}, knot, most, &text);
	buf_byte(&text, '\0');
	assert_string_equal((char *)text.data, wanted);
	buf_free(&text);
	free(knot);
}

static void
receivers_only(void **state)
{
	Deadlock d = {0};
	Buf text = {0};

	(void)state;
	for (uint32_t i = 0; i < 3; i++)
		deadlock_add(&d, &(ThreadRow[]){process(i, BLOCK_RECEIVE, 5, 0)}[0]);
	assert_true(deadlock_find(&d, true));
	assert_false(deadlock_cycle(&d, &(DeadlockChoice){0}, &text));
	knot_is(&d, 3,
		"  n0 p (pid 146) waits to receive (5, 0), which n1 p (pid 146) or n2 p (pid 146) "
		"could send\n"
		"  n1 p (pid 146) waits to receive (5, 0), which n0 p (pid 146) or n2 p (pid 146) "
		"could send\n"
		"  n2 p (pid 146) waits to receive (5, 0), which n0 p (pid 146) or n1 p (pid 146) "
		"could send\n"
		"  knot: each of these 3 waits, and only others of them could release it: "
		"n0 p (pid 146), n1 p (pid 146), n2 p (pid 146)\n");
	for (uint32_t i = 3; i < 6; i++)
		deadlock_add(&d, &(ThreadRow[]){process(i, BLOCK_RECEIVE, 5, 0)}[0]);
	assert_true(deadlock_find(&d, true));
	knot_is(&d, 1,
		"  n0 p (pid 146) waits to receive (5, 0), which n1 p (pid 146) or n2 p (pid 146) "
		"or n3 p (pid 146) or 2 more could send\n"
		"  and 5 more\n"
		"  knot: each of these 6 waits, and only others of them could release it: "
		"n0 p (pid 146) and 5 more\n");
	deadlock_free(&d);
}

/* ---- random ones ---- */

static uint32_t seed = 1;

static uint32_t
draw(uint32_t n)
{
	seed = seed * 1103515245 + 12345;
	return (seed >> 16) % n;
}

/* could: by the words of deadlock.h, thread by for thread r. */
static bool
could(const ThreadRow *r, const ThreadRow *by)
{
	bool mine = r->node == by->node && r->pid == by->pid, me = r == by;

	if (by->halted)
		return false;
	if (r->block == BLOCK_SEMAPHORE && r->holder)
		return mine && by->stack == r->holder;
	if (me)
		return false;
	if (r->block == BLOCK_JOIN)
		return mine && by->stack == r->holder;
	if (r->block == BLOCK_SEND)
		return by->node == r->to;
	if (r->block == BLOCK_MEETING)
		return by->node == r->node && !mine;
	return r->block == BLOCK_RECEIVE || mine;
}

static bool
free_itself(const ThreadRow *r, bool closed)
{
	return r->block == BLOCK_NONE || r->block == BLOCK_HELD || (r->block == BLOCK_RECEIVE && (r->timed || !closed))
		|| (r->block == BLOCK_OTHER && r->alone);
}

static bool
leads_out(const Deadlock *d, uint32_t i, bool closed, bool *seen)
{
	seen[i] = true;
	if (free_itself(&d->row[i], closed))
		return true;
	for (uint32_t j = 0; j < d->n; j++)
		if (!seen[j] && could(&d->row[i], &d->row[j]) && leads_out(d, j, closed, seen))
			return true;
	return false;
}

static void
draw_rows(Deadlock *d)
{
	uint32_t n = 1 + draw(MOST), nnodes = 1 + draw(4);

	for (uint32_t i = 0; i < n; i++) {
		ThreadRow r = process(draw(nnodes), draw(BLOCK_HELD + 1), 1 + draw(3),
			draw(nnodes));

		r.pid += 128 * draw(2);
		r.stack += 0x1000 * i;
		r.holder = r.block == BLOCK_JOIN || draw(2) ? 0x80010000 + 0x1000 * draw(n) : 0;
		r.timed = draw(8) == 0;
		r.halted = r.node == 3;
		r.alone = draw(8) == 0;
		deadlock_add(d, &r);
	}
}

/* paths: whether waits lead from a to b, one or more. */
static void
paths(const Deadlock *d, bool path[MOST][MOST])
{
	for (uint32_t a = 0; a < d->n; a++)
		for (uint32_t b = 0; b < d->n; b++)
			path[a][b] = could(&d->row[a], &d->row[b]);
	for (uint32_t via = 0; via < d->n; via++)
		for (uint32_t a = 0; a < d->n; a++)
			for (uint32_t b = 0; b < d->n; b++)
				path[a][b] |= path[a][via] && path[via][b];
}

/* in_knot: all waits that lead from a stuck thread lead back to it, and others than itself. */
static bool
in_knot(const Deadlock *d, bool path[MOST][MOST], uint32_t a)
{
	bool others = false;

	for (uint32_t b = 0; b < d->n; b++) {
		if (path[a][b] && !path[b][a])
			return false;
		others |= path[a][b] && b != a;
	}
	return d->stuck[a] && others;
}

/* check_knot: one is found if there is one; and it is a knot, and the whole of it. */
static bool
check_knot(const Deadlock *d)
{
	bool path[MOST][MOST], any = false, *knot = deadlock_knot(d, &(DeadlockChoice){0});

	paths(d, path);
	for (uint32_t a = 0; a < d->n; a++)
		any |= in_knot(d, path, a);
	assert_int_equal(knot != NULL, any);
	for (uint32_t a = 0; knot && a < d->n; a++) {
		assert_true(!knot[a] || in_knot(d, path, a));
		for (uint32_t b = 0; knot[a] && b < d->n; b++)
			assert_int_equal(knot[b], path[a][b] || a == b);
	}
	free(knot);
	return any;
}

static void
random_ones(void **state)
{
	uint32_t nstuck = 0, nknots = 0;

	(void)state;
	for (int n = 0; n < CASES; n++) {
		bool closed = draw(2);
		Deadlock d = {0};

		draw_rows(&d);
		deadlock_find(&d, closed);
		for (uint32_t i = 0; i < d.n; i++) {
			bool seen[MOST] = {false}, out = leads_out(&d, i, closed, seen);

			if (!d.row[i].halted)
				assert_int_equal(d.stuck[i], !out);
			nstuck += d.stuck[i];
		}
		nknots += check_knot(&d);
		deadlock_free(&d);
	}
	assert_true(nstuck > CASES / 4 && nknots > CASES / 20);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(is_held),
		cmocka_unit_test(sends_in_a_ring),
		cmocka_unit_test(one_that_runs_ends_all),
		cmocka_unit_test(messages_of_others),
		cmocka_unit_test(receivers_only),
		cmocka_unit_test(random_ones),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("deadlock", tests, NULL, NULL);
}
