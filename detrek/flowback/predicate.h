/* predicate.h - the condition of a line in the source, and its value at an instruction. */
#ifndef PREDICATE_H
#define PREDICATE_H

#include "variable.h"

/*
 * predicate_text: "(d > 0)", in the arena, if the line, NULL or C, has one condition, and nothing
 * else on it branches; otherwise NULL.
 */
const char *predicate_text(const char *line, Arena *arena);
/*
 * predicate_value: its value before an instruction; false: it is not known, because it calls a
 * function, changes something, or uses a variable that has no value there.
 */
bool predicate_value(At at, const char *text, Arena *arena, int64_t *value);

#endif
