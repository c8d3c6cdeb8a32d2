/* exhausted.h - the end of a process that gets no more memory. */
#ifndef EXHAUSTED_H
#define EXHAUSTED_H

/*
 * memory_exhausted: print what the memory was for (NULL: not said), the limit that this process
 * has, if there is one, and what would do; exit with status 2. Nothing is allocated.
 */
_Noreturn void memory_exhausted(const char *what);

#endif
