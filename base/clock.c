/* clock.c - the host's clocks. The simulation must not depend on them. */
#include "clock.h"

#include <time.h>

static double
clock_seconds(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

double
clock_wall(void)
{
	return clock_seconds(CLOCK_MONOTONIC);
}

double
clock_processor(void)
{
	return clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
}

double
clock_thread(void)
{
	return clock_seconds(CLOCK_THREAD_CPUTIME_ID);
}
