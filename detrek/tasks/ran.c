/* ran.c - reads how the run itself has ended, from the file of `trellis run` (PREFIX.json). */
#include "tasks.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

TrekRunEnd
trek_run_end(Arena *a, const char *prefix)
{
	char *name = xasprintf("%s.json", prefix);
	json_t *run = json_load_file(name, 0, NULL);
	const char *failed = json_string_value(json_object_get(run, "failed"));
	const char *result = json_string_value(json_object_get(run, "result"));
	TrekRunEnd ran = {.succeeded = result && strcmp(result, "ended") == 0 && !failed,
		.not_ended = !result && json_object_get(run, "failed")};

	if (failed)
		ran.failure = arena_strndup(a, failed, strlen(failed));
	json_decref(run);
	free(name);
	return ran;
}
