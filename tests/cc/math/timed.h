/*
 * timed.h - measures at high priority, whose clock counts microseconds.
 */
#ifndef TIMED_H
#define TIMED_H

#include <stddef.h>
#include <t800.h>

enum { CYCLES = 20 /* in a microsecond */ };

/* run_high: run a process of high priority to its end. */
static void
run_high(void (*measure)(void *argument))
{
	static unsigned stack[2000];
	Channel done;

	channel_init(&done);
	process_start(measure, NULL, stack, sizeof stack, PRIORITY_HIGH, &done);
	channel_in_word(&done);
}

#endif
