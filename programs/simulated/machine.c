/*
 * machine.c - time and breakdowns, by the transputer's own instructions; on the host, where there
 * is no node to break, the program ends.
 */
#include "spend.h"

#ifdef __T800__

#include <stddef.h>
#include <kernel.h>
#include <t800.h>

enum {
	TURNS = 8192,   /* for the measurement of `rate` */
	UNIT = 1 << 14, /* us; turns in that time have 32 bits */
	STACK = 2048,
	RUNS = 16,      /* segments that are measured together */
	RUN_TIME = 100, /* us */
	TRIES = 3,      /* measurements, of which the least counts */
};

static void __attribute__((noinline))
turn(uint32_t n)
{
	for (; n > 0; n--)
		__asm__ volatile("");
}

void
machine_high(void (*f)(void *), void *argument)
{
	uint32_t stack[STACK / 4];
	Channel done;

	channel_init(&done);
	process_start(f, argument, stack, sizeof stack, PRIORITY_HIGH, &done);
	channel_in_word(&done);
}

/*
 * Measured once in each process: turns in UNIT us; the turns that a segment takes without measuring
 * them, and the us that it takes without a turn. Until these are known, no segment is too long.
 */
static uint32_t rate, overhead;
static int32_t least = INT32_MIN / 2;

static void
measure_rate(void *unused)
{
	uint32_t start = timer_now(), us;

	(void)unused;
	turn(TURNS);
	us = timer_now() - start;
	rate = (TURNS * UNIT + us / 2) / us;
}

/* Without 64 bits and divisions, which would take longer than some segments. */
static inline uint32_t
turns_of(uint32_t us)
{
	return us < UNIT ? us * rate / UNIT : us / UNIT * rate + us % UNIT * rate / UNIT;
}

static void
read_clock(void *us)
{
	*(uint32_t *)us = timer_now();
}

/* The us of RUNS segments, which begin at different times between two ticks. */
static uint32_t
us_of(void (*segment)(uint32_t us), uint32_t us)
{
	uint32_t start, end;

	machine_high(read_clock, &start);
	for (int i = 0; i < RUNS; i++) {
		turn(i);
		segment(us);
	}
	machine_high(read_clock, &end);
	return end - start;
}

static void __attribute__((noinline))
nothing(uint32_t us)
{
	(void)us;
	__asm__ volatile("");
}

/* us that RUNS segments take beyond their time; the least of TRIES, as other processes run, too. */
static uint32_t
measured_overhead(void (*segment)(uint32_t us), uint32_t us)
{
	uint32_t minimum = UINT32_MAX;

	for (int i = 0; i < TRIES; i++) {
		uint32_t all = us_of(segment, us) - us_of(nothing, us);

		if (all < minimum)
			minimum = all;
	}
	return minimum - RUNS * us;
}

void
machine_start(void (*segment)(uint32_t us))
{
	machine_high(measure_rate, NULL);
	overhead = turns_of(measured_overhead(segment, RUN_TIME)) / RUNS;
	least = measured_overhead(segment, 0) / RUNS;
}

uint32_t
machine_spend(uint32_t us, uint32_t spent)
{
	int32_t rest = us - spent, turns = rest > 0 ? turns_of(rest) - overhead : -1;

	if (turns >= 0) {
		turn(turns);
		return 0;
	}
	return rest < least ? least - rest : 0;
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
machine_start(void (*segment)(uint32_t us))
{
	(void)segment;
}

void
machine_high(void (*f)(void *), void *argument)
{
	f(argument);
}

uint32_t
machine_spend(uint32_t us, uint32_t spent)
{
	(void)us, (void)spent;
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
