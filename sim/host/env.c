/* env.c - the environment of a program, given on the command line. */
#include "adapter.h"

#include <stdlib.h>
#include <string.h>

void
env_option(EnvOption *o, char *value)
{
	if (!strchr(value, '='))
		fatal("--env %s: expected NAME=VALUE", value);
	o->list = xrealloc(o->list, (o->n + 2) * sizeof *o->list);
	o->list[o->n++] = value;
	o->list[o->n] = NULL;
}
