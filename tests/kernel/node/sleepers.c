/*
 * sleepers.c - a process ends when its threads wait for a time, or when that time just comes; the
 * argument is when main ends, in us relative to it.
 */
#include <kernel.h>
#include <stdlib.h>
#include <t800.h>

enum { THREADS = 30, LATER = 20000, STACK = 1024 };

static void
sleeper(void *until)
{
	timer_wait((uint32_t)until);
}

int
main(int argc, char **argv)
{
	uint32_t until = getclock() + LATER;
	int end = argc > 1 ? atoi(argv[1]) : 0;

	for (int i = 0; i < THREADS; i++)
		thread_start(sleeper, (void *)until, STACK, 0);
	while ((int)(getclock() - until - end) < 0)
		continue;
	return 0;
}
