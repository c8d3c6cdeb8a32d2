/*
 * image.c - reads linked programs from ELF files.
 *
 * A file is an ELF32 executable, little-endian, with machine IMAGE_MACHINE and the chip's number as
 * its flags. Its PT_LOAD segments are loaded; sections, symbols and the relocations of SHT_REL
 * sections (all of type RELOC_WORD) serve analyses. Every value from the file is checked against
 * the file's length and the memory.
 */

#include "image.h"
#include "cc/isa/isa.h"

#include <elf.h>
#include <libelf.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* A file being read. */
typedef struct Reader {
	const char *name; /* for messages */
	const uint8_t *data;
	size_t n;
	Elf *elf;
	Image *im;
} Reader;

static _Noreturn void reject(Reader *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* reject: report that the file is not a valid image; fatal. */
static void
reject(Reader *r, const char *fmt, ...)
{
	char text[400];
	va_list ap;

	if (r->elf)
		elf_end(r->elf);
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	fatal_at(r->name, 0, "%s", text);
}

/* is_inside: true if the bytes lie in the file. */
static bool
is_inside(const Reader *r, uint64_t offset, uint64_t size)
{
	return offset <= r->n && size <= r->n - offset;
}

/* machine_name: the name of another machine of ELF, for a message. */
static const char *
machine_name(uint32_t machine)
{
	static const struct {
		uint32_t machine;
		const char *name;
	} names[] = {
		{EM_386, "of a 386"},	  {EM_X86_64, "of x86-64"},	    {EM_ARM, "of ARM"},
		{EM_AARCH64, "of arm64"}, {EM_RISCV, "of RISC-V"},	    {EM_SPARC, "of SPARC"},
		{EM_PPC, "of PowerPC"},	  {203 /* EM_XCORE */, "of XCore"},
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i].machine == machine)
			return names[i].name;
	return "of another machine";
}

/* check_machine: check from the first bytes that the file is a program for transputers. */
static void
check_machine(Reader *r, const Elf32_Ehdr *h)
{
	uint8_t class = h->e_ident[EI_CLASS], order = h->e_ident[EI_DATA];

	if (class == ELFCLASS32 && order == ELFDATA2MSB)
		reject(r, "an ELF file of a big-endian machine; transputers are little-endian");
	/* e_machine has the same offset in ELF files of 32 and 64 bits */
	if (h->e_machine != IMAGE_MACHINE)
		reject(r,
		       "an ELF file %s (machine %u); only images of 'trellis as' and 'trellis cc' "
		       "run on a node",
		       machine_name(h->e_machine), h->e_machine);
	if (class != ELFCLASS32 || order != ELFDATA2LSB)
		reject(r, "the ELF class %u or byte order %u is not that of an image", class,
		       order);
	if (h->e_type != ET_EXEC)
		reject(r, "an ELF file of type %u; only linked programs (type 2) can be loaded",
		       h->e_type);
}

/* check_header: check that libelf can read the file without leaving its bounds. */
static void
check_header(Reader *r)
{
	Elf32_Ehdr h;

	if (r->n < SELFMAG || memcmp(r->data, ELFMAG, SELFMAG) != 0)
		reject(r, "not an ELF file; images are made by 'trellis as' and 'trellis cc'");
	if (r->n < sizeof h)
		reject(r, "the ELF header is cut off after %zu of %zu bytes", r->n, sizeof h);
	memcpy(&h, r->data, sizeof h); /* hosts are little-endian, too */
	check_machine(r, &h);
	if (h.e_phentsize != sizeof(Elf32_Phdr) || h.e_phnum == PN_XNUM ||
	    !is_inside(r, h.e_phoff, h.e_phnum * sizeof(Elf32_Phdr)))
		reject(r, "%u program headers at offset %u do not lie in the file", h.e_phnum,
		       h.e_phoff);
	if (h.e_shnum && (h.e_shentsize != sizeof(Elf32_Shdr) || h.e_shstrndx >= h.e_shnum))
		reject(r, "the section headers are not those of ELF32");
	if ((h.e_phoff | h.e_shoff) & 3)
		reject(r,
		       "the program headers at offset %u or the section headers at %u are not "
		       "aligned to words",
		       h.e_phoff, h.e_shoff);
	if (!is_inside(r, h.e_shoff, h.e_shnum * sizeof(Elf32_Shdr)) || (h.e_shoff && !h.e_shnum))
		reject(r, "%u section headers at offset %u do not lie in the file", h.e_shnum,
		       h.e_shoff);
}

