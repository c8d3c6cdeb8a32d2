/* boot.c - composes the bytes that boot a program over a link: docs/assembler.md, "Output". */

#include "as.h"
#include "cc/image/image.h"
#include "cc/isa/isa.h"

#include <assert.h>
#include <string.h>

enum {
	MAX_BLOCK = 255, /* bytes; the largest length byte */
	MIN_BLOCK = 2,	 /* length bytes 0 and 1 mean poke and peek */
	PACKET = 252,	 /* bytes; a multiple of 4, so that no word is split between two packets */
};

/* The source of the bootstrap, cc/as/boot.s. */
extern const char boot_source[], boot_source_end[];
__asm__(".section .rodata\n"
	"boot_source: .incbin \"cc/as/boot.s\"\n"
	"boot_source_end: .byte 0\n"
	".previous\n");

/*
 * The words of a boot file that follow the bootstrap: addresses of the loader, of the program and
 * of its zeros; the number of words of zeros; the program's entry. HEADER_WORDS is their number.
 */
enum {
	HEADER_LOADER,
	HEADER_BASE,
	HEADER_BSS,
	HEADER_NZEROS,
	HEADER_ENTRY,
	HEADER_WORDS,
};

/*
 * assemble_bootstrap: assemble boot.s and return its bytes; `boot` gets its image, for the symbols.
 */
static Buf
assemble_bootstrap(Image *boot, Chip chip)
{
	AsOptions o = {.has_chip = true, .chip = chip};
	As *as = as_new(&o);
	char fpu[64];
	Buf code;
	int n = snprintf(fpu, sizeof fpu, ".global TEST_FPU; .equ TEST_FPU, 0x%x",
			 ONLY_FP & 1 << chip ? OPER_FPTESTERROR : OPER_TESTERR);

	as_add_source(as, "boot.s", boot_source, boot_source_end - boot_source);
	as_add_source(as, "the chip's part of boot.s", fpu, n);
	as_link(as, boot);
	as_free(as);
	code = image_flat(boot, memstart(chip));
	assert(code.len >= MIN_BLOCK && code.len <= MAX_BLOCK);
	return code;
}

/*
 * put_packets: append the program as packets: each is a length byte and as many bytes; the last is
 * empty.
 */
static void
put_packets(Buf *out, const Buf *program)
{
	for (size_t at = 0, n; at < program->len; at += n) {
		n = program->len - at < PACKET ? program->len - at : PACKET;
		buf_byte(out, n);
		buf_put(out, program->data + at, n);
	}
	buf_byte(out, 0);
}

/* long_boot: the bootstrap, the loader's header, and the program in packets. */
static Buf
long_boot(const Image *im, const Buf *program)
{
	Addr bottom = memstart(im->chip), end, free;
	Word header[HEADER_WORDS];
	Image boot = {0};
	Buf code, out = {0};

	code = assemble_bootstrap(&boot, im->chip);
	end = (image_end(im) + 3) & ~3u;
	free = ((bottom + code.len + 3) & ~3u) + image_symbol(&boot, "BOOT_FRAME")->addr;
	header[HEADER_LOADER] = end - bottom > free - bottom ? end : free;
	header[HEADER_BASE] = image_base(im);
	header[HEADER_BSS] = image_base(im) + program->len;
	header[HEADER_NZEROS] = (end - header[HEADER_BSS]) / 4;
	header[HEADER_ENTRY] = im->entry;
	buf_byte(&out, code.len);
	buf_put(&out, code.data, code.len);
	for (size_t i = 0; i < HEADER_WORDS; i++)
		buf_word(&out, header[i]);
	put_packets(&out, program);
	buf_free(&code);
	image_free(&boot);
	return out;
}

Buf
image_boot(const Image *im, bool brief)
{
	Addr base = image_base(im), bottom = memstart(im->chip);
	Buf program = image_flat(im, base), out = {0};

	if (base - bottom >= -bottom)
		fatal("the program lies at 0x%08x, below the chip's first free address 0x%08x; "
		      "--base places it elsewhere",
		      base, bottom);
	while (program.len % chip_word_bytes(im->chip) && image_end(im) - base > program.len)
		buf_byte(&program, 0); /* .bss is cleared in units of words */
	if ((brief || is_16bit(im->chip)) && base == bottom && im->entry == base &&
	    image_end(im) == base + program.len &&
	    program.len >= MIN_BLOCK && program.len <= MAX_BLOCK) {
		buf_byte(&out, program.len);
		buf_put(&out, program.data, program.len);
	} else if (is_16bit(im->chip)) {
		fatal("a program for a %s is sent as one block of %d to %d bytes, which begins at "
		      "0x%08x with its entry and has no .bss; this one has other places or sizes",
		      chip_name(im->chip), MIN_BLOCK, MAX_BLOCK, bottom);
	} else {
		out = long_boot(im, &program);
	}
	buf_free(&program);
	return out;
}

/* take_packets: read the program's bytes; returns false unless an empty packet ends the file. */
static bool
take_packets(Image *im, Segment *s, const uint8_t *data, size_t n)
{
	uint8_t *bytes = arena_alloc(&im->arena, n, 1);
	size_t at = 0;

	s->data = bytes;
	for (uint8_t len; at < n && (len = data[at]) != 0 && len <= n - at - 1; at += len + 1) {
		memcpy(bytes + s->nbytes, data + at + 1, len);
		s->nbytes += len;
	}
	s->size = s->nbytes;
	return at + 1 == n && data[at] == 0 && s->nbytes;
}

bool
image_unboot(Image *im, Chip chip, const uint8_t *data, size_t n)
{
	Image boot = {0};
	Buf code = is_16bit(chip) ? (Buf){0} : assemble_bootstrap(&boot, chip);
	bool ours = code.len > 0 && n > code.len + 4 * HEADER_WORDS && data[0] == code.len &&
		    memcmp(data + 1, code.data, code.len) == 0;
	size_t skip = 1 + code.len;
	const uint8_t *header;
	Word nzeros;

	buf_free(&code);
	image_free(&boot);
	if (!ours)
		return false;
	header = data + skip;
	nzeros = get32(header + 4 * HEADER_NZEROS);
	im->chip = chip;
	im->entry = get32(header + 4 * HEADER_ENTRY);
	im->segments = arena_alloc(&im->arena, 2, sizeof *im->segments);
	im->segments[0] = (Segment){.addr = get32(header + 4 * HEADER_BASE), .execute = true};
	ours = take_packets(im, im->segments, header + 4 * HEADER_WORDS,
			    n - skip - 4 * HEADER_WORDS);
	im->segments[1] = (Segment){.addr = im->segments[0].addr + im->segments[0].nbytes,
				    .size = 4 * nzeros,
				    .write = true};
	im->nsegments = nzeros ? 2 : 1;
	if (ours && nzeros <= IMAGE_MAX_MEMORY / 4 && !(im->segments[0].addr & 3) &&
	    (uint64_t)image_end(im) >= im->segments[0].addr &&
	    im->entry - im->segments[0].addr < im->segments[0].nbytes)
		return true;
	image_free(im);
	return false;
}
