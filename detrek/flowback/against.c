/*
 * against.c - compares the causes of a value in two runs, the nearest causes first, and finds where
 * the runs begin to differ.
 */
#include "against_parts.h"

#include <stdlib.h>
#include <string.h>

enum {
	MAX_EXPANDED = 600,    /* matches whose causes are compared */
	MAX_LOST = 20,         /* matches that differ for no known reason, and are examined */
	REPEATED = 16,         /* added to the distance of a statement's second execution */
	SYSTEM = 32,           /* added to the distance of a statement of kernel, TrEK or library */
};

/* ---- matches ---- */

const Cause *
against_node(const Comparison *c, int side, uint32_t number)
{
	return flowback_graph(c->f[side])->nodes[number];
}

/*
 * count_line_matches: the number of matches so far whose node of our run belongs to the line of
 * `ours`.
 */
static uint32_t
count_line_matches(const AgainstResult *x, const Cause *ours)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < x->n; i++)
		n += ours->line && cause_same_line(x->matches[i]->ours, ours);
	return n;
}

/*
 * match_distance: how much farther a match with the cause `ours` is than the match of its effect.
 * kind: how the effect depends on the cause. Matches are visited by increasing distance.
 */
static uint32_t
match_distance(const AgainstResult *x, const Cause *ours, DependenceKind kind)
{
	static const uint32_t distances[NDEPENDENCEKINDS] = {[DEPENDS_DATA] = 1,
		[DEPENDS_SYNC] = 1,
		[DEPENDS_CONTROL] = 5,
		[DEPENDS_POTENTIAL] = 5,
		[DEPENDS_BESIDE] = 5,
		[DEPENDS_LOST] = 1,
		[DEPENDS_ADDRESS] = 6};
	uint32_t n = count_line_matches(x, ours), more = 0;

	for (; n > 0; n /= 2)
		more++;
	return distances[kind] + (more ? REPEATED + more : 0) + (ours->system ? SYSTEM : 0);
}

/*
 * is_statement: true if the cause is a statement that was executed: an assignment, a call or a
 * jump.
 */
static bool
is_statement(const Cause *c)
{
	return c->key.kind == CAUSE_ASSIGNMENT || c->key.kind == CAUSE_CALL || is_jump(c);
}

/*
 * match_new: make two nodes partners, in a match of their own unless they have one; returns the
 * number of their match.
 */
static uint32_t
match_new(Comparison *c, const Cause *ours, const Cause *right, uint32_t distance)
{
	AgainstResult *x = c->x;
	Match *m;

	for (uint32_t i = 0; i < x->n; i++)
		if (x->matches[i]->ours == ours && x->matches[i]->right == right)
			return i;
	m = arena_alloc(&x->arena, 1, sizeof *m);
	*m = (Match){.ours = ours, .right = right, .distance = distance, .differs = -1};
	m->agreement = against_agreement(c, ours, right);
	m->other = !against_same_place(c, ours, right);
	m->changed = !m->other && against_is_changed(c, ours, right);
	if (m->other) {
		flowback_set_caller(c->f[RIGHT], right);
		m->added = is_statement(ours) && against_is_edited(c, OURS, ours);
		m->missing = is_statement(right) && against_is_edited(c, RIGHT, right);
	}
	x->matches = arena_more(&x->arena, x->matches, x->n, sizeof *x->matches);
	x->matches[x->n] = m;
	return x->n++;
}

void
against_add(Comparison *c, Match *effect, const Cause *ours, const Cause *right,
	const Dependence *by)
{
	uint32_t number = match_new(c, ours, right,
		effect->distance + match_distance(c->x, ours, by->kind));

	if (!c->x->matches[number]->dependence)
		c->x->matches[number]->dependence = by;
	effect->causes = arena_more(&c->x->arena, effect->causes, effect->ncauses,
		sizeof *effect->causes);
	effect->causes[effect->ncauses++] = number;
}

/* ---- causes ---- */

