/* ran.c - how the run itself has ended, as `trellis run` has noted it (PREFIX.json). */
#include "tasks.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

const char *
trek_run_failed(Arena *a, const char *prefix)
{
	char *name = xasprintf("%s.json", prefix);
	json_t *run = json_load_file(name, 0, NULL);
	const char *text = json_string_value(json_object_get(run, "failed"));

	if (text)
		text = arena_strndup(a, text, strlen(text));
	json_decref(run);
	free(name);
	return text;
}
