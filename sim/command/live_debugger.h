/* live_debugger.h - the debugger of a run that is being made, for `--debug`. main sets it. */
#ifndef LIVE_DEBUGGER_H
#define LIVE_DEBUGGER_H

#include "sim/past/past.h"

typedef struct LiveDebugger {
	/*
	 * begin: debug the run of a live past that is at its beginning; the past then has a driver.
	 * script: a file of commands that it executes first; NULL: none. Pass each program to
	 * `program`: an ELF file, and its name on nodes (NULL: the file's name without suffix).
	 */
	void *(*begin)(Past *past, const char *script);
	void (*program)(void *live, const char *file, const char *name);
	/*
	 * end: the run has ended; returns when its user has seen enough. The past is at the present
	 * then, and has no driver.
	 */
	void (*end)(void *live);
} LiveDebugger;

extern const LiveDebugger *live_debugger; /* NULL: there is none in this program */

#endif
