/*
 * bounds.c - detrek --bounds: proposes when the nodes should unload their records in the next run,
 * from the times in this run. (Lin 5.3.3: the time stamps of the last events serve to modify the
 * sequence of bounds; 7.2.1: the sequence could follow from a prediction of performance.)
 *
 * A run that unloads seldom is hardly disturbed, but when it fails, the records that nodes hold are
 * lost. The next run unloads as seldom up to a time T, so it behaves the same up to T and does not
 * fail before T; after T it unloads each record at once. T is chosen so that the host has all
 * records that the nodes hold at T before the failure. To unload them takes the sum of
 *
 * 	the time until a node checks the time: up to 6.25 ms,
 * 	the transfer of one block from each node over the host's link, one after the other,
 * 	the transfer of the largest block from the lowest node, level by level,
 * 	the way of the start command, also level by level: by this time, node clocks are behind
 * 	the host's clock, with which a node's stop is recorded.
 *
 * The transfer times are multiplied by two, because the application uses processors and links at
 * the same time.
 *
 * In a run that unloads often, nodes wait for the host at each event. How much earlier another run
 * fails cannot be derived from its times (a factor of 1.1 to 7, docs/monitor.md), so the proposal
 * is to unload each record from the start.
 */
#include "tasks.h"

#include <stdlib.h>
#include <string.h>

enum {
	SELDOM_LOWER = 64,  /* records: half a buffer of the thesis's monitor */
	SELDOM_UPPER = 256, /* records: both of its buffers */
	LOOK_PERIOD_US = 6250,        /* us between two checks of the time by a node */
	USE_PERIOD_US = 100000, /* us between two samples of processor use, each a record, too */
	EMPTY_BLOCK_US = 500, /* us on the host's link for an empty block and its answer */
	HOP_US = 130,   /* us for an empty message to a neighbour (programs/bench/kernel) */
	RECORD_US = 13, /* us for each record of 16 bytes in a block or message */
};

/* What the run's records say. Times are in us. */
typedef struct Statistics {
	const Spec *spec;
	uint32_t *events; /* [nnodes] number of records of each node */
	/* [nnodes * MAX_FUNCTIONS] when each function began, plus 1; 0 after it has ended */
	uint64_t *began;
	uint64_t first_failure; /* the earliest stop or lost link; UINT64_MAX if none */
	uint64_t last; /* the latest time of a record */
	uint32_t n;    /* number of records */
} Statistics;

/* read_stamp: read a time at the beginning of a line. */
static uint64_t
read_stamp(const Lines *l)
{
	char digits[24], *end;
	uint64_t v;

	snprintf(digits, sizeof digits, "%.*s", (int)l->word[0].len, l->word[0].s);
	v = strtoull(digits, &end, 10);
	if (l->word[0].len >= sizeof digits - 1 || *end || *digits < '0' || *digits > '9')
		lines_fatal(l, "'%s' is not a valid time in us", digits);
	return v;
}

/*
 * note_function: note a line about a function that begins, ends or has stopped, or about a lost
 * link.
 */
static void
note_function(Statistics *s, const Lines *l, uint32_t node, uint64_t time)
{
	bool start = word_is(&l->word[2], "start"), end = word_is(&l->word[2], "end");
	uint64_t *open;

	if ((word_is(&l->word[2], "stop") || word_is(&l->word[2], "lost"))
		&& time < s->first_failure)
		s->first_failure = time;
	if (!start && !end)
		return;
	open = &s->began[node * MAX_FUNCTIONS
		+ word_number(l, &l->word[3], "function", 0, MAX_FUNCTIONS - 1)];
	*open = start ? time + 1 : 0;
}

/* read_stamps: read the times of all lines of a text into the statistics. */
static void
read_stamps(Statistics *s, Arena *a, const TrekText *t)
{
	Lines l = lines_start(a, t->file, (const char *)t->text.data, t->text.len);

	while (lines_next(&l)) {
		uint64_t time;
		uint32_t node;

		if (l.n != 6)
			lines_fatal(&l, "%u words; an event has 6", l.n);
		time = read_stamp(&l);
		node = word_number(&l, &l.word[1], "node", 0, s->spec->nnodes - 1);
		s->events[node]++;
		s->n++;
		s->last = time > s->last ? time : s->last;
		note_function(s, &l, node, time);
	}
}

