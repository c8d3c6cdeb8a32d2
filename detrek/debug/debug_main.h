/* debug_main.h - shared by the debugger's command line and its protocol adapter. */
#ifndef DEBUG_MAIN_H
#define DEBUG_MAIN_H

#include "lone_task.h"

/* A past (sim/past) to be debugged, and the objects on which it depends. */
typedef struct Debugged {
	Past *past;
	Topology *topology; /* the next three are NULL for a recording, whose past owns them */
	Network *network;
	Host *host;
	/*
	 * the recording from which `alone` was cut out; NULL if only the recording itself is
	 * debugged
	 */
	Past *whole_recording;
	/* the run of one user function on its node alone, if `whole_recording` is set */
	LoneTask alone;
} Debugged;

/*
 * debugged_open: open a recording or a snapshot; any other file is fatal. Returns true for a
 * recording.
 */
bool debugged_open(Debugged *d, const char *name);
/*
 * debugged_isolate_task: debug only the function that works at a task (named as for task_parse), on
 * its node alone; called: begin where the function was called. false, with the reason in why, if
 * no function works at the task.
 */
bool debugged_isolate_task(Debugged *d, const char *task, bool called, char why[MAX_MESSAGE]);
/*
 * debugged_go_to_error: at the end of a recording: if the kernel has ended a process because of
 * Error, go to the instruction that set Error, where the process still exists. `why` gets a
 * description of the Error.
 */
bool debugged_go_to_error(Session *s, char why[MAX_MESSAGE]);
/* debugged_close: close the past, and free what belongs to it. */
void debugged_close(Debugged *d);
/*
 * debugged_session: a session for the past that debugged_open opened; recorded: the result of
 * debugged_open.
 */
Session *debugged_session(Debugged *d, bool recorded);

/*
 * debugged_add_kernel: unless the session has a kernel, use the one in a file or, if file is NULL,
 * the one supplied with this program.
 */
void debugged_add_kernel(Session *s, const char *file);

/* MakeRun: execute a command of trellis that makes a run; returns its exit status. */
typedef int MakeRun(int argc, char **argv);

/*
 * dap_main: serve a client. what: the recording to debug; NULL: the client names it. port 0: use
 * standard input and output. make: executes a command that makes a run, `run` or `boot`, if the
 * client launches one.
 */
int dap_main(const char *what, uint16_t port, MakeRun *make);

#endif
