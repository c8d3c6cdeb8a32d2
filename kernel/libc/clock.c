/*
 * clock.c - the clocks of POSIX: the host's, in whole seconds, and the processor's.
 */
#include "host.h"

#include <errno.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <t800.h>
#include <time.h>

enum { SECOND = 1000000000, LOW_TICK = 64000, HIGH_TICK = 1000 }; /* durations in nanoseconds */

static int
tick(void)
{
	return process_priority() == PRIORITY_HIGH ? HIGH_TICK : LOW_TICK;
}

/* set_from_ticks: the time since the clock was 0; it begins again after 2^32 ticks. */
static void
set_from_ticks(struct timespec *to, uint32_t ticks, int length)
{
	uint64_t nanoseconds = (uint64_t)ticks * length;

	to->tv_sec = nanoseconds / SECOND;
	to->tv_nsec = nanoseconds % SECOND;
}

int
clock_gettime(clockid_t clock, struct timespec *to)
{
	switch (clock) {
	case CLOCK_REALTIME:
		to->tv_nsec = 0;
		return time(&to->tv_sec) < 0 ? -1 : 0;
	case CLOCK_MONOTONIC:
	case CLOCK_PROCESS_CPUTIME_ID:
		set_from_ticks(to, host_clock(), tick());
		return 0;
	default:
		errno = EINVAL;
		return -1;
	}
}

int
clock_getres(clockid_t clock, struct timespec *to)
{
	if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC && clock != CLOCK_PROCESS_CPUTIME_ID) {
		errno = EINVAL;
		return -1;
	}
	if (to)
		*to = clock == CLOCK_REALTIME ? (struct timespec){.tv_sec = 1}
					      : (struct timespec){.tv_nsec = tick()};
	return 0;
}

/* nanosleep: wait at least this long, by the clock of the running priority, uninterrupted. */
int
nanosleep(const struct timespec *duration, struct timespec *rest)
{
	if (duration->tv_sec < 0 || duration->tv_nsec < 0 || duration->tv_nsec >= SECOND) {
		errno = EINVAL;
		return -1;
	}
	for (time_t seconds = 0; seconds < duration->tv_sec; seconds++)
		timer_wait(host_clock() + SECOND / tick());
	timer_wait(host_clock() + duration->tv_nsec / tick() + 1);
	if (rest)
		*rest = (struct timespec){0};
	return 0;
}

int
getrusage(int who, struct rusage *to)
{
	struct timespec now;

	if (who != RUSAGE_SELF) {
		errno = EINVAL;
		return -1;
	}
	clock_gettime(CLOCK_MONOTONIC, &now);
	*to = (struct rusage){.ru_utime = {now.tv_sec, now.tv_nsec / 1000}};
	return 0;
}

clock_t
times(struct tms *to)
{
	*to = (struct tms){.tms_utime = clock()};
	return to->tms_utime;
}
