/*
 * automaton.c - makes a deterministic automaton that describes the messages of a process.
 *
 * In the graph of a process, several nodes may send or receive the same kind of message: on the
 * same channel, to or from the same process. A state of the automaton is the set of nodes at which
 * the process may be after the messages so far (the subset construction). Nodes without messages
 * are passed silently.
 *
 * Some messages look the same to the process: messages from processes of one node, and its own
 * signals to the threads that wait for an object of memory. Then the state has the nodes of all
 * these messages. A process may also be its own peer; the graph has a node without a message for
 * this case, beside the nodes with messages, and the state has this node, too.
 */
#include "simul.h"

#include <stdlib.h>
#include <string.h>

/* The automaton of a process while it is made. */
typedef struct Builder {
	const Dcfg *d;
	uint32_t process;
	const uint32_t *alike; /* see automaton_new */
	Automaton a;
	/* [nodes] the nodes of the present state, and the nodes passed silently after them */
	bool *passed;
	uint32_t *queue, nqueue;
} Builder;

/* add_item: add an item to a sorted list without duplicates. */
static void
add_item(Arena *a, uint32_t **list, uint32_t *n, uint32_t item)
{
	uint32_t i = 0;

	while (i < *n && (*list)[i] < item)
		i++;
	if (i < *n && (*list)[i] == item)
		return;
	*list = arena_more(a, *list, *n, sizeof **list);
	memmove(*list + i + 1, *list + i, ((*n)++ - i) * sizeof **list);
	(*list)[i] = item;
}

/* get_state: the number of the state with these nodes, added if it is new. */
static uint32_t
get_state(Builder *b, const uint32_t *node, uint32_t n)
{
	for (uint32_t i = 0; i < b->a.n; i++)
		if (b->a.state[i].nnodes == n
			&& memcmp(b->a.state[i].node, node, n * sizeof *node) == 0)
			return i;
	if (b->a.n == MAX_AUTOMATON)
		fatal("%s: the messages of a process have more than %d states; use a simpler "
			"program, or --break-outside, which needs no graph", b->d->file,
			MAX_AUTOMATON);
	b->a.state = arena_grow(b->d->arena, b->a.state, b->a.n, &b->a.cap, sizeof *b->a.state);
	b->a.state[b->a.n] = (AutomatonState){
		.node = arena_alloc(b->d->arena, n, sizeof *node), .nnodes = n};
	memcpy(b->a.state[b->a.n].node, node, n * sizeof *node);
	return b->a.n++;
}

/* is_object_channel: true if the channel belongs to an object of memory, or to a thread. */
static bool
is_object_channel(const Builder *b, uint32_t channel)
{
	return strchr(b->d->channel.text[channel], '/') != NULL;
}

/*
 * looks_alike: true if the message of the node and the message of the step have peers and channels
 * that look the same.
 */
static bool
looks_alike(const Builder *b, const DcfgNode *x, const AutomatonStep *s)
{
	if (s->is_receive != (x->kind == DCFG_RECV) || s->channel != x->channel)
		return false;
	if (is_object_channel(b, x->channel))
		return !s->is_receive || s->peer == x->peer;
	return b->alike[s->peer] == b->alike[x->peer];
}

/*
 * get_step: the step by which a state is left with the message of a node; added to the state if it
 * is new.
 */
static AutomatonStep *
get_step(Builder *b, uint32_t state, uint32_t node)
{
	const DcfgNode *x = &b->d->node[node];
	AutomatonState *s = &b->a.state[state];
	bool receives = x->kind == DCFG_RECV;

	for (uint32_t i = 0; i < s->nsteps; i++)
		if (looks_alike(b, x, &s->step[i]))
			return &s->step[i];
	s->step = arena_grow(b->d->arena, s->step, s->nsteps, &s->cap, sizeof *s->step);
	s->step[s->nsteps] = (AutomatonStep){
		.is_receive = receives, .peer = x->peer, .channel = x->channel};
	return &s->step[s->nsteps++];
}

/* follow_node: put a node, once, into the queue of nodes whose successors will be followed. */
static void
follow_node(Builder *b, uint32_t node)
{
	if (b->passed[node])
		return;
	b->passed[node] = true;
	b->queue[b->nqueue++] = node;
}

