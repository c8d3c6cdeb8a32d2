/*
 * function_names.h - the names of what nodes execute, each kept once, so that a sample of a node
 * needs a number only. One thread adds; others may read the names whose numbers they have been
 * given.
 */
#ifndef FUNCTION_NAMES_H
#define FUNCTION_NAMES_H

#include <stdint.h>

typedef struct FunctionNames FunctionNames;

FunctionNames *function_names_new(void);
void function_names_free(FunctionNames *n);
/* names_add: the number of a name, from 1; 0: there are too many. */
uint16_t function_names_add(FunctionNames *n, const char *name);
const char *function_names_text(const FunctionNames *n, uint16_t number); /* NULL for 0 */

#endif
