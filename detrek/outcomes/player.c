/*
 * player.c - a run of the program in a given order of its actions.
 *
 * Each thread is held before each of its actions (sync_hold). When all threads are held, wait for
 * others or have ended, the one whose turn it is does its action, and goes on to its next one. This
 * happens at the next multiple of EPOCH of simulated time. So the order does not depend on how long
 * anything takes. A thread is not let go before it can do its action: it never waits in the kernel
 * for a semaphore. A receive is let go with the route by which it gets a message; it is the first
 * one by that route, and the kernel shows it no other (sync_choose_message). After the given order
 * the thread goes on that acted last, as long as it can, and then the first one.
 *
 * The locks of the library are no actions: threads pass them as they come.
 */
#include "offers.h"
#include "routes.h"

#include "base/list.h"
#include "base/table.h"
#include "kernel/include/border.h"
#include "kernel/include/kernel_calls.h"

#include <stdlib.h>
#include <string.h>

typedef enum PlayerState {
	THREAD_GOES,   /* it runs, or waits for something else than an action of the program */
	THREAD_ABOUT,  /* it is held before its action */
	THREAD_OFFERS, /* it has sent through a channel, and is held until that is received */
	THREAD_MEETS,  /* that will be, and it was let go */
	THREAD_RESTS,  /* it waits for a lock of the library */
	THREAD_OVER,
} PlayerState;

typedef struct PlayerThread {
	PlayerState state;
	NodeId node;
	int32_t pid;
	Action next;      /* THREAD_ABOUT; of a receive: without a route */
	Enabled enabled;  /* ... by an alternative */
	/* the message that its receive gets, or its probe sees; ANY_MESSAGE, or NO_MESSAGE */
	uint32_t getting;
	/* the channel that its alternative takes; 0: none; ANY_CHANNEL: it takes one by itself */
	Addr taking;
	uint32_t nmisses; /* how often its last actions have found no message */
	uint32_t lowered; /* of a random order: its priority; 0: that of its number */
} PlayerThread;

enum {
	ANY_MESSAGE = UINT32_MAX,
	NO_MESSAGE = UINT32_MAX - 1,
	MOST_MISSES = 3,    /* one after the other, while other threads can act */
	LAST_MISSES = 1000, /* when none can; then the run has no end */
};

/* An object of the run. */
typedef struct PlayerObject {
	SyncObjectInfo info;
	uint32_t user[2], nusers; /* the first threads that have used it */
} PlayerObject;

struct Player {
	PlayerCalls calls;
	Target *target;
	Network *w;
	SyncObserver *observer;
	PlayerThread *thread; /* [play.nthreads] */
	PlayerObject *object; /* [nobjects] */
	uint32_t nobjects;
	Routes routes;
	Offers offers;
	bool *high;           /* [network's nodes] it has threads of high priority */
	Table own;            /* semaphores, by node and address: number 1 for the library's */
	bool started;         /* all programs run */
	bool decided;         /* the order is known */
	PlayOrder order;
	Choice *asleep;       /* [nasleep] */
	uint32_t nasleep;
	uint32_t nchosen;     /* actions done */
	uint32_t turn;        /* the thread that may act now, or NO_THREAD */
	uint32_t last;        /* the thread that has acted last */
	bool free;            /* no thread is held any more */
	uint32_t ncompared;   /* values of expressions */
	char why[EXPR_ERROR]; /* an expression has none */
	Buf *values;          /* [play.nthreads] of expressions, of the process of each thread */
	Play play;
};

/* ---- what is done ---- */

static bool
is_held(const PlayerThread *t)
{
	return t->state == THREAD_ABOUT || t->state == THREAD_OFFERS;
}

static void
note_event(Player *p, const Action *a)
{
	p->play.event = list_more(p->play.event, p->play.nevents, sizeof *a);
	p->play.event[p->play.nevents++] = *a;
}

static void
note_order(Player *p, uint32_t thread, ActionKind kind, uint64_t object)
{
	note_event(p, &(Action){.thread = thread, .kind = kind, .object = object});
}

