/*
 * stamp.c - logs the Lamport times of the operations that order threads; see stamp.h.
 *
 * The time of an operation is one more than the larger of the previous times of its thread and its
 * object. A time that is one more than the thread's previous one is not logged. Full blocks are
 * sent to the host by the links' processes; the host reads the rest of the log in the node's
 * memory.
 */
#include "node.h"

#include "stamp_later.h"

#include "include/clock_code.h"

#ifdef SYNC_LOG

enum {
	STAMP_SHIFT = 8,       /* place of a stamp in a packet's flags */
	STAMP_LIMIT = 1 << 24, /* the flags have room for times below this */
	/* in KCall.stamp of a call that waits on a semaphore */
	KEPT = 0,              /* the semaphore's time, for the first call in the queue */
	WAITING = 1,           /* the Stack of the waiting thread */
	/* number for a call behind which a turn begins; programs make no call with it */
	TURN_DUE = KC_CHANNEL + 1,
};

static SyncArea area;
static uint32_t nthreads;
/* numbered: time of the last start of a thread, which gave it its number; sent: of the last send */
static uint32_t numbered, sent;
/* times of the last turn (0: none so far) and, since then, of the latest operation and exit. */
static uint32_t turn, latest, ends; /* times: see above */
static uint32_t ended; /* the latest time of threads that have ended */
static uint32_t taken;    /* time of the receive of the message that is being sent; 0: none yet */

void
stamp_start(void)
{
	node_words()->sync = (uint32_t)&area;
}

/* ---- the log ---- */

static SyncBlock *
block_new(void) /* a new empty block; NULL: no memory */
{
	SyncBlock *b = memory_alloc_server(sizeof *b);

	if (!b)
		return NULL;
	b->serial = area.nblocks++;
	b->count = 0;
	return b;
}

/* block_open: a block with room, a new one if the last one is full; NULL: memory has run out. */
static SyncBlock *
block_open(void)
{
	SyncBlock *b = (SyncBlock *)area.block;

	if (!b)
		b = block_new();
	area.block = (uint32_t)b;
	if (!b)
		area.lost++;
	return b;
}

/* block_fill: count n more entries as used; send the block to the host if it is full. */
static void
block_fill(SyncBlock *b, uint32_t n)
{
	b->count += n;
	if (b->count < SYNC_ENTRIES)
		return;
	area.block = 0;
	reply(NODE_HOST, EVENT_SYSTEM(EV_SYNCD), 0, b, sizeof *b);
}

static void
put_entry(uint32_t thread, uint32_t last, uint32_t time) /* append an entry to the log */
{
	SyncBlock *b = block_open();

	if (!b)
		return;
	b->entry[b->count] = (SyncEntry){thread, last, time};
	block_fill(b, 1);
}

static void
put_bytes(const uint8_t *bytes, uint32_t nbytes) /* append bytes to the log */
{
	while (nbytes > 0) {
		SyncBlock *b = block_open();
		uint32_t n;

		if (!b)
			return;
		n = (SYNC_ENTRIES - b->count) * sizeof(SyncEntry);
		n = n < nbytes ? n : nbytes;
		memcpy(&b->entry[b->count], bytes, n);
		block_fill(b, (n + sizeof(SyncEntry) - 1) / sizeof(SyncEntry));
		bytes += n;
		nbytes -= n;
	}
}

static inline uint32_t
later_time(uint32_t a, uint32_t b) /* the later of two times */
{
	return (int32_t)a > (int32_t)b ? a : b;
}

/*
 * put_missed_receives: log how many receives and probes of the thread have found no message since
 * the last such entry; seen: 1 if a probe has found one now, otherwise 0.
 */
static void
put_missed_receives(SyncThread *s, uint32_t seen)
{
	if (s->misses + seen > 0)
		put_entry(s->number | SYNC_LOOK, s->time, 2 * s->misses + seen);
	s->misses = 0;
}

/* set_time: set the time of the thread's last operation, and return it. */
static inline uint32_t
set_time(Stack *s, uint32_t time)
{
	if (turn != 0)
		latest = later_time(latest, time);
	return s->stamp.log.time = time;
}

/* step_after: give the next operation of the thread a time after `before`; log and return it. */
static inline __attribute__((always_inline)) uint32_t
step_after(Stack *s, uint32_t before)
{
	uint32_t last = s->stamp.log.time;

	put_missed_receives(&s->stamp.log, 0);
	if ((int32_t)before <= (int32_t)last)
		return set_time(s, last + 1);
	put_entry(s->stamp.log.number, last, before + 1);
	return set_time(s, before + 1);
}

