/* node_executables.c - lets the simulator read images and use the assembler. */
#include "node_executables.h"
#include "node_dir.h"
#include "cc/as/as.h"
#include "cc/debug/debug.h"
#include "cc/image/image.h"
#include "cc/isa/isa.h"

#include <stdlib.h>

static Image *
read_image(const char *name, const uint8_t *data, size_t n)
{
	Image *im = xcalloc(1, sizeof *im);

	image_read(im, name, data, n);
	return im;
}

static Image *
assemble(const char *name, const char *text, size_t n, Addr base)
{
	AsOptions o = {.has_base = true, .base = base};
	Image *im = xcalloc(1, sizeof *im);

	as_image(im, name, text, n, &o);
	return im;
}

static void
free_image(Image *im)
{
	image_free(im);
	free(im);
}

static Addr
entry(const Image *im)
{
	return im->entry;
}

static bool
symbol(const Image *im, const char *name, Addr *addr)
{
	const Symbol *s = image_symbol(im, name);

	if (s)
		*addr = s->addr;
	return s != NULL;
}

static Buf
boot(const Image *im)
{
	return image_boot(im, false);
}

/*
 * plausible: true if the first block of a boot file contains operations, as all such code does, and
 * only valid ones up to the first transfer of control.
 */
static bool
plausible(const uint8_t *bytes)
{
	Word operand = 0;
	bool straight = true, operations = false;
	size_t at = 0, end;

	while (bytes[at] < 2) /* skip pokes and peeks */
		at += bytes[at] == 0 ? 9 : 5;
	end = at + 1 + bytes[at];
	while (++at < end) {
		uint32_t code = bytes[at] >> 4;

		operand |= bytes[at] & 0xF;
		if (code == FN_PFIX || code == FN_NFIX) {
			operand = (code == FN_PFIX ? operand : ~operand) << 4;
			continue;
		}
		operations |= code == FN_OPR;
		if (straight && code == FN_OPR && !instr_coded(INSTR_OPER, operand))
			return false;
		straight &= code != FN_J && !(code == FN_OPR && operand == OPER_RET);
		operand = 0;
	}
	return operations;
}

/* The callback that gets the source files of code lines. */
typedef struct SourceUse {
	void (*use)(void *to, const char *file);
	void *to;
	const char *last; /* the previous row's file */
} SourceUse;

static void
use_row(void *context, const LineRow *row)
{
	SourceUse *u = context;

	if (row->place.file && row->place.file != u->last)
		u->use(u->to, row->place.file);
	u->last = row->place.file;
}

static void
sources(const Image *im, void (*use)(void *to, const char *file), void *to)
{
	Debug *d = debug_open(im);

	if (!d)
		return;
	debug_lines(d, use_row, &(SourceUse){use, to, NULL});
	debug_close(d);
}

Buf
program_read(const char *name)
{
	enum { MAX_PROGRAM = 64 << 20 }; /* bytes of a program's file */
	Buf file = file_read(name, MAX_PROGRAM), program;
	Image im = {0};

	if (!executable_is(&file))
		fatal("%s is not a program; 'trellis cc --kernel' makes programs", name);
	image_read(&im, name, file.data, file.len);
	program = program_flat(&im, name);
	image_free(&im);
	buf_free(&file);
	return program;
}

const Executables node_executables = {
	.directory = node_dir,
	.read = read_image,
	.assemble = assemble,
	.free = free_image,
	.entry = entry,
	.symbol = symbol,
	.flat = image_flat,
	.boot = boot,
	.plausible = plausible,
	.program = program_read,
	.sources = sources,
};
