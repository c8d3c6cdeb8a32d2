/*
 * races_find.c - conflicts of parallel segments, found as the segments end.
 *
 * For each variable and thread there are two tracks: the thread's segments that stored it, and
 * those that only loaded it, by number. Segments that a new one is not ordered after are at the
 * end of a track (its numbers from clock[thread] on), so a look at a track costs what it finds.
 *
 * The tracks of a variable stand in order of their last entry, newest first. Since the last
 * barrier - a storing segment that was after all earlier accesses - is before most of what
 * follows in a program that synchronises, only the tracks that got something since then are
 * looked at: an access that is well synchronised costs no more with many threads than with few.
 *
 * Variables that one thread only accesses, or that nobody stores, cannot race and are left out:
 * a mask over the words of the sets, made beforehand.
 */
#define _GNU_SOURCE /* qsort_r */
#include "races.h"

#include <stdlib.h>
#include <string.h>

typedef struct Track {
	uint32_t thread;
	uint32_t newer, older; /* tracks of this variable and kind, or NONE */
	uint32_t n, cap;
	uint64_t stamp; /* when the last entry came */
	struct Entry {
		uint32_t number, segment;
		uint8_t ops;
	} *entry;
} Track;

enum { STORED, LOADED, NKINDS };

typedef struct Variable {
	uint32_t newest[NKINDS]; /* tracks */
	uint32_t thread, number; /* the barrier's segment; number 0: none yet */
	uint64_t stamp;
} Variable;

struct Finder {
	Arena *arena;
	const Trace *trace;
	uint32_t *ended; /* [threads] segments given */
	uint64_t *racy;  /* as the words of a set: variables that may race */
	Variable *variable;
	Track *track;
	uint32_t ntracks, trackcap;
	struct Slot {
		uint64_t key;   /* variable, thread and kind */
		uint32_t track; /* plus one; 0: empty */
	} *slot;
	uint32_t nslots; /* a power of two */
	uint64_t stamp;
	Races races;
};

enum { FIRST_SLOTS = 1024 };

/* Variables accessed by two threads and stored: a thread after the other, word by word. */
static uint64_t *
racy_variables(Arena *a, const Trace *t)
{
	uint32_t n = t->variable.n / 64 + 1;
	uint64_t *stored = arena_alloc(a, n, sizeof *stored), *once = arena_alloc(a, n, sizeof *once);
	uint64_t *twice = arena_alloc(a, n, sizeof *twice), *mine = arena_alloc(a, n, sizeof *mine);
	uint32_t *first;
	uint32_t *order = trace_segments(t, &first);

	for (uint32_t thread = 0; thread < t->thread.n; thread++) {
		memset(mine, 0, n * sizeof *mine);
		for (uint32_t i = first[thread]; i < first[thread + 1]; i++) {
			for (uint32_t k = t->set[order[i]]; k < t->set[order[i] + 1]; k++) {
				const AccessWord *w = &t->word[k];

				mine[w->index] |= w->load | w->store;
				stored[w->index] |= w->store;
			}
		}
		for (uint32_t k = 0; k < n; k++) {
			twice[k] |= once[k] & mine[k];
			once[k] |= mine[k];
		}
	}
	for (uint32_t k = 0; k < n; k++)
		twice[k] &= stored[k];
	return twice;
}

Finder *
finder_new(Arena *a, const Trace *t)
{
	Finder *f = arena_alloc(a, 1, sizeof *f);

	f->arena = a;
	f->trace = t;
	f->racy = racy_variables(a, t);
	f->ended = arena_alloc(a, t->thread.n, sizeof *f->ended);
	f->variable = arena_alloc(a, t->variable.n, sizeof *f->variable);
	for (uint32_t v = 0; v < t->variable.n; v++)
		f->variable[v].newest[STORED] = f->variable[v].newest[LOADED] = NONE;
	f->nslots = FIRST_SLOTS;
	f->slot = arena_alloc(a, f->nslots, sizeof *f->slot);
	return f;
}

