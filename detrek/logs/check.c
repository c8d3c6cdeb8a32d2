/* check.c - emulates all intervals of a log, and compares their end states with the postlogs. */
#include "logs.h"

/* ignore_begin: do nothing at the start of an interval; a check only emulates. */
static void
ignore_begin(void *of)
{
	(void)of;
}

/* ignore_step: do nothing for an instruction. */
static void
ignore_step(void *of, const T800 *c, uint64_t count)
{
	(void)of, (void)c, (void)count;
}

/* ignore_accesses: do nothing for accesses to memory. */
static void
ignore_accesses(void *of, const Access *a, uint32_t naccesses)
{
	(void)of, (void)a, (void)naccesses;
}

/* ignore_nested: do nothing for a nested interval. */
static void
ignore_nested(void *of, uint32_t block, Cycles cycles)
{
	(void)of, (void)block, (void)cycles;
}

/* ignore_received: do nothing for bytes that a link has received. */
static void
ignore_received(void *of, const LogItem *item, Word wdesc)
{
	(void)of, (void)item, (void)wdesc;
}

/* ignore_changed: do nothing for a word that another process has changed. */
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
		if (!log->blocks[i].is_outside)
			emulator_run(e, log, program, i, ignore_begin, &calls, NULL);
}
