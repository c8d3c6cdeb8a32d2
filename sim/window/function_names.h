/*
 * function_names.h - the names of what nodes execute, each kept once, so that a sample of a node
 * needs only a number. One thread adds names; other threads may read those whose numbers they have
 * received.
 */
#ifndef FUNCTION_NAMES_H
#define FUNCTION_NAMES_H

#include <stdint.h>

typedef struct FunctionNames FunctionNames;

FunctionNames *function_names_new(void);
void function_names_free(FunctionNames *n);
/*
 * function_names_add: the number of a name, from 1, which is added if it is new; 0 if there are too
 * many.
 */
uint16_t function_names_add(FunctionNames *n, const char *name);
/* function_names_text: the name with this number; NULL for 0. */
const char *function_names_text(const FunctionNames *n, uint16_t number);

#endif
