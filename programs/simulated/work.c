/*
 * work.c - executes the segments of tasks, with their bugs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "report.h"
#include "spend.h"
#include "work.h"

static const void *(*description)(uint32_t *nbytes);

/*
 * Mostly tasks follow each other: their row is the last one again, or the next. The workers of a
 * node share the last one, so each looks at a copy.
 */
static const Row *
row_of(uint32_t task)
{
	static const Row *last;
	const Row *row = last;

	if (row == NULL)
		row = ((const Description *)description(NULL))->row;
	if (task > row->task && task - row->task >= row->count)
		row++;
	if (task - row->task >= row->count)
		row = description_row(description(NULL), task);
	last = row;
	return row;
}

int
work_ready(Work *w, SegmentKind kind, uint32_t task, uint32_t (*part)(void))
{
	w->segment = &row_of(task)->segment[kind];
	w->task = task;
	w->bug = w->segment->bug;
	if (w->bug != BUG_NONE && w->segment->part != ALL_PARTS && w->segment->part != part())
		w->bug = BUG_NONE;
	return w->bug == BUG_NONE || w->has_struck;
}

/* The bugs that do not concern the segment's results. */
static void
strike(const Work *w)
{
	switch (w->bug) {
	case BUG_LOOP:
		for (;;)
			machine_spend(1000, 0);
	case BUG_CRASH:
		machine_crash();
		break;
	case BUG_WILD:
		machine_wild(w->task);
		break;
	case BUG_EXIT:
		exit(1);
	}
}

static void
make_timed(void *work)
{
	Work *w = work;
	uint32_t start = machine_clock();

	w->make(w);
	w->spent = machine_clock() - start;
}

/* A segment that was 1 % longer than asked for is reported. */
static void
spend_rest(const Work *w)
{
	const Segment *s = w->segment;
	uint32_t more = machine_spend(s->time, w->spent);

	if (more != 0 && more > s->time / 100)
		report_long(w->task, s, s->time + more);
}

Bug
work_segment(void (*make)(Work *), const void *data, uint32_t nbytes)
{
	Work w;

	w.make = make;
	w.data = data;
	w.nbytes = nbytes;
	w.has_struck = 0;
	machine_high(make_timed, &w);
	if (w.bug == BUG_NONE) {
		spend_rest(&w);
	} else {
		machine_spend(w.segment->time, 0);
		strike(&w);
		w.has_struck = 1;
		machine_high(make_timed, &w);
	}
	return w.bug;
}

/* ---- bytes that say nothing: some words that depend on the task, again and again ---- */

enum { PATTERN = 16 }; /* words */

static uint32_t
first_word(uint32_t task)
{
	return task + 1000;
}

/* Cheap: nothing is multiplied. */
static uint32_t
next_word(uint32_t word, uint32_t first)
{
	return word << 1 ^ first;
}

/* fill: in whole words, so up to 3 bytes more than nbytes. */
static void
fill(uint32_t *to, uint32_t nbytes, uint32_t task)
{
	uint32_t n = (nbytes + 3) / 4, have = n < PATTERN ? n : PATTERN;
	uint32_t first = first_word(task), word = first;

	for (uint32_t *p = to; p < to + have; p++, word = next_word(word, first))
		*p = word;
	for (uint32_t more; have < n; have += more) {
		more = have < n - have ? have : n - have;
		memcpy(to + have, to, 4 * more);
	}
}

/* is_filled: true if the bytes are as `fill` makes them; they are aligned to words. */
static int
is_filled(const uint32_t *p, uint32_t nbytes, uint32_t task)
{
	const uint32_t *end = p + nbytes / 4, *pattern = end - p < PATTERN ? end : p + PATTERN;
	uint32_t first = first_word(task), word = first, last;

	for (; p < pattern; p++, word = next_word(word, first))
		if (*p != word)
			return 0;
	for (; end - p >= 4; p += 4)
		if ((p[0] ^ p[0 - PATTERN]) | (p[1] ^ p[1 - PATTERN]) | (p[2] ^ p[2 - PATTERN])
			| (p[3] ^ p[3 - PATTERN]))
			return 0;
	for (; p < end; p++)
		if (*p != p[-PATTERN])
			return 0;
	if (nbytes / 4 >= PATTERN)
		word = p[-PATTERN];
	last = word;
	memcpy(&last, p, nbytes % 4);
	return last == word;
}

enum { USUAL = 4096 }; /* bytes */

/* room_for: memory of at least nbytes, valid until the next call; each process has its own. */
static void *
room_for(uint32_t nbytes)
{
	static uint32_t usual[USUAL / 4], size;
	static void *large;

	if (nbytes <= USUAL)
		return usual;
	if (nbytes > size) {
		free(large);
		large = malloc(nbytes);
		size = nbytes;
	}
	if (large == NULL) {
		fprintf(stderr, "simulated: no memory for %u bytes\n", (unsigned)nbytes);
		exit(2);
	}
	return large;
}

Header *
work_fill(const Work *w, uint32_t first, uint32_t units, uint32_t *nbytes)
{
	uint32_t n = w->bug == BUG_FEW ? w->segment->nbytes / 2 : w->segment->nbytes;
	Header *made;

	if (n < sizeof *made)
		n = sizeof *made;
	made = room_for(n + 3);
	made->first = first;
	made->n = units;
	if (w->bug == BUG_WRONG)
		made->first ^= 1;
	fill((uint32_t *)(made + 1), n - sizeof *made, w->task);
	*nbytes = n;
	return made;
}

int
work_check(const void *data, uint32_t nbytes, uint32_t task)
{
	if (nbytes < sizeof(Header))
		return -1;
	return is_filled((const uint32_t *)((const Header *)data + 1), nbytes - sizeof(Header), task)
		? 0
		: -1;
}

/* ---- before the first segment ---- */

static void
make_nothing(Work *w)
{
	w->segment = w->data;
	w->bug = BUG_NONE;
}

static void
segment_of(uint32_t us)
{
	static Segment s;

	s.time = us;
	work_segment(make_nothing, &s, 0);
}

void
work_start(const void *(*describe)(uint32_t *nbytes))
{
	description = describe;
	machine_start(segment_of);
}
