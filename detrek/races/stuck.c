/*
 * stuck.c - finds the threads that a deadlock holds at the end of a recorded run.
 *
 * A run that ends because no event is left can be judged by its last state. A run can also end at
 * another moment: its shell executes a further command, its time is over, or a user stops it. Then
 * a program that is loaded later could send the message that a thread waits for, so such a thread
 * is not stuck. Also, a thread may look stuck only because an acknowledgement, or the notice that a
 * child has ended, is still on its way. So only a deadlock that has lasted for SETTLED counts.
 */
#include "live.h"

#include <string.h>

#define SETTLED EPOCH /* a short packet between two nodes takes about a tenth of this Time */

/* is_equal: true if both texts are the same. */
static bool
is_equal(const Buf *a, const Buf *b)
{
	return a->len == b->len && (a->len == 0 || memcmp(a->data, b->data, a->len) == 0);
}

/*
 * has_settled: true if the same threads wait at a time SETTLED before the run's end as at its end.
 */
static bool
has_settled(Past *p, Target *t, const Buf *stuck)
{
	Time end = past_present(p), from = past_beginning(p);
	Buf before = {0};
	bool same;

	if (end - from < SETTLED || !past_goto(p, place_at(end - SETTLED)))
		return false;
	target_stuck(t, false, &before);
	same = is_equal(&before, stuck);
	buf_free(&before);
	return same;
}

void
stuck_put_threads(Past *p, Target *t, Buf *out)
{
	bool quiet = past_run_end(p) == RUN_QUIET;

	past_go_present(p);
	if (target_stuck(t, quiet, out) != STUCK_FOREVER || (!quiet && !has_settled(p, t, out)))
		out->len = 0;
}
