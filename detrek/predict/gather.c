/*
 * gather.c - candidates: pairs of instructions of two threads with conflicting accesses, which the
 * run orders, but not each order of its operations.
 *
 * For each word that several threads have used and one has stored to, the accesses of each place of
 * each thread are kept, and compared with later ones. The bounds of the operations' orders tell at
 * once of most pairs that they are ordered always.
 */
#include "predict.h"

#include <string.h>

/* An access of a word, by an instruction at a thread's place. */
typedef struct Entry {
	struct Entry *next;
	uint32_t thread;
	Count done;
	Addr iptr;
	uint8_t mask;
	bool store;
	uint64_t count;
} Entry;

typedef struct UsedWord {
	Entry *entries; /* the latest first */
	uint32_t n;
} UsedWord;

/* Two instructions with conflicting accesses of a variable. */
typedef struct Site {
	RacingPair pair;
	uint32_t candidate;
} Site;

typedef struct Gatherer {
	const Live *live;
	const Model *m;
	Owners *owners;
	Candidates *found;
	Site *site;         /* [nsites] */
	uint32_t nsites, sitecap;
	uint32_t *slot, nslots; /* a hash table of sites: number + 1, or 0 */
	ObjectKind *kind;   /* [objects] */
	bool *is_back;      /* [objects] a channel's other direction */
	uint32_t objectcap, backcap;
	Count *done;        /* [threads] */
	UsedWord ****page;  /* [node][page][word]; NULL if nothing is compared there */
} Gatherer;

/* ---- places ---- */

/*
 * events_of: the events that an operation is in the text of the operations (sem_text.c). One that
 * blocks is none; its P follows.
 */
static uint32_t
events_of(const Gatherer *g, const Operation *o)
{
	ObjectKind k = g->kind[o->object];

	if (o->kind == OPERATION_BLOCK || sync_is_implied(k))
		return 0;
	if (k == OBJECT_CHANNEL)
		return !g->is_back[o->object] + (o->kind == OPERATION_P);
	return k == OBJECT_MESSAGE && o->kind == OPERATION_RECV ? 2 : 1;
}

static void
operation(void *gatherer, const Operation *o)
{
	Gatherer *g = gatherer;

	g->done[o->thread] += events_of(g, o);
}

static void
object_new(void *gatherer, uint32_t object, const SyncObjectInfo *info)
{
	Gatherer *g = gatherer;

	g->kind = arena_grow(g->live->arena, g->kind, object, &g->objectcap, sizeof *g->kind);
	g->is_back = arena_grow(g->live->arena, g->is_back, object, &g->backcap,
		sizeof *g->is_back);
	g->kind[object] = info->kind;
	g->is_back[object] = info->serial != 0;
}

static void
thread_known(void *gatherer, uint32_t thread, const SyncThreadInfo *info)
{
	(void)gatherer, (void)thread, (void)info; /* the base has them */
}

/* is_together: may the tasks be there at one time? Not if a bound, or a lock, excludes it. */
static bool
is_together(const Model *m, const Together *g)
{
	const SemTrace *t = m->t;

	return sem_row(t, m->orders.low, t->first[g->task[1]] + g->count[1] - 1)[g->task[0]]
		<= g->count[0] && !excluder_excludes(m->excluder, g);
}

/* distance: how much of the trace lies between the place of the one and that of the other. */
static uint32_t
distance(const Model *m, const Together *g)
{
	const SemTrace *t = m->t;
	uint32_t waits = m->position[t->first[g->task[0]] + g->count[0]];
	uint32_t there = m->position[t->first[g->task[1]] + g->count[1] - 1];

	return there > waits ? there - waits : 0;
}

/* ---- candidates ---- */

enum { FIRST_SLOTS = 64 };

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

static uint64_t
mix(uint64_t h, uint64_t with)
{
	return ((h ^ with) + 1) * 0x9E3779B97F4A7C15u;
}

