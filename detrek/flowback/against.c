/*
 * against.c - goes through the causes of a value in two runs, the nearest ones first, and finds
 * where the runs begin to differ.
 */
#include "against.h"
#include "source_match.h"

#include <stdlib.h>
#include <string.h>

enum {
	MAX_EXPANDED = 2000,   /* matches whose causes are compared */
	MAX_OCCURRENCES = 400, /* of a conditional jump in a call, counted to align them */
	MAX_CONDITIONS = 40,   /* looked at for one value of another writer */
	REPEATED = 16,         /* added to the distance of a statement's second execution */
};

typedef struct Comparison {
	Against *x;
	Flowback *f[2];      /* ours, right */
	SourceMatch *lines;  /* of ours in right */
	SourceMatch *back;   /* of right in ours */
	Arena scratch;
} Comparison;

enum { OURS, RIGHT };

/* ---- statements and values ---- */

static const char *
base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* same_place: both are of the same kind, function and, as the sources are aligned, line. */
static bool
same_place(const Comparison *c, const Cause *a, const Cause *b)
{
	if (a->key.kind != b->key.kind || strcmp(a->function, b->function) != 0
		|| strcmp(base_name(a->file), base_name(b->file)) != 0)
		return false;
	if (!a->line || !b->line)
		return a->line == b->line && strcmp(a->name, b->name) == 0;
	return source_match_line(c->lines, a->file, b->file, a->line) == b->line;
}

/* next_common: the first line from one on that has a partner, as that partner; 0: none is near. */
static int
next_common(SourceMatch *lines, const Cause *from, const Cause *to, int line)
{
	enum { NEAR = 20 };

	for (int i = line; i < line + NEAR; i++) {
		int partner = source_match_line(lines, from->file, to->file, i);

		if (partner)
			return partner;
	}
	return 0;
}

/* same_decision: two jumps led to the same line, or to new or missing ones before the same line. */
static bool
same_decision(const Comparison *c, const Cause *a, const Cause *b)
{
	int ours, right;

	if (sscanf(a->value, "on to line %d", &ours) != 1
		|| sscanf(b->value, "on to line %d", &right) != 1)
		return strcmp(a->value, b->value) == 0;
	return next_common(c->lines, a, b, ours) == right
		|| next_common(c->back, b, a, right) == ours;
}

static bool
has_pointer(const char *value)
{
	return strstr(value, "0x8") != NULL;
}

static Agreement
agreement_of(const Comparison *c, const Cause *a, const Cause *b)
{
	if (a->key.kind == CAUSE_PREDICATE && b->key.kind == CAUSE_PREDICATE)
		return same_decision(c, a, b) ? AGREES : DIFFERS;
	if (!*a->value || !*b->value)
		return UNCOMPARED;
	if (strcmp(a->value, b->value) == 0)
		return AGREES;
	return has_pointer(a->value) && has_pointer(b->value) ? UNCOMPARED : DIFFERS;
}

/* ---- matches ---- */

static const Cause *
node_of(const Comparison *c, int side, uint32_t number)
{
	return flowback_graph(c->f[side])->nodes[number];
}

static uint32_t
executions_before(const Against *x, const Cause *ours)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < x->n; i++)
		n += ours->line && x->matches[i]->ours->line == ours->line
			&& strcmp(x->matches[i]->ours->file, ours->file) == 0;
	return n;
}

static uint32_t
distance_of(const Against *x, const Cause *ours, DependenceKind kind)
{
	static const uint32_t distances[NDEPENDENCEKINDS] = {[DEPENDS_DATA] = 1,
		[DEPENDS_SYNC] = 1,
		[DEPENDS_CONTROL] = 5,
		[DEPENDS_POTENTIAL] = 5,
		[DEPENDS_ADDRESS] = 6};
	uint32_t n = executions_before(x, ours), more = 0;

	for (; n > 0; n /= 2)
		more++;
	return distances[kind] + (more ? REPEATED + more : 0);
}

/* match_new: two causes are partners; returns the match's number. */
static uint32_t
match_new(Comparison *c, const Cause *ours, const Cause *right, uint32_t distance)
{
	Against *x = c->x;
	Match *m;

	for (uint32_t i = 0; i < x->n; i++)
		if (x->matches[i]->ours == ours && x->matches[i]->right == right)
			return i;
	m = arena_alloc(&x->arena, 1, sizeof *m);
	*m = (Match){.ours = ours, .right = right, .distance = distance, .differs = -1};
	m->agreement = agreement_of(c, ours, right);
	m->other = !same_place(c, ours, right);
	if (m->other && ours->line && right->line) {
		m->added = !source_match_line(c->lines, ours->file, right->file, ours->line);
		m->missing = !source_match_line(c->back, right->file, ours->file, right->line);
	}
	x->matches = arena_more(&x->arena, x->matches, x->n, sizeof *x->matches);
	x->matches[x->n] = m;
	return x->n++;
}

