/* realtime.c - lets simulated time pass in proportion to the host's clock. */
#include "realtime.h"

#include "base/clock.h"
#include "base/interrupt.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#define SECOND 1e12       /* a second in ps */
#define MIN_FACTOR 0.001       /* the least factor */
#define MAX_FACTOR 1000.0       /* the greatest factor */
#define MAX_DELAY 0.1        /* s; the greatest delay that the machine catches up */
#define LONGEST_WAIT 0.05 /* s without a look at interrupt_signal */

void
realtime_option(Realtime *r, const char *value)
{
	char *end = NULL;

	r->factor = value ? strtod(value, &end) : 1;
	if (value && (end == value || *end || !(r->factor >= MIN_FACTOR
		&& r->factor <= MAX_FACTOR)))
		fatal("--realtime=%s: expected simulated seconds per second, from %g to %g", value,
			MIN_FACTOR, MAX_FACTOR);
}

void
realtime_begin(Realtime *r, Time now)
{
	r->clock = clock_wall();
	r->from = now;
}

Time
realtime_now(const Realtime *r)
{
	if (r->factor == 0)
		return 0;
	return r->from + (Time)((clock_wall() - r->clock) * r->factor * SECOND);
}

void
realtime_wait(Realtime *r, Time now)
{
	while (r->factor > 0 && !interrupt_signal) {
		double left = ((double)now - (double)r->from) / SECOND / r->factor
			- (clock_wall() - r->clock);
		struct timespec t = {.tv_nsec = fmin(left, LONGEST_WAIT) * 1e9};

		if (left < -MAX_DELAY)
			realtime_begin(r, now);
		if (left <= 0)
			return;
		(void)nanosleep(&t, NULL); /* a signal ends this; the loop checks for it */
	}
}
