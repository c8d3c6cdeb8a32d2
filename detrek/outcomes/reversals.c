/*
 * reversals.c - finds the other orders to which the run of an order points. It looks for pairs of
 * actions of two threads that depend on each other and could be reversed. Then the second action
 * could have been done before the first, after those actions in between that need not come after
 * the first. A run of the reversal begins with these actions, the second action, and all others
 * that need not come after one of the two. This run is wanted in the state where the first action
 * was done.
 *
 * A semaphore that is 0 cannot be taken. So a take is not reversed with an earlier give that it
 * needs, but with the take before that give. Each earlier action on the object counts, unless
 * another dependence puts it before the take anyway. At the end of a run, takes that are waiting
 * count like those that were done.
 */
#include "explore_parts.h"

#include <string.h>

/* Two actions that depend on each other: an event, and an action that was done later, or waits. */
typedef struct Reversal {
	uint32_t first; /* the number of an event */
	/* number of the later event; the number of all events if the later action waits */
	uint32_t second;
	const Action *action; /* the later action */
} Reversal;

/*
 * is_unordered: true if event i, between the two actions of r, need not come after the first of
 * them.
 */
static bool
is_unordered(const Explorer *e, const Reversal *r, uint32_t i)
{
	return !trace_event_in(&e->trace.event[r->first], e->trace.event[i].clock);
}

/*
 * is_waiting: true if r's later action must wait in the state in which the first one was done, and
 * all events between the two must come after the first one.
 */
static bool
is_waiting(const Explorer *e, const Reversal *r)
{
	const State *s = &e->level[r->first].state;
	uint32_t there = state_find_action(s, r->action->thread, r->action->object);

	for (uint32_t i = r->first + 1; i < r->second; i++)
		if (is_unordered(e, r, i))
			return false;
	return there < s->n && !action_is_enabled(&s->action[there]);
}

/*
 * is_for_message: true if the message is on the route of the receive or probe `look`; or, if `look`
 * finds none, was sent on its own node.
 */
static bool
is_for_message(const Action *look, const Action *message)
{
	return action_gets(look, message) && (look->kind == ACTION_MISS ? action_is_local(message)
		: look->object == message->object);
}

/*
 * count_free_messages: the number of messages for r's later action (a receive or probe) that would
 * be there for it in the reversed order: after the events before it, without the first action and
 * the events that must come after that. Alternatives may have taken one message of a channel
 * several times before it is received; this counts once.
 */
static int32_t
count_free_messages(const Explorer *e, const Reversal *r)
{
	const Action *last = NULL;
	int32_t count = 0;

	for (uint32_t i = 0; i < r->second; i++) {
		const Action *a = e->trace.event[i].action;

		if (!is_for_message(r->action, a) || i == r->first
			|| (i > r->first && !is_unordered(e, r, i)))
			continue;
		if (a->kind == ACTION_SEND)
			count++;
		if (a->kind != ACTION_RECEIVE || (last && a->channel && a->number == last->number))
			continue;
		count--;
		last = a;
	}
	return count;
}

/* can_reverse: true if r's later action could be done before the first one. */
static bool
can_reverse(const Explorer *e, const Reversal *r)
{
	const Action *first = e->trace.event[r->first].action;
	int32_t count = first->count;

	if (action_is_look(r->action))
		return (count_free_messages(e, r) > 0) == (r->action->kind != ACTION_MISS);
	if (r->action->object != first->object) /* the turns of high-priority threads order them */
		return !is_waiting(e, r);
	/* of the object's actions, only gives do not come after the first one */
	for (uint32_t i = r->first + 1; i < r->second; i++)
		count += e->trace.event[i].action->object == first->object && is_unordered(e, r, i);
	return r->action->kind != ACTION_TAKE || count > 0;
}

/* ---- the beginning of a run ---- */

enum { LONGEST_TAIL = 4096 }; /* actions after the later one of a reversal */

/*
 * append_action: append action `a` to the beginning b of a run, and update b->first and b->open: a
 * later action that depends on `a` could not come first any more.
 */
static void
append_action(RunBeginning *b, const State *s, const Action *a)
{
	b->action[b->n++] = a;
	for (ActionSet left = b->open; left; left &= left - 1) {
		uint32_t i = __builtin_ctzll(left);

		if (!actions_depend(&s->action[i], a))
			continue;
		b->open &= ~(1ull << i);
		if (action_is_by(a, s->action[i].thread, s->action[i].object))
			b->first |= 1ull << i;
	}
}

/*
 * leave_out: leave out event v and all that come after it: lower from[v's thread], the number of
 * the first event of that thread that is left out, to v's number.
 */
static void
leave_out(uint32_t *from, const TraceEvent *v)
{
	uint32_t *its = &from[v->action->thread];

	*its = *its < v->number ? *its : v->number;
}

/* is_left_out: tell if the event comes after event number from[i] of some thread i. */
static bool
is_left_out(const Explorer *e, const uint32_t *from, const TraceEvent *v)
{
	for (uint32_t i = 0; i < e->trace.nthreads; i++)
		if (v->clock[i] >= from[i])
			return true;
	return false;
}

/*
 * append_tail: append further actions of the run that come after neither action of r, until each
 * action of the state that could be asleep (must not be done first) depends on one of them.
 */
static void
append_tail(const Explorer *e, const Reversal *r, RunBeginning *b)
{
	const State *s = &e->level[r->first].state;
	uint32_t from[MOST_THREADS], most = b->n + LONGEST_TAIL;

	memset(from, 0xFF, e->trace.nthreads * sizeof *from);
	leave_out(from, &e->trace.event[r->first]);
	for (uint32_t i = r->second; i < e->trace.n && b->open && b->n < most; i++) {
		const TraceEvent *v = &e->trace.event[i];

		if (is_left_out(e, from, v))
			continue;
		if (actions_depend(v->action, r->action))
			leave_out(from, v);
		else
			append_action(b, s, v->action);
	}
}

