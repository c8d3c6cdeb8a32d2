/*
 * rerun.c - runs a recorded run again, with an order forced on it.
 *
 * The order ends where two threads are about to make their accesses. Then the run continues freely,
 * until it has taken twice the time of the recorded one, or nothing is left to do.
 */
#include "rerun.h"

#include "detrek/sync/force.h"
#include "detrek/target/target.h"

#include <stdlib.h>

/* pass_programs: tell the run that is repeated the files of the recorded programs. */
static void
pass_programs(SyncLive *sync, const Past *p)
{
	const RecordedFile *files;
	uint32_t n = past_files(p, &files);

	for (uint32_t i = 0; i < n; i++) {
		char *name = target_recorded_name(&files[i]);

		if (name)
			sync_live_named_program(sync, files[i].path, name);
		free(name);
	}
}

Rerun
rerun_make(Past *of, const char *file, const char *order)
{
	Past *again = past_repeat(of, file);
	/* sync_target has found the kernel */
	SyncLive *sync = sync_live_begin(past_network(again), past_file(of, "kernel")->path,
		&(SyncFiles){.order = order});
	Rerun r = {0};

	pass_programs(sync, of);
	past_repeat_run(again, 2 * past_present(of));
	r.followed = sync_live_end_order(sync, &r.said);
	r.deaf = past_is_deaf(again);
	past_free(again);
	return r;
}
