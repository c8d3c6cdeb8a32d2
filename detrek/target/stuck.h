/*
 * stuck.h - prints the threads of a network that wait for each other for ever, with the names from
 * their sources. The nodes are read from outside, which takes no simulated time.
 */
#ifndef STUCK_H
#define STUCK_H

#include "target.h"
#include "thread_names.h"
#include "sim/node/deadlock.h"
#include "sim/node/quiet.h"

/*
 * stuck_choice: the choice of all threads, for stuck_rows. names: the names of threads and objects,
 * borrowed while the choice is used; NULL: not known.
 */
DeadlockChoice stuck_choice(ThreadNames *names);

/*
 * stuck_rows: append a shortest cycle of chosen threads that wait for each other. If there is none,
 * append a knot of threads; if there is no knot, single threads.
 */
void stuck_rows(const Deadlock *d, const DeadlockChoice *choice, Buf *out);

/* A function that marks, with deadlock_hold, the threads that a forced order holds. */
typedef struct Holder {
	void (*mark)(void *context, Deadlock *d); /* NULL: no order is forced */
	void *context;
} Holder;

/* stuck_read: add the threads on the nodes; the arguments are those of stuck_text. */
void stuck_read(T800 *const *node, uint32_t nnodes, const char *kernel, Holder holder, Deadlock *d);

/*
 * stuck_text: append the rows (stuck_rows) of all threads on the nodes, and the threads that the
 * machine holds. kernel: the kernel's ELF file. closed: as for deadlock_find; true after a run that
 * ended because no event was left.
 */
Stuck stuck_text(T800 *const *node, uint32_t nnodes, const char *kernel, bool closed, Holder holder,
	ThreadNames *names, Buf *out);

/* ---- of a target (thread_names.c) ---- */

/*
 * target_deadlock: read the threads on all nodes, and mark those that wait for ever, as
 * target_stuck finds them. Released by deadlock_free.
 */
void target_deadlock(Target *t, bool closed, Deadlock *d);
/* target_put_wait: print what a thread waits for: "waits to receive (EVENT_ROW, 0)". */
void target_put_wait(Target *t, const ThreadRow *row, Buf *out);

#endif
