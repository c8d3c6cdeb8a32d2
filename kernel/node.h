/*
 * node.h - the kernel's own types and functions.
 *
 * Everything here runs at high priority: nothing else happens on the node between two
 * communications, so no data is locked. Functions that wait (for a link) say so.
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

enum {
	NLINKS = 4,
	NPROCESSES = 128,    /* a power of two; a pid's low bits are the index */
	FIRST_INDEX = 18,    /* of users' processes: the rows before were daemons' in Trollius */
	NBUCKETS = 64,       /* of events; a power of two */
	DAEMON_STACK = 3072, /* bytes */
	LINK_STACK = 304,    /* bytes, of each link process; they go deep on the kernel's stack */
	PARKED_MOST = 64,    /* packets that are parked for a link, */
	PARKED_BYTES = 64,   /* ... of this many bytes of body at most */
	HELD_SHARE = 4,      /* the buffer daemon has one part in so many of the memory */
	HELD_RESERVE = 16,   /* one part in so many that it leaves free */
	TICK = 1000,         /* us between looks at timeouts */
	CALL_WAITS = -1000,  /* a call's result: not yet */
};

typedef enum Class {
	CLASS_USER,
	CLASS_SYSTEM,
	NCLASSES
} Class;

typedef struct Process Process;
typedef struct Waiter Waiter;
typedef struct Held Held;

/* The kernel itself as the owner of memory. */
#define KERNEL ((Process *)NULL)

/* ---- memory.c: the node's memory in blocks, each with its owner ---- */

void memory_start(uint32_t from, uint32_t to);
/* word-aligned, not cleared; NULL: none left */
void *memory_alloc(Process *owner, uint32_t nbytes);
/* for the kernel, of the servers' reserve if no other is left */
void *memory_alloc_server(uint32_t nbytes);
void memory_free(void *p);                           /* NULL: nothing happens */
/* p is a block that memory_alloc gave to owner */
bool memory_owned(const void *p, const Process *owner);
void memory_free_all(Process *owner);
/* panics if a process has written over what belongs to its blocks */
void memory_check(const Process *owner);
bool memory_within(const Process *owner, uint32_t address); /* somewhere in one of its blocks */
uint32_t memory_avail(void); /* bytes, in one piece or several */
uint32_t memory_total(void);

/* ---- pool.c: things of one size ---- */

typedef struct Pool {
	uint32_t size; /* of one, bytes */
	void *free;
} Pool;

void *pool_take(Pool *p); /* its contents are anything; NULL: no memory */
void *pool_take_server(Pool *p); /* for a server: it may need its reserve */
void pool_put(Pool *p, void *thing);

/* ---- call.c ---- */

/* call_finish: the answer to a call that waited. It may wait again, for its `then`. */
void call_finish(KCall *c, int32_t result);
void kernel_call(KCall *c); /* from lib/kcall.s and gate.s */

/* ---- rendezvous.c: processes that wait for messages ---- */

enum WaiterKind { WAIT_RECEIVE, WAIT_SEND, NWAITS };

/* A process that waits in a call, on the list of its event, or bound to a message that comes. */
struct Waiter {
	Waiter *next;
	KCall *call;
	Process *process;
	Nmsg *m;
	int32_t event;
	uint32_t type;
	uint32_t room;   /* of a receiver: bytes at nh_msg */
	uint8_t kind;
	bool high;       /* priority: before those of low */
	bool timed;
	uint32_t deadline;
};

/* What a message is, wherever it lies. */
typedef struct Letter {
	uint16_t from;
	int32_t event;
	uint32_t type;
	uint32_t flags;        /* PACKET_DATA, PACKET_SYSTEM, PACKET_NOBUF */
	uint32_t total;        /* bytes */
	const uint32_t *data;  /* NH_WORDS words, with PACKET_DATA */
} Letter;

/* waiter_find: the first receiver (or sender) for (event, type), taken off its list; NULL if there
 * is none. */
