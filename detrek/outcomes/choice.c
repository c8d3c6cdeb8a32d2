/*
 * choice.c - chooses the thread that does its action next. After the given order, the thread that
 * acted last continues as long as it can, and then the first one that can; or the order is random.
 */
#include "player_parts.h"

#include "base/list.h"

#include <stdlib.h>

/* ---- what is done ---- */

void
player_note_action(Player *p, const Action *a)
{
	p->play.event = list_more(p->play.event, p->play.nevents, sizeof *a);
	p->play.event[p->play.nevents++] = *a;
}

/* add_action: add an action to those of the state. */
static void
add_action(State *s, const Action *a)
{
	if (s->n == MOST_READY)
		fatal("there are more than %d actions among which to choose: too many to explore "
			"all orders",
			MOST_READY);
	s->action[s->n++] = *a;
}

/*
 * add_receives: add an action of the thread for each route with a message that it can receive; if
 * there is none, add one action that must wait.
 */
static void
add_receives(const Player *p, State *s, Action a)
{
	uint32_t before = s->n;

	a.node = p->thread[a.thread].node;
	for (uint32_t i = 0; i < p->routes.n; i++) {
		const Route *r = &p->routes.route[i];
		Action b = a;

		if (r->of.node == a.node && r->of.event == a.event && route_get_first(r, &b))
			add_action(s, &b);
	}
	a.from = NOWHERE;
	a.type = a.object = a.count = a.number = 0;
	if (s->n == before && !a.tries)
		add_action(s, &a);
}

/*
 * add_channels: add an action for each channel for which an alternative waits, whether the channel
 * has a message or not. A channel may occur twice in the alternative.
 */
static void
add_channels(const Player *p, State *s, Action a)
{
	const EnabledChannels *e = &p->thread[a.thread].enabled;

	for (uint32_t i = 0; i < e->n; i++) {
		const Offer *f;

		a.object = object_at(a.node, e->channel[i]);
		f = offers_find(&p->offers, a.object);
		a.count = (f && f->thread != NO_THREAD) || (e->ready && i + 1 == e->n);
		a.number = f ? f->nsent - 1 : 0;
		if (state_find_action(s, a.thread, a.object) == s->n)
			add_action(s, &a);
	}
}

/*
 * has_local_message: true if the state has an action by which the thread gets a message of its own
 * node.
 */
static bool
has_local_message(const State *s, uint32_t thread)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->action[i].thread == thread && action_is_local(&s->action[i]))
			return true;
	return false;
}

/*
 * can_miss: true if a run must be made in which the thread looks for a message and finds none.
 * false if a message from its own node has been sent, or after MOST_MISSES such actions while other
 * threads could act.
 */
static bool
can_miss(Player *p, const State *s, uint32_t thread)
{
	if (has_local_message(s, thread))
		return false;
	if (p->thread[thread].nmisses < MOST_MISSES)
		return true;
	for (uint32_t i = 0; i < s->n; i++)
		if (action_is_enabled(&s->action[i])) {
			p->play.lacks |= 1 << LACK_SPINS;
			return false;
		}
	return true;
}

/*
 * add_misses: for each thread that is about to probe, or to receive without waiting for ever: add
 * the action of finding no message, if that is possible (can_miss). Messages from other nodes need
 * not have arrived.
 */
static void
add_misses(Player *p, State *s)
{
	for (uint32_t i = 0; i < p->play.nthreads; i++) {
		const PlayerThread *t = &p->thread[i];
		Action a = action_make_miss(&t->next);

		if (t->state == THREAD_ABOUT && t->next.tries && can_miss(p, s, i))
			add_action(s, &a);
	}
}

State
player_make_state(Player *p)
{
	State s = {.action = xcalloc(MOST_READY, sizeof *s.action)};

	for (uint32_t i = 0; i < p->play.nthreads; i++)
		if (p->thread[i].state == THREAD_ABOUT) {
			if (p->thread[i].next.channel && action_is_look(&p->thread[i].next))
				add_channels(p, &s, p->thread[i].next);
			else if (action_is_look(&p->thread[i].next))
				add_receives(p, &s, p->thread[i].next);
			else
				add_action(&s, &p->thread[i].next);
		}
	add_misses(p, &s);
	s.chosen = s.n;
	return s;
}