/* How similar two dependences must be to be partners, the most similar first. */
typedef enum Likeness {
	SAME_OBJECT,    /* the same variable was read, and the same statement wrote the same one */
	SAME_STATEMENT, /* the same variable was read, and the same statement wrote it */
	OTHER_ELEMENT,  /* the same statement, which has read different elements of an array */
	SAME_VARIABLE,  /* the same variable was read, but different statements wrote it */
	OTHER_VARIABLE, /* different statements, and different elements of an array */
	SAME_PLACE,     /* different names, because a library took another path at this place */
	UNWRITTEN,      /* one of them is a value that no statement has written */
	NLIKENESS
} Likeness;

/*
 * same_kind: tell if two kinds of dependence are compared as one; data by message counts as data.
 */
static bool
same_kind(DependenceKind a, DependenceKind b)
{
	return (a == DEPENDS_SYNC ? DEPENDS_DATA : a) == (b == DEPENDS_SYNC ? DEPENDS_DATA : b);
}

/* read_name: the name of the variable that was read; "" if it has none. */
static const char *
read_name(const Dependence *d, const Cause *cause)
{
	const char *name = *d->name ? d->name : cause->name;

	return *name == '*' ? "" : name;
}

/* is_unwritten: tell if the cause is a value that no statement of the program has written. */
static bool
is_unwritten(const Cause *c)
{
	return c->key.kind == CAUSE_INPUT || c->key.kind == CAUSE_INITIAL
		|| c->key.kind == CAUSE_UNINITIALISED;
}

/* are_dependences_alike: true if the dependences of two effects are as similar as `how` demands. */
static bool
are_dependences_alike(const Comparison *c, Likeness how, const Dependence *a, const Cause *ours,
	const Dependence *b, const Cause *right)
{
	const char *name = read_name(a, ours), *right_name = read_name(b, right);
	bool data = same_kind(a->kind, DEPENDS_DATA);
	bool same_place = ours->line && against_same_place(c, ours, right);

	if (!same_kind(a->kind, b->kind))
		return false;
	switch (how) {
	case SAME_OBJECT:
		return strcmp(name, right_name) == 0 && strcmp(ours->name, right->name) == 0
			&& against_same_place(c, ours, right);
	case SAME_STATEMENT: return strcmp(name, right_name) == 0 && same_place;
	case OTHER_ELEMENT: return cause_same_object(name, right_name) && same_place;
	case SAME_VARIABLE: return data && *name && strcmp(name, right_name) == 0;
	case OTHER_VARIABLE: return data && *name && cause_same_object(name, right_name);
	case SAME_PLACE: return same_place;
	default: return data && is_unwritten(ours) != is_unwritten(right);
	}
}

/*
 * compare_cause: make `ours` and `right` a match, and a cause of the match `effect` by the
 * dependence d. Executions of the same jump are first aligned by their iterations.
 */
static void
compare_cause(Comparison *c, Match *effect, const Dependence *d, const Cause *ours,
	const Cause *right)
{
	if (is_jump(ours) && against_same_place(c, ours, right))
		against_align_jumps(c, effect, ours, right, d);
	else
		against_add(c, effect, ours, right, d);
}

/*
 * count_partnerless: the number of the effect's causes that have no partner yet, without those by a
 * potential dependence.
 */
static uint32_t
count_partnerless(const Cause *effect, const bool *taken)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < effect->ncauses; i++)
		n += !taken[i] && effect->causes[i].kind < DEPENDS_POTENTIAL;
	return n;
}

