/*
 * replaced.c - `why --expected`: shows, before the other causes, executions of statements whose
 * change would have led to the right result: with another value, or with the other decision of a
 * condition.
 */
#include "expected.h"

#include "detrek/detrek.h"
#include "detrek/flowback/alternatives.h"
#include "detrek/flowback/mutations.h"

#include <stdlib.h>
#include <string.h>

enum { CANDIDATES = 30 }; /* number of statements to try unless the user wants more */

/* ---- what is tried ---- */

/* The statements whose changes are tried. */
typedef struct Candidates {
	Session *s;
	ChangeTrials *tried; /* [n] the program's statements, the nearest first */
	uint32_t n, most; /* most: the limit of n */
	bool forward; /* also try changes of all executions of a statement */
} Candidates;

/* add_change: append a change to those that are tried at a statement. */
static void
add_change(Candidates *c, ChangeTrials *t, Trial change)
{
	t->list = arena_more(&c->s->arena, t->list, t->n, sizeof *t->list);
	t->list[t->n++] = change;
}

/*
 * find_changes: add the changes to be tried at a statement, alternately one that changes a single
 * execution of it and one that changes all its executions.
 */
static void
find_changes(Candidates *c, ChangeTrials *t)
{
	Flowback *f = c->s->flowback;
	Alternatives once = alternatives_of(flowback_graph(f), t->cause, &c->s->arena);
	Mutations always = {0};

	if (cause_has_time(t->cause) && c->forward)
		always = mutations_of(f, t->cause, &c->s->arena);
	for (uint32_t i = 0; i < once.n || i < always.n; i++) {
		if (i < once.n)
			add_change(c, t, (Trial){.once = &once.list[i]});
		if (i < always.n)
			add_change(c, t, (Trial){.always = &always.list[i]});
	}
}

/*
 * add_candidate: take a cause as candidate, with its possible changes; returns false if there are
 * enough.
 */
static bool
add_candidate(void *context, Cause *cause, const Cause *shown, uint32_t steps)
{
	Candidates *c = context;

	(void)steps;
	if (c->n == c->most)
		return false;
	if (cause != shown)
		return true;
	c->tried = arena_more(&c->s->arena, c->tried, c->n, sizeof *c->tried);
	c->tried[c->n++] = (ChangeTrials){.cause = cause};
	if (!cause->system && cause->line)
		find_changes(c, &c->tried[c->n - 1]);
	return true;
}

/* ---- what is shown ---- */

/* print_proof: print the debugger's commands that go to the place and put the alternative in. */
static void
print_proof(Session *s, const Alternative *a, Buf *out)
{
	static const char *const types[] = {[1] = "char", [2] = "short", [4] = "int",
		[8] = "long long"};
	Place at = alternative_place(a);
	int64_t n = 0;

	buf_printf(out, "goto node %u %llu", target_number(s->target, at.node),
		(unsigned long long)at.count);
	if (a->kind != INSTEAD_MEMORY)
		return;
	for (Word i = a->nbytes; i-- > 0;)
		n = (uint64_t)n << 8 | a->bytes[i];
	buf_printf(out, "; set var *(%s *)0x%x = 0x%llx", types[a->nbytes], a->cause->key.addr,
		(unsigned long long)n);
}

/* change_text: the text of the change, made either once or always. */
static const char *
change_text(const Trial *t)
{
	return t->once ? t->once->text : t->always->text;
}

/* print_statement: append a tried statement: its number, line, value and the change that helps. */
static void
print_statement(Session *s, const ChangeTrials *t, const CauseText *text, uint32_t number, Buf *out)
{
	buf_printf(out, "  [%u] ", number);
	cause_text(t->cause, out);
	cause_place(t->cause, NULL, text, out);
	buf_printf(out, "\n");
	if (!t->right)
		return;
	buf_printf(out, "        %s", change_text(t->right));
	if (t->right->once) {
		buf_printf(out, "  (");
		print_proof(s, t->right->once, out);
		buf_printf(out, ")");
	}
	buf_printf(out, "\n");
}

/*
 * print_group: print, under a heading, the statements whose best change has this merit, numbered
 * from `number` + 1; returns the last number.
 */
static uint32_t
print_group(const Candidates *c, const CauseText *text, uint32_t merit, const char *heading,
	uint32_t number, Buf *out)
{
	for (uint32_t i = 0; i < c->n; i++) {
		if (c->tried[i].merit != merit || number == text->most)
			continue;
		buf_printf(out, "%s", heading);
		heading = "";
		print_statement(c->s, &c->tried[i], text, ++number, out);
	}
	return number;
}

/*
 * print_statements: print the statements with which the result is right, the best first, before the
 * others.
 */
