/* against_jumps.c - finds the conditions that the two runs decided differently. */
#include "against_parts.h"

#include <string.h>

enum {
	/* executions of a conditional jump in one call that are listed to align the two runs */
	MAX_OCCURRENCES = 400,
	MAX_CONDITIONS = 40,   /* conditions examined if different statements wrote a value */
	MAX_LOOKED = 60,       /* causes searched for the condition of a lost match */
};

/*
 * deciding_cause: the jump or call because of which the cause was executed; NULL if there is none.
 */
static const Cause *
deciding_cause(Comparison *c, int side, const Cause *of)
{
	flowback_expand(c->f[side], of);
	for (uint32_t i = 0; i < of->ncauses; i++)
		if (of->causes[i].kind == DEPENDS_CONTROL)
			return against_node(c, side, of->causes[i].cause);
	return NULL;
}

/* Executions of one conditional jump in a call of its function, the last one first. */
typedef struct Occurrences {
	const Cause *of[MAX_OCCURRENCES]; /* [n] */
	uint32_t n;
} Occurrences;

/*
 * list_occurrences: list the executions of the jump `last` in its call of the function, the last
 * one first.
 */
static void
list_occurrences(Comparison *c, int side, const Cause *last, Occurrences *found)
{
	uint32_t steps = 0;

	found->n = 0;
	for (const Cause *p = last; p && is_jump(p) && steps < MAX_OCCURRENCES; steps++) {
		if (p->line == last->line && strcmp(p->function, last->function) == 0)
			found->of[found->n++] = p;
		p = deciding_cause(c, side, p);
	}
	if (steps == MAX_OCCURRENCES)
		found->n = 0;
}

/*
 * align_iterations: align two executions of a conditional jump in a loop, one of each run. If they
 * belong to different iterations, replace that of the later iteration: by the execution that
 * belongs, in the same run, to the other's iteration.
 */
static void
align_iterations(Comparison *c, const Cause **ours, const Cause **right)
{
	Occurrences *all = arena_alloc(&c->scratch, 2, sizeof *all);
	uint32_t least;

	list_occurrences(c, OURS, *ours, &all[OURS]);
	list_occurrences(c, RIGHT, *right, &all[RIGHT]);
	least = all[OURS].n < all[RIGHT].n ? all[OURS].n : all[RIGHT].n;
	if (least > 0) {
		*ours = all[OURS].of[all[OURS].n - least];
		*right = all[RIGHT].of[all[RIGHT].n - least];
	}
}

bool
against_align_jumps(Comparison *c, Match *effect, const Cause *ours, const Cause *right,
	const Dependence *by)
{
	align_iterations(c, &ours, &right);
	against_add(c, effect, ours, right, by);
	return !against_same_decision(c, ours, right);
}

/* A jump that has decided which of several statements wrote a variable. */
typedef struct Condition {
	const Cause *jump;
	const Dependence *by; /* the edge of the graph that leads to the jump */
} Condition;

/*
 * list_deciding_jumps: list the jumps and calls on which a statement depends, the nearest one
 * first.
 */
static uint32_t
list_deciding_jumps(Comparison *c, int side, const Cause *of, Condition *to, uint32_t n)
{
	for (uint32_t steps = 0; of && n < MAX_CONDITIONS && steps < MAX_CONDITIONS; steps++) {
		const Cause *next = deciding_cause(c, side, of);

		for (uint32_t i = 0; i < of->ncauses; i++)
			if (next && is_jump(next) && of->causes[i].cause == next->number)
				to[n] = (Condition){next, &of->causes[i]};
		if (next && is_jump(next))
			n++;
		of = next;
	}
	return n;
}

/*
 * list_conditions: list the jumps that skipped a write of the variable before its use, and the
 * jumps on which its writer depends.
 */
static uint32_t
list_conditions(Comparison *c, int side, const Cause *effect, const Cause *writer, const char *name,
	Condition *to)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < effect->ncauses && n < MAX_CONDITIONS / 2; i++)
		if (effect->causes[i].kind == DEPENDS_POTENTIAL
			&& strcmp(effect->causes[i].name, name) == 0)
			to[n++] = (Condition){against_node(c, side, effect->causes[i].cause),
				&effect->causes[i]};
	return list_deciding_jumps(c, side, writer, to, n);
}

void
against_explain_writers(Comparison *c, const Match *effect, Match *m)
{
	Condition ours[MAX_CONDITIONS], right[MAX_CONDITIONS];
	const char *name = m->dependence ? m->dependence->name : "";
	uint32_t n = list_conditions(c, OURS, effect->ours, m->ours, name, ours);
	uint32_t k = list_conditions(c, RIGHT, effect->right, m->right, name, right);

	for (uint32_t i = 0; i < n; i++) {
		if (against_same_file(ours[i].jump, m->right)
			&& against_is_new(c->lines, ours[i].jump, m->right)) {
			against_add(c, m, ours[i].jump, m->right, ours[i].by);
			return;
		}
		for (uint32_t j = 0; j < k; j++)
			if (against_same_place(c, ours[i].jump, right[j].jump)
				&& against_align_jumps(c, m, ours[i].jump, right[j].jump,
					ours[i].by))
				return;
	}
}

/*
 * list_near_jumps: list the jumps among a node's nearest causes and their causes, without following
 * addresses.
 */
static uint32_t
list_near_jumps(Comparison *c, int side, const Cause *of, Condition *to)
{
	const Cause *queue[MAX_LOOKED] = {of};
	uint32_t n = 0, nqueue = 1;

	for (uint32_t at = 0; at < nqueue; at++) {
		flowback_expand(c->f[side], queue[at]);
		for (uint32_t i = 0; i < queue[at]->ncauses; i++) {
			const Dependence *by = &queue[at]->causes[i];
			const Cause *cause = against_node(c, side, by->cause);
			bool seen = by->kind == DEPENDS_ADDRESS || cause->system;

			for (uint32_t k = 0; k < nqueue && !seen; k++)
				seen = queue[k] == cause;
			if (seen)
				continue;
			if (is_jump(cause) && n < MAX_CONDITIONS)
				to[n++] = (Condition){cause, by};
			if (nqueue < MAX_LOOKED)
				queue[nqueue++] = cause;
		}
	}
	return n;
}

void
against_explain_lost(Comparison *c, Match *m)
{
	Condition ours[MAX_CONDITIONS], right[MAX_CONDITIONS];
	uint32_t n = list_near_jumps(c, OURS, m->ours, ours);
	uint32_t k = list_near_jumps(c, RIGHT, m->right, right);

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = 0; j < k; j++)
			if (against_same_place(c, ours[i].jump, right[j].jump)
				&& against_align_jumps(c, m, ours[i].jump, right[j].jump,
					ours[i].by))
				return;
}
