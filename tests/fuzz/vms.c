/*
 * vms.c - fuzz target: the reader of .vms files on any text. What it accepts is printed, must be
 * accepted again and print the same.
 */
#include "vm/vm.h"

#include <assert.h>
#include <setjmp.h>
#include <string.h>

static jmp_buf rejected;

static void
caught(int status)
{
	longjmp(rejected, status ? status : 1);
}

static void
accepted(Arena *a, const Vms *v)
{
	Buf first = {0}, second = {0};

	fatal_catch(NULL); /* a mistake in the printed text ends the fuzzer */
	vms_print(v, &first);
	vms_print(vms_parse(a, "printed.vms", (char *)first.data, first.len), &second);
	assert(first.len == second.len && memcmp(first.data, second.data, first.len) == 0);
	buf_free(&first);
	buf_free(&second);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static Arena a; /* static, so that it is reachable after a longjmp */

	fatal_catch(caught);
	if (setjmp(rejected) == 0)
		accepted(&a, vms_parse(&a, "fuzz.vms", (const char *)data, n));
	arena_free(&a);
	return 0;
}
