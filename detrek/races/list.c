/*
 * list.c - the clocks of the threads, and the segments that may still be parallel to others.
 *
 * A segment is obsolete when the clock of every other thread has passed its end. floor[U] is the
 * least entry for U in the clocks of the others, so U's segments below that number are obsolete;
 * it can only rise when all of the holders[U] clocks that have just that entry have gone on.
 */
#include "races.h"

VClock *
clocks_new(Arena *a, uint32_t n, uint32_t nthreads)
{
	VClock *c = arena_alloc(a, n, sizeof *c);

	for (uint32_t i = 0; i < n; i++)
		c[i].n = nthreads;
	return c;
}

void
clock_put(Arena *a, VClock *to, const VClock *from)
{
	if (!to->at)
		to->at = arena_alloc(a, to->n, sizeof *to->at);
	vclock_copy(to, from);
}

SegmentList *
list_new(Arena *a, VClock *thread, uint32_t nthreads)
{
	SegmentList *l = arena_alloc(a, 1, sizeof *l);

	l->arena = a;
	l->n = nthreads;
	l->thread = thread;
	l->floor = arena_alloc(a, nthreads, sizeof *l->floor);
	l->holders = arena_alloc(a, nthreads, sizeof *l->holders);
	for (uint32_t i = 0; i < nthreads; i++)
		l->holders[i] = nthreads - 1;
	return l;
}

static void
raise_floor(SegmentList *l, uint32_t u)
{
	uint32_t least = UINT32_MAX, holders = 0;

	for (uint32_t w = 0; w < l->n; w++) {
		uint32_t k = w != u && l->thread[w].at ? l->thread[w].at[u] : 0;

		if (w == u || k > least)
			continue;
		holders = k < least ? 1 : holders + 1;
		least = k;
	}
	l->stored -= least - (l->floor[u] ? l->floor[u] : 1);
	l->floor[u] = least;
	l->holders[u] = holders;
}

/*
 * learn: mine joined with with; every entry that it leaves behind loses a holder. Returns whether
 * some entry has none left. Without branches, for wide registers.
 */
__attribute__((optimize("O3"))) static bool
learn(uint32_t *restrict mine, const uint32_t *restrict with, const uint32_t *restrict floor,
	uint32_t *restrict holders, uint32_t n)
{
	uint32_t empty = 0;

	for (uint32_t u = 0; u < n; u++) {
		uint32_t left = (with[u] > mine[u]) & (mine[u] == floor[u]);

		mine[u] = with[u] > mine[u] ? with[u] : mine[u];
		holders[u] -= left;
		empty |= left & (holders[u] == 0);
	}
	return empty;
}

void
list_advance(SegmentList *l, uint32_t thread, const VClock *with)
{
	VClock *mine = &l->thread[thread];
	bool empty = false;

	if (!mine->at) {
		mine->at = arena_alloc(l->arena, mine->n, sizeof *mine->at);
		mine->at[thread] = 1;
	}
	if (with && with->at)
		empty = learn(mine->at, with->at, l->floor, l->holders, l->n);
	l->stored++;
	vclock_tick(mine, thread);
	for (uint32_t u = 0; empty && u < l->n; u++)
		if (l->holders[u] == 0)
			raise_floor(l, u);
	if (l->n == 1)
		l->stored = 0; /* no other thread has yet to pass it */
}
