/*
 * main.c - the command `trellis as`.
 */
#include "as.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

typedef enum Form {
	FORM_ELF,
	FORM_RAW,
	FORM_BOOT,
	FORM_FLAT,
} Form;

static const char *const suffixes[] = {
	[FORM_ELF] = ".elf",
	[FORM_RAW] = ".btl",
	[FORM_BOOT] = ".btl",
	[FORM_FLAT] = ".bin",
};

/* What the command line asks for. */
typedef struct Request {
	AsOptions as;
	Form form;
	const char *out;     /* NULL: made from the first file's name */
	const char *listing; /* NULL: none */
} Request;

static void
help(void)
{
	puts("usage: trellis as [options] FILE...\n"
	     "\n"
	     "Assembles the files, which are one program, and writes its image.\n"
	     "\n"
	     "  -o, --output OUT    the image; otherwise FILE ending in .elf, .btl or .bin\n"
	     "  -l, --listing LIST  addresses, bytes, cycles and text; - is standard output\n"
	     "      --elf           an ELF file, for loaders and debuggers (the default)\n"
	     "      --raw           what a link boots from: a bare block if that suffices\n"
	     "      --boot          the same, always with a bootstrap that initialises the chip\n"
	     "      --flat          the bytes of memory alone\n"
	     "  -I, --include DIR   where .include looks, too\n"
	     "      --type CHIP     T400, T414, T425, T800 (the default), T801 or T805\n"
	     "      --base ADDR     where the program lies (default: the chip's MemStart)\n"
	     "  -h, --help          this text\n"
	     "\n"
	     "docs/assembler.md describes the language.");
}

static void
set_chip(AsOptions *o, const char *name)
{
	if (!chip_named(name, strlen(name), &o->chip))
		fatal("there is no chip %s; a chip is " CHIP_NAMES, name);
	o->has_chip = true;
}

static void
set_base(AsOptions *o, const char *text)
{
	uint64_t addr;

	if (!number_parse(text, UINT32_MAX, &addr) || addr & 3)
		fatal("--base %s is no address of a word, such as 0x80000070", text);
	o->base = addr;
	o->has_base = true;
}

static const struct option options[] = {
	{"output", required_argument, NULL, 'o'},
	{"listing", required_argument, NULL, 'l'},
	{"elf", no_argument, NULL, 'e'},
	{"raw", no_argument, NULL, 'r'},
	{"boot", no_argument, NULL, 'b'},
	{"flat", no_argument, NULL, 'f'},
	{"include", required_argument, NULL, 'I'},
	{"type", required_argument, NULL, 't'},
	{"base", required_argument, NULL, 'a'},
	{"help", no_argument, NULL, 'h'},
	{0},
};

/* parse: the options; returns false if help was asked for. */
static bool
parse(int argc, char **argv, Request *q)
{
	const char **dirs = xcalloc(argc, sizeof *dirs);
	int c;

	q->as.include = dirs;
	while ((c = getopt_long(argc, argv, "o:l:I:h", options, NULL)) != -1)
		switch (c) {
		case 'o':
			q->out = optarg;
			break;
		case 'l':
			q->listing = optarg;
			break;
		case 'e':
			q->form = FORM_ELF;
			break;
		case 'r':
			q->form = FORM_RAW;
			break;
		case 'b':
			q->form = FORM_BOOT;
			break;
		case 'f':
			q->form = FORM_FLAT;
			break;
		case 'I':
			dirs[q->as.ninclude++] = optarg;
			break;
		case 't':
			set_chip(&q->as, optarg);
			break;
		case 'a':
			set_base(&q->as, optarg);
			break;
		case 'h':
			return false;
		default:
			option_fatal(argv[0]);
		}
	if (optind == argc)
		fatal("no file is named; 'trellis as --help' tells more");
	return true;
}

/* default_name: file with its ending replaced. */
static char *
default_name(const char *file, Form form)
{
	const char *slash = strrchr(file, '/'), *dot = strrchr(file, '.');
	int stem =
		dot && dot != file && (!slash || dot > slash + 1) ? dot - file : (int)strlen(file);

	if (strcmp(file, "-") == 0)
		fatal("the program comes from standard input; -o must name the image");
	return xasprintf("%.*s%s", stem, file, suffixes[form]);
}

static Buf
output(const Image *im, Form form)
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

int
as_main(int argc, char **argv)
{
	Request q = {0};
	Image im = {0};
	Buf b = {0};
	As *as;
	char *name;

	if (!parse(argc, argv, &q)) {
		help();
		free((void *)q.as.include);
		return 0;
	}
	name = q.out ? xstrdup(q.out) : default_name(argv[optind], q.form);
	as = as_new(&q.as);
	for (int i = optind; i < argc; i++) {
		b = file_read(argv[i], MAX_TEXT);
		as_source(as, argv[i], (char *)b.data, b.len);
		buf_free(&b);
	}
	as_link(as, &im);
	if (q.listing) {
		as_list(as, &b);
		file_write(q.listing, b.data, b.len);
		buf_free(&b);
	}
	b = output(&im, q.form);
	file_write(name, b.data, b.len);
	buf_free(&b);
	as_free(as);
	image_free(&im);
	free(name);
	free((void *)q.as.include);
	return 0;
}
