/*
 * flowback.c - the graph grows from a question: nodes are expanded, those near the first one before those farther off.
 */
#include "flowback_parts.h"

#include <stdlib.h>
#include <string.h>

Flowback *
flowback_new(Past *past, Target *target)
{
	Flowback *f = xcalloc(1, sizeof *f);

	*f = (Flowback){.past = past, .target = target, .steps = steps_new(past, target), .codes = codes_new()};
	return f;
}

void
flowback_free(Flowback *f)
{
	steps_free(f->steps);
	codes_free(f->codes);
	graph_free(&f->graph);
	arena_free(&f->scratch);
	free(f);
}

const CauseGraph *
flowback_graph(const Flowback *f)
{
	return &f->graph;
}

uint64_t
flowback_traced(const Flowback *f)
{
	return steps_traced(f->steps);
}

/* ---- expanding ---- */

static void
expand(Flowback *f, Cause *c)
{
	steps_trim(f->steps);
	if (!c->expanded)
		origin_expand(f, c);
	c->expanded = true;
	arena_free(&f->scratch);
}

/* A node on the way outward from the first. */
typedef struct Waiting {
	uint32_t number, depth;
} Waiting;

/* expand_from: breadth first. */
static void
expand_from(Flowback *f, const FlowbackOptions *o, Cause *first)
{
	Waiting *queue = NULL;
	uint32_t n = 0, expanded = 0;
	bool *queued = xcalloc(f->graph.nnodes + 1, sizeof *queued);
	uint32_t nqueued = f->graph.nnodes + 1;

	queue = xrealloc(queue, sizeof *queue);
	queue[n++] = (Waiting){first->number, 0};
	queued[first->number] = true;
	for (uint32_t i = 0; i < n && (o->most == 0 || expanded < o->most); i++) {
		Cause *c = f->graph.nodes[queue[i].number];

		if (o->depth > 0 && queue[i].depth >= o->depth)
			break;
		expand(f, c);
		expanded++;
		if (f->graph.nnodes > nqueued) {
			queued = xrealloc(queued, f->graph.nnodes);
			memset(queued + nqueued, 0, f->graph.nnodes - nqueued);
			nqueued = f->graph.nnodes;
		}
		for (uint32_t k = 0; k < c->ncauses; k++) {
			if (queued[c->causes[k].cause])
				continue;
			queued[c->causes[k].cause] = true;
			queue = xrealloc(queue, (n + 1) * sizeof *queue);
			queue[n++] = (Waiting){c->causes[k].cause, queue[i].depth + 1};
		}
	}
	free(queue);
	free(queued);
}

const Cause *
flowback_why(Flowback *f, const FlowbackOptions *o, NodeId n, uint64_t count, Addr a, Word nbytes)
{
	const T800 *c = past_network(f->past)->nodes[n];
	Cause *first;
	At at;

	f->options = *o;
	if (a - MOSTNEG >= c->r.size || nbytes > c->r.size - (a - MOSTNEG))
		return NULL;
	if (count == NEVER) {
		past_go_present(f->past);
		count = t800_count(c);
	}
	steps_trim(f->steps);
	at = steps_at(f->steps, n, count);
	first = origin_first(f, at, a, nbytes);
	expand_from(f, o, first);
	return first;
}
