/*
 * explore.c - runs one order of each class of orders that are the same: optimal DPOR (Abdulla,
 * Aronis, Jonsson and Sagonas, 2014 and 2017).
 *
 * The explorer has a path of states: the states of the last run in which all threads were about to
 * act. After a run, the reversals that it shows are wanted in states of the path (reversals.c),
 * each with the beginning of its run. The wanted actions of a state form a tree (a wakeup tree): a
 * beginning that shares its first actions with another one is inserted below these. When all wanted
 * actions of a state have been run, the path is shortened.
 *
 * Actions whose orders have all been run are asleep, until an action that depends on them is done:
 * runs that begin with one of them, or could begin with one, have been made, and are not wanted
 * again. So at a leaf of the tree all actions are awake, and a run from there on is a new order.
 * There are two exceptions. A lock of the library can keep a tree's actions from being done. And
 * with bounds on delays, or where threads choose messages, only the first action of a reversal's
 * run is wanted. A run in which only sleeping actions can be done is then given up.
 */
#include "explore_parts.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/list.h"
#include "base/progress.h"

#include <stdlib.h>
#include <string.h>

/* action_bit: the set that contains only action number `action` of a state. */
static ActionSet
action_bit(uint32_t action)
{
	return 1ull << action;
}

/* make_choice: the choice by which the action's thread goes first at its object. */
static Choice
make_choice(const Action *a)
{
	return (Choice){a->thread, a->object};
}

/* ---- sleep ---- */

/*
 * asleep_before: the actions that must not be done first when branch `at` of a level is run,
 * because other runs cover them: those asleep in the level's state, and the branches before `at`.
 */
static ActionSet
asleep_before(const Level *l, uint32_t at)
{
	ActionSet set = l->asleep;

	for (uint32_t i = 0; i < at; i++)
		set |= action_bit(l->queue[i].index);
	return set;
}

/*
 * present_sleepers: the actions that are asleep, which must not be done first, when the present
 * branch of a level is run.
 */
static ActionSet
present_sleepers(const Level *l)
{
	return asleep_before(l, l->at);
}

/*
 * sleepers_after: the actions that are still asleep, which must not be done first, in the next
 * state, after a level's chosen action.
 */
static ActionSet
sleepers_after(const Level *l, const State *next)
{
	const Action *chosen = &l->state.action[l->state.chosen];
	ActionSet set = 0;

	for (uint32_t i = 0; i < l->state.n; i++) {
		const Action *a = &l->state.action[i];
		uint32_t there;

		if (!(present_sleepers(l) & action_bit(i)) || actions_depend(a, chosen))
			continue;
		there = state_find_action(next, a->thread, a->object);
		if (there < next->n) /* otherwise its process has ended (LACK_EXIT) */
			set |= action_bit(there);
	}
	return set;
}

/*
 * add_choice: append an action to an order, and remove from *asleep the actions that depend on it.
 */
static void
add_choice(PlayOrder *o, const Action *a, const State *s, ActionSet *asleep)
{
	o->choice[o->n++] = make_choice(a);
	for (ActionSet left = *asleep; left; left &= left - 1)
		if (actions_depend(&s->action[__builtin_ctzll(left)], a))
			*asleep &= ~(left & -left);
}

PlayOrder
explore_make_order(const Explorer *e, Arena *a, uint32_t level, uint32_t at)
{
	const Level *l = &e->level[level];
	const Branch *b = &l->queue[at];
	ActionSet asleep = asleep_before(l, at);
	PlayOrder o = {.known = level + 1,
		.choice = arena_alloc(a, level + branch_depth(b), sizeof *o.choice),
		.asleep = arena_alloc(a, MOST_READY, sizeof *o.asleep)};

	for (uint32_t i = 0; i < level; i++)
		o.choice[o.n++] = make_choice(&e->level[i].state.action[e->level[i].state.chosen]);
	for (; b; b = b->n > 0 ? b->child : NULL)
		add_choice(&o, &b->action, &l->state, &asleep);
	for (; asleep; asleep &= asleep - 1)
		o.asleep[o.nasleep++] = make_choice(&l->state.action[__builtin_ctzll(asleep)]);
	return o;
}

/* ---- the path ---- */

