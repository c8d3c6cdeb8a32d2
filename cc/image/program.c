/*
 * program.c - converts an image to the form that the nodes' kernel loads; border.h has the layout.
 *
 * Text and data are loaded at different places, so no instruction may contain a distance between
 * them; compiled code reaches data only through gsb. The kernel can relocate only words in the
 * data, so the compiler puts constants that contain addresses into the data.
 */
#include "image.h"
#include "kernel/include/border.h"

#include <string.h>

/* whole_words: round up to whole words. */
static Word
whole_words(Word n)
{
	return (n + 3) & ~3u;
}

/* image_constant: the value of an absolute symbol; 0 if there is none. */
static Word
image_constant(const Image *im, const char *name)
{
	const Symbol *s = image_symbol(im, name);

	return s && s->absolute ? s->addr : 0;
}

/* target_part: the part that contains the address in a word: 0 text, 1 data. */
static Word
target_part(const Image *im, Addr data, Word value, const char *name)
{
	if (value - image_base(im) > image_end(im) - image_base(im))
		fatal_at(name, 0, "a word to be relocated holds 0x%08x, which is not an address "
			"of the program",
			value);
	return value >= data;
}

/*
 * put_relocs: list the words of the data that hold addresses, and make them relative to their part.
 */
static void
put_relocs(const Image *im, Addr data, Buf *out, const char *name)
{
	for (size_t i = 0; i < im->nrelocs; i++) {
		Addr at = im->relocs[i];
		uint8_t *w = out->data + sizeof(Program) + (at - image_base(im));
		Word part;

		if (at < data) {
			const Symbol *s = image_find(im, at);

			fatal_at(name, 0,
				"%s holds an address beside the code, which the kernel shares "
				"among processes; make it a variable",
				s ? s->name : "a constant");
		}
		part = target_part(im, data, get32(w), name);
		put32(w, get32(w) - (part ? data : image_base(im)));
		buf_word(out, (at - data) | part);
	}
}

/*
 * is_bare: true if the program begins like one that is booted directly, not like one for the
 * kernel.
 */
static bool
is_bare(const Image *im)
{
	return image_symbol(im, "__start") && !image_symbol(im, "__kcall");
}

Buf
program_flat(const Image *im, const char *name)
{
	const Segment *last = &im->segments[im->nsegments - 1];
	bool has_data = last->write;
	Addr base = image_base(im), data = has_data ? last->addr : whole_words(image_end(im));
	const char *stem = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
	Program p = {.magic = PROGRAM_MAGIC,
		.text_size = data - base,
		.entry = im->entry - base,
		.stack_size = image_constant(im, "__stack_size"),
		.heap_size = image_constant(im, "__heap_size")};
	Buf flat = image_flat(im, base), out = {0};

	if (is_bare(im))
		fatal_at(name, 0,
			"a program to be booted without a kernel; 'trellis cc --kernel' makes one "
			"for the kernel");
	if (im->nsegments > 2 || (im->nsegments == 2 && im->segments[0].write) || im->entry >= data)
		fatal_at(name, 0,
			"a program for the kernel has one segment of code and one of data");
	p.data_size = has_data ? whole_words(last->nbytes) : 0;
	p.bss_size = has_data ? whole_words(last->size) - p.data_size : 0;
	p.nrelocs = im->nrelocs;
	p.size = sizeof p + p.text_size + p.data_size + 4 * p.nrelocs;
	snprintf(p.name, sizeof p.name, "%.*s", (int)strcspn(stem, "."), stem);
	buf_put(&out, &p, sizeof p);
	buf_put(&out, flat.data, flat.len);
	while (out.len < sizeof p + p.text_size + p.data_size)
		buf_byte(&out, 0);
	put_relocs(im, data, &out, name);
	buf_free(&flat);
	return out;
}