/* object_at: Action.object of a semaphore or channel. */
static uint64_t
object_at(NodeId n, Addr a)
{
	return (uint64_t)n << 32 | a;
}

/* add_action: one more among which to choose. */
static void
add_action(State *s, const Action *a)
{
	if (s->n == MOST_READY)
		fatal("there are more than %d actions among which to choose: too many to explore "
			"all orders",
			MOST_READY);
	s->action[s->n++] = *a;
}

/* add_receives: an action for each route by which a message is there; or one that waits. */
static void
add_receives(const Player *p, State *s, Action a)
{
	uint32_t before = s->n;

	a.node = p->thread[a.thread].node;
	for (uint32_t i = 0; i < p->routes.n; i++) {
		const Route *r = &p->routes.route[i];
		Action b = a;

		if (r->of.node == a.node && r->of.event == a.event && route_first(r, &b))
			add_action(s, &b);
	}
	a.from = NOWHERE;
	a.type = a.object = a.count = a.number = 0;
	if (s->n == before && !a.tries)
		add_action(s, &a);
}

/* has_channel: an alternative that has enabled a channel twice takes it once. */
static bool
has_channel(const State *s, const Action *a)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (action_is_by(&s->action[i], a->thread, a->object))
			return true;
	return false;
}

/* add_channels: an action for each channel of an alternative, whether it has a message or not. */
static void
add_channels(const Player *p, State *s, Action a)
{
	const Enabled *e = &p->thread[a.thread].enabled;

	for (uint32_t i = 0; i < e->n; i++) {
		const Offer *f;

		a.object = object_at(a.node, e->channel[i]);
		f = offers_find(&p->offers, a.object);
		a.count = (f && f->thread != NO_THREAD) || (e->ready && i + 1 == e->n);
		a.number = f ? f->nsent - 1 : 0;
		if (!has_channel(s, &a))
			add_action(s, &a);
	}
}

/* has_local: the thread can get a message that was sent on its node. */
static bool
has_local(const State *s, uint32_t thread)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->action[i].thread == thread && action_is_local(&s->action[i]))
			return true;
	return false;
}

/* can_miss: may the thread look for a message, and find none? */
static bool
can_miss(Player *p, const State *s, uint32_t thread)
{
	if (has_local(s, thread))
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

/* add_misses: messages of other nodes, which were sent, need not have arrived. */
static void
add_misses(Player *p, State *s)
{
	for (uint32_t i = 0; i < p->play.nthreads; i++) {
		const PlayerThread *t = &p->thread[i];
		Action a = action_missing(&t->next);

		if (t->state == THREAD_ABOUT && t->next.tries && can_miss(p, s, i))
			add_action(s, &a);
	}
}

/* state_now: what the threads are about to do. */
static State
state_now(Player *p)
{
	State s = {.action = xcalloc(MOST_READY, sizeof *s.action)};

	for (uint32_t i = 0; i < p->play.nthreads; i++)
		if (p->thread[i].state == THREAD_ABOUT) {
			if (p->thread[i].next.channel && action_looks(&p->thread[i].next))
				add_channels(p, &s, p->thread[i].next);
			else if (action_looks(&p->thread[i].next))
				add_receives(p, &s, p->thread[i].next);
			else
				add_action(&s, &p->thread[i].next);
		}
	add_misses(p, &s);
	s.chosen = s.n;
	return s;
}

/* note_state: keep it, if it is wanted; otherwise free it. */
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

static void
note_end(Player *p)
{
	State s = state_now(p);

	note_state(p, s, s.n);
}

static void
give_up(Player *p, PlayEnd end)
{
	p->play.end = end;
	if (end == PLAY_CUT)
		p->play.lacks |= 1 << LACK_CUT;
	note_end(p);
	p->calls.over(p->calls.context, &p->play);
	p->free = true; /* the run is about to be interrupted */
}

/* ---- the choice ---- */

/* high_node: as in Action.high. */
static uint32_t
high_node(const Player *p, NodeId n)
{
	return p->high[n] ? n + 1 : 0;
}

/* refresh: read what decides whether threads can act. */
static void
refresh(Player *p)
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

static bool
is_asleep(const Player *p, const Action *a)
{
	for (uint32_t i = 0; i < p->nasleep; i++)
		if (action_is_by(a, p->asleep[i].thread, p->asleep[i].object))
			return true;
	return false;
}

/* able: the first action that can be done, of a thread or of any; s->n if there is none. */
static uint32_t
able(const Player *p, const State *s, uint32_t thread, bool awake)
{
	for (uint32_t i = 0; i < s->n; i++)
		if ((thread == NO_THREAD || s->action[i].thread == thread)
			&& action_is_enabled(&s->action[i])
			&& !(awake && is_asleep(p, &s->action[i])))
			return i;
	return s->n;
}

/* ordered: the action that the order has next. */
static uint32_t
ordered(const Player *p, const State *s)
{
	const Choice *c = &p->order.choice[p->nchosen];

	for (uint32_t i = 0; i < s->n; i++)
		if (action_is_by(&s->action[i], c->thread, c->object)
			&& action_is_enabled(&s->action[i]))
			return i;
	return s->n;
}

static void
put_to_sleep(Player *p)
{
	if (p->nchosen != p->order.n)
		return;
	p->asleep = p->order.asleep;
	p->nasleep = p->order.nasleep;
}

/* find_action: the action of that choice; NULL if the thread is not about to do it. */
static const Action *
find_action(const State *s, const Choice *c)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (action_is_by(&s->action[i], c->thread, c->object))
			return &s->action[i];
	return NULL;
}

