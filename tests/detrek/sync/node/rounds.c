/*
 * rounds.c - runs a random program of threads and semaphores (rounds.h) many times: arguments are
 * its seed, and the number of rounds.
 *
 * What a thread computes between its operations takes another time in each round. `turn` is
 * signalled at the beginning of each round, and at its end: when all threads have ended, or when
 * each of the others waits for a signal that does not come. Then main gives them the signals.
 */
#include <argument.h>
#include <kernel.h>
#include <stdio.h>
#include <stdlib.h>
#include <t800.h>

#include "rounds.h"

enum { STACK = 2048, POLL = 8 }; /* ticks of 64 us */

Semaphore semaphores[MOST_SEMAPHORES], turn;

static RoundProgram program;
static volatile uint8_t waits[MOST_THREADS], ended[MOST_THREADS];
static volatile uint32_t steps[MOST_THREADS];
static uint32_t state;

static void
work(uint32_t *state)
{
	volatile uint32_t n = round_draw(state, 4) ? round_draw(state, 30) : round_draw(state, 900);

	while (n > 0)
		n--;
}

static void
run(void *number)
{
	uint32_t me = (uint32_t)number, mine = state + me * 7919u;

	for (uint32_t i = 0; i < program.nops; i++) {
		const RoundOp *o = &program.op[i];

		if (o->thread != me)
			continue;
		work(&mine);
		waits[me] = o->waits;
		if (o->waits)
			sem_wait(&semaphores[o->semaphore]);
		else
			sem_signal(&semaphores[o->semaphore]);
		waits[me] = 0;
		steps[me]++;
	}
	ended[me] = 1;
}

/* has_ended: have all threads ended? *stuck: those that have not are waiting. */
static int
has_ended(int *stuck, uint32_t *sum)
{
	uint32_t n = 0;

	*stuck = 1;
	*sum = 0;
	for (uint32_t i = 0; i < program.nthreads; i++) {
		n += ended[i];
		*sum += steps[i];
		if (!ended[i] && !waits[i])
			*stuck = 0;
	}
	return n == program.nthreads;
}

/* await_end: returns 0 if threads wait for signals that do not come. */
static int
await_end(void)
{
	uint32_t before, sum = 0;
	int stuck = 0, again;

	for (;;) {
		again = stuck;
		before = sum;
		if (has_ended(&stuck, &sum))
			return 1;
		if (stuck && again && sum == before)
			return 0;
		timer_wait(timer_now() + POLL);
	}
}

static void
play_round(void)
{
	Thread *t[MOST_THREADS];
	uint32_t sum;
	int stuck;

	for (uint32_t i = 0; i < program.nsemaphores; i++)
		sem_init(&semaphores[i], 0);
	for (uint32_t i = 0; i < program.nthreads; i++)
		ended[i] = waits[i] = 0;
	round_draw(&state, 1);
	sem_signal(&turn);
	for (uint32_t i = 0; i < program.nthreads; i++)
		t[i] = thread_start(run, (void *)i, STACK, PRIORITY_LOW);
	if (!await_end()) {
		sem_signal(&turn);
		for (uint32_t i = 0; !has_ended(&stuck, &sum); i++) {
			sem_signal(&semaphores[i % program.nsemaphores]);
			timer_wait(timer_now() + 1);
		}
	} else {
		sem_signal(&turn);
	}
	for (uint32_t i = 0; i < program.nthreads; i++)
		thread_join(t[i]);
}

int
main(int argc, char **argv)
{
	int32_t seed = 1, rounds = 10;

	argument_number(argc, argv, 1, 1, 1 << 30, &seed);
	argument_number(argc, argv, 2, 1, 1 << 30, &rounds);
	round_program(&program, seed);
	sem_init(&turn, 0);
	state = seed;
	while (rounds-- > 0)
		play_round();
	return 0;
}
