/*
 * write.c - writes an image as an ELF file; image.c describes the format.
 *
 * The order in the file: header, program headers, the block of memory, the sections that are not
 * loaded, relocations, symbols, names, section headers.
 */
#define _GNU_SOURCE /* memfd_create */

#include "image.h"
#include "cc/isa/isa.h"

#include <elf.h>
#include <errno.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A file being written. */
typedef struct Writer {
	const Image *im;
	Elf *elf;
	Word offset; /* file offset of the next part */
	Buf names;   /* names of sections */
	Buf strings; /* names of symbols */
	Elf32_Sym *symbols;
	Elf32_Rel *relocs;
} Writer;

/* fail_libelf: libelf failed unexpectedly, which is our bug. */
static void
fail_libelf(const char *what)
{
	if (errno == EFBIG) /* except for a limit on file sizes */
		fatal("%s:", what);
	fprintf(stderr, "trellis: %s: %s\n", what, elf_errmsg(-1));
	exit(EXIT_OURS);
}

/* add_name: append a name to a table of strings; returns its offset. */
static Word
add_name(Buf *names, const char *name)
{
	Word at = names->len;

	buf_put(names, name, strlen(name) + 1);
	return at;
}

/*
 * add_section: add a section with these bytes at the next offset; the caller completes its header.
 */
static Elf32_Shdr *
add_section(Writer *w, const char *name, Word type, const void *data, Word size, Word align)
{
	Elf_Scn *scn = elf_newscn(w->elf);
	Elf_Data *d = scn ? elf_newdata(scn) : NULL;
	Elf32_Shdr *h = d ? elf32_getshdr(scn) : NULL;

	if (!h)
		fail_libelf("cannot make a section");
	w->offset = (w->offset + align - 1) & -align;
	d->d_buf = (void *)data;
	d->d_type = type == SHT_SYMTAB ? ELF_T_SYM : type == SHT_REL ? ELF_T_REL : ELF_T_BYTE;
	d->d_size = size;
	d->d_align = align;
	h->sh_name = add_name(&w->names, name);
	h->sh_type = type;
	h->sh_offset = w->offset;
	h->sh_size = size;
	h->sh_addralign = align;
	if (type != SHT_NOBITS)
		w->offset += size;
	return h;
}

/* add_loaded_section: add a section that lies in the block of memory. */
static void
add_loaded_section(Writer *w, const Section *s, Word block)
{
	static const Word flags[] = {
		[SECTION_CODE] = SHF_ALLOC | SHF_EXECINSTR,
		[SECTION_CONST] = SHF_ALLOC,
		[SECTION_DATA] = SHF_ALLOC | SHF_WRITE,
		[SECTION_BSS] = SHF_ALLOC | SHF_WRITE,
	};
	Word next = w->offset;
	Elf32_Shdr *h;

	if (s->kind != SECTION_BSS)
		w->offset = block + (s->addr - image_base(w->im));
	h = add_section(w, s->name, s->kind == SECTION_BSS ? SHT_NOBITS : SHT_PROGBITS, s->data,
			s->size, s->addr & 3 ? 1 : 4);
	h->sh_flags = flags[s->kind];
	h->sh_addr = s->addr;
	w->offset = next;
}

/* add_sections: add the image's sections, in their order; their numbers start at 1. */
static void
add_sections(Writer *w, Word block)
{
	for (size_t i = 0; i < w->im->nsections; i++) {
		const Section *s = &w->im->sections[i];

		if (s->kind != SECTION_OTHER)
			add_loaded_section(w, s, block);
		else
			add_section(w, s->name, SHT_PROGBITS, s->data, s->size, 1);
	}
}

/* section_number: the section that contains the address, or ends there. */
static Word
section_number(const Image *im, Addr a)
{
	Word at_end = SHN_ABS;

	for (size_t i = 0; i < im->nsections; i++) {
		const Section *s = &im->sections[i];

		if (s->kind == SECTION_OTHER)
			continue;
		if (a - s->addr < s->size)
			return i + 1;
		if (a - s->addr == s->size || at_end == SHN_ABS)
			at_end = i + 1;
	}
	return at_end;
}

static Elf32_Sym
elf_symbol(Writer *w, const Symbol *s)
{
	static const uint8_t types[] = {
		[SYMBOL_NONE] = STT_NOTYPE,
		[SYMBOL_FUNCTION] = STT_FUNC,
		[SYMBOL_OBJECT] = STT_OBJECT,
	};

	return (Elf32_Sym){
		.st_name = add_name(&w->strings, s->name),
		.st_value = s->addr,
		.st_size = s->size,
		.st_info = ELF32_ST_INFO(s->global ? STB_GLOBAL : STB_LOCAL, types[s->kind]),
		.st_shndx = s->absolute ? SHN_ABS : section_number(w->im, s->addr),
	};
}

/*
 * add_symbols: add the symbol table, local symbols first, as ELF requires; returns the section's
 * number.
 */
