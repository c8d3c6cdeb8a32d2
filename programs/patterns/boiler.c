/*
 * boiler.c - two threads of a node, which heat and let off steam, report each step to main, and
 * wait until it lets them continue.
 *
 * {temperature > 3} of the heater and {open} of the valve are known to main from the report of the
 * valve until it lets the heater continue.
 */
#include <stdlib.h>
#include "patterns.h"

enum { HEATER, VALVE, THREADS, STEPS = 10, STACK = 1000 };

static Semaphore reported[THREADS], go[THREADS];
volatile uint32_t temperature, open;

static void
heat(void *unused)
{
	(void)unused;
	for (int i = 0; i < STEPS; i++) {
		spend(temperature);
		temperature++;
		sem_signal(&reported[HEATER]);
		sem_wait(&go[HEATER]);
	}
}

static void
let_off(void *unused)
{
	(void)unused;
	for (int i = 0; i < STEPS; i++) {
		spend(i);
		open = !open;
		sem_signal(&reported[VALVE]);
		sem_wait(&go[VALVE]);
	}
}

int
main(void)
{
	Thread *heater = thread_start(heat, NULL, STACK, 1);
	Thread *valve = thread_start(let_off, NULL, STACK, 1);

	for (int i = 0; i < STEPS; i++) {
		sem_wait(&reported[HEATER]);
		sem_wait(&reported[VALVE]);
		sem_signal(&go[HEATER]);
		sem_signal(&go[VALVE]);
	}
	thread_join(heater);
	thread_join(valve);
	return 0;
}
