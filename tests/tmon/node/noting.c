/*
 * noting.c - records as many sends as the argument says, numbered, while a high-priority thread
 * records fifty receives; prints what it measures with the clock.
 */
#include <kernel.h>
#include <stdio.h>
#include <stdlib.h>

#include "tmon/node/meter.h"

enum { RECEIVES = 50, STACK = 2048 };

static void
receives(void *unused)
{
	(void)unused;
	for (uint32_t i = 0; i < RECEIVES; i++)
		meter_note(&(MonitorRecord){.kind = MONITOR_RECV, .peer = 7, .task = i}, 1);
}

int
main(int argc, char **argv)
{
	uint32_t n = argc > 1 ? atoi(argv[1]) : 0, began = getclock();
	Thread *t = thread_start(receives, NULL, STACK, 0);

	for (uint32_t i = 0; i < n; i++)
		meter_note(&(MonitorRecord){.kind = MONITOR_SEND,
			.peer = getnodeid() + 1,
			.task = i,
				.part = i << 4},
			1);
	thread_join(t);
	printf("node %u took %u us\n", (unsigned)getnodeid(), (unsigned)(getclock() - began));
	return 0;
}
