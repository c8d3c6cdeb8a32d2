/* alone_debug.h - debugs a user function of a recorded run with gdb, on this host. */
#ifndef ALONE_DEBUG_H
#define ALONE_DEBUG_H

/*
 * alone_debug: `trellis replay RECORDING --task TASK --native`; returns the exit status, if gdb
 * does not take this process's place. arguments are for gdb, as in a shell; NULL: none.
 */
int alone_debug(const char *recording, const char *task, const char *arguments);

#endif
