/* threads.c - threads that do a task together, which nodes they execute, how many are chosen. */
#include "rig.h"

#include "sim/network/crew.h"
#include "sim/network/share.h"
#include "sim/network/thread_choice.h"

enum { SIZE_MAX_TESTED = 8 };

/* ---- a crew ---- */

/* What the shares of a task do: each copies a number. */
typedef struct Copies {
	uint64_t number;
	uint64_t copy[SIZE_MAX_TESTED];
	uint32_t times[SIZE_MAX_TESTED];
} Copies;

static void
copy_number(void *context, uint32_t share)
{
	Copies *c = context;

	c->copy[share] = c->number;
	c->times[share]++;
}

/* task: does shares of a task, and checks that only they were done, each once. */
static void
task(Crew *crew, Copies *c, uint32_t size, uint64_t set)
{
	Copies before = *c;

	c->number++;
	crew_do(crew, set, copy_number, c);
	for (uint32_t i = 0; i < size; i++) {
		bool in_set = set >> i & 1;

		assert_int_equal(c->times[i], before.times[i] + in_set);
		assert_int_equal(c->copy[i], in_set ? c->number : before.copy[i]);
	}
}

static void
each_share_is_done_once(void **state)
{
	uint64_t random = 1;

	(void)state;
	for (uint32_t size = 1; size <= SIZE_MAX_TESTED; size++) {
		Crew *crew = crew_new(size);
		Copies c = {0};

		for (int i = 0; i < 500; i++) {
			if (random_below(&random, 100) == 0)
				usleep(1000); /* the threads may go to sleep */
			task(crew, &c, size, random_below(&random, 1 << size));
		}
		crew_free(crew);
	}
}

/* ---- nodes ---- */

enum {
	NNODES = 8,
	UNTIL = 100,
	CHANGING = 0, /* as a number of threads: another one after each ms */
};

/* compute: a network whose first `busy` nodes compute, after UNTIL milliseconds. */
static Outcomes
compute(uint32_t busy, uint32_t threads, uint32_t *owners)
{
	Machine m;
	Buf loop = machine_assemble("\tldc\t0\nagain:\tadc\t1\n\tj\tagain\n");

	machine_open(&m,
		"topology chain\nnode n[0-7] clock=20MHz mem=16K\nhost h\nwire h.0 n0.0\n"
		"wire n[0-6].2 n[1-7].1\nend\n",
		(Way){.threads = threads});
	for (NodeId n = 0; n < busy; n++)
		machine_start(&m, n, &loop);
	for (Time ms = 1; ms < UNTIL && threads == CHANGING; ms++) {
		network_set_threads(m.w, 1 + ms % 3);
		assert_int_equal(network_run(m.w, ms * EPOCH), RUN_REACHED);
	}
	assert_int_equal(network_run(m.w, UNTIL * EPOCH), RUN_REACHED);
	for (NodeId n = 0; n < NNODES; n++)
		owners[n] = m.w->shares ? m.w->shares->owner[n] : 0;
	Outcomes o = machine_outcomes(&m);
	machine_close(&m);
	buf_free(&loop);
	return o;
}

static void
nodes_move_to_threads_with_less_work(void **state)
{
	uint32_t owners[NNODES];

	(void)state;
	for (uint32_t busy = 2; busy <= 4; busy++) {
		Outcomes one = compute(busy, 1, owners), two = compute(busy, 2, owners);
		uint32_t second = 0;

		assert_memory_equal(&one, &two, sizeof one);
		for (NodeId n = 0; n < busy; n++)
			second += owners[n];
		assert_in_range(second, busy / 2, (busy + 1) / 2);
	}
}

/* Between two runs any number of threads may go on. */
static void
threads_may_change(void **state)
{
	uint32_t owners[NNODES];
	Outcomes one = compute(4, 1, owners), some = compute(4, CHANGING, owners);

	(void)state;
	assert_memory_equal(&one, &some, sizeof one);
}

/* ---- the choice ---- */

/* What a choice is made from. */
typedef struct Measured {
	ThreadChoice choice;
	double now, busy;
	uint64_t instructions, rounds;
} Measured;

/*
 * choose: what is chosen after one measurement, of rounds of this length, executed at this speed,
 * of whose time the calling thread has used its processor for a part.
 */
static uint32_t
choose(Measured *m, uint64_t round, double speed, double part)
{
	uint32_t n = 0;

	m->choice.measuring = false;
	m->choice.from = m->now;
	for (int i = 0; i < 7; i++) {
		m->now += 0.1;
		m->busy += 0.1 * part;
		m->instructions += speed / 10;
		m->rounds += speed / 10 / round;
		n = thread_choice(&m->choice, m->now, m->busy, m->instructions, m->rounds);
	}
	return n;
}

static void
threads_are_chosen_if_they_pay(void **state)
{
	Measured m = {.choice = {.most = 4}, .now = 1000, .instructions = 5, .rounds = 7};

	(void)state;
	assert_int_equal(choose(&m, 1000, 1e8, 1), 1);
	assert_int_equal(choose(&m, 200000, 1e8, 1), 4);
	assert_int_equal(choose(&m, 200000, 1.5e8, 1), 4);
	assert_int_equal(choose(&m, 200000, 5e7, 1), 4); /* a slower part of the program */
	assert_int_equal(choose(&m, 1000, 1.5e8, 1), 1);
	assert_int_equal(choose(&m, 200000, 1e8, 1), 1); /* not again so soon */
	m.now += 60;
	assert_int_equal(choose(&m, 200000, 1e8, 1), 4);
	assert_int_equal(choose(&m, 200000, 1e8, 1), 1); /* not faster */
	m.now += 60;
	assert_int_equal(choose(&m, 200000, 5e7, 0.5), 4); /* the other half it waited */
	assert_int_equal(choose(&m, 200000, 1e8, 0.5), 1);
	m = (Measured){.choice = {.most = 1}};
	assert_int_equal(choose(&m, 200000, 1e8, 1), 1);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_share_is_done_once),
		cmocka_unit_test(nodes_move_to_threads_with_less_work),
		cmocka_unit_test(threads_may_change),
		cmocka_unit_test(threads_are_chosen_if_they_pay),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
