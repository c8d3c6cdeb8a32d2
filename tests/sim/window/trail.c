/* trail.c - the way of a task through a network: from observed intervals, and from a closeup. */
#include "sim/window/trail.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { NODES = 3, TASK = 8 };

/* observe: in an interval node n works on the task; NOWHERE: none does. */
static void
observe(Frame *f, Time begin, Time end, NodeId n, uint16_t place)
{
	Sample *s = node_history_add(&f->history, begin, end);

	for (NodeId i = 0; i < NODES; i++)
		s[i] = (Sample){.task = i == n ? TASK : 0, .place = place};
}

static void
stage_is(const Stage *s, NodeId n, Time from, Time until, uint16_t place)
{
	assert_int_equal(s->node, n);
	assert_int_equal(s->from, from);
	assert_int_equal(s->until, until);
	assert_int_equal(s->place, place);
}

static void
observed(void **state)
{
	Frame f = {.nnodes = NODES};
	Trail t;

	(void)state;
	node_history_init(&f.history, NODES);
	observe(&f, 0, 10, 0, 1);
	observe(&f, 10, 20, NOWHERE, 0);
	observe(&f, 20, 30, 2, 2);
	observe(&f, 30, 40, 2, 2);
	observe(&f, 40, 50, 0, 3);
	t = trail_of(&f, TASK);
	assert_int_equal(t.n, 3);
	stage_is(&t.stage[0], 0, 0, 10, 1);
	stage_is(&t.stage[1], 2, 20, 40, 2);
	stage_is(&t.stage[2], 0, 40, 50, 3);
	assert_ptr_equal(trail_next_stage(&t, 0), &t.stage[1]);
	assert_ptr_equal(trail_next_stage(&t, 20), &t.stage[2]);
	assert_ptr_equal(trail_next_stage(&t, 40), &t.stage[0]); /* again from its beginning */
	assert_int_equal(trail_of(&f, TASK + 1).n, 0);
	node_history_free(&f.history);
}

/* Of a closeup, which is by node, the stages are in order of time; work of the kernel's is none. */
static void
exact(void **state)
{
	Work work[] = {
		{10, 12, 0, TASK, 1, WORK_LOW}, {90, 95, 0, TASK, 3, WORK_LOW},
		{30, 40, 1, TASK, 2, WORK_LOW}, {40, 41, 1, 0, 9, WORK_HIGH},
		{41, 60, 1, TASK, 2, WORK_LOW}, {20, 99, 2, TASK + 1, 2, WORK_LOW},
	};
	Frame f = {.nnodes = NODES, .closeup = {.work = work, .nwork = 6}};
	Trail t = trail_of(&f, TASK);

	(void)state;
	assert_int_equal(t.n, 3);
	stage_is(&t.stage[0], 0, 10, 12, 1);
	stage_is(&t.stage[1], 1, 30, 60, 2);
	stage_is(&t.stage[2], 0, 90, 95, 3);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(observed),
		cmocka_unit_test(exact),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
