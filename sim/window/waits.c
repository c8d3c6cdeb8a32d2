/*
 * waits.c - finds the waits of a deadlock: those of the programs' threads or, on nodes without a
 * kernel, waits for links.
 */
#include "frame.h"

#include "sim/node/deadlock.h"
#include "sim/node/node_words.h"

#include <stdlib.h>

enum { MOST_THREADS = 512 }; /* with more threads, finding a cycle would take long */

/* add_wait: note in the frame that a node waits for another, if there is room. */
static void
add_wait(Frame *f, NodeId node, NodeId on)
{
	if (f->nwaits < MAX_WAITS)
		f->wait[f->nwaits++] = (Wait){node, on};
}

/* ---- threads ---- */

/* The context of add_thread_wait. */
typedef struct ThreadWaitContext {
	Frame *f;
	const Network *w;
} ThreadWaitContext;

/* node_numbered: the node with this number in its kernel; NOWHERE if there is none. */
static NodeId
node_numbered(const Network *w, uint32_t number)
{
	NodeWords words;

	for (NodeId n = 0; n < w->nnodes; n++)
		if (node_words(w->nodes[n], &words) && words.node == number)
			return n;
	return NOWHERE;
}

/* add_thread_wait: add the wait of one thread for another, as a wait between their nodes. */
static void
add_thread_wait(void *finding, const ThreadRow *waits, const ThreadRow *on)
{
	const ThreadWaitContext *g = finding;
	NodeId from = node_numbered(g->w, waits->node), to = node_numbered(g->w, on->node);

	if (from != NOWHERE && to != NOWHERE)
		add_wait(g->f, from, to);
}

/* find_thread_waits: note the waits of a deadlock of threads; closed: no program will be loaded. */
static void
find_thread_waits(Frame *f, const Network *w, const KernelReader *by, const KernelDebug *k,
	bool closed)
{
	ThreadWaitContext finding = {f, w};
	Deadlock d = {0};

	for (NodeId n = 0; n < w->nnodes && d.n <= MOST_THREADS; n++)
		by->threads(k, w->nodes[n], deadlock_add, &d);
	if (d.n <= MOST_THREADS && deadlock_find(&d, closed))
		deadlock_waits(&d, add_thread_wait, &finding);
	deadlock_free(&d);
}

/* ---- links ---- */

/* waits_at: true if a process waits at this end until the node at the other end takes part. */
static bool
waits_at(const Network *w, const End *e)
{
	const End *peer = e->peer == NOWHERE_END ? NULL : &w->links.ends[e->peer];

	return peer && ((e->sending && !peer->receiving) || (e->receiving && !peer->sending));
}

/* is_in_wait: true if a noted wait begins (`begins`) or ends (otherwise) at the node. */
static bool
is_in_wait(const Frame *f, NodeId n, bool begins)
{
	for (uint32_t i = 0; i < f->nwaits; i++)
		if ((begins ? f->wait[i].node : f->wait[i].on) == n)
			return true;
	return false;
}

/*
 * remove_open_ends: remove waits until each one is preceded and followed by another, so that only
 * cycles and the paths between them are left.
 */
static void
remove_open_ends(Frame *f)
{
	for (uint32_t i = 0; i < f->nwaits;)
		if (is_in_wait(f, f->wait[i].on, true) && is_in_wait(f, f->wait[i].node, false)) {
			i++;
		} else {
			f->wait[i] = f->wait[--f->nwaits];
			i = 0;
		}
}

/* find_link_waits: note the waits for links on nodes without a kernel. */
static void
find_link_waits(Frame *f, const Network *w)
{
	NodeWords words;

	for (EndId e = 0; e < w->nnodes * NLINKS; e++) {
		const End *end = &w->links.ends[e];

		if (waits_at(w, end) && end->peer < w->nnodes * NLINKS
			&& !node_words(w->nodes[e / NLINKS], &words))
			add_wait(f, e / NLINKS, end->peer / NLINKS);
	}
	remove_open_ends(f);
}

void
frame_find_waits(Frame *f, const Network *w, const KernelReader *by, const KernelDebug *k,
	bool closed)
{
	f->nwaits = 0;
	if (closed)
		find_link_waits(f, w);
	if (f->nwaits == 0 && k)
		find_thread_waits(f, w, by, k, closed);
}