static void
add_cause(Comparison *c, Match *effect, const Cause *ours, const Cause *right,
	const Dependence *by)
{
	uint32_t number = match_new(c, ours, right,
		effect->distance + distance_of(c->x, ours, by->kind));

	if (!c->x->matches[number]->by)
		c->x->matches[number]->by = by;
	effect->causes = arena_more(&c->x->arena, effect->causes, effect->ncauses,
		sizeof *effect->causes);
	effect->causes[effect->ncauses++] = number;
}

/* ---- conditions ---- */

static bool
is_predicate(const Cause *c)
{
	return c->key.kind == CAUSE_PREDICATE;
}

/* decided_by: the jump or call on which a cause depends; NULL: none. */
static const Cause *
decided_by(Comparison *c, int side, const Cause *of)
{
	flowback_expand(c->f[side], of);
	for (uint32_t i = 0; i < of->ncauses; i++)
		if (of->causes[i].kind == DEPENDS_CONTROL)
			return node_of(c, side, of->causes[i].cause);
	return NULL;
}

/* Executions of one conditional jump in a call of its function, the last one first. */
typedef struct Occurrences {
	const Cause *of[MAX_OCCURRENCES];
	uint32_t n;
} Occurrences;

static void
occurrences(Comparison *c, int side, const Cause *last, Occurrences *found)
{
	uint32_t steps = 0;

	found->n = 0;
	for (const Cause *p = last; p && is_predicate(p) && steps < MAX_OCCURRENCES; steps++) {
		if (p->line == last->line && strcmp(p->function, last->function) == 0)
			found->of[found->n++] = p;
		p = decided_by(c, side, p);
	}
	if (steps == MAX_OCCURRENCES)
		found->n = 0;
}

/*
 * align: two executions of a conditional jump may be of different turns of a loop: compare that of
 * the earlier turn with the execution of the other run in the same turn.
 */
static void
align(Comparison *c, const Cause **ours, const Cause **right)
{
	Occurrences *all = arena_alloc(&c->scratch, 2, sizeof *all);
	uint32_t least;

	occurrences(c, OURS, *ours, &all[OURS]);
	occurrences(c, RIGHT, *right, &all[RIGHT]);
	least = all[OURS].n < all[RIGHT].n ? all[OURS].n : all[RIGHT].n;
	if (least > 0) {
		*ours = all[OURS].of[all[OURS].n - least];
		*right = all[RIGHT].of[all[RIGHT].n - least];
	}
}

/* compare_conditions: add two executions of a jump, aligned, as causes; true if they differ. */
static bool
compare_conditions(Comparison *c, Match *effect, const Cause *ours, const Cause *right,
	const Dependence *by)
{
	align(c, &ours, &right);
	add_cause(c, effect, ours, right, by);
	return !same_decision(c, ours, right);
}

/* A jump that has decided which of several statements wrote a variable. */
typedef struct Condition {
	const Cause *jump;
	const Dependence *by;
} Condition;

/* chain: the jumps on which a statement depends, and the calls, from the nearest on. */
static uint32_t
chain(Comparison *c, int side, const Cause *of, Condition *to, uint32_t n)
{
	for (uint32_t steps = 0; of && n < MAX_CONDITIONS && steps < MAX_CONDITIONS; steps++) {
		const Cause *next = decided_by(c, side, of);

		for (uint32_t i = 0; i < of->ncauses; i++)
			if (next && is_predicate(next) && of->causes[i].cause == next->number)
				to[n] = (Condition){next, &of->causes[i]};
		if (next && is_predicate(next))
			n++;
		of = next;
	}
	return n;
}

/*
 * conditions: the jumps that have skipped the writing of a variable before its use, and those on
 * which its writer depends.
 */
static uint32_t
conditions(Comparison *c, int side, const Cause *effect, const Cause *writer, const char *name,
	Condition *to)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < effect->ncauses && n < MAX_CONDITIONS / 2; i++)
		if (effect->causes[i].kind == DEPENDS_POTENTIAL
			&& strcmp(effect->causes[i].name, name) == 0)
			to[n++] = (Condition){node_of(c, side, effect->causes[i].cause),
				&effect->causes[i]};
	return chain(c, side, writer, to, n);
}

