/*
 * owner.c - finds the thread to which a variable is local: the only thread that may change the
 * variable once that thread has been started. Main, and the threads that lead from main to this
 * thread, must join it before they end. If another thread waits for the variable, the change cannot
 * be an event of the graph: the variable changes while that thread waits.
 */
#include "flow.h"

#include <stdlib.h>
#include <string.h>

/* ---- a thread after its start, in the flow that starts it ---- */

/*
 * nodes_after_start: an array, [nodes]: true for the nodes that can be reached from a start of the
 * thread. If past_joins is true, paths may also lead through a join of the thread.
 */
static bool *
nodes_after_start(const Flow *f, uint32_t start, bool past_joins)
{
	bool *met = xcalloc(f->n, sizeof *met), grown = true;

	while (grown) {
		grown = false;
		for (uint32_t i = 0; i < f->nedges; i++) {
			FlowEdge e = f->edge[i];
			bool from = (met[e.from] || f->node[e.from].starts == start + 1)
				&& (past_joins || f->node[e.from].joins != start + 1);

			if (from && !met[e.to])
				met[e.to] = grown = true;
		}
	}
	return met;
}

/* find_later_changes: note the variables that change in the nodes `after` the start. */
static void
find_later_changes(Flow *f, uint32_t start, const bool *after)
{
	FlowStart *s = &f->start[start];

	s->later = arena_alloc(f->arena, f->nvariables + 1, sizeof *s->later);
	for (uint32_t i = 0; i < f->n; i++)
		for (uint32_t v = 0; after[i] && f->node[i].changes && v <= f->nvariables; v++)
			s->later[v] |= f->node[i].changes[v];
}

void
flow_find_starts(const Module *m, Flow *f)
{
	for (uint32_t k = 0; k < f->nstarts; k++) {
		bool *after = nodes_after_start(f, k, true),
			*alone = nodes_after_start(f, k, false);

		for (uint32_t i = 0; i < f->n; i++)
			if (after[i] && f->node[i].starts == k + 1)
				refuse(m, f->start[k].at, "the graph of a program that starts a "
					"thread in a loop or a function called again is not "
					"supported, unless the number of rounds is a constant");
		f->start[k].outlives = alone[FLOW_STOP];
		find_later_changes(f, k, after);
		free(after);
		free(alone);
	}
}

/* ---- variables ---- */

/*
 * has_change: true if the set `changes` contains the variable, or contains unknown changes and the
 * variable's address is taken.
 */
static bool
has_change(const Flow *f, const bool *changes, uint32_t variable)
{
	return changes[variable] || (f->is_taken[variable] && changes[f->nvariables]);
}

/* changes_variable: true if some node of the flow may change the variable. */
static bool
changes_variable(const Flow *f, uint32_t variable)
{
	for (uint32_t i = 0; i < f->n; i++)
		if (!f->node[i].removed && f->node[i].changes
			&& has_change(f, f->node[i].changes, variable))
			return true;
	return false;
}

/*
 * find_start_towards: the start, in the flow `from`, of this thread or of one of its ancestors (the
 * threads that have started this one, directly or through others); NULL if there is none.
 */
static const FlowStart *
find_start_towards(const Flow *thread, const Flow *from)
{
	for (; thread->parent; thread = thread->parent)
		if (thread->parent == from)
			return &from->start[thread->started];
	return NULL;
}

/*
 * is_always_joined: true if main, and the threads that lead to this thread, join it before they
 * end.
 */
static bool
is_always_joined(const Flow *thread)
{
	for (; thread->parent && !thread->parent->start[thread->started].copies;
		thread = thread->parent)
		if (thread->parent->start[thread->started].outlives)
			return false;
	return true;
}

/*
 * root_flow: the flow of the thread that has started f's thread, directly or through others, and
 * has the same memory: the flow of main, or of a function that kclone has started.
 */
static const Flow *
root_flow(const Flow *f)
{
	while (f->parent && !f->parent->start[f->started].copies)
		f = f->parent;
	return f;
}

/*
 * is_owner: true if, after the start of thread number `thread`, no other thread with the same
 * memory may change the variable.
 */
static bool
is_owner(Flow *const *flow, uint32_t n, uint32_t thread, uint32_t variable)
{
	for (uint32_t i = 0; i < n; i++) {
		const FlowStart *s;

		if (i == thread || root_flow(flow[i]) != root_flow(flow[thread])
			|| !changes_variable(flow[i], variable))
			continue;
		s = find_start_towards(flow[thread], flow[i]);
		if (!s || has_change(flow[i], s->later, variable))
			return false;
	}
	return is_always_joined(flow[thread]);
}

/*
 * owner_of: the number of the first thread with the memory of `root` for which is_owner holds; n if
 * there is none.
 */
static uint32_t
owner_of(Flow *const *flow, uint32_t n, const Flow *root, uint32_t variable)
{
	uint32_t i = 0;

	while (i < n && (root_flow(flow[i]) != root || !is_owner(flow, n, i, variable)))
		i++;
	return i;
}

void
flow_find_owners(Flow *const *flow, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		Flow *f = flow[i];

		f->foreign = arena_alloc(f->arena, f->nvariables + 1, sizeof *f->foreign);
		for (uint32_t v = 0; v < f->nvariables; v++)
			f->foreign[v] = owner_of(flow, n, root_flow(f), v) != i;
	}
}
