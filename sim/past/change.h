/*
 * change.h - changes of a node's memory or registers, made by the user to ask "what if".
 */
#ifndef CHANGE_H
#define CHANGE_H

#include "sim/network/network.h"

typedef struct Change {
	NodeId node;
	bool registers; /* true: registers are changed; false: memory */
	/* a change of memory */
	Addr addr;
	Word nbytes;
	uint8_t *bytes; /* [nbytes] the new contents */
	/* a change of registers: their new values */
	Word areg, breg, creg, wptr, iptr;
} Change;

/* change_is_possible: true if the node has the memory that is to be changed. */
bool change_is_possible(const Network *w, const Change *c);
/*
 * change_apply: make a change of a node's memory or registers, between two runs or while the node
 * is held.
 */
void change_apply(Network *w, const Change *c);

#endif
