/*
 * automaton.c - the messages of a process as a deterministic automaton.
 *
 * In the graph of a process, several nodes may send or receive the same kind of message: on the
 * same channel, to or from the same process. A state of the automaton is the set of nodes at which
 * the process may be after the messages so far (the subset construction). Nodes without messages
 * are passed silently.
 */
#include "simul.h"

#include <stdlib.h>
#include <string.h>

typedef struct Builder {
	const Dcfg *d;
	Automaton a;
	bool *passed; /* [nodes] of the state: its nodes, and those passed silently behind them */
	uint32_t *queue, nqueue;
} Builder;

/* add_item: to a sorted list without duplicates */
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

static uint32_t
state_of(Builder *b, const uint32_t *node, uint32_t n)
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

static AutomatonStep *
step_of(Builder *b, uint32_t state, uint32_t node)
{
	const DcfgNode *x = &b->d->node[node];
	AutomatonState *s = &b->a.state[state];
	bool receives = x->kind == DCFG_RECV;

	for (uint32_t i = 0; i < s->nsteps; i++)
		if (s->step[i].receives == receives && s->step[i].peer == x->peer
			&& s->step[i].channel == x->channel)
			return &s->step[i];
	s->step = arena_grow(b->d->arena, s->step, s->nsteps, &s->cap, sizeof *s->step);
	s->step[s->nsteps] = (AutomatonStep){
		.receives = receives, .peer = x->peer, .channel = x->channel};
	return &s->step[s->nsteps++];
}

static void
pass_node(Builder *b, uint32_t node)
{
	if (b->passed[node])
		return;
	b->passed[node] = true;
	b->queue[b->nqueue++] = node;
}

/* find_steps: the messages that may follow the state, and where they lead */
static void
find_steps(Builder *b, uint32_t state)
{
	const Graph *g = &b->d->flow;
	AutomatonState *s = &b->a.state[state];

	b->nqueue = 0;
	for (uint32_t i = 0; i < s->nnodes; i++)
		pass_node(b, s->node[i]);
	for (uint32_t h = 0; h < b->nqueue; h++) {
		uint32_t from = b->queue[h];

		for (uint32_t e = g->first[from]; e < g->first[from + 1]; e++) {
			uint32_t to = g->to[e];
			AutomatonStep *step;

			if (b->d->node[to].kind == DCFG_COMP) {
				pass_node(b, to);
				continue;
			}
			step = step_of(b, state, to);
			add_item(b->d->arena, &step->node, &step->nnodes, to);
			add_item(b->d->arena, &step->before, &step->nbefore, from);
		}
	}
	for (uint32_t h = 0; h < b->nqueue; h++)
		b->passed[b->queue[h]] = false;
}

static void
lead_steps(Builder *b, uint32_t state)
{
	for (uint32_t i = 0; i < b->a.state[state].nsteps; i++) {
		AutomatonStep *step = &b->a.state[state].step[i];
		uint32_t *node = NULL, n = 0, next;

		for (uint32_t k = 0; k < step->nnodes; k++)
			add_item(b->d->arena, &node, &n, step->node[k]);
		for (uint32_t k = 0; !step->receives && b->d->unordered[step->channel]
			&& k < b->a.state[state].nnodes; k++)
			add_item(b->d->arena, &node, &n, b->a.state[state].node[k]);
		next = state_of(b, node, n); /* may move the states, but not their steps */
		step->next = next;
	}
}

Automaton
automaton_new(const Dcfg *d, uint32_t process)
{
	Builder b = {
		.d = d,
		.passed = arena_alloc(d->arena, d->name.n, sizeof *b.passed),
		.queue = arena_alloc(d->arena, d->name.n, sizeof *b.queue),
	};

	state_of(&b, &d->range[process].start, 1);
	for (uint32_t i = 0; i < b.a.n; i++) {
		find_steps(&b, i);
		lead_steps(&b, i);
	}
	return b.a;
}