/*
 * count_delays: the number of levels, this one included, whose present action is not the first one
 * that was wanted in their state.
 */
static uint32_t
count_delays(const Level *l)
{
	return l->delays + (l->at > 0);
}

/*
 * want_action: add an action of the level's state to the queue of actions with which runs are to
 * continue there.
 */
static void
want_action(Level *l, uint32_t action)
{
	l->wanted |= action_bit(action);
	branch_add(&l->queue, &l->nwanted, &l->state.action[action])->index = action;
}

/* free_level: free the queue and the state of a level. */
static void
free_level(Level *l)
{
	branches_free(l->queue, l->nwanted);
	free(l->state.action);
}

/*
 * adopt_branches: move the branches below b, which were asked for before the state after b was
 * known, into the queue of level l, which has that state.
 */
static void
adopt_branches(Explorer *e, Level *l, Branch *b)
{
	l->queue = b->child;
	for (uint32_t i = 0; i < b->n; i++) {
		Branch *c = &b->child[i];

		c->index = state_find_action(&l->state, c->action.thread, c->action.object);
		if (c->index < l->state.n && action_is_enabled(&l->state.action[c->index])) {
			l->wanted |= action_bit(c->index);
			l->queue[l->nwanted++] = *c;
		} else {
			e->x->lacks |= 1 << LACK_OTHER;
			branches_free(c->child, c->n);
		}
	}
	b->child = NULL;
	b->n = 0;
}

/* push_state: append a state to the path. */
static void
push_state(Explorer *e, const State *s)
{
	Level l = {.state = *s};

	l.state.action = xcalloc(s->n + 1, sizeof *l.state.action);
	memcpy(l.state.action, s->action, s->n * sizeof *s->action);
	if (e->n > 0) {
		Level *before = &e->level[e->n - 1];

		l.asleep = sleepers_after(before, s);
		l.delays = count_delays(before);
		adopt_branches(e, &l, &before->queue[before->at]);
	}
	if (l.nwanted == 0)
		want_action(&l, s->chosen);
	assert(l.queue[0].index == s->chosen);
	e->level = list_more(e->level, e->n, sizeof l);
	e->level[e->n++] = l;
}

/*
 * next_order: go to the last state of the path that has a queued branch that was not run, and make
 * this branch the present one; false if there is none.
 */
static bool
next_order(Explorer *e)
{
	while (e->n > 0) {
		Level *l = &e->level[e->n - 1];

		l->at++;
		if (l->at < l->nwanted && l->delays < e->x->options->delays) {
			l->state.chosen = l->queue[l->at].index;
			return true;
		}
		e->x->nleft += l->nwanted - l->at;
		free_level(l);
		e->n--;
	}
	return false;
}

/* ---- what is wanted ---- */

/*
 * insert_beginning: queue a run that begins with b's actions at level l; first: the number, in the
 * level's state, of the first of them.
 */
static void
insert_beginning(Level *l, RunBeginning *b, uint32_t first)
{
	if (!branches_insert(&l->queue, &l->nwanted, l->at + 1, b))
		return;
	l->wanted |= action_bit(first);
	l->queue[l->nwanted - 1].index = first;
}

/*
 * insert_first: queue only a run with the first action of the beginning, unless a possible first
 * action is queued already.
 */
static void
insert_first(Level *l, const RunBeginning *b)
{
	if (!(b->first & (l->wanted | l->asleep)))
		want_action(l, __builtin_ctzll(b->first));
}

/*
 * A lock of the library, which the actions do not show, may keep a run from beginning with b's
 * actions; then the run begins with another action of the state. Threads that choose messages need
 * not do the same in each run; then only the first action of b is queued.
 */
void
explore_queue_run(Explorer *e, uint32_t level, RunBeginning *b)
{
	Level *l = &e->level[level];
	bool bounded = e->x->options->delays != NO_LIMIT || e->x->chooses;
	ActionSet done = present_sleepers(l) | action_bit(l->state.chosen);
	uint32_t first = state_find_action(&l->state, b->action[0]->thread, b->action[0]->object);

	if (!bounded && (b->first | b->open) & done)
		return;
	if (b->first == 0)
		e->x->lacks |= 1 << LACK_OTHER;
	else if (bounded || first == l->state.n || !(b->first & action_bit(first)))
		insert_first(l, b);
	else
		insert_beginning(l, b, first);
}

