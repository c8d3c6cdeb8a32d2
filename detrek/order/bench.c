/*
 * bench.c - measures what it costs to find orders, for traces of growing size. The random traces
 * have fixed seeds.
 */
#include "solve.h"

#include "base/clock.h"

#include <stdlib.h>

enum {
	CLOCK_TASKS = 75,       /* tasks of a trace that is stamped with both kinds of clocks */
	CLOCK_EVENTS = 1000000, /* the most events of such a trace */
	MAX_HELD = 3,           /* locks held at a time */
};

/* Time and results of a method over a number of random traces. */
typedef struct Cost {
	double seconds, worst; /* of all traces together; of the slowest trace */
	uint64_t open; /* entries neither proven nor refuted */
} Cost;

/* count_open: the number of pairs whose order is not decided. */
static uint64_t
count_open(const SemTrace *t, const Orders *o)
{
	size_t n = (size_t)t->nevents * t->ntasks;
	uint64_t open = 0;

	for (size_t i = 0; o->high && i < n; i++)
		open += o->low[i] < o->high[i];
	return open;
}

/* measure_orders: the cost of finding the orders of some random traces. */
static Cost
measure_orders(RandomTraces r, uint32_t ntraces, const OrderPlan *plan)
{
	Cost c = {0};

	for (uint32_t i = 0; i < ntraces; i++) {
		Arena a = {0};
		SemTrace t;
		Orders o;
		double start, took;

		random_trace(&r, &t, &a);
		start = clock_processor();
		o = orders_find(&t, plan);
		took = clock_processor() - start;
		c.seconds += took;
		c.worst = took > c.worst ? took : c.worst;
		c.open += count_open(&t, &o);
		orders_free(&o);
		arena_free(&a);
	}
	return c;
}

/* write_cost: print one row: the cost of n traces of a kind. */
static void
write_cost(FILE *out, const char *what, uint32_t ntraces, Cost c)
{
	fprintf(out, "%-34s %6u traces  %9.3f s  worst %9.6f s  open %llu\n", what, ntraces,
		c.seconds, c.worst, (unsigned long long)c.open);
	fflush(out);
}

/* bench_sets: print the cost for sets of the same sizes as in Table 1 of the papers. */
static void
bench_sets(FILE *out)
{
	static const struct {
		uint32_t nevents, ntraces, maxsems;
	} sets[] = {{30, 5726, 3}, {35, 840, 3}, {40, 1070, 3}, {120, 24, 6}};
	static const OrderMethod methods[] = {METHOD_ORIGINAL, METHOD_PAPER, METHOD_BOUNDS,
		METHOD_EXACT, METHOD_BRUTE};

	for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
		for (size_t j = 0; j < sizeof methods / sizeof *methods; j++) {
			OrderPlan plan = {.method = methods[j], .depth = 3, .seconds = 10};
			RandomTraces r = {.seed = 1, .nevents = sets[i].nevents, .mintasks = 2,
				.maxtasks = 4, .minsems = 1, .maxsems = sets[i].maxsems};
			char *what = xasprintf("set, %u events, %s", r.nevents,
				method_name(plan.method));

			write_cost(out, what, sets[i].ntraces,
				measure_orders(r, sets[i].ntraces, &plan));
			free(what);
		}
	}
}

/*
 * bench_growth: print the cost of the exact method for growing traces of 8 tasks with few or many
 * semaphores.
 */
static void
bench_growth(FILE *out)
{
	static const struct {
		uint32_t nsems, most, ntraces; /* most: events of one task */
	} rows[] = {{1, 100, 3}, {3, 100, 3}, {6, 100, 3}, {10, 100, 3}, {15, 50, 10}, {20, 50, 10},
		{25, 50, 10}, {30, 50, 10}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		for (uint32_t each = 10; each <= rows[i].most; each += each < 50 ? 10 : 25) {
			OrderPlan plan = {.method = METHOD_EXACT, .seconds = 10};
			RandomTraces r = {.seed = 1, .nevents = 8 * each, .mintasks = 8,
				.maxtasks = 8, .minsems = rows[i].nsems, .maxsems = rows[i].nsems};
			char *what = xasprintf("exact, 8 tasks x %u, %u semaphores", each,
				rows[i].nsems);

			write_cost(out, what, rows[i].ntraces,
				measure_orders(r, rows[i].ntraces, &plan));
			free(what);
		}
	}
}

/*
 * make_lock_trace: make a trace in which each task, one after the other, takes nheld of the locks
 * in ascending order, and releases them.
 */
