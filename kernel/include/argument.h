/*
 * argument.h - the arguments of a program.
 */
#ifndef ARGUMENT_H
#define ARGUMENT_H

#include <stdint.h>

/*
 * argument_number: if argument i exists, set *to to its number, which must be from least to most;
 * otherwise the program ends with a message and status 2.
 */
void argument_number(int argc, char **argv, int i, int32_t least, int32_t most, int32_t *to);
/* argument_is: true if argument i exists and is this word. */
int argument_is(int argc, char **argv, int i, const char *word);

#endif
