/*
 * tell_possible.c - the report on deadlocks that were not shown:
 *
 *	possible deadlock of 2 threads
 *	  0.4 waits for 0.sem-8000dc20 (full at p.c:9) at p.c:31
 *	  0.5 waits for ...
 *	  not shown: ...
 *	  3 states with it can be reached
 *	  and 2 more kinds in which other threads wait for the same
 */
#include "predict.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A wait of the recorded run that would last for ever in another order. */
typedef struct PossibleWait {
	const char *thread, *object;
	Buf variable; /* "a at p.c:5"; empty: not known */
	char *place;  /* "p.c:12"; freed by free_possible_wait */
} PossibleWait;

/*
 * count_misses: the number of a thread's events, before its operation number `operation`, that
 * stand for receives without a message.
 */
static uint32_t
count_misses(const Live *l, uint32_t thread, uint32_t operation)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < l->ninputs && l->input[i].nops <= operation; i++)
		n += l->input[i].thread == thread && l->input[i].look.misses > 0
			&& !l->input[i].follows_miss;
	return n;
}

/*
 * find_wait: the operation that a thread does after its first nevents events; NULL if there is
 * none.
 */
static const Operation *
find_wait(const Live *l, const char *thread, uint32_t nevents)
{
	uint32_t done = 0, at;

	for (uint32_t i = 0; i < l->nops; i++) {
		const Operation *o = &l->op[i];

		if (strcmp(l->trace->thread.text[o->thread], thread) != 0
			|| sync_is_implied(l->object[o->object].kind))
			continue;
		done += operation_event_count(&l->object[o->object], o);
		at = done + count_misses(l, o->thread, i);
		if (at > nevents || (at == nevents && o->kind == OPERATION_BLOCK))
			return o;
	}
	return NULL;
}

/*
 * describe_thread: the object for which a task of the deadlock waits, and the place of the wait in
 * the source.
 */
static PossibleWait
describe_thread(const Prediction *p, const DeadlockKind *k, uint32_t task)
{
	const SemTrace *t = p->model.t;
	const Live *l = p->base->live;
	PossibleWait m = {.thread = t->task[task], .object = t->sem[k->waits[task]]};
	const SyncObjectInfo *info;
	const Operation *o;
	uint32_t done = 0;

	for (uint32_t i = 0; i < k->way[0].nevents; i++)
		done += t->event[k->way[0].event[i]].task == task;
	o = find_wait(l, m.thread, done);
	m.place = o ? live_call_place(l, o) : xstrdup("?");
	info = o ? &l->object[o->object] : NULL;
	if (info && info->kind == OBJECT_SEMAPHORE)
		target_put_semaphore(l->target, info->node, info->addr, &m.variable);
	return m;
}

/* free_possible_wait: free the texts of a wait. */
static void
free_possible_wait(PossibleWait *m)
{
	buf_free(&m->variable);
	free(m->place);
}

/* put_possible_wait: append what a thread would wait for. */
static void
put_possible_wait(const PossibleWait *m, Buf *out)
{
	buf_printf(out, "  %s waits for %s", m->thread, m->object);
	if (m->variable.len > 0)
		buf_printf(out, " (%.*s)", (int)m->variable.len, (char *)m->variable.data);
	buf_printf(out, " at %s\n", m->place);
}

/* possible_wait_json: what a thread would wait for. */
static json_t *
possible_wait_json(const PossibleWait *m)
{
	return json_pack("{s:s, s:s, s:s%, s:s}", "thread", m->thread, "object", m->object,
		"variable", m->variable.len ? (char *)m->variable.data : "", m->variable.len,
		"place", m->place);
}

/* knot_size: the number of threads that wait for each other in a deadlock of this kind. */
static uint32_t
knot_size(const Prediction *p, const DeadlockKind *k)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < p->model.t->ntasks; i++)
		n += k->waits[i] != NO_EVENT;
	return n;
}

