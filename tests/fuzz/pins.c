/*
 * pins.c - fuzz target: the reader of what a peripheral presents to a C011, on any text: times do
 * not decrease and leave the link time to act; or the text is refused.
 */
#include "sim/host/c011/c011.h"
#include "sim/link/link.h"

#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf refused;

static void
caught(int status)
{
	longjmp(refused, status ? status : 1);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static C011Steps s; /* static, so that it is reachable after a longjmp */

	s = (C011Steps){0};
	fatal_catch(caught);
	if (setjmp(refused) == 0) {
		c011_read(&s, "pins", (const char *)data, n);
		for (size_t i = 0; i < s.n; i++)
			assert(s.step[i].at >= (i > 0 ? s.step[i - 1].at : SETUP));
	}
	free(s.step);
	return 0;
}
