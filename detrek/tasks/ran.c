/* ran.c - how the run itself has ended, as `trellis run` has noted it (PREFIX.json). */
#include "tasks.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static json_t *
read_figures(const char *prefix)
{
	char *name = xasprintf("%s.json", prefix);
	json_t *run = json_load_file(name, 0, NULL);

	free(name);
	return run;
}

const char *
trek_run_failed(Arena *a, const char *prefix)
{
	json_t *run = read_figures(prefix);
	const char *text = json_string_value(json_object_get(run, "failed"));

	if (text)
		text = arena_strndup(a, text, strlen(text));
	json_decref(run);
	return text;
}

bool
trek_run_unended(const char *prefix)
{
	json_t *run = read_figures(prefix);
	bool unended = json_object_get(run, "failed") && !json_object_get(run, "result");

	json_decref(run);
	return unended;
}