/* wake_dependent: those are no longer asleep whose actions the chosen one does not commute with. */
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

/* put_channel: which one an alternative takes. */
static void
put_channel(const Action *a, Buf *out)
{
	if (a->kind == ACTION_MISS)
		buf_printf(out, ", and takes none");
	else
		buf_printf(out, ", and takes channel %08x", (Addr)a->object);
}

/* put_action: "0.3: it waits for semaphore 8000c48c (lock.free at m.c:5), pop() stack.c:23". */
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
	if (action_looks(a) && a->channel)
		put_channel(a, out);
	else if (a->kind == ACTION_RECEIVE && a->object != 0)
		buf_printf(out, " from %s",
			TARGET_NODE(p->target, routes_find(&p->routes, a->object)->of.from));
	if (place)
		buf_printf(out, ", %s", place);
	buf_byte(out, '\0');
	free(place);
}

/* describe: what is done, and what could have been done instead. */
static void
describe(Player *p, const State *s, const Action *chosen)
{
	const Action *other = find_action(s, &p->order.instead);

	if (p->nchosen + 1 != p->order.tell || !other)
		return;
	put_action(p, chosen);
	put_action(p, other);
}

/* let_meet: the thread that offers a message goes on to its channel, where it is received. */
static void
let_meet(Player *p, Offer *f)
{
	p->thread[f->thread].state = THREAD_MEETS;
	sync_release_idle(p->observer, f->thread);
	f->thread = NO_THREAD;
}

/* take_message: choose what the thread's look finds. */
static void
take_message(Player *p, const Action *a)
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
		let_meet(p, f);
}

/* do_action: a thread that sends through a channel is held until that is received. */
static void
do_action(Player *p, const Action *a)
{
	PlayerThread *t = &p->thread[a->thread];

	if (action_looks(a))
		take_message(p, a);
	else
		t->nmisses = 0;
	if (a->channel && a->kind == ACTION_SEND) {
		offers_make(&p->offers, a->object, a->thread);
		t->state = THREAD_OFFERS;
		return;
	}
	p->turn = a->thread;
	sync_release_idle(p->observer, a->thread);
}

static void
act(Player *p, State s, uint32_t chosen)
{
	Action a = s.action[chosen];

	describe(p, &s, &a);
	wake_dependent(p, &s, &a);
	note_state(p, s, chosen);
	note_event(p, &a);
	p->nchosen++;
	p->last = a.thread;
	do_action(p, &a);
}

