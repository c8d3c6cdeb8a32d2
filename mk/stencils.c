/*
 * stencils - reads the object of sim/cpu/stencils.c and writes its functions as C tables: the bytes
 * of their two parts (stencils.awk), and the holes in them. `stencils OBJECT > build/stencils.tab`
 *
 * A function that needs more than holes and other stencils (a constant in memory, a function of C)
 * is left out: the interpreter executes its instruction.
 */
#include <elf.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REGCALL "__regcall3__" /* prefix of the names of functions with that calling convention */
#define BRIEF "brief_" /* prefix of the names of stencils whose holes are bytes */

/* Prefixes of the names of sections, with the code that a stencil executes often, and rarely. */
#define HOT ".text."
#define COLD ".cold."

static Elf *elf;
static Elf_Data *symbols;
static unsigned machine; /* EM_... */
/* number of symbols; the sections with symbols' names and with sections' names */
static size_t nsymbols, names, section_names;

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

/* The symbols at which a stencil may continue; relocations by these symbols are relative. */
static const char *const exit_names[] = {"next", "taken", "side", "leave"};

/* part_name: the name of a stencil's part, by its section; NULL if it is none. */
static const char *
part_name(size_t section, const char *part)
{
	GElf_Shdr header;
	const char *name;

	gelf_getshdr(elf_getscn(elf, section), &header);
	name = elf_strptr(elf, section_names, header.sh_name);
	if (strncmp(name, part, strlen(part)) != 0)
		return NULL;
	name += strlen(part);
	return strncmp(name, REGCALL, strlen(REGCALL)) == 0 ? name + strlen(REGCALL) : name;
}

/*
 * hole_name: the name of the hole that a relocation's symbol stands for; NULL if it stands for
 * none.
 */
static const char *
hole_name(size_t i)
{
	const char *name = symbol_name(i);

	if (GELF_ST_TYPE(symbol(i).st_info) == STT_SECTION)
		return part_name(symbol(i).st_shndx, HOT) ? "hot"
			: part_name(symbol(i).st_shndx, COLD) ? "cold"
							     : NULL;
	for (size_t w = 0; w < sizeof exit_names / sizeof *exit_names; w++)
		if (strcmp(name, exit_names[w]) == 0)
			return name;
	return strncmp(name, "hole_", 5) == 0 ? name + 5 : NULL;
}

/* relocations: the relocations of a section's code, and their number *n; NULL if there are none. */
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

/* has_only_holes: true if the section's code needs nothing but holes. */
static bool
has_only_holes(size_t section)
{
	size_t n;
	Elf_Data *rela = relocations(section, &n);
	GElf_Rela r;

	for (size_t i = 0; i < n; i++) {
		gelf_getrela(rela, i, &r);
		if (!hole_name(GELF_R_SYM(r.r_info)))
			return false;
	}
	return true;
}

/*
 * Kinds of relocations, as sim/cpu/translate_host.h knows them; ahead: bytes from the hole to the
 * address from which its displacement counts.
 */
typedef struct Kind {
	uint16_t machine, type;
	const char *name;
	int ahead;
} Kind;

static const Kind kinds[] = {
	{EM_X86_64, R_X86_64_32, "WORD"},
	{EM_X86_64, R_X86_64_32S, "WORD"},
	{EM_X86_64, R_X86_64_8, "BYTE"},
	{EM_X86_64, R_X86_64_PC32, "JUMP", 4},
	{EM_X86_64, R_X86_64_PLT32, "JUMP", 4},
	{EM_AARCH64, R_AARCH64_MOVW_UABS_G0_NC, "LOW_HALF"},
	{EM_AARCH64, R_AARCH64_MOVW_UABS_G1_NC, "HIGH_HALF"},
	{EM_AARCH64, R_AARCH64_MOVW_UABS_G0, "HALF"},
	{EM_AARCH64, R_AARCH64_JUMP26, "JUMP"},
};

static const Kind *
kind_of(unsigned type)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (kinds[i].machine == machine && kinds[i].type == type)
			return &kinds[i];
	check(false, "unknown kind of hole");
	return NULL;
}

