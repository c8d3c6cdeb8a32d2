/* against_order.c - finds where two runs begin to differ, and sorts these differences. */
#include "against_parts.h"

#include <string.h>

/* ---- verdicts ---- */

/* match_differs: tell if the match, or a cause that explains it, differs; cached in m->differs. */
static bool
match_differs(const AgainstResult *x, Match *m)
{
	if (m->differs >= 0)
		return m->differs;
	m->differs = m->agreement == DIFFERS;
	for (uint32_t i = 0; i < m->ncauses && m->agreement == UNCOMPARED && !m->differs; i++)
		m->differs = match_differs(x, x->matches[m->causes[i]]);
	return m->differs;
}

/* is_constant: true if the value is in memory without a name, and was loaded with the program. */
static bool
is_constant(const Match *m)
{
	return m->dependence && *m->ours->name == '*'
		&& (m->ours->key.kind == CAUSE_INPUT || m->ours->key.kind == CAUSE_INITIAL);
}

/*
 * is_repeated: true if the execution uses the value that an earlier execution of its statement gave
 * to the same variable, as for a counter.
 */
static bool
is_repeated(const CauseGraph *g, const Cause *c)
{
	for (uint32_t i = 0; i < c->ncauses; i++) {
		const Cause *before = g->nodes[c->causes[i].cause];

		if (c->causes[i].kind == DEPENDS_DATA && cause_same_line(before, c)
			&& cause_same_object(before->name, c->name))
			return true;
	}
	return false;
}

/*
 * is_other_iteration: true if two values of one run differ because they belong to different
 * iterations of a loop.
 */
static bool
is_other_iteration(const Comparison *c, const Match *m)
{
	return c->x->one_run && m->right && (is_repeated(flowback_graph(c->f[OURS]), m->ours)
		|| is_repeated(flowback_graph(c->f[RIGHT]), m->right));
}

/*
 * find_verdict: the verdict on a match, which follows from the match's causes; also sets
 * m->constant.
 */
static Verdict
find_verdict(const Comparison *c, Match *m)
{
	const AgainstResult *x = c->x;
	bool passed = false;

	if (!match_differs(x, m) || is_constant(m))
		return VERDICT_EQUAL;
	for (uint32_t i = 0; i < m->ncauses; i++) {
		Match *cause = x->matches[m->causes[i]];

		if (match_differs(x, cause) && is_constant(cause))
			m->constant = cause;
		else
			passed |= match_differs(x, cause);
	}
	if (m->changed)
		return VERDICT_CHANGED;
	if (m->missing || m->added)
		return VERDICT_MISSING;
	if (passed)
		return VERDICT_PASSED;
	if (!m->expanded || is_other_iteration(c, m))
		return VERDICT_PASSED;
	return m->other ? VERDICT_OTHER : m->alone ? VERDICT_LOST : VERDICT_FIRST;
}

/* count_agreement: count match m in x, by whether its two nodes agree. */
static void
count_agreement(AgainstResult *x, const Match *m)
{
	x->nagree += m->agreement == AGREES;
	x->ndiffer += m->agreement == DIFFERS;
	x->nuncompared += m->agreement == UNCOMPARED;
	x->nalone += m->alone;
}

/*
 * statement_of: the node whose statement is shown for a match: our node or, if our node has no
 * statement, the node of the right run.
 */
static const Cause *
statement_of(const Match *m)
{
	return m->other && !m->ours->line ? m->right : m->ours;
}

/*
 * is_shown: true if the match, or another match of its statement, is already in the list of matches
 * to show.
 */
static bool
is_shown(const AgainstResult *x, uint32_t number)
{
	const Cause *c = statement_of(x->matches[number]);

	for (uint32_t i = 0; i < x->nshown; i++) {
		const Cause *o = statement_of(x->matches[x->order[i]]);

		if (o == c || (c->line && cause_same_line(o, c)))
			return true;
	}
	return false;
}

/*
 * is_in_system: true if the statement that is shown for the match belongs to the kernel, TrEK or a
 * library.
 */
static bool
is_in_system(const Match *m)
{
	return m->other ? m->right->system && !m->right->call_line : m->ours->system;
}

/*
 * next_with_verdict: the number of the nearest match with the verdict that is not in x->order yet;
 * x->n if there is none. system: only statements of the kernel, TrEK or a library; otherwise only
 * statements of the program.
 */
static uint32_t
next_with_verdict(const AgainstResult *x, Verdict verdict, bool system)
{
	uint32_t best = x->n;

	for (uint32_t i = 0; i < x->n; i++)
		if (x->matches[i]->verdict == verdict && is_in_system(x->matches[i]) == system
			&& (best == x->n || x->matches[i]->distance < x->matches[best]->distance)
			&& !is_shown(x, i))
			best = i;
	return best;
}

/*
 * show_verdict: append the matches with a verdict to x->order, the nearest first, but each
 * statement only once. system: only statements of the kernel, TrEK and libraries; otherwise only
 * statements of the program.
 */
static void
show_verdict(AgainstResult *x, Verdict verdict, bool system)
{
	for (uint32_t i; (i = next_with_verdict(x, verdict, system)) < x->n;)
		x->order[x->nshown++] = i;
}

/* show_first_match: append the matches at which the runs begin to differ. */
static void
show_first_match(AgainstResult *x, bool system)
{
	show_verdict(x, VERDICT_CHANGED, system);
	show_verdict(x, VERDICT_MISSING, system);
	show_verdict(x, VERDICT_FIRST, system);
	show_verdict(x, VERDICT_ALONE, system);
	show_verdict(x, VERDICT_EDITED, system);
	show_verdict(x, VERDICT_OTHER, system);
	show_verdict(x, VERDICT_LOST, system);
}

void
against_order_matches(const Comparison *c)
{
	AgainstResult *x = c->x;

	for (uint32_t i = 0; i < x->ncompared; i++) {
		x->matches[i]->verdict = find_verdict(c, x->matches[i]);
		count_agreement(x, x->matches[i]);
	}
	x->order = arena_alloc(&x->arena, x->n, sizeof *x->order);
	show_first_match(x, false);
	if (x->nshown == 0)
		show_first_match(x, true);
	x->nfirst = x->nshown;
	show_verdict(x, VERDICT_PASSED, false);
	show_first_match(x, true);
	show_verdict(x, VERDICT_PASSED, true);
	show_verdict(x, VERDICT_CAUSE, false);
	show_verdict(x, VERDICT_CAUSE, true);
}
