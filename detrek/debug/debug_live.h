/*
 * debug_live.h - the option `--debug` of commands that run a network: debugs a run while it is
 * being made.
 */
#ifndef DEBUG_LIVE_H
#define DEBUG_LIVE_H

#include "sim/past/past.h"

typedef struct Live Live;

/*
 * debug_live_begin: debug the run of a live past, which must be at its beginning. The debugger
 * becomes the past's driver. script: a file of commands that the debugger executes first, or NULL.
 */
Live *debug_live_begin(Past *past, const char *script);
/*
 * debug_live_program: add a program that nodes may execute; `name` is its name on nodes, or NULL
 * for the file's name without suffix. A file that is not ELF is ignored. Nothing happens if l is
 * NULL.
 */
void debug_live_program(Live *l, const char *file, const char *name);
/*
 * debug_live_end: let the user debug the run, which has ended; returns when the user ends the
 * session. Afterwards the past is at the present, and has no driver. Nothing happens if l is NULL.
 */
void debug_live_end(Live *l);

#endif
