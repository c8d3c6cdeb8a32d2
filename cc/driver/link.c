/*
 * link.c - links a program: reads and lowers all files, assembles the text, and verifies the stack
 * depths.
 */
#include "driver.h"
#include "base/files.h"
#include "base/number.h"
#include "cc/as/as.h"
#include "cc/verify/verify.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *
find_archive(const Driver *d, const char *name)
{
	for (size_t i = 0; i <= d->dirs.n; i++) {
		const char *dir = i < d->dirs.n ? d->dirs.v[i] : d->lib;
		char *file = dir ? xasprintf("%s/lib%s.a", dir, name) : NULL;

		if (file && access(file, R_OK) == 0)
			return file;
		free(file);
	}
	fatal("-l%s: lib%s.a is not in a -L directory", name, name);
}

/*
 * add_file: add a file to the program, compiled if it is source text; library: only the parts that
 * the program needs. The program refers to the name and to the file's bytes until the process ends.
 */
static void
add_file(const Driver *d, Program *p, const char *name, bool library)
{
	Buf bytes = {0};

	if (!driver_read_input(d, name, &bytes))
		exit(2);
	program_add(p, name, bytes.data, bytes.len, library);
}

/*
 * is_in_libc: true for a library, such as m or c, whose functions are in the nodes' C library,
 * which is always linked last.
 */
static bool
is_in_libc(const Driver *d, const char *name)
{
	return d->lib && !d->nostdlib && (strcmp(name, "-lm") == 0 || strcmp(name, "-lc") == 0);
}

/* add_files: add all inputs of the command line, and the nodes' libraries after them. */
static void
add_files(const Driver *d, Program *p)
{
	for (size_t i = 0; i < d->inputs.n; i++) {
		const char *name = d->inputs.v[i];

		if (is_in_libc(d, name))
			continue;
		if (strncmp(name, "-l", 2) == 0)
			add_file(d, p, find_archive(d, name + 2), true);
		else if (!d->log || is_unlogged(d, name))
			add_file(d, p, name, false);
	}
	if (!d->nostdlib) {
		if (!d->lib)
			fatal("the nodes' library is missing; use --lib or -nostdlib");
		if (d->kernel) /* first, so that its host access replaces the C library's */
			add_file(d, p, find_archive(d, "kernel"), true);
		add_file(d, p, find_archive(d, "c"), true);
	}
}

/* assembler_options: make the options of the assembler from the options of the command line. */
static AsOptions
assembler_options(const Driver *d)
{
	AsOptions o = {.alone = d->below != NULL};
	uint64_t base;

	if (d->type) {
		o.has_chip = true;
		if (!chip_named(d->type, strlen(d->type), &o.chip) || is_16bit(o.chip))
			fatal("--chip %s: " CHIP_NAMES_32, d->type);
	}
	if (d->base) {
		o.has_base = true;
		if (!number_parse(d->base, UINT32_MAX, &base) || base % 4)
			fatal("--base %s: an address, a multiple of 4", d->base);
		o.base = base;
	}
	return o;
}

/*
 * assemble_text: assemble the compiled text and the program's assembly files, and link them to an
 * image.
 */
static void
assemble_text(const Driver *d, const Program *p, const Buf *text, Image *im)
{
	AsOptions o = assembler_options(d);
	As *as = as_new(&o);
	const char *name, *source;
	size_t n;

	as_add_source(as, "generated", (const char *)text->data, text->len);
	for (size_t i = 0; program_assembly(p, i, &name, &source, &n); i++)
		as_add_source(as, name, source, n);
	as_link(as, im);
	as_free(as);
}

/* write_output: write the image and, if the options ask for them, its boot file and its map. */
static void
write_output(const Driver *d, Image *im)
{
	Buf elf = image_elf(im), boot;

	file_write(d->output ? d->output : "a.out", elf.data, elf.len);
	buf_free(&elf);
	if (d->boot) {
		boot = image_boot(im, false);
		file_write(d->boot, boot.data, boot.len);
		buf_free(&boot);
	}
	if (d->map)
		map_write(im, d->map);
}

void
link_program(const Driver *d)
{
	ProgramOptions o = program_options(d);
	Program *p = program_new(&o);
	Image im = {0};
	Buf text = {0}, logged;

	if (d->log) {
		logged = logged_program(d);
		program_add(p, d->inputs.v[0], logged.data, logged.len, false);
	}
	add_files(d, p);
	program_compile(p, &text);
	assemble_text(d, p, &text, &im);
	if (d->log)
		logged_put_hash(&im);
	if (!d->noverify)
		verify_image(&im);
	write_output(d, &im);
	/* exit frees the program with its files and modules, which would take LLVM a while */
}