Waiter *waiter_find(int kind, int32_t event, uint32_t type);
void waiter_requeue(Waiter *w);  /* on its list again, before the others */
void waiter_done(Waiter *w, int32_t result); /* answers its call and is gone */
void waiter_discard(Waiter *w); /* it is gone; nobody is told */
void waiters_end(Process *p); /* those of p are no more */
void waiters_signal(Process *p); /* those of p return KE_INTR */
const Waiter *waiter_of(const Process *p); /* one of p, for `state`; NULL: none waits */
/* the receiver's Nmsg gets what the letter says, but the body */
void waiter_greet(Waiter *w, const Letter *l);
int message_send(Process *p, KCall *c, Nmsg *m, uint32_t how);
int message_receive(Process *p, KCall *c, Nmsg *m, uint32_t how, uint32_t deadline);

/* ---- bufferd.c: messages that no process waits for yet ---- */

struct Held {
	Held *next;
	Letter letter;         /* its data are the words below */
	uint32_t data[NH_WORDS];
	Waiter *bound;         /* waits for the rest */
	bool complete;
	uint8_t *body;         /* behind this struct */
};

/*
 * held_new: room for a message, not yet on a list; NULL: no memory, or too much is held for users.
 * One to or from a server may be in the reserve.
 */
Held *held_new(const Letter *l, bool server);
/*
 * held_add: add it to its event's list, until a process receives it; messages for servers are never
 * listed.
 * held_complete: the rest is there; the bound receiver gets it, or the server runs. held_discard:
 * it is void.
 */
void held_add(Held *h);
void held_complete(Held *h);
void held_discard(Held *h);
void held_free(Held *h);
/* the oldest without a bound receiver; NULL if none */
Held *held_find(int32_t event, uint32_t type);
void held_unlink(Held *h);                       /* off its list */
void held_sweep(int32_t event);                /* all complete ones of an event are dropped */
void held_unbind(const Process *p);            /* p no longer waits for the rest of one */
uint32_t held_bytes(void);

/* ---- daemon.c: the system's servers ---- */

/*
 * server_for: does one of the servers take this event? server_ready: could it take one more now?
 * server_post: a complete message for it, in order.
 */
bool server_for(int32_t event);
bool server_ready(int32_t event);
void server_post(Held *h);
_Noreturn void daemon_run(void); /* the servers' process */
void router_serve(Held *h);
void kenyad_serve(Held *h);
void echod_serve(Held *h);
void flatd_serve(Held *h);
bool flatd_ready(void);
/* reply: a system message of `bytes` at body, to be freed when it has left. */
void reply(uint32_t node, int32_t event, uint32_t type, void *body, uint32_t nbytes);

/* ---- route.c ---- */

void route_start(BootHeader *h, BootNode *table);
uint32_t node_count(void);
BootNode *node_table(void);
/*
 * route_link: the link for a packet that came over link `in` (-1: from here), or -1: there is no
 * way.
 */
int route_link(uint16_t to, uint16_t from, int in);
/* a little of the work that route_link would have to do; false: all is done */
bool route_prepare(void);
uint16_t link_peer(int link);
bool link_in_tree(int link);
/* the link of the boot tree towards it; -1: it is here, or did not come up */
int tree_link(uint16_t node);
/*
 * tree_children: the links (bits) to children that lead to a node of the set, a bit for each node.
 */
uint32_t tree_children(const uint32_t *set, uint32_t nwords);

/* ---- packet.c: buffers of arrived packets ---- */

typedef struct Packet {
	struct Packet *next;
	uint8_t link;   /* whose buffer it is; NLINKS + l: none, it is parked for link l */
	uint8_t class;
	PacketHeader h;
	uint32_t bytes[(4 * NH_WORDS + MAX_PACKET) / 4]; /* data, if there are any, then the body */
} Packet;

typedef struct PacketQueue {
	Packet *front, *back;
} PacketQueue;

void packet_append(PacketQueue *q, Packet *p);
Packet *packet_next(PacketQueue *q);

