/*
 * watch.c - watches for an event over several nodes.
 *
 * Nodes are simulated one after the other, each ahead of others. Therefore their reports are
 * collected in a list until the network stops, and are then processed in the order of places: by
 * the time at which the instruction's stretch (docs/past.md) began, then by node. Each local event
 * keeps a copy of the words that it reads, with the values at the place being processed.
 *
 * A process exists from its first stack (stack_add) until the kernel ends it; the kernel's words
 * show this (local.c). On a node without a kernel, a program exists while its code lies there.
 */
#include "events_parts.h"

#include <stdlib.h>
#include <string.h>

/* A change of a word, or of a part of it, that some local event reads. */
typedef struct WordChange {
	Time at;         /* start of the stretch, or when the link was due to act */
	NodeId node;
	uint32_t serial; /* order among the changes of the node */
	uint64_t count;  /* number of instructions that the node executed before the change */
	bool by_link;    /* made by a link or a fault, not by an instruction */
	Addr addr;
	Word new;
	Word nbytes;
} WordChange;

/* The local events of the processes of a node. */
typedef struct NodeEvents {
	LocalEvent **events;
	uint32_t n;
} NodeEvents;

struct EventWatch {
	Target *target;
	Network *w;
	const EventQuery *query;
	Arena arena;
	EventPlace *places;  /* [term] the place of the local event */
	Watcher *watcher;    /* borrowed; NULL if the network is not running */
	LocalEvent **events; /* [nevents] */
	uint32_t nevents;
	NodeEvents *nodes;   /* [node] the events of the node */
	/* [nchanges] the first `done` have been processed, the first `sorted` are in order */
	WordChange *changes;
	uint32_t nchanges, cap, done, sorted;
	uint32_t serial;     /* number of changes so far; the next change gets it */
	bool met[MAX_EVENT_TERMS]; /* [term] a process was found at the term's place */
	void (*occurred)(void *context, const EventOccurrence *o); /* NULL if not wanted */
	void *context;
	bool holds;          /* the event held after the changes processed so far */
};

/* ---- the query ---- */

/* has_meaning: true if the term's expression can be evaluated in a program. */
static bool
has_meaning(EventWatch *v, uint32_t term, ProgramInfo *p, char mistake[EVENT_MISTAKE])
{
	ProcessNames names = {.target = v->target, .in = {.program = p}};
	LocalEvent e;
	bool good;

	snprintf(names.in.name, sizeof names.in.name, "%s", p->name);
	good = local_event_open(&e, term, &names, &v->query->term[term], &v->places[term], mistake);
	local_event_close(&e);
	return good;
}

/*
 * check_term: true if some program of the term's place has the variables that the term names;
 * otherwise `mistake` says why not.
 */
static bool
check_term(EventWatch *v, uint32_t term, char mistake[EVENT_MISTAKE])
{
	const EventPlace *place = &v->places[term];
	ProgramInfo *const *programs;
	uint32_t n = target_programs(v->target, &programs), asked = 0;
	bool good = false;

	for (uint32_t i = 0; i < n && !good; i++) {
		if (place->program ? strcmp(programs[i]->name, place->program) != 0
			: programs[i] == target_kernel(v->target))
			continue;
		asked++;
		good = has_meaning(v, term, programs[i], mistake);
	}
	if (asked == 0)
		event_fail(mistake,
			"no program that could have the event's variables is known; programs are "
			"ELF files");
	return good;
}

EventWatch *
event_watch_new(Target *t, const EventQuery *q, char mistake[EVENT_MISTAKE])
{
	EventWatch *v = xcalloc(1, sizeof *v);
	bool good = !target_kernel(t) || target_layout(t)->known
		|| event_fail(mistake, "the kernel has no debugging information, which is "
			"needed to find processes");

	*v = (EventWatch){.target = t, .w = target_network(t), .query = q};
	v->places = arena_alloc(&v->arena, q->nterms, sizeof *v->places);
	v->nodes = xcalloc(v->w->nnodes, sizeof *v->nodes);
	for (uint32_t i = 0; i < q->nterms && good; i++)
		good = event_place_parse(&v->arena, t, q->term[i].place, &v->places[i], mistake)
			&& check_term(v, i, mistake);
	if (good)
		return v;
	event_watch_free(v);
	return NULL;
}

