/*
 * list.c - keeps the clocks of the threads, and the segments that may still be parallel to later
 * ones.
 *
 * A segment is obsolete when the clock of every other thread of its memory has passed its end.
 * floor[U] is the smallest entry for U in the clocks of these threads, so the segments of U below
 * that number are obsolete. holders[U] clocks have exactly this entry; the floor can rise only when
 * all of them have advanced.
 *
 * A resting thread holds no floor, because when it resumes, it learns everything that the thread
 * that wakes it knows. If no other thread holds the floor of U, all ended segments of U are
 * obsolete.
 */
#include "races.h"

#include <assert.h>

VClock *
clocks_new(Arena *a, uint32_t n, uint32_t nthreads)
{
	VClock *c = arena_alloc(a, n, sizeof *c);

	for (uint32_t i = 0; i < n; i++)
		c[i].n = nthreads;
	return c;
}

void
clock_copy(Arena *a, VClock *to, const VClock *from)
{
	if (!to->at)
		to->at = arena_alloc(a, to->n, sizeof *to->at);
	vclock_copy(to, from);
}

/* group_by_memory: sort the threads by memory. */
static void
group_by_memory(SegmentList *l, const Trace *t)
{
	uint32_t nthreads = t->thread.n, *end;

	l->member = arena_alloc(l->arena, nthreads + 1, sizeof *l->member);
	l->first = arena_alloc(l->arena, t->nmemories + 1, sizeof *l->first);
	end = arena_alloc(l->arena, t->nmemories, sizeof *end);
	for (uint32_t i = 0; i < nthreads; i++)
		l->first[t->memory[i] + 1]++;
	for (uint32_t m = 0; m < t->nmemories; m++) {
		l->first[m + 1] += l->first[m];
		end[m] = l->first[m];
	}
	for (uint32_t i = 0; i < nthreads; i++)
		l->member[end[t->memory[i]]++] = i;
}

SegmentList *
list_new(Arena *a, VClock *thread, const Trace *t)
{
	SegmentList *l = arena_alloc(a, 1, sizeof *l);
	uint32_t nthreads = t->thread.n;

	l->arena = a;
	l->n = nthreads;
	l->thread = thread;
	l->floor = arena_alloc(a, nthreads, sizeof *l->floor);
	l->holders = arena_alloc(a, nthreads, sizeof *l->holders);
	l->ended = arena_alloc(a, nthreads, sizeof *l->ended);
	l->resting = arena_alloc(a, nthreads, sizeof *l->resting);
	l->memory_sharers = trace_memory_sharers(t);
	l->memory = t->memory;
	group_by_memory(l, t);
	for (uint32_t i = 0; i < nthreads; i++)
		l->holders[i] = l->first[t->memory[i] + 1] - l->first[t->memory[i]] - 1;
	return l;
}

/* clock_entry: the entry for thread u in a thread's clock, also while it has no clock. */
static uint32_t
clock_entry(const SegmentList *l, uint32_t thread, uint32_t u)
{
	return l->thread[thread].at ? l->thread[thread].at[u] : 0;
}

/* raise_floor: raise the floor of thread u to the smallest entry for u in the threads' clocks. */
static void
raise_floor(SegmentList *l, uint32_t u)
{
	uint32_t least = l->ended[u] ? l->ended[u] + 1 : 0, holders = 0, m = l->memory[u];

	for (uint32_t i = l->first[m]; i < l->first[m + 1]; i++) {
		uint32_t w = l->member[i], k = clock_entry(l, w, u);

		if (w == u || l->resting[w] || (holders > 0 && k > least))
			continue;
		holders = holders > 0 && k == least ? holders + 1 : 1;
		least = k;
	}
	if (least > 1)
		l->stored -= least - (l->floor[u] ? l->floor[u] : 1);
	l->floor[u] = least;
	l->holders[u] = holders;
}

/*
 * raise_floors: raise the floors of all threads with memory m, after the clock of a thread has
 * changed there.
 */
static void
raise_floors(SegmentList *l, uint32_t m)
{
	for (uint32_t i = l->first[m]; i < l->first[m + 1]; i++)
		if (l->holders[l->member[i]] == 0)
			raise_floor(l, l->member[i]);
}

/*
 * join_clock: join the clock `with` into `mine`. If an entry at the floor of a thread that shares
 * memory grows, this floor loses a holder. Returns whether some floor has no holder left. The loop
 * has no branches, so that the compiler can use vector instructions.
 */
__attribute__((optimize("O3"))) static bool
join_clock(uint32_t *restrict mine, const uint32_t *restrict with, const uint32_t *restrict shares,
	const uint32_t *restrict floor, uint32_t *restrict holders, uint32_t n)
{
	uint32_t empty = 0;

	for (uint32_t u = 0; u < n; u++) {
		uint32_t left = (with[u] > mine[u]) & (mine[u] == floor[u]) & shares[u];

		mine[u] = with[u] > mine[u] ? with[u] : mine[u];
		holders[u] -= left;
		empty |= left & (holders[u] == 0);
	}
	return empty;
}

/* get_clock: the thread's clock; creates it if needed. */
static VClock *
get_clock(SegmentList *l, uint32_t thread)
{
	VClock *c = &l->thread[thread];

	if (!c->at) {
		c->at = arena_alloc(l->arena, c->n, sizeof *c->at);
		c->at[thread] = 1;
	}
	return c;
}

/* end_segment: end the running segment of the thread. */
static void
end_segment(SegmentList *l, uint32_t thread)
{
	l->ended[thread]++;
	l->stored++;
	if (l->holders[thread] == 0)
		raise_floor(l, thread);
}

void
list_advance(SegmentList *l, uint32_t thread, const VClock *with)
{
	VClock *mine = get_clock(l, thread);
	bool empty = false;

	assert(!l->resting[thread]);
	if (with && with->at)
		empty = join_clock(
			mine->at, with->at, l->memory_sharers[thread], l->floor, l->holders, l->n);
	if (mine->at[thread] > l->ended[thread])
		end_segment(l, thread);
	vclock_tick(mine, thread);
	if (empty)
		raise_floors(l, l->memory[thread]);
}

void
list_rest(SegmentList *l, uint32_t thread)
{
	l->resting[thread] = true;
	for (uint32_t u = 0; u < l->n; u++)
		if (u != thread && l->memory_sharers[thread][u]
			&& clock_entry(l, thread, u) == l->floor[u])
			l->holders[u]--;
	end_segment(l, thread);
	raise_floors(l, l->memory[thread]);
}

void
list_wake(SegmentList *l, uint32_t thread, const VClock *with)
{
	VClock *mine = get_clock(l, thread);

	vclock_join(mine, with);
	l->resting[thread] = false;
	for (uint32_t u = 0; u < l->n; u++) {
		if (u == thread || !l->memory_sharers[thread][u])
			continue;
		assert(mine->at[u] >= l->floor[u]);
		l->holders[u] += mine->at[u] == l->floor[u];
	}
	raise_floors(l, l->memory[thread]);
}
