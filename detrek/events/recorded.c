/*
 * recorded.c - counts how often the local events of a recorded run were simultaneous, concurrent
 * and ordered.
 *
 * The run is replayed twice: for the operations of the kernel (detrek/sync), and for the places at
 * which local events become true. Then both lists are merged, for each node in the order of its
 * instructions. Each process and each message has a vector clock with one entry, a count of
 * occurrences, for each process that has any. The threads of a process share its clock, because a
 * local event belongs to the process.
 */
#include "events_parts.h"

#include "detrek/sync/operations.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TRIES = 1 << 28 }; /* occurrences tried for one operator; more are refused */

/* A process that has occurrences or takes part in operations. */
typedef struct Process {
	NodeId node;
	int32_t pid;
	uint32_t *clock;
	/* index of its entry in the clocks; NO_COMPONENT if it has no occurrences */
	uint32_t component;
} Process;

enum { NO_COMPONENT = UINT32_MAX };

/* An occurrence with its vector clock. */
typedef struct DatedEvent {
	EventOccurrence occurrence;
	uint32_t component;
	uint32_t *clock; /* the process's clock at that time, including this occurrence */
} DatedEvent;

/* What is known of the recorded run while its occurrences are searched. */
typedef struct RecordedRun {
	Arena arena;
	const EventQuery *query;
	EventsFound found;
	uint32_t cap[NEVENTOPERATORS]; /* capacities of found.found */
	/* from the first pass */
	Operation *operations;
	uint32_t noperations, opcap;
	SyncThreadInfo *threads;
	uint32_t nthreads, threadcap;
	uint32_t nobjects;
	/* from the second pass */
	EventWatch *watch;
	Watcher *watcher;
	DatedEvent *dated; /* the occurrences, in the order of places */
	uint32_t ndated, datedcap;
	/* together */
	Process *processes;
	uint32_t nprocesses, processcap, ncomponents;
	uint32_t **objects; /* [nobjects] vector clock of each object */
	uint32_t tries; /* occurrences that were tried so far for an operator */
} RecordedRun;

/* add_found_event: append an occurrence by which the query's event has occurred. */
static void
add_found_event(RecordedRun *r, EventOperator op, const EventOccurrence *o)
{
	EventsFound *f = &r->found;

	if (f->nfound[op] == r->cap[op]) {
		r->cap[op] = r->cap[op] ? 2 * r->cap[op] : 16;
		f->found[op] = xrealloc(f->found[op], r->cap[op] * sizeof *f->found[op]);
	}
	f->found[op][f->nfound[op]++] = *o;
}

/* ---- operations ---- */

/* note_thread: called by the observer: note node and process of a new thread. */
static void
note_thread(void *recorded, uint32_t thread, const SyncThreadInfo *t)
{
	RecordedRun *r = recorded;

	assert(thread == r->nthreads);
	r->threads = arena_grow(&r->arena, r->threads, r->nthreads, &r->threadcap,
		sizeof *r->threads);
	r->threads[r->nthreads++] = *t;
}

/* note_object: called by the observer: note how many objects there are. */
static void
note_object(void *recorded, uint32_t object, const SyncObjectInfo *o)
{
	RecordedRun *r = recorded;

	(void)o;
	r->nobjects = object + 1;
}

/* note_operation: called by the observer: note the operation, by which processes are ordered. */
static void
note_operation(void *recorded, const Operation *o)
{
	RecordedRun *r = recorded;

	r->operations = arena_grow(&r->arena, r->operations, r->noperations, &r->opcap,
		sizeof *r->operations);
	r->operations[r->noperations++] = *o;
}

/* ---- occurrences ---- */

/* note_occurrence: called by the watch: append an occurrence of a local event. */
static void
note_occurrence(void *recorded, const EventOccurrence *o)
{
	RecordedRun *r = recorded;

	r->dated = arena_grow(&r->arena, r->dated, r->ndated, &r->datedcap, sizeof *r->dated);
	r->dated[r->ndated++] = (DatedEvent){.occurrence = *o};
	r->found.began[o->term]++;
}