/* note_state: keep the state in the play, if the caller of the play needs it; otherwise free it. */
static void
note_state(Player *p, State s, uint32_t chosen)
{
	s.chosen = chosen;
	if (p->nchosen < p->play.first) {
		free(s.action);
		return;
	}
	p->play.state = list_more(p->play.state, p->play.nstates, sizeof s);
	p->play.state[p->play.nstates++] = s;
}

void
player_note_end(Player *p)
{
	State s = player_make_state(p);

	note_state(p, s, s.n);
}

void
player_give_up(Player *p, PlayEnd end)
{
	p->play.end = end;
	if (end == PLAY_CUT)
		p->play.lacks |= 1 << LACK_CUT;
	player_note_end(p);
	p->calls.over(p->calls.context, &p->play);
	p->free = true; /* the run is about to be interrupted */
}

/* ---- the choice ---- */

/*
 * high_node: the node's number, counted from 1, if the node has threads of high priority; otherwise
 * 0 (Action.high).
 */
static uint32_t
high_node(const Player *p, NodeId n)
{
	return p->high[n] ? n + 1 : 0;
}

void
player_refresh(Player *p)
{
	for (uint32_t i = 0; i < p->play.nthreads; i++) {
		Action *a = &p->thread[i].next;

		if (p->thread[i].state != THREAD_ABOUT)
			continue;
		if (a->kind < ACTION_SEND)
			a->count = target_word(p->target, a->object >> 32, a->object);
		a->high[0] = high_node(p, p->thread[i].node);
		a->high[1] = a->kind == ACTION_SEND ? high_node(p, a->node) : 0;
	}
}

/*
 * is_asleep: true if other orders cover all runs in which the action is done next; this run then
 * must not do it next.
 */
static bool
is_asleep(const Player *p, const Action *a)
{
	for (uint32_t i = 0; i < p->nasleep; i++)
		if (action_is_by(a, p->asleep[i].thread, p->asleep[i].object))
			return true;
	return false;
}

uint32_t
player_find_able(const Player *p, const State *s, uint32_t thread, bool awake)
{
	for (uint32_t i = 0; i < s->n; i++)
		if ((thread == NO_THREAD || s->action[i].thread == thread)
			&& action_is_enabled(&s->action[i])
			&& !(awake && is_asleep(p, &s->action[i])))
			return i;
	return s->n;
}

/* find_ordered: the number, in the state, of the action that the given order does next. */
static uint32_t
find_ordered(const Player *p, const State *s)
{
	const Choice *c = &p->order.choice[p->nchosen];
	uint32_t i = state_find_action(s, c->thread, c->object);

	return i < s->n && action_is_enabled(&s->action[i]) ? i : s->n;
}

/*
 * set_asleep: set p->asleep to the actions that, by the play's order, must not be done first after
 * its choices.
 */
static void
set_asleep(Player *p)
{
	if (p->nchosen != p->order.n)
		return;
	p->asleep = p->order.asleep;
	p->nasleep = p->order.nasleep;
}

/* find_action: the action of a choice; NULL if the thread is not about to do it. */
static const Action *
find_action(const State *s, const Choice *c)
{
	uint32_t i = state_find_action(s, c->thread, c->object);

	return i < s->n ? &s->action[i] : NULL;
}

/*
 * wake_dependent: allow again the actions that were asleep (is_asleep) and depend on the chosen
 * one.
 */
static void
wake_dependent(Player *p, const State *s, const Action *chosen)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < p->nasleep; i++) {
		const Action *a = find_action(s, &p->asleep[i]);

		if (a && !actions_depend(a, chosen))
			p->asleep[kept++] = p->asleep[i];
	}
	p->nasleep = kept;
}

/* put_channel: append the channel that an alternative takes. */
static void
put_channel(const Action *a, Buf *out)
{
	if (a->kind == ACTION_MISS)
		buf_printf(out, ", and takes none");
	else
		buf_printf(out, ", and takes channel %08x", (Addr)a->object);
}

/*
 * put_action: append an action: "0.3: it waits for semaphore 8000c48c (lock.free at m.c:5), pop()
 * stack.c:23".
 */