void
explore_queue_action(Explorer *e, uint32_t level, uint32_t action)
{
	Level *l = &e->level[level];

	if (!((l->wanted | l->asleep) & action_bit(action)))
		want_action(l, action);
}

/* ---- one run ---- */

/* keep_threads: keep the names of the threads of the run with the most threads. */
static void
keep_threads(Exploration *x, const Play *p)
{
	if (p->nthreads <= x->nthreads)
		return;
	x->thread = xrealloc(x->thread, p->nthreads * sizeof *x->thread);
	memcpy(x->thread, p->thread, p->nthreads * sizeof *x->thread);
	x->nthreads = p->nthreads;
}

/* executed_order: the order that repeats a run: the choices of all its actions. */
static PlayOrder
executed_order(Arena *a, const Play *p)
{
	PlayOrder o = {.choice = arena_alloc(a, p->nevents + 1, sizeof *o.choice)};

	for (uint32_t i = 0; i < p->nevents; i++)
		if (action_is_chosen(&p->event[i]))
			o.choice[o.n++] = make_choice(&p->event[i]);
	return o;
}

/*
 * add_order: count the order's outcome in the list; the event's result, if one is asked for, is a
 * part of the output.
 */
static const OutcomeRow *
add_order(Exploration *x, const Play *p, const PlayOrder *o)
{
	Play told = *p;
	Buf said = {0};
	const OutcomeRow *r;

	if (!x->options->event)
		return outcome_count_next(&x->list, p, o);
	buf_put(&said, p->said.data, p->said.len);
	x->options->event(x->options->context, o, &said);
	told.said = said;
	r = outcome_count_next(&x->list, &told, o);
	buf_free(&said);
	return r;
}

void
explore_count_order(Exploration *x, RaceJobs *races, Arena *a, const Play *p)
{
	PlayOrder o = executed_order(a, p);
	const OutcomeRow *r;

	x->norders++;
	if (x->nactions < o.n)
		x->nactions = o.n;
	x->lacks |= p->lacks | x->options->lacks;
	keep_threads(x, p);
	r = add_order(x, p, &o);
	if (races)
		race_jobs_search(races, r - x->list.row, &o);
}

/*
 * cut_branch: remove from the queue the part of the order that the run could not follow, because a
 * lock of the library prevented it. Returns whether more than the path was followed.
 */
static bool
cut_branch(Explorer *e)
{
	Branch *b = e->n > 0 ? &e->level[e->n - 1].queue[e->level[e->n - 1].at] : NULL;
	uint32_t done = 0;

	for (uint32_t i = 0; i < e->play.nevents; i++)
		done += action_is_chosen(&e->play.event[i]);
	if (!b || done < e->n)
		return false;
	for (; done > e->n; done--)
		b = b->child;
	branches_free(b->child[0].child, b->child[0].n);
	memmove(b->child, b->child + 1, --b->n * sizeof *b->child);
	e->x->lacks |= 1 << LACK_OTHER;
	return true;
}

/*
 * check_program: end the program with a message if the played program is not the same as in earlier
 * runs or in the search that is resumed.
 */
static void
check_program(Explorer *e)
{
	if (e->x->program != 0 && e->x->program != e->play.program)
		fatal("%s: the program, the kernel or the machine is not that of this search; "
			"begin a new one", e->x->options->from ? e->x->options->from->file
			: "a run");
	e->x->program = e->play.program;
}

/*
 * has_choice: true if a thread could do several actions in the state: get one of several messages,
 * or none.
 */
static bool
has_choice(const State *s)
{
	for (uint32_t i = 0; i < s->n; i++)
		for (uint32_t k = 0; k < i && action_is_look(&s->action[i]); k++)
			if (s->action[k].thread == s->action[i].thread)
				return true;
	return false;
}

bool
play_has_choices(const Play *p)
{
	for (uint32_t i = 0; i < p->nstates; i++)
		if (has_choice(&p->state[i]))
			return true;
	return false;
}

/*
 * play_path: run the order of the path, from its first action to the wanted ones, and keep the
 * play.
 */