static void
write_holes(const char *name, const char *part, size_t section)
{
	size_t n;
	Elf_Data *rela = relocations(section, &n);
	GElf_Rela r;

	printf("static const StencilHole %s_holes_%s[] = {\n", part, name);
	for (size_t i = 0; i < n; i++) {
		const Kind *kind;

		gelf_getrela(rela, i, &r);
		kind = kind_of(GELF_R_TYPE(r.r_info));
		printf("\t{%u, HOLE_%s, HOLE_%s, %d},\n", (unsigned)r.r_offset,
			hole_name(GELF_R_SYM(r.r_info)), kind->name,
			(int)r.r_addend + kind->ahead);
	}
	printf("\t{0},\n};\n");
}

/*
 * write_part: write the bytes and holes of a part of a stencil; false if the stencil lacks the part
 * (section 0).
 */
static bool
write_part(const char *name, const char *part, size_t section)
{
	Elf_Data *code;
	const unsigned char *bytes;

	if (section == 0)
		return false;
	code = elf_getdata(elf_getscn(elf, section), NULL);
	bytes = code->d_buf;
	printf("static const uint8_t %s_%s[] = {", part, name);
	for (size_t i = 0; i < code->d_size; i++)
		printf("%s0x%02x,", i % 16 ? "" : "\n\t", bytes[i]);
	printf("\n};\n");
	write_holes(name, part, section);
	return true;
}

/* cold_section: the section with the code that a function executes rarely; 0 if there is none. */
static size_t
cold_section(const char *name)
{
	for (Elf_Scn *s = elf_nextscn(elf, NULL); s; s = elf_nextscn(elf, s)) {
		const char *of = part_name(elf_ndxscn(s), COLD);

		if (of && strcmp(of, name) == 0)
			return elf_ndxscn(s);
	}
	return 0;
}

/* The parts of a stencil that were written. */
typedef struct Written {
	bool hot, cold;
} Written;

/* write_stencil: write the function of symbol i, if it can be copied. */
static Written
write_stencil(size_t i)
{
	GElf_Sym s = symbol(i);
	const char *name = symbol_name(i);
	size_t cold;

	if (GELF_ST_TYPE(s.st_info) != STT_FUNC || s.st_shndx == SHN_UNDEF)
		return (Written){false};
	check(s.st_value == 0, "two functions in a section");
	cold = cold_section(name);
	if (!has_only_holes(s.st_shndx) || (cold != 0 && !has_only_holes(cold)))
		return (Written){false};
	return (Written){write_part(name, "hot", s.st_shndx), write_part(name, "cold", cold)};
}

static void
write_member(const char *name, const char *part)
{
	printf("\n\t\t.%s = {%s_%s, %s_holes_%s, sizeof %s_%s, "
	       "sizeof %s_holes_%s / sizeof *%s_holes_%s - 1},",
		part, part, name, part, name, part, name, part, name, part, name);
}

static bool
is_brief(const char *name)
{
	return strncmp(name, BRIEF, strlen(BRIEF)) == 0;
}

static void
find_symbols(void)
{
	GElf_Shdr header;
	GElf_Ehdr object;

	check(gelf_getehdr(elf, &object) != NULL, "not an object");
	machine = object.e_machine;
	check(elf_getshdrstrndx(elf, &section_names) == 0, "no names of sections");
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

/* write_table: write the stencils with these letters `before` their names: BRIEF, or none. */
static void
write_table(const Written *written, const char *table, const char *before)
{
	size_t skip = strlen(before);

	printf("static const Stencil %s[NSTENCILS] = {\n", table);
	for (size_t i = 0; i < nsymbols; i++) {
		const char *name = symbol_name(i);

		if (!written[i].hot || is_brief(name) != (skip > 0))
			continue;
		printf("\t[S_%s] = {", name + skip);
		write_member(name, "hot");
		if (written[i].cold)
			write_member(name, "cold");
		printf("\n\t},\n");
	}
	printf("};\n");
}

int
main(int argc, char **argv)
{
	int fd = argc == 2 ? open(argv[1], O_RDONLY) : -1;
	Written *written;

	elf_version(EV_CURRENT);
	elf = fd >= 0 ? elf_begin(fd, ELF_C_READ, NULL) : NULL;
	check(elf != NULL, "cannot read the object");
	find_symbols();
	written = calloc(nsymbols, sizeof *written);
	for (size_t i = 0; i < nsymbols; i++)
		written[i] = write_stencil(i);
	write_table(written, "stencils", "");
	write_table(written, "brief_stencils", BRIEF);
	free(written);
	return 0;
}
