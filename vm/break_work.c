/*
 * break_work.c - finds what the processes of a plan do at their messages: which queries they
 * decide, which local events they evaluate, and which values travel.
 */
#include "break_plan.h"
#include "detrek/simul/simul.h"

#include <string.h>

/*
 * In a header's flags: the first bit with a value, and the number of values. The bit that says
 * that a value is carried is MAX_BITS higher (kernel/include/break.h).
 */
enum { FIRST_BIT = 8, MAX_BITS = 12 };

typedef struct Numbers { /* a set of numbers */
	uint32_t item[256], n;
} Numbers;

/* add_number: add the number to the set, once. */
static void
add_number(Numbers *s, uint32_t item)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->item[i] == item)
			return;
	s->item[s->n++] = item;
}

/* ---- what a message decides and carries ---- */

/* are_all_points: true if the query can be decided at all n nodes of the graph. */
static bool
are_all_points(const BreakPlan *b, uint32_t used, const uint32_t *node, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (!break_is_point(b, used, node[i]))
			return false;
	return true;
}

/* has_own_event: true if one of the query's events is of the process that recognises the query. */
static bool
has_own_event(const BreakPlan *b, const Query *q)
{
	for (uint32_t k = 0; k < q->n; k++)
		if (b->d->local_event[q->event[k]].process == q->process)
			return true;
	return false;
}

/*
 * brings_value: true if a message received at the node of the graph may bring a value of the
 * query, or change an event of its process.
 */
static bool
brings_value(const BreakPlan *b, uint32_t query, uint32_t node)
{
	const Dcfg *d = b->d;
	const Query *q = &d->query[query];

	for (uint32_t k = 0; k < q->n; k++) {
		const LocalEvent *own = &d->local_event[q->event[k]];

		for (uint32_t e = d->rcomm.first[node]; e < d->rcomm.first[node + 1]; e++)
			if (b->plan[query].event[k].carries[d->rcomm.edge[e]])
				return true;
		for (uint32_t i = 0; own->process == q->process && i < own->n; i++)
			if (own->change[i] == node)
				return true;
	}
	return false;
}

/*
 * is_step_again: true if the query has just been decided in state `from`, and the message of step
 * s brings no new value for it.
 */
static bool
is_step_again(const BreakPlan *b, uint32_t used, const AutomatonState *from, const AutomatonStep *s,
	const AutomatonState *to)
{
	for (uint32_t i = 0; i < to->nnodes; i++)
		if (brings_value(b, b->used[used], to->node[i]))
			return false;
	return are_all_points(b, used, from->node, from->nnodes)
		&& are_all_points(b, used, s->before, s->nbefore);
}

/* decided_after: the queries to decide after the message of a step. */
static Numbers
decided_after(const BreakPlan *b, uint32_t process, const AutomatonState *from,
	const AutomatonStep *s, const AutomatonState *to)
{
	Numbers queries = {.n = 0};

	for (uint32_t u = 0; u < b->nused; u++)
		if (b->d->query[b->used[u]].process == process &&
			are_all_points(b, u, to->node, to->nnodes) &&
			!is_step_again(b, u, from, s, to))
			add_number(&queries, u);
	return queries;
}

/* decided_before: the queries that may have changed since the preceding message. */
static Numbers
decided_before(const BreakPlan *b, uint32_t process, const AutomatonState *state,
	const AutomatonStep *s)
{
	Numbers queries = {.n = 0};

	for (uint32_t u = 0; u < b->nused; u++) {
		const Query *q = &b->d->query[b->used[u]];

		if (q->process == process && are_all_points(b, u, s->before, s->nbefore) &&
			(has_own_event(b, q) || !are_all_points(b, u, state->node, state->nnodes)))
			add_number(&queries, u);
	}
	return queries;
}

/* does_step_carry: true if a message of the step carries a value of the event. */
static bool
does_step_carry(const Dcfg *d, const EventPlan *p, const AutomatonStep *s)
{
	for (uint32_t i = 0; i < s->nnodes; i++)
		for (uint32_t e = d->comm.first[s->node[i]]; e < d->comm.first[s->node[i] + 1]; e++)
			if (p->carries[d->comm.edge[e]])
				return true;
	return false;
}

