/*
 * predict.c - for each candidate, searches an order of the operations that brings its threads to
 * their accesses together, and has the run follow it.
 *
 * A run may show other races, too. All bounds are counts, so the answers do not depend on the time
 * that anything takes.
 */
#include "predict.h"

#include "detrek/sync/sem_text.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the model ---- */

/* task_of: the task of a thread's operations; NO_EVENT: it has none. */
static uint32_t
task_of(const SemTrace *t, const char *thread)
{
	for (uint32_t i = 0; i < t->ntasks; i++)
		if (strcmp(t->task[i], thread) == 0)
			return i;
	return NO_EVENT;
}

/* model_read: false if there are too many operations; m then knows how many. */
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
	m->position = xcalloc(m->t->nevents + 1, sizeof *m->position);
	for (uint32_t i = 0; i < m->t->nevents; i++)
		m->position[m->t->observed[i]] = i;
	m->task = xcalloc(t->thread.n + 1, sizeof *m->task);
	for (uint32_t i = 0; i < t->thread.n; i++)
		m->task[i] = task_of(m->t, t->thread.text[i]);
	return true;
}

static void
model_free(Model *m)
{
	orders_free(&m->orders);
	excluder_free(m->excluder);
	free(m->position);
	free(m->task);
	sem_free(&m->set);
}

/* ---- directories ---- */

