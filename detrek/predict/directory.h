/* directory.h - the directory for the recordings of forced runs. */
#ifndef DIRECTORY_H
#define DIRECTORY_H

#include <stdbool.h>

/*
 * directory_check: make a directory for the recordings; one that is not empty is refused, so that
 * nothing is overwritten. Returns whether it is new.
 */
bool directory_check(const char *name);

#endif
