/*
 * predict.c - for each candidate, searches an order of the operations that brings its threads to
 * their accesses at one time, and forces the run into this order. Likewise for each kind of
 * deadlock.
 *
 * A run may show other races and deadlocks, too. All bounds are counts, so the answers do not
 * depend on computing time.
 */
#include "predict.h"

#include "base/files.h"
#include "detrek/sync/sem_text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the model ---- */

/* find_task: the task of a thread's operations; NO_EVENT: it has none. */
static uint32_t
find_task(const SemTrace *t, const char *thread)
{
	for (uint32_t i = 0; i < t->ntasks; i++)
		if (strcmp(t->task[i], thread) == 0)
			return i;
	return NO_EVENT;
}

/*
 * model_read: read the model of a run; false if there are too many operations. Then only m->t is
 * set, which has their number.
 */
static bool
model_read(Model *m, const char *recording, const Live *live)
{
	Buf text = sync_sem_text(recording, NULL);
	const Trace *t = live->trace;

	*m = (Model){0};
	sem_read(&m->set, recording, &text);
	buf_free(&text);
	m->t = &m->set.trace[0];
	if (m->t->nevents > MOST_EVENTS)
		return false;
	m->orders = orders_bounds(m->t);
	m->excluder = excluder_new(m->t);
	m->position = sem_positions(m->t);
	m->task = xcalloc(t->thread.n + 1, sizeof *m->task);
	for (uint32_t i = 0; i < t->thread.n; i++)
		m->task[i] = find_task(m->t, t->thread.text[i]);
	return true;
}

/* model_free: free the trace, the orders and the messages of a run. */
static void
model_free(Model *m)
{
	orders_free(&m->orders);
	excluder_free(m->excluder);
	free(m->position);
	free(m->task);
	sem_free(&m->set);
}

/* ---- races ---- */

/* mark_shown: mark all candidates with this key as shown by a forced run. */
static void
mark_shown(Prediction *p, const char *key)
{
	for (uint32_t i = 0; i < p->candidates.n; i++)
		if (strcmp(p->candidates.candidate[i].key, key) == 0)
			p->candidates.candidate[i].trial.fate = FATE_SHOWN;
}

/* is_seen_race: tell if the run itself had the race with this key. */
static bool
is_seen_race(const Prediction *p, const char *key)
{
	const RacingPairs *pairs = p->base->pairs;
	bool same = false;

	for (uint32_t i = 0; i < pairs->n && !same; i++) {
		Buf other = {0};

		live_race_key(p->base->live, &pairs->pair[i], &other);
		same = other.len == strlen(key) && memcmp(other.data, key, other.len) == 0;
		buf_free(&other);
	}
	return same;
}

/* mark_seen: mark the candidates whose race the recorded run itself had. */
static void
mark_seen(Prediction *p)
{
	for (uint32_t i = 0; i < p->candidates.n; i++)
		if (is_seen_race(p, p->candidates.candidate[i].key))
			p->candidates.candidate[i].trial.fate = FATE_SEEN;
}

/* show_race: note that a forced run has a race. */
static void
show_race(Prediction *p, const Execution *x, const RacingPair *pair, const char *key)
{
	Buf text = {0};

	live_put_race(&x->result, pair, &text);
	shown_add(&p->shown, x, key, text, live_race_json(&x->result, pair));
	mark_shown(p, key);
}

bool
prediction_note_races(Prediction *p, const Execution *x)
{
	const RacingPairs *pairs = x->result.pairs;
	uint32_t before = p->shown.n;

	for (uint32_t i = 0; i < pairs->n; i++) {
		Buf key = {0};

		live_race_key(x->result.live, &pairs->pair[i], &key);
		buf_byte(&key, '\0');
		if (!shown_has(&p->shown, (char *)key.data) && !is_seen_race(p, (char *)key.data))
			show_race(p, x, &pairs->pair[i], (char *)key.data);
		buf_free(&key);
	}
	return p->shown.n > before;
}

/* ---- attempts ---- */

void
prediction_execute(Prediction *p, Execution *x, const Schedule *s)
{
	execution_force(
		x, p->options.dir, p->nruns + p->deadlocks.nruns + 1, p->base->live, p->model.t, s);
}

/*
 * force_order: run the program in the order of a schedule, to show the candidate's race, and note
 * the result.
 */
static void
force_order(Prediction *p, Candidate *c, const Schedule *s)
{
	Execution x;
	bool new;

	prediction_execute(p, &x, s);
	p->nruns++;
	c->trial.nruns++;
	new = prediction_note_races(p, &x);
	if (c->trial.fate != FATE_SHOWN)
		trial_note_run(&c->trial, &x.run, "but its threads did not make both accesses "
			"there: what they do depends on data");
	new |= deadlocks_note_other(p, &x);
	p->nkept += new;
	execution_free(&x, new);
}

/*
 * try_candidate: search for an order that leads to the two places of a candidate, and run the
 * program in this order.
 */
static void
try_candidate(Prediction *p, Candidate *c, const PlacePair *places)
{
	Schedule s = {0};
	Answer a = witness_places(p->model.t, &places->at, MOST_STATES, &s);

	p->nsearches++;
	if (a == ANSWER_UNKNOWN)
		trial_note_reason(&c->trial, "the search for an order ended at its limit");
	else if (a == ANSWER_YES && p->nruns == p->options.runs)
		trial_note_reason(&c->trial, NO_RUN_LEFT);
	else if (a == ANSWER_YES)
		force_order(p, c, &s);
	free(s.event);
}

/*
 * try_candidates: try the nearest places of each candidate first, so that all candidates get forced
 * runs.
 */
static void
try_candidates(Prediction *p)
{
	Candidates *found = &p->candidates;

	for (uint32_t k = 0; k < MOST_PLACES; k++)
		for (uint32_t i = 0; i < found->n; i++)
			if (trial_is_open(&found->candidate[i].trial)
				&& k < found->candidate[i].n)
				try_candidate(
					p, &found->candidate[i], &found->candidate[i].places[k]);
	for (uint32_t i = 0; i < found->n; i++) {
		Candidate *c = &found->candidate[i];

		if (c->trial.fate == FATE_ORDERED && c->nplaces > c->n)
			trial_note_reason(&c->trial,
				"no order leads to the nearest places of these accesses");
	}
}

/* search_orders: find the candidates of races and deadlocks, and try to reach each one. */
static void
search_orders(Prediction *p)
{
	p->candidates = gather_candidates(p->base->live, &p->model);
	mark_seen(p);
	deadlocks_search(p);
	try_candidates(p);
}

void
prediction_make(Prediction *p, const PredictOptions *o, const LiveResult *base)
{
	bool new = directory_prepare_output(o->dir);

	*p = (Prediction){.options = *o, .base = base, .deadlocks.kinds.known = true};
	if (base->live->noperations > 0) {
		p->left_out = !model_read(&p->model, o->recording, base->live);
		p->nevents = p->model.t->nevents;
		if (!p->left_out)
			search_orders(p);
	}
	if (new && p->nkept + p->deadlocks.nkept == 0)
		rmdir(o->dir);
}

bool
prediction_has_findings(const Prediction *p)
{
	return p->shown.n + p->deadlocks.shown.n > 0;
}

void
prediction_free(Prediction *p)
{
	shown_free(&p->shown);
	deadlocks_free(&p->deadlocks);
	for (uint32_t i = 0; i < p->candidates.n; i++)
		buf_free(&p->candidates.candidate[i].trial.why);
	model_free(&p->model);
}