/* is_new: the source of the other run does not have the line of a jump. */
static bool
is_new(const Comparison *c, const Cause *jump, const Cause *right)
{
	return jump->line && right->line
		&& strcmp(base_name(jump->file), base_name(right->file)) == 0
		&& !source_match_line(c->lines, jump->file, right->file, jump->line);
}

/*
 * compare_writers: different statements have given a variable its value: find the condition that
 * was decided otherwise.
 */
static void
compare_writers(Comparison *c, const Match *effect, Match *m)
{
	Condition ours[MAX_CONDITIONS], right[MAX_CONDITIONS];
	const char *name = m->by ? m->by->name : "";
	uint32_t n = conditions(c, OURS, effect->ours, m->ours, name, ours);
	uint32_t k = conditions(c, RIGHT, effect->right, m->right, name, right);

	for (uint32_t i = 0; i < n; i++) {
		if (is_new(c, ours[i].jump, m->right)) {
			add_cause(c, m, ours[i].jump, m->right, ours[i].by);
			return;
		}
		for (uint32_t j = 0; j < k; j++)
			if (same_place(c, ours[i].jump, right[j].jump)
				&& compare_conditions(c, m, ours[i].jump, right[j].jump,
					ours[i].by))
				return;
	}
}

/* ---- causes ---- */

/* How nearly two dependences must be the same to be partners, the most similar first. */
typedef enum Likeness { SAME_OBJECT, SAME_STATEMENT, SAME_VARIABLE, NLIKENESS } Likeness;

static bool
same_kind(DependenceKind a, DependenceKind b)
{
	return (a == DEPENDS_SYNC ? DEPENDS_DATA : a) == (b == DEPENDS_SYNC ? DEPENDS_DATA : b);
}

/* read_name: of the variable that was read; "" if it has none. */
static const char *
read_name(const Dependence *d, const Cause *cause)
{
	const char *name = *d->name ? d->name : cause->name;

	return *name == '*' ? "" : name;
}

static bool
alike(const Comparison *c, Likeness how, const Dependence *a, const Cause *ours,
	const Dependence *b, const Cause *right)
{
	bool same_name = strcmp(read_name(a, ours), read_name(b, right)) == 0;

	if (!same_kind(a->kind, b->kind) || !same_name)
		return false;
	switch (how) {
	case SAME_OBJECT:
		return same_place(c, ours, right) && strcmp(ours->name, right->name) == 0;
	case SAME_STATEMENT: return same_place(c, ours, right);
	default:
		return same_kind(a->kind, DEPENDS_DATA) && *read_name(a, ours);
	}
}

static void
compare_cause(Comparison *c, Match *effect, const Dependence *d, const Cause *ours,
	const Cause *right)
{
	if (is_predicate(ours) && is_predicate(right) && same_place(c, ours, right))
		compare_conditions(c, effect, ours, right, d);
	else
		add_cause(c, effect, ours, right, d);
}

/* needs_partner: a cause without one counts; a jump that might have mattered does not. */
static uint32_t
count_alone(const Cause *effect, const bool *taken)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < effect->ncauses; i++)
		n += !taken[i] && effect->causes[i].kind != DEPENDS_POTENTIAL;
	return n;
}

static void
compare_causes(Comparison *c, Match *m)
{
	const Cause *a = m->ours, *b = m->right;
	bool *taken = arena_alloc(&c->scratch, a->ncauses + 1, 1);
	bool *taken_right = arena_alloc(&c->scratch, b->ncauses + 1, 1);

	for (int how = 0; how < NLIKENESS; how++)
		for (uint32_t i = 0; i < a->ncauses; i++)
			for (uint32_t j = 0; j < b->ncauses && !taken[i]; j++) {
				const Cause *ours = node_of(c, OURS, a->causes[i].cause);
				const Cause *right = node_of(c, RIGHT, b->causes[j].cause);

				if (taken_right[j]
					|| !alike(c, how, &a->causes[i], ours, &b->causes[j],
						right))
					continue;
				taken[i] = taken_right[j] = true;
				compare_cause(c, m, &a->causes[i], ours, right);
			}
	m->alone = count_alone(a, taken) + count_alone(b, taken_right);
}

