/*
 * debug_live.h - `--debug` of commands that run a network: the debugger of a run that is being
 * made.
 */
#ifndef DEBUG_LIVE_H
#define DEBUG_LIVE_H

#include "sim/past/past.h"

typedef struct Live Live;

/*
 * debug_live_begin: debug the run of a live past that is at its beginning; the past then has a
 * driver. script: a file of commands that it executes first; NULL: none.
 */
Live *debug_live_begin(Past *past, const char *script);
/*
 * Without a debugger, l is NULL, and these do nothing. debug_live_program: nodes may execute the
 * program in this file; name: its name on nodes (NULL: the file's name without suffix). A file that
 * is not ELF is ignored. debug_live_end: the run has ended; returns when its user has seen enough.
 * The past is at the present then, and has no driver.
 */
void debug_live_program(Live *l, const char *file, const char *name);
void debug_live_end(Live *l);

#endif
