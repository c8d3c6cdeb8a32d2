/*
 * debug_live.h - `--debug` of commands that run a network: the debugger of a run that is being
 * made.
 */
#ifndef DEBUG_LIVE_H
#define DEBUG_LIVE_H

#include "sim/command/live_debugger.h"

extern const LiveDebugger debug_live;

#endif
