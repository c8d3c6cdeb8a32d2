/*
 * node.h - the kernel's own types and functions.
 *
 * Everything here runs at high priority: no other process of the node runs between two
 * communications, so no locks are needed. Functions that wait (for a link) say so.
 */
#ifndef NODE_H
#define NODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <kernel.h>
#include <t800.h>

#include "kcall.h"
#include "stamp.h"

enum {
	NLINKS = 4,
	NBUCKETS = 64,       /* lists of events; a power of two */
	DAEMON_STACK = 3072, /* bytes */
	PARKED_MOST = 64,    /* most packets parked for one link */
	PARKED_BYTES = 64,   /* bytes of the largest body of a parked packet */
	HELD_SHARE = 4,      /* the buffer daemon may use 1/HELD_SHARE of the memory */
	HELD_RESERVE = 16,   /* it must leave 1/HELD_RESERVE of the memory free */
	TICK = 1000,         /* us between two checks for timeouts */
};

typedef struct Process Process;
typedef struct Waiter Waiter;
typedef struct Held Held;

/* The kernel itself as the owner of memory. */
#define KERNEL ((Process *)NULL)

/* ---- memory.c: the node's memory in blocks, each with its owner ---- */

typedef struct Block {
	uint32_t size;   /* bytes, including the header; the lowest bit: the block is free */
	uint32_t before; /* bytes of the block in front of it; 0 for the first */
	Process *owner;
	struct Block *next, *previous; /* in the owner's list, or the free list */
} Block;
_Static_assert(sizeof(Block) == BLOCK_HEADER && offsetof(Block, size) == 0, "Block");

void memory_start(uint32_t from, uint32_t to); /* begin with this memory as one free block */
/* memory_alloc: a block of words for an owner, not cleared; NULL if out of memory */
void *memory_alloc(Process *owner, uint32_t nbytes);
/* memory_alloc_server: a block for the kernel; uses the servers' reserve if necessary */
void *memory_alloc_server(uint32_t nbytes);
void memory_free(void *p); /* free a block; NULL is allowed */
/* memory_owned: true if memory_alloc gave the block p to the owner */
bool memory_owned(const void *p, Process *owner);
void memory_free_all(Process *owner); /* free all blocks of an owner */
/* memory_check: panic if a process has overwritten the heads of its blocks */
void memory_check(Process *owner);
/* memory_within: true if the address is inside one of the owner's blocks */
bool memory_within(Process *owner, uint32_t address);
uint32_t memory_avail(void); /* the free bytes, not necessarily contiguous */
uint32_t memory_total(void); /* the number of bytes that memory_start was given */

/* ---- pool.c: things of one size ---- */

typedef struct Pool {
	uint32_t size; /* bytes of one object */
	void *free;    /* the first of the list of free objects */
} Pool;

void *pool_refill(Pool *p); /* take more memory for an empty pool; returns an object of it */
void *pool_take_server(Pool *p); /* an object for a server, which may use the reserve */

/* pool_take: an object of the pool, not cleared; NULL if out of memory. */
static inline void *
pool_take(Pool *p)
{
	void **thing = p->free;

	if (!thing)
		return pool_refill(p);
	p->free = *thing;
	return thing;
}

static inline void
pool_put(Pool *p, void *thing)
{
	*(void **)thing = p->free;
	p->free = thing;
}

/* ---- call.c ---- */

/*
 * call_finish: answer a call of p that waited. An exchange may wait again, to receive. It is not
 * inline, because observers set a breakpoint on it.
 */
void call_finish(Process *p, KCall *c, int32_t result);
/* kernel_enter: check the caller, and call the kernel; called from lib/kcall.s and gate.s. */
void kernel_enter(KCall *c);
/* A function that carries out the calls of one kind: its result, CALL_WAITS, or CALL_ENDS. */
typedef int32_t (*CallFunction)(Process *p, KCall *c);
enum { CALL_SLOTS = 32 }; /* a power of two */
extern const CallFunction calls[CALL_SLOTS]; /* by KCall.number */
/* call_unknown: a CallFunction for numbers that no call has. */
int32_t call_unknown(Process *p, KCall *c);
/*
 * go_on: run the caller, which has stopped or is about to, again, and tell it which signals have
 * arrived.
 */
