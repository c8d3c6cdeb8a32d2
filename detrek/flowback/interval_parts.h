/*
 * interval_parts.h - a log interval with so many instructions that it is traced in parts.
 *
 * It is emulated once without a trace. That notes where each part begins, the memory that it has
 * written, and the instructions that it has executed. A part is then traced from its beginning.
 */
#ifndef INTERVAL_PARTS_H
#define INTERVAL_PARTS_H

#include "detrek/logs/logs.h"
#include "steps.h"

enum { PART_STEPS = 1 << 20 }; /* instructions of a part, but for the last one */

typedef struct Parts Parts;

/* parts_new: the interval's end state is compared with its postlog. The others are borrowed. */
Parts *parts_new(Emulator *e, const Log *log, const ProgramInfo *program, uint32_t block);
void parts_free(Parts *p);
uint32_t parts_number(const Parts *p);
uint64_t parts_steps(const Parts *p); /* instructions of all */
/* parts_count: instructions of the process before a part. parts_at: the part that executes one. */
uint64_t parts_count(const Parts *p, uint32_t part);
uint32_t parts_at(const Parts *p, uint64_t count);
/* parts_writes: a part has written to the word. parts_executes: false: not this instruction. */
bool parts_writes(const Parts *p, uint32_t part, Addr a);
bool parts_executes(const Parts *p, uint32_t part, Addr instruction);
/* parts_go: the emulator is at the beginning of a part, to be continued by emulator_advance. */
void parts_go(const Parts *p, uint32_t part, const EmulateCalls *calls, void *of);
/* parts_traced: the caller's place for a part's trace; parts_free frees it. */
Interval **parts_traced(const Parts *p, uint32_t part);

#endif
