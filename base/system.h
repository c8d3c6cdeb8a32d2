/* system.h - the start of this program, and other processes. */
#ifndef SYSTEM_H
#define SYSTEM_H

#include "base.h"

#include <sys/types.h>

/* start.c */

/*
 * program_start: call this first in main: it opens missing standard streams, and makes a write
 * beyond the file size limit fail with an error.
 */
void program_start(void);

/* program.c */

/* program_beside: the path of a program in this program's directory; the caller frees it. */
char *program_beside(const char *name);

/*
 * program_become: replace this process by the program `name` from the same directory. If it is
 * missing, fatal: `missing` explains why, and how to get it.
 */
_Noreturn void program_become(const char *name, char **argv, const char *missing);

/* process_await: wait until a child ends, even if signals arrive; its status as from waitpid. */
int process_await(pid_t pid);
/* host_processors: the number of the host's processors that this process may use; at least 1. */
uint32_t host_processors(void);

#endif