uint32_t
stamp_step(Stack *s, uint32_t object)
{
	return step_after(s, later_time(object, turn));
}

/* step_after_settling: as step, if there has been a turn, or a time has to be logged. */
static __attribute__((noinline)) uint32_t
step_after_settling(Stack *s, uint32_t object)
{
	if (turn == 0)
		return step_after(s, object);
	stamp_settle(s, false);
	return step_after(s, later_time(object, turn));
}

/*
 * step: stamp_step for a thread that calls or continues. If a high-priority thread has run (a
 * turn), operations that still lack a time, of any thread, get theirs first.
 */
static inline __attribute__((always_inline)) uint32_t
step(Stack *s, uint32_t object)
{
	SyncThread *t = &s->stamp.log;

	if (turn != 0 || t->misses != 0 || (int32_t)object > (int32_t)t->time)
		return step_after_settling(s, object);
	return ++t->time;
}

static inline __attribute__((always_inline)) Stack *
caller_stack(void) /* the stack of the calling thread */
{
	return last_thread()->stack;
}

/* ---- threads ---- */

/* Threads that were run lately, by workspace descriptor, because search_stack takes long. */
typedef struct FoundStack {
	uint32_t wdesc; /* 0: none */
	Stack *stack;
} FoundStack;

enum { NFOUND = 64 };

static FoundStack found[NFOUND];

void
stamp_thread(Stack *s)
{
	memset(found, 0, sizeof found);
	s->stamp = (ThreadStamp){.log = {area.threads, ++nthreads, 0, 0}};
	area.threads = (uint32_t)&s->stamp;
}

void
stamp_end(Stack *s)
{
	uint32_t *at = &area.threads;

	stamp_settle(s, false);
	stamp_forget(s);
	memset(found, 0, sizeof found);
	while (*at != (uint32_t)&s->stamp)
		at = &((SyncThread *)*at)->next;
	*at = s->stamp.log.next;
	put_missed_receives(&s->stamp.log, 0);
	put_entry(s->stamp.log.number, s->stamp.log.time, 0);
	ended = later_time(ended, s->stamp.log.time);
}

/* search_stack: the stack that contains this workspace; NULL if there is none. */
static Stack *
search_stack(uint32_t wdesc)
{
	for (uint32_t at = area.threads; at; at = ((SyncThread *)at)->next) {
		Stack *s = (Stack *)(at - offsetof(Stack, stamp));

		if (is_stack(s, wdesc & ~3u))
			return s;
	}
	return NULL;
}

/* stack_of: the thread whose workspace that is, of any process; NULL if there is none. */
static Stack *
stack_of(uint32_t wdesc)
{
	FoundStack *f = &found[wdesc / 4 % NFOUND];

	if (f->wdesc != wdesc)
		*f = (FoundStack){wdesc, search_stack(wdesc)};
	return f->stack;
}

void
stamp_clone(Stack *s)
{
	Stack *by = caller_stack();

	numbered = step(by, numbered);
	stamp_run_now(by, s);
}

void
stamp_start_thread(const KCall *c, Stack *s)
{
	Stack *by = caller_stack();

	numbered = step(by, numbered);
	stamp_run(turn != 0 && c->wdesc & PRIORITY_LOW, by, s);
}

/* ---- turns: what a thread of high priority does until it waits; nothing interrupts it ---- */

/* latest_time: the latest time of an operation of any thread. */
static uint32_t
latest_time(void)
{
	uint32_t time = ended;

	for (uint32_t at = area.threads; at; at = ((SyncThread *)at)->next)
		time = later_time(time, ((SyncThread *)at)->time);
	return time;
}

/*
 * begin_turn: begin a turn of the calling thread, which runs at high priority and may have waited
 * before.
 */
static void
begin_turn(Stack *s)
{
	stamp_settle(s, true);
	if (turn == 0)
		latest = latest_time();
	turn = step_after(s, latest);
	latest = turn;
}

/* note_turn: note that the thread begins or continues; at high priority this begins its turn. */
static void
note_turn(const KCall *c, Stack *by)
{
	if (c->wdesc & PRIORITY_LOW)
		stamp_settle(by, false);
	else
		begin_turn(by);
}

