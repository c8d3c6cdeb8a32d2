/*
 * bench.c - measures how fast races are found in generated traces of growing length.
 *
 * The threads of a trace take turns. Each acquires one of several locks, accesses variables
 * protected by that lock and variables of its own, and releases the lock. One access in RACE_PERIOD
 * goes to a variable of another lock. That is a race, so the detector has something to report. In
 * the last trace many threads access a few variables and never synchronise. Times are processor
 * times, with the text of the trace already in memory. The printed rates are millions of accesses
 * per second, for reading alone, each method alone, and reading plus RecPlay.
 */
#include "races.h"

#include "base/clock.h"

#include <stdlib.h>

enum {
	NTHREADS = 16,
	NLOCKS = 64,
	PER_LOCK = 32,   /* variables protected by one lock */
	PRIVATE_VARIABLES = 512,   /* variables used by one thread only */
	RACE_PERIOD = 100000, /* one access in this many races */
	FREE_ACCESSES = 50, /* accesses of a thread that does not synchronise */
	FREE_VARIABLES = 1000, /* variables that such threads access */
	KEPT_RACES = 20,       /* races kept for each variable */
	SHORTEST_TRACE = 10000, /* accesses of the shortest trace */
};

/*
 * draw_number: a pseudo-random number (xorshift), so that the traces are the same on every machine.
 */
static uint32_t
draw_number(uint32_t *state, uint32_t n)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return (uint64_t)*state * n >> 32;
}

/*
 * put_line: append one line of a trace: the thread, its operation and the object's kind and number.
 */
static void
put_line(Buf *b, uint32_t thread, const char *op, const char *kind, uint32_t object)
{
	buf_printf(b, "T%u %s %s%u\n", thread, op, kind, object);
}

/* put_turn: append a turn of a random thread: take a lock, access its variables, release it. */
static void
put_turn(Buf *b, uint32_t *state, uint32_t per_segment, uint64_t *count)
{
	uint32_t thread = draw_number(state, NTHREADS), lock = draw_number(state, NLOCKS);

	put_line(b, thread, "P", "m", lock);
	for (uint32_t i = 0; i < per_segment; i++) {
		const char *op = draw_number(state, 3) ? "rd" : "wr";

		if (++*count % RACE_PERIOD == 0)
			put_line(b, thread, "wr", "x", draw_number(state, NLOCKS * PER_LOCK));
		else if (draw_number(state, 2))
			put_line(
				b, thread, op, "x", lock * PER_LOCK + draw_number(state, PER_LOCK));
		else
			put_line(
				b, thread, op, "p",
				thread * PRIVATE_VARIABLES + draw_number(state, PRIVATE_VARIABLES));
	}
	put_line(b, thread, "V", "m", lock);
}

/* make_trace: the text of a trace whose accesses are ordered by locks, with few exceptions. */
static Buf
make_trace(uint32_t naccesses, uint32_t per_segment)
{
	Buf b = {0};
	uint32_t state = 1;
	uint64_t count = 0;

	for (uint32_t i = 0; i < NLOCKS; i++)
		buf_printf(&b, "sem m%u 1\n", i);
	while (count < naccesses)
		put_turn(&b, &state, per_segment, &count);
	return b;
}

/* make_unordered_trace: the text of a trace in which nothing orders the accesses of its threads. */
static Buf
make_unordered_trace(uint32_t naccesses)
{
	Buf b = {0};
	uint32_t state = 1;

	for (uint32_t i = 0; i < naccesses; i++)
		put_line(&b, i / FREE_ACCESSES, draw_number(&state, 3) ? "rd" : "wr", "x",
			draw_number(&state, FREE_VARIABLES));
	return b;
}

/* measure_trace: find the races of a trace and print what that costs; frees the text. */
static void
measure_trace(Buf text, uint32_t per_segment)
{
	const KeptParts keep = {.races = KEPT_RACES};
	Arena a = {0};
	double start = clock_processor(), read, recplay, graph, millions;
	Trace *t = trace_read(&a, "bench", (char *)text.data, text.len);
	RecPlay *r;
	Races *ppd;

	read = clock_processor() - start;
	r = recplay_run(t, &keep);
	recplay = clock_processor() - start - read;
	ppd = ppd_run(t, &keep);
	graph = clock_processor() - start - read - recplay;
	millions = t->naccesses / 1e6;
	printf("%10llu %8u %8u %9.3f %9.3f %9.3f %8.1f %8.1f %8.1f %8.1f %10llu %10llu\n",
		(unsigned long long)t->naccesses, per_segment, trace_nsegments(t), read, recplay,
		graph, millions / read, millions / recplay, millions / graph,
		millions / (read + recplay), (unsigned long long)r->races->total,
		(unsigned long long)ppd->total);
	arena_free(&a);
	buf_free(&text);
}

void
races_bench(uint32_t naccesses)
{
	static const uint32_t per_segment[] = {1000, 100, 10};

	printf("%10s %8s %8s %9s %9s %9s %8s %8s %8s %8s %10s %10s\n", "accesses", "per-turn",
		"segments", "read-s", "recplay-s", "graph-s", "read-M/s", "recplay", "graph",
		"together", "races", "graph");
	for (int i = 0; i < 3; i++) {
		uint64_t n = SHORTEST_TRACE;

		for (; n < naccesses; n *= 10)
			measure_trace(make_trace(n, per_segment[i]), per_segment[i]);
		measure_trace(make_trace(naccesses, per_segment[i]), per_segment[i]);
	}
	measure_trace(make_unordered_trace(naccesses), FREE_ACCESSES);
}
