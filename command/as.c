/*
 * as.c - the command `trellis as`.
 */
#include "code_option.h"
#include "command.h"

#include "base/files.h"
#include "cc/as/assembly.h"

#include <stdlib.h>
#include <string.h>

/* The format of the output file. */
typedef enum OutputForm {
	FORM_ELF,
	FORM_RAW,  /* a boot file, only of the code block if that suffices */
	FORM_BOOT, /* a boot file with a bootstrap */
	FORM_FLAT, /* the bytes of memory */
} OutputForm;

static const char *const suffixes[] = {
	[FORM_ELF] = ".elf",
	[FORM_RAW] = ".btl",
	[FORM_BOOT] = ".btl",
	[FORM_FLAT] = ".bin",
};

/* The options and arguments of the command line. */
typedef struct Request {
	AsOptions as;
	OutputForm form;
	const char *out;     /* NULL: derived from the first file's name */
	const char *listing; /* NULL for none */
} Request;

/* set_chip: set the chip by its name; an unknown one is fatal. */
static void
set_chip(AsOptions *o, const char *name)
{
	o->chip = chip_option(name);
	o->has_chip = true;
}

/* set_base: set the base address from its text; fatal if this is not the address of a word. */
static void
set_base(AsOptions *o, const char *text)
{
	o->base = base_option(text);
	o->has_base = true;
}

enum { OPT_ELF = 256, OPT_RAW, OPT_BOOT, OPT_FLAT, OPT_CHIP, OPT_BASE };

/* parse_options: read the options; returns the names of the files, terminated by NULL. */
static char **
parse_options(int argc, char **argv, Request *q)
{
	const char **dirs = xcalloc(argc, sizeof *dirs);
	OptionReader r;
	int c;

	q->as.include = dirs;
	option_reader_init(&r, &as_command, OPTIONS_ANYWHERE, argc, argv);
	while ((c = option_next(&r)) != -1)
		switch (c) {
		case 'o':
			q->out = r.argument;
			break;
		case 'l':
			q->listing = r.argument;
			break;
		case OPT_ELF:
			q->form = FORM_ELF;
			break;
		case OPT_RAW:
			q->form = FORM_RAW;
			break;
		case OPT_BOOT:
			q->form = FORM_BOOT;
			break;
		case OPT_FLAT:
			q->form = FORM_FLAT;
			break;
		case 'I':
			dirs[q->as.ninclude++] = r.argument;
			break;
		case OPT_CHIP:
			set_chip(&q->as, r.argument);
			break;
		case OPT_BASE:
			set_base(&q->as, r.argument);
			break;
		}
	if (option_first_argument(&r) == argc)
		fatal("as: expected a FILE; see 'trellis as --help'");
	return argv + option_first_argument(&r);
}

/* default_name: the name of the output: the file's name with another suffix. */
static char *
default_name(const char *file, OutputForm form)
{
	const char *slash = strrchr(file, '/'), *dot = strrchr(file, '.');
	int stem =
		dot && dot != file && (!slash || dot > slash + 1) ? dot - file : (int)strlen(file);

	if (strcmp(file, "-") == 0)
		fatal("the program comes from standard input; -o must name the image");
	return xasprintf("%.*s%s", stem, file, suffixes[form]);
}

/* write_image: the bytes of a program in the requested form. */
static Buf
write_image(const Image *im, OutputForm form)
{
	switch (form) {
	case FORM_RAW:
	case FORM_BOOT:
		return image_boot(im, form == FORM_RAW);
	case FORM_FLAT:
		return image_flat(im, image_base(im));
	case FORM_ELF:
		break;
	}
	return image_elf(im);
}

/* as_main: execute the command `as`; returns the exit status. */
static int
as_main(int argc, char **argv)
{
	Request q = {0};
	Image im = {0};
	Buf b = {0};
	As *as;
	char *name, **files;

	files = parse_options(argc, argv, &q);
	name = q.out ? xstrdup(q.out) : default_name(*files, q.form);
	as = as_new(&q.as);
	for (; *files; files++) {
		b = file_read(*files, MAX_TEXT);
		as_add_source(as, *files, (char *)b.data, b.len);
		buf_free(&b);
	}
	as_link(as, &im);
	if (q.listing) {
		as_list(as, &b);
		file_write(q.listing, b.data, b.len);
		buf_free(&b);
	}
	b = write_image(&im, q.form);
	file_write(name, b.data, b.len);
	buf_free(&b);
	as_free(as);
	image_free(&im);
	free(name);
	free((void *)q.as.include);
	return 0;
}

static const Option options[] = {
	{'o', "output", "OUT", "the image; otherwise FILE ending in .elf, .btl or .bin"},
	{'l', "listing", "LIST", "addresses, bytes, cycles and text; - is standard output"},
	{OPT_ELF, "elf", NULL, "an ELF file, for loaders and debuggers (the default)"},
	{OPT_RAW, "raw", NULL, "a boot file, for a link: only the code block if that suffices"},
	{OPT_BOOT, "boot", NULL, "a boot file, always with a bootstrap that initialises the chip"},
	{OPT_FLAT, "flat", NULL, "the bytes of memory alone"},
	{'I', "include", "DIR", "where .include looks, too"},
	{OPT_CHIP, "chip", "CHIP", "T212, T222, T225, T400, T414, T425, T800 (the default), T801 "
		"or T805",
		CHIP_WORDS},
	{OPT_BASE, "base", "ADDR", "where the program lies (default: the chip's MemStart)"},
	{0},
};

static const Option gone_options[] = {
	{-1, "type", NULL, "--chip CHIP names the chip"},
	{0},
};

const Command as_command = {
	"as", "assemble a program",
	as_main, "trellis as [OPTION]... FILE...",
	"Assembles the files, which together are one program, and writes its image.",
	{options}, "docs/assembler.md describes the language.",
	.gone_options = {gone_options},
};