static inline Class
header_class(const PacketHeader *h)
{
	return h->flags & PACKET_SYSTEM ? CLASS_SYSTEM : CLASS_USER;
}

static inline uint32_t
header_data(const PacketHeader *h)
{
	return h->flags & PACKET_DATA ? 4 * NH_WORDS : 0;
}

/* ---- send.c: messages of this node that leave over links ---- */

typedef struct Sending {
	struct Sending *next;
	PacketHeader h;           /* of the next packet; the data follow it on the link */
	uint32_t data[NH_WORDS];
	const uint8_t *body;      /* the sender's memory */
	uint32_t total, sent;     /* bytes */
	Process *process;         /* the sender; KERNEL */
	KCall *call;              /* answered at the end; NULL */
	void (*done)(void *);     /* called at the end with argument; NULL */
	void *argument;
	bool cut;                 /* the sender has ended */
} Sending;

typedef struct SendingQueue {
	Sending *front, *back;
} SendingQueue;

/*
 * sending_new: of a process; sending_server: of a server, which may need its reserve. NULL: no
 * memory
 */
Sending *sending_new(uint16_t to, int32_t event, uint32_t type, uint32_t flags, uint32_t total);
Sending *sending_server(uint16_t to, int32_t event, uint32_t type, uint32_t flags, uint32_t total);
void sending_append(SendingQueue *q, Sending *s);
Sending *sending_next(SendingQueue *q);
void sending_end(Sending *s);     /* all has left: answers whom it must, and is gone */
void sending_packet(Sending *s);  /* prepares h for what is next */

/* ---- link.c, link_in.c, link_out.c ---- */

/* Where the bodies of a message that comes over a link go. */
typedef struct Sink {
	enum { SINK_NONE, SINK_WAITER, SINK_HELD, SINK_VOID } kind;
	Waiter *waiter;
	Held *held;
	uint32_t total;
} Sink;

typedef struct Link {
	int number;
	bool open;                     /* its processes run */
	/* inwards */
	Packet *free[NCLASSES];
	Sink sink[NCLASSES];
	PacketQueue stuck[NCLASSES];   /* for this node, but not to be taken yet */
	/* outwards */
	PacketQueue through[NCLASSES][NLINKS]; /* from other links */
	SendingQueue local[NCLASSES];
	uint8_t ready[NCLASSES];       /* who has something: bits of links, bit NLINKS local */
	/* whose message is under way: a link, NLINKS local, -1 nobody's */
	int8_t lock[NCLASSES];
	uint8_t turn[NCLASSES];        /* who was served last */
	uint8_t credits[NCLASSES];
	uint8_t owed[NCLASSES];        /* credits to be sent back */
	uint8_t nparked;               /* packets in `through` that no longer hold a buffer */
	bool idle;                     /* the output process has stopped for want of work */
	uint32_t wdesc;
} Link;

extern Link links[NLINKS];

void links_start(void);      /* those of the boot tree, and the host's */
void links_open_all(void);   /* the others too */
void links_retry(void);      /* what was stuck may have a receiver now */
bool links_stuck(int32_t event, uint32_t type); /* something for it waits in a link's buffers */
const Sending *links_sending(const Process *p); /* one of p's, for `state`; NULL */
void links_end(Process *p);  /* its messages do not go on */
void link_packet(Link *l, Packet *p, int in);
void link_send(Link *l, Sending *s);
void link_wake(Link *l);
/* p, which goes on over l; or its copy that holds no buffer, if p took the last */
Packet *link_park(Link *l, Packet *p);
void link_release(Packet *p); /* its buffer is free: a credit goes back */
void link_in(Link *l);       /* the processes; they wait for their links, and do not return */
void link_out(Link *l);

/* ---- image.c: programs that flatd holds ---- */

typedef struct Image {
	struct Image *next;
	uint32_t tag;
	uint32_t users;   /* processes that run it */
	bool forgotten;   /* gone when the last of them ends */
	Program *program; /* header, text, data, relocations as they came */
} Image;