void go_on(Process *p, KCall *c);

/* ---- rendezvous.c: processes that wait for messages ---- */

/*
 * A process that waits in a call: in the list of its event, or bound to a message that is arriving.
 */
struct Waiter {
	Waiter *next;
	KCall *call;
	Process *process;
	Nmsg *m;         /* the call's message */
	int32_t event;
	uint32_t type;
	uint32_t kind;   /* enum WaiterKind: whether it receives or sends */
	uint32_t room;   /* of a receiver: size of the buffer at nh_msg */
	uint32_t timed;  /* of a receiver: not 0: its wait ends at `deadline` */
	uint32_t deadline;
	Stamp stamp;     /* the stamp of the message that is sent or has been received */
};

/* The description of a message, wherever the message is stored. */
typedef struct Letter {
	uint16_t from;         /* the sending node */
	int32_t event;
	uint32_t type;
	uint32_t flags;        /* PACKET_DATA, PACKET_SYSTEM, PACKET_NOBUF */
	uint32_t total;        /* bytes */
	const uint32_t *data;  /* NH_WORDS words, with PACKET_DATA */
	Stamp stamp;
} Letter;

/*
 * waiter_find: remove and return the first receiver (or sender) for (event, type); NULL if there is
 * none.
 */
Waiter *waiter_find(int kind, int32_t event, uint32_t type);
void waiter_requeue(Waiter *w);  /* put the waiter back at the front of its list */
void waiter_done(Waiter *w, int32_t result); /* answer the waiter's call and free the waiter */
void waiter_discard(Waiter *w); /* free the waiter without an answer */
void waiters_end(Process *p); /* discard all waiters of p */
void waiters_signal(Process *p); /* let the calls of p's waiters return KE_INTR */
const Waiter *waiter_of(const Process *p); /* one of p's waiters, for `state`; NULL if none */
/* waiter_greet: fill in the Nmsg of the receiver w from the letter l; the body follows later */
void waiter_greet(Waiter *w, const Letter *l);
int32_t message_send(Process *p, KCall *c); /* send the call's message, without receiving `then` */
int32_t message_receive(Process *p, KCall *c); /* receive the message for p's call */

/* ---- bufferd.c: messages that no process waits for yet ---- */

struct Held {
	Held *next;
	Letter letter;         /* its data are in the words below */
	uint32_t data[NH_WORDS];
	Waiter *bound;         /* the receiver that waits for the rest of the message; NULL: none */
	bool complete;
	uint8_t *body;         /* stored after this struct */
};

/*
 * held_new: memory for a message, not yet in a list; NULL if out of memory, or users have too much.
 * Messages to or from servers may use the reserve.
 */
Held *held_new(const Letter *l, bool server);
/*
 * held_add: put a message into its event's list until a process receives it; messages for servers
 * are never listed.
 */
void held_add(Held *h);
/* held_complete: all of h has arrived: give it to the receiver bound to it, or to its server. */
void held_complete(Held *h);
void held_discard(Held *h); /* drop a message; a receiver that was bound to it waits again */
void held_free(Held *h); /* free a message, and retry stuck packets */

typedef struct HeldQueue {
	Held *front, *back;
} HeldQueue;

extern uint32_t held_nlisted; /* messages in the lists: mostly 0 */

/* held_search: as held_find, if there are messages in the lists */
Held *held_search(int32_t event, uint32_t type);

/*
 * held_find: the oldest message for (event, type) without a bound receiver; NULL if there is none.
 */
static inline Held *
held_find(int32_t event, uint32_t type)
{
	return held_nlisted > 0 ? held_search(event, type) : NULL;
}

void held_unlink(Held *h);                       /* remove the message from its list */
void held_sweep(int32_t event);                /* discard all complete messages of an event */
void held_unbind(const Process *p); /* let no held message wait for a receiver of p */
uint32_t held_bytes(void); /* bytes that the held messages of users take */

/* ---- daemon.c: the system's servers ---- */

/* server_search: true if one of the servers handles this event; see server_for. */
bool server_search(int32_t event);
/* server_ready: true if the server of this event can take another message now. */
bool server_ready(int32_t event);
/* server_post: give a complete message to its server; the messages of a server stay in order. */
void server_post(Held *h);

