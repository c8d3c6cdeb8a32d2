/*
 * slowed.c - reports how much the run was slowed by the monitor on the nodes that made the records,
 * as `trellis run` has measured it (PREFIX.json).
 */
#include "tasks.h"

#include "sim/trace/slowed.h"

#include <stdlib.h>

void
trek_print_slowdown(const char *prefix, FILE *f)
{
	char *name = xasprintf("%s.json", prefix);
	double times;

	if (slowed_read(name, &times) && times > 0)
		fprintf(f, "recorded by a monitor on the nodes, which made the run %.2f times as "
			"long; a recording without it costs nothing\n", times);
	else if (slowed_read(name, &times))
		fprintf(f, "recorded by a monitor on the nodes, which slows them; "
			"a recording without it costs nothing\n");
	free(name);
}
