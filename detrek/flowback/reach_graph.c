/*
 * reach_graph.c - makes a graph of the statements and the output that a value reaches, as far as
 * the options say.
 */
#include "flowback_parts.h"
#include "reach.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A reached instruction in the graph. */
typedef struct Effect {
	uint32_t *next;  /* [nnext] the reached instructions that used its value */
	uint32_t nnext, cap;
	bool known;      /* `cause` is valid */
	Cause *cause;    /* its node; NULL: it has no name, so it is left out between two others */
	bool waiting;    /* it is or was in the queue */
	uint32_t seen;   /* number of the last search that passed through it, + 1 */
	/* of a byte for the host: its offset in standard output; NOT_OUTPUT: it is not in it */
	size_t offset;
} Effect;

#define NOT_OUTPUT SIZE_MAX

/* A byte of standard output, by its message. */
typedef struct OutputPosition {
	uint32_t message, offset; /* the message, and the offset in it */
	size_t at;                /* offset in standard output */
} OutputPosition;

/* The graph while it is made. */
typedef struct ReachGraph {
	Flowback *f;
	const Reach *r;
	Effect *effects;  /* [r->n] */
	uint32_t *queue;  /* [nqueue] numbers of effects; the first `taken` were expanded */
	uint32_t nqueue, taken;
	OutputPosition *located; /* [bytes of the output] sorted by message and offset */
} ReachGraph;

/* ---- output ---- */

/* compare_located: compare two bytes of the output by message and offset, for qsort. */
static int
compare_located(const void *a, const void *b)
{
	const OutputPosition *x = a, *y = b;

	return x->message != y->message ? (x->message > y->message) - (x->message < y->message)
		: (x->offset > y->offset) - (x->offset < y->offset);
}

/* locate_output: sort the bytes of the standard output by message. */
static void
locate_output(ReachGraph *g)
{
	const Output *o = flowback_output_read(g->f);

	g->located = xcalloc(o->nbytes + 1, sizeof *g->located);
	for (size_t i = 0; i < o->nbytes; i++)
		g->located[i] = (OutputPosition){o->bytes[i].message, o->bytes[i].offset, i};
	qsort(g->located, o->nbytes, sizeof *g->located, compare_located);
}

