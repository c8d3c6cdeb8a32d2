/* watched.c - see watched.h; for analyses that compare the accesses of a recorded run in pairs. */
#include "watched.h"

/* ---- words ---- */

Watched
watched_new(const Live *l)
{
	Network *w = past_network(l->past);
	Watched x = {.live = l,
		.owners = owners_new(l->arena, l->target, l),
		.page = arena_alloc(l->arena, w->nnodes, sizeof *x.page)};

	for (NodeId n = 0; n < w->nnodes; n++)
		x.page[n] = arena_alloc(l->arena, w->nodes[n]->r.size / LIVE_PAGE + 1,
			sizeof **x.page);
	return x;
}

void
watched_add(Watched *w, uint32_t variable)
{
	Arena *a = w->live->arena;
	LiveWord at = live_word(w->live, variable);
	uint32_t word = variable % PAGE_VARIABLES;
	WatchedWord ***page = &w->page[at.node][(at.addr - MOSTNEG) / LIVE_PAGE];

	if (!*page)
		*page = arena_alloc(a, PAGE_VARIABLES, sizeof **page);
	if (!(*page)[word])
		(*page)[word] = arena_alloc(a, 1, sizeof ***page);
}

WatchedWord *
watched_at(const Watched *w, NodeId n, Addr a)
{
	uint32_t offset = a - MOSTNEG;
	WatchedWord **page = w->page[n][offset / LIVE_PAGE];

	return page ? page[offset % LIVE_PAGE / 4] : NULL;
}

void
watched_forget_allocated(Watched *w, const Allocation *a)
{
	uint32_t offset = (a->low - a->header - MOSTNEG) & ~3u, end = a->low - MOSTNEG + a->nbytes;

	owners_note_allocation(w->owners, a);
	while (offset < end) {
		WatchedWord *word = watched_at(w, a->node, MOSTNEG + offset);

		if (word)
			*word = (WatchedWord){0};
		offset = w->page[a->node][offset / LIVE_PAGE]
			? offset + 4
			: (offset / LIVE_PAGE + 1) * LIVE_PAGE;
	}
}

/* ---- accesses ---- */

WatchedAccess
watched_access(uint32_t thread, uint32_t number, const Access *a)
{
	return (WatchedAccess){.thread = thread,
		.number = number,
		.iptr = a->iptr,
		.mask = ((1 << a->nbytes) - 1) << (a->addr & 3),
		.store = a->kind == ACCESS_WRITE,
		.count = a->count};
}

WatchedAccess *
watched_add_access(const Watched *w, WatchedWord *word, const WatchedAccess *x)
{
	WatchedAccess *kept = arena_alloc(w->live->arena, 1, sizeof *kept);

	*kept = *x;
	kept->next = word->accesses;
	word->accesses = kept;
	word->n++;
	return kept;
}

bool
watched_accesses_conflict(const WatchedAccess *a, const WatchedAccess *b)
{
	return a->thread != b->thread && (a->store || b->store) && a->mask & b->mask;
}

/* ---- pairs ---- */

/* same_access: true if both accesses are the same instruction of one thread's program. */
static bool
same_access(const RacingAccess *a, const RacingAccess *b)
{
	return a->iptr == b->iptr && a->store == b->store;
}

/* same_pair: true if both pairs have the same instructions and variable. */
static bool
same_pair(const RacingPair *x, const RacingPair *y)
{
	return x->owner == y->owner && ((same_access(&x->a, &y->a) && same_access(&x->b, &y->b))
		|| (same_access(&x->a, &y->b) && same_access(&x->b, &y->a)));
}

/* pair_key: the hash key of a pair. */
static uint64_t
pair_key(const RacingPair *x)
{
	uint64_t h = watched_mix_hash(x->a.iptr, x->a.store)
		+ watched_mix_hash(x->b.iptr, x->b.store);

	return watched_mix_hash(h, (uint64_t)x->owner->low << 32 | x->owner->node);
}

/* find_pair: find the same pair among the known ones; NULL if it is new. */
static const TableSlot *
find_pair(const RacingPairs *p, const RacingPair *x)
{
	const TableSlot *s = table_find(&p->known, pair_key(x));

	while (s && !same_pair(&p->pair[s->number], x))
		s = table_next(&p->known, s);
	return s;
}

/* find_source: set program and line of the access from its instruction. */
static void
find_source(const Live *l, NodeId n, RacingAccess *a)
{
	Loaded in;
	const LineRow *row;

	if (!target_program_at(l->target, n, a->iptr - 1, &in))
		return;
	a->program = in.program;
	row = program_line_row(in.program, a->iptr - 1 - in.text_moved);
	if (row)
		a->place = row->place;
}

/* make_racing: convert a watched access into the form that the report needs. */
static RacingAccess
make_racing(const WatchedAccess *x)
{
	return (RacingAccess){.thread = x->thread,
		.iptr = x->iptr,
		.store = x->store,
		.count = x->count};
}

uint32_t
watched_get_pair(const Watched *w, RacingPairs *p, NodeId n, Addr addr, const WatchedAccess *first,
	const WatchedAccess *then)
{
	RacingPair x = {.owner = owner_of(w->owners, n, addr),
		.addr = addr,
		.mask = first->mask & then->mask,
		.a = make_racing(first),
		.b = make_racing(then)};
	const TableSlot *s = find_pair(p, &x);

	if (s)
		return s->number;
	find_source(w->live, n, &x.a);
	find_source(w->live, n, &x.b);
	p->known.arena = w->live->arena;
	table_put(&p->known, pair_key(&x), p->n);
	p->pair = arena_grow(w->live->arena, p->pair, p->n, &p->cap, sizeof *p->pair);
	p->pair[p->n] = x;
	return p->n++;
}