/* compare_other: the causes of matches between different statements, below their effect. */
static void
compare_others(Comparison *c, const Match *effect)
{
	for (uint32_t i = 0; i < effect->ncauses; i++) {
		Match *m = c->x->matches[effect->causes[i]];

		if (!m->other || m->expanded || m->agreement == AGREES)
			continue;
		m->expanded = true;
		flowback_expand(c->f[OURS], m->ours);
		flowback_expand(c->f[RIGHT], m->right);
		compare_writers(c, effect, m);
	}
}

static void
expand(Comparison *c, Match *m)
{
	m->expanded = true;
	flowback_expand(c->f[OURS], m->ours);
	flowback_expand(c->f[RIGHT], m->right);
	if (!m->other)
		compare_causes(c, m);
	else if (!m->by)
		compare_writers(c, m, m);
	compare_others(c, m);
	arena_free(&c->scratch);
}

/* nearest: the nearest match that does not agree and was not expanded; NULL: there is none. */
static Match *
nearest(const Against *x)
{
	Match *found = NULL;

	for (uint32_t i = 0; i < x->n; i++) {
		Match *m = x->matches[i];

		if (!m->expanded && m->agreement != AGREES
			&& (!found || m->distance < found->distance))
			found = m;
	}
	return found;
}

/* ---- verdicts ---- */

static bool
differs(const Against *x, Match *m)
{
	if (m->differs >= 0)
		return m->differs;
	m->differs = m->agreement == DIFFERS;
	for (uint32_t i = 0; i < m->ncauses && m->agreement == UNCOMPARED && !m->differs; i++)
		m->differs = differs(x, x->matches[m->causes[i]]);
	return m->differs;
}

static Verdict
verdict_of(const Against *x, Match *m)
{
	if (!differs(x, m))
		return VERDICT_EQUAL;
	for (uint32_t i = 0; i < m->ncauses; i++)
		if (differs(x, x->matches[m->causes[i]]))
			return VERDICT_PASSED;
	if (!m->expanded)
		return VERDICT_PASSED;
	return m->other ? VERDICT_OTHER : m->alone ? VERDICT_LOST : VERDICT_FIRST;
}

static void
count(Against *x, const Match *m)
{
	x->nagree += m->agreement == AGREES;
	x->ndiffer += m->agreement == DIFFERS;
	x->nuncompared += m->agreement == UNCOMPARED;
	x->nalone += m->alone;
}

/* is_shown: the match is in the order, or another one of its statement. */
static bool
is_shown(const Against *x, uint32_t number)
{
	const Cause *c = x->matches[number]->ours;

	for (uint32_t i = 0; i < x->nshown; i++) {
		const Cause *o = x->matches[x->order[i]]->ours;

		if (x->order[i] == number || (c->line && o->line == c->line
			&& strcmp(o->file, c->file) == 0))
			return true;
	}
	return false;
}

/* next_of: the nearest match with a verdict that is not in the order; x->n: there is none. */
static uint32_t
next_of(const Against *x, Verdict verdict)
{
	uint32_t best = x->n;

	for (uint32_t i = 0; i < x->n; i++)
		if (x->matches[i]->verdict == verdict
			&& (best == x->n || x->matches[i]->distance < x->matches[best]->distance)
			&& !is_shown(x, i))
			best = i;
	return best;
}

/* show: put those with a verdict into the order, the nearest ones first, each statement once. */
static void
show(Against *x, Verdict verdict)
{
	for (uint32_t i; (i = next_of(x, verdict)) < x->n;)
		x->order[x->nshown++] = i;
}

void
against_compare(Against *x, Flowback *f, const Cause *first, const CauseText *t, Flowback *right,
	const Cause *right_first, const CauseText *right_t)
{
	Comparison c = {.x = x, .f = {f, right}, .lines = source_match_new(t, right_t),
		.back = source_match_new(right_t, t)};
	uint32_t expanded = 0;
	Match *m;

	*x = (Against){0};
	match_new(&c, first, right_first, 0);
	while ((m = nearest(x)) && expanded++ < MAX_EXPANDED)
		expand(&c, m);
	x->limited = m != NULL;
	for (uint32_t i = 0; i < x->n; i++) {
		x->matches[i]->verdict = verdict_of(x, x->matches[i]);
		count(x, x->matches[i]);
	}
	x->order = arena_alloc(&x->arena, x->n, sizeof *x->order);
	show(x, VERDICT_FIRST);
	show(x, VERDICT_OTHER);
	show(x, VERDICT_LOST);
	x->nfirst = x->nshown;
	show(x, VERDICT_PASSED);
	source_match_free(c.lines);
	source_match_free(c.back);
	arena_free(&c.scratch);
}

void
against_free(Against *x)
{
	arena_free(&x->arena);
}
