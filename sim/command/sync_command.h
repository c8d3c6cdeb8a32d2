/*
 * sync_command.h - the observer of the operations of a live run's threads, for `--sync-log` and
 * `--sync-order`. main sets it.
 */
#ifndef SYNC_COMMAND_H
#define SYNC_COMMAND_H

#include "sim/network/network.h"

struct Deadlock; /* sim/node/deadlock.h */

/* The exit status of a run that has left the order that was forced on it. */
enum { EXIT_LEFT = 4 };

/* Files; NULL for none. */
typedef struct SyncFiles {
	const char *log;    /* gets the order of operations, observed from outside */
	const char *inside; /* gets the order of operations that the nodes' kernels have logged */
	const char *order;  /* is forced on the run */
} SyncFiles;

typedef struct SyncCommand {
	/*
	 * begin: observe a network that has not run yet, and that will run this kernel. Pass each
	 * program to it before it runs.
	 */
	void *(*begin)(Network *w, const char *kernel, const SyncFiles *files);
	void (*program)(void *live, const char *file);
	/* receive: a kernel's message with a part of its log (EV_SYNCD) has arrived. */
	void (*receive)(void *live, uint32_t node, const uint8_t *body, size_t nbytes);
	/* complete: true if all blocks that the kernels have sent have arrived. */
	bool (*complete)(void *live);
	/* hold: mark the threads that are held, and the one whose turn it is (deadlock_hold). */
	void (*hold)(void *live, struct Deadlock *d);
	/*
	 * end: the logs are written. Returns 0; EXIT_LEFT if the order was not kept; or EXIT_FOUND
	 * if a log is not complete, or the order had no message of the host for a thread. A line on
	 * standard error says so.
	 */
	int (*end)(void *live);
} SyncCommand;

extern const SyncCommand *sync_command; /* NULL: there is none in this program */

#endif
