/*
 * break_merge.c - merges states of a process's automaton in which the process does the same work.
 * So the process needs to follow only messages that matter.
 *
 * Two states are merged if each message that is possible in both leads to the same work, and then
 * to states that can be merged, too. A message that is possible in only one of them cannot occur in
 * the other, so the merged state does the work of the state with this message. Each state is merged
 * with the first state that allows this; the result is not always the smallest one.
 */
#include "break_plan.h"
#include "detrek/simul/simul.h"

#include <string.h>

/* automata with more states are not merged, because the search is cubic */
enum { MAX_MERGED = 256 };

typedef struct Merge {
	BreakAutomaton *a;
	uint32_t *into;   /* [states] the state that represents it */
	uint32_t *before; /* [states] `into` before the merge that is being tried */
	uint32_t any;     /* the channel of messages of any event */
} Merge;

/* messages_meet: true if there can be a message that matches both s and t. */
static bool
messages_meet(const Merge *g, const BreakMessage *s, const BreakMessage *t)
{
	return s->peers == t->peers
		&& (s->common_channel == t->common_channel || s->channel == g->any
		|| t->channel == g->any);
}

/* same_work: true if s and t are on one channel and have the same text of work to do. */
static bool
same_work(const BreakMessage *s, const BreakMessage *t)
{
	return s->channel == t->channel && strcmp(s->work, t->work) == 0;
}

static bool merge_classes(Merge *g, uint32_t i, uint32_t k);

/*
 * merge_steps: for each pair of messages of s and t that one message can match, merge the states to
 * which the pair leads. False if that is impossible, because the work of a pair differs; then
 * g->into has been changed in part, and merge_states restores it.
 */
static bool
merge_steps(Merge *g, const BreakState *s, const BreakState *t)
{
	for (uint32_t i = 0; i < s->n; i++)
		for (uint32_t k = 0; k < t->n; k++) {
			if (!messages_meet(g, &s->message[i], &t->message[k]))
				continue;
			if (!same_work(&s->message[i], &t->message[k])
				|| !merge_classes(g, s->message[i].next, t->message[k].next))
				return false;
		}
	return true;
}

/*
 * merge_classes: let one state represent all states that i and k now represent or are represented
 * by, and merge the states to which these lead. False as for merge_steps.
 */
static bool
merge_classes(Merge *g, uint32_t i, uint32_t k)
{
	uint32_t from = g->into[i] > g->into[k] ? g->into[i] : g->into[k];
	uint32_t to = g->into[i] > g->into[k] ? g->into[k] : g->into[i];

	if (from == to)
		return true;
	for (uint32_t s = 0; s < g->a->n; s++)
		if (g->into[s] == from)
			g->into[s] = to;
	for (uint32_t s = 0; s < g->a->n; s++)
		for (uint32_t t = 0; t < s; t++)
			if (g->into[s] == g->into[to] && g->into[t] == g->into[to]
				&& !merge_steps(g, &g->a->state[s], &g->a->state[t]))
				return false;
	return true;
}

/* merge_states: merge each state with the first earlier one for which merge_classes succeeds. */
static void
merge_states(Merge *g)
{
	size_t size = g->a->n * sizeof *g->into;

	for (uint32_t i = 1; i < g->a->n; i++)
		for (uint32_t k = 0; k < i && g->into[i] == i; k++) {
			if (g->into[k] != k)
				continue;
			memcpy(g->before, g->into, size);
			if (!merge_classes(g, i, k))
				memcpy(g->into, g->before, size);
		}
}

/* has_message: true if a step of the state has the same channel and peers (`peers`) as m. */
static bool
has_message(const BreakState *s, const BreakMessage *m)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->message[i].peers == m->peers && s->message[i].channel == m->channel)
			return true;
	return false;
}

/*
 * gather_steps: append the steps of each merged state to the state that represents it, and let all
 * steps lead to representing states.
 */
static void
gather_steps(Merge *g, Arena *arena)
{
	for (uint32_t i = 0; i < g->a->n; i++) {
		BreakState *from = &g->a->state[i], *to = &g->a->state[g->into[i]];

		for (uint32_t k = 0; k < from->n; k++) {
			BreakMessage m = from->message[k];

			m.next = g->into[m.next];
			if (to == from) {
				from->message[k] = m;
				continue;
			}
			if (has_message(to, &m))
				continue;
			to->message = arena_more(arena, to->message, to->n, sizeof m);
			to->message[to->n++] = m;
		}
		from->merged = to != from;
	}
}

/*
 * does_step_matter: true if the step m has work, leads to another state or starts a thread, or if a
 * message could match both m and another step of the state.
 */
static bool
does_step_matter(const Merge *g, uint32_t state, const BreakMessage *m)
{
	const BreakState *s = &g->a->state[state];

	if (*m->work || m->next != state || m->starts != NONE)
		return true;
	for (uint32_t i = 0; i < s->n; i++)
		if (&s->message[i] != m && messages_meet(g, &s->message[i], m))
			return true;
	return false;
}

/* remove_idle_steps: remove from each state the steps that do not matter (does_step_matter). */
static void
remove_idle_steps(Merge *g, Arena *arena)
{
	for (uint32_t i = 0; i < g->a->n; i++) {
		BreakState *s = &g->a->state[i], kept = {.merged = s->merged};

		for (uint32_t k = 0; k < s->n; k++) {
			if (!does_step_matter(g, i, &s->message[k]))
				continue;
			kept.message = arena_more(arena, kept.message, kept.n,
				sizeof *kept.message);
			kept.message[kept.n++] = s->message[k];
		}
		*s = kept;
	}
}

void
break_merge(Arena *arena, BreakAutomaton *a, uint32_t any)
{
	Merge g = {
		.a = a,
		.into = arena_alloc(arena, a->n, sizeof *g.into),
		.before = arena_alloc(arena, a->n, sizeof *g.before),
		.any = any,
	};

	for (uint32_t i = 0; i < a->n; i++)
		g.into[i] = i;
	if (a->n <= MAX_MERGED)
		merge_states(&g);
	gather_steps(&g, arena);
	remove_idle_steps(&g, arena);
}