static uint32_t *
slot_of(const Gatherer *g, const RacingPair *x)
{
	uint64_t h = mix(x->a.iptr, x->a.store) + mix(x->b.iptr, x->b.store);
	uint32_t i = mix(h, (uint64_t)x->owner->low << 32 | x->owner->node) >> 32;

	while (g->slot[i & (g->nslots - 1)]
		&& !same_pair(&g->site[g->slot[i & (g->nslots - 1)] - 1].pair, x))
		i++;
	return &g->slot[i & (g->nslots - 1)];
}

static void
rehash(Gatherer *g)
{
	g->nslots = g->nslots ? 2 * g->nslots : FIRST_SLOTS;
	g->slot = arena_alloc(g->live->arena, g->nslots, sizeof *g->slot);
	for (uint32_t i = 0; i < g->nsites; i++)
		*slot_of(g, &g->site[i].pair) = i + 1;
}

/* candidate_add: the candidate of the pair's key, which is added if it is new. */
static uint32_t
candidate_add(Gatherer *g, const RacingPair *x)
{
	Arena *a = g->live->arena;
	Candidates *c = g->found;
	Buf key = {0};
	uint32_t i = 0;

	live_race_key(g->live, x, &key);
	buf_byte(&key, '\0');
	while (i < c->n && strcmp(c->candidate[i].key, (char *)key.data) != 0)
		i++;
	if (i == c->n) {
		c->candidate = arena_grow(a, c->candidate, c->n, &c->cap, sizeof *c->candidate);
		c->candidate[c->n++] = (Candidate){.pair = *x,
			.key = arena_strndup(a, (char *)key.data, key.len),
			.fate = FATE_ORDERED};
	}
	buf_free(&key);
	return i;
}

static Candidate *
candidate_of(Gatherer *g, RacingPair *x, NodeId n)
{
	uint32_t *slot;

	if (2 * g->nsites >= g->nslots)
		rehash(g);
	slot = slot_of(g, x);
	if (!*slot) {
		racing_place(g->live, n, &x->a);
		racing_place(g->live, n, &x->b);
		g->site = arena_grow(g->live->arena, g->site, g->nsites, &g->sitecap,
			sizeof *g->site);
		g->site[g->nsites] = (Site){*x, candidate_add(g, x)};
		*slot = ++g->nsites;
	}
	return &g->found->candidate[g->site[*slot - 1].candidate];
}

/* places_add: keep the nearest ones, in their order; of equal ones the first. */
static void
places_add(Candidate *c, const Places *p)
{
	uint32_t i;

	c->nplaces++;
	for (i = 0; i < c->n && c->places[i].distance <= p->distance; i++)
		if (memcmp(&c->places[i].at, &p->at, sizeof p->at) == 0) {
			c->nplaces--;
			return;
		}
	if (i == MOST_PLACES)
		return;
	c->n += c->n < MOST_PLACES;
	memmove(c->places + i + 1, c->places + i, (c->n - 1 - i) * sizeof *p);
	c->places[i] = *p;
}

static void
add(Gatherer *g, NodeId n, Addr addr, const Entry *with, const Entry *now)
{
	const Model *m = g->m;
	uint32_t a = m->task[with->thread], b = m->task[now->thread];
	RacingPair x;
	Candidate *c;
	Places p = {.at = {{a, b}, {with->done, now->done}}};

	/* nothing that the one does later can be before the other: it is for the run itself */
	if (a == NO_EVENT || b == NO_EVENT || now->done == 0
		|| with->done >= sem_length(m->t, a) || distance(m, &p.at) == 0)
		return;
	x = (RacingPair){.owner = owner_of(g->owners, n, addr),
		.addr = addr,
		.mask = with->mask & now->mask,
		.a = {with->thread, with->iptr, with->store, with->count, NULL, {0}},
		.b = {now->thread, now->iptr, now->store, now->count, NULL, {0}}};
	c = candidate_of(g, &x, n);
	if (!is_together(m, &p.at))
		return;
	p.distance = distance(m, &p.at);
	places_add(c, &p);
}

/* ---- accesses ---- */

