/* as.c - fuzz target: the assembler on any text; accepted text goes through all later stages. */
#define _GNU_SOURCE /* memmem */

#include "cc/as/as.h"
#include "cc/dis/dis.h"
#include "cc/image/image.h"

#include <setjmp.h>
#include <string.h>

static jmp_buf rejected;

static void
caught(int status)
{
	longjmp(rejected, status ? status : 1);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static As *as; /* static, so that they are reachable after a longjmp */
	static Image im;
	Buf list = {0}, elf;

	if (memmem(data, n, ".include", 8)) /* the target reads no files */
		return 0;
	fatal_catch(caught);
	as = as_new(NULL);
	if (setjmp(rejected) == 0) {
		as_add_source(as, "fuzz.s", (const char *)data, n);
		as_link(as, &im);
		if (image_end(&im) - image_base(&im) < 1 << 16) {
			as_list(as, &list);
			dis_image(&im, &list);
			elf = image_elf(&im);
			buf_free(&elf);
			buf_free(&list);
		}
	}
	as_free(as);
	as = NULL;
	image_free(&im);
	return 0;
}