/* server_for: true if one of the servers handles this event. */
static inline bool
server_for(int32_t event)
{
	return event < 0 && server_search(event);
}

_Noreturn void daemon_run(void); /* the process of the servers */
void router_serve(Held *h); /* server: answer the request for a route */
void kenyad_serve(Held *h); /* server: create, signal or list processes */
void echod_serve(Held *h); /* server: send the message back */
void flatd_serve(Held *h); /* server: take a piece of a program to load */
bool flatd_ready(void); /* true if flatd can take another piece */
/* reply: send a system message with nbytes at `body`, which is freed when all has been sent. */
void reply(uint32_t node, int32_t event, uint32_t type, void *body, uint32_t nbytes);

/* ---- route.c ---- */

void route_start(BootHeader *h, BootNode *table); /* take over the network's table */
uint32_t node_count(void);   /* the number of nodes of the network */
BootNode *node_table(void); /* the table of the network's nodes */
/*
 * route_link: the link for a packet that arrived over link `in` (-1: from here), or -1: no route.
 */
int route_link(uint16_t to, uint16_t from, int in);
/* route_prepare: find a few routes in advance; true if it did, false if all were known */
bool route_prepare(void);
uint16_t link_peer(int link); /* the node at the other end of the link; NODE_NONE */
bool link_in_tree(int link); /* true if the link is an edge of the boot tree */
/* tree_link: the boot tree's link towards `node`; -1 if that is this node, or is not booted */
int tree_link(uint16_t node);
/*
 * tree_children: the links (bits) to children that lead to a node of the set, a bit for each node.
 */
uint32_t tree_children(const uint32_t *set, uint32_t nwords);

/* ---- packet.c: buffers of arrived packets ---- */

typedef struct Packet {
	struct Packet *next;
	uint32_t link;  /* link that owns the buffer; NLINKS + l: none, it is parked for link l */
	uint32_t class; /* CLASS_USER or CLASS_SYSTEM */
	PacketHeader h;
	uint32_t bytes[(4 * NH_WORDS + MAX_PACKET) / 4]; /* data, if any, then the body */
} Packet;

typedef struct PacketQueue {
	Packet *front, *back;
} PacketQueue;

void packet_append(PacketQueue *q, Packet *p); /* put a packet at the end of a queue */
Packet *packet_next(PacketQueue *q); /* take the first packet; NULL if there is none */

/*
 * The flags of a message that travel to its receiver. A kernel for breakpoints that span nodes
 * (break.h) also keeps the values of local events in them.
 */
#ifdef BREAK_VALUES
#define PACKET_VALUE (~0u << PACKET_VALUE_SHIFT)
#else
#define PACKET_VALUE 0u
#endif

static inline PacketClass
header_class(const PacketHeader *h)
{
	return h->flags & PACKET_SYSTEM ? CLASS_SYSTEM : CLASS_USER;
}

/* header_ends: the nodes `to` and `from`, as one word. */
static inline uint32_t
header_ends(const PacketHeader *h)
{
	return h->to | (uint32_t)h->from << 16;
}

static inline uint32_t
header_data(const PacketHeader *h) /* bytes of data between header and body */
{
	return h->flags & PACKET_DATA ? 4 * NH_WORDS : 0;
}

/* ---- send.c: messages of this node that leave over links ---- */

typedef struct Sending {
	struct Sending *next;
	PacketHeader h;           /* of the next packet; on the link the data follow it */
	uint32_t data[NH_WORDS];
	const uint8_t *body;      /* in the sender's memory */
	uint32_t total, sent;     /* bytes */
	Process *process;         /* the sender; may be KERNEL */
	KCall *call;              /* the call to answer at the end; may be NULL */
	void (*done)(void *);     /* called with argument at the end; may be NULL */
	void *argument;
	bool cut;                 /* the sender has ended */
} Sending;

typedef struct SendingQueue {
	Sending *front, *back;
} SendingQueue;

/* sending_new: a message of a process that is to be sent; NULL if out of memory. */
Sending *sending_new(uint16_t to, int32_t event, uint32_t type, uint32_t flags, uint32_t total);
/*
 * sending_server: sending_new for a server, which may use the reserve of memory.
 */
