/*
 * dis.c - the command `trellis dis`.
 */
#include "code_option.h"
#include "command.h"

#include "base/files.h"
#include "cc/as/as.h"
#include "cc/dis/dis.h"
#include "cc/image/image.h"
#include "cc/isa/isa.h"

#include <string.h>

/* The format of the file that is disassembled. */
typedef enum InputForm {
	FORM_ANY, /* an ELF file if it has that format, otherwise flat */
	FORM_ELF,
	FORM_RAW,  /* a boot file */
	FORM_FLAT, /* bytes of memory */
} InputForm;

/* The options and arguments of the command line. */
typedef struct Request {
	InputForm form;
	bool has_base;
	Addr base;
	Chip chip;
	bool table; /* print the table of instructions instead */
	bool source; /* print source lines, too */
} Request;

enum { OPT_ELF = 256, OPT_RAW, OPT_FLAT, OPT_CHIP, OPT_BASE, OPT_TABLE };

/* parse_options: read the options; returns the name of the file, or NULL with --table. */
static const char *
parse_options(int argc, char **argv, Request *q)
{
	OptionReader r;
	int c;

	option_reader_init(&r, &dis_command, OPTIONS_ANYWHERE, argc, argv);
	while ((c = option_next(&r)) != -1)
		switch (c) {
		case OPT_ELF:
			q->form = FORM_ELF;
			break;
		case OPT_RAW:
			q->form = FORM_RAW;
			break;
		case OPT_FLAT:
			q->form = FORM_FLAT;
			break;
		case OPT_BASE:
			q->base = base_option(r.argument);
			q->has_base = true;
			break;
		case OPT_CHIP:
			q->chip = chip_option(r.argument);
			break;
		case OPT_TABLE:
			q->table = true;
			break;
		case 'S':
			q->source = true;
			break;
		}
	if (argc - option_first_argument(&r) != !q->table)
		fatal("dis: %s; see 'trellis dis --help'",
		      q->table ? "--table takes no file" : "expected one FILE");
	return argv[option_first_argument(&r)];
}

/* put_table: print the table of the chip's instructions with bytes, cycles, pops and pushes. */
static void
put_table(Chip chip)
{
	static const char *const kinds[] = {
		[INSTR_DIRECT] = "function",
		[INSTR_OPER] = "operation",
		[INSTR_FPENTRY] = "fpentry",
	};
	uint8_t code[2 * MAX_INSTR];
	size_t n;

	printf("%-14s %-10s %5s %-12s %6s %4s %6s\n", "name", "kind", "code", "bytes", "cycles",
	       "pops", "pushes");
	for (const Instr *i = instrs; i < instrs + ninstrs; i++) {
		if (!(i->chips & 1u << chip))
			continue;
		n = i->kind == INSTR_OPER ? instr_encode(code, FN_OPR, i->code) : 0;
		if (i->kind == INSTR_FPENTRY) {
			n = instr_encode(code, FN_LDC, i->code);
			n += instr_encode(code + n, FN_OPR, OPER_FPENTRY);
		}
		printf("%-14s %-10s %5x ", i->name, kinds[i->kind], i->code);
		if (i->kind == INSTR_DIRECT)
			printf("%xn          ", i->code);
		for (size_t k = 0; k < n; k++)
			printf("%02x ", code[k]);
		printf("%*s %6u %4u %6u\n", i->kind == INSTR_DIRECT ? 0 : (int)(12 - 3 * n), "",
		       i->cycles, i->pops, i->pushes);
	}
}

/*
 * check_flat: end the program with a message if the file is empty or reaches beyond the last
 * address.
 */
static void
check_flat(const char *name, const Buf *file, Addr base)
{
	if (file->len == 0)
		fatal_at(name, 0, "the file is empty");
	if (base + (uint64_t)file->len > UINT32_MAX)
		fatal_at(name, 0,
			 "%zu bytes from 0x%08x on reach beyond the last address; --base names "
			 "another place",
			 file->len, base);
}