/* compare_causes: pair the causes of both runs' nodes of match m, the most similar ones first. */
static void
compare_causes(Comparison *c, Match *m)
{
	const Cause *a = m->ours, *b = m->right;
	bool *taken = arena_alloc(&c->scratch, a->ncauses + 1, 1);
	bool *taken_right = arena_alloc(&c->scratch, b->ncauses + 1, 1);

	for (int how = 0; how < NLIKENESS; how++)
		for (uint32_t i = 0; i < a->ncauses; i++)
			for (uint32_t j = 0; j < b->ncauses && !taken[i]; j++) {
				const Cause *ours = against_node(c, OURS, a->causes[i].cause);
				const Cause *right = against_node(c, RIGHT, b->causes[j].cause);

				if (taken_right[j] || !are_dependences_alike(c, how, &a->causes[i],
							      ours, &b->causes[j], right))
					continue;
				taken[i] = taken_right[j] = true;
				compare_cause(c, m, &a->causes[i], ours, right);
			}
	m->alone = count_partnerless(a, taken) + count_partnerless(b, taken_right);
}

/*
 * is_match_lost: true if the values of the match differ, but none of its compared causes does, and
 * some have no partner.
 */
static bool
is_match_lost(const Comparison *c, const Match *m)
{
	for (uint32_t i = 0; i < m->ncauses; i++)
		if (c->x->matches[m->causes[i]]->agreement != AGREES)
			return false;
	return m->agreement == DIFFERS && m->alone > 0;
}

/*
 * compare_other_causes: find why different statements were executed (against_explain_writers). This
 * is done for each cause of the match `effect` whose two nodes belong to different statements.
 */
static void
compare_other_causes(Comparison *c, const Match *effect)
{
	for (uint32_t i = 0; i < effect->ncauses; i++) {
		Match *m = c->x->matches[effect->causes[i]];

		if (!m->other || m->expanded || m->agreement == AGREES)
			continue;
		m->expanded = true;
		flowback_expand(c->f[OURS], m->ours);
		flowback_expand(c->f[RIGHT], m->right);
		against_explain_writers(c, effect, m);
	}
}

/* expand_match: find the causes of both nodes of match m, and make matches of them. */
static void
expand_match(Comparison *c, Match *m)
{
	m->expanded = true;
	flowback_expand(c->f[OURS], m->ours);
	flowback_expand(c->f[RIGHT], m->right);
	if (!m->other)
		compare_causes(c, m);
	else if (!m->dependence)
		against_explain_writers(c, m, m);
	compare_other_causes(c, m);
	if (is_match_lost(c, m) && c->nlost++ < MAX_LOST)
		against_explain_lost(c, m);
	arena_free(&c->scratch);
}

/* may_differ: true if the causes of a match may differ. */
static bool
may_differ(const Comparison *c, const Match *m)
{
	return m->agreement != AGREES || (c->all && m->ours != m->right);
}

/*
 * nearest_match: the nearest match whose causes may differ and were not compared yet; NULL: none.
 */
static Match *
nearest_match(const Comparison *c)
{
	const AgainstResult *x = c->x;
	Match *found = NULL;

	for (uint32_t i = 0; i < x->n; i++) {
		Match *m = x->matches[i];

		if (!m->expanded && may_differ(c, m)
			&& (!found || m->distance < found->distance))
			found = m;
	}
	return found;
}

void
against_compare(AgainstResult *x, const FlowbackOptions *o, Flowback *f, const Cause *first,
	const CauseText *t, Flowback *right, const Cause *right_first, const CauseText *right_t)
{
	Comparison c = {.x = x, .f = {f, right}, .lines = source_match_new(t, right_t),
		.back = source_match_new(right_t, t), .t = {t, right_t}};
	uint32_t expanded = 0;
	Match *m;

	*x = (AgainstResult){.one_run = f == right};
	match_new(&c, first, right_first, 0);
	c.all = x->one_run && x->matches[0]->agreement == AGREES;
	while ((m = nearest_match(&c)) && expanded++ < MAX_EXPANDED)
		expand_match(&c, m);
	x->limited = m != NULL;
	x->ncompared = x->n;
	against_rest(&c, o, first, right_first);
	against_order_matches(&c);
	if (!x->one_run)
		against_find_edits(&c);
	source_match_free(c.lines);
	source_match_free(c.back);
	arena_free(&c.scratch);
}

void
against_free(AgainstResult *x)
{
	arena_free(&x->arena);
}