Sending *sending_server(uint16_t to, int32_t event, uint32_t type, uint32_t flags, uint32_t total);
void sending_append(SendingQueue *q, Sending *s); /* put a message at the end of a queue */
Sending *sending_next(SendingQueue *q); /* take the first message; NULL if there is none */
void sending_end(Sending *s); /* all of the message is sent: answer its sender and free s */
void sending_packet(Sending *s); /* prepare s->h, the header, for the next packet of the message */

/* ---- link.c, link_in.c, link_out.c ---- */

/* The destination of the bodies of a message that arrives over a link. */
typedef struct Sink {
	enum { SINK_NONE, SINK_WAITER, SINK_HELD, SINK_VOID } kind; /* SINK_VOID: nowhere */
	Waiter *waiter;
	Held *held;
	uint32_t total; /* bytes of the message */
} Sink;

typedef struct Link {
	int number;
	uint32_t open;                 /* not 0: the link's processes run */
	Channel *in, *out;
	/* inwards */
	Packet *free[NCLASSES];        /* free receive buffers */
	uint32_t routed;               /* header_ends of the last packet to be forwarded */
	int route;                     /* the link for packets with these ends; -1: no route */
	Sink sink[NCLASSES];           /* of the message that is arriving */
	PacketQueue stuck[NCLASSES];   /* packets for this node that cannot be stored yet */
	/* outwards */
	PacketQueue through[NCLASSES][NLINKS]; /* packets from other links */
	SendingQueue local[NCLASSES];  /* messages from this node */
	/* sources that have packets: a bit for each link; bit NLINKS: this node */
	uint32_t ready[NCLASSES];
	/* the source whose message is being sent: a link; NLINKS: this node; -1: none */
	int32_t lock[NCLASSES];
	uint32_t turn[NCLASSES];       /* the source served last */
	uint32_t credits[NCLASSES];    /* packets that the other end has room for */
	uint32_t owed[NCLASSES];       /* credits to return to the other end */
	uint32_t nparked;              /* packets in `through` that no longer use a buffer */
	uint32_t idle;                 /* not 0: the output process waits for work */
	uint32_t wdesc;                /* of the output process */
} Link;

extern Link links[NLINKS];

void links_start(void);      /* start the links of the boot tree, and the host's */
void links_open_all(void);   /* start the other links, too */
void links_retry(void);      /* try again to deliver stuck packets */
extern uint32_t links_nstuck; /* packets that are stuck: almost always 0 */
bool links_search(int32_t event, uint32_t type); /* true if a link holds a stuck packet for them */

/* links_stuck: true if a link's buffers contain a stuck message for (event, type). */
static inline bool
links_stuck(int32_t event, uint32_t type)
{
	return links_nstuck > 0 && links_search(event, type);
}

const Sending *links_sending(const Process *p); /* one of p's messages, for `state`; may be NULL */
void links_find_end(Process *p); /* stop all transfers from and to p's memory */
void link_packet(Link *l, Packet *p, int in); /* queue a packet of link `in` to be sent over l */
void link_send(Link *l, Sending *s); /* queue a message of this node to be sent over l */

/* link_wake: wake the link's output process: there is work for it. */
static inline void
link_wake(Link *l)
{
	if (!l->idle)
		return;
	l->idle = false;
	__t800_runp(l->wdesc);
}

/* link_credit: let the output process return a credit: the other end may send one packet more. */
static inline void
link_credit(Link *l, int class)
{
	l->owed[class]++;
	link_wake(l);
}

/* link_park: p, to be sent over l, is in its link's last buffer; returns a copy, or p if none */
Packet *link_park(Link *l, Packet *p);
void link_unpark(Packet *p);  /* free a copy that link_park has made */
void link_release(Packet *p); /* free p's buffer, and let the other end send another packet */
void link_in(Link *l); /* the process that receives from a link; never returns */
void link_out(Link *l); /* the process that sends over a link; never returns */

/* ---- image.c: programs that flatd holds ---- */

typedef struct Image {
	struct Image *next;
	uint32_t tag;
	uint32_t users;   /* processes that use the image */
	bool forgotten;   /* free the image when its last process ends */
	Program *program; /* header, text, data, relocations as received */
} Image;