/* read_chip: set the image's chip by the flags of the ELF header. */
static void
read_chip(Reader *r, uint32_t flags)
{
	for (r->im->chip = 0; r->im->chip < NCHIPS; r->im->chip++)
		if (chip_number(r->im->chip) == flags)
			return;
	r->im->chip = CHIP_T800;
	reject(r, "the flags name chip %u; a chip is " CHIP_NAMES, flags);
}

/* ---- segments ---- */

/* add_segment: append the segment that a program header describes. */
static void
add_segment(Reader *r, const Elf32_Phdr *h, size_t number)
{
	Image *im = r->im;

	if (h->p_filesz > h->p_memsz)
		reject(r, "segment %zu has more bytes in the file (%u) than in memory (%u)", number,
		       h->p_filesz, h->p_memsz);
	if (!is_inside(r, h->p_offset, h->p_filesz))
		reject(r, "segment %zu reaches beyond the end of the file", number);
	if (h->p_vaddr & 3)
		reject(r, "segment %zu begins at 0x%08x, inside a word", number, h->p_vaddr);
	if (h->p_memsz > IMAGE_MAX_MEMORY || (uint64_t)h->p_vaddr + h->p_memsz > UINT32_MAX)
		reject(r, "segment %zu has %u bytes from 0x%08x on; %u MB are the most", number,
		       h->p_memsz, h->p_vaddr, IMAGE_MAX_MEMORY >> 20);
	im->segments = arena_more(&im->arena, im->segments, im->nsegments, sizeof *im->segments);
	im->segments[im->nsegments++] =
		(Segment){h->p_vaddr,	     h->p_filesz,      h->p_memsz, r->data + h->p_offset,
			  h->p_flags & PF_X, h->p_flags & PF_W};
}

/* segment_order: for qsort: order segments by address. */
static int
segment_order(const void *a, const void *b)
{
	const Segment *s = a, *t = b;

	return s->addr < t->addr ? -1 : s->addr > t->addr;
}

/*
 * check_segments: sort the segments by address; refuse a file whose segments overlap or are far
 * apart, or that has none.
 */
static void
check_segments(Reader *r)
{
	Image *im = r->im;

	if (im->nsegments == 0)
		reject(r, "nothing to load: the file has no segments");
	qsort(im->segments, im->nsegments, sizeof *im->segments, segment_order);
	for (size_t i = 1; i < im->nsegments; i++)
		if (im->segments[i].addr - im->segments[i - 1].addr < im->segments[i - 1].size)
			reject(r, "the segments at 0x%08x and 0x%08x overlap",
			       im->segments[i - 1].addr, im->segments[i].addr);
	if (image_end(im) - image_base(im) > IMAGE_MAX_MEMORY)
		reject(r, "the segments are spread over more than %u MB", IMAGE_MAX_MEMORY >> 20);
}

/* segment_of: the segment that contains all of these bytes; NULL if there is none. */
static const Segment *
segment_of(const Image *im, Addr addr, Word size)
{
	for (size_t i = 0; i < im->nsegments; i++) {
		const Segment *s = &im->segments[i];

		if (addr - s->addr <= s->size && size <= s->size - (addr - s->addr))
			return s;
	}
	return NULL;
}

/* read_segments: read all segments of the file into the image, and check them. */
static void
read_segments(Reader *r, const Elf32_Ehdr *h)
{
	const Elf32_Phdr *p = h->e_phnum ? elf32_getphdr(r->elf) : NULL;
	const Segment *s;

	for (size_t i = 0; p && i < h->e_phnum; i++)
		if (p[i].p_type == PT_LOAD && p[i].p_memsz)
			add_segment(r, &p[i], i);
	check_segments(r);
	s = segment_of(r->im, h->e_entry, 1);
	if (!s || !s->execute)
		reject(r, "the entry 0x%08x does not lie in a segment with code", h->e_entry);
	r->im->entry = h->e_entry;
}

/* ---- sections, symbols, relocations ---- */

/* section_kind: the kind of a section, by its flags and type. */
static SectionKind
section_kind(const Elf32_Shdr *h)
{
	if (!(h->sh_flags & SHF_ALLOC))
		return SECTION_OTHER;
	if (h->sh_type == SHT_NOBITS)
		return SECTION_BSS;
	return h->sh_flags & SHF_EXECINSTR ? SECTION_CODE
	       : h->sh_flags & SHF_WRITE   ? SECTION_DATA
					   : SECTION_CONST;
}

