/*
 * mistake.h - what goes wrong, by name, when asked for; each stands in a line of its own with its name.
 */
#ifndef MISTAKE_H
#define MISTAKE_H

#include <stdint.h>

enum { TASKS = 40, BAD_TASK = 7 };

extern char wanted[24]; /* the mistake that is to be made */
int is(const char *name);

void crash(const char *where); /* makes a mistake "where-kind", if that is wanted, of the kinds that all functions can make */

#endif