Image *image_find(uint32_t tag); /* the program under a tag; NULL if there is none */
bool image_add(uint32_t tag, Program *p); /* store p, which the list then owns; false: no memory */
void image_forget(uint32_t tag); /* let the tag name no program any more */
void image_release(Image *i); /* note that one process less uses the image */
/* image_check: NULL if the bytes are a valid program, otherwise an error text */
const char *image_check(const Program *p, uint32_t nbytes);

/* ---- process.c ---- */

typedef struct Stack {
	struct Stack *next;
	uint32_t low, nbytes; /* lowest address; size, 0 if the thread has ended */
	Process *process;
	ThreadStamp stamp;
} Stack;

struct Process {
	Pid pid;
	uint32_t index;
	uint32_t priority;
	Image *image;
	uint8_t *data;        /* gsb */
	uint32_t data_bytes;  /* including bss */
	Stack *stacks;        /* the stacks of all threads */
	uint16_t parent_node; /* the node to notify of the process's end; NODE_NONE: none */
	int32_t parent_event;
	uint32_t handled;     /* signals with handlers */
	/* signals that arrived and have not been handled; SIGNAL_ARREST: while it is arrested */
	uint32_t pending;
	/* links that use its memory, plus threads that have not yet been stopped */
	uint32_t transfers;
	uint32_t arrested;    /* not 0: it stops at its next call */
	KCall *parked;        /* while it is arrested: callers that could continue */
	uint32_t ending;      /* not 0: the process has ended */
	Block blocks;         /* head of the list of its memory */
	Process *next;        /* in the list of all processes */
	ExitNotice notice;    /* valid when the process ends */
	bool untold;          /* the parent has not received the notice yet */
};

/* process_create: a process of an image; argv as bytes. Returns its pid or a KernelError. */
int process_create(Image *i, uint32_t priority, uint32_t argc, const char *strings, uint32_t nbytes,
	uint16_t parent_node, int32_t parent_event);
int process_clone(Process *p, uint32_t function, uint32_t argument, uint32_t stack_bytes,
	uint32_t priority);
extern Process *process_table[NPROCESSES]; /* by index; NULL if free */

/* process_find: the process with this pid; NULL if there is none, or it is ending. */
static inline Process *
process_find(Pid pid)
{
	Process *p = process_table[(uint32_t)pid % NPROCESSES];

	return p && p->pid == pid && !p->ending ? p : NULL;
}

/* process_of_data: the process with these data, which is not ending; NULL if there is none */
Process *process_of_data(uint32_t data);
Process *process_at(uint32_t index); /* the process at this index of the table */
void process_end(Process *p, uint32_t reason, int32_t status); /* end p, and tell its parent */
void process_free(Process *p);  /* free p, whose memory is unused, and to which nothing refers */
void process_unuse(Process *p); /* note that a transfer has ended; frees p if it waited for that */

/* process_unused: as process_unuse, but if the result is true, the caller frees p. */
static inline bool
process_unused(Process *p)
{
	p->transfers--;
	return p->transfers == 0 && p->ending;
}

/* ---- stop.c: processes of the hardware taken off its queues ---- */

void threads_stop(Process *p); /* make sure that none of p's threads continues */
/* threads_stopped: forget threads that have stopped; call it again while it returns false */
bool threads_stopped(void);
void caller_stop(KCall *c); /* stop the caller of this call */
/*
 * caller_wait: take the caller of this call, of low priority, from the processor; it goes on where
 * a call goes on that has waited.
 */
void caller_wait(KCall *c);

/* The word with the Areg of the interrupted process: the KCall of its call, then the answer. */
#define SAVED_AREG ((int32_t *)0x80000034u)

static inline void
caller_answer(int32_t result) /* let the interrupted caller continue with this result */
{
	*SAVED_AREG = result;
}

static inline int32_t
caller_answered(void) /* the result that caller_answer has set */
{
	return *SAVED_AREG;
}

/* ---- signal.c ---- */

int process_signal(Process *p, int signal); /* deliver a signal to p; 0 or KernelError */

/* ---- panic.c: bad ends ---- */


/*
 * report: report a failure to the host; p NULL: of the kernel. The words of NodeWords are set, too.
 */
void report(Process *p, uint32_t reason, uint32_t wptr, uint32_t iptr, const char *text);
/* report_caller: report a failure of p at the place from which it has called. */
void report_caller(Process *p, const KCall *c, uint32_t reason, const char *text);

