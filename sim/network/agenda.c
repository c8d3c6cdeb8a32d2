/* agenda.c - future actions: a binary heap ordered by (time, number). */
#include "network.h"

#include <stdlib.h>

enum { ABSENT = 0xFFFFFFFF }; /* Agenda.place of an id that is not in the heap */

void
agenda_init(Agenda *a, uint32_t nthings)
{
	a->keys = xmalloc(nthings * sizeof *a->keys);
	a->heap = xmalloc(nthings * sizeof *a->heap);
	a->place = xmalloc(nthings * sizeof *a->place);
	a->n = 0;
	for (uint32_t i = 0; i < nthings; i++) {
		a->keys[i] = NEVER;
		a->place[i] = ABSENT;
	}
}

void
agenda_free(Agenda *a)
{
	free(a->keys);
	free(a->heap);
	free(a->place);
}

/*
 * is_before: true if thing x acts before thing y: at an earlier time or, at the same time, with a
 * smaller number.
 */
static bool
is_before(const Agenda *a, uint32_t x, uint32_t y)
{
	return a->keys[x] != a->keys[y] ? a->keys[x] < a->keys[y] : x < y;
}

/* put_thing: put a thing at index i of the heap. */
static void
put_thing(Agenda *a, uint32_t i, uint32_t thing)
{
	a->heap[i] = thing;
	a->place[thing] = i;
}

/* sift_up: move the thing at index i of the heap up while it acts before the one above it. */
static void
sift_up(Agenda *a, uint32_t i)
{
	uint32_t thing = a->heap[i];

	for (; i > 0 && is_before(a, thing, a->heap[(i - 1) / 2]); i = (i - 1) / 2)
		put_thing(a, i, a->heap[(i - 1) / 2]);
	put_thing(a, i, thing);
}

/* sift_down: move the thing at index i of the heap down while one below it acts before it. */
static void
sift_down(Agenda *a, uint32_t i)
{
	uint32_t thing = a->heap[i];

	for (;;) {
		uint32_t child = 2 * i + 1;

		if (child >= a->n)
			break;
		if (child + 1 < a->n && is_before(a, a->heap[child + 1], a->heap[child]))
			child++;
		if (!is_before(a, a->heap[child], thing))
			break;
		put_thing(a, i, a->heap[child]);
		i = child;
	}
	put_thing(a, i, thing);
}

void
agenda_set(Agenda *a, uint32_t thing, Time at)
{
	uint32_t i = a->place[thing];

	if (a->keys[thing] == at)
		return;
	a->keys[thing] = at;
	if (at == NEVER) {
		uint32_t last = a->heap[--a->n];

		a->place[thing] = ABSENT;
		if (last == thing)
			return;
		put_thing(a, i, last);
		sift_up(a, i);
		sift_down(a, a->place[last]);
		return;
	}
	if (i == ABSENT) {
		i = a->n++;
		put_thing(a, i, thing);
	}
	sift_up(a, i);
	sift_down(a, a->place[thing]);
}

uint32_t
agenda_first(const Agenda *a, Time *at)
{
	if (a->n == 0) {
		*at = NEVER;
		return ABSENT;
	}
	*at = a->keys[a->heap[0]];
	return a->heap[0];
}
