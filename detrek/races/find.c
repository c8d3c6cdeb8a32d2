/*
 * find.c - finds conflicts of parallel segments as the segments end.
 *
 * For each variable and thread there are two tracks: the numbers of the thread's segments that
 * stored the variable, and of those that only loaded it. The segments that are parallel to a new
 * segment are at the end of a track (its numbers from clock[thread] on), so only these entries of a
 * track are read.
 *
 * The tracks of a variable are sorted by their last entry, newest first. A barrier is a storing
 * segment that is ordered after all earlier accesses of the variable. In a program that
 * synchronises, the last barrier is ordered before most later segments, so only tracks that got an
 * entry after the barrier are read. A properly synchronised access therefore costs the same with
 * many threads as with few.
 *
 * Variables that only one thread accesses, or that are never stored, cannot race and are skipped.
 *
 * In a large trace, the data for a segment is not in the processor's caches. So the accesses of the
 * segment are first listed, then all their data is prefetched, and only then are they checked.
 */
#define _GNU_SOURCE /* qsort_r */
#include "races.h"

#include <stdlib.h>
#include <string.h>

enum { STORED, LOADED, NKINDS };

/* The segments of one thread that accessed one variable in one way: STORED or LOADED. */
typedef struct Track {
	uint64_t key;   /* track_key of the variable, thread and kind */
	uint64_t stamp; /* Finder.barrier_stamp when the last entry was made */
	/*
	 * [n] for each segment: twice its number (which is below 2^31, see arena_grow), plus 1 if
	 * the segment also loaded the variable
	 */
	uint32_t *entry;
	uint32_t n, cap;
	uint32_t last; /* segment number of the last entry */
	uint32_t newer, older; /* neighbours among the tracks of this variable and kind, or NONE */
} Track;

typedef struct Variable {
	/* for each kind of access, the track with the newest entry, or NONE */
	uint32_t newest[NKINDS];
	/*
	 * the thread and number of the barrier: a storing segment that is after all earlier
	 * accesses of the variable; number 0: none yet
	 */
	uint32_t barrier_thread, barrier_number;
	uint64_t barrier_stamp; /* Finder.barrier_stamp at the barrier */
	/* number of entries of all tracks; exact while some thread has never synchronised */
	uint32_t nentries[NKINDS];
} Variable;

/* The segment that is being checked. */
typedef struct Segment {
	uint32_t thread, number, segment;
	const VClock *clock;
	uint32_t floor; /* earlier segments of its own thread below this number are obsolete */
} Segment;

/* The accesses of the segment to one variable. */
typedef struct Access {
	uint32_t variable;
	uint8_t ops;  /* LOAD, STORE or both */
	uint64_t key; /* key of the track to which the segment will be appended */
} Access;

struct Finder {
	Arena *arena;
	const Trace *trace;
	uint32_t *ended; /* [threads] number of segments that have ended */
	uint64_t *nended; /* [memories] number of ended segments of the threads in that memory */
	uint32_t *const *memory_sharers; /* see trace_memory_sharers */
	uint32_t keep;   /* how many races of each variable to keep */
	Variable *variable;
	Track *track;
	uint32_t ntracks, trackcap;
	uint32_t *slot;  /* a hash table of tracks; NONE: empty */
	uint32_t nslots; /* a power of two */
	uint64_t stamp;  /* number of entries made so far in all tracks */
	Access *access;  /* [naccesses] the accesses of the segment that is being checked */
	uint32_t naccesses, accesscap;
	uint32_t *order, *first; /* see trace_segments; computed at the first race, NULL before */
	Races races;
};

enum { FIRST_SLOTS = 1024 }; /* slots of the hash table at the beginning */

/* allocate_slots: make a hash table with n empty slots. */
static void
allocate_slots(Finder *f, uint32_t n)
{
	f->nslots = n;
	f->slot = arena_alloc(f->arena, n, sizeof *f->slot);
	memset(f->slot, 0xFF, n * sizeof *f->slot); /* NONE */
}

