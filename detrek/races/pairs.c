/*
 * pairs.c - finds the pairs of instructions that race: for variables with a race, it compares each
 * access with those of other threads.
 *
 * For each word and each instruction of each thread that has accessed it, the segment of the last
 * access is kept. If that segment is ordered before the current segment of another thread, so are
 * all earlier ones. The clocks are those of recplay.c.
 */
#include "live.h"

#include <string.h>

/* An instruction of a thread that has accessed a word. */
typedef struct Entry {
	struct Entry *next;
	uint32_t thread, number; /* number: the thread's last segment with such an access */
	Addr iptr;
	uint8_t mask;
	bool store;
	uint64_t count;
} Entry;

/* A word with a race. */
typedef struct Word4 {
	Entry *entries;
	uint32_t serial; /* how often its memory was allocated */
} Word4;

typedef struct PairFinder {
	Arena *arena;
	Live *live;
	Owners *owners;
	RacingPairs *pairs;
	VClock *thread, *object;
	Word4 ****page; /* [node][page][word], NULL if nothing races there */
	uint64_t *racing; /* [nracing] a hash table of pairs and their words; or 0 */
	uint32_t nracing, nwords; /* nwords: entries of it; nracing is a power of two */
} PairFinder;

/* ---- clocks ---- */

static void
operation(void *finder, const Operation *o)
{
	PairFinder *f = finder;
	VClock *mine = &f->thread[o->thread], *its = &f->object[o->object];

	if (o->kind == OPERATION_BLOCK)
		return;
	if (its->at)
		vclock_join(mine, its);
	vclock_tick(mine, o->thread);
	clock_put(f->arena, its, mine);
}

/* ---- pairs ---- */

enum { FIRST_SLOTS = 64 };

static uint64_t
mix(uint64_t h, uint64_t with)
{
	return ((h ^ with) + 1) * 0x9E3779B97F4A7C15u;
}

static bool
same_access(const RacingAccess *a, const RacingAccess *b)
{
	return a->iptr == b->iptr && a->store == b->store;
}

static bool
same_pair(const RacingPair *x, const RacingPair *y)
{
	return x->owner == y->owner && ((same_access(&x->a, &y->a) && same_access(&x->b, &y->b))
		|| (same_access(&x->a, &y->b) && same_access(&x->b, &y->a)));
}

static uint32_t *
slot_of(const RacingPairs *p, const RacingPair *x)
{
	uint64_t h = mix(x->a.iptr, x->a.store) + mix(x->b.iptr, x->b.store);
	uint32_t i = mix(h, (uint64_t)x->owner->low << 32 | x->owner->node) >> 32;

	while (p->slot[i & (p->nslots - 1)]
		&& !same_pair(&p->pair[p->slot[i & (p->nslots - 1)] - 1], x))
		i++;
	return &p->slot[i & (p->nslots - 1)];
}

static void
rehash(Arena *a, RacingPairs *p)
{
	p->nslots = p->nslots ? 2 * p->nslots : FIRST_SLOTS;
	p->slot = arena_alloc(a, p->nslots, sizeof *p->slot);
	for (uint32_t i = 0; i < p->n; i++)
		*slot_of(p, &p->pair[i]) = i + 1;
}

/* racing_slot: the place of a pair and its word in the table. */
static uint64_t *
racing_slot(const PairFinder *f, uint64_t key)
{
	uint32_t i = mix(key, 0) >> 32;

	while (f->racing[i & (f->nracing - 1)] && f->racing[i & (f->nracing - 1)] != key)
		i++;
	return &f->racing[i & (f->nracing - 1)];
}

static void
rehash_words(PairFinder *f)
{
	uint64_t *old = f->racing;
	uint32_t nold = f->nracing;

	f->nracing = nold ? 2 * nold : FIRST_SLOTS;
	f->racing = arena_alloc(f->arena, f->nracing, sizeof *f->racing);
	for (uint32_t i = 0; i < nold; i++)
		if (old[i])
			*racing_slot(f, old[i]) = old[i];
}

/* word_add: the word has the race of the pair with this number. */
static void
word_add(PairFinder *f, uint32_t number, Addr addr)
{
	RacingPair *x = &f->pairs->pair[number];
	uint64_t key = (uint64_t)(number + 1) << 32 | addr, *slot;

	if (2 * f->nwords >= f->nracing)
		rehash_words(f);
	slot = racing_slot(f, key);
	if (*slot)
		return;
	*slot = key;
	f->nwords++;
	x->word = arena_grow(f->arena, x->word, x->nwords, &x->wordcap, sizeof *x->word);
	x->word[x->nwords++] = addr;
}

void
racing_place(const Live *l, NodeId n, RacingAccess *a)
{
	Loaded in;
	const LineRow *row;

	if (!target_code(l->target, n, a->iptr - 1, &in))
		return;
	a->program = in.program;
	row = program_row(in.program, a->iptr - 1 - in.text_moved);
	if (row)
		a->place = row->place;
}

static void
pair_add(PairFinder *f, NodeId n, Addr addr, const Entry *with, const Entry *now)
{
	RacingPairs *p = f->pairs;
	RacingPair x = {.owner = owner_of(f->owners, n, addr),
		.addr = addr,
		.mask = with->mask & now->mask,
		.a = {.thread = with->thread,
			.iptr = with->iptr,
			.store = with->store,
			.count = with->count},
		.b = {.thread = now->thread,
			.iptr = now->iptr,
			.store = now->store,
			.count = now->count}};
	uint32_t *slot;

	if (2 * p->n >= p->nslots)
		rehash(f->arena, p);
	slot = slot_of(p, &x);
	if (!*slot) {
		racing_place(f->live, n, &x.a);
		racing_place(f->live, n, &x.b);
		p->pair = arena_grow(f->arena, p->pair, p->n, &p->cap, sizeof *p->pair);
		p->pair[p->n] = x;
		*slot = ++p->n;
	}
	word_add(f, *slot - 1, addr);
}

