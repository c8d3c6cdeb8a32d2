/*
 * pairs.c - finds the pairs of instructions that race: for variables with a race, it compares each
 * access with those of other threads.
 *
 * For each word, thread and instruction by which the thread has accessed the word, the segment of
 * the last access is kept. If this segment is ordered before the current segment of another thread,
 * all earlier segments of the thread are, too. The clocks are those of recplay.c.
 */
#include "watched.h"

typedef struct PairFinder {
	Arena *arena;
	/*
	 * the words with a race; an access's number is its thread's last segment with that access
	 */
	Watched words;
	RacingPairs *pairs;
	VClock *thread, *object; /* the clocks of the threads and of the objects */
	Table words_of; /* the set of all (pair, word of the pair), in the arena */
} PairFinder;

/* ---- clocks ---- */

/*
 * handle_operation: called by the observer: order the thread behind the object's earlier
 * operations.
 */
static void
handle_operation(void *finder, const Operation *o)
{
	PairFinder *f = finder;
	VClock *mine = &f->thread[o->thread], *its = &f->object[o->object];

	if (o->kind == OPERATION_BLOCK)
		return;
	if (its->at)
		vclock_join(mine, its);
	vclock_tick(mine, o->thread);
	clock_copy(f->arena, its, mine);
}

/* ---- pairs ---- */

/* add_word: add a word to the words that have the race of the pair with this number. */
static void
add_word(PairFinder *f, uint32_t number, Addr addr)
{
	RacingPair *x = &f->pairs->pair[number];

	if (!table_insert_key(&f->words_of, (uint64_t)number << 32 | addr))
		return;
	x->word = arena_grow(f->arena, x->word, x->nwords, &x->wordcap, sizeof *x->word);
	x->word[x->nwords++] = addr;
}

/* ---- accesses ---- */

/*
 * get_entry: the entry of word w for accesses by the same thread and instruction as `like`; it is
 * added if it is new.
 */
static WatchedAccess *
get_entry(PairFinder *f, WatchedWord *w, const WatchedAccess *like)
{
	WatchedAccess *e = w->accesses;

	while (e
		&& !(e->thread == like->thread && e->iptr == like->iptr && e->mask == like->mask
			&& e->store == like->store))
		e = e->next;
	if (e)
		return e;
	e = watched_add_access(&f->words, w, like);
	e->number = 0; /* no segment yet */
	return e;
}

/*
 * compare_accesses: add the pairs of an access with earlier conflicting accesses that race with it.
 */
static void
compare_accesses(PairFinder *f, NodeId n, Addr addr, const WatchedWord *w, const WatchedAccess *now)
{
	const uint32_t *clock = f->thread[now->thread].at;

	for (const WatchedAccess *e = w->accesses; e; e = e->next)
		if (watched_accesses_conflict(e, now) && clock[e->thread] <= e->number)
			add_word(f, watched_get_pair(&f->words, f->pairs, n, addr, e, now), addr);
}

/* handle_accesses: called by the observer: compare accesses to racing words with earlier ones. */
static void
handle_accesses(void *finder, uint32_t thread, NodeId n, const Access *a, uint32_t naccesses)
{
	PairFinder *f = finder;

	for (uint32_t i = 0; i < naccesses; i++, a++) {
		WatchedWord *w = watched_at(&f->words, n, a->addr);
		WatchedAccess now, *e;

		if (!w)
			continue;
		now = watched_access(thread, f->thread[thread].at[thread], a);
		e = get_entry(f, w, &now);
		if (e->number == now.number)
			continue; /* already compared with the accesses of this segment */
		e->number = now.number;
		e->count = now.count;
		compare_accesses(f, n, a->addr & ~3u, w, &now);
	}
}

/*
 * handle_allocation: called by the observer: forget the accesses to memory that was allocated
 * again.
 */
static void
handle_allocation(void *finder, const Allocation *a)
{
	PairFinder *f = finder;

	watched_forget_allocated(&f->words, a);
}

/* ---- beginning ---- */

RacingPairs *
pairs_find(Live *live, const Races *races)
{
	Arena *a = live->arena;
	const Trace *t = live->trace;
	PairFinder f = {.arena = a,
		.pairs = arena_alloc(a, 1, sizeof *f.pairs),
		.words_of.arena = a,
		.thread = clocks_new(a, t->thread.n, t->thread.n),
		.object = clocks_new(a, t->object.n, t->thread.n)};

	if (races->total == 0)
		return f.pairs;
	f.words = watched_new(live);
	for (uint32_t i = 0; i < t->thread.n; i++) {
		f.thread[i].at = arena_alloc(a, t->thread.n, sizeof *f.thread[i].at);
		f.thread[i].at[i] = 1;
	}
	for (uint32_t v = 0; v < t->nvariables; v++)
		if (races->count[v])
			watched_add(&f.words, v);
	sync_observe(live->past, live->target,
		&(SyncCalls){.operation = handle_operation,
			.accesses = handle_accesses,
			.allocated = handle_allocation,
			.context = &f});
	return f.pairs;
}