/* A thread, by its stack. */
typedef struct CallerThread {
	Stack *stack;
	uint32_t low, nbytes; /* the stack; no bytes: no thread */
} CallerThread;

/*
 * The threads that called last. This is on the chip, behind the gate's word, because every caller
 * is compared with it; gate.s has the offsets.
 */
typedef struct Caller {
	Process *process; /* NULL: none */
	void *gsb;        /* the kernel's data */
	uint32_t guard;   /* STACK_GUARD */
	CallerThread *last; /* the thread that called last: one of these */
	CallerThread threads[2]; /* of the process, of low priority; nbytes 0: none */
	const CallFunction *calls; /* the table `calls` */
	CallerThread high; /* of high priority; its `nbytes` is not used */
} Caller;
_Static_assert(KERNEL_CALLER + sizeof(Caller) <= LINK_STACKS, "Caller");
_Static_assert(offsetof(Caller, calls) == 10 * 4
	&& KC_SEND == 0 && KC_RECEIVE == 1 && CALL_WAITS == INT32_MIN
	&& CALL_ENDS == CALL_WAITS + 1 && CALL_DONE == CALL_WAITS + 2
	&& KCALL_WAITED == 3 && CALL_SLOTS == 32 && NKCALLS < CALL_SLOTS, "gate.s");

static inline Caller *
last_caller(void)
{
	return (Caller *)KERNEL_CALLER;
}

static inline CallerThread *
last_thread(void)
{
	return last_caller()->last;
}

/* is_stack: true if the process's workspace is in this stack. */
static inline bool
is_stack(const Stack *s, uint32_t wdesc)
{
	return wdesc - s->low < s->nbytes;
}

/* is_whole: true if the guard word of the stack is intact. */
static inline bool
is_whole(const Stack *s)
{
	return *(const uint32_t *)s->low == STACK_GUARD;
}

/*
 * caller_check: note that c's caller has called last. True if its workspace is in a stack of its
 * process, whose guard is intact, and, if it is of low priority, it has not set Error; otherwise
 * the caller is stopped, and its process ended.
 */
bool caller_check(KCall *c);

/* caller_forget: forget the last caller, because its process may be gone. */
void caller_forget(void);
/* caller_suspect: note that p has signals: from now on its calls are answered by kernel_enter. */
void caller_suspect(const Process *p);
/*
 * caller_remove: forget the stack s, which is gone, where it is one of the last callers' stacks.
 */
void caller_remove(const Stack *s);
/*
 * caller_expect: note that a thread with the stack s of p, whose guard is set, will soon call for
 * the first time.
 */
void caller_expect(const Process *p, Stack *s);

/* ---- thread.c ---- */

int stack_add(Process *p, uint32_t low, uint32_t nbytes); /* of a thread; 0 or KernelError */
void stack_remove(Process *p, uint32_t low); /* forget the stack that begins at `low` */
void stacks_free(Process *p); /* forget all stacks of p */
int sem_wait_call(KCall *c, Semaphore *s); /* do the call SEM_WAIT; returns its result */
int sem_try_call(Semaphore *s); /* do the call SEM_TRY; 0 or KE_AGAIN */
void sem_signal_call(Process *p, Semaphore *s); /* do the call SEM_SIGNAL of p */

/* ---- clock.c ---- */

void clock_start(void); /* prepare the clock's checks of timeouts */
void clock_need(void); /* start the checks: a timeout has been set */
bool waiters_expire(uint32_t now); /* end late waits; true if waits with a deadline remain */

/* ---- gate.s ---- */

extern void __gate(void); /* the process that serves callers of low priority */
extern void __halt(void);
int32_t carry_out(Process *p, KCall *c); /* carry out the call by its number; its result */
int32_t __call_with(void *gsb, uint32_t function, uint32_t argument); /* call it with this gsb */

/* __deep: call function(a, b) on the kernel's stack; the function must not wait */
int32_t __deep(void *function, void *a, void *b);

static inline uint16_t
node_self(void)
{
	return ((const NodeWords *)NODE_WORDS)->node;
}

static inline NodeWords *
node_words(void)
{
	return (NodeWords *)NODE_WORDS;
}

#endif
