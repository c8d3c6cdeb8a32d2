/* recorded.c - the programs stored in a recording. */
#include "target.h"

#include <stdlib.h>
#include <string.h>

/* is_image: true if a recorded file with this role is a program for nodes. */
static bool
is_image(const char *role)
{
	return strcmp(role, "kernel") == 0 || strcmp(role, "master") == 0
		|| strcmp(role, "slave") == 0 || strcmp(role, "program") == 0;
}

char *
target_recorded_name(const RecordedFile *f)
{
	bool is = is_image(f->role) && strcmp(f->role, "kernel") != 0 && program_is_elf(f->path);

	return is ? program_stem(f->name) : NULL;
}

void
target_add_recorded(Target *t, const Past *p)
{
	const RecordedFile *files;
	uint32_t n = past_files(p, &files);

	target_past_set(t, p);
	for (uint32_t i = 0; i < n; i++) {
		char *name;

		if (strcmp(files[i].role, "kernel") == 0 && program_is_elf(files[i].path)) {
			past_require_same_kernel(p);
			target_add_kernel(t, files[i].path);
		}
		name = target_recorded_name(&files[i]);
		if (name)
			target_add_program(t, program_open(files[i].path, name));
		free(name);
	}
}
