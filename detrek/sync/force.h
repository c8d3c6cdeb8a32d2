/*
 * force.h - the options `--sync-order` and `--sync-log` of a live run. The first forces an order on
 * the run's operations; with the second the kernels log the operations.
 */
#ifndef FORCE_H
#define FORCE_H

#include "sim/network/network.h"
#include "sim/node/deadlock.h"

/* The exit status of a run that has left the forced order. */
enum { EXIT_LEFT_ORDER = 4 };

/* File names; NULL for none. */
typedef struct SyncFiles {
	/* file to write: the order of operations that the nodes' kernels have logged */
	const char *inside;
	const char *order;  /* file to read: the order to force on the run */
} SyncFiles;

typedef struct SyncLive SyncLive;

/*
 * sync_live_begin: observe a network that has not run yet, and that will run this kernel. Pass each
 * program to sync_live_program before it runs.
 */
SyncLive *sync_live_begin(Network *w, const char *kernel, const SyncFiles *files);
/* sync_live_program: note a program that nodes may execute, from a file. */
void sync_live_program(SyncLive *l, const char *file);
/* sync_live_named_program: note a program that has another name on nodes than its file. */
void sync_live_named_program(SyncLive *l, const char *file, const char *name);
/* sync_live_receive: take a kernel's message (EV_SYNCD) with a part of its log. */
void sync_live_receive(SyncLive *l, uint32_t node, const uint8_t *body, size_t nbytes);
/* sync_live_is_complete: true if all blocks that the kernels have sent have arrived. */
bool sync_live_is_complete(SyncLive *l);
/*
 * sync_live_mark_held: mark, in the deadlock, the threads that are held, and the thread whose
 * operation is the next in the order (deadlock_hold).
 */
void sync_live_mark_held(const SyncLive *l, Deadlock *d);
/*
 * sync_live_end: write the logs. Returns 0; EXIT_LEFT_ORDER if the order was not kept; or
 * EXIT_FOUND if a log is not complete, or if the order lacked a message of the host for a thread. A
 * line on standard error gives the reason.
 */
int sync_live_end(SyncLive *l);
/*
 * sync_live_end_order: end a run with an order and no log, as sync_live_end does; returns whether
 * all of the order was kept, and appends the message about it.
 */
bool sync_live_end_order(SyncLive *l, Buf *said);

#endif
