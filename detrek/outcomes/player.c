/*
 * player.c - runs the program in a given order of its actions.
 *
 * Each thread is held before each of its actions (sync_hold). When all threads are held, wait for
 * others or have ended, the thread whose turn it is does its action, and continues to its next one.
 * This happens at the next multiple of EPOCH of simulated time, so the order does not depend on
 * execution times. A thread is not released before it can do its action: it never waits in the
 * kernel for a semaphore. For a receive, a route is chosen. The receive gets the first message of
 * that route; the other messages are hidden from the kernel (sync_choose_message).
 *
 * Operations on the library's locks are no actions: threads take these locks in any order.
 */
#include "player_parts.h"

#include "base/files.h"
#include "base/list.h"
#include "kernel/include/border.h"
#include "kernel/include/kernel_calls.h"

#include <stdlib.h>
#include <string.h>

/* ---- the machine ---- */

/* note_order: note an action of the thread on the object, for the order of the play. */
static void
note_order(Player *p, uint32_t thread, ActionKind kind, uint64_t object)
{
	player_note_action(p, &(Action){.thread = thread, .kind = kind, .object = object});
}

/*
 * are_all_at_rest: true if every thread is held by the player or waits in the kernel, so that none
 * acts before another one has acted.
 */
static bool
are_all_at_rest(const Player *p)
{
	if (p->turn != NO_THREAD)
		return false;
	for (uint32_t i = 0; i < p->play.nthreads; i++)
		if (p->thread[i].state == THREAD_MEETS
			|| (p->thread[i].state == THREAD_GOES && !p->w->still))
			return false;
	return true;
}

/* count_held: count the threads that the player holds before their next action. */
static uint32_t
count_held(const Player *p)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < p->play.nthreads; i++)
		n += is_held(&p->thread[i]);
	return n;
}

/*
 * wait_for_epoch: SyncCalls.waits: true if a thread is held and will be released at the end of the
 * epoch, so that the run goes on even if no event is left.
 */
static bool
wait_for_epoch(void *player)
{
	const Player *p = player;

	return p->started && count_held(p) > 0;
}

/* get_order: ask the explorer, once, for the order that this play follows. */
static void
get_order(Player *p)
{
	if (p->decided)
		return;
	p->decided = true;
	p->order = p->calls.decide(p->calls.context);
	p->play.first = p->order.known;
}

/*
 * begin_epoch: SyncCalls.epoch: at the run's limit of time, give up the run; otherwise, if all
 * threads are held or wait, let one of them do its action.
 */
static void
begin_epoch(void *player)
{
	Player *p = player;

	if (p->free || !p->started)
		return;
	if (p->w->now >= p->calls.until) {
		get_order(p);
		player_give_up(p, PLAY_CUT);
	} else if (count_held(p) > 0 && are_all_at_rest(p) && !player_let_one_meet(p)) {
		get_order(p);
		player_choose(p);
	}
}

/*
 * is_library_semaphore: true if the semaphore belongs to the programs' library, so that operations
 * on it are no actions; the answer is stored for the next time.
 */
static bool
is_library_semaphore(Player *p, NodeId n, Addr semaphore)
{
	uint64_t key = object_at(n, semaphore);
	const TableSlot *s = table_find(&p->own, key);
	bool own;

	if (p->calls.library)
		return false;
	if (s)
		return s->number != 0;
	own = semaphore_is_library_own(p->target, n, semaphore);
	table_put(&p->own, key, own);
	return own;
}

/*
 * is_reply: true if the operation receives the reply of a service of the system. Other messages do
 * not compete with such a reply.
 */
static bool
is_reply(const PlayerThread *t, const NextOperation *next)
{
	return next->event == -t->pid;
}

/*
 * message_action: set *a to the action that a send, receive or probe of a message is; false: the
 * operation is no action.
 */
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
		a->object = action_route_hash(t->node, next->to, next->event, next->type);
	if (a->kind == ACTION_SEND && next->unbuffered && t->node != next->to)
		p->play.lacks |= 1 << LACK_NOBUF;
	return true;
}

