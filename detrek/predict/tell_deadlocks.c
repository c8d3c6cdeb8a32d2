/*
 * tell_deadlocks.c - the report on predicted deadlocks:
 *
 *	predicted deadlock of 2 threads
 *	  0.2 waits in the kernel for semaphore 0x8000db04 (b at p.c:5), held by 0.3
 *	    first (p.c:12)
 *	    ...
 *	  0.3 waits in the kernel for semaphore 0x8000daf8 (a at p.c:5), held by 0.2
 *	    ...
 *	  so 0.1 waits for the end of 0.2
 *	  2 states with it can be reached
 *	  shown by a run forced into the 21 operations of rec.predicted/1.order; recorded in
 *	  rec.predicted/1
 */
#include "predict.h"

#include <inttypes.h>

enum { MOST_OTHERS = 8 }; /* threads that are named, of those that wait because of others */

void
deadlock_put_states(const Deadlocks *d, uint64_t nstates, Buf *out)
{
	buf_printf(out, "  %s%" PRIu64 " state%s with it can be reached\n",
		d->kinds.known ? "" : "at least ", nstates, nstates == 1 ? "" : "s");
}

/* ---- those of forced runs ---- */

/* count_parts: count the waits of the execution for which is_part holds. */
static uint32_t
count_parts(const Execution *x, IsPart is_part, void *context)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < x->waits.n; i++)
		n += is_part(context, &x->waits.wait[i]);
	return n;
}

void
deadlock_put_count(uint32_t nthreads, Buf *out)
{
	buf_printf(out, "deadlock of %u thread%s\n", nthreads, nthreads == 1 ? "" : "s");
}

/* put_state: append the word `before`, the thread and the state in which it waits. */
static void
put_state(const char *before, const Wait *w, Buf *out)
{
	buf_printf(out, "  %s%s %.*s\n", before, w->thread, (int)w->state.len,
		(char *)w->state.data);
}

void
deadlock_put(const Execution *x, IsPart is_part, void *context, Buf *out)
{
	uint32_t n = count_parts(x, is_part, context), others = 0;

	deadlock_put_count(n, out);
	for (uint32_t i = 0; i < x->waits.n; i++) {
		const Wait *w = &x->waits.wait[i];

		if (!is_part(context, w))
			continue;
		put_state("", w, out);
		live_put_stack(x->result.live, &w->at, out);
	}
	for (uint32_t i = 0; i < x->waits.n; i++)
		if (!is_part(context, &x->waits.wait[i]) && others++ < MOST_OTHERS)
			put_state("so ", &x->waits.wait[i], out);
	if (others > MOST_OTHERS)
		buf_printf(out, "  and %u more\n", others - MOST_OTHERS);
}

json_t *
deadlock_json(const Execution *x, IsPart is_part, void *context)
{
	json_t *threads = json_array(), *others = json_array();

	for (uint32_t i = 0; i < x->waits.n; i++) {
		const Wait *w = &x->waits.wait[i];
		json_t *j = json_pack("{s:s, s:s%, s:s, s:o}", "thread", w->thread, "state",
			w->state.data, w->state.len, "object", w->object, "stack",
			live_stack_json(x->result.live, &w->at));

		json_array_append_new(is_part(context, w) ? threads : others, j);
	}
	return json_pack("{s:o, s:o}", "threads", threads, "others", others);
}

/* ---- the report ---- */

/* count_fate: count the deadlocks with this fate. */
static uint32_t
count_fate(const Deadlocks *d, Fate fate)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < d->kinds.n; i++)
		n += d->trial[i].fate == fate;
	return n;
}

/*
 * put_counts: append how many kinds of deadlock are known, were seen, shown, or are possible, and
 * the number of forced runs.
 */
static void
put_counts(const Prediction *p, Buf *out)
{
	const Deadlocks *d = &p->deadlocks;

	buf_printf(out, "deadlocks: kinds %u seen %u shown %u possible %u; forced runs %u of at "
		"most %u, %u kept\n", d->kinds.n, count_fate(d, FATE_SEEN),
		count_fate(d, FATE_SHOWN), count_fate(d, FATE_POSSIBLE), d->nruns,
		p->options.runs, d->nkept);
	if (!d->kinds.known)
		buf_printf(out, "deadlocks: not all states were visited, at most %d, and %d kinds; "
			"there may be others\n", MOST_DEADLOCK_STATES, MOST_KINDS);
}

void
deadlocks_put(const Prediction *p, Buf *out)
{
	const Deadlocks *d = &p->deadlocks;
	uint32_t limit = p->base->limit, left;

	for (uint32_t i = 0; i < d->shown.n && i < limit; i++)
		shown_put(&d->shown.shown[i], out);
	if (d->shown.n > limit)
		buf_printf(out, "left-out predicted deadlock %u\n", d->shown.n - limit);
	left = possible_deadlocks_put(p, limit, out);
	if (left > 0)
		buf_printf(out, "left-out possible deadlock %u\n", left);
	if (!p->left_out)
		put_counts(p, out);
}

json_t *
deadlocks_json(const Prediction *p)
{
	const Deadlocks *d = &p->deadlocks;
	json_t *shown = json_array();
	uint32_t limit = p->base->limit;

	for (uint32_t i = 0; i < d->shown.n && i < limit; i++)
		json_array_append_new(shown, shown_json(&d->shown.shown[i]));
	return json_pack("{s:b, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:o}", "complete",
		!p->left_out && d->kinds.known, "kinds", (json_int_t)d->kinds.n, "seen",
		(json_int_t)count_fate(d, FATE_SEEN), "runs", (json_int_t)d->nruns, "kept",
		(json_int_t)d->nkept, "found", (json_int_t)d->shown.n, "possible_found",
		(json_int_t)count_fate(d, FATE_POSSIBLE), "shown", shown, "possible",
		possible_deadlocks_json(p, limit));
}
