/*
 * argument.h - the arguments of a program.
 */
#ifndef ARGUMENT_H
#define ARGUMENT_H

#include <stdint.h>

/*
 * argument_number: if there is an argument i, *to is set to the number that it says, which must be
 * from least to most; else the program ends with a message and status 2.
 */
void argument_number(int argc, char **argv, int i, int32_t least, int32_t most, int32_t *to);
/* argument_is: there is an argument i, and it is this word. */
int argument_is(int argc, char **argv, int i, const char *word);

#endif
