/*
 * recplay.c - the method RecPlay of Ronsse and De Bosschere: Lamport times, the log that is needed
 * to replay them, and races between segments.
 *
 * Every synchronisation operation joins the clocks of its thread and its object. A segment stays on
 * the list until every other thread of its memory has synchronised with its end; then no later
 * segment can be parallel to it. On request, resting threads (rests.c) do not keep segments on the
 * list.
 */
#include "races.h"

#include <string.h>

/* The computation for a trace. */
typedef struct Run {
	const Trace *trace;
	Arena *arena;
	RecPlay *result;
	Finder *finder;
	VClock *thread, *object; /* the clocks of the threads and of the objects */
	SegmentList *list;
	uint32_t *first; /* [threads] see thread_first_segments */
	/*
	 * with samples: [segments + 1] number of words in the sets of all segments before a place
	 * in the order of trace_segments
	 */
	uint64_t *words;
	const Rests *rests;
	uint32_t nrests; /* number of rests begun so far */
} Run;

/*
 * compute_lamport_times: compute the times of operations. The time of an operation is one more than
 * the larger of the times of its thread and its object; then both of these are set to the new time.
 * The log needs only the times that do not follow from the thread alone.
 */
static void
compute_lamport_times(Run *r)
{
	const Trace *t = r->trace;
	uint64_t *thread = arena_alloc(r->arena, t->thread.n, sizeof *thread);
	uint64_t *object = arena_alloc(r->arena, t->object.n, sizeof *object);

	for (uint32_t i = 0; i < t->nops; i++) {
		uint64_t *mine = &thread[t->op[i].thread], *its = &object[t->op[i].object];
		uint64_t time = (*mine > *its ? *mine : *its) + 1;

		r->result->lamport[i] = time;
		r->result->logged[i] = time != *mine + 1;
		r->result->nlogged += r->result->logged[i];
		*mine = *its = time;
	}
}

/* keep_clock: keep the clock of a segment if the report lists it. */
static void
keep_clock(Run *r, uint32_t segment, uint32_t thread, const VClock *c)
{
	uint32_t place = r->first[thread] + segment_number(r->trace, segment) - 1;
	uint32_t *kept = r->result->clock + (size_t)place * c->n;

	if (place >= r->result->nclocks)
		return;
	if (c->at)
		memcpy(kept, c->at, c->n * sizeof *kept);
	else
		kept[thread] = 1;
}

/* end_segment: find a segment's races with parallel segments that ended before; keep its clock. */
static void
end_segment(Run *r, uint32_t segment)
{
	uint32_t thread = segment_thread(r->trace, segment);
	const VClock *c = &r->thread[thread];

	if (r->result->nclocks)
		keep_clock(r, segment, thread, c);
	finder_add_segment(r->finder, segment, c, r->list->floor);
}

/*
 * count_words: make r->words the running sums of the words that segments access, thread by thread.
 */
static void
count_words(Run *r)
{
	const Trace *t = r->trace;
	uint32_t n = trace_nsegments(t);

	r->words = arena_alloc(r->arena, n + 1, sizeof *r->words);
	for (uint32_t s = 0; s < n; s++)
		r->words[r->first[segment_thread(t, s)] + segment_number(t, s)] =
			t->set_start[s + 1] - t->set_start[s];
	for (uint32_t i = 0; i < n; i++)
		r->words[i + 1] += r->words[i];
}

/* stored_bytes: the bytes of the sets of all stored segments. */
static uint64_t
stored_bytes(const Run *r)
{
	const SegmentList *l = r->list;
	uint64_t nwords = 0;

	for (uint32_t u = 0; u < l->n; u++) {
		uint32_t obsolete = l->floor[u] ? l->floor[u] - 1 : 0;

		if (l->ended[u] > obsolete)
			nwords += r->words[r->first[u] + l->ended[u]]
				- r->words[r->first[u] + obsolete];
	}
	return nwords * sizeof(AccessWord);
}

/* take_sample: if samples are wanted, keep the sample after operation i. */
static void
take_sample(Run *r, uint32_t i)
{
	if (r->result->sample)
		r->result->sample[i] = (Sample){r->result->created, r->list->stored,
			finder_parallel_pairs(r->finder), stored_bytes(r)};
}

/*
 * begin_rests: let the threads that do nothing from operation i on begin to rest (rests.c); their
 * segments end there.
 */
static void
begin_rests(Run *r, uint32_t i)
{
	for (; r->nrests < r->rests->n && r->rests->rest[r->nrests].from == i; r->nrests++) {
		const Rest *rest = &r->rests->rest[r->nrests];

		end_segment(r, rest->segment);
		list_rest(r->list, rest->thread);
	}
}

/*
 * end_rests: let the threads that operation i wakes continue; its: the clock of the operation.
 */
static void
end_rests(Run *r, uint32_t i, const VClock *its)
{
	for (uint32_t k = r->rests->woken[i]; k != NONE; k = r->rests->rest[k].next)
		list_wake(r->list, r->rests->rest[k].thread, its);
}

/*
 * replay_operation: end the segment before operation i, and join the clocks of its thread and its
 * object.
 */
static void
replay_operation(Run *r, uint32_t i)
{
	const SyncOp *op = &r->trace->op[i];
	VClock *mine = &r->thread[op->thread], *its = &r->object[op->object];

	if (!r->rests->early[i])
		end_segment(r, i);
	list_advance(r->list, op->thread, its);
	clock_copy(r->arena, its, mine);
	end_rests(r, i, its);
	if (r->list->stored > r->result->max_stored)
		r->result->max_stored = r->list->stored;
	r->result->created++;
}

RecPlay *
recplay_run(const Trace *t, const KeptParts *keep)
{
	Arena *a = t->arena;
	uint32_t n = t->thread.n;
	RecPlay *p = arena_alloc(a, 1, sizeof *p);
	Rests rests = rests_find(t, keep->rests);
	Run r = {.trace = t, .arena = a, .result = p, .rests = &rests};

	p->lamport = arena_alloc(a, t->nops, sizeof *p->lamport);
	p->logged = arena_alloc(a, t->nops, sizeof *p->logged);
	p->nclocks = keep->clocks < trace_nsegments(t) ? keep->clocks : trace_nsegments(t);
	p->clock = arena_alloc(a, (size_t)p->nclocks * n, sizeof *p->clock);
	r.first = thread_first_segments(t);
	if (keep->samples)
		p->sample = arena_alloc(a, t->nops, sizeof *p->sample);
	if (keep->samples)
		count_words(&r);
	compute_lamport_times(&r);
	r.finder = finder_new(a, t, keep->races);
	r.thread = clocks_new(a, n, n);
	r.object = clocks_new(a, t->object.n, n);
	r.list = list_new(a, r.thread, t);
	p->created = n;
	for (uint32_t i = 0; i < t->nops; i++) {
		begin_rests(&r, i);
		replay_operation(&r, i);
		take_sample(&r, i);
	}
	begin_rests(&r, t->nops);
	for (uint32_t i = 0; i < n; i++)
		if (!rests.early[t->nops + i])
			end_segment(&r, t->nops + i);
	p->races = finder_result(r.finder);
	return p;
}