static void
print_statements(const Candidates *c, const CauseText *text, Buf *out)
{
	static const char before[] = "With one of these it is as expected, but the output before "
		"it differs:\n";
	uint32_t n = 0, kept;

	for (uint32_t merit = BEST_MERIT; merit > BEST_MERIT / 2; merit--)
		n = print_group(c, text, merit,
			n > 0 ? "" : "With one of these changes it is as expected:\n", n, out);
	kept = n;
	for (uint32_t merit = BEST_MERIT / 2; merit > 0; merit--)
		n = print_group(c, text, merit, n > kept ? "" : before, n, out);
	print_group(c, text, 0, n > 0 ? "The others, back from the value:\n"
		: "With no change that was tried it is as expected; its causes, back from it:\n", n,
		out);
}

/* print_counts: append how many changes were tried, and how many gave which result. */
static void
print_counts(const Trials *t, const Expected *e, Buf *out)
{
	uint32_t n = 0;

	for (int i = 0; i < NTRIALENDS; i++)
		n += t->ends[i];
	buf_printf(out, "Tried %u change%s in %.1f s: %u gave %s, %u did not", n,
		n == 1 ? "" : "s", t->seconds, t->ends[TRIAL_RIGHT] + t->ends[TRIAL_RIGHT_CHANGED],
		e->text, t->ends[TRIAL_WRONG]);
	if (t->ends[TRIAL_UNANSWERED] > 0)
		buf_printf(out, ", %u led to requests that the host never got in the run",
			t->ends[TRIAL_UNANSWERED]);
	if (t->ends[TRIAL_NOT_REACHED] > 0)
		buf_printf(out, ", %u could not be made", t->ends[TRIAL_NOT_REACHED]);
	buf_printf(out, ".\n");
	if (t->left > 0)
		buf_printf(out, "%u more were not tried: --time N gives them more than %u s.\n",
			t->left, e->options->seconds);
}

/* replaced_text: print the statements whose change gives the expected output, and the counts. */
static void
replaced_text(const Candidates *c, const CauseText *text, const Expected *e, const Trials *told)
{
	Buf out = {0};

	print_statements(c, text, &out);
	print_counts(told, e, &out);
	fwrite(out.data, 1, out.len, c->s->out);
	buf_free(&out);
}

/* tried_json: the tried statement, with the change that gave the expected output if one did. */
static json_t *
tried_json(Session *s, const ChangeTrials *t, const CauseText *text)
{
	json_t *j = cause_data(t->cause, text);
	Buf proof = {0};

	if (!t->right)
		return j;
	json_object_set_new(j, "with", json_string(change_text(t->right)));
	json_object_set_new(j, "kept", json_boolean(t->merit > BEST_MERIT / 2));
	if (t->right->once) {
		print_proof(s, t->right->once, &proof);
		json_object_set_new(j, "commands",
			json_stringn((char *)proof.data, proof.len));
	}
	buf_free(&proof);
	return j;
}

/* replaced_json: print the tried statements and the counts as JSON. */
static void
replaced_json(const Candidates *c, const CauseText *text, const Trials *t)
{
	json_t *nodes = json_array();

	for (int merit = BEST_MERIT; merit >= 0; merit--)
		for (uint32_t i = 0; i < c->n; i++)
			if ((int)c->tried[i].merit == merit)
				json_array_append_new(nodes,
					tried_json(c->s, &c->tried[i], text));
	report_json(json_pack("{s:{s:i, s:i, s:i, s:i, s:i, s:i}, s:o}", "tried",
		"right", t->ends[TRIAL_RIGHT], "alone", t->ends[TRIAL_RIGHT_CHANGED],
		"wrong", t->ends[TRIAL_WRONG],
		"deaf", t->ends[TRIAL_UNANSWERED], "impossible", t->ends[TRIAL_NOT_REACHED],
		"left", t->left, "nodes", nodes));
}

void
session_show_replacements(Session *s, const WhyOptions *asked, const char *expression)
{
	WhyOptions o = *asked;
	Candidates c = {.s = s, .most = o.most > CANDIDATES ? o.most : CANDIDATES};
	CauseText text = session_cause_text(s, &o);
	Expected e = expected_new(s, &o, expression);
	const Cause *first;
	Trials told;

	o.flowback.most = c.most;
	c.forward = expected_is_forward_only(s, &e);
	first = session_find_answer(s, &o, expression);
	graph_walk(flowback_graph(s->flowback), first, &(CauseWalk){false, add_candidate, &c});
	told = trials_run(s, &e, c.tried, c.n);
	if (o.form == WHY_JSON)
		replaced_json(&c, &text, &told);
	else
		replaced_text(&c, &text, &e, &told);
	expected_free(&e);
}
