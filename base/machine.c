/* machine.c - names and type numbers of chips. */
#include "machine.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const chips[NCHIPS] = {
#define X(name) #name,
	CHIPS(X)
#undef X
};

const char *
chip_name(Chip c)
{
	return chips[c];
}

bool
chip_named(const char *name, size_t len, Chip *c)
{
	for (Chip i = 0; i < NCHIPS; i++)
		if (strlen(chips[i]) == len && strncasecmp(chips[i], name, len) == 0) {
			*c = i;
			return true;
		}
	return false;
}

uint32_t
chip_number(Chip c)
{
	return strtoul(chips[c] + 1, NULL, 10);
}
