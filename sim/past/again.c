/*
 * again.c - repeats a recorded run as a live one, so that an observer can intervene in it.
 *
 * Its host is an echo, as the host of a branch is (branch.c).
 */
#include "past_state.h"

#include <stdlib.h>

Past *
past_repeat(Past *p, const char *dir)
{
	const Moment *first = &p->moments.moment[0];
	const RecordedFile *files;
	uint32_t n = past_files(p, &files);
	Past *again;

	assert(!past_is_forced(p));
	past_leave_present(p);
	past_load_moment(p, first);
	again = past_new(branch_network(p->w));
	again->acted = first->acted;
	branch_echo(again, &p->tape);
	past_record(again, dir, past_command(p), RECORD_EVERY, false);
	for (uint32_t i = 0; i < n; i++)
		past_record_copy(again, &files[i]);
	return again;
}

void
past_repeat_run(Past *again, Time until)
{
	if (past_run(again, until) == RUN_QUIET) {
		/* an order of the host may have been due later, without an effect */
		again->w->now = until;
		past_run(again, until + 1);
	}
}