/* forget_events: free the local events, and forget the changes noted so far. */
static void
forget_events(EventWatch *v)
{
	for (uint32_t i = 0; i < v->nevents; i++) {
		local_event_close(v->events[i]);
		free(v->events[i]);
	}
	v->nevents = v->nchanges = v->done = v->sorted = v->serial = 0;
	for (NodeId n = 0; n < v->w->nnodes; n++)
		v->nodes[n].n = 0;
}

void
event_watch_free(EventWatch *v)
{
	if (!v)
		return;
	forget_events(v);
	for (NodeId n = 0; n < v->w->nnodes; n++)
		free(v->nodes[n].events);
	free(v->nodes);
	free(v->events);
	free(v->changes);
	arena_free(&v->arena);
	free(v);
}

/*
 * made_place: the place before the instruction that made the change, or the time after a link did.
 */
static Place
made_place(const WordChange *c)
{
	return c->by_link ? place_at(c->at + 1) : place_before(c->node, c->count);
}

/* evaluate_event: evaluate an event after a change; c is NULL if the network is not running. */
static void
evaluate_event(EventWatch *v, LocalEvent *e, const WordChange *c)
{
	bool held = e->holds;

	local_event_evaluate(e);
	v->met[e->term] |= e->is_there;
	if (c && v->occurred && e->holds && !held)
		v->occurred(v->context,
			&(EventOccurrence){e->term, c->node, e->process.in.pid, made_place(c),
				c->count + !c->by_link, c->at});
}

void
event_watch_occurrences(EventWatch *v, void (*occurred)(void *context, const EventOccurrence *o),
	void *context)
{
	v->occurred = occurred;
	v->context = context;
}

const EventTerm *
event_watch_unmet_term(const EventWatch *v)
{
	for (uint32_t i = 0; i < v->query->nterms; i++)
		if (!v->met[i])
			return &v->query->term[i];
	return NULL;
}

/* ---- processes ---- */

/* add_event_to_list: append a local event to the list. */
static void
add_event_to_list(LocalEvent ***list, uint32_t *n, LocalEvent *e)
{
	*list = xrealloc(*list, (*n + 1) * sizeof **list);
	(*list)[(*n)++] = e;
}

/* watch_words: have the watcher report writes to the memory that the event reads. */
static void
watch_words(const EventWatch *v, const LocalEvent *e)
{
	for (uint32_t i = 0; v->watcher && i < e->nbytes; i++)
		watcher_range(v->watcher, e->process.node, ACCESS_WRITES, e->bytes[i].low,
			e->bytes[i].nbytes);
}

/*
 * add_event: add a term's event in a process; not an error if another program of its place has the
 * variables.
 */
static void
add_event(EventWatch *v, uint32_t term, NodeId n, const Loaded *in)
{
	ProcessNames names = {v->target, n, *in};
	LocalEvent *e = xcalloc(1, sizeof *e);
	char mistake[EVENT_MISTAKE];

	if (!in->program
		|| !local_event_open(
			e, term, &names, &v->query->term[term], &v->places[term], mistake)) {
		local_event_close(e);
		free(e);
		return;
	}
	local_event_load(e);
	e->since = v->serial;
	watch_words(v, e);
	add_event_to_list(&v->events, &v->nevents, e);
	add_event_to_list(&v->nodes[n].events, &v->nodes[n].n, e);
}

/* is_process_known: tell if the node already has local events of this loaded process. */
static bool
is_process_known(const EventWatch *v, NodeId n, const Loaded *in)
{
	for (uint32_t i = 0; i < v->nodes[n].n; i++) {
		const Loaded *known = &v->nodes[n].events[i]->process.in;

		if (known->pid == in->pid && known->program == in->program)
			return true;
	}
	return false;
}

/*
 * add_processes: add the events of a node's new processes; a process without data is still being
 * created.
 */
