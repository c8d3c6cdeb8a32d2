/*
 * machine.c - time and breakdowns, by the transputer's own instructions; on the host, where there
 * is no node to break, the program ends.
 */
#include "spend.h"

#ifdef __T800__

#include <stddef.h>
#include <kernel.h>
#include <t800.h>

enum { TURNS = 2048, STACK = 2048, CALLS = 8, TRIES = 2 };

static void __attribute__((noinline))
turn(uint32_t n)
{
	for (; n > 0; n--)
		__asm__ volatile("");
}

/* At high priority, so that nothing comes between: *us for TURNS turns. */
static void
measure(void *us)
{
	uint32_t start = timer_now();

	turn(TURNS);
	*(volatile uint32_t *)us = timer_now() - start;
}

static uint32_t
measured(void)
{
	uint32_t us = 0;
	Thread *t = thread_start(measure, &us, STACK, PRIORITY_HIGH);

	if (t == NULL)
		panic("simulated: no memory to measure the processor's speed");
	thread_join(t);
	return us;
}

/* Measured once; processes that do it at a time find the same. */
static uint32_t us_of_turns, us_of_calls;

/*
 * CALLS looks at the clock, each with `spends` calls of machine_spend; the least of some tries:
 * others have turns, too.
 */
static uint32_t
measured_calls(int spends)
{
	uint32_t least = UINT32_MAX;

	for (int i = 0; i < TRIES; i++) {
		uint32_t start = machine_clock(), us = 0;

		for (int k = 0; k < CALLS; k++) {
			for (int n = 0; n < spends; n++)
				machine_spend(0);
			us = machine_clock() - start;
		}
		if (us < least)
			least = us;
	}
	return least;
}

void
machine_start(void)
{
	if (us_of_turns != 0)
		return;
	us_of_turns = measured();
	us_of_calls = measured_calls(0) / 2 + measured_calls(1);
}

/* Without 64 bits, which would take longer than some segments. */
void
machine_spend(uint32_t us)
{
	machine_start();
	turn(us / us_of_turns * TURNS + us % us_of_turns * TURNS / us_of_turns);
}

uint32_t
machine_clock(void)
{
	return getclock();
}

uint32_t
machine_overhead(void)
{
	return (us_of_calls + CALLS / 2) / CALLS;
}

void
machine_crash(void)
{
	__t800_sethalterr();
	__t800_seterr();
}

void
machine_wild(uint32_t seed)
{
	uint32_t *at = (uint32_t *)(0x80000000u + (seed * 2654435761u >> 10 & 0x3FFC00));

	for (int i = 0; i < 256; i++)
		at[i] = 0xDEADBEEF;
}

#else

#include <stdio.h>
#include <stdlib.h>

void
machine_start(void)
{
}

void
machine_spend(uint32_t us)
{
	(void)us;
}

uint32_t
machine_clock(void)
{
	return 0;
}

uint32_t
machine_overhead(void)
{
	return 0;
}

void
machine_crash(void)
{
	fprintf(stderr, "simulated: a crash\n");
	exit(3);
}

void
machine_wild(uint32_t seed)
{
	fprintf(stderr, "simulated: a wild store, %u\n", (unsigned)seed);
	exit(3);
}

#endif
