/*
 * bounds.c - detrek --bounds: when nodes should unload in the next run, from what this one tells of itself (Lin 5.3.3:
 * the time stamps of the last events serve to modify the sequence; 7.2.1: it could follow from a prediction of
 * performance).
 *
 * The next run may lose events until shortly before the failure, and then none. Its time to there is predicted: a
 * node that unloads at each event waits at each for the host, and the least time between two of its events is
 * what that takes at least; where many nodes do so it takes up to twice that. So a run that unloads seldom is faster
 * by twice what the node that waited most has waited, but not 5 times as fast (measured: 3.6 times, docs/monitor.md).
 * The bounds change at 3/5 of that, as another order of tasks changes times, too.
 */
#include "tasks.h"

#include <stdlib.h>
#include <string.h>

enum {
	SELDOM_LOWER = 64,  /* records: half a buffer of the thesis's monitor */
	SELDOM_UPPER = 256, /* its two full buffers */
	NEVER_FASTER = 5,
	MAX_FUNCTIONS = 8,
};

typedef struct Stamp {
	uint64_t time;
	uint32_t node;
} Stamp;

typedef struct Statistics {
	Arena *arena;
	Stamp *stamp; /* [n] every event */
	uint32_t n, cap;
	uint64_t *open; /* [MAX_TREE_NODES * MAX_FUNCTIONS] when each function began, plus 1; 0: it has ended */
	uint64_t failed; /* the earliest stop or lost link; UINT64_MAX: none */
} Statistics;

static uint64_t
stamp_of(const Lines *l)
{
	char digits[24], *end;
	uint64_t v;

	snprintf(digits, sizeof digits, "%.*s", (int)l->word[0].len, l->word[0].s);
	v = strtoull(digits, &end, 10);
	if (l->word[0].len >= sizeof digits - 1 || *end || *digits < '0' || *digits > '9')
		lines_fatal(l, "'%s' is not a valid time in us", digits);
	return v;
}

/* note_function: a line of a function that begins, ends or has stopped; or of a link that was lost. */
static void
note_function(Statistics *s, const Lines *l, Stamp at)
{
	bool start = word_is(&l->word[2], "start"), end = word_is(&l->word[2], "end");
	uint64_t *open;

	if ((word_is(&l->word[2], "stop") || word_is(&l->word[2], "lost")) && at.time < s->failed)
		s->failed = at.time;
	if (!start && !end)
		return;
	open = &s->open[at.node * MAX_FUNCTIONS + word_number(l, &l->word[3], "function", 0, MAX_FUNCTIONS - 1)];
	*open = start ? at.time + 1 : 0;
}

static void
read_stamps(Statistics *s, const char *file, const char *text, size_t len)
{
	Lines l = lines_start(s->arena, file, text, len);

	while (lines_next(&l)) {
		Stamp at;

		if (l.n != 6)
			lines_fatal(&l, "%u words; an event has 6", l.n);
		at.time = stamp_of(&l);
		at.node = word_number(&l, &l.word[1], "node", 0, MAX_TREE_NODES - 1);
		s->stamp = arena_grow(s->arena, s->stamp, s->n, &s->cap, sizeof *s->stamp);
		s->stamp[s->n++] = at;
		note_function(s, &l, at);
	}
}

static int
by_node(const void *a, const void *b)
{
	const Stamp *p = a, *q = b;

	if (p->node != q->node)
		return p->node < q->node ? -1 : 1;
	return (p->time > q->time) - (p->time < q->time);
}

/* failure_time: when the first thing went wrong; of a run without a failure, the last event. */
static uint64_t
failure_time(const Statistics *s)
{
	uint64_t first = s->failed, last = 0;

	for (uint32_t i = 0; first == UINT64_MAX && i < s->n; i++)
		last = s->stamp[i].time > last ? s->stamp[i].time : last;
	for (uint32_t i = 0; s->failed == UINT64_MAX && i < MAX_TREE_NODES * MAX_FUNCTIONS; i++)
		if (s->open[i] && s->open[i] - 1 < first)
			first = s->open[i] - 1;
	return first == UINT64_MAX ? last : first;
}

/* waited: the most that a node has waited for the host before a time: at each event but the first, the least time between two. */
static uint64_t
waited(const Statistics *s, uint64_t until)
{
	uint64_t most = 0;

	for (uint32_t i = 0, k; i < s->n; i = k) {
		uint64_t least = UINT64_MAX, n = 0;

		for (k = i + 1; k < s->n && s->stamp[k].node == s->stamp[i].node; k++) {
			uint64_t gap = s->stamp[k].time - s->stamp[k - 1].time;

			least = gap > 0 && gap < least ? gap : least;
			n += s->stamp[k].time <= until;
		}
		if (n > 0 && least != UINT64_MAX && n * least > most)
			most = n * least;
	}
	return most;
}

void
trek_bounds(Buf *b, Arena *a, const char *tvm, const Buf *messages, const char *std, const Buf *functions)
{
	Statistics s = {.arena = a, .failed = UINT64_MAX,
		.open = arena_alloc(a, (size_t)MAX_TREE_NODES * MAX_FUNCTIONS, sizeof *s.open)};
	uint64_t failed, wait, least; /* us */

	read_stamps(&s, tvm, (const char *)messages->data, messages->len);
	read_stamps(&s, std, (const char *)functions->data, functions->len);
	if (s.n == 0)
		fatal("%s and %s have no events: nothing was monitored, or its records are lost", tvm, std);
	qsort(s.stamp, s.n, sizeof *s.stamp, by_node);
	failed = failure_time(&s);
	wait = waited(&s, failed);
	least = failed / NEVER_FASTER;
	if (failed > 2 * wait && failed - 2 * wait > least)
		least = failed - 2 * wait;
	buf_printf(b, "# the first failure, or the end, after %llu us; a run that unloads seldom: after %llu us\n",
		(unsigned long long)failed, (unsigned long long)least);
	buf_printf(b, "%llu %d %d\n0 1 1\n", (unsigned long long)(least * 3 / 5), SELDOM_LOWER, SELDOM_UPPER);
}
