/*
 * gather.c - finds the candidates: pairs of instructions of two threads with conflicting accesses.
 * The run orders the two accesses; another order of its operations may not.
 *
 * For each word that several threads use and one stores to, the accesses of each thread at each of
 * its places are kept, and compared with later accesses. For most pairs, the bounds of the
 * operations' orders show at once that their order is always the same.
 */
#include "predict.h"

#include "detrek/races/watched.h"

#include <string.h>

/* The state of gather_candidates. */
typedef struct Gatherer {
	const Live *live;
	const Model *m;
	Watched words;      /* an access's number is how many events its thread had done */
	Candidates *found;
	RacingPairs pairs;  /* pairs of instructions with conflicting accesses */
	uint32_t *candidate; /* [ncandidates] number of the candidate of each pair */
	uint32_t ncandidates, candidatecap;
	SyncObjectInfo *object; /* [objects] the objects of this replay */
	uint32_t objectcap;
	Count *done;        /* [threads] number of events that each thread has done */
} Gatherer;

/* ---- places ---- */

uint32_t
operation_event_count(const SyncObjectInfo *info, const Operation *o)
{
	if (o->kind == OPERATION_BLOCK || sync_is_implied(info->kind))
		return 0;
	if (info->kind == OBJECT_CHANNEL)
		return (info->serial == 0) + (o->kind == OPERATION_P);
	return info->kind == OBJECT_MESSAGE && o->kind == OPERATION_RECV ? 2 : 1;
}

/* handle_operation: called by the observer: advance the clocks by an operation. */
static void
handle_operation(void *gatherer, const Operation *o)
{
	Gatherer *g = gatherer;

	g->done[o->thread] += operation_event_count(&g->object[o->object], o);
}

/*
 * handle_look: called by the observer: count receives that find no message; consecutive ones are
 * one event.
 */
static void
handle_look(void *gatherer, const LookResult *l)
{
	Gatherer *g = gatherer;

	g->done[l->thread] += !l->seen && !l->again;
}

/* handle_object: called by the observer: add an object with its clock. */
static void
handle_object(void *gatherer, uint32_t object, const SyncObjectInfo *info)
{
	Gatherer *g = gatherer;

	g->object = arena_grow(g->live->arena, g->object, object, &g->objectcap,
		sizeof *g->object);
	g->object[object] = *info;
}

/*
 * can_be_together: true if the tasks may be at their places at one time: no bound and no lock
 * excludes it.
 */
static bool
can_be_together(const Model *m, const TaskPlaces *g)
{
	const SemTrace *t = m->t;

	return sem_stamp_row(t, m->orders.low, t->first[g->task[1]] + g->count[1] - 1)[g->task[0]]
		<= g->count[0] && !excluder_excludes(m->excluder, g);
}

/* trace_distance: the length of the part of the trace that lies between the two places. */
static uint32_t
trace_distance(const Model *m, const TaskPlaces *g)
{
	const SemTrace *t = m->t;
	uint32_t waits = m->position[t->first[g->task[0]] + g->count[0]];
	uint32_t there = m->position[t->first[g->task[1]] + g->count[1] - 1];

	return there > waits ? there - waits : 0;
}

/* ---- candidates ---- */

/* get_candidate: the number of the candidate for a race with the pair's key; added if it is new. */
static uint32_t
get_candidate(Gatherer *g, const RacingPair *x)
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
			.trial = {.fate = FATE_ORDERED}};
	}
	buf_free(&key);
	return i;
}

/* find_candidate: the candidate for a race to which the two accesses belong; made if it is new. */
static Candidate *
find_candidate(Gatherer *g, NodeId n, Addr addr, const WatchedAccess *with,
	const WatchedAccess *now)
{
	uint32_t pair = watched_get_pair(&g->words, &g->pairs, n, addr, with, now);

	if (pair == g->ncandidates) {
		g->candidate = arena_grow(g->live->arena, g->candidate, g->ncandidates,
			&g->candidatecap, sizeof *g->candidate);
		g->candidate[g->ncandidates++] = get_candidate(g, &g->pairs.pair[pair]);
	}
	return &g->found->candidate[g->candidate[pair]];
}

