/*
 * vms.c - fuzz target: the reader of .vms files on any text.
 */
#include "vm/vm.h"

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
		vms_parse(&a, "fuzz.vms", (const char *)data, n);
	arena_free(&a);
	return 0;
}
