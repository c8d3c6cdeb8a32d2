/* tell.c - the report: a block for each outcome, and whether all orders were run. */
#include "outcomes.h"

#include <inttypes.h>
#include <string.h>

static const char *const lacks[] = {
#define X(name, text) text,
	PLAY_LACKS(X)
#undef X
};

bool
exploration_is_complete(const Exploration *x)
{
	return x->nleft == 0 && x->options->samples == 0 && x->lacks == 0 && x->nracy == 0;
}

/* plural: the ending "s", unless n is 1. */
static const char *
plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

/* put_count: append a number with separators: "5,730". */
static void
put_count(uint64_t n, Buf *out)
{
	if (n >= 1000) {
		put_count(n / 1000, out);
		buf_printf(out, ",%03u", (unsigned)(n % 1000));
	} else {
		buf_printf(out, "%u", (unsigned)n);
	}
}

/* put_lines: append a text with each line indented. */
static void
put_lines(const Buf *text, Buf *out)
{
	bool begins = true;

	for (size_t i = 0; i < text->len; i++) {
		if (begins)
			buf_printf(out, "  ");
		begins = text->data[i] == '\n';
		buf_byte(out, text->data[i]);
	}
	if (!begins)
		buf_byte(out, '\n');
}

enum { MOST_TOLD = 60 }; /* changes of threads in the report */

/* put_schedule: append which threads act one after the other, and how often: "0.2 x 3, 0.3". */
static void
put_schedule(const Exploration *x, const OutcomeRow *r, Buf *out)
{
	uint32_t told = 0;

	for (uint32_t i = 0, k; i < r->nchoices; i = k) {
		uint32_t thread = r->choice[i].thread;
		const PlayThread *t = &x->thread[thread];

		if (told++ == MOST_TOLD) {
			buf_printf(out, ", and %u more actions", r->nchoices - i);
			return;
		}
		for (k = i + 1; k < r->nchoices && r->choice[k].thread == thread; k++)
			;
		buf_printf(out, "%s%u.%u", i ? ", " : "", t->node, t->number);
		if (k - i > 1)
			buf_printf(out, " x %u", k - i);
	}
}

/* end_word: the word for how the plays of a row have ended: "outcome", "deadlock" or "no end". */
static const char *
end_word(const OutcomeRow *r)
{
	switch (r->end) {
	case PLAY_STUCK: return "deadlock";
	case PLAY_CUT: return "no end";
	default: return "outcome";
	}
}

/* put_turn: append the choice that decides between this outcome and another one. */
static void
put_turn(const OutcomeTurn *t, Buf *out)
{
	if (t->own)
		buf_printf(out, "  decided by action %u\n    %s\n    with outcome %u %s\n", t->n,
			t->own, t->other + 1, t->its);
}

/*
 * put_question: append the command that asks why the output differs from that of the other outcome.
 */
static void
put_question(const Exploration *x, const OutcomeRow *r, Buf *out)
{
	const OutcomeRow *other = &x->list.row[r->turn.other];
	uint32_t at = 0, line = 1, column = 1;

	while (at < r->output.len && at < other->output.len
		&& r->output.data[at] == other->output.data[at]) {
		column = r->output.data[at] == '\n' ? 1 : column + 1;
		line += r->output.data[at++] == '\n';
	}
	if (r->turn.n > 0 && r->recording && other->recording && at < r->output.len)
		buf_printf(out, "  trellis why %s stdout:%u:%u --against %s\n", r->recording,
			line, column, other->recording);
}

/* put_outcome: append outcome i: its end, output, schedule, and what decides it. */
static void
put_outcome(const Exploration *x, uint32_t i, Buf *out)
{
	const OutcomeRow *r = &x->list.row[i];

	buf_printf(out, "%s %u: ", end_word(r), i + 1);
	put_count(r->norders, out);
	buf_printf(out, " order%s\n", plural(r->norders));
	put_lines(&r->output, out);
	put_lines(&r->said, out);
	buf_printf(out, "  shortest order: ");
	put_schedule(x, r, out);
	buf_printf(out, "\n");
	put_turn(&r->turn, out);
	if (r->recording)
		buf_printf(out, "  recorded in %s\n", r->recording);
	put_question(x, r, out);
	put_lines(&r->race, out);
}

/* ---- the tree ---- */

static const char tree_heading[] = "where the recorded orders part\n";
static const char tree_end[] = "threads "; /* the next line of the report */

/*
 * put_fork: append a line for each branch, and what follows below it; depth: of the fork in the
 * tree.
 */
static void
put_fork(const Exploration *x, const OutcomeFork *f, int depth, Buf *out)
{
	const OutcomeRow *r = &x->list.row[f->row];
	int indent = 2 + 4 * depth;

	if (f->n == 0) {
		buf_printf(out, "%*s%s %u: ", indent, "", end_word(r), f->row + 1);
		put_count(r->norders, out);
		buf_printf(out, " order%s\n", plural(r->norders));
		return;
	}
	buf_printf(out, "%*saction %u\n", indent, "", f->action);
	for (uint32_t i = 0; i < f->n; i++) {
		const char *words = f->branch[i].words;

		buf_printf(out, "%*s- %s\n", indent, "", words ? words : "another action");
		put_fork(x, f->branch[i].next, depth + 1, out);
	}
}

