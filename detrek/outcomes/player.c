/*
 * player.c - a run of the program in a given order of its actions.
 *
 * Each thread is held before each of its actions (sync_hold). When all threads are held, wait for
 * others or have ended, the one whose turn it is does its action, and goes on to its next one. This
 * happens at the next multiple of EPOCH of simulated time. So the order does not depend on how long
 * anything takes. A thread is not let go before it can do its action: it never waits in the kernel
 * for a semaphore. After the given order the thread goes on that acted last, as long as it can, and
 * then the first one.
 *
 * The locks of the library are no actions: threads pass them as they come.
 */
#include "outcomes.h"

#include "base/list.h"
#include "base/table.h"

#include <stdlib.h>
#include <string.h>

typedef enum PlayerState {
	THREAD_GOES,   /* it runs, or waits for something else than an action of the program */
	THREAD_ABOUT,  /* it is held before its action */
	THREAD_RESTS,  /* it waits for a lock of the library */
	THREAD_OVER,
} PlayerState;

typedef struct PlayerThread {
	PlayerState state;
	Action next;   /* THREAD_ABOUT */
	bool asleep;   /* it should not do this action next */
} PlayerThread;

/* An object of the run. */
typedef struct PlayerObject {
	ObjectKind kind;
	uint64_t users; /* threads that have used it, as bits */
} PlayerObject;

struct Player {
	PlayerCalls calls;
	Target *target;
	Network *w;
	SyncObserver *observer;
	PlayerThread *thread; /* [play.nthreads] */
	PlayerObject *object; /* [nobjects] */
	uint32_t nobjects;
	Table own;            /* semaphores, by node and address: number 1 for the library's */
	bool decided;         /* the order is known */
	PlayOrder order;
	uint32_t nchosen;     /* actions done */
	uint32_t turn;        /* the thread that may act now, or NO_THREAD */
	uint32_t last;        /* the thread that has acted last */
	bool free;            /* no thread is held any more */
	Play play;
};

/* ---- what is done ---- */

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

/* state_now: the threads that are about to act. */
static State
state_now(const Player *p)
{
	State s = {.action = xcalloc(MOST_READY, sizeof *s.action)};

	for (uint32_t i = 0; i < p->play.nthreads; i++)
		if (p->thread[i].state == THREAD_ABOUT)
			s.action[s.n++] = p->thread[i].next;
	s.chosen = s.n;
	return s;
}

static void
note_state(Player *p, uint32_t thread)
{
	State s;

	if (p->nchosen < p->play.first)
		return;
	s = state_now(p);
	for (uint32_t i = 0; i < s.n; i++)
		if (s.action[i].thread == thread)
			s.chosen = i;
	p->play.state = list_more(p->play.state, p->play.nstates, sizeof s);
	p->play.state[p->play.nstates++] = s;
}

static void
give_up(Player *p, PlayEnd end)
{
	p->play.end = end;
	note_state(p, NO_THREAD);
	p->calls.over(p->calls.context, &p->play);
	p->free = true; /* the run is about to be interrupted */
}

/* ---- the choice ---- */

static bool
can_act(const Player *p, uint32_t thread)
{
	return p->thread[thread].state == THREAD_ABOUT
		&& action_is_enabled(&p->thread[thread].next);
}

/* refresh: read the semaphores that threads are about to use. */
static void
refresh(Player *p)
{
	for (uint32_t i = 0; i < p->play.nthreads; i++) {
		Action *a = &p->thread[i].next;

		if (p->thread[i].state == THREAD_ABOUT)
			a->count = target_word(p->target, a->object >> 32, a->object);
	}
}

/* first_able: a thread that can act and is not asleep, or NO_THREAD. */
static uint32_t
first_able(const Player *p)
{
	if (p->last != NO_THREAD && can_act(p, p->last) && !p->thread[p->last].asleep)
		return p->last;
	for (uint32_t i = 0; i < p->play.nthreads; i++)
		if (can_act(p, i) && !p->thread[i].asleep)
			return i;
	return NO_THREAD;
}

static bool
any_able(const Player *p)
{
	for (uint32_t i = 0; i < p->play.nthreads; i++)
		if (can_act(p, i))
			return true;
	return false;
}

static void
put_to_sleep(Player *p)
{
	for (uint32_t i = 0; p->nchosen == p->order.n && i < p->order.nasleep; i++)
		p->thread[p->order.asleep[i]].asleep = true;
}

/* wake_dependent: those are no longer asleep whose actions the chosen one does not commute with. */
static void
wake_dependent(Player *p, const Action *chosen)
{
	for (uint32_t i = 0; i < p->play.nthreads; i++)
		if (p->thread[i].asleep && actions_depend(&p->thread[i].next, chosen))
			p->thread[i].asleep = false;
}

static void
act(Player *p, uint32_t thread)
{
	note_state(p, thread);
	wake_dependent(p, &p->thread[thread].next);
	note_event(p, &p->thread[thread].next);
	p->nchosen++;
	p->turn = p->last = thread;
	sync_release_idle(p->observer, thread);
}

/* let_go: no thread can act: let them wait in the kernel, which knows for what. */
static void
let_go(Player *p)
{
	p->play.end = PLAY_STUCK;
	note_state(p, NO_THREAD);
	p->free = true;
	for (uint32_t i = 0; i < p->play.nthreads; i++)
		if (p->thread[i].state == THREAD_ABOUT) {
			p->thread[i].state = THREAD_GOES;
			sync_release_idle(p->observer, i);
		}
}

