/*
 * spend.h - operations that only a transputer has: spend time, break down.
 */
#ifndef SPEND_H
#define SPEND_H

#include <stdint.h>
#ifdef __T800__
#include <t800.h>
#endif

/*
 * machine_start: measures the processor's speed, and the time that a segment cannot measure itself:
 * segment(us) must do a segment without results. Called once in each process, before the others.
 */
void machine_start(void (*segment)(uint32_t us));
/*
 * machine_high: calls f(argument) at high priority, on the caller's stack, so that it is not
 * interrupted; the caller must have low priority.
 */
void machine_high(void (*f)(void *), void *argument);
/* machine_clock: the time in us, at high priority only; on the host always the same. */
static inline uint32_t
machine_clock(void)
{
#ifdef __T800__
	return timer_now();
#else
	return 0;
#endif
}
/*
 * machine_spend: keeps the processor busy for the rest of a segment of `us`, of which `spent` are
 * over. Returns 0, or by how many us the segment is too long. On the host it returns at once.
 */
uint32_t machine_spend(uint32_t us, uint32_t spent);
/* machine_crash: set Error on a processor that halts then. */
void machine_crash(void);
/* machine_wild: overwrite 256 words of memory from an address that the seed determines. */
void machine_wild(uint32_t seed);

#endif