static bool
is_dot(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/*
 * check_directory: a new or empty directory for the recordings, so that nothing is overwritten.
 * Returns whether it is new.
 */
static bool
check_directory(const char *name)
{
	bool new = !file_is_directory(name);
	const struct dirent *e;
	DIR *d;

	directory_make(name);
	d = opendir(name);
	if (!d)
		fatal("cannot open the directory %s:", name);
	while ((e = readdir(d)) != NULL)
		if (!is_dot(e->d_name))
			fatal("%s: the directory for predicted runs is not empty; remove it, or "
				"name another one with -o", name);
	closedir(d);
	return new;
}

/* discard: remove the recording of a run that has shown nothing. */
static void
discard(const char *name)
{
	DIR *d = opendir(name);
	const struct dirent *e;

	while (d && (e = readdir(d)) != NULL) {
		char *file = xasprintf("%s/%s", name, e->d_name);

		if (!is_dot(e->d_name) && unlink(file) != 0)
			discard(file);
		free(file);
	}
	if (d)
		closedir(d);
	rmdir(name);
}

/* ---- answers ---- */

/* settle: a race with this key has been shown. */
static void
settle(Prediction *p, const char *key)
{
	for (uint32_t i = 0; i < p->candidates.n; i++)
		if (strcmp(p->candidates.candidate[i].key, key) == 0)
			p->candidates.candidate[i].fate = FATE_SHOWN;
}

static bool
is_shown(const Prediction *p, const char *key)
{
	for (uint32_t i = 0; i < p->nshown; i++)
		if (strcmp(p->shown[i].key, key) == 0)
			return true;
	return false;
}

static bool
is_seen(const Prediction *p, const char *key)
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

static void
settle_seen(Prediction *p)
{
	for (uint32_t i = 0; i < p->candidates.n; i++)
		if (is_seen(p, p->candidates.candidate[i].key))
			p->candidates.candidate[i].fate = FATE_SEEN;
}

/* show: a forced run has this race. */
static void
show(Prediction *p, const Execution *x, const RacingPair *pair, const char *key, uint32_t n)
{
	Shown *s;

	if (p->nshown == p->shown_cap) {
		p->shown_cap = p->shown_cap ? 2 * p->shown_cap : 16;
		p->shown = xrealloc(p->shown, p->shown_cap * sizeof *p->shown);
	}
	s = &p->shown[p->nshown++];
	*s = (Shown){.key = xstrdup(key),
		.dir = xstrdup(x->dir),
		.order = xstrdup(x->order),
		.noperations = n,
		.json = live_race_json(&x->result, pair)};
	live_put_race(&x->result, pair, &s->text);
	settle(p, key);
}

/* show_new: the races of a forced run that are not known yet. Returns whether there are any. */
static bool
show_new(Prediction *p, const Execution *x, uint32_t n)
{
	const RacingPairs *pairs = x->result.pairs;
	uint32_t before = p->nshown;

	for (uint32_t i = 0; i < pairs->n; i++) {
		Buf key = {0};

		live_race_key(x->result.live, &pairs->pair[i], &key);
		buf_byte(&key, '\0');
		if (!is_shown(p, (char *)key.data) && !is_seen(p, (char *)key.data))
			show(p, x, &pairs->pair[i], (char *)key.data, n);
		buf_free(&key);
	}
	return p->nshown > before;
}

/* ---- attempts ---- */

/* remark: why the candidate is only possible, so far; what forced runs have shown counts more. */
static void
remark(Candidate *c, const char *why, bool is_run)
{
	c->fate = FATE_POSSIBLE;
	if (c->nruns > 0 && !is_run)
		return;
	c->why.len = 0;
	buf_printf(&c->why, "%s", why);
}

/* remark_run: a forced run has not shown the race. */
static void
remark_run(Candidate *c, const Rerun *r)
{
	if (r->followed) {
		remark(c, r->deaf
			? "a forced run kept the order, but then the recorded host had no answers "
			"to it"
			: "a forced run kept the order, but its threads did not make both accesses "
			"there: what they do depends on data", true);
		return;
	}
	remark(c, r->deaf
		? "what the threads do depends on data, on a race, or on the recorded host, which "
		"had no answers in the end: in a forced run, "
		: "what the threads do depends on data, or on a race: in a forced run, ", true);
	buf_put(&c->why, r->said.data, r->said.len);
}

/* attempt: force an order on the run. */
static void
attempt(Prediction *p, const Model *m, Candidate *c, const Schedule *s)
{
	char *dir = xasprintf("%s/%u", p->options.dir, p->nruns + 1);
	char *order = xasprintf("%s.order", dir);
	Execution x = {.dir = dir, .order = order};

	p->nruns++;
	c->nruns++;
	execute(&x, p->base->live, m->t, s);
	if (show_new(p, &x, s->nevents)) {
		p->nkept++;
	} else {
		discard(dir);
		unlink(order);
	}
	if (c->fate != FATE_SHOWN)
		remark_run(c, &x.run);
	execute_free(&x);
	free(dir);
	free(order);
}

/* try: search an order that leads to the places, and force it. */
static void
try(Prediction *p, const Model *m, Candidate *c, const Places *places)
{
	Schedule s = {0};
	Answer a = witness_together(m->t, &places->at, MOST_STATES, &s);

	p->nsearches++;
	if (a == ANSWER_UNKNOWN)
		remark(c, "the search for an order ended at its limit", false);
	else if (a == ANSWER_YES && p->nruns == p->options.runs)
		remark(c, "an order leads there, but no forced run was left for it",
			false);
	else if (a == ANSWER_YES)
		attempt(p, m, c, &s);
	free(s.event);
}

static bool
is_open(const Candidate *c)
{
	return c->fate == FATE_ORDERED || c->fate == FATE_POSSIBLE;
}

/* search: the nearest places of each candidate first, so that all of them get forced runs. */
static void
search(Prediction *p, Model *m)
{
	Candidates *found = &p->candidates;

	*found = gather_candidates(p->base->live, m);
	settle_seen(p);
	for (uint32_t k = 0; k < MOST_PLACES; k++)
		for (uint32_t i = 0; i < found->n; i++)
			if (is_open(&found->candidate[i]) && k < found->candidate[i].n)
				try(p, m, &found->candidate[i], &found->candidate[i].places[k]);
	for (uint32_t i = 0; i < found->n; i++) {
		Candidate *c = &found->candidate[i];

		if (c->fate == FATE_ORDERED && c->nplaces > c->n)
			remark(c, "no order leads to the nearest places of these accesses",
				false);
	}
}

void
predict(Prediction *p, const PredictOptions *o, const LiveResult *base)
{
	bool new = check_directory(o->dir);
	Model m;

	*p = (Prediction){.options = *o, .base = base};
	if (base->live->noperations > 0) {
		p->left_out = !model_read(&m, o->recording, base->live);
		p->nevents = m.t->nevents;
		if (!p->left_out)
			search(p, &m);
		model_free(&m);
	}
	if (new && p->nkept == 0)
		rmdir(o->dir);
}

void
predict_free(Prediction *p)
{
	for (uint32_t i = 0; i < p->nshown; i++) {
		Shown *s = &p->shown[i];

		free(s->key);
		free(s->dir);
		free(s->order);
		buf_free(&s->text);
		json_decref(s->json);
	}
	free(p->shown);
	for (uint32_t i = 0; i < p->candidates.n; i++)
		buf_free(&p->candidates.candidate[i].why);
}
