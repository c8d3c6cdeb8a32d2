/*
 * log_command.h - takes the logs of a live run's processes, for `--log`.
 */
#ifndef LOG_COMMAND_H
#define LOG_COMMAND_H

#include "sim/network/network.h"

/* Of a program that runs without a kernel. */
typedef struct LogCommand {
	/*
	 * begin: observe a network that has not run yet, and that no watcher observes; the program
	 * will be booted on the node. Its log goes to a file.
	 */
	void *(*begin)(Network *w, NodeId n, const char *program, const char *file);
	/* end: call it between two runs, while the network exists; the log is written. */
	void (*end)(void *live);
} LogCommand;

/* Of all processes of a machine with kernels. */
typedef struct LogsCommand {
	/*
	 * begin: observe a network that has not run yet, that no watcher observes, and that will
	 * run this kernel. The logs go to a folder that is new, or empty. Pass each program before
	 * it runs.
	 */
	void *(*begin)(Network *w, const char *kernel, const char *folder);
	void (*program)(void *live, const char *file);
	void (*end)(void *live); /* as above */
} LogsCommand;

#endif
