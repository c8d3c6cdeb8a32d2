/*
 * elf.c - fuzz target: the image reader on any bytes; an accepted image is disassembled and
 * assembled again, which must give the same memory.
 */

#include "cc/as/as.h"
#include "cc/dis/dis.h"
#include "cc/image/image.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf rejected;

static void
caught(int status)
{
	longjmp(rejected, status ? status : 1);
}

static Image im, again; /* static, so that they are reachable after a longjmp */
static As *as;
static Buf text;

/* round_trip: text and back; a failure is ours. */
static void
round_trip(void)
{
	Buf a, b;

	dis_image(&im, &text);
	if (image_end(&im) - image_base(&im) > 1 << 16)
		return;
	as = as_new(NULL);
	as_add_source(as, "dis", (const char *)text.data, text.len);
	as_link(as, &again);
	a = image_flat(&im, image_base(&im));
	b = image_flat(&again, image_base(&again));
	if (a.len > b.len || (a.len && memcmp(a.data, b.data, a.len) != 0))
		abort();
	buf_free(&a);
	buf_free(&b);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	volatile bool read = false;

	fatal_catch(caught);
	if (setjmp(rejected) == 0) {
		image_read(&im, "fuzz.elf", data, n);
		read = true;
		round_trip();
	} else if (read) {
		abort(); /* what we print, we must accept */
	}
	as_free(as);
	as = NULL;
	image_free(&im);
	image_free(&again);
	buf_free(&text);
	return 0;
}