Image *image_find(uint32_t tag); /* NULL */
bool image_add(uint32_t tag, Program *p); /* takes p over; false: no memory */
void image_forget(uint32_t tag);
void image_release(Image *i); /* one user less */
const char *image_check(const Program *p, uint32_t nbytes); /* NULL: it is a program */

/* ---- process.c ---- */

typedef struct Stack {
	struct Stack *next;
	uint32_t low, nbytes;
} Stack;

struct Process {
	Pid pid;
	uint32_t index;
	uint32_t priority;
	Image *image;
	uint8_t *data;        /* gsb */
	uint32_t data_bytes;  /* bss included */
	Stack *stacks;        /* of all threads; the one that called last is first */
	uint16_t parent_node; /* the node to notify of the end; NODE_NONE: none */
	int32_t parent_event;
	uint32_t handled;     /* signals with handlers */
	uint32_t pending;     /* those that came and have not been told */
	/* links that use its memory, threads that have not yet run into their end */
	uint32_t transfers;
	bool arrested;
	KCall *parked;        /* while it is: callers that would go on */
	bool ending;
	ExitNotice notice;    /* once it ends */
	bool untold;          /* the parent does not have it yet */
};

/* process_create: of an image; argv as bytes. Its pid or a KernelError. */
int process_create(Image *i, uint32_t priority, uint32_t argc, const char *strings, uint32_t nbytes,
	uint16_t parent_node, int32_t parent_event);
int process_clone(Process *p, uint32_t function, uint32_t argument, uint32_t stack_bytes,
	uint32_t priority);
extern Process *process_table[NPROCESSES]; /* by index; NULL: free */

/* process_find: NULL if there is none, or it is ending. */
static inline Process *
process_find(Pid pid)
{
	Process *p = process_table[(uint32_t)pid % NPROCESSES];

	return p && p->pid == pid && !p->ending ? p : NULL;
}

Process *process_at(uint32_t index);
void process_end(Process *p, uint32_t reason, int32_t status);
void process_unuse(Process *p); /* a transfer is over */

/* ---- stop.c: processes of the hardware taken off its queues ---- */

void threads_stop(Process *p); /* none of p's does anything more */
/* from time to time, until true: lets go of those that have run into their end */
bool threads_stopped(void);
void caller_stop(const KCall *c); /* the caller of this call does not go on */

/* ---- signal.c ---- */

int process_signal(Process *p, int signal);

/* ---- panic.c: bad ends ---- */

/* caller_iptr: where a call came from. */
static inline uint32_t
caller_iptr(const KCall *c)
{
	return *(const uint32_t *)(c->wdesc & ~3u);
}

/* report: to the host; p NULL: the kernel. Its words are in NodeWords, too. */
void report(Process *p, uint32_t reason, uint32_t wptr, uint32_t iptr, const char *text);
bool stack_check(Process *p, const KCall *c); /* false: p has been ended */
bool error_check(Process *p, const KCall *c);

/* ---- thread.c ---- */

int stack_add(Process *p, uint32_t low, uint32_t nbytes);
void stack_remove(Process *p, uint32_t low);
void stacks_free(Process *p);
/* The callers' stacks are the first ones of their processes. */
int sem_wait_call(Process *p, KCall *c, Semaphore *s);
int sem_try_call(Process *p, Semaphore *s);
void sem_signal_call(Process *p, Semaphore *s);

/* ---- clock.c ---- */

void clock_start(void);
void clock_need(void); /* a timeout has been set */
bool waiters_expire(uint32_t now); /* rendezvous.c; true: some wait for a time still */

/* ---- gate.s ---- */

extern void __gate(void);
extern void __halt(void);
int32_t __call_with(void *gsb, uint32_t function, uint32_t argument);

int32_t __deep(void *function, void *a, void *b); /* on the kernel's stack; it must not wait */

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
