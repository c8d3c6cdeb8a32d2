/* clock.c - the host's clocks. The simulation must not depend on them. */
#include "base.h"

#include <time.h>

static double
seconds(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

double
clock_wall(void)
{
	return seconds(CLOCK_MONOTONIC);
}

double
clock_processor(void)
{
	return seconds(CLOCK_PROCESS_CPUTIME_ID);
}

double
clock_thread(void)
{
	return seconds(CLOCK_THREAD_CPUTIME_ID);
}