/* let_go: no thread can act: let them wait in the kernel, which knows for what. */
static void
let_go(Player *p)
{
	p->play.end = PLAY_STUCK;
	note_end(p);
	p->free = true;
	for (uint32_t i = 0; i < p->play.nthreads; i++)
		if (is_held(&p->thread[i])) {
			p->thread[i].state = THREAD_GOES;
			sync_release_idle(p->observer, i);
		}
}

/* random_of: a number that depends on the order's seed, and on n. */
static uint64_t
random_of(const Player *p, uint64_t n)
{
	return table_hash((uint64_t[]){p->order.seed, n}, 16);
}

/* priority_of: of a random order. Lowered ones are below all others. */
static uint64_t
priority_of(const Player *p, uint32_t thread)
{
	uint32_t lowered = p->thread[thread].lowered;

	return lowered ? lowered : random_of(p, thread) | 1ull << 63;
}

/* random_action: an action of the thread with the highest priority that can act. */
static uint32_t
random_action(const Player *p, const State *s)
{
	uint32_t best = s->n, n = 0;

	for (uint32_t i = 0; i < s->n; i++) {
		const Action *a = &s->action[i];
		uint64_t mine = priority_of(p, a->thread);
		uint64_t most = best < s->n ? priority_of(p, s->action[best].thread) : 0;

		if (!action_is_enabled(a) || mine < most)
			continue;
		n = mine == most ? n + 1 : 1; /* actions of the thread so far */
		if (random_of(p, ((uint64_t)p->nchosen << 32) + i + (1ull << 20)) % n == 0)
			best = i;
	}
	return best;
}

/* lower: if the order of priorities changes here, the thread whose turn it is gets a low one. */
static void
lower(Player *p, const State *s)
{
	for (uint32_t i = 1; i < p->order.depth; i++) {
		uint32_t at = random_of(p, (1ull << 32) * i + (1ull << 31)) % p->order.length;
		uint32_t action = random_action(p, s);

		if (at == p->nchosen && action < s->n)
			p->thread[s->action[action].thread].lowered = p->order.depth - i;
	}
}

/* preferred: after the order. */
static uint32_t
preferred(Player *p, const State *s)
{
	uint32_t i = p->last == NO_THREAD ? s->n : able(p, s, p->last, true);

	if (p->order.depth > 0) {
		lower(p, s);
		return random_action(p, s);
	}
	return i < s->n ? i : able(p, s, NO_THREAD, true);
}

/* choose_in: choose an action of the state. Returns whether one is done. */
static bool
choose_in(Player *p, const State *s)
{
	bool in_order = p->nchosen < p->order.n;
	uint32_t i = in_order ? ordered(p, s) : preferred(p, s);

	if (i < s->n)
		act(p, *s, i);
	else if (in_order)
		give_up(p, PLAY_LEFT);
	else if (able(p, s, NO_THREAD, false) < s->n)
		give_up(p, PLAY_COVERED);
	else if (p->w->still)
		let_go(p);
	return i < s->n;
}

/* is_awaited: a thread waits at the channel; it is not one that is held before its alternative. */
static bool
is_awaited(const Player *p, const Offer *f)
{
	NodeId n = f->channel >> 32;
	Word desc = target_word(p->target, n, f->channel);
	uint32_t other = desc == NOTPROCESS ? NO_THREAD
		: sync_thread_at(p->observer, n, desc & ~3u);

	return desc != NOTPROCESS
		&& (other == NO_THREAD || p->thread[other].state != THREAD_ABOUT);
}

/* let_one_meet: what is offered to a thread that waits at the channel is received at once. */
static bool
let_one_meet(Player *p)
{
	for (uint32_t i = 0; i < p->offers.n; i++) {
		Offer *f = &p->offers.offer[i];

		if (f->thread != NO_THREAD && is_awaited(p, f)) {
			let_meet(p, f);
			return true;
		}
	}
	return false;
}

