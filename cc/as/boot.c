/* boot.c - composes the bytes that boot a program over a link: docs/assembler.md, "Output". */

#include "as.h"
#include "cc/image/image.h"
#include "cc/isa/isa.h"

#include <assert.h>
#include <string.h>

enum {
	MAX_BLOCK = 255, /* bytes; the largest length byte */
	MIN_BLOCK = 2,	 /* length bytes 0 and 1 mean poke and peek */
	SECTION_ALIGN = 4, /* bytes; each section begins at a multiple of it, on all chips */
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
	char own[128];
	Buf code;
	int n = snprintf(own, sizeof own,
			 ".global TEST_FPU, BYTES; .equ TEST_FPU, 0x%x; .equ BYTES, %u",
			 ONLY_FP & 1 << chip ? OPER_FPTESTERROR : OPER_TESTERR,
			 chip_word_bytes(chip));

	as_add_source(as, "boot.s", boot_source, boot_source_end - boot_source);
	as_add_source(as, "the chip's part of boot.s", own, n);
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

/* round_up: the first address from `a` on at which a word of the chip begins. */
static Addr
round_up(Chip chip, Addr a)
{
	return (a + chip_word_bytes(chip) - 1) & -chip_word_bytes(chip);
}

/* put_header: append the words that follow the bootstrap. */
static void
put_header(Buf *out, Chip chip, const Word header[HEADER_WORDS])
{
	for (size_t i = 0; i < HEADER_WORDS; i++)
		for (uint32_t byte = 0; byte < chip_word_bytes(chip); byte++)
			buf_byte(out, header[i] >> 8 * byte);
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
	end = round_up(im->chip, image_end(im));
	free = round_up(im->chip, bottom + code.len) + image_symbol(&boot, "BOOT_FRAME")->addr;
	header[HEADER_LOADER] = end - bottom > free - bottom ? end : free;
	header[HEADER_BASE] = image_base(im);
	header[HEADER_BSS] = image_base(im) + program->len;
	header[HEADER_NZEROS] = (end - header[HEADER_BSS]) / chip_word_bytes(im->chip);
	header[HEADER_ENTRY] = im->entry;
	buf_byte(&out, code.len);
	buf_put(&out, code.data, code.len);
	put_header(&out, im->chip, header);
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
	while (program.len % SECTION_ALIGN && image_end(im) - base > program.len)
		buf_byte(&program, 0); /* .bss begins there */
	if (brief && base == bottom && im->entry == base &&
	    image_end(im) == base + program.len &&
	    program.len >= MIN_BLOCK && program.len <= MAX_BLOCK) {
		buf_byte(&out, program.len);
		buf_put(&out, program.data, program.len);
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

/* get_header: the words that follow the bootstrap. */
static void
get_header(Chip chip, const uint8_t *bytes, Word header[HEADER_WORDS])
{
	for (size_t i = 0; i < HEADER_WORDS; i++)
		header[i] = is_16bit(chip) ? (Word)(int16_t)get16(bytes + 2 * i)
					   : get32(bytes + 4 * i);
}

bool
image_unboot(Image *im, Chip chip, const uint8_t *data, size_t n)
{
	Image boot = {0};
	Buf code = assemble_bootstrap(&boot, chip);
	size_t skip = 1 + code.len + HEADER_WORDS * chip_word_bytes(chip);
	bool ours = n >= skip && data[0] == code.len && memcmp(data + 1, code.data, code.len) == 0;
	Word header[HEADER_WORDS], nzeros;

	image_free(&boot);
	if (ours)
		get_header(chip, data + 1 + code.len, header);
	buf_free(&code);
	if (!ours)
		return false;
	nzeros = header[HEADER_NZEROS];
	im->chip = chip;
	im->entry = header[HEADER_ENTRY];
	im->segments = arena_alloc(&im->arena, 2, sizeof *im->segments);
	im->segments[0] = (Segment){.addr = header[HEADER_BASE], .execute = true};
	ours = take_packets(im, im->segments, data + skip, n - skip);
	im->segments[1] = (Segment){.addr = im->segments[0].addr + im->segments[0].nbytes,
				    .size = chip_word_bytes(chip) * nzeros,
				    .write = true};
	im->nsegments = nzeros ? 2 : 1;
	if (ours && nzeros <= IMAGE_MAX_MEMORY / 4 &&
	    im->segments[0].addr == round_up(chip, im->segments[0].addr) &&
	    (uint64_t)image_end(im) >= im->segments[0].addr &&
	    im->entry - im->segments[0].addr < im->segments[0].nbytes)
		return true;
	image_free(im);
	return false;
}
