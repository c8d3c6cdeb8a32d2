/*
 * sync_command.h - the observer of the operations of a live run's threads, for `--sync-log` and
 * `--sync-order`. main sets it.
 */
#ifndef SYNC_COMMAND_H
#define SYNC_COMMAND_H

#include "sim/network/network.h"

typedef struct SyncCommand {
	/*
	 * begin: observe a network that has not run yet; log, order: the files, or NULL. Pass the
	 * kernel and each program to it before they run.
	 */
	void *(*begin)(Network *w, const char *kernel, const char *log, const char *order);
	void (*program)(void *live, const char *file);
	/* end: the log is written. false: the order was not kept, which is said. */
	bool (*end)(void *live);
} SyncCommand;

extern const SyncCommand *sync_command; /* NULL: there is none in this program */

#endif
