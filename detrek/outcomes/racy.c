/* racy.c - the data races of a recorded order. */
#include "outcomes.h"

#include "detrek/races/live.h"

void
recording_put_race(const char *file, Buf *out)
{
	Arena a = {0};
	Past *past = past_open(file);
	Target *target = sync_target(past);
	LiveResult r = live_races(&a, past, target);

	if (r.pairs->n > 0)
		live_put_race(&r, &r.pairs->pair[0], out);
	arena_free(&a);
	target_free(target);
	past_free(past);
}
