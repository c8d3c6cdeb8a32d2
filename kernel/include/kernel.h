/*
 * kernel.h - the node's kernel, for programs that run under it.
 *
 * Names and meanings follow Trollius and its descendant LAM (facts in docs/t800/trollius.md). A
 * message point is (node, event, type): events must be equal; types match when either is 0 or they
 * have a bit in common. User events are positive; a process's own is minus its pid.
 *
 * Calls return 0 or more, or a negative KernelError. Any process may call, of either priority; a
 * call runs at high priority, so it is not interrupted. Nothing a call is given is kept when it
 * returns, unless it says so.
 */
#ifndef KERNEL_H
#define KERNEL_H

#include <stdint.h>
#include <border.h>

typedef enum KernelError {
	KE_AGAIN = -1,    /* try: the call would block */
	KE_NOMEM = -2,    /* no memory left on the node */
	KE_INVAL = -3,    /* invalid argument */
	KE_NONODE = -4,   /* no such node, or it did not come up */
	KE_NOPROC = -5,   /* no such process */
	KE_NOENT = -6,    /* no such program, file, event */
	KE_INTR = -7,     /* a signal came */
	KE_TRUNC = -8,    /* the message was longer than the room for it; what fitted is there */
	KE_TIMEOUT = -9,
	KE_IO = -10,
} KernelError;

typedef int32_t Pid; /* positive; unlike any other of its node's until 2^20 have been made */

/* ---- messages ---- */

typedef struct Nmsg {
	uint16_t nh_node;  /* of a send: whom to; of a receive: set to who sent it */
	uint16_t nh_link;  /* datalink calls: which link, NH_LINK_LOCAL for this node */
	int32_t nh_event;
	uint32_t nh_type;  /* of a receive: set to the sender's */
	uint32_t nh_length; /* bytes; of a receive: room, set to what came */
	uint32_t nh_flags; /* enum NmsgFlag */
	uint32_t nh_data[NH_WORDS]; /* travels too, with NH_HAS_DATA */
	void *nh_msg;
} Nmsg;

enum { NH_LINK_LOCAL = 0xFF };

enum NmsgFlag {
	NH_HAS_DATA = PACKET_DATA,
	/* send: wait until the receiver takes it, hold nothing in between */
	NH_NOBUF = PACKET_NOBUF,
	NH_SYSTEM = PACKET_SYSTEM, /* travels where users' messages cannot hold it up */
};

/* Kernel level: between two processes of a node, a rendezvous; nothing is buffered. */
int ksend(Nmsg *m);
int krecv(Nmsg *m);
int ksr(Nmsg *send, Nmsg *recv); /* send, then receive, in one call */
int ktry_send(Nmsg *m);
int ktry_recv(Nmsg *m);

/*
 * Datalink level: a local process or a neighbour over nh_link; one packet (MAX_PACKET), no routing.
 */
int dsend(Nmsg *m);
int drecv(Nmsg *m);
int dsfr(Nmsg *send, Nmsg *recv);
int dtry_send(Nmsg *m);
int dtry_recv(Nmsg *m);

/*
 * Network level: any node, any length. A send returns when the message has left for the next place
 * that holds it (a link's queue, the buffer daemon, the receiver).
 */
int nsend(Nmsg *m);
int nrecv(Nmsg *m);
int ntry_send(Nmsg *m);
int ntry_recv(Nmsg *m);
/* is something there for (event, type)? Fills in what, moves nothing; or KE_AGAIN */
int nprobe(Nmsg *m);
/* KE_TIMEOUT when the high-priority clock (us) is after time */
int nrecv_until(Nmsg *m, uint32_t time);

/* Transport level: the body travels only when the receiver is ready; nothing waits in between. */
int tsend(Nmsg *m);
int trecv(Nmsg *m);

/* ---- who and where ---- */

uint32_t getnodeid(void);
uint32_t getnnodes(void);           /* of the network, with those that did not come up */
Pid getpid(void);
int getroute(uint32_t node);        /* link that leads there; NH_LINK_LOCAL: here */
const BootNode *getnode(uint32_t node); /* the network's table; NULL: no such node */
uint32_t getclock(void);            /* us, of the node's high-priority clock */

/*
 * critical: f(argument) at high priority: no other process of the node comes in between, so f must
 * not wait. From high priority it is just called.
 */
uint32_t critical(uint32_t (*f)(uint32_t), uint32_t argument);

/* ---- processes ---- */

enum {
	SIGNAL_TRACE = 1,
	SIGNAL_C,
	SIGNAL_ASYNC,
	SIGNAL_DIE,
	SIGNAL_ARREST,
	SIGNAL_RELEASE,
	SIGNAL_A,
	SIGNAL_B,
	SIGNAL_FUSE,
	SIGNAL_SHRINK,
	NSIGNALS
};

typedef void SignalHandler(int signal);

/*
 * kcreate: a process of a program that flatd holds under `tag` on a node (NODE_LOCAL: here). argv
 * is copied. Its pid; kexit of it sends its parent (pid, status) at event minus the parent's pid.
 */
int kcreate(uint32_t node, uint32_t tag, int priority, int argc, char *const *argv);
/*
 * kclone: a process of the caller's program on this node, with a copy of the caller's data as it is
 * now, which begins with f(argument) in a stack of its own. Pointers in the data are copied as they
 * stand; memory from malloc is the caller's still.
 */
int kclone(void (*f)(void *), void *argument, uint32_t stack_bytes, int priority);
int kkill(uint32_t node, Pid pid, int signal); /* doom */
int ksignal(int signal, SignalHandler *handler); /* NULL: as at first */
/* of a child on this node; 0: any; returns its pid */
int kwait(Pid pid, int *status);
_Noreturn void kexit(int status);
/* leaves a record in NodeWords, tells the host, stops the process */
_Noreturn void panic(const char *text);

/* ---- threads of a process: they share its data ---- */

typedef struct Thread Thread;

/* NULL: no memory */
Thread *thread_start(void (*f)(void *), void *argument, uint32_t stack_bytes, int priority);
void thread_join(Thread *t); /* waits for f to return and frees it; once */

typedef struct Semaphore {
	int32_t count;
	uint32_t front, back; /* waiting processes, first come first served */
	/* the stack of the thread that took it last; 0: it is free; 1: it is not used as a lock */
	uint32_t holder;
} Semaphore;

void sem_init(Semaphore *s, int count);
void sem_wait(Semaphore *s);
int sem_try(Semaphore *s); /* 0 or KE_AGAIN */
void sem_signal(Semaphore *s);

/* ---- memory of the node; malloc is built on it ---- */

/* word-aligned; belongs to the process, freed with it; NULL: none left */
void *kalloc(uint32_t nbytes);
void kfree(void *p);
uint32_t kavail(void);

#endif