/*
 * ask_turn: let a turn begin after the call, because it may have waited; not yet if it still has to
 * receive.
 */
static inline void
ask_turn(KCall *c)
{
	if (!(c->wdesc & PRIORITY_LOW) && c->number != KC_EXCHANGE)
		c->number = TURN_DUE;
}

/* stamp_answer: if the thread stops now, it notes its turn itself when it continues. */
void
stamp_answer(const Process *p, KCall *c, int32_t result)
{
	if (c->number != TURN_DUE || result == CALL_WAITS || result == CALL_ENDS || p->pending)
		return;
	c->number = KC_RECEIVE;
	begin_turn(caller_stack());
}

/* ---- ends of processes ---- */

void
stamp_exit(void)
{
	Stack *s = caller_stack();

	if (turn != 0)
		ends = step(s, ends);
}

/*
 * take_notice: if c has received the notice of a process's end on this node, log c after that end.
 */
static __attribute__((noinline)) void
take_notice(Stack *s, const KCall *c)
{
	const Nmsg *m = (const Nmsg *)c->argument[0];

	if (turn != 0 && c->number == KC_RECEIVE && m->nh_type == TYPE_EXIT && m->nh_event < 0
		&& m->nh_node == node_self())
		ends = step(s, ends);
}

/* ---- semaphores ---- */

void
stamp_semaphore(Semaphore *s)
{
	s->back = step(caller_stack(), s->back);
}

/*
 * begin_waiting: the thread begins to wait on the semaphore: on a node with turns it matters
 * whether a thread waits already.
 */
static __attribute__((noinline)) void
begin_waiting(Stack *by, KCall *c, const Semaphore *s)
{
	KCall *first = s->front ? (KCall *)s->front : c;

	first->stamp[KEPT] = step(by, first->stamp[KEPT]);
}

void
stamp_wait(KCall *c, const Semaphore *s)
{
	c->stamp[WAITING] = (uint32_t)caller_stack();
	if (!s->front)
		c->stamp[KEPT] = s->back;
	if (turn != 0)
		begin_waiting(caller_stack(), c, s);
}

void
stamp_failed(Semaphore *s)
{
	KCall *first = (KCall *)s->front;

	if (first)
		first->stamp[KEPT] = step(caller_stack(), first->stamp[KEPT]);
	else
		stamp_semaphore(s);
}

void
stamp_grant(Semaphore *s, const KCall *c)
{
	uint32_t time = step(caller_stack(), c->stamp[KEPT]);
	KCall *first = (KCall *)s->front;

	time = step((Stack *)c->stamp[WAITING], time);
	if (first)
		first->stamp[KEPT] = time;
	else
		s->back = time;
}

/* ---- messages ---- */

/* is_operation: true unless the message is of the datalink level, or to the host. */
static bool
is_operation(const Nmsg *m, uint32_t how)
{
	return !(how & (HOW_LINK | HOW_PROBE)) && (uint16_t)m->nh_node != NODE_HOST;
}

Stamp
stamp_next(const Nmsg *m, uint32_t how)
{
	Stack *s = caller_stack();

	taken = 0;
	if (!is_operation(m, how))
		return (Stamp){0};
	if (turn != 0)
		stamp_settle(s, false);
	return (Stamp){later_time(later_time(s->stamp.log.time, sent), turn) + 1, node_self()};
}

void
stamp_sent(KCall *c, const Nmsg *m, uint32_t how)
{
	Stack *s = last_thread()->stack;

	if (!is_operation(m, how))
		return;
	sent = step(s, sent);
	if (taken == 0 || !(how & HOW_LOCAL || m->nh_flags & NH_NOBUF))
		return;
	step(s, taken); /* the sender continues after the receiver has the message */
	ask_turn(c);
}

/* thread_of: the thread that made a call; operations that were put off get their times first. */
static inline Stack *
thread_of(const Process *p, const KCall *c)
{
	Stack *s = p->stacks;

	while (c->wdesc - s->low >= s->nbytes)
		s = s->next;
	if (turn != 0)
		stamp_settle(s, false);
	return s;
}

/* take_stamp: log that the thread receives the message, and when. */
static void
take_stamp(Stack *s, Stamp *message)
{
	uint32_t last = s->stamp.log.time, time = later_time(later_time(last, message->time),
		turn) + 1;

	put_missed_receives(&s->stamp.log, 0);
	put_entry(s->stamp.log.number, last, time);
	put_entry(message->from | SYNC_MESSAGE, 0, message->time);
	taken = set_time(s, time);
	*message = (Stamp){time, STAMP_TAKEN};
}