/*
 * slow_bounds_end: the time, in us, up to which the run's bounds were so high that nodes did not
 * wait; UINT64_MAX if they were so high up to the run's end.
 */
static uint64_t
slow_bounds_end(Arena *a, const TrekText *config)
{
	Lines l = lines_start(a, config->file, (const char *)config->text.data, config->text.len);
	uint64_t until = 0;
	bool seldom = true, any = false;

	while (lines_next(&l)) {
		uint32_t time, lower, upper;

		if (!word_is(&l.word[0], "bounds"))
			continue;
		if (l.n != 4)
			lines_fatal(&l, "%u words; bounds are a time and two numbers of records",
				l.n - 1);
		time = word_number(&l, &l.word[1], "time", 0, NONE - 1);
		lower = word_number(&l, &l.word[2], "lower bound", 0, NONE - 1);
		upper = word_number(&l, &l.word[3], "upper bound", 0, NONE - 1);
		seldom = seldom && lower >= SELDOM_LOWER && upper >= SELDOM_UPPER;
		until = seldom ? time : until;
		any = true;
	}
	return any && seldom ? UINT64_MAX : until;
}

/* failure_time: the time of the first failure; in a run without one, of the last event. */
static uint64_t
failure_time(const Statistics *s)
{
	uint64_t first = s->first_failure;

	for (uint32_t i = 0; s->first_failure == UINT64_MAX
		&& i < s->spec->nnodes * MAX_FUNCTIONS; i++)
		if (s->began[i] && s->began[i] - 1 < first)
			first = s->began[i] - 1;
	return first == UINT64_MAX ? s->last : first;
}

/*
 * unload_time: the time (us) in which the host gets all records of the nodes, if they have sent no
 * records since the start of the run; until: how long they have run (us).
 */
static uint64_t
unload_time(const Statistics *s, uint64_t until)
{
	uint64_t most = 0, link = 0;
	uint32_t levels = s->spec->levels + 1;

	for (uint32_t i = 0; i < s->spec->nnodes; i++) {
		uint64_t records = s->events[i] + until / USE_PERIOD_US + 1;

		records = records < SELDOM_UPPER ? records : SELDOM_UPPER;
		most = records > most ? records : most;
		link += EMPTY_BLOCK_US + records * RECORD_US;
	}
	return LOOK_PERIOD_US + 2 * (link + levels * (2 * HOP_US + most * RECORD_US));
}

/*
 * propose_bounds: append bounds for the next run's monitors. failed: time of the first failure;
 * seldom: the time up to which the run's bounds were so high that nodes did not wait; both in us.
 */
static void
propose_bounds(Buf *b, const Statistics *s, uint64_t failed, uint64_t seldom)
{
	uint64_t unload = unload_time(s, failed), until = failed > unload ? failed - unload : 0;

	buf_printf(b, "# the first failure, or the end, after %llu us; ",
		(unsigned long long)failed);
	if (seldom == 0)
		buf_printf(b, "its nodes waited for the host: try %d %d first\n", SELDOM_LOWER,
			SELDOM_UPPER);
	else
		buf_printf(b, "to unload all that nodes hold takes up to %llu us\n",
			(unsigned long long)unload);
	until = until < seldom ? until : seldom;
	if (until > 0)
		buf_printf(b, "%llu %d %d\n", (unsigned long long)until, SELDOM_LOWER,
			SELDOM_UPPER);
	buf_printf(b, "0 1 1\n");
}

void
trek_bounds(Buf *b, Arena *a, const Spec *spec, const TrekText *messages, const TrekText *functions,
	const TrekText *config)
{
	Statistics s = {
		.spec = spec,
		.first_failure = UINT64_MAX,
		.events = arena_alloc(a, spec->nnodes, sizeof *s.events),
		.began = arena_alloc(a, (size_t)spec->nnodes * MAX_FUNCTIONS, sizeof *s.began),
	};

	read_stamps(&s, a, messages);
	read_stamps(&s, a, functions);
	if (s.n == 0)
		fatal("%s and %s have no events: nothing was monitored, or its records are lost",
			messages->file, functions->file);
	propose_bounds(b, &s, failure_time(&s), slow_bounds_end(a, config));
}