/* add_section: append the section that a section header describes. */
static void
add_section(Reader *r, const char *name, const Elf32_Shdr *h)
{
	Image *im = r->im;
	Section s = {name, section_kind(h), h->sh_addr, h->sh_size, NULL};
	const Segment *in = segment_of(im, s.addr, s.size);

	if (s.kind == SECTION_OTHER) {
		if (!is_inside(r, h->sh_offset, h->sh_size))
			reject(r, "section %s reaches beyond the end of the file", name);
		s.addr = 0;
		s.data = r->data + h->sh_offset;
	} else if (!in) {
		reject(r, "section %s at 0x%08x does not lie in a segment", name, s.addr);
	} else if (s.kind != SECTION_BSS) {
		if (s.addr - in->addr + (uint64_t)s.size > in->nbytes)
			reject(r, "section %s reaches beyond its segment's bytes in the file",
			       name);
		s.data = in->data + (s.addr - in->addr);
	}
	im->sections = arena_more(&im->arena, im->sections, im->nsections, sizeof *im->sections);
	im->sections[im->nsections++] = s;
}

/*
 * add_symbol: append a symbol, if it has a name and a definition, and does not stand for a section
 * or a file.
 */
static void
add_symbol(Reader *r, const Elf32_Sym *y, const char *name)
{
	Image *im = r->im;
	uint8_t type = ELF32_ST_TYPE(y->st_info);

	if (!*name || type == STT_SECTION || type == STT_FILE || y->st_shndx == SHN_UNDEF)
		return;
	im->symbols = arena_more(&im->arena, im->symbols, im->nsymbols, sizeof *im->symbols);
	im->symbols[im->nsymbols++] = (Symbol){
		.name = arena_strndup(&im->arena, name, strlen(name)),
		.addr = y->st_value,
		.size = y->st_size,
		.kind = type == STT_FUNC     ? SYMBOL_FUNCTION
			: type == STT_OBJECT ? SYMBOL_OBJECT
					     : SYMBOL_NONE,
		.global = ELF32_ST_BIND(y->st_info) != STB_LOCAL,
		.absolute = y->st_shndx == SHN_ABS,
	};
}

/* section_data: the section's data from libelf, with entries of the type's size. */
static const Elf_Data *
section_data(Reader *r, Elf_Scn *scn, const Elf32_Shdr *h, size_t entry)
{
	const Elf_Data *d;

	if (!is_inside(r, h->sh_offset, h->sh_size) || h->sh_offset & 3 || h->sh_entsize != entry)
		reject(r,
		       "section %zu reaches beyond the end of the file, or its entries are not %zu "
		       "bytes long and aligned to words",
		       elf_ndxscn(scn), entry);
	d = elf_getdata(scn, NULL);
	if (!d && h->sh_size)
		reject(r, "section %zu cannot be read: %s", elf_ndxscn(scn), elf_errmsg(-1));
	return d;
}

/* read_symbols: read all symbols of a symbol table. */
static void
read_symbols(Reader *r, Elf_Scn *scn, const Elf32_Shdr *h)
{
	const Elf_Data *d = section_data(r, scn, h, sizeof(Elf32_Sym));
	const Elf32_Sym *y = d ? d->d_buf : NULL;
	const char *name;

	for (size_t i = 0; y && i < d->d_size / sizeof *y; i++) {
		name = elf_strptr(r->elf, h->sh_link, y[i].st_name);
		if (!name)
			reject(r, "symbol %zu has no name in the file", i);
		add_symbol(r, &y[i], name);
	}
}

/* read_relocs: read all relocations of a section. */
static void
read_relocs(Reader *r, Elf_Scn *scn, const Elf32_Shdr *h)
{
	const Elf_Data *d = section_data(r, scn, h, sizeof(Elf32_Rel));
	const Elf32_Rel *e = d ? d->d_buf : NULL;
	Image *im = r->im;
	const Segment *s;

	for (size_t i = 0; e && i < d->d_size / sizeof *e; i++) {
		if (ELF32_R_TYPE(e[i].r_info) != RELOC_WORD)
			reject(r, "relocation %zu is of type %u; only type %u is known", i,
			       ELF32_R_TYPE(e[i].r_info), RELOC_WORD);
		s = segment_of(im, e[i].r_offset, 4);
		if (!s || e[i].r_offset - s->addr + UINT64_C(4) > s->nbytes)
			reject(r, "relocation %zu is of a word at 0x%08x, which has no value", i,
			       e[i].r_offset);
		im->relocs = arena_more(&im->arena, im->relocs, im->nrelocs, sizeof *im->relocs);
		im->relocs[im->nrelocs++] = e[i].r_offset;
	}
}

