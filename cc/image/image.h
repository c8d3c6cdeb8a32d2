/*
 * image.h - linked programs and their ELF files.
 *
 * These functions work on bytes in memory. The user's mistakes are fatal (fatal_at); memory
 * allocated until then belongs to the image's arena.
 */
#ifndef IMAGE_H
#define IMAGE_H

#include "base/arena.h"
#include "base/machine.h"

/*
 * The transputer has no official ELF machine number; ours is "T8". e_flags is the chip's number
 * (800), addresses are those of the machine, and the two segments lie in one block.
 */
enum {
	IMAGE_MACHINE = 0x5438, /* e_machine: "T8" */
	RELOC_WORD = 1, /* the only type of relocation: add the distance of a move to the word */
	IMAGE_MAX_FILE = 64 << 20,  /* bytes; a larger file is rejected */
	IMAGE_MAX_MEMORY = 64 << 20, /* bytes; sixteen times the memory of an ordinary node */
};

typedef enum SectionKind {
	SECTION_CODE,
	SECTION_CONST,
	SECTION_DATA,
	SECTION_BSS,
	SECTION_OTHER, /* not loaded; addr is 0 */
	NSECTIONKINDS
} SectionKind;

/* A section of the ELF file. */
typedef struct Section {
	const char *name;
	SectionKind kind;
	Addr addr;
	Word size;
	const uint8_t *data; /* size bytes; NULL for SECTION_BSS */
} Section;

/* A part of memory to load: nbytes of data, then zeros up to size. */
typedef struct Segment {
	Addr addr;
	Word nbytes, size;
	const uint8_t *data;
	bool execute, write;
} Segment;

typedef enum SymbolKind {
	SYMBOL_NONE,
	SYMBOL_FUNCTION,
	SYMBOL_OBJECT,
} SymbolKind;

/* A name of an address or constant. */
typedef struct Symbol {
	const char *name;
	Addr addr;
	Word size; /* 0 if unknown */
	SymbolKind kind;
	bool global;
	bool absolute; /* a constant, not an address */
} Symbol;

/* A linked program; {0} is empty. All its pointers point into its arena. */
typedef struct Image {
	Arena arena;
	Chip chip;
	Addr entry;
	Segment *segments; /* sorted by address; not overlapping */
	size_t nsegments;
	Section *sections;
	size_t nsections;
	Symbol *symbols; /* sorted by address, then name; constants last */
	size_t nsymbols;
	Addr *relocs; /* addresses of words that hold addresses, ascending */
	size_t nrelocs;
} Image;

/* image_read: read the bytes of an ELF file; name is for messages (fatal_at). */
void image_read(Image *im, const char *name, const uint8_t *data, size_t n);
void image_free(Image *im);

/*
 * image_find: the symbol whose size includes an address; otherwise the nearest symbol below the
 * address, or NULL if there is none.
 */
const Symbol *image_find(const Image *im, Addr a);
/* image_symbol: the symbol with this name; NULL if there is none. */
const Symbol *image_symbol(const Image *im, const char *name);

/* image_base: the address of the first segment. */
Addr image_base(const Image *im);
/* image_end: the address after the last segment. */
Addr image_end(const Image *im);

/* image_flat: the bytes from image_base to the end of the initialised memory, relocated to `at`. */
Buf image_flat(const Image *im, Addr at);
/* image_elf: the bytes of the image's ELF file; the caller frees them. */
Buf image_elf(const Image *im);

/*
 * program_flat: the program in the form that the nodes' kernel loads: a Program of border.h, its
 * text, data and relocations. name is the file's name; a program that the kernel cannot load is
 * fatal (fatal_at).
 */
Buf program_flat(const Image *im, const char *name);

/* ---- archive.c: the members of what ar makes ---- */

/*
 * Called for each member. The callee frees `name`, which is "archive(member)"; data belongs to the
 * archive.
 */
typedef void ArchiveMember(void *to, char *name, const uint8_t *data, size_t n);

/*
 * archive_members: call `use` for each member of an archive. data: n bytes that start with the
 * magic number, which the caller has checked. A broken archive is fatal.
 */
void archive_members(const char *name, const uint8_t *data, size_t n, ArchiveMember *use, void *to);

/* ArchiveSymbol: use an entry of an archive's symbol table. */
typedef void ArchiveSymbol(void *to, const char *symbol, const uint8_t *member);
/*
 * archive_symbols: call `use` for each entry of an archive's symbol table, if it has one, with the
 * symbol's name and the member that defines the symbol. Both point into the archive.
 */
void archive_symbols(const char *name, const uint8_t *data, size_t n, ArchiveSymbol *use, void *to);

#endif
