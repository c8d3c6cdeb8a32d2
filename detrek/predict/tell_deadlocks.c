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
 *	  shown by a run forced into the 21 operations of rec/predicted/1.order; recorded in
 *	  rec/predicted/1
 *	possible deadlock of 2 threads
 *	  0.4 waits for 0.sem-8000dc20 (full at p.c:9) at p.c:31
 *	  ...
 */
#include "predict.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OTHERS = 8 }; /* threads that are named, of those that wait because of others */

void
deadlock_put_states(const Deadlocks *d, uint64_t nstates, Buf *out)
{
	buf_printf(out, "  %s%" PRIu64 " state%s with it can be reached\n",
		d->kinds.known ? "" : "at least ", nstates, nstates == 1 ? "" : "s");
}

/* ---- those of forced runs ---- */

static uint32_t
count_parts(const Execution *x, IsPart is_part, void *context)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < x->waits.n; i++)
		n += is_part(context, &x->waits.wait[i]);
	return n;
}

static void
put_count(uint32_t nthreads, Buf *out)
{
	buf_printf(out, "deadlock of %u thread%s\n", nthreads, nthreads == 1 ? "" : "s");
}

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

	put_count(n, out);
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

/* ---- those that were not shown ---- */

/* A wait of the recorded run, which another order would make last for ever. */
typedef struct Meant {
	const char *thread, *object;
	Buf variable; /* "a at p.c:5"; empty: not known */
	char *place;  /* "p.c:12"; the caller's to free */
} Meant;

/* wait_after: the operation of a thread after so many events; NULL: there is none. */
static const Operation *
wait_after(const Live *l, const char *thread, uint32_t nevents)
{
	uint32_t done = 0;

	for (uint32_t i = 0; i < l->nops; i++) {
		const Operation *o = &l->op[i];

		if (strcmp(l->trace->thread.text[o->thread], thread) != 0
			|| sync_is_implied(l->object[o->object].kind))
			continue;
		done += operation_events(&l->object[o->object], o);
		if (done > nevents || (done == nevents && o->kind == OPERATION_BLOCK))
			return o;
	}
	return NULL;
}

static Meant
meant(const Prediction *p, const DeadlockKind *k, uint32_t task)
{
	const SemTrace *t = p->model.t;
	const Live *l = p->base->live;
	Meant m = {.thread = t->task[task], .object = t->sem[k->waits[task]]};
	const SyncObjectInfo *info;
	const Operation *o;
	uint32_t done = 0;

	for (uint32_t i = 0; i < k->way[0].nevents; i++)
		done += t->event[k->way[0].event[i]].task == task;
	o = wait_after(l, m.thread, done);
	m.place = o ? live_call_place(l, o) : xstrdup("?");
	info = o ? &l->object[o->object] : NULL;
	if (info && info->kind == OBJECT_SEMAPHORE)
		target_put_semaphore(l->target, info->node, info->addr, &m.variable);
	return m;
}

static void
meant_free(Meant *m)
{
	buf_free(&m->variable);
	free(m->place);
}

static void
put_meant(const Meant *m, Buf *out)
{
	buf_printf(out, "  %s waits for %s", m->thread, m->object);
	if (m->variable.len > 0)
		buf_printf(out, " (%.*s)", (int)m->variable.len, (char *)m->variable.data);
	buf_printf(out, " at %s\n", m->place);
}

static json_t *
meant_json(const Meant *m)
{
	return json_pack("{s:s, s:s, s:s%, s:s}", "thread", m->thread, "object", m->object,
		"variable", m->variable.len ? (char *)m->variable.data : "", m->variable.len,
		"place", m->place);
}

static uint32_t
knot_size(const Prediction *p, const DeadlockKind *k)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < p->model.t->ntasks; i++)
		n += k->waits[i] != NO_EVENT;
	return n;
}

static void
put_possible(const Prediction *p, const DeadlockKind *k, const Trial *o, Buf *out)
{
	buf_printf(out, "possible ");
	put_count(knot_size(p, k), out);
	for (uint32_t i = 0; i < p->model.t->ntasks; i++) {
		Meant m;

		if (k->waits[i] == NO_EVENT)
			continue;
		m = meant(p, k, i);
		put_meant(&m, out);
		meant_free(&m);
	}
	buf_printf(out, "  not shown: %.*s\n", (int)o->why.len, (char *)o->why.data);
	deadlock_put_states(&p->deadlocks, k->nstates, out);
}

static json_t *
possible_json(const Prediction *p, const DeadlockKind *k, const Trial *o)
{
	json_t *threads = json_array();

	for (uint32_t i = 0; i < p->model.t->ntasks; i++) {
		Meant m;

		if (k->waits[i] == NO_EVENT)
			continue;
		m = meant(p, k, i);
		json_array_append_new(threads, meant_json(&m));
		meant_free(&m);
	}
	return json_pack("{s:o, s:s%, s:I, s:I}", "threads", threads, "why", o->why.data,
		o->why.len, "states", (json_int_t)k->nstates, "runs", (json_int_t)o->nruns);
}

/* ---- the report ---- */

static uint32_t
count_fate(const Deadlocks *d, Fate fate)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < d->kinds.n; i++)
		n += d->trial[i].fate == fate;
	return n;
}

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
	uint32_t limit = p->base->limit, n = 0;

	for (uint32_t i = 0; i < d->shown.n && i < limit; i++)
		shown_put(&d->shown.shown[i], out);
	if (d->shown.n > limit)
		buf_printf(out, "left-out predicted deadlock %u\n", d->shown.n - limit);
	for (uint32_t i = 0; i < d->kinds.n; i++)
		if (d->trial[i].fate == FATE_POSSIBLE && n++ < limit)
			put_possible(p, &d->kinds.kind[i], &d->trial[i], out);
	if (n > limit)
		buf_printf(out, "left-out possible deadlock %u\n", n - limit);
	if (!p->left_out)
		put_counts(p, out);
}

json_t *
deadlocks_json(const Prediction *p)
{
	const Deadlocks *d = &p->deadlocks;
	json_t *shown = json_array(), *possible = json_array();
	uint32_t limit = p->base->limit;

	for (uint32_t i = 0; i < d->shown.n && i < limit; i++)
		json_array_append_new(shown, shown_json(&d->shown.shown[i]));
	for (uint32_t i = 0; i < d->kinds.n; i++)
		if (d->trial[i].fate == FATE_POSSIBLE && json_array_size(possible) < limit)
			json_array_append_new(possible,
				possible_json(p, &d->kinds.kind[i], &d->trial[i]));
	return json_pack("{s:b, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:o}", "complete",
		!p->left_out && d->kinds.known, "kinds", (json_int_t)d->kinds.n, "seen",
		(json_int_t)count_fate(d, FATE_SEEN), "runs", (json_int_t)d->nruns, "kept",
		(json_int_t)d->nkept, "found", (json_int_t)d->shown.n, "possible_found",
		(json_int_t)count_fate(d, FATE_POSSIBLE), "shown", shown, "possible", possible);
}
