/*
 * machine.c - time and breakdowns, by the transputer's own instructions; on the host, where there is no
 * node to break, the program ends.
 */
#include "spend.h"

#ifdef __T800__

#include <stddef.h>
#include <kernel.h>
#include <t800.h>

enum { TURNS = 1024, STACK = 2048 };

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

static uint32_t us_of_turns; /* measured once; processes that do it at a time find the same */

void
machine_start(void)
{
	if (us_of_turns == 0)
		us_of_turns = measured();
}

void
machine_spend(uint32_t us)
{
	machine_start();
	turn((uint64_t)us * TURNS / us_of_turns);
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
