/*
 * ppd.c - finds races in the parallel dynamic graph of Miller and Choi (PPD, 1988).
 *
 * Nodes are the synchronisation operations and the starts of the processes, numbered from 0 in each
 * process. Internal edge T.k leads from node k to the next node; it is the segment T.k+1. Two
 * internal edges are simultaneous if no path of internal and synchronisation edges leads from the
 * end of one to the start of the other. The synchronisation edges are in the trace (sync.c). Each
 * of them carries a vector clock.
 */
#include "races.h"

/* The search for races in a trace. */
typedef struct Run {
	const Trace *trace;
	SegmentList *list;
	uint32_t **sent;  /* [nops] the clock that a synchronisation edge carries */
	uint32_t **spare; /* clocks that have been received, to be reused */
	uint32_t nspare, sparecap;
} Run;

/* clock_new: room for a vector clock: a spare one, or a new one in the arena. */
static uint32_t *
clock_new(Run *r)
{
	if (r->nspare)
		return r->spare[--r->nspare];
	return arena_alloc(r->trace->arena, r->trace->thread.n, sizeof(uint32_t));
}

/* make_node: make the graph's node for operation i, with the vector clock of its thread there. */
static void
make_node(Run *r, uint32_t i)
{
	const SyncOp *op = &r->trace->op[i];
	VClock *mine = &r->list->thread[op->thread];

	if (op->from == NONE) {
		list_advance(r->list, op->thread, NULL);
	} else {
		VClock sent = {mine->n, r->sent[op->from]};

		list_advance(r->list, op->thread, &sent);
		r->spare = arena_grow(r->trace->arena, r->spare, r->nspare, &r->sparecap,
			sizeof *r->spare);
		r->spare[r->nspare++] = sent.at;
	}
	if (op->source) {
		VClock sent = {mine->n, clock_new(r)};

		vclock_copy(&sent, mine);
		r->sent[i] = sent.at;
	}
}

Races *
ppd_run(const Trace *t, const KeptParts *keep)
{
	uint32_t n = t->thread.n;
	Finder *f = finder_new(t->arena, t, keep->races);
	Run r = {
		.trace = t,
		.list = list_new(t->arena, clocks_new(t->arena, n, n), t),
		.sent = arena_alloc(t->arena, t->nops, sizeof *r.sent),
	};

	for (uint32_t s = 0; s < trace_nsegments(t); s++) {
		finder_add_segment(f, s, &r.list->thread[segment_thread(t, s)], r.list->floor);
		if (s < t->nops)
			make_node(&r, s);
	}
	return finder_result(f);
}