/* is_one_looking: a thread looks for a message, and does not wait for it. */
static bool
is_one_looking(const Player *p)
{
	for (uint32_t i = 0; i < p->play.nthreads; i++)
		if (p->thread[i].state == THREAD_ABOUT && p->thread[i].next.tries)
			return true;
	return false;
}

/* has_no_end: a thread looks for messages again and again. */
static bool
has_no_end(const Player *p)
{
	for (uint32_t i = 0; i < p->play.nthreads; i++)
		if (p->thread[i].nmisses == LAST_MISSES)
			return true;
	return false;
}

static void
choose(Player *p)
{
	State s;

	refresh(p);
	put_to_sleep(p);
	s = state_now(p);
	if (p->nchosen == MOST_ACTIONS || has_no_end(p))
		give_up(p, PLAY_CUT);
	else if (is_one_looking(p) && !p->w->still)
		; /* a message may not have arrived */
	else if (choose_in(p, &s))
		return;
	free(s.action);
}

/* ---- the machine ---- */

/* all_rest: no thread will act before another one has. */
static bool
all_rest(const Player *p)
{
	if (p->turn != NO_THREAD)
		return false;
	for (uint32_t i = 0; i < p->play.nthreads; i++)
		if (p->thread[i].state == THREAD_MEETS
			|| (p->thread[i].state == THREAD_GOES && !p->w->still))
			return false;
	return true;
}

static uint32_t
count_held(const Player *p)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < p->play.nthreads; i++)
		n += is_held(&p->thread[i]);
	return n;
}

static bool
waits(void *player)
{
	const Player *p = player;

	return p->started && count_held(p) > 0;
}

static void
decide(Player *p)
{
	if (p->decided)
		return;
	p->decided = true;
	p->order = p->calls.decide(p->calls.context);
	p->play.first = p->order.known;
}

static void
begin_epoch(void *player)
{
	Player *p = player;

	if (p->free || !p->started)
		return;
	if (p->w->now >= p->calls.until) {
		decide(p);
		give_up(p, PLAY_CUT);
	} else if (count_held(p) > 0 && all_rest(p) && !let_one_meet(p)) {
		decide(p);
		choose(p);
	}
}

/* is_own: the library's semaphores are looked up once. */
static bool
is_own(Player *p, NodeId n, Addr semaphore)
{
	uint64_t key = object_at(n, semaphore);
	const TableSlot *s = table_find(&p->own, key);
	bool own;

	if (p->calls.library)
		return false;
	if (s)
		return s->number != 0;
	own = own_semaphore(p->target, n, semaphore);
	table_put(&p->own, key, own);
	return own;
}

/* is_reply: a receive of what a service of the system answers. */
static bool
is_reply(const PlayerThread *t, const NextOperation *next)
{
	return next->event == -t->pid;
}

static bool
message_action(Player *p, uint32_t thread, const NextOperation *next, Action *a)
{
	const PlayerThread *t = &p->thread[thread];

	if (next->to == NOWHERE || next->how & HOW_LINK || is_reply(t, next))
		return false;
	*a = (Action){.thread = thread,
		.kind = next->kind == NEXT_SEND ? ACTION_SEND
			: next->how & HOW_PROBE ? ACTION_PROBE : ACTION_RECEIVE,
		.node = next->to,
		.from = t->node,
		.event = next->event,
		.type = next->type,
		.asked = next->type,
		.tries = next->how & (HOW_TRY | HOW_UNTIL | HOW_PROBE),
		.unbuffered = next->unbuffered || next->how & HOW_LOCAL};
	if (a->kind == ACTION_SEND && a->tries) {
		p->play.lacks |= 1 << LACK_TRIES;
		return false;
	}
	if (a->kind == ACTION_SEND)
		a->object = action_route(t->node, next->to, next->event, next->type);
	if (a->kind == ACTION_SEND && next->unbuffered && t->node != next->to)
		p->play.lacks |= 1 << LACK_NOBUF;
	return true;
}

