/* ran.c - reads how the run itself has ended, from the file of `trellis run` (PREFIX.json). */
#include "tasks.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

TrekRan
trek_ran(Arena *a, const char *prefix)
{
	char *name = xasprintf("%s.json", prefix);
	json_t *run = json_load_file(name, 0, NULL);
	const char *failed = json_string_value(json_object_get(run, "failed"));
	const char *result = json_string_value(json_object_get(run, "result"));
	TrekRan ran = {.well = result && strcmp(result, "ended") == 0 && !failed,
		.unended = !result && json_object_get(run, "failed")};

	if (failed)
		ran.failed = arena_strndup(a, failed, strlen(failed));
	json_decref(run);
	free(name);
	return ran;
}