/* count_messages: the number of messages to hosts that were given to links until a time. */
static uint32_t
count_messages(const Output *o, Time until)
{
	uint32_t low = 0, high = o->nmessages;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (o->messages[middle].at <= until)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/*
 * find_message: the message to the host that contains a reached byte: the last message that was
 * given to the link until shortly after the byte's time.
 */
static const OutputMessage *
find_message(const Output *o, const Reached *x)
{
	for (uint32_t i = count_messages(o, x->at + SETUP); i-- > 0;) {
		const OutputMessage *m = &o->messages[i];

		if (m->node == x->node && m->link == x->link
			&& x->instruction - m->from < m->nbytes)
			return m;
	}
	return NULL;
}

/*
 * output_offset: the offset of a reached byte in the standard output; NOT_OUTPUT: it is not in it.
 */
static size_t
output_offset(const ReachGraph *g, const Reached *x)
{
	const Output *o = flowback_output_read(g->f);
	const OutputMessage *m = find_message(o, x);
	OutputPosition key, *found;

	if (!m || !output_in_order(o))
		return NOT_OUTPUT;
	key = (OutputPosition){m - o->messages, x->instruction - m->from, 0};
	found = bsearch(&key, g->located, o->nbytes, sizeof key, compare_located);
	return found ? found->at : NOT_OUTPUT;
}

/* output_cause: the node of some bytes of the output. */
static Cause *
output_cause(ReachGraph *g, size_t offset, Word nbytes)
{
	char name[OUTPUT_NAME];
	Cause *c = origin_output(g->f, offset, nbytes, output_bytes_name(offset, nbytes, name),
		true);

	c->expanded = true;
	return c;
}

/* ---- statements ---- */

/*
 * writing_event: the event by which an instruction writes to an address; NO_EVENT: there is none.
 */
static uint32_t
writing_event(At at, Addr a)
{
	for (uint32_t i = at_first_event(at); i < at_event_behind(at); i++)
		if (at.in->events[i].kind == ACCESS_WRITE && at.in->events[i].addr == a)
			return i;
	return NO_EVENT;
}

/*
 * value_cause: the node for a value that a reached statement has stored; NULL if the value has no
 * name.
 */
static Cause *
value_cause(ReachGraph *g, At at, const Reached *x)
{
	uint32_t event = writing_event(at, x->addr);
	Cause *c = event == NO_EVENT ? NULL : origin_write(g->f, CAUSE_ASSIGNMENT, at, event);

	return c && !c->temporary && !c->system ? c : NULL;
}

/* statement_cause: the node for a statement that the value has reached; NULL if it has no line. */
static Cause *
statement_cause(ReachGraph *g, const Reached *x)
{
	Flowback *f = g->f;
	At at = steps_at(f->steps, x->node, x->count);

	if (at.step >= at.in->nsteps)
		return NULL;
	switch (x->kind) {
	case REACH_VALUE: return value_cause(g, at, x);
	case REACH_CONDITION: return control_predicate(f, at);
	case REACH_ADDRESS:
		return origin_instruction(f, CAUSE_REACHED, at, "used as an address", "");
	case REACH_STOP:
		return origin_instruction(f, CAUSE_STOP, at, "the node",
			stop_text(steps_stop(f->steps, x->node)));
	default: return NULL;
	}
}

/*
 * note_executions: if a node's statement was executed more than once, note in the node how often.
 */
static void
note_executions(ReachGraph *g, Cause *c, const Reached *x)
{
	char text[60];
	int n = snprintf(text, sizeof text, "%s%sthe first of %" PRIu64 " executions", c->note,
		*c->note ? ", " : "", x->executions);

	if (x->executions > 1 && n < (int)sizeof text)
		c->note = arena_strndup(&g->f->graph.arena, text, n);
}

/* reached_cause: the node of a reached instruction; NULL: it has none. */
static Cause *
reached_cause(ReachGraph *g, uint32_t i)
{
	Effect *e = &g->effects[i];

	if (e->known)
		return e->cause;
	steps_trim(g->f->steps);
	e->cause = statement_cause(g, &g->r->reached[i]);
	e->known = true;
	if (e->cause)
		note_executions(g, e->cause, &g->r->reached[i]);
	arena_free(&g->f->scratch);
	return e->cause;
}

/* ---- edges ---- */

/* add_edge: make the value of effect `from` a cause of `to`, by data or by a message. */
static void
add_edge(ReachGraph *g, uint32_t from, const Cause *to)
{
	Cause *c = g->effects[from].cause;

	if (c != to)
		graph_add_dependence(&g->f->graph, c, c->key.node == to->key.node ? DEPENDS_DATA
			: DEPENDS_SYNC, to, "");
}

/* compare_offsets: compare two offsets, for qsort. */
static int
compare_offsets(const void *a, const void *b)
{
	const size_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* The effects of a node. */
typedef struct NodeEffects {
	uint32_t from;   /* number of the node's effect in ReachGraph.effects */
	size_t *offsets; /* [n] bytes of the output */
	size_t n;
	Arena arena;
} NodeEffects;

/* add_output: add the nodes of the output bytes to which a node leads. */
static void
add_output(ReachGraph *g, NodeEffects *l)
{
	qsort(l->offsets, l->n, sizeof *l->offsets, compare_offsets);
	for (size_t i = 0, n; i < l->n; i += n) {
		for (n = 1; i + n < l->n && l->offsets[i + n] == l->offsets[i] + n; n++)
			continue;
		add_edge(g, l->from, output_cause(g, l->offsets[i], n));
	}
}

/*
 * add_next_effect: add the node of the reached instruction i; if it has no node, add the nodes of
 * the instructions to which it leads.
 */
static void
add_next_effect(ReachGraph *g, NodeEffects *l, uint32_t i)
{
	Effect *e = &g->effects[i];
	bool host = g->r->reached[i].kind == REACH_HOST;

	if (e->seen == l->from + 1 || (host && e->offset == NOT_OUTPUT))
		return;
	e->seen = l->from + 1;
	if (host) {
		l->offsets = arena_more(&l->arena, l->offsets, l->n, sizeof *l->offsets);
		l->offsets[l->n++] = e->offset;
	} else if (reached_cause(g, i)) {
		add_edge(g, l->from, e->cause);
		if (!e->waiting)
			g->queue[g->nqueue++] = i;
		e->waiting = true;
	} else {
		for (uint32_t k = 0; k < e->nnext; k++)
			add_next_effect(g, l, e->next[k]);
	}
}

/* expand_effect: add to the graph the nodes to which effect i leads. */
static void
expand_effect(ReachGraph *g, uint32_t i)
{
	Effect *e = &g->effects[i];
	NodeEffects l = {.from = i};

	e->seen = i + 1;
	for (uint32_t k = 0; k < e->nnext; k++)
		add_next_effect(g, &l, e->next[k]);
	add_output(g, &l);
	arena_free(&l.arena);
	e->cause->expanded = true;
}

/* find_effects: list, for each reached instruction, the instructions that used its value. */
static void
find_effects(ReachGraph *g)
{
	for (uint32_t i = 0; i < g->r->n; i++)
		for (uint32_t k = 0; k < g->r->reached[i].nfrom; k++) {
			Effect *e = &g->effects[g->r->reached[i].from[k]];

			if (e->nnext == e->cap) {
				e->cap = e->cap ? 2 * e->cap : 4;
				e->next = xrealloc(e->next, e->cap * sizeof *e->next);
			}
			e->next[e->nnext++] = i;
		}
}

/* build_graph: expand effects from the first value on, at most `most` of them (0 means all). */
static void
build_graph(ReachGraph *g, uint32_t most)
{
	for (uint32_t i = 0; i < g->r->n; i++)
		if (g->r->reached[i].kind == REACH_HOST)
			g->effects[i].offset = output_offset(g, &g->r->reached[i]);
	find_effects(g);
	g->queue[g->nqueue++] = 0;
	while (g->taken < g->nqueue && (most == 0 || g->taken < most))
		expand_effect(g, g->queue[g->taken++]);
}

/* count_reached: count the reached statements, and the bytes for the host outside of the output. */
static void
count_reached(const ReachGraph *g, FlowbackReach *told)
{
	*told = (FlowbackReach){.lost = g->r->lost};
	for (uint32_t i = 1; i < g->r->n; i++) {
		bool host = g->r->reached[i].kind == REACH_HOST;

		told->statements += !host;
		told->other += host && g->effects[i].offset == NOT_OUTPUT;
	}
}

const Cause *
flowback_reach(Flowback *f, const FlowbackOptions *o, NodeId n, Addr a, Word nbytes,
	FlowbackReach *told)
{
	const T800 *c = steps_network(f->steps)->nodes[n];
	uint64_t count = t800_count(c);
	ReachGraph g = {.f = f};
	Cause *first;
	Reach r;

	f->options = *o;
	if (a - MOSTNEG >= c->r.size || nbytes > c->r.size - (a - MOSTNEG))
		return NULL;
	r = reach_run(f->past, f->target, n, a, nbytes, o->copies);
	g.r = &r;
	g.effects = xcalloc(r.n, sizeof *g.effects);
	g.queue = xcalloc(r.n, sizeof *g.queue);
	locate_output(&g);
	first = origin_last_write(f, steps_at(f->steps, n, count), a, nbytes);
	g.effects[0] = (Effect){.known = true, .cause = first, .waiting = true};
	build_graph(&g, o->most);
	count_reached(&g, told);
	for (uint32_t i = 0; i < r.n; i++)
		free(g.effects[i].next);
	free(g.effects);
	free(g.queue);
	free(g.located);
	reach_free(&r);
	return first;
}