/* put_tree: append the tree of the choices that decide between the outcomes. */
static void
put_tree(const Exploration *x, Buf *out)
{
	if (!x->tree.fork)
		return;
	buf_printf(out, "%s", tree_heading);
	put_fork(x, x->tree.fork, 0, out);
	if (x->tree.noutcomes < x->list.n)
		buf_printf(out, "  and %u that are not recorded\n",
			x->list.n - x->tree.noutcomes);
}

char *
outcomes_extract_tree(char *report)
{
	char *tree = strstr(report, tree_heading), *end = tree;

	while (end && strncmp(end, tree_end, strlen(tree_end)) != 0)
		end = (end = strchr(end, '\n')) ? end + 1 : NULL;
	if (end)
		*end = '\0';
	return end ? tree : NULL;
}

/* ---- sums ---- */

/* Sums over the outcomes. */
typedef struct Sums {
	uint64_t orders, stuck, cut; /* orders that ended, that ended in a deadlock, without end */
	uint32_t outcomes, kinds;    /* outcomes other than deadlocks; kinds of deadlocks */
} Sums;

/* sum_rows: add up the orders and kinds of outcomes, deadlocks and unended plays. */
static Sums
sum_rows(const Exploration *x)
{
	Sums s = {0};

	for (uint32_t i = 0; i < x->list.n; i++) {
		const OutcomeRow *r = &x->list.row[i];

		s.orders += r->end == PLAY_ENDED ? r->norders : 0;
		s.outcomes += r->end == PLAY_ENDED;
		s.stuck += r->end == PLAY_STUCK ? r->norders : 0;
		s.kinds += r->end == PLAY_STUCK;
		s.cut += r->end == PLAY_CUT ? r->norders : 0;
	}
	return s;
}

/* put_sums: append the line with the numbers of orders, outcomes and deadlocks. */
static void
put_sums(const Exploration *x, Buf *out)
{
	Sums s = sum_rows(x);

	put_count(s.orders, out);
	buf_printf(out, " %s%s, %u outcome%s", x->options->samples ? "random order" : "order",
		plural(s.orders), s.outcomes, plural(s.outcomes));
	if (s.stuck > 0) {
		buf_printf(out, ", ");
		put_count(s.stuck, out);
		buf_printf(out, " deadlock%s of %u kind%s", plural(s.stuck), s.kinds,
			plural(s.kinds));
	}
	if (s.cut > 0) {
		buf_printf(out, ", ");
		put_count(s.cut, out);
		buf_printf(out, " without an end");
	}
}

/*
 * put_probability: append the probability that the random orders have found a bug, and its
 * conditions.
 */
static void
put_probability(const Exploration *x, Buf *out)
{
	const SampleBound *b = &x->bound;

	if (b->nruns == 0) {
		buf_printf(out, "  random orders: no probability is known, because the last one "
			"is the longest\n");
		return;
	}
	buf_printf(out, "  random orders: a bug of depth %u was found with a probability of at "
		"least %.3g by the last ", x->options->depth, sample_probability(x));
	put_count(b->nruns, out);
	buf_printf(out, ", if no order has more than the %u threads and %u actions that were "
		"seen\n", x->nthreads, b->nactions);
	if (x->chooses)
		buf_printf(out, "  receives had a choice among messages: bugs that depend on it "
			"can have a lower probability\n");
}

/* put_bound: append which limits have kept the exploration from running all orders. */
static void
put_bound(const Exploration *x, Buf *out)
{
	const ExploreOptions *o = x->options;

	if (o->samples > 0)
		put_probability(x, out);
	if (o->delays != NO_LIMIT && x->nleft > 0)
		buf_printf(out, "  only orders with at most %u choice%s other than the first "
			"one%s\n", o->delays, plural(o->delays), plural(o->delays));
}

/* round_number: a number rounded to two digits. */
static uint64_t
round_number(double n)
{
	double unit = 1;

	while (n >= 100 * unit)
		unit *= 10;
	return (uint64_t)(n / unit + 0.5) * unit;
}

/* put_estimate: append how much was done of a search that a limit has ended. */
static void
put_estimate(const Exploration *x, Buf *out)
{
	if (!x->interrupted || x->done <= 0)
		return;
	buf_printf(out, "  estimate: %.2g %% of about ", 100 * x->done);
	put_count(round_number(x->norders / x->done), out);
	buf_printf(out, " orders were run; it counts only choices that are known so far, "
		"and can be wrong several times over\n");
}

/*
 * put_lacks: append why the outcomes may not be all: limits, orders left, and actions not ordered.
 */