/*
 * is_redundant: true if no send of the step has to carry the event's value, because the value that
 * was sent before is still valid.
 */
static bool
is_redundant(const EventPlan *p, const AutomatonStep *s)
{
	for (uint32_t i = 0; i < s->nnodes; i++) {
		bool redundant = false;

		for (uint32_t k = 0; k < p->nsends; k++)
			redundant |= p->send[k] == s->node[i] && p->redundant[k];
		if (!redundant)
			return false;
	}
	return true;
}

/*
 * carried_events: find the events whose values the message of a step carries; own: the events that
 * the process itself evaluates.
 */
static void
carried_events(
	const BreakPlan *b, uint32_t process, const AutomatonStep *s, Numbers *all, Numbers *own)
{
	for (uint32_t u = 0; u < b->nused && !s->is_receive; u++) {
		const Query *q = &b->d->query[b->used[u]];

		for (uint32_t k = 0; k < q->n; k++) {
			const EventPlan *p = &b->plan[b->used[u]].event[k];
			uint32_t from = b->d->local_event[q->event[k]].process;

			if (!does_step_carry(b->d, p, s))
				continue;
			add_number(all, b->number[u][k]);
			if (from == process && !is_redundant(p, s))
				add_number(own, b->number[u][k]);
		}
	}
}

/* ---- how values travel ---- */

/*
 * is_in_order: true if the values of an event reach each process on one channel from one process.
 */
static bool
is_in_order(const BreakPlan *b, uint32_t event)
{
	const Dcfg *d = b->d;
	uint32_t *from = arena_alloc(b->arena, d->process.n, sizeof *from); /* edges, from 1 */

	for (uint32_t u = 0; u < b->nused; u++) {
		const Query *q = &d->query[b->used[u]];

		for (uint32_t k = 0; k < q->n; k++)
			for (uint32_t e = 0; q->event[k] == event && e < d->ncomm; e++) {
				const DcfgNode *send = &d->node[d->commfrom[e]], *other;
				uint32_t *known = &from[d->node[d->commto[e]].process];

				if (!b->plan[b->used[u]].event[k].carries[e])
					continue;
				other = &d->node[d->commfrom[*known ? *known - 1 : e]];
				if (send->process != other->process
					|| send->channel != other->channel
					|| d->unordered[send->channel])
					return false;
				*known = e + 1;
			}
	}
	return true;
}

/* choose_bits: give a bit in a header's flags to events whose values arrive in order. */
static void
choose_bits(BreakPlan *b)
{
	uint32_t n = 0;

	b->bit = arena_alloc(b->arena, b->nlocals, sizeof *b->bit);
	for (uint32_t i = 0; i < b->nlocals; i++)
		b->bit[i] = n < MAX_BITS && !break_relates(b)
			&& (b->monotonic || is_in_order(b, b->local[i])) ? FIRST_BIT + n++ : NONE;
}

/* ---- the automata ---- */

/* count_words: set for each channel the largest number of values in front of a message's body. */
static void
count_words(BreakPlan *b, const Automaton *a, uint32_t process)
{
	for (uint32_t i = 0; i < a->n; i++)
		for (uint32_t k = 0; k < a->state[i].nsteps; k++) {
			const AutomatonStep *s = &a->state[i].step[k];
			Numbers all = {.n = 0}, own = {.n = 0};
			uint32_t n = 0;

			carried_events(b, process, s, &all, &own);
			for (uint32_t m = 0; m < all.n; m++)
				n += b->bit[all.item[m]] == NONE;
			if (n > b->words[s->channel])
				b->words[s->channel] = n;
		}
}

/* put_list: append the set as a C array that begins with its length. */
static void
put_list(Buf *out, const Numbers *s)
{
	buf_printf(out, "(const uint8_t[]){%u", s->n);
	for (uint32_t i = 0; i < s->n; i++)
		buf_printf(out, ", %u", s->item[i]);
	buf_printf(out, "}");
}