Finder *
finder_new(Arena *a, const Trace *t, uint32_t keep)
{
	Finder *f = arena_alloc(a, 1, sizeof *f);

	f->arena = a;
	f->trace = t;
	f->keep = keep ? keep : UINT32_MAX;
	f->races.count = arena_alloc(a, t->nvariables, sizeof *f->races.count);
	f->ended = arena_alloc(a, t->thread.n, sizeof *f->ended);
	f->nended = arena_alloc(a, t->nmemories, sizeof *f->nended);
	f->memory_sharers = trace_memory_sharers(t);
	f->variable = arena_alloc(a, t->nvariables, sizeof *f->variable);
	for (uint32_t v = 0; v < t->nvariables; v++)
		f->variable[v].newest[STORED] = f->variable[v].newest[LOADED] = NONE;
	allocate_slots(f, FIRST_SLOTS);
	return f;
}

/* track_key: the hash key of the accesses of one kind by a thread to variable v. */
static uint64_t
track_key(uint32_t v, uint32_t thread, int kind)
{
	return ((uint64_t)v << 31 | thread) << 1 | kind;
}

/* key_thread: the thread in a track's hash key. */
static uint32_t
key_thread(uint64_t key)
{
	return key >> 1 & 0x7FFFFFFF;
}

/* access_kind: the kind (STORED or LOADED) of the track for accesses with these operations. */
static uint32_t
access_kind(uint8_t ops)
{
	return ops & STORE ? STORED : LOADED;
}

/* first_slot: the slot of the hash table at which the search for a key begins. */
static uint32_t *
first_slot(const Finder *f, uint64_t key)
{
	return &f->slot[(key * 0x9E3779B97F4A7C15u >> 32) * f->nslots >> 32];
}

/* find_slot: returns the slot of the key, or the empty slot for it. */
static uint32_t *
find_slot(const Finder *f, uint64_t key)
{
	uint32_t *s = first_slot(f, key);

	while (*s != NONE && f->track[*s].key != key)
		if (++s == f->slot + f->nslots)
			s = f->slot;
	return s;
}

/* rehash: double the hash table. */
static void
rehash(Finder *f)
{
	allocate_slots(f, f->nslots * 2);
	for (uint32_t i = 0; i < f->ntracks; i++)
		*find_slot(f, f->track[i].key) = i;
}

/* get_track: returns the track with that key; creates it if needed. */
static uint32_t
get_track(Finder *f, uint64_t key)
{
	uint32_t *slot = find_slot(f, key);

	if (*slot != NONE)
		return *slot;
	if (f->ntracks * 2 >= f->nslots) {
		rehash(f);
		slot = find_slot(f, key);
	}
	f->track = arena_grow(f->arena, f->track, f->ntracks, &f->trackcap, sizeof *f->track);
	f->track[f->ntracks] = (Track){.key = key, .newer = NONE, .older = NONE};
	*slot = f->ntracks++;
	return *slot;
}

/*
 * find_own_track: the track for the variable, thread and kind of the access. It is often the newest
 * track of the variable, which has just been read.
 */
static uint32_t
find_own_track(Finder *f, const Access *x)
{
	uint32_t i = f->variable[x->variable].newest[access_kind(x->ops)];

	return i != NONE && f->track[i].key == x->key ? i : get_track(f, x->key);
}

/* move_to_front: move track i to the front of the list that begins at *newest. */
static void
move_to_front(Finder *f, uint32_t *newest, uint32_t i)
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
 * drop_obsolete: make room in a track's array. Entries below `floor` are before all later segments;
 * they are dropped when the array is full and they are at least half of it. Otherwise the array
 * grows, so that each entry is moved only a few times.
 */
static void
drop_obsolete(Track *k, uint32_t floor)
{
	uint32_t gone = k->n / 2;

	if (k->n == 0 || k->entry[gone] / 2 >= floor)
		return;
	while (gone < k->n && k->entry[gone] / 2 < floor)
		gone++;
	k->n -= gone;
	memmove(k->entry, k->entry + gone, k->n * sizeof *k->entry);
}

/* record_access: record the access in the track of its variable, thread and kind. */
static void
record_access(Finder *f, const Segment *s, const Access *x)
{
	uint32_t i = find_own_track(f, x);
	Track *k = &f->track[i];

	move_to_front(f, &f->variable[x->variable].newest[access_kind(x->ops)], i);
	if (k->n == k->cap)
		drop_obsolete(k, s->floor);
	k->entry = arena_grow(f->arena, k->entry, k->n, &k->cap, sizeof *k->entry);
	k->entry[k->n++] = s->number << 1 | (x->ops & LOAD);
	k->last = s->number;
	k->stamp = ++f->stamp;
	f->variable[x->variable].nentries[access_kind(x->ops)]++;
}