/* put_flat: disassemble a file without format, from the base address asked for or MemStart. */
static void
put_flat(const char *name, const Buf *file, const Request *q, Buf *out)
{
	Addr base = q->has_base ? q->base : memstart(q->chip);

	check_flat(name, file, base);
	dis_bytes(file->data, file->len, base, q->chip, out);
}

/*
 * put_raw: disassemble a single block of code, a program with our bootstrap, or any other bootstrap
 * and the bytes after it.
 */
static void
put_raw(const char *name, const Buf *file, const Request *q, Buf *out)
{
	Addr base = q->has_base ? q->base : memstart(q->chip);
	Image im = {0};
	uint8_t n = file->len ? file->data[0] : 0;

	if (n < 2 || file->len - 1 < n)
		fatal_at(name, 0,
			 "not a boot file: the first byte must be the number (2 to 255) of bytes "
			 "that follow, but is %u of %zu",
			 n, file->len);
	if (image_unboot(&im, q->chip, file->data, file->len)) {
		buf_printf(out, "# behind a bootstrap of %u bytes\n", n);
		dis_image(&im, out);
		image_free(&im);
		return;
	}
	dis_bytes(file->data + 1, n, base, q->chip, out);
	if (file->len > n + 1u)
		buf_printf(out, "# %zu more bytes, read by the program itself\n",
			   file->len - n - 1);
}

/* dis_main: execute the command `dis`; returns the exit status. */
static int
dis_main(int argc, char **argv)
{
	Request q = {.chip = CHIP_T800};
	Image im = {0};
	Buf file, out = {0};
	const char *name;

	name = parse_options(argc, argv, &q);
	if (q.table) {
		put_table(q.chip);
		return 0;
	}
	file = file_read(name,
			 q.form == FORM_RAW || q.form == FORM_FLAT ? DIS_MAX_FLAT : IMAGE_MAX_FILE);
	if (q.form == FORM_ANY)
		q.form = file.len >= 4 && memcmp(file.data, "\177ELF", 4) == 0 ? FORM_ELF
									       : FORM_FLAT;
	if (q.form == FORM_RAW) {
		put_raw(name, &file, &q, &out);
	} else if (q.form == FORM_FLAT) {
		put_flat(name, &file, &q, &out);
	} else {
		image_read(&im, name, file.data, file.len);
		if (!q.source)
			dis_image(&im, &out);
		else if (!dis_source(&im, &out))
			fatal_at(name, 0,
				"the program has no debugging information; compile it with -g");
		image_free(&im);
	}
	file_write("-", out.data, out.len);
	buf_free(&file);
	buf_free(&out);
	return 0;
}

static const Option options[] = {
	{OPT_ELF, "elf", NULL, "an ELF file (detected without this option)"},
	{OPT_RAW, "raw", NULL, "a boot file, for a link"},
	{OPT_FLAT, "flat", NULL, "bytes of memory"},
	{OPT_BASE, "base", "ADDR", "the address of these bytes (default: the chip's MemStart)"},
	{OPT_CHIP, "chip", "CHIP",
		"T212, T222, T225, T400, T414, T425, T800 (the default), T801 "
		"or T805; an ELF file names it",
		CHIP_WORDS},
	{'S', "source", NULL, "also print source lines of a program compiled with -g"},
	{OPT_TABLE, "table", NULL, "print the instruction set of the chip"},
	{0},
};

static const Option gone_options[] = {
	{-1, "type", NULL, "--chip CHIP names the chip"},
	{0},
};

const Command dis_command = {
	"dis", "disassemble a program",
	dis_main, "trellis dis [OPTION]... FILE\ntrellis dis --table",
	"Prints a program as text from which 'trellis as' makes the same bytes; address, bytes and "
	"cycles are in comments.",
	{options}, NULL,
	.gone_options = {gone_options},
};