static bool
is_known(const UsedWord *w, const Entry *now)
{
	for (const Entry *e = w->entries; e; e = e->next)
		if (e->thread == now->thread && e->done == now->done && e->iptr == now->iptr
			&& e->mask == now->mask && e->store == now->store)
			return true;
	return false;
}

static UsedWord *
word_at(const Gatherer *g, NodeId n, uint32_t offset)
{
	UsedWord **page = g->page[n][offset / LIVE_PAGE];

	return page ? page[offset % LIVE_PAGE / 4] : NULL;
}

static void
accesses(void *gatherer, uint32_t thread, NodeId n, const Access *a, uint32_t naccesses)
{
	Gatherer *g = gatherer;

	for (uint32_t i = 0; i < naccesses; i++, a++) {
		UsedWord *w = word_at(g, n, a->addr - MOSTNEG);
		Entry now = {.thread = thread,
			.done = g->done[thread],
			.iptr = a->iptr,
			.mask = ((1 << a->nbytes) - 1) << (a->addr & 3),
			.store = a->kind == ACCESS_WRITE,
			.count = a->count};

		if (!w || is_known(w, &now))
			continue;
		for (const Entry *e = w->entries; e; e = e->next)
			if (e->thread != thread && (e->store || now.store) && e->mask & now.mask)
				add(g, n, a->addr & ~3u, e, &now);
		if (w->n == MOST_ENTRIES) {
			g->found->nuncompared++;
			continue;
		}
		now.next = w->entries;
		w->entries = arena_alloc(g->live->arena, 1, sizeof now);
		*w->entries = now;
		w->n++;
	}
}

static void
allocated(void *gatherer, const Allocation *a)
{
	Gatherer *g = gatherer;
	uint32_t offset = (a->low - a->header - MOSTNEG) & ~3u, end = a->low - MOSTNEG + a->nbytes;

	owners_allocated(g->owners, a);
	while (offset < end) {
		UsedWord *w = word_at(g, a->node, offset);

		if (w)
			*w = (UsedWord){0};
		offset = g->page[a->node][offset / LIVE_PAGE]
			? offset + 4
			: (offset / LIVE_PAGE + 1) * LIVE_PAGE;
	}
}

/* ---- beginning ---- */

/* watch: compare the accesses of the word of a variable of the trace. */
static void
watch(Gatherer *g, uint32_t variable)
{
	Arena *a = g->live->arena;
	LiveWord w = live_word(g->live, variable);
	uint32_t i = (w.addr - MOSTNEG) / LIVE_PAGE, word = variable % PAGE_VARIABLES;
	UsedWord ***page = &g->page[w.node][i];

	if (!*page)
		*page = arena_alloc(a, PAGE_VARIABLES, sizeof **page);
	if (!(*page)[word])
		(*page)[word] = arena_alloc(a, 1, sizeof ***page);
}

Candidates
gather_candidates(const Live *live, const Model *m)
{
	Arena *a = live->arena;
	const Trace *t = live->trace;
	Network *w = past_network(live->past);
	Candidates found = {0};
	Gatherer g = {.live = live,
		.m = m,
		.found = &found,
		.owners = owners_new(a, live->target, live),
		.done = arena_alloc(a, t->thread.n + 1, sizeof *g.done),
		.page = arena_alloc(a, w->nnodes, sizeof *g.page)};

	for (NodeId n = 0; n < w->nnodes; n++)
		g.page[n] = arena_alloc(a, w->nodes[n]->r.size / LIVE_PAGE + 1, sizeof **g.page);
	for (uint32_t v = 0; v < t->nvariables; v++) {
		const struct Use *use = &t->use[v / WORD_VARIABLES];

		if (use->shared & use->stored & 1u << v % WORD_VARIABLES)
			watch(&g, v);
	}
	sync_observe(live->past, live->target,
		&(SyncCalls){.thread = thread_known,
			.object = object_new,
			.operation = operation,
			.accesses = accesses,
			.allocated = allocated,
			.context = &g});
	for (uint32_t i = 0; i < t->thread.n; i++)
		assert(m->task[i] == NO_EVENT || g.done[i] == sem_length(m->t, m->task[i]));
	return found;
}
