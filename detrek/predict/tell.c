/*
 * tell.c - the report on predicted races; that on deadlocks follows (tell_deadlocks.c):
 *
 *	predicted race on x (p.c:7), 0x8000ce60 of n0
 *	  0.2 stores at p.c:8, n0 before instruction 187543
 *	    ...
 *	  shown by a run forced into the 21 operations of rec.predicted/1.order; recorded in
 *	  rec.predicted/1
 *	possible race on ...
 *
 * The counts are of candidates: a variable with two lines each.
 */
#include "predict.h"

#include "base/terminal.h"

#include <inttypes.h>

/* The number of candidates with each fate. */
typedef struct FateCounts {
	uint32_t n[FATE_POSSIBLE + 1];
} FateCounts;

/* count_fates: count the candidates by their fate. */
static FateCounts
count_fates(const Prediction *p)
{
	FateCounts f = {0};

	for (uint32_t i = 0; i < p->candidates.n; i++)
		f.n[p->candidates.candidate[i].trial.fate]++;
	return f;
}

/* ---- text ---- */

void
shown_put(const ForcedFinding *s, Buf *out)
{
	buf_printf(out, "predicted %.*s", (int)s->text.len, (char *)s->text.data);
	buf_printf(out, "  shown by a run forced into the %u operations of %s; recorded in %s\n",
		s->noperations, s->order, s->file);
}

/* put_possible: append a race that may be possible, and why no run has shown it. */
static void
put_possible(const Prediction *p, const Candidate *c, Buf *out)
{
	buf_printf(out, "possible ");
	live_put_race(p->base, &c->pair, out);
	buf_printf(out, "  not shown: %.*s\n", (int)c->trial.why.len,
		(char *)c->trial.why.data);
	buf_printf(out, "  places %" PRIu64 ", of which the nearest %u were searched, %u by forced "
		"runs\n", c->nplaces, c->n, c->trial.nruns);
}

/* put_races: append the races that forced runs have shown, and those that are possible. */
static void
put_races(const Prediction *p, Buf *out)
{
	const Candidates *c = &p->candidates;
	uint32_t limit = p->base->limit, n = 0;

	for (uint32_t i = 0; i < p->shown.n && i < limit; i++)
		shown_put(&p->shown.shown[i], out);
	if (p->shown.n > limit)
		buf_printf(out, "left-out predicted race %u\n", p->shown.n - limit);
	for (uint32_t i = 0; i < c->n; i++)
		if (c->candidate[i].trial.fate == FATE_POSSIBLE && n++ < limit)
			put_possible(p, &c->candidate[i], out);
	if (n > limit)
		buf_printf(out, "left-out possible race %u\n", n - limit);
}

/*
 * put_counts: append how many candidates have which fate, and how many searches and runs it took.
 */
static void
put_counts(const Prediction *p, Buf *out)
{
	FateCounts f = count_fates(p);

	buf_printf(out, "candidates %u seen %u shown %u possible %u ordered %u\n",
		p->candidates.n, f.n[FATE_SEEN], f.n[FATE_SHOWN], f.n[FATE_POSSIBLE],
		f.n[FATE_ORDERED]);
	buf_printf(out, "searches %u of at most %d states; forced runs %u of at most %u, %u kept\n",
		p->nsearches, MOST_STATES, p->nruns, p->options.runs, p->nkept);
	if (f.n[FATE_ORDERED] > 0)
		buf_printf(out, "ordered: whenever the threads do the operations of this run; if "
			"others depend on data, they are not considered\n");
	if (p->candidates.nuncompared > 0)
		buf_printf(out, "left out: %" PRIu64 " accesses of words with more than %d\n",
			p->candidates.nuncompared, MOST_ENTRIES);
}

/* print_verdict: print how many races or deadlocks were shown. */
static void
print_verdict(const char *what, uint32_t n)
{
	Buf b = {0};

	if (n > 0)
		buf_printf(&b, "predicted %ss %u", what, n);
	else
		buf_printf(&b, "no predicted %s was shown", what);
	verdict_print(stdout, n == 0, (char *)b.data, b.len);
	buf_free(&b);
}

void
prediction_print(const Prediction *p)
{
	Buf b = {0};

	put_races(p, &b);
	if (p->left_out)
		buf_printf(&b, "not searched: %u events are more than %d\n", p->nevents,
			MOST_EVENTS);
	else
		put_counts(p, &b);
	deadlocks_put(p, &b);
	fwrite(b.data, 1, b.len, stdout);
	buf_free(&b);
	print_verdict("race", p->shown.n);
	print_verdict("deadlock", p->deadlocks.shown.n);
}

/* ---- JSON ---- */

json_t *
shown_json(const ForcedFinding *s)
{
	json_t *j = json_copy(s->json);

	json_object_set_new(j, "operations", json_integer(s->noperations));
	json_object_set_new(j, "order", json_string(s->order));
	json_object_set_new(j, "recording", json_string(s->file));
	return j;
}

/* possible_json: a race that may be possible, and why no run has shown it, as JSON. */
static json_t *
possible_json(const Prediction *p, const Candidate *c)
{
	json_t *j = live_race_json(p->base, &c->pair);

	json_object_set_new(j, "why", json_stringn((char *)c->trial.why.data,
		c->trial.why.len));
	json_object_set_new(j, "places", json_integer(c->nplaces));
	json_object_set_new(j, "searched", json_integer(c->n));
	json_object_set_new(j, "runs", json_integer(c->trial.nruns));
	return j;
}

json_t *
prediction_json(const Prediction *p)
{
	const Candidates *c = &p->candidates;
	json_t *shown = json_array(), *possible = json_array();
	uint32_t limit = p->base->limit;
	FateCounts f = count_fates(p);

	for (uint32_t i = 0; i < p->shown.n && i < limit; i++)
		json_array_append_new(shown, shown_json(&p->shown.shown[i]));
	for (uint32_t i = 0; i < c->n; i++)
		if (c->candidate[i].trial.fate == FATE_POSSIBLE
			&& json_array_size(possible) < limit)
			json_array_append_new(possible, possible_json(p, &c->candidate[i]));
	return json_pack("{s:b, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:o}",
		"searched", !p->left_out, "candidates", (json_int_t)c->n, "seen",
		(json_int_t)f.n[FATE_SEEN], "ordered", (json_int_t)f.n[FATE_ORDERED], "searches",
		(json_int_t)p->nsearches, "runs", (json_int_t)p->nruns, "kept",
		(json_int_t)p->nkept, "uncompared", (json_int_t)c->nuncompared, "found",
		(json_int_t)p->shown.n, "possible_found", (json_int_t)f.n[FATE_POSSIBLE], "shown",
		shown, "possible", possible, "deadlocks", deadlocks_json(p));
}
