/* as.h - the assembler, and the bootstrap that it prepends to programs. See docs/assembler.md. */
#ifndef AS_H
#define AS_H

#include "base/option.h"
#include "cc/image/image.h"

typedef struct AsOptions {
	bool has_chip, has_base; /* if false: T800, and the chip's MemStart */
	Chip chip;
	Addr base; /* address of the first byte of the program */
	const char *const *include; /* directories searched by .include */
	size_t ninclude;
	bool alone; /* .include is not allowed */
} AsOptions;

/*
 * A program being assembled: call as_new, as_add_source for each file, as_link, as_free. Mistakes
 * are collected; as_link (or the twentieth mistake) prints them and calls fatal_at. The image stays
 * valid after as_free. as_list prints address, bytes, cycles and text of each line; call it after
 * as_link.
 */
typedef struct As As;

/* as_new: begin a program; o NULL: the defaults. The caller keeps o. */
As *as_new(const AsOptions *o);

/* as_add_source: add a source file to the program; `name` is its name in messages */
void as_add_source(As *as, const char *name, const char *text, size_t len);

/* as_link: assign addresses, report the collected mistakes, and write the image. */
void as_link(As *as, Image *im);
/* as_list: print address, bytes, cycles and text of each line, after as_link. */
void as_list(const As *as, Buf *out);
void as_free(As *as);

/* as_image: assemble and link one source. */
void as_image(Image *im, const char *name, const char *text, size_t len, const AsOptions *o);

/* ---- boot.c ---- */

/*
 * image_boot: the bytes that boot this program over a link. If `brief` is true and the program
 * fits, they are a single block. A program for a chip with words of 16 bits must fit (fatal).
 */
Buf image_boot(const Image *im, bool brief);

/*
 * image_unboot: set *im to the program in a boot file. Returns false unless the file begins with
 * our bootstrap for the chip and is complete. Such a file has no structure, so the program gets one
 * segment of code and one of zeros, without symbols.
 */
bool image_unboot(Image *im, Chip chip, const uint8_t *data, size_t n);

#endif