/* The slot of the key, or the empty one where it would go. */
static struct Slot *
place(const Finder *f, uint64_t key)
{
	uint32_t mask = f->nslots - 1;
	uint32_t i = (key * 0x9E3779B97F4A7C15u >> 32) * f->nslots >> 32; /* its top bits */

	while (f->slot[i].track && f->slot[i].key != key)
		i = (i + 1) & mask;
	return &f->slot[i];
}

static void
rehash(Finder *f)
{
	struct Slot *old = f->slot;
	uint32_t n = f->nslots;

	f->nslots = n * 2;
	f->slot = arena_alloc(f->arena, f->nslots, sizeof *f->slot);
	for (uint32_t i = 0; i < n; i++)
		if (old[i].track)
			*place(f, old[i].key) = old[i];
}

/* The thread's track of the variable, made if there is none. */
static uint32_t
track_of(Finder *f, uint32_t v, uint32_t thread, int kind)
{
	uint64_t key = ((uint64_t)v << 31 | thread) << 1 | kind;
	uint32_t head = f->variable[v].newest[kind];
	struct Slot *slot;

	if (head != NONE && f->track[head].thread == thread)
		return head;
	slot = place(f, key);
	if (slot->track)
		return slot->track - 1;
	if (f->ntracks * 2 >= f->nslots) {
		rehash(f);
		slot = place(f, key);
	}
	f->track = arena_grow(f->arena, f->track, f->ntracks, &f->trackcap, sizeof *f->track);
	f->track[f->ntracks] = (Track){.thread = thread, .newer = NONE, .older = NONE};
	*slot = (struct Slot){key, ++f->ntracks};
	return f->ntracks - 1;
}

/* The track becomes the newest of its list. */
static void
to_front(Finder *f, uint32_t *newest, uint32_t i)
{
	Track *k = &f->track[i];

	if (*newest == i)
		return;
	if (k->newer != NONE)
		f->track[k->newer].older = k->older;
	if (k->older != NONE)
		f->track[k->older].newer = k->newer;
	k->newer = NONE;
	k->older = *newest;
	if (k->older != NONE)
		f->track[k->older].newer = i;
	*newest = i;
}

/*
 * Entries below floor are before everything to come: dropped when room is needed, if they are half
 * of all (else the array grows, so that an entry is moved only a few times).
 */
static void
drop_obsolete(Track *k, uint32_t floor)
{
	uint32_t gone = k->n / 2;

	if (k->n == 0 || k->entry[gone].number >= floor)
		return;
	while (gone < k->n && k->entry[gone].number < floor)
		gone++;
	k->n -= gone;
	memmove(k->entry, k->entry + gone, k->n * sizeof *k->entry);
}

static void
record(Finder *f, uint32_t v, uint32_t segment, uint8_t ops, const uint32_t *floor)
{
	int kind = ops & STORE ? STORED : LOADED;
	uint32_t thread = segment_thread(f->trace, segment);
	uint32_t i = track_of(f, v, thread, kind);
	Track *k = &f->track[i];

	to_front(f, &f->variable[v].newest[kind], i);
	if (k->n == k->cap)
		drop_obsolete(k, floor[thread]);
	k->entry = arena_grow(f->arena, k->entry, k->n, &k->cap, sizeof *k->entry);
	k->entry[k->n++] = (struct Entry){segment_number(f->trace, segment), segment, ops};
	k->stamp = ++f->stamp;
}

static void
race_add(Finder *f, uint32_t v, const struct Entry *e, uint32_t segment, uint8_t ops)
{
	Races *r = &f->races;

	r->race = arena_grow(f->arena, r->race, r->n, &r->cap, sizeof *r->race);
	r->race[r->n++] = (Race){v, e->segment, segment, e->ops, ops};
}