/* find_steps: find the messages that may follow the state, and the nodes they lead to. */
static void
find_steps(Builder *b, uint32_t state)
{
	const Graph *g = &b->d->flow;
	AutomatonState *s = &b->a.state[state];

	b->nqueue = 0;
	for (uint32_t i = 0; i < s->nnodes; i++)
		follow_node(b, s->node[i]);
	for (uint32_t h = 0; h < b->nqueue; h++) {
		uint32_t from = b->queue[h];

		for (uint32_t e = g->first[from]; e < g->first[from + 1]; e++) {
			uint32_t to = g->to[e];
			AutomatonStep *step;

			if (b->d->node[to].kind == DCFG_COMP) {
				follow_node(b, to);
				continue;
			}
			step = get_step(b, state, to);
			add_item(b->d->arena, &step->node, &step->nnodes, to);
			add_item(b->d->arena, &step->before, &step->nbefore, from);
		}
	}
	for (uint32_t h = 0; h < b->nqueue; h++)
		b->passed[b->queue[h]] = false;
}

/* ---- nodes where the process is its own peer ---- */

/* has_edge: true if an edge leads from one node to the other. */
static bool
has_edge(const Graph *g, uint32_t from, uint32_t to)
{
	for (uint32_t e = g->first[from]; e < g->first[from + 1]; e++)
		if (g->to[e] == to)
			return true;
	return false;
}

/* same_edges: true if the edges of x and y lead to the same nodes. */
static bool
same_edges(const Graph *g, uint32_t x, uint32_t y)
{
	for (uint32_t e = g->first[x]; e < g->first[x + 1]; e++)
		if (!has_edge(g, y, g->to[e]))
			return false;
	return g->first[x + 1] - g->first[x] == g->first[y + 1] - g->first[y];
}

/*
 * may_be_unnoticed: true if the process may itself be the peer of the message of a step, without
 * noticing the message.
 */
static bool
may_be_unnoticed(const Builder *b, const AutomatonStep *s)
{
	return is_object_channel(b, s->channel) ? !s->is_receive
		: b->alike[s->peer] == b->alike[b->process];
}

/*
 * add_silent_neighbours: add to the list the nodes without a message that stand beside the node in
 * the graph, for the case that the process is its own peer.
 */
static void
add_silent_neighbours(const Builder *b, uint32_t node, uint32_t **list, uint32_t *n)
{
	const Dcfg *d = b->d;
	uint32_t from = d->back.first[node] < d->back.first[node + 1]
		? d->back.to[d->back.first[node]] : node;

	for (uint32_t e = d->flow.first[from]; e < d->flow.first[from + 1]; e++) {
		uint32_t other = d->flow.to[e];

		if (d->node[other].kind == DCFG_COMP && same_edges(&d->flow, node, other)
			&& same_edges(&d->back, node, other))
			add_item(d->arena, list, n, other);
	}
}

/* set_next_states: set, for each step of the state, the number of the state to which it leads. */
static void
set_next_states(Builder *b, uint32_t state)
{
	for (uint32_t i = 0; i < b->a.state[state].nsteps; i++) {
		AutomatonStep *step = &b->a.state[state].step[i];
		uint32_t *node = NULL, n = 0, next;

		for (uint32_t k = 0; k < step->nnodes; k++)
			add_item(b->d->arena, &node, &n, step->node[k]);
		for (uint32_t k = 0; may_be_unnoticed(b, step) && k < step->nnodes; k++)
			add_silent_neighbours(b, step->node[k], &node, &n);
		for (uint32_t k = 0; !step->is_receive && b->d->unordered[step->channel]
			&& k < b->a.state[state].nnodes; k++)
			add_item(b->d->arena, &node, &n, b->a.state[state].node[k]);
		next = get_state(b, node, n); /* may move the states, but not their steps */
		step->next = next;
	}
}

Automaton
automaton_new(const Dcfg *d, uint32_t process, const uint32_t *alike)
{
	Builder b = {
		.d = d,
		.process = process,
		.alike = alike,
		.passed = arena_alloc(d->arena, d->name.n, sizeof *b.passed),
		.queue = arena_alloc(d->arena, d->name.n, sizeof *b.queue),
	};

	get_state(&b, &d->range[process].start, 1);
	for (uint32_t i = 0; i < b.a.n; i++) {
		find_steps(&b, i);
		set_next_states(&b, i);
	}
	return b.a;
}
