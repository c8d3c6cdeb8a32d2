/*
 * history.c - intervals of time: a long run is known whole, a finer interval takes the place of a
 * part of a coarser one, and samples stay with their times. The second opinion is an array of
 * single units of time.
 */
#include "tests/random.h"

#include "sim/window/history.h"


#include "base/base.h"

#include <string.h>

enum { NNODES = 3, UNITS = 4000 };

static uint64_t count = 10, first;

/* check_order: the intervals are disjoint, in order, and not empty. */
static void
check_order(const History *h)
{
	for (uint32_t i = 0; i < h->n; i++) {
		assert_true(h->interval[i].begin < h->interval[i].end);
		assert_true(i == 0 || h->interval[i - 1].end <= h->interval[i].begin);
		for (uint32_t k = 0; k < i; k++)
			assert_int_not_equal(h->interval[k].slot, h->interval[i].slot);
	}
}

static void
add(History *h, Time begin, Time end, uint32_t task)
{
	Sample *s = node_history_add(h, begin, end);

	for (uint32_t n = 0; s && n < NNODES; n++)
		s[n] = (Sample){.task = task + n, .activity = ACTIVITY_BUSY, .use = {100, 50}};
}

/* More intervals than there is room for: no time is lost, and their use is that of all. */
static void
long_run(void **state)
{
	History h;

	(void)state;
	node_history_init(&h, NNODES);
	for (Time t = 0; t < 5 * HISTORY; t++)
		add(&h, 10 * t, 10 * t + 10, 7);
	check_order(&h);
	assert_true(h.n > HISTORY / 2 && h.n <= HISTORY);
	assert_int_equal(h.interval[0].begin, 0);
	for (uint32_t i = 0; i < h.n; i++) {
		const Sample *s = node_history_row(&h, &h.interval[i]);

		assert_int_equal(h.interval[i].end,
			i + 1 < h.n ? h.interval[i + 1].begin : 50 * HISTORY);
		assert_true(h.interval[i].end - h.interval[i].begin <= 160);
		assert_int_equal(s[2].task, 9);
		assert_int_equal(s[2].use[0], 100);
	}
	node_history_free(&h);
}

/* draw: random intervals, few enough to be kept: each unit has the task that was noted last. */
static void
draw(uint64_t *r)
{
	static uint32_t task[UNITS];
	History h, copy;

	memset(task, 0, sizeof task);
	node_history_init(&h, NNODES);
	node_history_init(&copy, NNODES);
	for (uint32_t i = 1; i <= HISTORY / 8; i++) {
		uint32_t begin = random_below(r, UNITS - 1), most = UNITS - begin - 1;
		uint32_t end = begin + 1 + random_below(r, most < 200 ? most + 1 : 200);
		uint32_t before = h.last_serial;

		add(&h, begin, end, 10 * i);
		for (uint32_t u = begin; h.last_serial != before && u < end; u++)
			task[u] = 10 * i;
		check_order(&h);
		node_history_copy(&copy, &h);
		for (uint32_t u = 0; u < UNITS; u++) {
			const Interval *v = node_history_at(&copy, u);

			assert_int_equal(v ? node_history_row(&copy, v)[1].task : 0,
				task[u] ? task[u] + 1 : 0);
		}
	}
	node_history_free(&h);
	node_history_free(&copy);
}

static void
parts(void **state)
{
	(void)state;
	for (uint64_t i = first; i < first + count; i++) {
		uint64_t r = i + 1;

		draw(&r);
	}
}

/* An interval that is already recorded as finely is not recorded again; a much finer one is. */
static void
again(void **state)
{
	History h;

	(void)state;
	node_history_init(&h, NNODES);
	add(&h, 0, 100, 1);
	add(&h, 100, 200, 1);
	assert_null(node_history_add(&h, 0, 100));
	assert_null(node_history_add(&h, 50, 150));
	assert_null(node_history_add(&h, 0, 200));
	assert_non_null(node_history_add(&h, 0, 201));
	assert_non_null(node_history_add(&h, 20, 30));
	assert_int_equal(h.n, 3);
	assert_null(node_history_at(&h, 201));
	node_history_clear(&h);
	assert_null(node_history_at(&h, 20));
	node_history_free(&h);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(long_run),
		cmocka_unit_test(parts),
		cmocka_unit_test(again),
	};

	return random_main(argc, argv, &count, &first, 10, tests, sizeof tests / sizeof *tests);
}
