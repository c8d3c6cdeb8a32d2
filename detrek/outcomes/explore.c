/*
 * explore.c - runs one order of each class of orders that are the same: source-DPOR with sleep
 * sets (Abdulla, Aronis, Jonsson and Sagonas, 2014 and 2017).
 *
 * The explorer has a path of states: where all threads were about to act in the last run. After a
 * run, each pair of its actions is looked for that depend on each other, are of two threads, and
 * could come the other way round: the second one could have been done before the first, after those
 * in between that do not come after the first. Then an action with which such a run begins must be
 * chosen, too, where the first action was (`wanted`). Where all wanted actions of a state have been
 * run, the path is shortened. Actions whose orders have all been run are asleep: they are not
 * chosen again until an action that depends on them has been.
 *
 * A semaphore that is 0 cannot be taken. So a take that comes after a give is not reversed if it
 * needs that one; but it is with the take before that give: each earlier action on the object
 * counts that does not come before it for another reason. At the end of a run, also of one that was
 * given up, the takes that are waiting count like those that were done.
 */
#include "explore_parts.h"

#include "base/list.h"

#include <stdlib.h>
#include <string.h>

static ActionSet
set_of(uint32_t action)
{
	return 1ull << action;
}

/* find_action: the same action in a state; the number of actions if it is not there. */
static uint32_t
find_action(const State *s, const Action *a)
{
	uint32_t i = 0;

	while (i < s->n && !action_is_by(&s->action[i], a->thread, a->object))
		i++;
	return i;
}

static Choice
choice_of(const Action *a)
{
	return (Choice){a->thread, a->object};
}

/* ---- sleep ---- */

/* asleep_of: what is asleep when the present action is chosen: those before it, too. */
static ActionSet
asleep_of(const Level *l)
{
	ActionSet set = l->asleep;

	for (uint32_t i = 0; i < l->at; i++)
		set |= set_of(l->queue[i]);
	return set;
}

/* sleepers_after: what is asleep in the state that follows a level's chosen action. */
static ActionSet
sleepers_after(const Level *l, const State *next)
{
	const Action *chosen = &l->state.action[l->state.chosen];
	ActionSet set = 0;

	for (uint32_t i = 0; i < l->state.n; i++) {
		const Action *a = &l->state.action[i];
		uint32_t there;

		if (!(asleep_of(l) & set_of(i)) || actions_depend(a, chosen))
			continue;
		there = find_action(next, a);
		if (there < next->n) /* otherwise its process has ended (LACK_EXIT) */
			set |= set_of(there);
	}
	return set;
}

/* put_sleepers: what is asleep after a level's chosen action. */
static void
put_sleepers(const Level *l, PlayOrder *o)
{
	const Action *chosen = &l->state.action[l->state.chosen];

	for (uint32_t i = 0; i < l->state.n; i++)
		if (asleep_of(l) & set_of(i) && !actions_depend(&l->state.action[i], chosen))
			o->asleep[o->nasleep++] = choice_of(&l->state.action[i]);
}

/* order_of: the order to run: the path, and what is asleep after it. */
static PlayOrder
order_of(Explorer *e)
{
	PlayOrder o = {.choice = arena_alloc(&e->arena, e->n + 1, sizeof *o.choice),
		.asleep = arena_alloc(&e->arena, MOST_READY, sizeof *o.asleep)};

	for (uint32_t i = 0; i < e->n; i++)
		o.choice[o.n++] = choice_of(&e->level[i].state.action[e->level[i].state.chosen]);
	if (e->n > 0)
		put_sleepers(&e->level[e->n - 1], &o);
	return o;
}

/* ---- the path ---- */

static uint32_t
delays_after(const Level *l)
{
	return l->delays + (l->at > 0);
}

static void
enqueue(Level *l, uint32_t action)
{
	if ((l->wanted | l->asleep) & set_of(action))
		return;
	l->wanted |= set_of(action);
	l->queue[l->nwanted++] = action;
}

