/*
 * debug_main.h - what the debugger's command and its protocol share.
 */
#ifndef DEBUG_MAIN_H
#define DEBUG_MAIN_H

#include "lone_task.h"

/* A past and what is below it. */
typedef struct Debugged {
	Past *past;
	Topology *topology; /* of a snapshot; NULL: the past has its own, as it has ... */
	Network *network;
	Host *host;
	Past *whole;        /* the recording that `alone` is cut out of, NULL if there is none */
	Alone alone;
} Debugged;

/*
 * debugged_open: a recording or a snapshot; anything else is the user's mistake (fatal). true: it
 * is a recording
 */
bool debugged_open(Debugged *d, const char *name);
/*
 * debugged_alone: of a recording, only the function that works at a task (task_parse) is debugged,
 * on its node alone.
 * false: it is not there, and why says why.
 */
bool debugged_alone(Debugged *d, const char *task, char why[MAX_MESSAGE]);
void debugged_close(Debugged *d);
Session *debugged_session(Debugged *d, bool recorded);

/*
 * debugged_kernel: the nodes' kernel: of a file, or NULL: the one of this program, unless there is
 * one already.
 */
void debugged_kernel(Session *s, const char *file);

/* dap_main: what NULL: the client says what is debugged. port 0: on standard input and output. */
int dap_main(const char *what, uint16_t port);

#endif
