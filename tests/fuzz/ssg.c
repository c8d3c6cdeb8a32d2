/*
 * ssg.c - fuzz target: the reader of simplified static graphs on any text.
 */
#include "detrek/units/graph.h"

#include <setjmp.h>

static jmp_buf rejected;

static void
caught(int status)
{
	longjmp(rejected, status ? status : 1);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static Arena a; /* static, so that it is reachable after a longjmp */

	fatal_catch(caught);
	if (setjmp(rejected) == 0)
		ssg_check(ssg_read(&a, "fuzz.ssg", (const char *)data, n));
	arena_free(&a);
	return 0;
}
