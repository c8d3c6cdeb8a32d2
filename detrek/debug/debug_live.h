/*
 * debug_live.h - `--debug` of commands that run a network: the debugger of a run that is being
 * made.
 */
#ifndef DEBUG_LIVE_H
#define DEBUG_LIVE_H

#include "sim/command/live_debugger.h"

extern const LiveDebugger debug_live;

/* The program's main, whose first argument is a command: `run`, `boot`. main sets it. */
extern int (*debug_command_main)(int argc, char **argv);

#endif
