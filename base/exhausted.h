/* exhausted.h - the end of a process that gets no more memory. */
#ifndef EXHAUSTED_H
#define EXHAUSTED_H

/*
 * memory_exhausted: print what the memory was for (unless `what` is NULL), the memory limit of this
 * process, if there is one, and how to proceed; exit with status 2. Nothing is allocated.
 */
_Noreturn void memory_exhausted(const char *what);

#endif