/* want: choose the action, too, and the others of its thread, which it excludes. */
static void
want(Level *l, uint32_t action)
{
	uint32_t thread = l->state.action[action].thread;

	enqueue(l, action);
	for (uint32_t i = 0; i < l->state.n; i++)
		if (l->state.action[i].thread == thread && action_is_enabled(&l->state.action[i]))
			enqueue(l, i);
}

static void
push_state(Explorer *e, const State *s)
{
	Level l = {.state = *s};

	l.state.action = xcalloc(s->n + 1, sizeof *l.state.action);
	memcpy(l.state.action, s->action, s->n * sizeof *s->action);
	if (e->n > 0) {
		l.asleep = sleepers_after(&e->level[e->n - 1], s);
		l.delays = delays_after(&e->level[e->n - 1]);
	}
	want(&l, s->chosen);
	e->level = list_more(e->level, e->n, sizeof l);
	e->level[e->n++] = l;
}

/*
 * next_order: the last state of the path from which something wanted has not been run; false if
 * there is none.
 */
static bool
next_order(Explorer *e)
{
	while (e->n > e->base) {
		Level *l = &e->level[e->n - 1];

		l->at++;
		if (l->at < l->nwanted && l->delays < e->x->options->delays) {
			l->state.chosen = l->queue[l->at];
			return true;
		}
		e->x->nleft += l->nwanted - l->at;
		free(l->state.action);
		e->n--;
	}
	return false;
}

/* ---- reversals ---- */

/* Two actions that depend on each other: an event, and one that was done later, or waits. */
typedef struct Reversal {
	uint32_t first;         /* the number of an event */
	uint32_t upto;          /* that of the later one, or the number of events */
	const Action *action;   /* the later one, ... */
	const uint32_t *before; /* ... and what comes before it for other reasons */
} Reversal;

/* is_free: the event between the two does not come after the first one. */
static bool
is_free(const Explorer *e, const Reversal *r, uint32_t i)
{
	return !trace_event_in(&e->trace.event[r->first], e->trace.event[i].clock);
}

/* can_reverse: could the later action be done without the first one? */
static bool
can_reverse(const Explorer *e, const Reversal *r)
{
	const Action *first = e->trace.event[r->first].action;
	int32_t count = first->count;

	if (r->action->object != first->object) /* they are ordered by high priority */
		return true;
	/* of the object's actions, only gives do not come after the first one */
	for (uint32_t i = r->first + 1; i < r->upto; i++)
		count += e->trace.event[i].action->object == first->object && is_free(e, r, i);
	return r->action->kind != ACTION_TAKE || count > 0;
}

/* comes_first: nothing between the two that is free comes before the event. */
static bool
comes_first(const Explorer *e, const Reversal *r, uint32_t upto, const uint32_t *clock)
{
	for (uint32_t i = r->first + 1; i < upto; i++)
		if (is_free(e, r, i) && trace_event_in(&e->trace.event[i], clock))
			return false;
	return true;
}

/* depends_on_free: does the later action depend on an event between the two that is free? */
static bool
depends_on_free(const Explorer *e, const Reversal *r)
{
	for (uint32_t i = r->first + 1; i < r->upto; i++)
		if (is_free(e, r, i) && actions_depend(e->trace.event[i].action, r->action))
			return true;
	return false;
}

/* beginnings: with which actions a run of the reversal can begin, in the state of the first. */
static ActionSet
beginnings(const Explorer *e, const Reversal *r)
{
	const State *s = &e->level[r->first].state;
	ActionSet set = 0;
	uint32_t there;

	for (uint32_t i = r->first + 1; i < r->upto; i++) {
		const TraceEvent *v = &e->trace.event[i];

		there = find_action(s, v->action);
		if (there < s->n && is_free(e, r, i) && comes_first(e, r, i, v->clock))
			set |= set_of(there);
	}
	there = find_action(s, r->action);
	if (there < s->n && action_is_enabled(&s->action[there])
		&& comes_first(e, r, r->upto, r->before) && !depends_on_free(e, r))
		set |= set_of(there);
	return set;
}

