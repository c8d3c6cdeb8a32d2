/* predicate.h - finds the condition in a source line, and computes its value at an instruction. */
#ifndef PREDICATE_H
#define PREDICATE_H

#include "variable.h"

/*
 * predicate_text: the condition of a line of C, "(d > 0)", in the arena. NULL if anything else on
 * the line branches, or if the line is NULL.
 */
const char *predicate_text(const char *line, Arena *arena);
/*
 * predicate_value: the value of a condition before an instruction; false: it is not known, because
 * the condition calls a function, changes something, or uses a variable without a value there.
 */
bool predicate_value(At at, const char *text, Arena *arena, int64_t *value);

#endif