/* see_high: the node has threads of high priority. */
static void
see_high(Player *p, NodeId n)
{
	p->high[n] = true;
	p->play.lacks |= 1 << LACK_HIGH;
}

/* is_inner: an operation of a thread of high priority that is ordered by its turns. */
static bool
is_inner(const Player *p, uint32_t thread, const NextOperation *next)
{
	return next->high && (next->kind != NEXT_SEND || next->to == p->thread[thread].node);
}

/* action_of: is that an action? */
static bool
action_of(Player *p, uint32_t thread, const NextOperation *next, Action *a)
{
	static const ActionKind kinds[] = {[NEXT_WAIT] = ACTION_TAKE, [NEXT_TRY] = ACTION_TRY,
		[NEXT_SIGNAL] = ACTION_GIVE, [NEXT_END] = ACTION_GIVE};

	switch (next->kind) {
	case NEXT_WAIT: case NEXT_TRY: case NEXT_SIGNAL: case NEXT_END:
		*a = (Action){.thread = thread,
			.kind = kinds[next->kind],
			.object = object_at(next->node, next->object)};
		return !is_own(p, next->node, next->object);
	case NEXT_SEND: case NEXT_RECEIVE: return message_action(p, thread, next, a);
	case NEXT_CHANNEL:
		*a = (Action){.thread = thread,
			.kind = next->offers ? ACTION_SEND : ACTION_PASS,
			.object = object_at(next->node, next->object),
			.node = next->node,
			.from = NOWHERE,
			.channel = next->offers};
		return next->offers || p->high[next->node];
	case NEXT_ALTERNATIVE:
		*a = (Action){.thread = thread,
			.kind = ACTION_RECEIVE,
			.node = next->node,
			.from = NOWHERE,
			.tries = next->enabled.tries,
			.channel = true};
		return !next->enabled.links;
	default: return false;
	}
}

static bool
is_early(void *player, uint32_t thread)
{
	Player *p = player;
	PlayerThread *t = &p->thread[thread];
	NextOperation next = sync_next(p->observer, thread);
	Action a;

	if (next.high)
		see_high(p, t->node);
	if (p->free || is_inner(p, thread, &next) || !action_of(p, thread, &next, &a))
		return false;
	if (p->turn == thread || t->state == THREAD_MEETS) {
		p->turn = p->turn == thread ? NO_THREAD : p->turn;
		t->state = next.kind == NEXT_END ? THREAD_OVER : THREAD_GOES;
		return false;
	}
	t->next = a;
	t->enabled = next.enabled;
	t->getting = ANY_MESSAGE;
	t->state = THREAD_ABOUT;
	return true;
}

static void
add_thread(void *player, uint32_t thread, const SyncThreadInfo *t)
{
	Player *p = player;

	if (thread == MOST_THREADS)
		fatal("the program has more than %d threads: too many to explore all orders",
			MOST_THREADS);
	p->thread = list_more(p->thread, thread, sizeof *p->thread);
	p->values = list_more(p->values, thread, sizeof *p->values);
	p->values[thread] = (Buf){0};
	p->play.thread = list_more(p->play.thread, thread, sizeof *p->play.thread);
	p->thread[thread] = (PlayerThread){.node = t->node, .pid = t->pid, .getting = ANY_MESSAGE,
		.taking = ANY_CHANNEL};
	p->play.thread[thread] = (PlayThread){target_number(p->target, t->node), t->number};
	p->play.nthreads = thread + 1;
}

static void
add_object(void *player, uint32_t object, const SyncObjectInfo *o)
{
	Player *p = player;

	p->object = list_more(p->object, object, sizeof *p->object);
	p->object[object] = (PlayerObject){.info = *o};
	p->nobjects = object + 1;
}

/* note_user: of an object; more than two are counted more than once. */
static void
note_user(PlayerObject *o, uint32_t thread)
{
	for (uint32_t i = 0; i < o->nusers && i < 2; i++)
		if (o->user[i] == thread)
			return;
	if (o->nusers < 2)
		o->user[o->nusers] = thread;
	o->nusers++;
}