static Word
add_symbols(Writer *w)
{
	const Image *im = w->im;
	Elf32_Shdr *h;
	Word n = 1, nlocal = 1;
	size_t number;

	w->symbols = xcalloc(im->nsymbols + 1, sizeof *w->symbols);
	for (int global = 0; global < 2; global++) {
		for (size_t i = 0; i < im->nsymbols; i++)
			if (im->symbols[i].global == global)
				w->symbols[n++] = elf_symbol(w, &im->symbols[i]);
		nlocal = global ? nlocal : n;
	}
	h = add_section(w, ".symtab", SHT_SYMTAB, w->symbols, n * sizeof *w->symbols, 4);
	h->sh_entsize = sizeof *w->symbols;
	h->sh_info = nlocal;
	elf_getshdrnum(w->elf, &number);
	h->sh_link = number; /* the string section follows */
	add_section(w, ".strtab", SHT_STRTAB, w->strings.data, w->strings.len, 1);
	return number - 1;
}

static void
add_relocs(Writer *w)
{
	const Image *im = w->im;
	Elf32_Shdr *h;

	if (!im->nrelocs)
		return;
	w->relocs = xcalloc(im->nrelocs, sizeof *w->relocs);
	for (size_t i = 0; i < im->nrelocs; i++)
		w->relocs[i] = (Elf32_Rel){im->relocs[i], ELF32_R_INFO(0, RELOC_WORD)};
	h = add_section(w, ".rel.image", SHT_REL, w->relocs, im->nrelocs * sizeof *w->relocs, 4);
	h->sh_entsize = sizeof *w->relocs;
}

/* add_names: add the section names, including its own; returns its number. */
static Word
add_names(Writer *w)
{
	Elf32_Shdr *h = add_section(w, ".shstrtab", SHT_STRTAB, NULL, 0, 1);
	Elf_Data *d;
	size_t number;

	elf_getshdrnum(w->elf, &number);
	d = elf_getdata(elf_getscn(w->elf, number - 1), NULL);
	d->d_buf = w->names.data;
	d->d_size = h->sh_size = w->names.len;
	w->offset += w->names.len;
	return number - 1;
}

static void
add_segments(Writer *w, Elf32_Phdr *p, Word block)
{
	for (size_t i = 0; i < w->im->nsegments; i++) {
		const Segment *s = &w->im->segments[i];

		p[i] = (Elf32_Phdr){
			.p_type = PT_LOAD,
			.p_offset = block + (s->addr - image_base(w->im)),
			.p_vaddr = s->addr,
			.p_paddr = s->addr,
			.p_filesz = s->nbytes,
			.p_memsz = s->size,
			.p_flags = PF_R | (s->execute ? PF_X : 0) | (s->write ? PF_W : 0),
			.p_align = 4,
		};
	}
}

static void
set_header(Writer *w, Elf32_Ehdr *h)
{
	h->e_ident[EI_DATA] = ELFDATA2LSB;
	h->e_type = ET_EXEC;
	h->e_machine = IMAGE_MACHINE;
	h->e_version = EV_CURRENT;
	h->e_entry = w->im->entry;
	h->e_flags = chip_number(w->im->chip);
	h->e_phoff = sizeof *h;
}

static void
build_elf(Writer *w)
{
	Elf32_Ehdr *h = elf32_newehdr(w->elf);
	Elf32_Phdr *p = h ? elf32_newphdr(w->elf, w->im->nsegments) : NULL;
	Word block, relocs;
	Elf_Scn *scn;
	size_t number;

	if (!p)
		fail_libelf("cannot make the headers");
	set_header(w, h);
	block = sizeof *h + w->im->nsegments * sizeof *p;
	w->offset = block;
	add_segments(w, p, block);
	for (size_t i = 0; i < w->im->nsegments; i++) /* after the last byte of both */
		if (w->im->segments[i].nbytes)
			w->offset = p[i].p_offset + p[i].p_filesz;
	add_sections(w, block);
	elf_getshdrnum(w->elf, &number);
	relocs = w->im->nrelocs ? number : 0;
	add_relocs(w);
	number = add_symbols(w);
	scn = relocs ? elf_getscn(w->elf, relocs) : NULL;
	if (scn)
		elf32_getshdr(scn)->sh_link = number;
	h->e_shstrndx = add_names(w);
	h->e_shoff = (w->offset + 3) & ~3u;
}

/* write_out: copy libelf's output into memory; libelf can only write to files. */
static Buf
write_out(Writer *w, int file)
{
	uint8_t chunk[4096];
	Buf b = {0};
	ssize_t n;
	off_t at = 0;

	elf_flagelf(w->elf, ELF_C_SET, ELF_F_LAYOUT);
	if (elf_update(w->elf, ELF_C_WRITE) < 0)
		fail_libelf("cannot write an image");
	while ((n = pread(file, chunk, sizeof chunk, at)) > 0) {
		buf_put(&b, chunk, n);
		at += n;
	}
	return b;
}

Buf
image_elf(const Image *im)
{
	Writer w = {.im = im};
	int file = memfd_create("image", MFD_CLOEXEC); /* libelf needs a file */
	Buf b;

	if (file < 0)
		fatal("cannot make a file in memory:");
	elf_version(EV_CURRENT);
	w.elf = elf_begin(file, ELF_C_WRITE, NULL);
	if (!w.elf)
		fail_libelf("cannot make an image");
	buf_byte(&w.names, 0);
	buf_byte(&w.strings, 0);
	build_elf(&w);
	b = write_out(&w, file);
	elf_end(w.elf);
	close(file);
	buf_free(&w.names);
	buf_free(&w.strings);
	free(w.symbols);
	free(w.relocs);
	return b;
}