/*
 * note_high: note that node n has threads of high priority, some of whose orders are not explored
 * (LACK_HIGH).
 */
static void
note_high(Player *p, NodeId n)
{
	p->high[n] = true;
	p->play.lacks |= 1 << LACK_HIGH;
}

/*
 * is_within_node: true if the operation is one of a high-priority thread that concerns only its own
 * node. The turns of these threads order it already, so it does not count as an action.
 */
static bool
is_within_node(const Player *p, uint32_t thread, const NextOperation *next)
{
	return next->high && (next->kind != NEXT_SEND || next->to == p->thread[thread].node);
}

/* find_action: set *a to the action that the thread's next operation is; false: it is no action. */
static bool
find_action(Player *p, uint32_t thread, const NextOperation *next, Action *a)
{
	static const ActionKind kinds[] = {[NEXT_WAIT] = ACTION_TAKE, [NEXT_TRY] = ACTION_TRY,
		[NEXT_SIGNAL] = ACTION_GIVE, [NEXT_END] = ACTION_GIVE};

	switch (next->kind) {
	case NEXT_WAIT: case NEXT_TRY: case NEXT_SIGNAL: case NEXT_END:
		*a = (Action){.thread = thread,
			.kind = kinds[next->kind],
			.object = object_at(next->node, next->object)};
		return !is_library_semaphore(p, next->node, next->object);
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

/*
 * is_early: SyncCalls.early: true if the thread must not do its next operation yet; the operation
 * is then kept as the action that the thread is about to do.
 */
static bool
is_early(void *player, uint32_t thread)
{
	Player *p = player;
	PlayerThread *t = &p->thread[thread];
	NextOperation next = sync_next_operation(p->observer, thread);
	Action a;

	if (next.high)
		note_high(p, t->node);
	if (p->free || is_within_node(p, thread, &next) || !find_action(p, thread, &next, &a))
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

/* add_thread: SyncCalls.thread: add a thread to the play; too many are fatal. */
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

/* add_object: SyncCalls.object: add an object, such as a semaphore or a message, to the player. */
static void
add_object(void *player, uint32_t object, const SyncObjectInfo *o)
{
	Player *p = player;

	p->object = list_more(p->object, object, sizeof *p->object);
	p->object[object] = (PlayerObject){.info = *o};
	p->nobjects = object + 1;
}

/*
 * note_user: note that a thread uses an object; only the first two threads are remembered, so a
 * further one may be counted several times.
 */
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

/*
 * note_lack: note what keeps the exploration from being complete, if the operation shows it
 * (PLAY_LACKS).
 */
static void
note_lack(Player *p, const Operation *op, const PlayerObject *o)
{
	if (o->info.kind == OBJECT_HIGH)
		note_high(p, op->node);
	else if (o->info.kind == OBJECT_CHANNEL && o->nusers > 2 && !p->high[o->info.node])
		p->play.lacks |= 1 << LACK_CHANNEL;
}

/*
 * handle_message: add the message that the operation has sent to the messages that can be received,
 * or remove the one that it has received; note (LACK_OTHER) if the receive got another message than
 * was chosen for it.
 */
static void
handle_message(Player *p, const Operation *op, const SyncObjectInfo *o)
{
	uint32_t getting = p->thread[op->thread].getting;

	if (op->kind == OPERATION_SEND) {
		routes_note_sent(&p->routes, op, o);
	} else if (op->kind == OPERATION_RECV) {
		routes_note_received(&p->routes, op, o);
		if (getting != ANY_MESSAGE && getting != op->object)
			p->play.lacks |= 1 << LACK_OTHER;
		p->thread[op->thread].getting = ANY_MESSAGE;
	}
}

/*
 * handle_look: SyncCalls.looked: a probe, or a receive that found no message, has ended: until the
 * next choice, the thread may get any message.
 */
static void
handle_look(void *player, const LookResult *l)
{
	Player *p = player;

	p->thread[l->thread].getting = ANY_MESSAGE;
}

/*
 * handle_choice: SyncCalls.chose: an alternative has ended: note if it took another channel than
 * was chosen for it (LACK_OTHER), or if none was chosen (LACK_ALT), and forget the choice.
 */
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

/*
 * may_take: SyncCalls.takes: true if the receive may get the message: it is the one that was chosen
 * for it.
 */
static bool
may_take(void *player, uint32_t receiver, uint32_t sender, uint32_t object, bool waits)
{
	const Player *p = player;
	uint32_t getting = p->thread[receiver].getting;

	(void)sender, (void)waits;
	return p->free || getting == ANY_MESSAGE || getting == object;
}

/*
 * handle_operation: SyncCalls.operation: note the effects of a thread's operation: on the users of
 * the object, on the wait for a lock of the library, on the messages that can be received, and on
 * the order of threads.
 */
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
	note_lack(p, op, o);
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

/* is_main: true if the thread is the first one of its process. */
static bool
is_main(const Player *p, uint32_t thread)
{
	const PlayerThread *t = &p->thread[thread];

	for (uint32_t i = 0; i < thread; i++)
		if (p->thread[i].node == t->node && p->thread[i].pid == t->pid)
			return false;
	return true;
}

/* note_values: store the values that the expressions now have in the process of a thread. */
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

/*
 * append_values: print the values of all processes on stderr, in the order of threads; fatal if the
 * first expression has no value in any process.
 */
static void
append_values(Player *p)
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

/*
 * end_thread: SyncCalls.ends: the process of a thread ends: store the values of its expressions. If
 * a thread could still act, note that the orders of this end and such actions are not explored
 * (LACK_EXIT).
 */
static void
end_thread(void *player, uint32_t thread)
{
	Player *p = player;
	State s;

	player_refresh(p);
	s = player_make_state(p);
	if (player_find_able(p, &s, thread, false) < s.n || (p->thread[thread].state == THREAD_ABOUT
		&& action_is_look(&p->thread[thread].next)))
		p->play.lacks |= 1 << LACK_EXIT;
	free(s.action);
	note_values(p, thread);
	p->thread[thread].state = THREAD_OVER;
}

/* ---- beginning and end ---- */

/* add_to_hash: add bytes to the hash by which the played program is recognised. */
static void
add_to_hash(Player *p, const Buf *b)
{
	uint64_t part = table_hash(b->data, b->len);

	p->play.program = table_hash((uint64_t[]){p->play.program, part}, 16);
}

/* add_file_to_hash: add the bytes of the file to the hash of the played program. */
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
	target_add_program(p->target, program_open(kernel, "kernel"));
	if (!target_layout(p->target)->known)
		fatal("%s: a kernel without debugging information, whose operations cannot be "
			"observed",
			kernel);
	p->observer = sync_observer_new(p->target,
		&(SyncCalls){.thread = add_thread,
			.object = add_object,
			.operation = handle_operation,
			.early = is_early,
			.takes = may_take,
			.waits = wait_for_epoch,
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
player_add_program(Player *p, const char *file)
{
	add_file_to_hash(p, file);
	target_add_program(p->target, program_open(file, NULL));
}

void
player_set_machine(Player *p, const Buf *text)
{
	add_to_hash(p, text);
}

void
player_note_started(Player *p)
{
	p->started = true;
}

/* free_player: free the player and its play. */
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
	get_order(p);
	if (!p->free) {
		p->play.end = p->nchosen < p->order.n ? PLAY_LEFT : ended ? PLAY_ENDED : PLAY_STUCK;
		player_note_end(p);
	}
	append_values(p);
	if (p->play.end != PLAY_CUT)
		p->calls.over(p->calls.context, &p->play);
	free_player(p);
}
