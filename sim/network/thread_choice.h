/*
 * thread_choice.h - chooses whether several threads execute a network, from measurements. Private
 * to this folder.
 *
 * The result of a run does not depend on the number of threads, so the host's clock may decide. A
 * run begins on one thread. If its rounds become so long that a barrier costs little, it is tried
 * on several threads, and goes on so if that is faster.
 */
#ifndef NETWORK_THREAD_CHOICE_H
#define NETWORK_THREAD_CHOICE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ThreadChoice {
	uint32_t most; /* threads to choose; up to 1: there is nothing to choose */
	bool several;  /* the present choice: `most` threads, not one */
	bool on_trial; /* several threads have not been compared with one yet */
	bool measuring;
	double from;   /* when this measurement began, or the next one may begin; seconds */
	double again;  /* the time before which several threads are not tried again */
	double alone;  /* instructions a second on one thread, before several were tried */
	double busy;   /* at the measurement's beginning, as the next two */
	uint64_t instructions, rounds;
} ThreadChoice;

/* thread_choice_is_due: true if thread_choice may choose another number of threads now. */
bool thread_choice_is_due(const ThreadChoice *c, double now);
/*
 * thread_choice: the number of threads from now on. now: the host's clock, in seconds; busy: the
 * processor time that the calling thread has used; then how many instructions the network has
 * executed, and how many rounds it has made. One thread is measured by its processor time, so that
 * waiting does not count against it; several threads are measured by the clock.
 */
uint32_t thread_choice(ThreadChoice *c, double now, double busy, uint64_t instructions,
	uint64_t rounds);

#endif
