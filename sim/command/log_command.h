/*
 * log_command.h - takes the log of a live run's process, for `--log`. main sets it.
 */
#ifndef LOG_COMMAND_H
#define LOG_COMMAND_H

#include "sim/network/network.h"

typedef struct LogCommand {
	/*
	 * begin: observe a network that has not run yet, and that no watcher observes; the program
	 * will be booted on the node. Its log goes to a file.
	 */
	void *(*begin)(Network *w, NodeId n, const char *program, const char *file);
	/* end: call it between two runs, while the network exists; the log is written. */
	void (*end)(void *live);
} LogCommand;

extern const LogCommand *log_command; /* NULL: there is none in this program */

#endif