static void
make_lock_trace(SemTrace *t, Arena *a, uint32_t ntasks, uint32_t nlocks, uint32_t nevents,
	uint32_t nheld)
{
	uint32_t step = 0;

	*t = (SemTrace){.file = "locks", .arena = a};
	sem_name_by_digits(t, ntasks, nlocks);
	for (uint32_t i = 0; i < nlocks; i++)
		sem_add(t, (SemEvent){i % ntasks, i, 0, false});
	for (uint32_t n = nlocks; n < nevents; step++) {
		uint32_t task = step % ntasks, first = step * step % nlocks;
		uint32_t held = 1 + step % nheld;

		if (held > nlocks - first)
			held = nlocks - first;
		for (uint32_t k = 0; k < 2 * held; k++)
			sem_add(t, (SemEvent){task, first + k % held, 0, k < held});
		n += 2 * held;
	}
	sem_finish(t);
}

/*
 * bench_locks: print the cost for programs that take locks in one order: all orders, and the proof
 * that there is no deadlock.
 */
static void
bench_locks(FILE *out)
{
	static const struct {
		uint32_t ntasks, nlocks, nevents, nheld;
	} rows[] = {{6, 1, 121, 1}, {6, 1, 361, 1}, {6, 1, 3601, 1}, {16, 16, 1000, MAX_HELD},
		{16, 16, 2000, MAX_HELD}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		OrderPlan plan = {.method = METHOD_EXACT, .seconds = 10, .deadlocks = true};
		char *what = xasprintf("locks, %u tasks, %u locks, %u events", rows[i].ntasks,
			rows[i].nlocks, rows[i].nevents);
		Arena a = {0};
		double start;
		SemTrace t;
		Orders o;
		Cost c;

		make_lock_trace(&t, &a, rows[i].ntasks, rows[i].nlocks, rows[i].nevents,
			rows[i].nheld);
		start = clock_processor();
		o = orders_find(&t, &plan);
		c.seconds = c.worst = clock_processor() - start;
		c.open = count_open(&t, &o) + !o.deadlocks_known;
		write_cost(out, what, 1, c);
		orders_free(&o);
		arena_free(&a);
		free(what);
	}
}

/*
 * stamp_trace: stamp all events of a trace; returns a sum, so that the compiler does not remove the
 * work.
 */
static double
stamp_trace(const SemTrace *t, OrderClock clock, uint64_t *sum)
{
	double start = clock_processor();
	Observer o = observer_new(t, clock);
	VClock stamp;
	uint32_t e;

	while (observer_next(&o, &e, &stamp))
		*sum += stamp.at[e % t->ntasks];
	observer_free(&o);
	return clock_processor() - start;
}

/* make_random_text: make the text of a random trace, in the format of a file. */
static void
make_random_text(RandomTraces r, Buf *text)
{
	Arena a = {0};
	SemTrace t;

	random_trace(&r, &t, &a);
	for (uint32_t i = 0; i < t.nevents; i++) {
		const SemEvent *e = &t.event[t.observed[i]];

		buf_printf(text, "%s %c %s\n", t.task[e->task], sem_letter(e),
			t.sem[e->sem]);
	}
	arena_free(&a);
}

/* bench_clocks: read a trace of many tasks, and stamp it with both kinds of clocks. */
static void
bench_clocks(FILE *out, uint32_t nevents, uint32_t ntasks, uint32_t nsems)
{
	RandomTraces r = {.seed = 1, .nevents = nevents, .mintasks = ntasks, .maxtasks = ntasks,
		.minsems = nsems, .maxsems = nsems};
	uint64_t sum[2] = {0};
	double start, read, plain, tree;
	SemSet set = {0};
	Buf text = {0};

	make_random_text(r, &text);
	start = clock_processor();
	sem_read(&set, "random", &text);
	read = clock_processor() - start;
	plain = stamp_trace(&set.trace[0], CLOCK_PLAIN, &sum[0]);
	tree = stamp_trace(&set.trace[0], CLOCK_TREE, &sum[1]);
	fprintf(out, "stamps, %7u events, %3u tasks, %3u semaphores: read %.3f s, plain %.3f s,"
		" tree %.3f s%s\n", nevents, ntasks, nsems, read, plain, tree,
		sum[0] == sum[1] ? "" : "  DIFFERENT");
	fflush(out);
	sem_free(&set);
	buf_free(&text);
}

void
order_bench(FILE *out)
{
	static const uint32_t tasks[] = {2, 5, 10, 25, 75, 150, 300};

	bench_sets(out);
	bench_growth(out);
	bench_locks(out);
	for (uint32_t n = CLOCK_EVENTS / 64; n <= CLOCK_EVENTS; n *= 4)
		bench_clocks(out, n, CLOCK_TASKS, CLOCK_TASKS);
	for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++)
		bench_clocks(out, CLOCK_EVENTS / 4, tasks[i], tasks[i]);
}
