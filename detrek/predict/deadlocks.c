/*
 * deadlocks.c - searches for the deadlocks that the recorded operations can reach, and forces the
 * run into an order that leads to each kind.
 *
 * A deadlock is shown only if the forced run ends with its threads waiting for ever. Threads that
 * the forced order itself holds do not count (detrek/target/stuck.h).
 */
#include "predict.h"

#include <stdlib.h>
#include <string.h>

/* ---- answers ---- */

/* A kind, as a context for is_part. */
typedef struct KindPart {
	const Model *model;
	const DeadlockKind *kind;
} KindPart;

/*
 * is_in_knot: true if the wait's thread is one of those that wait for each other in this kind of
 * deadlock.
 */
static bool
is_in_knot(void *part, const Wait *w)
{
	const KindPart *k = part;
	uint32_t i = 0;

	while (strcmp(k->model->t->task[i], w->thread) != 0)
		if (++i == k->model->t->ntasks)
			return false;
	return k->kind->waits[i] != NO_EVENT;
}

/* is_named: tell if the kernel's report of the deadlock has named the wait. */
static bool
is_named(void *unused, const Wait *w)
{
	(void)unused;
	return w->named;
}

/* deadlock_key: a key made of the waits of the threads that are part of the deadlock. */
static char *
deadlock_key(const Execution *x, IsPart is_part, void *context)
{
	Buf key = {0};

	for (uint32_t i = 0; i < x->waits.n; i++)
		if (is_part(context, &x->waits.wait[i]))
			buf_printf(&key, "%s %s\n", x->waits.wait[i].thread,
				x->waits.wait[i].object);
	buf_byte(&key, '\0');
	return (char *)key.data;
}

/* show_deadlock: note that a forced run has a deadlock. Returns whether it is new. */
static bool
show_deadlock(Deadlocks *d, const Execution *x, IsPart is_part, void *context, uint64_t nstates)
{
	char *key = deadlock_key(x, is_part, context);
	bool new = !shown_has(&d->shown, key);
	Buf text = {0};
	json_t *json;

	if (new) {
		deadlock_put(x, is_part, context, &text);
		json = deadlock_json(x, is_part, context);
		if (nstates > 0) {
			deadlock_put_states(d, nstates, &text);
			json_object_set_new(json, "states", json_integer(nstates));
		}
		shown_add(&d->shown, x, key, text, json);
	}
	free(key);
	return new;
}

/*
 * is_known_deadlock: true if the deadlock of a forced run contains a kind that was seen or shown.
 */
static bool
is_known_deadlock(const Prediction *p, const Execution *x)
{
	const Deadlocks *d = &p->deadlocks;

	for (uint32_t i = 0; i < d->kinds.n; i++)
		if (!trial_is_open(&d->trial[i])
			&& waits_have_kind(&x->waits, x->result.live, &p->model, &d->kinds.kind[i]))
			return true;
	return false;
}

/*
 * is_seen_wait: true if the threads wait in the forced run as in the deadlock of the recorded run
 * itself.
 */
static bool
is_seen_wait(const Waits *seen, const Waits *now)
{
	bool same = seen->n == now->n;

	for (uint32_t i = 0; same && i < now->n; i++)
		same = strcmp(seen->wait[i].thread, now->wait[i].thread) == 0
			&& strcmp(seen->wait[i].object, now->wait[i].object) == 0;
	return same;
}

/*
 * is_certain: true if no other program could have ended the deadlock. A host that no longer answers
 * may have failed to load a program that would have sent the missing message. For a semaphore, no
 * other program matters.
 */
static bool
is_certain(const Execution *x)
{
	for (uint32_t i = 0; i < x->waits.n; i++)
		if (x->waits.wait[i].named && !x->waits.wait[i].exact)
			return false;
	return x->waits.n > 0;
}

bool
deadlocks_note_other(Prediction *p, const Execution *x)
{
	return is_certain(x) && !is_known_deadlock(p, x) &&
	       !is_seen_wait(&p->deadlocks.seen, &x->waits) &&
	       show_deadlock(&p->deadlocks, x, is_named, NULL, 0);
}

/* ---- attempts ---- */

/*
 * conclude_trial: note in *o whether the forced run x has shown a deadlock of the kind; returns
 * true if the run has shown a deadlock that was not known.
 */
static bool
conclude_trial(Prediction *p, const Execution *x, const DeadlockKind *k, Trial *o)
{
	if (waits_have_kind(&x->waits, x->result.live, &p->model, k)) {
		o->fate = FATE_SHOWN;
		return show_deadlock(&p->deadlocks, x, is_in_knot, &(KindPart){&p->model, k},
				     k->nstates);
	}
	trial_note_run(o, &x->run, past_run_end(x->past) == RUN_QUIET
		? "but its threads did not wait for each other there: what they do depends on data"
		: "but it had not ended after twice the time of the recorded one");
	return deadlocks_note_other(p, x);
}

/*
 * force_order: run the program in the order of a schedule, to show a deadlock of this kind, and
 * note the result.
 */
static void
force_order(Prediction *p, const DeadlockKind *k, Trial *o, const Schedule *s)
{
	Deadlocks *d = &p->deadlocks;
	Execution x;
	bool new;

	prediction_execute(p, &x, s);
	d->nruns++;
	o->nruns++;
	new = conclude_trial(p, &x, k, o);
	new |= prediction_note_races(p, &x);
	d->nkept += new;
	execution_free(&x, new);
}

/*
 * try_way: for each kind, run order number `way` of those that lead to it. Called for each
 * number in turn, from 0, the shortest order, so that all kinds get forced runs.
 */
static void
try_way(Prediction *p, uint32_t way)
{
	Deadlocks *d = &p->deadlocks;

	for (uint32_t i = 0; i < d->kinds.n; i++) {
		const DeadlockKind *k = &d->kinds.kind[i];
		Trial *o = &d->trial[i];

		if (way >= k->nways || !trial_is_open(o))
			continue;
		if (d->nruns == p->options.runs)
			trial_note_reason(o, NO_RUN_LEFT);
		else
			force_order(p, k, o, &k->way[way]);
	}
}

void
deadlocks_search(Prediction *p)
{
	Deadlocks *d = &p->deadlocks;
	const Live *live = p->base->live;

	d->seen = waits_at_end(live);
	d->kinds = deadlock_kinds(p->model.t, &p->model.orders, MOST_DEADLOCK_STATES);
	d->trial = xcalloc(d->kinds.n + 1, sizeof *d->trial);
	for (uint32_t i = 0; i < d->kinds.n; i++)
		if (waits_have_kind(&d->seen, live, &p->model, &d->kinds.kind[i]))
			d->trial[i].fate = FATE_SEEN;
	for (uint32_t way = 0; way < KIND_WAYS; way++)
		try_way(p, way);
}

void
deadlocks_free(Deadlocks *d)
{
	for (uint32_t i = 0; i < d->kinds.n; i++)
		buf_free(&d->trial[i].why);
	free(d->trial);
	waits_free(&d->seen);
	shown_free(&d->shown);
	deadlock_kinds_free(&d->kinds);
}