/* add_race: adds a race between the access and entry e of a track, if there is room for it. */
static void
add_race(Finder *f, const Segment *s, const Access *x, const Track *k, int kind, uint32_t e)
{
	Races *r = &f->races;
	uint8_t ops = kind == STORED ? STORE | (k->entry[e] & LOAD) : LOAD;
	uint32_t other;

	if (r->count[x->variable]++ >= f->keep)
		return;
	if (!f->order)
		f->order = trace_segments(f->trace, &f->first);
	other = f->order[f->first[key_thread(k->key)] + k->entry[e] / 2 - 1];
	r->race = arena_grow(f->arena, r->race, r->n, &r->cap, sizeof *r->race);
	r->race[r->n++] = other < s->segment
		? (Race){x->variable, other, s->segment, ops, x->ops}
		: (Race){x->variable, s->segment, other, x->ops, ops};
}

/*
 * first_parallel: returns the number of the first segment of the thread that is parallel to the
 * given segment.
 */
static uint32_t
first_parallel(const Segment *s, uint32_t thread)
{
	return s->clock->at ? s->clock->at[thread] : 0;
}

/*
 * find_parallel: find all accesses of one kind, in segments parallel to s, that are newer than
 * `since`, and add races with them; returns whether there were any.
 */
static bool
find_parallel(Finder *f, const Segment *s, const Access *x, int kind, uint64_t since)
{
	bool found = false;
	const Track *k;

	for (uint32_t i = f->variable[x->variable].newest[kind]; i != NONE; i = k->older) {
		uint32_t thread, from;

		k = &f->track[i];
		if (k->stamp <= since)
			break;
		thread = key_thread(k->key);
		from = first_parallel(s, thread);
		if (thread == s->thread || k->last < from)
			continue;
		for (uint32_t e = k->n; e > 0 && k->entry[e - 1] / 2 >= from; e--)
			add_race(f, s, x, k, kind, e - 1);
		found = true;
	}
	return found;
}

/*
 * count_races: count, without keeping them, the races of an access by a thread that has never
 * synchronised. All entries of tracks are then parallel to the access, because those of the same
 * thread would be in the same segment. Returns whether there were races.
 */
static bool
count_races(Finder *f, const Access *x, int kind)
{
	uint32_t n = f->variable[x->variable].nentries[kind];

	f->races.count[x->variable] += n;
	return n > 0;
}

/*
 * find_or_count: find the races of access x with earlier ones; only count them if enough are kept.
 */
static bool
find_or_count(Finder *f, const Segment *s, const Access *x, int kind, uint64_t since)
{
	if (!s->clock->at && f->races.count[x->variable] >= f->keep)
		return count_races(f, x, kind);
	return find_parallel(f, s, x, kind, since);
}

/* find_races: find the races of an access with earlier segments, and record the access. */
static void
find_races(Finder *f, const Segment *s, const Access *x)
{
	Variable *v = &f->variable[x->variable];
	bool after = v->barrier_number && (v->barrier_thread == s->thread ||
		first_parallel(s, v->barrier_thread) > v->barrier_number);
	uint64_t since = after ? v->barrier_stamp : 0;
	bool found = find_or_count(f, s, x, STORED, since);

	if (x->ops & STORE)
		found |= find_or_count(f, s, x, LOADED, since);
	record_access(f, s, x);
	if (x->ops & STORE && !found) {
		v->barrier_thread = s->thread;
		v->barrier_number = s->number;
		v->barrier_stamp = f->stamp;
	}
}

/* list_accesses: list the accesses of the segment to variables that other threads share. */
static void
list_accesses(Finder *f, const Segment *s)
{
	const Trace *t = f->trace;

	f->naccesses = 0;
	for (uint32_t i = t->set_start[s->segment]; i < t->set_start[s->segment + 1]; i++) {
		const AccessWord *w = &t->word[i];
		const struct Use *use = &t->use[w->index];

		for (uint32_t b = (w->load | w->store) & use->shared & use->stored; b; b &= b - 1) {
			int k = __builtin_ctz(b);
			uint8_t ops = (w->load >> k & 1) * LOAD | (w->store >> k & 1) * STORE;
			uint32_t v = w->index * WORD_VARIABLES + k;
			uint64_t key = track_key(v, s->thread, access_kind(ops));

			f->access = arena_grow(f->arena, f->access, f->naccesses, &f->accesscap,
				sizeof *f->access);
			f->access[f->naccesses++] = (Access){v, ops, key};
			__builtin_prefetch(&f->variable[v]);
			__builtin_prefetch(first_slot(f, key));
		}
	}
}

