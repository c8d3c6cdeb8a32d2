/* options.c - options shared by all commands that run a machine. */
#include "network.h"

#include "base/number.h"
#include "sim/cpu/translate.h"

#include <stdlib.h>
#include <string.h>

Sync
sync_option(const char *value)
{
	static const char *const word[] = {
		[SYNC_WINDOWS] = "windows", [SYNC_LOCKSTEP] = "lockstep"};

	for (Sync s = 0; s < sizeof word / sizeof *word; s++)
		if (strcmp(value, word[s]) == 0)
			return s;
	fatal("--sync %s: expected windows or lockstep", value);
}

/* engine_number: the engine that a word names; -1 for an unknown word. */
static int
engine_number(const char *value)
{
	static const char *const word[] = {
		[ENGINE_INTERPRETER] = "interpreter", [ENGINE_TRANSLATE] = "translate",
		[ENGINE_EAGER] = "eager"};

	for (int e = 0; e < (int)(sizeof word / sizeof *word); e++)
		if (strcmp(value, word[e]) == 0)
			return e;
	return -1;
}

Engine
engine_option(const char *value)
{
	int engine = engine_number(value);

	if (engine < 0)
		fatal("--engine %s: expected interpreter, translate or eager", value);
	return engine;
}

Engine
engine_default(void)
{
	const char *value = getenv("TRELLIS_ENGINE");
	int engine = value ? engine_number(value)
		: translator_possible() ? ENGINE_TRANSLATE
					: ENGINE_INTERPRETER;

	if (engine < 0)
		fatal("TRELLIS_ENGINE=%s: expected interpreter, translate or eager", value);
	return engine;
}

Cycles
ahead_option(const char *value)
{
	uint64_t n = 0;

	if (strcmp(value, "off") != 0 && (!number_parse(value, AHEAD_MAX, &n) || n < 1))
		fatal("--ahead %s: expected a number of cycles from 1 to %d, or off", value,
			AHEAD_MAX);
	return n;
}

uint32_t
threads_option(const char *value)
{
	return number_option("threads", value, 1, THREADS_MAX);
}

uint32_t
threads_default(void)
{
	const char *value = getenv("TRELLIS_THREADS");
	uint64_t n = 1;

	if (value && (!number_parse(value, THREADS_MAX, &n) || n < 1))
		fatal("TRELLIS_THREADS=%s: expected a number from 1 to %d", value, THREADS_MAX);
	return n;
}
