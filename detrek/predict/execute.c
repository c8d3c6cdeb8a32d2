/*
 * execute.c - runs the recorded run again with an order forced on it (rerun.c), and examines the
 * new run. Its races and its deadlock are those of any recorded run.
 */
#include "predict.h"

#include "base/files.h"

#include <stdlib.h>
#include <unistd.h>

/* write_order: write the schedule as a file that a run can be forced to follow. */
static void
write_order(const SemTrace *t, const Schedule *s, const char *name)
{
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		fatal("cannot write %s:", name);
	witness_write(f, t, s);
	fclose(f);
	file_write(name, text, size);
	free(text);
}

void
execution_force(Execution *x, const char *dir, uint32_t number, const Live *live, const SemTrace *t,
		const Schedule *s)
{
	*x = (Execution){.file = xasprintf("%s/%u", dir, number),
		.order = xasprintf("%s/%u.order", dir, number),
		.noperations = s->nevents};
	write_order(t, s, x->order);
	x->run = rerun_make(live->past, x->file, x->order);
	x->past = past_open(x->file);
	x->target = sync_target(x->past);
	x->result = live_races(&x->arena, x->past, x->target);
	x->waits = waits_at_end(x->result.live);
}

void
execution_free(Execution *x, bool keep)
{
	buf_free(&x->run.said);
	waits_free(&x->waits);
	target_free(x->target);
	past_free(x->past);
	arena_free(&x->arena);
	if (!keep) {
		unlink(x->file);
		unlink(x->order);
	}
	free(x->file);
	free(x->order);
}
