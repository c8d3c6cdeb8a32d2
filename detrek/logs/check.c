/* check.c - emulates all intervals of a log, to compare their end states with the postlogs. */
#include "logs.h"

static void
begun(void *of)
{
	(void)of;
}

static void
step(void *of, const T800 *c, uint64_t count)
{
	(void)of, (void)c, (void)count;
}

static void
accesses(void *of, const Access *a, uint32_t naccesses)
{
	(void)of, (void)a, (void)naccesses;
}

static void
nested(void *of, uint32_t block, Cycles cycles)
{
	(void)of, (void)block, (void)cycles;
}

static void
received(void *of, const LogItem *item, Word wdesc)
{
	(void)of, (void)item, (void)wdesc;
}

static void
changed(void *of, const LogItem *item)
{
	(void)of, (void)item;
}

void
log_check(const Log *log, const ProgramInfo *program, Emulator *e)
{
	static const EmulateCalls calls = {step, accesses, nested, received, changed};

	for (uint32_t i = 0; i < log->nblocks; i++)
		if (!log->blocks[i].outside)
			emulator_run(e, log, program, i, begun, &calls, NULL);
}