void
stamp_take(Process *p, KCall *c, Stamp *message, int32_t result)
{
	Stack *s;

	if (!p || (result < 0 && result != KE_TRUNC))
		return;
	s = thread_of(p, c);
	if (message->time == 0)
		take_notice(s, c);
	else if (message->from == STAMP_TAKEN)
		message->time = step(s, message->time);
	else
		take_stamp(s, message);
	ask_turn(c);
}

void
stamp_missed(Process *p, const KCall *c)
{
	if (p)
		thread_of(p, c)->stamp.log.misses++;
}

void
stamp_seen(Process *p, const KCall *c, const Stamp *message)
{
	if (!p)
		return;
	put_missed_receives(&thread_of(p, c)->stamp.log, 1);
	put_entry((message->time ? message->from : 0) | SYNC_MESSAGE, 0, message->time);
}

/* ---- from outside ---- */

void
stamp_input(Process *p, const KCall *c, const Nmsg *m, uint32_t room, int32_t result)
{
	const SyncThread *s;
	uint32_t nbytes = m->nh_length < room ? m->nh_length : room;

	if (!p || m->nh_node != NODE_HOST || (result < 0 && result != KE_TRUNC))
		return;
	s = &thread_of(p, c)->stamp.log;
	put_entry(s->number | SYNC_INPUT, s->time, nbytes);
	put_bytes(m->nh_msg, nbytes);
}

static void
put_clock(uint32_t value) /* log a value read from the clock */
{
	const SyncThread *s = &caller_stack()->stamp.log;

	stamp_settle(caller_stack(), false);
	put_entry(s->number | SYNC_CLOCK, s->time, value);
}

void
stamp_critical(const KCall *c, int32_t result)
{
	static const uint8_t code[] = CLOCK_CODE;

	if (memcmp((const void *)c->argument[0], code, sizeof code) == 0)
		put_clock(result);
}

/* ---- what programs note ---- */

/* note_run: the thread `by` notes that it runs the process of the call's argument. */
static void
note_run(const KCall *c, Stack *by)
{
	Stack *s = stack_of(c->argument[0]);

	stamp_settle(by, false);
	if (s && s != by)
		stamp_run(turn != 0 && c->wdesc & PRIORITY_LOW, by, s);
}

/* note_channel: `by` uses the call's channel next; true if another waits there: a turn begins. */
static bool
note_channel(const KCall *c, Stack *by)
{
	uint32_t channel = c->argument[0];
	bool meets;

	stamp_settle(by, false);
	if (channel - NOT_PROCESS <= (uint32_t)EVENT_IN - NOT_PROCESS) /* of a link */
		return false;
	meets = !(c->wdesc & PRIORITY_LOW) && *(const Channel *)channel != NOT_PROCESS;
	stamp_channel(turn != 0 && c->wdesc & PRIORITY_LOW, by, channel);
	if (meets)
		begin_turn(by);
	return meets;
}

/* take_note: carry out stamp_note for the thread `by`. */
static __attribute__((noinline)) int32_t
take_note(const KCall *c, Stack *by)
{
	switch (c->number) {
	case KC_TURN: note_turn(c, by); return 0;
	case KC_RUN: note_run(c, by); return 0;
	case KC_CHANNEL: return note_channel(c, by);
	case KC_NOTE: put_clock(c->argument[0]); return 0;
	}
	return CALL_ENDS;
}

int32_t
stamp_note(const KCall *c)
{
	return take_note(c, caller_stack());
}

bool
stamp_enter(KCall *c)
{
	Stack *by;

	if (c->number <= KC_NOTE || c->wdesc & PRIORITY_LOW)
		return false;
	by = stack_of(c->wdesc);
	if (!by)
		return false;
	c->result = take_note(c, by);
	return c->result != CALL_ENDS;
}

uint32_t
stamp_flags(Stamp s)
{
	if (s.time >= STAMP_LIMIT)
		panic("a packet has no room for the time of an operation: log it from outside");
	return s.time << STAMP_SHIFT;
}

Stamp
stamp_of_flags(uint32_t flags, uint32_t from)
{
	return (Stamp){flags >> STAMP_SHIFT, from};
}

#endif
