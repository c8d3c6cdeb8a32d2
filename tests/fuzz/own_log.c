/*
 * own_log.c - fuzz target: the log that a program has written itself. Its words are changed, its
 * sum is corrected; it must be refused, or its intervals are emulated.
 *
 * Each four bytes of the input change one byte of the log: three give the place, one the change. If
 * one byte is left, the log is that of a function that TrEK calls.
 */
#include "base/files.h"
#include "cc/as/as.h"
#include "detrek/logs/logs.h"
#include "tests/temp.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PRELOG = 1, POSTLOG, CALLED, WAIT, END, CLOCK, MESSAGE, LEFT, ROOT }; /* inside.c */

enum {
	TOP = 0x80004000u,     /* Wptr of main */
	MAX_CYCLES = 10000000, /* of a run that is emulated */
};

/*
 * main calls its e-block, which calls a function that is not emulated, receives a message, reads the
 * clock, and changes a variable.
 */
static const char source[] =
	".global _start\n.entry _start\n_start: ajw -40; call main; stopp\n"
	".global __log_build\n__log_build: .word 1, 2\n"
	".global __log_prelog\n__log_prelog: ret\n.global __log_postlog\n__log_postlog: ret\n"
	".global __log_result\n__log_result: ret\n.global outside\noutside: ret\n"
	".global __log_clock\n__log_clock: ret\n.global __log_message\n__log_message: ret\n"
	".global main\n.type main, function\nmain: ajw -2; call __log_prelog\n"
	"stl 1; ldl 3; call main.eblock; ldl 1; cj 1f\ncall __log_postlog\n1: ajw 2; ret\n"
	".size main, main.eblock - main\n"
	".global main.eblock\n.type main.eblock, function\n"
	"main.eblock: ajw -1; call outside; call __log_result; call outside; call __log_message\n"
	"ldtimer; call __log_clock; ldc 7; ldl 2; stnl 0\n"
	"ldc 5; ajw 1; ret\n.global behind\n.size main.eblock, behind - main.eblock\nbehind: ret\n"
	".data\n.global data\ndata: .word 0, 0\n";

static Buf original, of_root;
static ProgramInfo *program;
static jmp_buf refused;
static Log log;
static Emulator *emulator;

static void
caught(int status)
{
	longjmp(refused, status ? status : 1);
}

static Addr
symbol(const Image *im, const char *name)
{
	const Symbol *s = image_symbol(im, name);

	if (!s)
		abort();
	return s->addr;
}

/* put_sums: the last two words of a log. */
static void
put_sums(Buf *b)
{
	Word sum = 0, sums = 0;

	buf_word(b, b->len / 4);
	for (size_t i = 0; i < b->len; i += 4) {
		sum += get32(b->data + i);
		sums += sum;
	}
	buf_word(b, sums);
}

static void
put_words(Buf *b, const Word *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		buf_word(b, words[i]);
}

static void
put_head(const Image *im, Buf *b)
{
	const Word words[] = {
		3, 1, 2, symbol(im, "__log_prelog"), symbol(im, "__log_postlog"),
		symbol(im, "__log_result"), symbol(im, "__log_result"), 0, symbol(im, "data") + 4,
		symbol(im, "__log_clock"), symbol(im, "__log_clock"), symbol(im, "__log_result"),
		symbol(im, "__log_result"), symbol(im, "__log_result"),
		symbol(im, "__log_message"), symbol(im, "data"),
		0, 0, 1, 0x662e78}; /* x.f */

	buf_put(b, "trellis inside\n", 16);
	put_words(b, words, sizeof words / sizeof *words);
}

/* put_call: of main's e-block, from its prelog to the end. */
static void
put_call(const Image *im, Buf *b)
{
	const Word words[] = {
		PRELOG | 1 << 16, symbol(im, "main.eblock"), symbol(im, "main"), 10, TOP, 0, 1, 3,
		symbol(im, "data"), 1, 0,
		CALLED | 1 << 8, symbol(im, "outside"), TOP - 20, 9,
		MESSAGE | 1 << 8 | 1 << 16, symbol(im, "outside"), TOP - 20, 0, TOP - 100, 14,
		1, 5, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, TOP - 200,
		CLOCK, 1234,
		WAIT | 3 << 8,
		POSTLOG | 1 << 8 | 1 << 16, 20, 0, 5, symbol(im, "data"), 1, 7,
		END, 30};

	put_words(b, words, sizeof words / sizeof *words);
	put_sums(b);
}

/* put_log: what the program would have written. */
static void
put_log(const Image *im, Buf *b)
{
	put_head(im, b);
	put_call(im, b);
}

/* put_root: the same if TrEK calls main twice, with two parts of memory. */
static void
put_root(const Image *im, Buf *b)
{
	const Word words[] = {ROOT | 2 << 16, symbol(im, "main.eblock"), 9, TOP, 4, 1,
		TOP - 400, 2, 5, 6, TOP - 500, 1, 7};

	put_head(im, b);
	for (int i = 0; i < 2; i++) {
		put_words(b, words, sizeof words / sizeof *words);
		put_call(im, b);
	}
}

static void
prepare(void)
{
	Image im = {0};
	As *as = as_new(&(AsOptions){0});
	char dir[TEMP_NAME], *image;
	Buf elf;

	temp_directory(dir);
	as_add_source(as, "fuzz.s", source, sizeof source - 1);
	as_link(as, &im);
	as_free(as);
	elf = image_elf(&im);
	image = xasprintf("%s/fuzz.elf", dir);
	file_write(image, elf.data, elf.len);
	put_log(&im, &original);
	put_root(&im, &of_root);
	program = program_open(image, NULL);
	unlink(image);
	rmdir(dir);
	image_free(&im);
	buf_free(&elf);
	free(image);
}

static void
change(Buf *b, const uint8_t *data, size_t n)
{
	enum { SUMS = 8 }; /* bytes at the end */

	for (; n >= 4; n -= 4, data += 4)
		b->data[(data[0] | data[1] << 8 | data[2] << 16) % (b->len - SUMS)] ^= data[3];
	b->len -= SUMS;
	put_sums(b);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static Buf b;

	fatal_catch(caught);
	if (!program)
		prepare();
	b.len = 0;
	buf_put(&b, n & 1 ? of_root.data : original.data, n & 1 ? of_root.len : original.len);
	change(&b, data, n);
	if (setjmp(refused) == 0) {
		log_read(&log, "fuzz", b.data, b.len);
		log_inside_complete(&log, program);
		emulator = emulator_new(log.topology);
		if (log.blocks[0].left.cycles < MAX_CYCLES)
			log_check(&log, program, emulator);
	}
	if (emulator)
		emulator_free(emulator);
	emulator = NULL;
	log_free(&log);
	return 0;
}