/* ---- accesses ---- */

/* entry_of: the entry of the thread and instruction; creates it if needed. */
static Entry *
entry_of(PairFinder *f, Word4 *w, const Entry *like)
{
	Entry *e = w->entries;

	while (e
		&& !(e->thread == like->thread && e->iptr == like->iptr && e->mask == like->mask
			&& e->store == like->store))
		e = e->next;
	if (e)
		return e;
	e = arena_alloc(f->arena, 1, sizeof *e);
	*e = *like;
	e->number = 0; /* no segment yet */
	e->next = w->entries;
	return w->entries = e;
}

static void
compare(PairFinder *f, NodeId n, Addr addr, Word4 *w, const Entry *now)
{
	const uint32_t *clock = f->thread[now->thread].at;

	for (const Entry *e = w->entries; e; e = e->next)
		if (e->thread != now->thread && (e->store || now->store) && e->mask & now->mask
			&& clock[e->thread] <= e->number)
			pair_add(f, n, addr, e, now);
}

static Word4 *
word_at(const PairFinder *f, NodeId n, uint32_t offset)
{
	Word4 **page = f->page[n][offset / LIVE_PAGE];

	return page ? page[offset % LIVE_PAGE / 4] : NULL;
}

static void
accesses(void *finder, uint32_t thread, NodeId n, const Access *a, uint32_t naccesses)
{
	PairFinder *f = finder;

	for (uint32_t i = 0; i < naccesses; i++, a++) {
		Word4 *w = word_at(f, n, a->addr - MOSTNEG);
		Entry now, *e;

		if (!w)
			continue;
		now = (Entry){.thread = thread,
			.number = f->thread[thread].at[thread],
			.iptr = a->iptr,
			.mask = ((1 << a->nbytes) - 1) << (a->addr & 3),
			.store = a->kind == ACCESS_WRITE,
			.count = a->count};
		e = entry_of(f, w, &now);
		if (e->number == now.number)
			continue; /* already compared with the accesses of this segment */
		e->number = now.number;
		e->count = now.count;
		compare(f, n, a->addr & ~3u, w, &now);
	}
}

static void
allocated(void *finder, const Allocation *a)
{
	PairFinder *f = finder;
	uint32_t offset = (a->low - a->header - MOSTNEG) & ~3u, end = a->low - MOSTNEG + a->nbytes;

	owners_allocated(f->owners, a);
	while (offset < end) {
		Word4 *w = word_at(f, a->node, offset);

		if (w)
			w->entries = NULL;
		offset = f->page[a->node][offset / LIVE_PAGE]
			? offset + 4
			: (offset / LIVE_PAGE + 1) * LIVE_PAGE;
	}
}

/* ---- beginning ---- */

/* watch: watches the word of a variable of the trace. */
static void
watch(PairFinder *f, uint32_t variable)
{
	LiveWord w = live_word(f->live, variable);
	NodeId n = w.node;
	uint32_t i = (w.addr - MOSTNEG) / LIVE_PAGE, word = variable % PAGE_VARIABLES;

	if (!f->page[n][i])
		f->page[n][i] = arena_alloc(f->arena, PAGE_VARIABLES, sizeof **f->page[n]);
	if (!f->page[n][i][word])
		f->page[n][i][word] = arena_alloc(f->arena, 1, sizeof ***f->page[n]);
}

static void
thread_known(void *finder, uint32_t thread, const SyncThreadInfo *info)
{
	(void)finder, (void)thread, (void)info; /* known since the word was first seen */
}

static void
object_known(void *finder, uint32_t object, const SyncObjectInfo *info)
{
	(void)finder, (void)object, (void)info;
}

RacingPairs *
pairs_find(Live *live, const Races *races)
{
	Arena *a = live->arena;
	const Trace *t = live->trace;
	Network *w = past_network(live->past);
	PairFinder f = {.arena = a,
		.live = live,
		.pairs = arena_alloc(a, 1, sizeof *f.pairs),
		.thread = clocks_new(a, t->thread.n, t->thread.n),
		.object = clocks_new(a, t->object.n, t->thread.n),
		.page = arena_alloc(a, w->nnodes, sizeof *f.page)};

	if (races->total == 0)
		return f.pairs;
	f.owners = owners_new(a, live->target, live);
	for (uint32_t i = 0; i < t->thread.n; i++) {
		f.thread[i].at = arena_alloc(a, t->thread.n, sizeof *f.thread[i].at);
		f.thread[i].at[i] = 1;
	}
	for (NodeId n = 0; n < w->nnodes; n++)
		f.page[n] = arena_alloc(a, w->nodes[n]->r.size / LIVE_PAGE + 1, sizeof **f.page);
	for (uint32_t v = 0; v < t->nvariables; v++)
		if (races->count[v])
			watch(&f, v);
	sync_observe(live->past, live->target,
		&(SyncCalls){.thread = thread_known,
			.object = object_known,
			.operation = operation,
			.accesses = accesses,
			.allocated = allocated,
			.context = &f});
	return f.pairs;
}