/* All entries of one kind, newer than since, that are parallel; returns whether there were any. */
static bool
look(Finder *f, uint32_t v, int kind, uint64_t since, const VClock *clock, uint32_t segment,
	uint8_t ops)
{
	uint32_t thread = segment_thread(f->trace, segment);
	bool found = false;

	for (uint32_t i = f->variable[v].newest[kind]; i != NONE; i = f->track[i].older) {
		const Track *k = &f->track[i];

		if (k->stamp <= since)
			break;
		if (k->thread == thread)
			continue;
		for (uint32_t e = k->n; e > 0 && k->entry[e - 1].number >= clock->at[k->thread]; e--) {
			race_add(f, v, &k->entry[e - 1], segment, ops);
			found = true;
		}
	}
	return found;
}

static void
access_find(Finder *f, uint32_t v, uint32_t segment, uint8_t ops, const VClock *clock,
	const uint32_t *floor)
{
	Variable *x = &f->variable[v];
	uint32_t thread = segment_thread(f->trace, segment);
	bool after = x->number && (x->thread == thread || clock->at[x->thread] > x->number);
	uint64_t since = after ? x->stamp : 0;
	bool found = look(f, v, STORED, since, clock, segment, ops);

	if (ops & STORE)
		found |= look(f, v, LOADED, since, clock, segment, ops);
	record(f, v, segment, ops, floor);
	if (ops & STORE && !found) {
		x->thread = thread;
		x->number = segment_number(f->trace, segment);
		x->stamp = f->stamp;
	}
}

void
finder_segment(Finder *f, uint32_t segment, const VClock *clock, const uint32_t *floor)
{
	const Trace *t = f->trace;
	uint32_t thread = segment_thread(t, segment);

	for (uint32_t u = 0; u < clock->n; u++) {
		uint32_t first = clock->at[u] ? clock->at[u] : 1;

		if (u != thread && f->ended[u] >= first)
			f->races.parallel += f->ended[u] - first + 1;
	}
	f->ended[thread]++;
	for (uint32_t i = t->set[segment]; i < t->set[segment + 1]; i++) {
		const AccessWord *w = &t->word[i];

		for (uint64_t b = (w->load | w->store) & f->racy[w->index]; b; b &= b - 1) {
			int k = __builtin_ctzll(b);
			uint8_t ops = (w->load >> k & 1) * LOAD | (w->store >> k & 1) * STORE;

			access_find(f, w->index * 64 + k, segment, ops, clock, floor);
		}
	}
}

uint64_t
finder_parallel(const Finder *f)
{
	return f->races.parallel;
}

/* What the report sorts by: places of the names in their order. */
typedef struct Ranks {
	const Trace *trace;
	uint32_t *variable, *thread;
} Ranks;

static uint32_t *
ranks(Arena *a, const Symbols *names)
{
	uint32_t *order = symbols_sorted(names, a);
	uint32_t *rank = arena_alloc(a, names->n, sizeof *rank);

	for (uint32_t i = 0; i < names->n; i++)
		rank[order[i]] = i;
	return rank;
}

static int
compare(uint32_t a, uint32_t b)
{
	return (a > b) - (a < b);
}

static int
compare_segments(const Ranks *k, uint32_t a, uint32_t b)
{
	int c = compare(k->thread[segment_thread(k->trace, a)],
		k->thread[segment_thread(k->trace, b)]);

	return c ? c : compare(segment_number(k->trace, a), segment_number(k->trace, b));
}

static int
by_name(const void *pa, const void *pb, void *ranks)
{
	const Race *a = pa, *b = pb;
	const Ranks *k = ranks;
	int c = compare(k->variable[a->variable], k->variable[b->variable]);

	if (!c)
		c = compare_segments(k, a->a, b->a);
	return c ? c : compare_segments(k, a->b, b->b);
}

Races *
finder_result(Finder *f)
{
	Ranks k = {
		.trace = f->trace,
		.variable = ranks(f->arena, &f->trace->variable),
		.thread = ranks(f->arena, &f->trace->thread),
	};

	if (f->races.n)
		qsort_r(f->races.race, f->races.n, sizeof *f->races.race, by_name, &k);
	return &f->races;
}