/* attach_watch: watch the network during a part of the replay. */
static void
attach_watch(void *recorded, Network *w)
{
	RecordedRun *r = recorded;

	r->watcher = event_watch_attach(r->watch, w);
}

/* detach_watch: end the watching of attach_watch. */
static void
detach_watch(void *recorded, Network *w)
{
	RecordedRun *r = recorded;
	EventHit hit;

	(void)w;
	watcher_free(r->watcher);
	while (event_watch_next(r->watch, &hit))
		add_found_event(r, EVENT_SIMULTANEOUS, &r->dated[r->ndated - 1].occurrence);
}

/* ---- clocks ---- */

/* get_process: the entry of the process; made if it is new. */
static Process *
get_process(RecordedRun *r, NodeId n, int32_t pid)
{
	Process *p;

	for (uint32_t i = 0; i < r->nprocesses; i++)
		if (r->processes[i].node == n && r->processes[i].pid == pid)
			return &r->processes[i];
	r->processes = arena_grow(&r->arena, r->processes, r->nprocesses, &r->processcap,
		sizeof *r->processes);
	p = &r->processes[r->nprocesses++];
	*p = (Process){n, pid, NULL, NO_COMPONENT};
	return p;
}

/* number_components: give each process with occurrences an entry in the clocks. */
static void
number_components(RecordedRun *r)
{
	for (uint32_t i = 0; i < r->ndated; i++) {
		Process *p = get_process(r, r->dated[i].occurrence.node,
			r->dated[i].occurrence.pid);

		if (p->component == NO_COMPONENT)
			p->component = r->ncomponents++;
		r->dated[i].component = p->component;
	}
}

/* get_clock: the clock at *clock; made, all 0, if it is NULL. */
static uint32_t *
get_clock(RecordedRun *r, uint32_t **clock)
{
	if (!*clock)
		*clock = arena_alloc(&r->arena, r->ncomponents, sizeof **clock);
	return *clock;
}

/* join_clocks: set both the process's and the object's clock to the maximum of the two. */
static void
join_clocks(RecordedRun *r, const Operation *o)
{
	uint32_t *a = get_clock(r, &get_process(r, o->node, r->threads[o->thread].pid)->clock);
	uint32_t *b = get_clock(r, &r->objects[o->object]);

	for (uint32_t i = 0; i < r->ncomponents; i++)
		a[i] = b[i] = a[i] > b[i] ? a[i] : b[i];
}

/* stamp_occurrence: give the occurrence the clock of its process at this time. */
static void
stamp_occurrence(RecordedRun *r, DatedEvent *d)
{
	uint32_t *clock = get_clock(r, &get_process(r, d->occurrence.node,
		d->occurrence.pid)->clock);

	clock[d->component]++;
	d->clock = arena_alloc(&r->arena, r->ncomponents, sizeof *d->clock);
	memcpy(d->clock, clock, r->ncomponents * sizeof *d->clock);
}

/*
 * stamp_before: stamp the occurrences on a node up to this instruction count; next[node]: its next
 * occurrence.
 */
static void
stamp_before(RecordedRun *r, NodeId n, uint64_t count, uint32_t *next)
{
	for (; next[n] < r->ndated; next[n]++) {
		DatedEvent *d = &r->dated[next[n]];

		if (d->occurrence.node == n && d->occurrence.count > count)
			return;
		if (d->occurrence.node == n)
			stamp_occurrence(r, d);
	}
}

