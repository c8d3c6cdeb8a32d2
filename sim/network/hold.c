/*
 * hold.c - stops the network before a given instruction of a node; docs/past.md.
 *
 * A place on a node lies in the stretch of instructions that follows a checkpoint. All places of
 * all nodes have one total order: by the time of the checkpoint, then by node number, then by
 * instruction. When the network is held at a place, everything before the place in this order has
 * been executed, and nothing after it.
 */
#include "step.h"

#include <stdlib.h>

/* is_unfinished: true if a node with a number up to `last` still has to act at `at`. */
static bool
is_unfinished(const Network *w, NodeId last, Time at)
{
	for (uint32_t i = 0; i < w->nactive; i++) {
		NodeId n = w->active[i];

		if (n <= last && w->at[n] <= at && !w->nodes[n]->held)
			return true;
	}
	return false;
}

/*
 * hold_further: let a held node continue within its stretch. Returns false if it has reached the
 * end of the stretch.
 */
static bool
hold_further(Network *w, NodeId n, uint64_t count)
{
	T800 *c = w->nodes[n];

	c->hold_count = count;
	c->r.limit = 0;
	do {
		c->held = t800_count(c) == count;
		if (!c->held)
			interpret_one(c);
	} while (t800_in_stretch(c) && !c->held);
	if (c->held)
		return true;
	c->hold_count = NEVER;
	w->held = NOWHERE;
	node_handle_stop(w, n);
	return false;
}

bool
network_hold(Network *w, NodeId n, uint64_t count)
{
	T800 *c = w->nodes[n];
	Time at = w->now;

	assert(!w->passed);
	if (w->held == n && t800_count(c) <= count)
		return hold_further(w, n, count);
	network_run(w, at); /* apply faults that were added for this time */
	w->now = at; /* a network without future events stopped earlier */
	c->hold_count = count;
	do {
		round_links(w, at, at + 1);
		round_nodes(w, n, at, at + 1);
	} while (is_unfinished(w, n, at));
	links_advance(w, at + 1);
	if (!c->held) {
		c->hold_count = NEVER;
		return false;
	}
	w->held = n;
	return true;
}

void
network_release(Network *w)
{
	NodeId n = w->held;

	w->held = NOWHERE;
	if (n != NOWHERE && t800_release(w->nodes[n]))
		node_handle_stop(w, n);
}

void
network_pause_passes(Network *w)
{
	if (!w->passed)
		return;
	w->saved_passed = w->passed;
	w->passed = NULL;
	w->holds = xcalloc(w->nnodes, sizeof *w->holds);
	for (NodeId n = 0; n < w->nnodes; n++) {
		w->holds[n] = w->nodes[n]->hold_count;
		w->nodes[n]->hold_count = NEVER;
	}
}

void
network_resume_passes(Network *w)
{
	NodeId held = w->held;

	if (!w->saved_passed)
		return;
	if (held != NOWHERE && w->holds[held] == t800_count(w->nodes[held]))
		w->saved_passed[held] = w->now;
	network_release(w);
	for (NodeId n = 0; n < w->nnodes; n++) {
		if (w->saved_passed[n] == NEVER && w->holds[n] < t800_count(w->nodes[n]))
			w->saved_passed[n] = w->now;
		if (w->saved_passed[n] == NEVER)
			w->nodes[n]->hold_count = w->holds[n];
	}
	w->passed = w->saved_passed;
	w->saved_passed = NULL;
	free(w->holds);
	w->holds = NULL;
}

void
network_record_passes(Network *w, Time *passed)
{
	w->passed = passed;
	for (NodeId n = 0; n < w->nnodes && passed; n++)
		passed[n] = NEVER;
	for (NodeId n = 0; n < w->nnodes && !passed; n++)
		w->nodes[n]->hold_count = NEVER;
}
