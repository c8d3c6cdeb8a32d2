/*
 * change.h - a node's memory or registers become others, by the hand of somebody who asks what if.
 */
#ifndef CHANGE_H
#define CHANGE_H

#include "sim/network/network.h"

typedef struct Change {
	NodeId node;
	bool registers;
	/* memory */
	Addr addr;
	Word nbytes;
	uint8_t *bytes;
	/* registers */
	Word areg, breg, creg, wptr, iptr;
} Change;

/* change_ok: the node has that memory. change_apply: between two runs, or while the node is held. */
bool change_ok(const Network *w, const Change *c);
void change_apply(Network *w, const Change *c);

#endif
