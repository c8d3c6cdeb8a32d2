/* alone_debug.h - debugs with gdb, on this host, a user function of a recorded run. */
#ifndef ALONE_DEBUG_H
#define ALONE_DEBUG_H

/*
 * alone_debug: `trellis replay RECORDING --task TASK --native`; does not return if gdb replaces
 * this process; otherwise it returns the exit status. arguments are further words for gdb, quoted
 * as for a shell; NULL: none.
 */
int alone_debug(const char *recording, const char *task, const char *arguments);

#endif