/*
 * make_beginning: the first actions of a run in which r's later action comes before the first one,
 * beginning in the state in which the first one was done.
 */
static RunBeginning
make_beginning(const Explorer *e, const Reversal *r)
{
	const State *s = &e->level[r->first].state;
	const Action *first = e->trace.event[r->first].action;
	RunBeginning b = {.action = e->scratch,
		.thread = !action_is_look(first) || first->thread == r->action->thread ? NO_THREAD
			: first->thread};

	for (uint32_t i = 0; i < s->n; i++)
		if (action_is_enabled(&s->action[i]) && s->action[i].thread != b.thread)
			b.open |= 1ull << i;
	for (uint32_t i = r->first + 1; i < r->second; i++)
		if (is_unordered(e, r, i))
			append_action(&b, s, e->trace.event[i].action);
	append_action(&b, s, r->action);
	append_tail(e, r, &b);
	return b;
}

/*
 * want_reversal: ask the explorer for a run in which the two actions come in the opposite order, if
 * that is possible.
 */
static void
want_reversal(Explorer *e, const Reversal *r)
{
	RunBeginning b;

	if (!can_reverse(e, r))
		return;
	b = make_beginning(e, r);
	explore_queue_run(e, r->first, &b);
}

/*
 * want_alternative: ask for a run in which the receive or probe, event i, finds the message that
 * the action `a` of another thread has got.
 */
static void
want_alternative(Explorer *e, uint32_t i, uint32_t upto, const Action *a)
{
	Action other = action_make_get(a, e->trace.event[i].action);

	want_reversal(e, &(Reversal){i, upto, &other});
}

/*
 * want_miss: ask for a run in which the receive or probe, event i, finds no message, before action
 * a sends it.
 */
static void
want_miss(Explorer *e, uint32_t i, uint32_t upto, const Action *a)
{
	Action other = action_make_miss(a);

	want_reversal(e, &(Reversal){i, upto, &other});
}

/*
 * want_reversals: ask for a run for each earlier event on which the action depends, in which the
 * action comes before that event.
 */
static void
want_reversals(Explorer *e, uint32_t upto, const Action *a, const uint32_t *before)
{
	for (uint32_t i = 0; i < upto; i++) {
		const TraceEvent *v = &e->trace.event[i];

		if (v->action->thread == a->thread || trace_event_in(v, before))
			continue;
		if (action_is_look(a) && v->action->kind == ACTION_RECEIVE
			&& action_gets(a, v->action))
			want_alternative(e, i, upto, a);
		else if (a->tries && v->action->kind == ACTION_SEND
			&& action_is_local(v->action) && action_gets(a, v->action))
			want_miss(e, i, upto, a);
		else if (actions_depend(v->action, a))
			want_reversal(e, &(Reversal){i, upto, a});
	}
}

/* could_get: true if event number `look`, a receive or probe, could get the message. */
static bool
could_get(const Explorer *e, uint32_t look, const Action *message)
{
	const Action *a = e->trace.event[look].action;
	const State *s = &e->level[look].state;

	return message->channel ? state_find_action(s, a->thread, message->object) < s->n
		: action_gets(a, message);
}

/*
 * want_later: ask for runs in which earlier receives or probes come after the event `later`, so
 * that they find its message; or find none, if it has received one on their own node.
 */
static void
want_later(Explorer *e, uint32_t later)
{
	const TraceEvent *l = &e->trace.event[later];

	for (uint32_t i = 0; i < later; i++) {
		const TraceEvent *v = &e->trace.event[i];
		Action other;

		if (!action_is_look(v->action) || !could_get(e, i, l->action)
			|| v->action->object == l->action->object || trace_event_in(v, l->clock))
			continue;
		other = action_make_get(v->action, l->action);
		want_reversal(e, &(Reversal){i, later + 1, &other});
		if (v->action->tries && l->action->kind == ACTION_RECEIVE
			&& action_is_local(l->action))
			want_miss(e, i, later + 1, v->action);
	}
}

/*
 * want_waiting_earlier: ask for runs in which actions that threads are about to do at the end of
 * the run come earlier.
 */
static void
want_waiting_earlier(Explorer *e)
{
	const State *end = &e->play.state[e->play.nstates - 1];

	for (uint32_t i = 0; i < end->n; i++)
		want_reversals(e, e->trace.n, &end->action[i],
			e->trace.now[end->action[i].thread]);
}

/*
 * want_others: ask for runs in which event number `look`, a receive or probe, finds other messages
 * that were there, or none.
 */
static void
want_others(Explorer *e, uint32_t look)
{
	const State *s = &e->level[look].state;

	for (uint32_t i = 0; i < s->n; i++)
		if (s->action[i].thread == e->trace.event[look].action->thread
			&& action_is_enabled(&s->action[i]))
			explore_queue_action(e, look, i);
}

void
reversals_queue_runs(Explorer *e, uint32_t from)
{
	e->scratch = arena_alloc(&e->arena, e->trace.n + 1, sizeof *e->scratch);
	for (uint32_t i = from; i < e->trace.n; i++) {
		const TraceEvent *v = &e->trace.event[i];

		want_reversals(e, i, v->action, v->before);
		if (v->action->kind == ACTION_SEND || action_is_look(v->action))
			want_later(e, i);
		if (action_is_look(v->action))
			want_others(e, i);
	}
	want_waiting_earlier(e);
}
