/*
 * spend.h - what only a transputer can do: spend time, break down.
 */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdint.h>

/* machine_spend: keep the processor busy for this many us of its time; on the host, not at all. */
void machine_spend(uint32_t us);
/* machine_clock: us; on the host it stands still. */
uint32_t machine_clock(void);
/* machine_overhead: us that a segment cannot see of its own: half of a look at the clock, and what its end takes. */
uint32_t machine_overhead(void);
/* machine_start: have the processor's speed measured; else the first that spends time waits for it. */
void machine_start(void);
/* machine_crash: set Error on a processor that halts then. */
void machine_crash(void);
/* machine_wild: write over 256 words of memory from an address that the seed tells. */
void machine_wild(uint32_t seed);

#endif