/* put_queries: append the queries as a C array of pointers that ends with 0. */
static void
put_queries(Buf *out, const Numbers *s)
{
	if (s->n == 0) {
		buf_printf(out, "0, ");
		return;
	}
	buf_printf(out, "(const BreakQuery *const[]){");
	for (uint32_t i = 0; i < s->n; i++)
		buf_printf(out, "__break_query + %u, ", s->item[i]);
	buf_printf(out, "0}, ");
}

/*
 * take_bits: the bits of the listed events that have a bit; these events are removed from the list.
 */
static uint32_t
take_bits(const BreakPlan *b, Numbers *events)
{
	uint32_t bits = 0, n = 0;

	for (uint32_t i = 0; i < events->n; i++)
		if (b->bit[events->item[i]] != NONE)
			bits |= 1u << b->bit[events->item[i]];
		else
			events->item[n++] = events->item[i];
	events->n = n;
	return bits;
}

/* put_values: append the bits and lists of the events to evaluate and to carry. */
static void
put_values(const BreakPlan *b, Numbers *all, Numbers *own, Buf *out)
{
	uint32_t evaluate = take_bits(b, own), carry = take_bits(b, all);

	buf_printf(out, "%#x, %#x, %#x, ", evaluate, carry, carry << MAX_BITS);
	if (all->n == 0) {
		buf_printf(out, "0");
		return;
	}
	buf_printf(out, "&(const BreakWords){");
	put_list(out, own);
	buf_printf(out, ", ");
	put_list(out, all);
	buf_printf(out, "}");
}

/*
 * find_work: find what the process evaluates and carries at message m, written as the end of a
 * BreakStep in C.
 */
static void
find_work(const BreakPlan *b, const Automaton *a, uint32_t process, const AutomatonState *state,
	const AutomatonStep *s, BreakMessage *m)
{
	Numbers before = decided_before(b, process, state, s);
	Numbers after = decided_after(b, process, state, s, &a->state[s->next]);
	Numbers all = {.n = 0}, own = {.n = 0};
	Buf out = {0};

	m->work = "";
	m->decides = after.n > 0;
	if (b->carries)
		carried_events(b, process, s, &all, &own);
	if (before.n + after.n + all.n > 0) {
		put_queries(&out, &after);
		put_queries(&out, &before);
		put_values(b, &all, &own, &out);
		m->work = arena_strndup(b->arena, (char *)out.data, out.len);
	}
	buf_free(&out);
}

/* add_messages: add to the state the messages of its steps. */
static void
add_messages(const BreakPlan *b, const Automaton *a, uint32_t process, uint32_t i, BreakState *to)
{
	for (uint32_t k = 0; k < a->state[i].nsteps; k++) {
		const AutomatonStep *s = &a->state[i].step[k];
		BreakMessage m = {
			.receives = s->is_receive,
			.peers = break_peers(b, process, s),
			.channel = s->channel,
			.common_channel = break_common_channel(b, s->channel),
			.starts = s->is_receive ? NONE : break_started(b, process, s->channel),
			.next = s->next,
		};

		find_work(b, a, process, &a->state[i], s, &m);
		to->message = arena_more(b->arena, to->message, to->n, sizeof m);
		to->message[to->n++] = m;
	}
}

void
break_work(BreakPlan *b)
{
	const Dcfg *d = b->d;
	uint32_t *node = arena_alloc(b->arena, d->process.n, sizeof *node);

	for (uint32_t p = 0; p < d->process.n; p++)
		node[p] = break_node(b, p);
	choose_bits(b);
	b->words = arena_alloc(b->arena, d->channel.n, sizeof *b->words);
	b->automaton = arena_alloc(b->arena, d->process.n, sizeof *b->automaton);
	for (uint32_t p = 0; p < d->process.n; p++) {
		BreakAutomaton *to = &b->automaton[p];
		Automaton a = automaton_new(d, p, node);

		to->n = a.n;
		to->state = arena_alloc(b->arena, to->n, sizeof *to->state);
		if (b->carries)
			count_words(b, &a, p);
		for (uint32_t i = 0; i < to->n; i++)
			add_messages(b, &a, p, i, &to->state[i]);
		break_merge(b->arena, to, symbols_find(&d->channel, "any", 3));
	}
}
