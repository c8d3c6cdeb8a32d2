/* check.c - emulates all intervals of a log, to compare their end states with the postlogs. */
#include "logs.h"

/* ignore_begin: do nothing at the start of an interval; a check only emulates. */
static void
ignore_begin(void *of)
{
	(void)of;
}

static void
ignore_step(void *of, const T800 *c, uint64_t count)
{
	(void)of, (void)c, (void)count;
}

static void
ignore_accesses(void *of, const Access *a, uint32_t naccesses)
{
	(void)of, (void)a, (void)naccesses;
}

static void
ignore_nested(void *of, uint32_t block, Cycles cycles)
{
	(void)of, (void)block, (void)cycles;
}

static void
ignore_received(void *of, const LogItem *item, Word wdesc)
{
	(void)of, (void)item, (void)wdesc;
}

static void
ignore_changed(void *of, const LogItem *item)
{
	(void)of, (void)item;
}

void
log_check(const Log *log, const ProgramInfo *program, Emulator *e)
{
	static const EmulateCalls calls = {ignore_step, ignore_accesses, ignore_nested,
					   ignore_received, ignore_changed};

	for (uint32_t i = 0; i < log->nblocks; i++)
		if (!log->blocks[i].outside)
			emulator_run(e, log, program, i, ignore_begin, &calls, NULL);
}