/* insert_places: insert places so that the nearest come first; of equal ones the earlier. */
static void
insert_places(Candidate *c, const PlacePair *p)
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

/* add_candidate: note that the two accesses may race, unless the run itself orders them. */
static void
add_candidate(Gatherer *g, NodeId n, Addr addr, const WatchedAccess *with, const WatchedAccess *now)
{
	const Model *m = g->m;
	uint32_t a = m->task[with->thread], b = m->task[now->thread];
	Candidate *c;
	PlacePair p = {.at = {2, {a, b}, {with->number, now->number}}};

	/*
	 * the run orders the two: no later access of one thread can come before that of the other
	 */
	if (a == NO_EVENT || b == NO_EVENT || now->number == 0
		|| with->number >= sem_task_length(m->t, a) || trace_distance(m, &p.at) == 0)
		return;
	c = find_candidate(g, n, addr, with, now);
	if (!can_be_together(m, &p.at))
		return;
	p.distance = trace_distance(m, &p.at);
	insert_places(c, &p);
}

/* ---- accesses ---- */

/* is_known_race: tell if the word's accesses already contain this one. */
static bool
is_known_race(const WatchedWord *w, const WatchedAccess *now)
{
	for (const WatchedAccess *e = w->accesses; e; e = e->next)
		if (e->thread == now->thread && e->number == now->number && e->iptr == now->iptr
			&& e->mask == now->mask && e->store == now->store)
			return true;
	return false;
}

/* handle_accesses: called by the watcher: compare accesses with earlier ones of other threads. */
static void
handle_accesses(void *gatherer, uint32_t thread, NodeId n, const Access *a, uint32_t naccesses)
{
	Gatherer *g = gatherer;

	for (uint32_t i = 0; i < naccesses; i++, a++) {
		WatchedWord *w = watched_at(&g->words, n, a->addr);
		WatchedAccess now = watched_access(thread, g->done[thread], a);

		if (!w || is_known_race(w, &now))
			continue;
		for (const WatchedAccess *e = w->accesses; e; e = e->next)
			if (watched_accesses_conflict(e, &now))
				add_candidate(g, n, a->addr & ~3u, e, &now);
		if (w->n < MOST_ENTRIES)
			watched_add_access(&g->words, w, &now);
		else
			g->found->nuncompared++;
	}
}

/*
 * handle_allocation: called by the observer: forget the accesses to memory that was allocated
 * again.
 */
static void
handle_allocation(void *gatherer, const Allocation *a)
{
	Gatherer *g = gatherer;

	watched_forget_allocated(&g->words, a);
}

/* ---- beginning ---- */

Candidates
gather_candidates(const Live *live, const Model *m)
{
	Arena *a = live->arena;
	const Trace *t = live->trace;
	Candidates found = {0};
	Gatherer g = {.live = live,
		.m = m,
		.found = &found,
		.words = watched_new(live),
		.done = arena_alloc(a, t->thread.n + 1, sizeof *g.done)};

	for (uint32_t v = 0; v < t->nvariables; v++) {
		const struct Use *use = &t->use[v / WORD_VARIABLES];

		if (use->shared & use->stored & 1u << v % WORD_VARIABLES)
			watched_add(&g.words, v);
	}
	sync_observe(live->past, live->target,
		&(SyncCalls){.object = handle_object,
			.operation = handle_operation,
			.looked = handle_look,
			.accesses = handle_accesses,
			.allocated = handle_allocation,
			.context = &g});
	for (uint32_t i = 0; i < t->thread.n; i++)
		assert(m->task[i] == NO_EVENT || g.done[i] == sem_task_length(m->t, m->task[i]));
	return found;
}