void
explore_want(Explorer *e, uint32_t level, ActionSet set)
{
	Level *l = &e->level[level];

	if (level < e->base) {
		e->found = list_more(e->found, e->nfound, sizeof *e->found);
		e->found[e->nfound++] = (Found){level, set};
	} else if (!(set & (l->wanted | l->asleep))) {
		want(l, __builtin_ctzll(set));
	}
}

/* is_waiting: the later action cannot be done where the first one was. */
static bool
is_waiting(const Explorer *e, const Reversal *r)
{
	const State *s = &e->level[r->first].state;
	uint32_t there = find_action(s, r->action);

	return there < s->n && !action_is_enabled(&s->action[there]);
}

static void
want_reversal(Explorer *e, const Reversal *r)
{
	ActionSet set;

	if (!can_reverse(e, r))
		return;
	set = beginnings(e, r);
	if (set != 0)
		explore_want(e, r->first, set);
	else if (!is_waiting(e, r))
		e->x->lacks |= 1 << LACK_OTHER;
}

/* want_alternative: the receive could have got the message that another thread has got. */
static void
want_alternative(Explorer *e, uint32_t i, uint32_t upto, const Action *a, const uint32_t *before)
{
	Action other = *a;

	other.object = e->trace.event[i].action->object;
	want_reversal(e, &(Reversal){i, upto, &other, before});
}

/* want_reversals: of an action with all events before it on which it depends. */
static void
want_reversals(Explorer *e, uint32_t upto, const Action *a, const uint32_t *before)
{
	for (uint32_t i = 0; i < upto; i++) {
		const TraceEvent *v = &e->trace.event[i];

		if (v->action->thread == a->thread || trace_event_in(v, before))
			continue;
		if (a->kind == ACTION_RECEIVE && v->action->kind == ACTION_RECEIVE
			&& action_gets(a, v->action))
			want_alternative(e, i, upto, a, before);
		else if ((a->kind != ACTION_RECEIVE || v->action->object != a->object)
			&& actions_depend(v->action, a))
			want_reversal(e, &(Reversal){i, upto, a, before});
	}
}

/* count_free: messages by a route that are there after the events between that are free. */
static int32_t
count_free(const Explorer *e, const Reversal *r)
{
	int32_t count = 0;

	for (uint32_t i = 0; i < r->upto; i++) {
		const Action *a = e->trace.event[i].action;

		if (a->object == r->action->object && i != r->first
			&& (i < r->first || is_free(e, r, i)))
			count += a->kind == ACTION_SEND ? 1 : -1;
	}
	return count;
}

/*
 * want_later: earlier receives could have got the message of a send, if it had been there. If one
 * was there by that route, they have an action for it anyway.
 */
static void
want_later(Explorer *e, uint32_t send)
{
	const TraceEvent *s = &e->trace.event[send];

	for (uint32_t i = 0; i < send; i++) {
		const TraceEvent *v = &e->trace.event[i];
		Action other = *v->action;
		Reversal r = {i, send + 1, &other, v->before};

		if (other.kind != ACTION_RECEIVE || !action_gets(&other, s->action)
			|| other.object == s->action->object || trace_event_in(v, s->clock))
			continue;
		other.object = s->action->object;
		if (find_action(&e->level[i].state, &other) == e->level[i].state.n
			&& count_free(e, &r) > 0)
			want_reversal(e, &r);
	}
}

/* look_at_waiting: the actions that threads are about to do at the end of the run. */
static void
look_at_waiting(Explorer *e)
{
	const State *end = &e->play.state[e->play.nstates - 1];

	for (uint32_t i = 0; i < end->n; i++)
		want_reversals(e, e->trace.n, &end->action[i],
			e->trace.now[end->action[i].thread]);
}

/* ---- one run ---- */

/* keep_threads: the names of threads, of the run with the most. */
static void
keep_threads(Exploration *x, const Play *p)
{
	if (p->nthreads <= x->nthreads)
		return;
	x->thread = xrealloc(x->thread, p->nthreads * sizeof *x->thread);
	memcpy(x->thread, p->thread, p->nthreads * sizeof *x->thread);
	x->nthreads = p->nthreads;
}