/* stamp_occurrences: stamp all occurrences, node by node as the operations order them. */
static void
stamp_occurrences(RecordedRun *r, uint32_t nnodes)
{
	uint32_t *next = arena_alloc(&r->arena, nnodes, sizeof *next);

	number_components(r);
	r->objects = arena_alloc(&r->arena, r->nobjects + 1, sizeof *r->objects);
	for (uint32_t i = 0; i < r->noperations; i++) {
		stamp_before(r, r->operations[i].node, r->operations[i].count, next);
		join_clocks(r, &r->operations[i]);
	}
	for (NodeId n = 0; n < nnodes; n++)
		stamp_before(r, n, UINT64_MAX, next);
}

/* ---- concurrent and ordered ---- */

/* is_dated_before: true if occurrence a happened before b, by their vector clocks. */
static bool
is_dated_before(const DatedEvent *a, const DatedEvent *b)
{
	return a != b && b->clock[a->component] >= a->clock[a->component];
}

/*
 * is_compatible: true if an occurrence of a term is related to those chosen for later terms as the
 * operator requires.
 */
static bool
is_compatible(EventOperator op, const DatedEvent *d, uint32_t term, const DatedEvent *const *chosen,
	uint32_t nterms)
{
	for (uint32_t t = term + 1; t < nterms; t++)
		if (d->component == chosen[t]->component ||
			(op == EVENT_CONCURRENT &&
				(is_dated_before(d, chosen[t]) || is_dated_before(chosen[t], d))))
			return false;
	return op == EVENT_CONCURRENT || is_dated_before(d, chosen[term + 1]);
}

/*
 * choose_occurrences: choose occurrences for the terms before `term`; those of later terms are
 * chosen.
 */
static bool
choose_occurrences(RecordedRun *r, EventOperator op, uint32_t term, const DatedEvent **chosen)
{
	if (term-- == 0)
		return true;
	for (uint32_t i = 0; i < r->ndated; i++) {
		if (r->dated[i].occurrence.term != term)
			continue;
		if (++r->tries == MOST_TRIES)
			fatal("%s: too many combinations of occurrences; use local events that "
				"become true less often",
				r->query->text);
		if (!is_compatible(op, &r->dated[i], term, chosen, r->query->nterms))
			continue;
		chosen[term] = &r->dated[i];
		if (choose_occurrences(r, op, term, chosen))
			return true;
	}
	return false;
}

/* find_occurrences: find the occurrences of all terms that are related as the operator says. */
static void
find_occurrences(RecordedRun *r, EventOperator op)
{
	const DatedEvent *chosen[MAX_EVENT_TERMS];
	uint32_t last = r->query->nterms - 1;

	r->tries = 0;
	for (uint32_t i = 0; i < r->ndated; i++) {
		chosen[last] = &r->dated[i];
		if (r->dated[i].occurrence.term == last && choose_occurrences(r, op, last, chosen))
			add_found_event(r, op, &r->dated[i].occurrence);
	}
}

EventsFound
events_find_recorded(Past *p, Target *t, const EventQuery *q)
{
	char mistake[EVENT_MISTAKE];
	RecordedRun r = {.query = q, .watch = event_watch_new(t, q, mistake)};
	Search search = {attach_watch, detach_watch, &r};

	if (!r.watch)
		fatal("%s", mistake);
	sync_observe(p, t,
		&(SyncCalls){.thread = note_thread,
			.object = note_object,
			.operation = note_operation,
			.context = &r});
	target_store_kernels(t); /* the network is at the end: find the kernels */
	event_watch_occurrences(r.watch, note_occurrence, &r);
	past_goto(p, place_at(past_beginning(p)));
	past_forward(p, &search, NEVER, NULL);
	stamp_occurrences(&r, past_network(p)->nnodes);
	find_occurrences(&r, EVENT_CONCURRENT);
	find_occurrences(&r, EVENT_ORDERED);
	event_watch_free(r.watch);
	arena_free(&r.arena);
	return r.found;
}

void
events_found_free(EventsFound *f)
{
	for (int op = 0; op < NEVENTOPERATORS; op++)
		free(f->found[op]);
}
