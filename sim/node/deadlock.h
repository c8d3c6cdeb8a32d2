/* deadlock.h - finds threads that wait for each other for ever. */
#ifndef DEADLOCK_H
#define DEADLOCK_H

#include "base/base.h"
#include "sim/node/node_state.h"

typedef struct Deadlock {
	ThreadRow *row; /* [n] all threads */
	uint32_t n;
	char **remark;  /* [n] a remark about a thread in a forced order; NULL: none. Owned */
	bool *stuck;    /* [n] the thread waits for ever; set by deadlock_find */
} Deadlock;

/* deadlock_add: callback for KernelReader.threads; `to` is a Deadlock. */
void deadlock_add(void *to, const ThreadRow *row);

/*
 * deadlock_hold: note that the machine holds the thread of a node whose stack contains the address
 * wptr, before an action that `before` describes: "it signals semaphore 8000dc6c". Does nothing if
 * there is no such thread.
 */
void deadlock_hold(Deadlock *d, uint32_t node, Addr wptr, const char *before);
/*
 * deadlock_remark: replace the remark about the thread whose stack contains wptr, in a forced
 * order. Does nothing if there is no such thread.
 */
void deadlock_remark(Deadlock *d, uint32_t node, Addr wptr, const char *remark);

/* deadlock_holds: true if the machine holds a thread. */
bool deadlock_holds(const Deadlock *d);

/*
 * deadlock_find: mark the threads that wait for ever. A thread can continue if it is not blocked,
 * if the machine holds it, or if a thread that can continue could release it. The holder of a
 * semaphore can end a wait for it; if none holds it, any other thread of the process can. A thread
 * that another thread joins can end that wait. Processes on the receiving node can end a send;
 * another process of the node can end a meeting; any other process can end a receive. A thread that
 * a system service or the host could release is not stuck.
 *
 * closed  no other program will be loaded, so only the present processes can send an awaited
 *         message; otherwise a process that waits for a message is not stuck
 * returns true if any thread is stuck
 */
bool deadlock_find(Deadlock *d, bool closed);

/* deadlock_has: true if all threads of a process are stuck. */
bool deadlock_has(const Deadlock *d, uint32_t node, int32_t pid);

/* Which threads to report, and how to print the things that they wait for. */
typedef struct DeadlockChoice {
	bool (*wanted)(void *context, const ThreadRow *row); /* NULL: all threads */
	void *context;
	/* name: print " (name)" of the semaphore or thread that a row waits for; NULL: not known */
	void (*name)(void *names, const ThreadRow *row, Buf *out);
	/* message: print "(event, type)" of the message that a row waits for; NULL: as numbers */
	void (*message)(void *names, const ThreadRow *row, Buf *out);
	void *names; /* first argument of name, message and shown */
	/* shown: called for each row that has been printed; NULL: no call */
	void (*shown)(void *names, const ThreadRow *row);
} DeadlockChoice;

/* deadlock_wait: print what a blocked thread waits for: "waits for semaphore 8000dc6c (free)". */
void deadlock_wait(const DeadlockChoice *choice, const ThreadRow *row, Buf *out);

/*
 * deadlock_edge: print what thread i waits for (deadlock_wait) and, unless it waits to receive, the
 * thread that could release it, if there is only one.
 */
void deadlock_edge(const Deadlock *d, uint32_t i, const DeadlockChoice *choice, Buf *out);

/*
 * deadlock_cycle: print a shortest cycle of waits through one of the chosen threads, one line for
 * each thread: what it waits for, and which thread could provide it. A cycle has only waits that
 * exactly one thread can end. Returns whether there is a cycle.
 */
bool deadlock_cycle(const Deadlock *d, const DeadlockChoice *choice, Buf *out);
/*
 * deadlock_waits: call `each` for each wait of a cycle or, if there is no cycle, of a knot: with a
 * thread, and one that could release it.
 */
void deadlock_waits(const Deadlock *d,
	void (*each)(void *context, const ThreadRow *waits, const ThreadRow *on), void *context);
/*
 * deadlock_knot: find a knot to which the waits of a chosen thread lead: two threads or more such
 * that only threads of the knot could release one of them, and the waits of each lead to every
 * other (the deadlock of the OR model: Chandy, Misra and Haas 1983). The threads of a cycle form a
 * knot, too.
 *
 * returns [n] whether a thread is in the knot; the caller frees it. NULL if there is none
 */
bool *deadlock_knot(const Deadlock *d, const DeadlockChoice *choice);
/*
 * deadlock_knot_rows: print what each thread of a knot waits for and which processes could release
 * it, at most `most` of them; and print that all of them wait.
 */
void deadlock_knot_rows(const Deadlock *d, const DeadlockChoice *choice, const bool *knot,
	uint32_t most, Buf *out);
/*
 * deadlock_rows: print the chosen threads that no other thread can release or, if there are none,
 * all stuck ones; at most `most` of them.
 */
void deadlock_rows(const Deadlock *d, const DeadlockChoice *choice, uint32_t most, Buf *out);
/*
 * deadlock_held_rows: print the threads that the machine holds, and those with a remark about a
 * forced order; at most `most` of them.
 */
void deadlock_held_rows(const Deadlock *d, const DeadlockChoice *choice, uint32_t most, Buf *out);
/* deadlock_free: free the list of threads and what deadlock_find has found. */
void deadlock_free(Deadlock *d);

#endif
