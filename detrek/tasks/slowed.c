/*
 * slowed.c - reports how much a monitor on the nodes, which made the records, slowed the run, as
 * `trellis run` has measured it (PREFIX.json).
 */
#include "tasks.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

void
trek_slowed(const char *prefix, FILE *f)
{
	char *name = xasprintf("%s.json", prefix);
	json_t *run = json_load_file(name, 0, NULL);
	const char *monitor = json_string_value(json_object_get(run, "monitor"));
	double slowed = json_real_value(json_object_get(run, "slowed"));

	if (monitor && strncmp(monitor, "inside", 6) == 0 && slowed > 0)
		fprintf(f, "recorded by a monitor on the nodes, which made the run %.2f times as "
			"long; --monitor=outside costs nothing\n", slowed);
	else if (monitor && strncmp(monitor, "inside", 6) == 0)
		fprintf(f, "recorded by a monitor on the nodes, which slows them; "
			"--monitor=outside costs nothing\n");
	json_decref(run);
	free(name);
}
