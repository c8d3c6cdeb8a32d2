/*
 * elf32.h - reads ELF files for 32-bit Intel processors, which the compiler and the linker have
 * made.
 */
#ifndef ELF32_H
#define ELF32_H

#include "base/base.h"

#include <elf.h>

/* A file in memory; its parts may be changed in place. */
typedef struct Elf32 {
	Buf file;
	Elf32_Ehdr *head;
	Elf32_Shdr *sections; /* head->e_shnum of them */
	Elf32_Sym *symbols;   /* [nsymbols] */
	size_t nsymbols;
	const char *names;    /* names of the symbols */
} Elf32;

/* elf32_read: read a file; fatal if the file is not such an ELF file. */
Elf32 elf32_read(const char *name);
void elf32_free(Elf32 *e);
/* elf32_section_name: the name of the section. */
const char *elf32_section_name(const Elf32 *e, size_t section);
/* elf32_data: the bytes of a section. */
uint8_t *elf32_data(const Elf32 *e, const Elf32_Shdr *s);
/* elf32_symbol_section: the section in which a symbol is defined; NULL if it has none. */
Elf32_Shdr *elf32_symbol_section(const Elf32 *e, const Elf32_Sym *s);

#endif
