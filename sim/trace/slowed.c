/*
 * slowed.c - reads how much a monitor on the nodes has slowed a run, as measured by `trellis run`.
 */
#include "slowed.h"

#include <jansson.h>
#include <string.h>

bool
slowed_read(const char *figures, double *times)
{
	json_t *run = json_load_file(figures, 0, NULL);
	const char *monitor = json_string_value(json_object_get(run, "monitor"));
	bool inside = monitor && strncmp(monitor, "inside", 6) == 0;

	*times = json_real_value(json_object_get(run, "slowed"));
	json_decref(run);
	return inside;
}

const char *
slowed_text(double times, char text[SLOWED_TEXT])
{
	if (times > 0)
		snprintf(text, SLOWED_TEXT, "the monitor on the nodes made the run %.2f times as "
			"long", times);
	else
		snprintf(text, SLOWED_TEXT, "the monitor on the nodes slows the run");
	return text;
}