/*
 * prefetch_tracks: prefetch the tracks that the listed accesses will read first, and the tracks in
 * which they will probably be recorded.
 */
static void
prefetch_tracks(const Finder *f)
{
	for (uint32_t i = 0; i < f->naccesses; i++) {
		const Access *x = &f->access[i];
		const uint32_t *newest = f->variable[x->variable].newest;
		uint32_t track[] = {newest[STORED], newest[LOADED], *first_slot(f, x->key)};

		for (int k = 0; k < 3; k++)
			if (track[k] != NONE)
				__builtin_prefetch(&f->track[track[k]]);
	}
}

/*
 * count_parallel: count the ended segments that are parallel to the segment with this clock, of
 * threads that share memory with the segment's thread. That thread itself adds none, because its
 * entry in the clock is one more than the number of its ended segments. The loop has no branches,
 * so that the compiler can use vector instructions.
 */
__attribute__((optimize("O3"))) static uint64_t
count_parallel(const VClock *clock, const uint32_t *ended, const uint32_t *shares)
{
	uint64_t n = 0;

	for (uint32_t u = 0; u < clock->n; u++) {
		uint32_t before = clock->at[u] ? clock->at[u] - 1 : 0;

		n += ended[u] > before ? (ended[u] - before) * shares[u] : 0;
	}
	return n;
}

void
finder_add_segment(Finder *f, uint32_t segment, const VClock *clock, const uint32_t *floor)
{
	uint32_t thread = segment_thread(f->trace, segment);
	uint64_t *nended = &f->nended[f->trace->memory[thread]];
	Segment s = {
		.thread = thread,
		.number = segment_number(f->trace, segment),
		.segment = segment,
		.clock = clock,
		.floor = floor[thread],
	};

	f->races.parallel += clock->at ? count_parallel(clock, f->ended, f->memory_sharers[thread])
		: *nended;
	f->ended[thread]++;
	++*nended;
	list_accesses(f, &s);
	prefetch_tracks(f);
	for (uint32_t i = 0; i < f->naccesses; i++)
		find_races(f, &s, &f->access[i]);
}

uint64_t
finder_parallel_pairs(const Finder *f)
{
	return f->races.parallel;
}

/* The sort keys of the report: the position of each name in alphabetical order. */
typedef struct Ranks {
	const Trace *trace;
	uint32_t *variable, *thread;
} Ranks;

/* rank_segments: an array with the position of each segment in an order. */
static uint32_t *
rank_segments(Arena *a, const uint32_t *order, uint32_t n)
{
	uint32_t *rank = arena_alloc(a, n, sizeof *rank);

	for (uint32_t i = 0; i < n; i++)
		rank[order[i]] = i;
	return rank;
}

/* compare_numbers: compare two numbers for sorting. */
static int
compare_numbers(uint32_t a, uint32_t b)
{
	return (a > b) - (a < b);
}

/* compare_segments: order segments a and b by their threads' names, then by number. */
static int
compare_segments(const Ranks *k, uint32_t a, uint32_t b)
{
	int c = compare_numbers(k->thread[segment_thread(k->trace, a)],
		k->thread[segment_thread(k->trace, b)]);

	return c ? c : compare_numbers(segment_number(k->trace, a), segment_number(k->trace, b));
}

/* compare_races: order two races for qsort_r by variable, then by the segments. */
static int
compare_races(const void *pa, const void *pb, void *ranks)
{
	const Race *a = pa, *b = pb;
	const Ranks *k = ranks;
	int c = compare_numbers(k->variable[a->variable], k->variable[b->variable]);

	if (!c)
		c = compare_segments(k, a->a, b->a);
	return c ? c : compare_segments(k, a->b, b->b);
}

Races *
finder_result(Finder *f)
{
	const Trace *t = f->trace;
	Ranks k = {
		.trace = t,
		.variable = rank_segments(f->arena, variables_sorted(t), t->nvariables),
		.thread = rank_segments(
			f->arena, symbols_sorted(&t->thread, f->arena), t->thread.n),
	};

	for (uint32_t v = 0; v < t->nvariables; v++)
		f->races.total += f->races.count[v];
	if (f->races.n)
		qsort_r(f->races.race, f->races.n, sizeof *f->races.race, compare_races, &k);
	return &f->races;
}
