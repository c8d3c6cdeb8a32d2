/*
 * stamp.c - logs the Lamport times of the operations that order threads; see stamp.h.
 *
 * The time of an operation is one more than the larger of the previous times of its thread and its
 * object. A time that is one more than the thread's previous one is not logged. Full blocks are
 * sent to the host by the links' processes; the host reads the rest of the log in the node's
 * memory.
 */
#include "node.h"

#include "include/clock_code.h"

#ifdef SYNC_LOG

enum {
	STAMP_SHIFT = 8,       /* of a stamp in a packet's flags, ... */
	STAMP_LIMIT = 1 << 24, /* ... which have room for times below this */
	/* arguments of a call that waits on a semaphore */
	KEPT = 2,              /* the semaphore's time, if it is the first in the queue */
	WAITING = 3,           /* the Stack of its thread */
};

static SyncArea area;
static uint32_t nthreads;
static uint32_t numbered; /* time of the last start of a thread, when it got its number */
static uint32_t sent;     /* time of the last send */
static uint32_t taken;    /* time of the receive of the message that is being sent; 0: none yet */

void
stamp_start(void)
{
	node_words()->sync = (uint32_t)&area;
}

/* ---- the log ---- */

static SyncBlock *
block_new(void)
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

/* block_fill: n more of its entries are in use. */
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
put(uint32_t thread, uint32_t last, uint32_t time)
{
	SyncBlock *b = block_open();

	if (!b)
		return;
	b->entry[b->count] = (SyncEntry){thread, last, time};
	block_fill(b, 1);
}

static void
put_bytes(const uint8_t *bytes, uint32_t nbytes)
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
later(uint32_t a, uint32_t b)
{
	return (int32_t)a > (int32_t)b ? a : b;
}

/* put_looks: the receives of the thread that found no message; seen: then a probe saw one. */
static void
put_looks(ThreadStamp *s, uint32_t seen)
{
	if (s->misses + seen > 0)
		put(s->number | SYNC_LOOK, s->time, 2 * s->misses + seen);
	s->misses = 0;
}

/* step: an operation of the thread on an object whose last time this is. Returns the new time. */
static inline uint32_t
step(Stack *s, uint32_t object)
{
	uint32_t last = s->stamp.time;

	put_looks(&s->stamp, 0);
	if ((int32_t)object <= (int32_t)last)
		return s->stamp.time = last + 1;
	put(s->stamp.number, last, object + 1);
	return s->stamp.time = object + 1;
}

/* ---- threads ---- */

void
stamp_thread(Stack *s)
{
	s->stamp = (ThreadStamp){area.threads, ++nthreads, 0, 0};
	area.threads = (uint32_t)&s->stamp;
}

void
stamp_end(Stack *s)
{
	uint32_t *at = &area.threads;

	while (*at != (uint32_t)&s->stamp)
		at = &((SyncThread *)*at)->next;
	*at = s->stamp.next;
	put_looks(&s->stamp, 0);
	put(s->stamp.number, s->stamp.time, 0);
}

void
stamp_run(Stack *by, Stack *s)
{
	numbered = step(by, numbered);
	step(s, step(by, 0));
}

/* ---- semaphores ---- */

void
stamp_semaphore(Semaphore *s)
{
	s->back = step(last_thread()->stack, s->back);
}

void
stamp_wait(KCall *c, const Semaphore *s)
{
	c->argument[WAITING] = (uint32_t)last_thread()->stack;
	if (!s->front)
		c->argument[KEPT] = s->back;
}

void
stamp_failed(Semaphore *s)
{
	KCall *first = (KCall *)s->front;

	if (first)
		first->argument[KEPT] = step(last_thread()->stack, first->argument[KEPT]);
	else
		stamp_semaphore(s);
}

void
stamp_grant(Semaphore *s, const KCall *c)
{
	uint32_t time = step(last_thread()->stack, c->argument[KEPT]);
	KCall *first = (KCall *)s->front;

	time = step((Stack *)c->argument[WAITING], time);
	if (first)
		first->argument[KEPT] = time;
	else
		s->back = time;
}

/* ---- messages ---- */

/* is_operation: messages of the datalink level and to the host are not. */
static bool
is_operation(const Nmsg *m, uint32_t how)
{
	return !(how & (HOW_LINK | HOW_PROBE)) && (uint16_t)m->nh_node != NODE_HOST;
}

Stamp
stamp_next(const Nmsg *m, uint32_t how)
{
	uint32_t last = last_thread()->stack->stamp.time;

	taken = 0;
	if (!is_operation(m, how))
		return (Stamp){0};
	return (Stamp){later(last, sent) + 1, node_self()};
}

void
stamp_sent(const Nmsg *m, uint32_t how)
{
	if (!is_operation(m, how))
		return;
	sent = step(last_thread()->stack, sent);
	if (taken != 0 && (how & HOW_LOCAL || m->nh_flags & NH_NOBUF))
		step(last_thread()->stack, taken); /* it continues after its receiver has it */
}

static Stack *
stack_of(const Process *p, const KCall *c)
{
	Stack *s = p->stacks;

	while (c->wdesc - s->low >= s->nbytes)
		s = s->next;
	return s;
}

/* take: the thread receives the message; the log says which one it is. */
static void
take(Stack *s, Stamp *message)
{
	uint32_t last = s->stamp.time, time = later(last, message->time) + 1;

	put_looks(&s->stamp, 0);
	put(s->stamp.number, last, time);
	put(message->from | SYNC_MESSAGE, 0, message->time);
	s->stamp.time = taken = time;
	*message = (Stamp){time, STAMP_TAKEN};
}

void
stamp_take(Process *p, const KCall *c, Stamp *message, int32_t result)
{
	if (!p || message->time == 0 || (result < 0 && result != KE_TRUNC))
		return;
	if (message->from == STAMP_TAKEN)
		message->time = step(stack_of(p, c), message->time);
	else
		take(stack_of(p, c), message);
}

void
stamp_missed(Process *p, const KCall *c)
{
	if (p)
		stack_of(p, c)->stamp.misses++;
}

void
stamp_seen(Process *p, const KCall *c, const Stamp *message)
{
	if (!p)
		return;
	put_looks(&stack_of(p, c)->stamp, 1);
	put((message->time ? message->from : 0) | SYNC_MESSAGE, 0, message->time);
}

/* ---- from outside ---- */

void
stamp_input(Process *p, const KCall *c, const Nmsg *m, uint32_t room, int32_t result)
{
	const ThreadStamp *s;
	uint32_t nbytes = m->nh_length < room ? m->nh_length : room;

	if (!p || m->nh_node != NODE_HOST || (result < 0 && result != KE_TRUNC))
		return;
	s = &stack_of(p, c)->stamp;
	put(s->number | SYNC_INPUT, s->time, nbytes);
	put_bytes(m->nh_msg, nbytes);
}

static void
put_clock(uint32_t value)
{
	const ThreadStamp *s = &last_thread()->stack->stamp;

	put(s->number | SYNC_CLOCK, s->time, value);
}

void
stamp_critical(const KCall *c, int32_t result)
{
	static const uint8_t code[] = CLOCK_CODE;

	if (memcmp((const void *)c->argument[0], code, sizeof code) == 0)
		put_clock(result);
}

bool
stamp_note(const KCall *c)
{
	if (c->number == KC_NOTE)
		put_clock(c->argument[0]);
	return c->number == KC_NOTE;
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
