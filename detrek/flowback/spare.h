/*
 * spare.h - a node outside the network, which executes code that a process has not executed. It
 * begins with the memory and the registers that the process had at some instruction.
 */
#ifndef SPARE_H
#define SPARE_H

#include "steps.h"

#include "cc/isa/executed.h"
#include "sim/cpu/cpu.h"

/* A spare node. */
typedef struct SpareNode {
	Steps *steps;
	T800 *c;        /* the node's processor; NULL: not needed yet */
	/*
	 * the spare node has the memory of node `node` before event number `event` of the interval
	 * that begins at `first`, changed by what was written since spare_begin
	 */
	NodeId node;
	uint64_t first;
	uint32_t event;
	/* the ranges that were written since the last spare_begin, and their bytes before */
	Buf ranges, before;
} SpareNode;

/* spare_free: free the spare node. */
void spare_free(SpareNode *x);

/*
 * spare_begin: set the memory to its contents before an event of an interval, and the registers to
 * those before an instruction of the node.
 */
void spare_begin(SpareNode *x, const Interval *in, uint32_t event, const Step *registers);
/* spare_undo: undo all writes since spare_begin. */
void spare_undo(SpareNode *x);

/* spare_registers: set the registers to those of step s, to continue with another process. */
void spare_registers(SpareNode *x, const Step *registers);

/* spare_decode: decode the next instruction; false if this is impossible. */
bool spare_decode(const SpareNode *x, Executed *e);
/* spare_step: execute the next instruction, which is decoded in e. */
void spare_step(SpareNode *x, const Executed *e);
/* spare_word: the word of memory at an address; 0 outside of the memory. */
Word spare_word(const SpareNode *x, Addr a);
/* spare_put: write nbytes of a value; nothing happens outside of the memory. */
void spare_put(SpareNode *x, Addr a, Word value, Word nbytes);

/* A range of memory that was written. */
typedef struct SpareRange {
	Addr addr;
	Word nbytes;
} SpareRange;
/* spare_written: list the ranges written since spare_begin, by time; returns their number. */
size_t spare_written(const SpareNode *x, const SpareRange **ranges);

#endif