/* search_races: of an order, if that is wanted. */
static void
search_races(Exploration *x, OutcomeRow *row, const PlayOrder *o)
{
	Buf race = {0};

	if (!x->options->race)
		return;
	x->options->race(x->options->context, o, &race);
	x->nsearched++;
	x->nracy += race.len > 0;
	if (row->race.len == 0)
		row->race = race;
	else
		buf_free(&race);
}

void
explore_count(Exploration *x, const Play *p, const PlayOrder *o)
{
	x->norders++;
	if (x->nactions < o->n)
		x->nactions = o->n;
	x->lacks |= p->lacks;
	keep_threads(x, p);
	search_races(x, outcome_add(&x->list, p, o), o);
}

/* count_order: an order that was run to its end. */
static void
count_order(Explorer *e)
{
	PlayOrder o = {.choice = arena_alloc(&e->arena, e->n + 1, sizeof *o.choice)};

	for (uint32_t i = 0; i < e->trace.n; i++)
		o.choice[o.n++] = choice_of(e->trace.event[i].action);
	explore_count(e->x, &e->play, &o);
}

static void
play_order(Explorer *e, Server *s)
{
	PlayOrder o = order_of(e);
	uint32_t from = e->n > 0 ? e->n - 1 : 0;

	e->play = server_play(s, &e->arena, &o);
	if (e->play.end == PLAY_LEFT)
		fatal("the program does not do the same in each run of one order: it depends on "
			"something outside, such as a file that a run has changed");
	assert(e->play.first == e->n && e->play.nstates > 0);
	for (uint32_t i = 0; i + 1 < e->play.nstates; i++)
		push_state(e, &e->play.state[i]);
	e->trace = trace_make(&e->arena, &e->play);
	assert(e->trace.n == e->n);
	for (uint32_t i = from; i < e->trace.n; i++) {
		const TraceEvent *v = &e->trace.event[i];

		want_reversals(e, i, v->action, v->before);
		if (v->action->kind == ACTION_SEND)
			want_later(e, i);
	}
	look_at_waiting(e);
	if (e->play.end == PLAY_COVERED) {
		e->x->ncovered++;
		e->x->lacks |= e->play.lacks;
	} else {
		count_order(e);
	}
}

/* ---- all runs ---- */

bool
explore_is_over(const Exploration *x, double began)
{
	const ExploreOptions *o = x->options;

	return (o->orders && x->norders >= o->orders)
		|| (o->seconds > 0 && clock_wall() - began >= o->seconds) || interrupt_signal;
}

static void
count_left(Explorer *e)
{
	for (uint32_t i = e->base; i < e->n; i++)
		e->x->nleft += e->level[i].nwanted - e->level[i].at - 1;
}

void
explore_from(Explorer *e, Server *s)
{
	double began = clock_wall();
	bool more = true;

	while (more && !explore_is_over(e->x, began)) {
		if (!e->jobs || !jobs_take(e))
			play_order(e, s);
		arena_free(&e->arena);
		more = next_order(e);
		if (e->jobs)
			jobs_begin(e);
		progress_show("%llu orders, %u outcomes", (unsigned long long)e->x->norders,
			e->x->list.n);
	}
	count_left(e);
	e->x->nleft += more;
}

void
explore(Exploration *x, Server *s, const PlayedProgram *p, const ExploreOptions *o)
{
	Explorer e = {.x = x};

	*x = (Exploration){.options = o};
	e.jobs = o->jobs > 1 && !o->orders ? jobs_new(p, o->jobs - 1) : NULL;
	progress_begin();
	explore_from(&e, s);
	progress_clear();
	if (e.jobs)
		jobs_free(e.jobs);
	for (uint32_t i = 0; i < e.n; i++)
		free(e.level[i].state.action);
	free(e.level);
}

void
exploration_free(Exploration *x)
{
	outcomes_free(&x->list);
	free(x->thread);
}