static void
add_processes(EventWatch *v, NodeId n)
{
	Loaded loaded[MAX_LOADED];
	uint32_t count = target_expected_programs(v->target, n, loaded);

	for (uint32_t i = 0; i < count; i++) {
		if (loaded[i].data == 0 || is_process_known(v, n, &loaded[i]))
			continue;
		for (uint32_t term = 0; term < v->query->nterms; term++)
			if (event_place_includes(&v->places[term], v->target, n, &loaded[i]))
				add_event(v, term, n, &loaded[i]);
	}
}

/* ---- reports ---- */

/* add_change: append a change of a word, with the next serial number. */
static void
add_change(EventWatch *v, WordChange c)
{
	if (v->nchanges == v->cap) {
		v->cap = v->cap ? 2 * v->cap : 256;
		v->changes = xrealloc(v->changes, v->cap * sizeof *v->changes);
	}
	c.serial = v->serial++;
	v->changes[v->nchanges++] = c;
}

/* is_node_read: tell if a local event of the node reads the accessed memory. */
static bool
is_node_read(const EventWatch *v, NodeId n, const Access *a)
{
	for (uint32_t i = 0; i < v->nodes[n].n; i++)
		if (local_event_reads(v->nodes[n].events[i], a->addr, a->nbytes))
			return true;
	return false;
}

void
event_watch_note_accesses(EventWatch *v, NodeId n, const Access *a, uint32_t naccesses)
{
	for (uint32_t i = 0; i < naccesses; i++)
		if (ACCESS_WRITES >> a[i].kind & 1 && is_node_read(v, n, &a[i]))
			add_change(v,
				(WordChange){.at = node_time(v->w, n, a[i].stretch),
					.node = n,
					.count = a[i].count,
					.by_link = a[i].kind != ACCESS_WRITE,
					.addr = a[i].addr,
					.new = a[i].new,
					.nbytes = a[i].nbytes});
}

void
event_watch_note_mark(EventWatch *v, NodeId n)
{
	if (v->w->nodes[n]->r.iptr == target_creation_address(v->target, n))
		add_processes(v, n);
}

void
event_watch_begin(EventWatch *v, Watcher *o)
{
	forget_events(v);
	v->watcher = o;
	for (NodeId n = 0; n < v->w->nnodes; n++) {
		Addr makes = target_creation_address(v->target, n);

		add_processes(v, n);
		if (o && makes)
			watcher_mark(o, n, makes);
	}
	for (uint32_t i = 0; i < v->nevents; i++)
		evaluate_event(v, v->events[i], NULL);
	v->holds = event_holds(v->query->nterms, v->events, v->nevents, NULL);
}

void
event_watch_find_holding(EventWatch *v, bool *holds)
{
	event_watch_begin(v, NULL);
	memset(holds, 0, v->w->nnodes * sizeof *holds);
	for (uint32_t i = 0; i < v->nevents; i++)
		holds[v->events[i]->process.node] |= v->events[i]->holds;
}

/* handle_accesses: called by the watcher: note the changes of words that events read. */
static void
handle_accesses(void *v, NodeId n, const Access *a, uint32_t naccesses)
{
	event_watch_note_accesses(v, n, a, naccesses);
}

/* handle_mark: called by the watcher: look for processes that have begun or ended at the mark. */
static void
handle_mark(void *v, NodeId n)
{
	event_watch_note_mark(v, n);
}

Watcher *
event_watch_attach(EventWatch *v, Network *w)
{
	Watcher *o = watcher_new(w, &(WatcherOptions){.report_accesses = handle_accesses,
		.report_marked = handle_mark, .context = v});

	event_watch_begin(v, o);
	return o;
}

/* ---- in the order of places ---- */

/* compare_places: compare two changes by place and serial number, for qsort. */
static int
compare_places(const void *a, const void *b)
{
	const WordChange *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	if (x->node != y->node)
		return x->node < y->node ? -1 : 1;
	return x->serial < y->serial ? -1 : 1;
}