static void
put_lacks(const Exploration *x, Buf *out)
{
	put_bound(x, out);
	if (x->nleft > 0) {
		buf_printf(out, "  orders were left: ");
		put_count(x->nleft, out);
		buf_printf(out, " known reversal%s, and those of the runs with them\n",
			plural(x->nleft));
		put_estimate(x, out);
	}
	for (int i = 0; i < NLACKS; i++)
		if (x->lacks & 1u << i)
			buf_printf(out, "  %s\n", lacks[i]);
	if (x->nracy > 0)
		buf_printf(out, "  %" PRIu64 " of %" PRIu64 " orders that were searched have data "
			"races: outcomes of other orders of the racing accesses are not explored\n",
			x->nracy, x->nsearched);
}

Buf
outcomes_text(const Exploration *x, bool library)
{
	bool complete = exploration_is_complete(x);
	Buf out = {0};

	for (uint32_t i = 0; i < x->list.n; i++)
		put_outcome(x, i, &out);
	put_tree(x, &out);
	buf_printf(&out, "%s%u, actions at most %u, runs given up ", tree_end, x->nthreads,
		x->nactions);
	put_count(x->ncovered, &out);
	buf_printf(&out, "\ndata races were searched in ");
	put_count(x->nsearched, &out);
	buf_printf(&out, " of ");
	put_count(x->norders, &out);
	buf_printf(&out, " order%s%s\n", plural(x->norders), library ? ""
		: ", but for those that a lock of the library hides");
	buf_printf(&out, "%s: ", complete ? "complete" : "not complete");
	put_sums(x, &out);
	buf_printf(&out, "\n");
	put_lacks(x, &out);
	return out;
}

/* ---- JSON ---- */

/* schedule_json: the threads in the order in which they were chosen. */
static json_t *
schedule_json(const Exploration *x, const OutcomeRow *r)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < r->nchoices; i++) {
		const PlayThread *t = &x->thread[r->choice[i].thread];

		json_array_append_new(list, json_sprintf("%u.%u", t->node, t->number));
	}
	return list;
}

/* text_json: a text; bytes that are not UTF-8 are left out. */
static json_t *
text_json(const Buf *b)
{
	json_t *text = json_stringn((const char *)b->data, b->len);

	return text ? text : json_null();
}

/*
 * turn_json: the choice that decides between an outcome and another one (OutcomeTurn); null if it
 * is not known.
 */
static json_t *
turn_json(const OutcomeTurn *t)
{
	return !t->own ? json_null() : json_pack("{s:I, s:s, s:I, s:s}", "action",
		(json_int_t)t->n, "here", t->own, "outcome", (json_int_t)t->other + 1, "there",
		t->its);
}

/* fork_json: a fork with its branches; of a leaf, the outcome's number. */
static json_t *
fork_json(const OutcomeFork *f)
{
	json_t *branches;

	if (f->n == 0)
		return json_integer(f->row + 1);
	branches = json_array();
	for (uint32_t i = 0; i < f->n; i++)
		json_array_append_new(branches, json_pack("{s:s?, s:o}", "does",
			f->branch[i].words, "then", fork_json(f->branch[i].next)));
	return json_pack("{s:I, s:o}", "action", (json_int_t)f->action, "branches", branches);
}

/* outcome_json: an outcome as JSON. */
static json_t *
outcome_json(const Exploration *x, const OutcomeRow *r)
{
	return json_pack("{s:s, s:I, s:o, s:o, s:o, s:s?, s:o, s:o}", "end",
		r->end == PLAY_STUCK ? "deadlock" : r->end == PLAY_CUT ? "cut" : "ended",
		"orders", (json_int_t)r->norders, "output", text_json(&r->output), "said",
		text_json(&r->said), "shortest", schedule_json(x, r), "recording", r->recording,
		"race", r->race.len > 0 ? text_json(&r->race) : json_null(), "decided",
		turn_json(&r->turn));
}

json_t *
outcomes_json(const Exploration *x)
{
	Sums s = sum_rows(x);
	json_t *list = json_array(), *missing = json_array();

	for (uint32_t i = 0; i < x->list.n; i++)
		json_array_append_new(list, outcome_json(x, &x->list.row[i]));
	for (int i = 0; i < NLACKS; i++)
		if (x->lacks & 1u << i)
			json_array_append_new(missing, json_string(lacks[i]));
	return json_pack("{s:b, s:I, s:I, s:I, s:I, s:I, s:o, s:I, s:I, s:o, s:o, s:o}", "complete",
		exploration_is_complete(x), "orders", (json_int_t)s.orders, "deadlocks",
		(json_int_t)s.stuck, "cut", (json_int_t)s.cut, "given_up",
		(json_int_t)x->ncovered, "left", (json_int_t)x->nleft, "estimated_done",
		x->options->samples ? json_null() : json_real(x->done), "searched",
		(json_int_t)x->nsearched, "racy", (json_int_t)x->nracy, "missing", missing,
		"outcomes", list, "tree", x->tree.fork ? fork_json(x->tree.fork) : json_null());
}
