/*
 * interval_parts.h - traces a log interval with too many instructions in parts.
 *
 * The interval is emulated once without a trace. This finds where each part begins, which memory
 * the part writes, and which instructions it executes. A part is traced when it is needed.
 */
#ifndef INTERVAL_PARTS_H
#define INTERVAL_PARTS_H

#include "detrek/logs/logs.h"
#include "steps.h"

enum { PART_STEPS = 1 << 20 }; /* instructions of a part; the last part may have fewer */

typedef struct IntervalParts IntervalParts;

/*
 * parts_new: divide a log interval (one execution of an e-block) into parts. The state at the end
 * of the interval is compared with the postlog. Emulator, log and program are borrowed.
 */
IntervalParts *parts_new(Emulator *e, const Log *log, const ProgramInfo *program, uint32_t block);
/* parts_free: free the parts with their traces. */
void parts_free(IntervalParts *p);
/* parts_nparts: the number of parts into which the interval is divided. */
uint32_t parts_nparts(const IntervalParts *p);
/* parts_steps: the number of instructions of all parts. */
uint64_t parts_steps(const IntervalParts *p);
/* parts_first_count: the number of instructions that the process had executed before a part. */
uint64_t parts_first_count(const IntervalParts *p, uint32_t part);
/*
 * parts_containing: the number of the part that executes the process's instruction number `count`.
 */
uint32_t parts_containing(const IntervalParts *p, uint64_t count);
/* parts_writes: true if the part has written to the word. */
bool parts_writes(const IntervalParts *p, uint32_t part, Addr a);
/* parts_executes: true if the part may have executed the instruction. */
bool parts_executes(const IntervalParts *p, uint32_t part, Addr instruction);
/*
 * parts_begin_part: set the emulator to the beginning of a part, so that emulator_advance executes
 * the part.
 */
void parts_begin_part(const IntervalParts *p, uint32_t part, const EmulateCalls *calls, void *of);
/*
 * parts_trace: the address of a pointer in which the caller stores the trace of a part; parts_free
 * frees the trace.
 */
Interval **parts_trace(const IntervalParts *p, uint32_t part);

#endif
