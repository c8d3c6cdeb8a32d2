/* options.c - options shared by all commands that run a machine. */
#include "network.h"

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
