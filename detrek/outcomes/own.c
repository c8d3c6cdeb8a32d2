/* own.c - which semaphores belong to the library of the nodes' programs, not to a program. */
#include "outcomes.h"

#include <string.h>

bool
semaphore_is_library_own(const Target *t, NodeId n, Addr semaphore)
{
	Loaded loaded[MAX_LOADED];
	Buf path = {0};
	const ProgramObject *o = loaded_variable(loaded, target_loaded_programs(t, n, loaded),
		semaphore, 4, &path);

	buf_free(&path);
	return o && o->variable.place.file && strstr(o->variable.place.file, "kernel/lib");
}
