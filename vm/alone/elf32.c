/* elf32.c - reads ELF files for 32-bit Intel processors. */
#include "elf32.h"

#include "base/files.h"

#include <string.h>

enum { MAX_FILE = 256 << 20 }; /* bytes */

/* inside_file: true if nbytes at an offset lie in the file. */
static bool
inside_file(const Elf32 *e, uint32_t at, uint32_t nbytes)
{
	return at <= e->file.len && nbytes <= e->file.len - at;
}

/* find_symbols: find the table of symbols; false if the file has none. */
static bool
find_symbols(Elf32 *e)
{
	for (size_t i = 0; i < e->head->e_shnum; i++) {
		const Elf32_Shdr *s = &e->sections[i];

		if (s->sh_type != SHT_NOBITS && !inside_file(e, s->sh_offset, s->sh_size))
			return false;
		if (s->sh_type != SHT_SYMTAB || s->sh_link >= e->head->e_shnum)
			continue;
		e->symbols = (Elf32_Sym *)elf32_data(e, s);
		e->nsymbols = s->sh_size / sizeof *e->symbols;
		e->names = (char *)elf32_data(e, &e->sections[s->sh_link]);
	}
	return e->symbols != NULL;
}

Elf32
elf32_read(const char *name)
{
	Elf32 e = {.file = file_read(name, MAX_FILE)};

	e.head = (Elf32_Ehdr *)e.file.data;
	if (e.file.len < sizeof *e.head || memcmp(e.file.data, ELFMAG, SELFMAG) != 0
		|| e.head->e_machine != EM_386
		|| !inside_file(&e, e.head->e_shoff, e.head->e_shnum * sizeof *e.sections))
		fatal("%s: not an ELF file for 32-bit Intel processors", name);
	e.sections = (Elf32_Shdr *)(e.file.data + e.head->e_shoff);
	if (!find_symbols(&e))
		fatal("%s: an ELF file without symbols, or damaged", name);
	return e;
}

void
elf32_free(Elf32 *e)
{
	buf_free(&e->file);
}

const char *
elf32_section_name(const Elf32 *e, size_t section)
{
	return (char *)elf32_data(e, &e->sections[e->head->e_shstrndx])
		+ e->sections[section].sh_name;
}

uint8_t *
elf32_data(const Elf32 *e, const Elf32_Shdr *s)
{
	return e->file.data + s->sh_offset;
}

Elf32_Shdr *
elf32_symbol_section(const Elf32 *e, const Elf32_Sym *s)
{
	return s->st_shndx != SHN_UNDEF && s->st_shndx < e->head->e_shnum
		? &e->sections[s->st_shndx] : NULL;
}