/* sort_changes: sort the new changes by place. */
static void
sort_changes(EventWatch *v)
{
	if (v->sorted == v->nchanges)
		return;
	memmove(v->changes, v->changes + v->done, (v->nchanges - v->done) * sizeof *v->changes);
	v->nchanges -= v->done;
	v->done = 0;
	qsort(v->changes, v->nchanges, sizeof *v->changes, compare_places);
	v->sorted = v->nchanges;
}

/* is_same_moment: true if both changes were made by one instruction, or at one time by a link. */
static bool
is_same_moment(const WordChange *a, const WordChange *b)
{
	return a->node == b->node && a->at == b->at && a->count == b->count
		&& a->by_link == b->by_link;
}

/*
 * apply_change: store the changed bytes in the node's local events that existed before the change.
 */
static void
apply_change(EventWatch *v, const WordChange *c)
{
	for (uint32_t i = 0; i < v->nodes[c->node].n; i++) {
		LocalEvent *e = v->nodes[c->node].events[i];

		for (Word k = 0; c->serial >= e->since && k < c->nbytes; k++)
			local_event_store(e, c->addr + k, c->new >> 8 * k);
	}
}

/* evaluate_after_change: evaluate the local events of the node that the change has touched. */
static void
evaluate_after_change(EventWatch *v, const WordChange *c)
{
	const NodeEvents *n = &v->nodes[c->node];

	for (uint32_t i = 0; i < n->n; i++)
		if (n->events[i]->is_changed)
			evaluate_event(v, n->events[i], c);
}

/* make_hit: the occurrence that a change has caused, with the places before and behind it. */
static EventHit
make_hit(const EventWatch *v, const WordChange *c)
{
	const WordChange *next = v->done < v->nchanges ? v->changes + v->done : NULL;
	Place behind = place_before(c->node, c->count + !c->by_link), time = place_at(c->at + 1);

	return (EventHit){
		.made = made_place(c),
		.place = c->by_link ? time : behind,
		.before = next && !next->by_link ? place_before(next->node, next->count) : time,
		.other = c->by_link ? behind : time,
	};
}

bool
event_watch_next(EventWatch *v, EventHit *hit)
{
	sort_changes(v);
	while (v->done < v->nchanges) {
		const WordChange *c = &v->changes[v->done];
		bool held = v->holds;

		do
			apply_change(v, &v->changes[v->done++]);
		while (v->done < v->nchanges && is_same_moment(c, &v->changes[v->done]));
		evaluate_after_change(v, c);
		v->holds = event_holds(v->query->nterms, v->events, v->nevents, NULL);
		if (v->holds && !held) {
			*hit = make_hit(v, c);
			return true;
		}
	}
	return false;
}

/* ---- where it holds ---- */

bool
event_holds_now(Target *t, const EventQuery *q)
{
	char mistake[EVENT_MISTAKE];
	EventWatch *v = event_watch_new(t, q, mistake);
	bool holds;

	assert(v);
	event_watch_begin(v, NULL);
	holds = v->holds;
	event_watch_free(v);
	return holds;
}

/*
 * event_goto: go to a place where the event holds. After the instruction that makes it hold, the
 * simulator may switch to other nodes: these then run before the node's next instruction, and may
 * end the event. The last place before that is just before the next change, or the time between the
 * two.
 */
bool
event_goto(Past *p, Target *t, const EventQuery *q, const EventHit *hit)
{
	if (past_goto(p, hit->place) && event_holds_now(t, q))
		return true;
	if (hit->before.node != NOWHERE && past_goto(p, hit->before) && event_holds_now(t, q))
		return true;
	return past_goto(p, hit->other) && event_holds_now(t, q);
}

void
event_text(Target *t, const EventQuery *q, Buf *out)
{
	uint32_t chosen[MAX_EVENT_TERMS];
	char mistake[EVENT_MISTAKE];
	EventWatch *v = event_watch_new(t, q, mistake);

	assert(v);
	event_watch_begin(v, NULL);
	if (event_holds(q->nterms, v->events, v->nevents, chosen))
		for (uint32_t i = 0; i < q->nterms; i++)
			local_event_text(t, &q->term[i], v->events[chosen[i]], out);
	event_watch_free(v);
}