/*
 * is_like_kind: true if, for each semaphore, as many threads wait in both kinds of deadlock, even
 * if they are other threads.
 */
static bool
is_like_kind(const SemTrace *t, const DeadlockKind *x, const DeadlockKind *y)
{
	for (uint32_t s = 0; s < t->nsems; s++) {
		int32_t more = 0;

		for (uint32_t i = 0; i < t->ntasks; i++)
			more += (x->waits[i] == s) - (y->waits[i] == s);
		if (more != 0)
			return false;
	}
	return true;
}

/*
 * count_like_kinds: the number of possible kinds, from number `from` to `to` - 1, that are like
 * kind `one`.
 */
static uint32_t
count_like_kinds(const Prediction *p, uint32_t one, uint32_t from, uint32_t to)
{
	const Deadlocks *d = &p->deadlocks;
	uint32_t n = 0;

	for (uint32_t i = from; i < to; i++)
		n += d->trial[i].fate == FATE_POSSIBLE
			&& is_like_kind(p->model.t, &d->kinds.kind[one], &d->kinds.kind[i]);
	return n;
}

/* put_possible: append a deadlock that may be possible, and why no run has shown it. */
static void
put_possible(const Prediction *p, uint32_t number, Buf *out)
{
	const DeadlockKind *k = &p->deadlocks.kinds.kind[number];
	const Trial *o = &p->deadlocks.trial[number];
	uint32_t nlike = count_like_kinds(p, number, number + 1, p->deadlocks.kinds.n);

	buf_printf(out, "possible ");
	deadlock_put_count(knot_size(p, k), out);
	for (uint32_t i = 0; i < p->model.t->ntasks; i++) {
		PossibleWait m;

		if (k->waits[i] == NO_EVENT)
			continue;
		m = describe_thread(p, k, i);
		put_possible_wait(&m, out);
		free_possible_wait(&m);
	}
	buf_printf(out, "  not shown: %.*s\n", (int)o->why.len, (char *)o->why.data);
	deadlock_put_states(&p->deadlocks, k->nstates, out);
	if (nlike > 0)
		buf_printf(out, "  and %u more kind%s in which other threads wait for the same\n",
			nlike, nlike == 1 ? "" : "s");
}

uint32_t
possible_deadlocks_put(const Prediction *p, uint32_t limit, Buf *out)
{
	const Deadlocks *d = &p->deadlocks;
	uint32_t n = 0;

	for (uint32_t i = 0; i < d->kinds.n; i++)
		if (d->trial[i].fate == FATE_POSSIBLE && count_like_kinds(p, i, 0, i) == 0
			&& n++ < limit)
			put_possible(p, i, out);
	return n > limit ? n - limit : 0;
}

/* kind_json: a deadlock that may be possible, and why no run has shown it. */
static json_t *
kind_json(const Prediction *p, const DeadlockKind *k, const Trial *o)
{
	json_t *threads = json_array();

	for (uint32_t i = 0; i < p->model.t->ntasks; i++) {
		PossibleWait m;

		if (k->waits[i] == NO_EVENT)
			continue;
		m = describe_thread(p, k, i);
		json_array_append_new(threads, possible_wait_json(&m));
		free_possible_wait(&m);
	}
	return json_pack("{s:o, s:s%, s:I, s:I}", "threads", threads, "why", o->why.data,
		o->why.len, "states", (json_int_t)k->nstates, "runs", (json_int_t)o->nruns);
}

json_t *
possible_deadlocks_json(const Prediction *p, uint32_t limit)
{
	const Deadlocks *d = &p->deadlocks;
	json_t *list = json_array();

	for (uint32_t i = 0; i < d->kinds.n; i++)
		if (d->trial[i].fate == FATE_POSSIBLE && json_array_size(list) < limit)
			json_array_append_new(list,
				kind_json(p, &d->kinds.kind[i], &d->trial[i]));
	return list;
}