/* see_lack: operations that are not explored. */
static void
see_lack(Player *p, const Operation *op, const PlayerObject *o)
{
	if (o->info.kind == OBJECT_HIGH)
		see_high(p, op->node);
	else if (o->info.kind == OBJECT_CHANNEL && o->nusers > 2 && !p->high[o->info.node])
		p->play.lacks |= 1 << LACK_CHANNEL;
}

/* handle_message: it was sent or received. */
static void
handle_message(Player *p, const Operation *op, const SyncObjectInfo *o)
{
	uint32_t getting = p->thread[op->thread].getting;

	if (op->kind == OPERATION_SEND) {
		routes_sent(&p->routes, op, o);
	} else if (op->kind == OPERATION_RECV) {
		routes_received(&p->routes, op, o);
		if (getting != ANY_MESSAGE && getting != op->object)
			p->play.lacks |= 1 << LACK_OTHER;
		p->thread[op->thread].getting = ANY_MESSAGE;
	}
}

/* handle_look: a thread has looked for a message, and received none. */
static void
handle_look(void *player, const Looked *l)
{
	Player *p = player;

	p->thread[l->thread].getting = ANY_MESSAGE;
}

/* handle_choice: an alternative has taken a channel in memory, or none. */
static void
handle_choice(void *player, const ChannelChoice *c)
{
	Player *p = player;
	Addr *taking = &p->thread[c->thread].taking;

	if (p->free)
		return;
	if (*taking == ANY_CHANNEL)
		p->play.lacks |= 1 << LACK_ALT;
	else if (c->channel != *taking)
		p->play.lacks |= 1 << LACK_OTHER;
	*taking = ANY_CHANNEL;
}

/* takes: may the receive get the message? It gets the one that was chosen for it. */
static bool
takes(void *player, uint32_t receiver, uint32_t sender, uint32_t object, bool waits)
{
	const Player *p = player;
	uint32_t getting = p->thread[receiver].getting;

	(void)sender, (void)waits;
	return p->free || getting == ANY_MESSAGE || getting == object;
}

static void
handle_operation(void *player, const Operation *op)
{
	Player *p = player;
	PlayerObject *o = &p->object[op->object];
	PlayerThread *t = &p->thread[op->thread];
	ObjectKind kind = o->info.kind;
	bool gives = op->kind == OPERATION_V || op->kind == OPERATION_SEND
		|| (kind == OBJECT_MESSAGE && op->kind == OPERATION_RECV);

	note_user(o, op->thread);
	see_lack(p, op, o);
	if (kind == OBJECT_SEMAPHORE && op->kind == OPERATION_BLOCK)
		t->state = THREAD_RESTS;
	else if (kind == OBJECT_SEMAPHORE && t->state == THREAD_RESTS)
		t->state = THREAD_GOES;
	if (kind == OBJECT_MESSAGE)
		handle_message(p, op, &o->info);
	if (kind == OBJECT_MESSAGE && op->kind == OPERATION_RECV)
		note_order(p, op->thread, ACTION_AFTER, op->object);
	if (kind == OBJECT_RUN || kind == OBJECT_CHANNEL || kind == OBJECT_MESSAGE)
		note_order(p, op->thread, gives ? ACTION_BEFORE : ACTION_AFTER, op->object);
}

/* ---- values ---- */

/* is_main: the first thread of its process. */
static bool
is_main(const Player *p, uint32_t thread)
{
	const PlayerThread *t = &p->thread[thread];

	for (uint32_t i = 0; i < thread; i++)
		if (p->thread[i].node == t->node && p->thread[i].pid == t->pid)
			return false;
	return true;
}

/* note_values: of the process of a thread, while it is there. */
static void
note_values(Player *p, uint32_t thread)
{
	const PlayerThread *t = &p->thread[thread];
	const char *const *text = p->calls.compare;

	p->values[thread].len = 0;
	for (; text && *text && is_main(p, thread); text++)
		p->ncompared += compare_put(p->target, t->node, t->pid, *text, &p->values[thread],
			p->why);
}