static void
play_path(Explorer *e, Server *s)
{
	PlayOrder o = {0};

	do {
		if (!e->jobs || !jobs_take_play(e)) {
			if (e->n > 0)
				o = explore_make_order(e, &e->arena, e->n - 1,
					e->level[e->n - 1].at);
			e->play = server_play(s, &e->arena, &o);
		}
		check_program(e);
	} while (e->play.end == PLAY_LEFT && cut_branch(e));
	if (e->play.end == PLAY_LEFT)
		fatal("the program does not do the same in each run of one order: it depends on "
			"something outside, such as a file that a run has changed");
}

/*
 * play_order: run the next order, count its outcome, and queue the runs in which two of its
 * dependent actions come in the opposite order.
 */
static void
play_order(Explorer *e, Server *s)
{
	uint32_t from = e->n > 0 ? e->n - 1 : 0;

	play_path(e, s);
	assert(e->play.first <= e->n && e->n < e->play.first + e->play.nstates);
	for (uint32_t i = e->n - e->play.first; i + 1 < e->play.nstates; i++)
		push_state(e, &e->play.state[i]);
	e->x->chooses |= play_has_choices(&e->play);
	e->trace = trace_make(&e->arena, &e->play);
	assert(e->trace.n == e->n);
	reversals_queue_runs(e, e->x->options->delays == NO_LIMIT ? 0 : from);
	if (e->play.end == PLAY_COVERED) {
		e->x->ncovered++;
		e->x->lacks |= e->play.lacks;
	} else {
		explore_count_order(e->x, e->races, &e->arena, &e->play);
	}
}

/* ---- all runs ---- */

bool
explore_is_over(const Exploration *x, double began)
{
	const ExploreOptions *o = x->options;

	return (o->orders && x->norders - x->before >= o->orders)
		|| (o->seconds > 0 && clock_wall() - began >= o->seconds) || interrupt_signal;
}

/* count_left: add the number of queued runs that were not made to the exploration. */
static void
count_left(Explorer *e)
{
	for (uint32_t i = 0; i < e->n; i++)
		e->x->nleft += e->level[i].nwanted - e->level[i].at - 1;
}

/*
 * run_all: run the path's order, and all that follow. Returns true if a limit ended this before all
 * were run.
 */
static bool
run_all(Explorer *e, Server *s)
{
	double began = clock_wall();
	bool more = true;

	while (more && !explore_is_over(e->x, began)) {
		if (e->jobs)
			jobs_begin(e);
		play_order(e, s);
		arena_free(&e->arena);
		more = next_order(e);
		e->x->done = more ? estimate_done(e) : 1;
		progress_show("%llu orders, %u outcomes, by an estimate %.1f %% of all",
			(unsigned long long)e->x->norders, e->x->list.n, 100 * e->x->done);
	}
	return more;
}

void
explorer_free(Explorer *e)
{
	for (uint32_t i = 0; i < e->n; i++)
		free_level(&e->level[i]);
	free(e->level);
}

/* resume_search: read into e the state of the interrupted search s, which then continues there. */
static void
resume_search(Explorer *e, const SavedSearch *s)
{
	WireReader r = s->state;

	if (!search_get(&r, e))
		fatal("%s: not the state of a search", s->file);
	e->x->before = e->x->norders;
	e->x->done = estimate_done(e);
}

void
explore(Exploration *x, Server *s, const PlayedProgram *p, const ExploreOptions *o)
{
	Explorer e = {.x = x};

	*x = (Exploration){.options = o};
	if (o->from)
		resume_search(&e, o->from);
	e.jobs = o->jobs > 1 ? jobs_new(p, o->jobs - 1) : NULL;
	e.races = o->race ? race_jobs_new(x, o->jobs) : NULL;
	progress_begin();
	x->interrupted = run_all(&e, s);
	progress_clear();
	if (e.races)
		race_jobs_end(e.races);
	if (e.jobs)
		jobs_free(e.jobs);
	if (x->interrupted)
		search_put(&x->rest, &e);
	x->nleft += x->interrupted;
	count_left(&e);
	explorer_free(&e);
}

void
exploration_free(Exploration *x)
{
	outcomes_free(&x->list);
	outcome_tree_free(&x->tree);
	free(x->thread);
	buf_free(&x->rest);
}
