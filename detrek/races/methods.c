/*
 * methods.c - runs the other methods on a recorded run, and finds the variables for which their
 * results differ.
 *
 * The run is replayed once more to find the variable of each word: the variable that contained the
 * word when the last of its threads used it for the first time.
 */
#include "methods.h"

#include "watched.h"

#include <stdlib.h>

enum { GRAPH_RACES = 64 }; /* the most races of the graph that are kept for each word */

/* A word on which a method has found something. */
typedef struct MethodWord {
	const Owner *owner;
	NodeId node;
	Addr addr;
	uint32_t variable;
} MethodWord;

/* ---- the variables ---- */

typedef struct OwnerFinder {
	Arena *arena;
	Watched words;
	Table owner; /* finds, by node and address of a word, the number of its owner in `found` */
	const Owner **found;
	uint32_t n, cap;
} OwnerFinder;

/* word_key: the hash key of a word of a node. */
static uint64_t
word_key(NodeId n, Addr a)
{
	return (uint64_t)n << 32 | (a & ~3u);
}

/* has_used: tell if the thread has accessed the word. */
static bool
has_used(const WatchedWord *w, uint32_t thread)
{
	const WatchedAccess *a = w->accesses;

	while (a && a->thread != thread)
		a = a->next;
	return a != NULL;
}

/* note_owner: note to which variable or block the word belongs at this time. */
static void
note_owner(OwnerFinder *f, NodeId n, Addr a)
{
	const TableSlot *s = table_find(&f->owner, word_key(n, a));
	uint32_t i = s ? s->number : f->n;

	if (!s) {
		f->found = arena_grow(f->arena, f->found, f->n++, &f->cap, sizeof *f->found);
		table_put(&f->owner, word_key(n, a), i);
	}
	f->found[i] = owner_of(f->words.owners, n, a & ~3u);
}

/*
 * handle_accesses: called by the observer: note the owners of the watched words that are accessed.
 */
static void
handle_accesses(void *finder, uint32_t thread, NodeId n, const Access *a, uint32_t naccesses)
{
	OwnerFinder *f = finder;

	for (uint32_t i = 0; i < naccesses; i++, a++) {
		WatchedWord *w = watched_at(&f->words, n, a->addr);
		WatchedAccess now;

		if (!w || has_used(w, thread))
			continue;
		now = watched_access(thread, 0, a);
		watched_add_access(&f->words, w, &now);
		note_owner(f, n, a->addr);
	}
}

/* handle_allocation: called by the observer: note that the memory of a block has a new owner. */
static void
handle_allocation(void *finder, const Allocation *a)
{
	watched_forget_allocated(&((OwnerFinder *)finder)->words, a);
}

static int
compare_addresses(const void *pa, const void *pb)
{
	const MethodWord *a = pa, *b = pb;

	if (a->node != b->node)
		return a->node < b->node ? -1 : 1;
	if (a->addr != b->addr)
		return a->addr < b->addr ? -1 : 1;
	return (a->variable > b->variable) - (a->variable < b->variable);
}

/* find_owners: find the variables of n words by replaying the run; this sorts the words. */
static void
find_owners(const Live *l, MethodWord *w, uint32_t n)
{
	OwnerFinder f = {.arena = l->arena, .words = watched_new(l), .owner.arena = l->arena};

	for (uint32_t i = 0; i < n; i++) {
		LiveWord at = live_word(l, w[i].variable);

		w[i].node = at.node;
		w[i].addr = at.addr;
		watched_add(&f.words, w[i].variable);
	}
	sync_observe(l->past, l->target,
		&(SyncCalls){.accesses = handle_accesses,
			.allocated = handle_allocation,
			.context = &f});
	for (uint32_t i = 0; i < n; i++) {
		const TableSlot *s = table_find(&f.owner, word_key(w[i].node, w[i].addr));

		w[i].owner = s ? f.found[s->number]
			: owner_of(f.words.owners, w[i].node, w[i].addr);
	}
	qsort(w, n, sizeof *w, compare_addresses);
}

/* ---- the methods ---- */

/* has_race: tell if RecPlay has found a race on variable v. */
static bool
has_race(const Methods *m, uint32_t v)
{
	return m->base->recplay->races->count[v] > 0;
}

/*
 * count_graph_pairs: the number of pairs of segments that have a race on the variable in the graph,
 * but not in RecPlay. All races of RecPlay are in the graph.
 */
