/*
 * ssg.c - fuzz target: the reader of simplified static graphs on any text, and the units of those
 * that it accepts.
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
	static Arena a; /* static, so that both are reachable after a longjmp */
	static Buf text;

	fatal_catch(caught);
	if (setjmp(rejected) == 0)
		static_graph_text(static_graph_read(&a, "fuzz.ssg", (const char *)data, n), &text);
	buf_free(&text);
	arena_free(&a);
	return 0;
}