static void
put_action(Player *p, const Action *a)
{
	const PlayThread *t = &p->play.thread[a->thread];
	Buf *out = &p->play.told;
	char *place = sync_held_place(p->observer, a->thread);

	buf_printf(out, "%u.%u: ", t->node, t->number);
	sync_put_held(p->observer, a->thread, out);
	if (a->kind == ACTION_SEND && !a->channel)
		buf_printf(out, " to %s", TARGET_NODE(p->target, a->node));
	if (action_is_look(a) && a->channel)
		put_channel(a, out);
	else if (a->kind == ACTION_RECEIVE && a->object != 0)
		buf_printf(out, " from %s",
			TARGET_NODE(p->target, routes_find(&p->routes, a->object)->of.from));
	if (place)
		buf_printf(out, ", %s", place);
	buf_byte(out, '\0');
	free(place);
}

/* describe_choice: describe the chosen action, and the one that could have been done instead. */
static void
describe_choice(Player *p, const State *s, const Action *chosen)
{
	const Action *other = find_action(s, &p->order.instead);

	if (p->nchosen + 1 != p->order.tell || !other)
		return;
	put_action(p, chosen);
	put_action(p, other);
}

/*
 * release_sender: let the thread that offers a message go on to its channel, where the message is
 * received.
 */
static void
release_sender(Player *p, Offer *f)
{
	p->thread[f->thread].state = THREAD_MEETS;
	sync_release_idle(p->observer, f->thread);
	f->thread = NO_THREAD;
}

/*
 * choose_message: the thread is about to do the receive or probe `a`: set the message that it must
 * find (getting) or, for an alternative, the channel that it must take (taking), and release the
 * sender at this channel.
 */
static void
choose_message(Player *p, const Action *a)
{
	PlayerThread *t = &p->thread[a->thread];
	Offer *f = a->channel ? offers_find(&p->offers, a->object) : NULL;

	t->nmisses = a->kind == ACTION_MISS ? t->nmisses + 1 : 0;
	if (a->channel)
		t->taking = a->kind == ACTION_MISS ? 0 : a->object;
	else
		t->getting = a->kind == ACTION_MISS ? NO_MESSAGE
			: routes_find(&p->routes, a->object)->message[a->number].object;
	if (f && f->thread != NO_THREAD)
		release_sender(p, f);
}

/*
 * do_action: do an action; a thread that sends through a channel is held until its message is
 * received.
 */
static void
do_action(Player *p, const Action *a)
{
	PlayerThread *t = &p->thread[a->thread];

	if (action_is_look(a))
		choose_message(p, a);
	else
		t->nmisses = 0;
	if (a->channel && a->kind == ACTION_SEND) {
		offers_add(&p->offers, a->object, a->thread);
		t->state = THREAD_OFFERS;
		return;
	}
	p->turn = a->thread;
	sync_release_idle(p->observer, a->thread);
}

/* do_chosen_action: do the action number `chosen` of a state, and keep the state in the play. */
static void
do_chosen_action(Player *p, State s, uint32_t chosen)
{
	Action a = s.action[chosen];

	describe_choice(p, &s, &a);
	wake_dependent(p, &s, &a);
	note_state(p, s, chosen);
	player_note_action(p, &a);
	p->nchosen++;
	p->last = a.thread;
	do_action(p, &a);
}

/*
 * release_all: let all threads go on and wait in the kernel, which knows the objects that they wait
 * for; called when no thread can act.
 */
static void
release_all(Player *p)
{
	p->play.end = PLAY_STUCK;
	player_note_end(p);
	p->free = true;
	for (uint32_t i = 0; i < p->play.nthreads; i++)
		if (is_held(&p->thread[i])) {
			p->thread[i].state = THREAD_GOES;
			sync_release_idle(p->observer, i);
		}
}

/* random_number: a number that depends on the order's seed and on n. */
static uint64_t
random_number(const Player *p, uint64_t n)
{
	return table_hash((uint64_t[]){p->order.seed, n}, 16);
}

/*
 * thread_priority: the priority of a thread in a random order; lowered ones are below all others.
 */
static uint64_t
thread_priority(const Player *p, uint32_t thread)
{
	uint32_t lowered = p->thread[thread].lowered;

	return lowered ? lowered : random_number(p, thread) | 1ull << 63;
}