/* symbol_order: for qsort: order symbols by address; symbols without a place in memory are last. */
static int
symbol_order(const void *a, const void *b)
{
	const Symbol *s = a, *t = b;

	if (s->absolute != t->absolute)
		return s->absolute - t->absolute;
	if (s->addr != t->addr)
		return s->addr < t->addr ? -1 : 1;
	return strcmp(s->name, t->name);
}

/* reloc_order: for qsort: order relocations by address. */
static int
reloc_order(const void *a, const void *b)
{
	Addr x = *(const Addr *)a, y = *(const Addr *)b;

	return x < y ? -1 : x > y;
}

/* read_sections: read symbols, relocations and other sections of the file into the image. */
static void
read_sections(Reader *r, const Elf32_Ehdr *h)
{
	Image *im = r->im;
	Elf_Scn *scn = NULL;

	while (h->e_shnum && (scn = elf_nextscn(r->elf, scn)) != NULL) {
		const Elf32_Shdr *s = elf32_getshdr(scn);
		const char *name = s ? elf_strptr(r->elf, h->e_shstrndx, s->sh_name) : NULL;

		if (!name)
			reject(r, "section %zu has no header or no name in the file",
			       elf_ndxscn(scn));
		if (s->sh_type == SHT_SYMTAB)
			read_symbols(r, scn, s);
		else if (s->sh_type == SHT_REL)
			read_relocs(r, scn, s);
		else if (s->sh_type == SHT_PROGBITS || s->sh_type == SHT_NOBITS)
			add_section(r, arena_strndup(&im->arena, name, strlen(name)), s);
	}
	if (im->nsymbols)
		qsort(im->symbols, im->nsymbols, sizeof *im->symbols, symbol_order);
	if (im->nrelocs)
		qsort(im->relocs, im->nrelocs, sizeof *im->relocs, reloc_order);
}

void
image_read(Image *im, const char *name, const uint8_t *data, size_t n)
{
	Reader r = {name, data, n, NULL, im};
	const Elf32_Ehdr *h;
	uint8_t *copy;

	if (n > IMAGE_MAX_FILE)
		reject(&r, "the file has %zu bytes; %u MB are the most", n, IMAGE_MAX_FILE >> 20);
	check_header(&r);
	r.data = copy = arena_alloc(&im->arena, n, 1);
	memcpy(copy, data, n);
	elf_version(EV_CURRENT);
	r.elf = elf_memory((char *)copy, n);
	h = r.elf ? elf32_getehdr(r.elf) : NULL;
	if (!h)
		reject(&r, "the ELF file cannot be read: %s", elf_errmsg(-1));
	read_chip(&r, h->e_flags);
	read_segments(&r, h);
	read_sections(&r, h);
	elf_end(r.elf);
}

void
image_free(Image *im)
{
	arena_free(&im->arena);
	*im = (Image){0};
}

/* ---- looking into images ---- */

Addr
image_base(const Image *im)
{
	return im->segments[0].addr;
}

Addr
image_end(const Image *im)
{
	const Segment *last = &im->segments[im->nsegments - 1];

	return last->addr + last->size;
}

Buf
image_flat(const Image *im, Addr at)
{
	Addr base = image_base(im);
	Buf b = {0};

	for (size_t i = 0; i < im->nsegments; i++) {
		const Segment *s = &im->segments[i];

		while (s->nbytes && b.len < s->addr - base)
			buf_byte(&b, 0);
		buf_put(&b, s->data, s->nbytes);
	}
	for (size_t i = 0; i < im->nrelocs; i++) {
		uint8_t *w = b.data + (im->relocs[i] - base);

		put32(w, get32(w) + (at - base));
	}
	return b;
}

const Symbol *
image_symbol(const Image *im, const char *name)
{
	for (size_t i = 0; i < im->nsymbols; i++)
		if (strcmp(im->symbols[i].name, name) == 0)
			return &im->symbols[i];
	return NULL;
}

const Symbol *
image_find(const Image *im, Addr a)
{
	const Symbol *best = NULL, *s;
	size_t low = 0, high = im->nsymbols, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		s = &im->symbols[middle];
		if (!s->absolute && s->addr <= a)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low-- > 0 && (s = &im->symbols[low]);) {
		if (best && s->addr != best->addr)
			break;
		if ((!s->size || a - s->addr < s->size) && (!best || s->kind == SYMBOL_FUNCTION))
			best = s;
	}
	return best;
}