static void
choose(Player *p)
{
	uint32_t thread;

	refresh(p);
	put_to_sleep(p);
	if (p->nchosen == MOST_ACTIONS) {
		give_up(p, PLAY_CUT);
	} else if (p->nchosen < p->order.n) {
		thread = p->order.thread[p->nchosen];
		if (thread < p->play.nthreads && can_act(p, thread))
			act(p, thread);
		else
			give_up(p, PLAY_LEFT);
	} else if ((thread = first_able(p)) != NO_THREAD) {
		act(p, thread);
	} else if (any_able(p)) {
		give_up(p, PLAY_COVERED);
	} else if (p->w->still) {
		let_go(p);
	}
}

/* ---- the machine ---- */

/* all_rest: no thread will act before another one has. */
static bool
all_rest(const Player *p)
{
	if (p->turn != NO_THREAD)
		return false;
	for (uint32_t i = 0; i < p->play.nthreads && !p->w->still; i++)
		if (p->thread[i].state == THREAD_GOES)
			return false;
	return true;
}

static uint32_t
count_about(const Player *p)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < p->play.nthreads; i++)
		n += p->thread[i].state == THREAD_ABOUT;
	return n;
}

static bool
waits(void *player)
{
	return count_about(player) > 0;
}

static void
decide(Player *p)
{
	if (p->decided)
		return;
	p->decided = true;
	p->order = p->calls.decide(p->calls.context);
	p->play.first = p->order.n;
}

static void
begin_epoch(void *player)
{
	Player *p = player;

	if (p->free)
		return;
	if (p->w->now >= p->calls.until) {
		decide(p);
		give_up(p, PLAY_CUT);
	} else if (count_about(p) > 0 && all_rest(p)) {
		decide(p);
		choose(p);
	}
}

/* is_own: the library's semaphores are looked up once. */
static bool
is_own(Player *p, NodeId n, Addr semaphore)
{
	uint64_t key = (uint64_t)n << 32 | semaphore;
	const TableSlot *s = table_find(&p->own, key);
	bool own;

	if (s)
		return s->number != 0;
	own = own_semaphore(p->target, n, semaphore);
	table_put(&p->own, key, own);
	return own;
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
			.object = (uint64_t)next->node << 32 | next->object};
		return !is_own(p, next->node, next->object);
	default: return false;
	}
}

static bool
is_early(void *player, uint32_t thread)
{
	Player *p = player;
	PlayerThread *t = &p->thread[thread];
	NextOperation next = sync_next(p->observer, thread);

	if (p->free || !action_of(p, thread, &next, &t->next))
		return false;
	if (p->turn == thread) {
		p->turn = NO_THREAD;
		t->state = next.kind == NEXT_END ? THREAD_OVER : THREAD_GOES;
		return false;
	}
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
	p->play.thread = list_more(p->play.thread, thread, sizeof *p->play.thread);
	p->thread[thread] = (PlayerThread){0};
	p->play.thread[thread] = (PlayThread){target_number(p->target, t->node), t->number};
	p->play.nthreads = thread + 1;
}

static void
add_object(void *player, uint32_t object, const SyncObjectInfo *o)
{
	Player *p = player;

	p->object = list_more(p->object, object, sizeof *p->object);
	p->object[object] = (PlayerObject){.kind = o->kind};
	p->nobjects = object + 1;
}

/* see_lack: operations that are not explored. */
static void
see_lack(Player *p, const PlayerObject *o)
{
	if (o->kind == OBJECT_HIGH)
		p->play.lacks |= 1 << LACK_HIGH;
	else if (o->kind == OBJECT_MESSAGE)
		p->play.lacks |= 1 << LACK_MESSAGES;
	else if (o->kind == OBJECT_CHANNEL && __builtin_popcountll(o->users) > 2)
		p->play.lacks |= 1 << LACK_CHANNEL;
}

static void
handle_operation(void *player, const Operation *op)
{
	Player *p = player;
	PlayerObject *o = &p->object[op->object];
	PlayerThread *t = &p->thread[op->thread];
	bool gives = op->kind == OPERATION_V || op->kind == OPERATION_SEND;

	o->users |= 1ull << op->thread;
	see_lack(p, o);
	if (o->kind == OBJECT_SEMAPHORE && op->kind == OPERATION_BLOCK)
		t->state = THREAD_RESTS;
	else if (o->kind == OBJECT_SEMAPHORE && t->state == THREAD_RESTS)
		t->state = THREAD_GOES;
	if (o->kind == OBJECT_RUN || o->kind == OBJECT_CHANNEL || o->kind == OBJECT_MESSAGE)
		note_order(p, op->thread, gives ? ACTION_BEFORE : ACTION_AFTER, op->object);
}

static void
end_thread(void *player, uint32_t thread)
{
	Player *p = player;

	if (p->thread[thread].state == THREAD_ABOUT)
		p->play.lacks |= 1 << LACK_EXIT;
	p->thread[thread].state = THREAD_OVER;
}

/* ---- beginning and end ---- */

Player *
player_new(Network *w, const char *kernel, const PlayerCalls *calls)
{
	Player *p = xcalloc(1, sizeof *p);

	*p = (Player){.calls = *calls, .w = w, .target = target_new(w), .turn = NO_THREAD,
		.last = NO_THREAD};
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
			.waits = waits,
			.epoch = begin_epoch,
			.ends = end_thread,
			.context = p});
	sync_attach(p->observer);
	return p;
}

void
player_program(Player *p, const char *file)
{
	target_program(p->target, program_open(file, NULL));
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
	table_free(&p->own);
	free(p);
}

void
player_end(Player *p, bool ended)
{
	decide(p);
	if (!p->free) {
		p->play.end = p->nchosen < p->order.n ? PLAY_LEFT : ended ? PLAY_ENDED : PLAY_STUCK;
		note_state(p, NO_THREAD);
	}
	if (p->play.end != PLAY_CUT)
		p->calls.over(p->calls.context, &p->play);
	free_player(p);
}