/* random_action: an action of the thread with the highest priority that can act. */
static uint32_t
random_action(const Player *p, const State *s)
{
	uint32_t best = s->n, n = 0;

	for (uint32_t i = 0; i < s->n; i++) {
		const Action *a = &s->action[i];
		uint64_t mine = thread_priority(p, a->thread);
		uint64_t most = best < s->n ? thread_priority(p, s->action[best].thread) : 0;

		if (!action_is_enabled(a) || mine < most)
			continue;
		n = mine == most ? n + 1 : 1; /* actions of the thread so far */
		if (random_number(p, ((uint64_t)p->nchosen << 32) + i + (1ull << 20)) % n == 0)
			best = i;
	}
	return best;
}

/*
 * lower_priority: if the random order changes priorities at this action, lower that of the thread
 * which would act next.
 */
static void
lower_priority(Player *p, const State *s)
{
	for (uint32_t i = 1; i < p->order.depth; i++) {
		uint32_t at = random_number(p, (1ull << 32) * i + (1ull << 31)) % p->order.length;
		uint32_t action = random_action(p, s);

		if (at == p->nchosen && action < s->n)
			p->thread[s->action[action].thread].lowered = p->order.depth - i;
	}
}

/*
 * choose_preferred: the number of the action to do where the given order has ended: in a random
 * order a random one; otherwise one of the thread that acted last, if possible.
 */
static uint32_t
choose_preferred(Player *p, const State *s)
{
	uint32_t i = p->last == NO_THREAD ? s->n : player_find_able(p, s, p->last, true);

	if (p->order.depth > 0) {
		lower_priority(p, s);
		return random_action(p, s);
	}
	return i < s->n ? i : player_find_able(p, s, NO_THREAD, true);
}

/* choose_action: choose an action of the state and do it; false if none can be done. */
static bool
choose_action(Player *p, const State *s)
{
	bool in_order = p->nchosen < p->order.n;
	uint32_t i = in_order ? find_ordered(p, s) : choose_preferred(p, s);

	if (i < s->n)
		do_chosen_action(p, *s, i);
	else if (in_order)
		player_give_up(p, PLAY_LEFT);
	else if (player_find_able(p, s, NO_THREAD, false) < s->n)
		player_give_up(p, PLAY_COVERED);
	else if (p->w->still)
		release_all(p);
	return i < s->n;
}

/*
 * has_waiting_receiver: true if a thread waits at the channel of the offer to receive from it, in
 * the kernel rather than held before an alternative.
 */
static bool
has_waiting_receiver(const Player *p, const Offer *f)
{
	NodeId n = f->channel >> 32;
	Word desc = target_word(p->target, n, f->channel);
	uint32_t other = desc == NOTPROCESS ? NO_THREAD
		: sync_thread_at(p->observer, n, desc & ~3u);

	return desc != NOTPROCESS
		&& (other == NO_THREAD || p->thread[other].state != THREAD_ABOUT);
}

bool
player_let_one_meet(Player *p)
{
	for (uint32_t i = 0; i < p->offers.n; i++) {
		Offer *f = &p->offers.offer[i];

		if (f->thread != NO_THREAD && has_waiting_receiver(p, f)) {
			release_sender(p, f);
			return true;
		}
	}
	return false;
}

/* is_any_thread_looking: true if some thread receives or probes without waiting for a message. */
static bool
is_any_thread_looking(const Player *p)
{
	for (uint32_t i = 0; i < p->play.nthreads; i++)
		if (p->thread[i].state == THREAD_ABOUT && p->thread[i].next.tries)
			return true;
	return false;
}

/* is_endless: true if a thread looks for messages again and again, so that the run has no end. */
static bool
is_endless(const Player *p)
{
	for (uint32_t i = 0; i < p->play.nthreads; i++)
		if (p->thread[i].nmisses == LAST_MISSES)
			return true;
	return false;
}

void
player_choose(Player *p)
{
	State s;

	player_refresh(p);
	set_asleep(p);
	s = player_make_state(p);
	if (p->nchosen == MOST_ACTIONS || is_endless(p))
		player_give_up(p, PLAY_CUT);
	else if (is_any_thread_looking(p) && !p->w->still)
		; /* a message may not have arrived */
	else if (choose_action(p, &s))
		return;
	free(s.action);
}
