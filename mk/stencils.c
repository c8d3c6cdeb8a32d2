/*
 * stencils - reads the object of sim/cpu/stencils.c and writes its functions as C tables: their
 * bytes, and the holes in them. `stencils OBJECT > build/stencils.tab`
 *
 * A function that needs anything else than holes and other stencils (a constant in memory, a
 * function of C) is left out: its instruction stays the interpreter's.
 */
#include <elf.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REGCALL "__regcall3__" /* before the names of functions of that convention */

static Elf *elf;
static Elf_Data *symbols;
static size_t nsymbols, names;

static void
check(bool ok, const char *what)
{
	if (ok)
		return;
	fprintf(stderr, "stencils: %s\n", what);
	exit(1);
}

static GElf_Sym
symbol(size_t i)
{
	GElf_Sym s;

	check(gelf_getsym(symbols, i, &s) != NULL, "no such symbol");
	return s;
}

static const char *
symbol_name(size_t i)
{
	const char *name = elf_strptr(elf, names, symbol(i).st_name);

	return strncmp(name, REGCALL, strlen(REGCALL)) == 0 ? name + strlen(REGCALL) : name;
}

/* hole_name: of a relocation's symbol; NULL if it is none. */
static const char *
hole_name(size_t i)
{
	static const char *const ways[] = {"next", "taken", "side", "leave"};
	const char *name = symbol_name(i);

	for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
		if (strcmp(name, ways[w]) == 0)
			return name;
	return strncmp(name, "hole_", 5) == 0 ? name + 5 : NULL;
}

/* relocations: of a section's code; NULL if there are none. */
static Elf_Data *
relocations(size_t section, size_t *n)
{
	GElf_Shdr header;

	*n = 0;
	for (Elf_Scn *s = elf_nextscn(elf, NULL); s; s = elf_nextscn(elf, s)) {
		gelf_getshdr(s, &header);
		if (header.sh_type == SHT_RELA && header.sh_info == section) {
			*n = header.sh_size / header.sh_entsize;
			return elf_getdata(s, NULL);
		}
	}
	return NULL;
}

static bool
known(Elf_Data *rela, size_t n)
{
	GElf_Rela r;

	for (size_t i = 0; i < n; i++) {
		gelf_getrela(rela, i, &r);
		if (!hole_name(GELF_R_SYM(r.r_info)))
			return false;
	}
	return true;
}

static void
write_holes(const char *name, Elf_Data *rela, size_t n)
{
	GElf_Rela r;

	printf("static const StencilHole holes_%s[] = {\n", name);
	for (size_t i = 0; i < n; i++) {
		unsigned type;

		gelf_getrela(rela, i, &r);
		type = GELF_R_TYPE(r.r_info);
		check(type == R_X86_64_32 || type == R_X86_64_32S || type == R_X86_64_PC32 ||
				type == R_X86_64_PLT32,
			"unknown kind of hole");
		printf("\t{%u, HOLE_%s, %d, %d},\n", (unsigned)r.r_offset,
			hole_name(GELF_R_SYM(r.r_info)),
			type == R_X86_64_PC32 || type == R_X86_64_PLT32, (int)r.r_addend);
	}
	printf("\t{0},\n};\n");
}

static void
write_bytes(const char *name, const unsigned char *bytes, size_t n)
{
	printf("static const uint8_t bytes_%s[] = {", name);
	for (size_t i = 0; i < n; i++)
		printf("%s0x%02x,", i % 16 ? "" : "\n\t", bytes[i]);
	printf("\n};\n");
}

/* stencil: returns whether the function of symbol i can be copied; then it has been written. */
static bool
stencil(size_t i)
{
	GElf_Sym s = symbol(i);
	size_t n;
	Elf_Data *code, *rela;

	if (GELF_ST_TYPE(s.st_info) != STT_FUNC || s.st_shndx == SHN_UNDEF)
		return false;
	rela = relocations(s.st_shndx, &n);
	if (!known(rela, n))
		return false;
	code = elf_getdata(elf_getscn(elf, s.st_shndx), NULL);
	check(s.st_value == 0 && s.st_size == code->d_size, "two functions in a section");
	write_bytes(symbol_name(i), code->d_buf, code->d_size);
	write_holes(symbol_name(i), rela, n);
	return true;
}

static void
find_symbols(void)
{
	GElf_Shdr header;

	for (Elf_Scn *s = elf_nextscn(elf, NULL); s; s = elf_nextscn(elf, s)) {
		gelf_getshdr(s, &header);
		if (header.sh_type == SHT_SYMTAB) {
			symbols = elf_getdata(s, NULL);
			nsymbols = header.sh_size / header.sh_entsize;
			names = header.sh_link;
		}
	}
	check(symbols != NULL, "no symbols");
}

int
main(int argc, char **argv)
{
	int fd = argc == 2 ? open(argv[1], O_RDONLY) : -1;
	bool *written;

	elf_version(EV_CURRENT);
	elf = fd >= 0 ? elf_begin(fd, ELF_C_READ, NULL) : NULL;
	check(elf != NULL, "cannot read the object");
	find_symbols();
	written = calloc(nsymbols, sizeof *written);
	for (size_t i = 0; i < nsymbols; i++)
		written[i] = stencil(i);
	printf("static const Stencil stencils[NSTENCILS] = {\n");
	for (size_t i = 0; i < nsymbols; i++)
		if (written[i])
			printf("\t[S_%s] = {bytes_%s, holes_%s, sizeof bytes_%s, "
			       "sizeof holes_%s / sizeof *holes_%s - 1},\n",
				symbol_name(i), symbol_name(i), symbol_name(i), symbol_name(i),
				symbol_name(i), symbol_name(i));
	printf("};\n");
	free(written);
	return 0;
}