static uint64_t
count_graph_pairs(const Methods *m, uint32_t v)
{
	return m->graph ? m->graph->count[v] - m->base->recplay->races->count[v] : 0;
}

/*
 * has_lock_verdict: true if the lockset method suspects variable v, or misses a race on it.
 */
static bool
has_lock_verdict(const Methods *m, uint32_t v)
{
	return m->lockset && (m->lockset->suspect[v] || has_race(m, v));
}

/* list_words: list the words on which a method has found something; *n is set to their number. */
static MethodWord *
list_words(const Methods *m, uint32_t *n)
{
	const Live *l = m->base->live;
	MethodWord *w = NULL;
	uint32_t cap = 0;

	*n = 0;
	for (uint32_t v = 0; v < l->trace->nvariables; v++) {
		if (!has_lock_verdict(m, v) && count_graph_pairs(m, v) == 0)
			continue;
		w = arena_grow(l->arena, w, *n, &cap, sizeof *w);
		w[(*n)++] = (MethodWord){.variable = v};
	}
	if (*n > 0)
		find_owners(l, w, *n);
	return w;
}

/* get_group: the group of a word, which is added if it is new. */
static MethodGroup *
get_group(MethodGroup *g, uint32_t *n, const MethodWord *w, bool raced, bool suspect)
{
	uint32_t i = 0;

	while (i < *n
		&& !(g[i].owner == w->owner && g[i].raced == raced && g[i].suspect == suspect))
		i++;
	if (i == *n)
		g[(*n)++] = (MethodGroup){.owner = w->owner, .node = w->node, .addr = w->addr,
			.raced = raced, .suspect = suspect};
	g[i].nwords++;
	return &g[i];
}

/*
 * add_locks: compare the lockset method's suspicion of one word with the races there, and count
 * whether they agree.
 */
static void
add_locks(Methods *m, const MethodWord *w)
{
	bool raced = has_race(m, w->variable), suspect = m->lockset->suspect[w->variable];

	m->false_alarms += suspect && !raced;
	m->missed += raced && !suspect;
	get_group(m->locks, &m->nlocks, w, raced, suspect);
}

/*
 * show_differences: choose, for each group, a pair of accesses that RecPlay orders and the graph
 * does not, to be shown.
 */
static void
show_differences(Methods *m, const uint32_t *group)
{
	const Live *l = m->base->live;
	RecPlayOrder *o = orders_new(l->trace);

	for (uint32_t i = 0; i < m->graph->n; i++) {
		const Race *r = &m->graph->race[i];
		uint32_t g = group[r->variable];
		Difference d;

		if (g == NONE || m->orders[g].shown || !orders_explain(o, r, &d))
			continue;
		m->orders[g].shown = arena_alloc(l->arena, 1, sizeof d);
		*m->orders[g].shown = d;
	}
}

/* add_orders: group the words on which only the graph method has found races. */
static void
add_orders(Methods *m, const MethodWord *w, uint32_t n)
{
	const Live *l = m->base->live;
	uint32_t *group = arena_alloc(l->arena, l->trace->nvariables + 1, sizeof *group);

	for (uint32_t v = 0; v < l->trace->nvariables; v++)
		group[v] = NONE;
	for (uint32_t i = 0; i < n; i++) {
		uint64_t only = count_graph_pairs(m, w[i].variable);
		MethodGroup *g;

		if (only == 0)
			continue;
		g = get_group(m->orders, &m->norders, &w[i], has_race(m, w[i].variable), false);
		g->only_in_graph += only;
		group[w[i].variable] = g - m->orders;
	}
	show_differences(m, group);
}

Methods
methods_find(const LiveResult *base, bool lockset, bool graph)
{
	const Live *l = base->live;
	Methods m = {.base = base,
		.lockset = lockset ? lockset_run(l->trace) : NULL,
		.graph = graph ? ppd_run(l->trace, &(KeptParts){.races = GRAPH_RACES}) : NULL};
	uint32_t n;
	MethodWord *w = list_words(&m, &n);

	m.locks = arena_alloc(l->arena, n + 1, sizeof *m.locks);
	m.orders = arena_alloc(l->arena, n + 1, sizeof *m.orders);
	for (uint32_t i = 0; i < n; i++)
		if (has_lock_verdict(&m, w[i].variable))
			add_locks(&m, &w[i]);
	if (graph)
		add_orders(&m, w, n);
	return m;
}

bool
methods_found_races(const Methods *m)
{
	return m->norders > 0;
}