/* say_values: in the order of threads. */
static void
say_values(Player *p)
{
	for (uint32_t i = 0; i < p->play.nthreads; i++) {
		if (p->thread[i].state != THREAD_OVER)
			note_values(p, i);
		fprintf(stderr, "%.*s", (int)p->values[i].len, (char *)p->values[i].data);
	}
	if (p->calls.compare && *p->calls.compare && p->ncompared == 0)
		fatal("--compare %s: %s", *p->calls.compare,
			*p->why ? p->why : "no program has it");
}

static void
end_thread(void *player, uint32_t thread)
{
	Player *p = player;
	State s;

	refresh(p);
	s = state_now(p);
	if (able(p, &s, thread, false) < s.n || (p->thread[thread].state == THREAD_ABOUT
		&& action_looks(&p->thread[thread].next)))
		p->play.lacks |= 1 << LACK_EXIT;
	free(s.action);
	note_values(p, thread);
	p->thread[thread].state = THREAD_OVER;
}

/* ---- beginning and end ---- */

/* add_to_hash: what is a part of the program. */
static void
add_to_hash(Player *p, const Buf *b)
{
	uint64_t part = table_hash(b->data, b->len);

	p->play.program = table_hash((uint64_t[]){p->play.program, part}, 16);
}

static void
add_file_to_hash(Player *p, const char *file)
{
	Buf b = file_read(file, SIZE_MAX);

	add_to_hash(p, &b);
	buf_free(&b);
}

Player *
player_new(Network *w, const char *kernel, const PlayerCalls *calls)
{
	Player *p = xcalloc(1, sizeof *p);

	*p = (Player){.calls = *calls, .w = w, .target = target_new(w), .turn = NO_THREAD,
		.last = NO_THREAD, .high = xcalloc(w->nnodes + 1, sizeof(bool))};
	add_file_to_hash(p, kernel);
	target_program(p->target, program_open(kernel, "kernel"));
	if (!target_layout(p->target)->known)
		fatal("%s: a kernel without debugging information, whose operations cannot be "
			"observed",
			kernel);
	p->observer = sync_observer_new(p->target,
		&(SyncCalls){.thread = add_thread,
			.object = add_object,
			.operation = handle_operation,
			.early = is_early,
			.takes = takes,
			.waits = waits,
			.epoch = begin_epoch,
			.ends = end_thread,
			.looked = handle_look,
			.chose = handle_choice,
			.alternatives = true,
			.context = p});
	sync_attach(p->observer);
	return p;
}

void
player_program(Player *p, const char *file)
{
	add_file_to_hash(p, file);
	target_program(p->target, program_open(file, NULL));
}

void
player_machine(Player *p, const Buf *text)
{
	add_to_hash(p, text);
}

void
player_started(Player *p)
{
	p->started = true;
}

static void
free_player(Player *p)
{
	sync_detach(p->observer);
	sync_observer_free(p->observer);
	target_free(p->target);
	for (uint32_t i = 0; i < p->play.nstates; i++)
		free(p->play.state[i].action);
	free(p->play.state);
	free(p->play.event);
	free(p->play.thread);
	free(p->thread);
	free(p->object);
	routes_free(&p->routes);
	offers_free(&p->offers);
	for (uint32_t i = 0; i < p->play.nthreads; i++)
		buf_free(&p->values[i]);
	free(p->values);
	table_free(&p->own);
	free(p->high);
	free(p);
}

void
player_end(Player *p, bool ended)
{
	decide(p);
	if (!p->free) {
		p->play.end = p->nchosen < p->order.n ? PLAY_LEFT : ended ? PLAY_ENDED : PLAY_STUCK;
		note_end(p);
	}
	say_values(p);
	if (p->play.end != PLAY_CUT)
		p->calls.over(p->calls.context, &p->play);
	free_player(p);
}
