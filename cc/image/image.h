/*
 * image.h - linked programs and their ELF files.
 *
 * Everything here works on memory. The user's mistakes are reported by fatal_at; what was allocated
 * until then belongs to the image's arena.
 */
#ifndef IMAGE_H
#define IMAGE_H

#include "base/arena.h"
#include "base/machine.h"

/*
 * No machine number was ever assigned to the transputer; "T8". e_flags is the chip's number (800),
 * addresses are those of the machine, the two segments lie in one block.
 */
enum {
	IMAGE_MACHINE = 0x5438,
	RELOC_WORD = 1,             /* the only type: add the distance moved */
	IMAGE_MAX_FILE = 64 << 20,  /* bytes; more is not a program */
	IMAGE_MAX_MEMORY = 64 << 20, /* sixteen times an ordinary node's memory */
};

typedef enum SectionKind {
	SECTION_CODE,
	SECTION_CONST,
	SECTION_DATA,
	SECTION_BSS,
	SECTION_OTHER, /* not loaded: addr 0 */
	NSECTIONKINDS
} SectionKind;

typedef struct Section {
	const char *name;
	SectionKind kind;
	Addr addr;
	Word size;
	const uint8_t *data; /* size bytes; NULL for SECTION_BSS */
} Section;

/* What a loader puts into memory: nbytes of data, then zeros up to size. */
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

typedef struct Symbol {
	const char *name;
	Addr addr;
	Word size; /* 0: not known */
	SymbolKind kind;
	bool global;
	bool absolute; /* a constant, not an address */
} Symbol;

/* A linked program. {0} is none; everything it points to is in its arena. */
typedef struct Image {
	Arena arena;
	Chip chip;
	Addr entry;
	Segment *segments; /* by address; not overlapping */
	size_t nsegments;
	Section *sections;
	size_t nsections;
	Symbol *symbols; /* by address, then by name; constants last */
	size_t nsymbols;
	Addr *relocs; /* words that hold addresses, rising */
	size_t nrelocs;
} Image;

/* image_read: from the bytes of an ELF file; name is for messages (fatal_at). */
void image_read(Image *im, const char *name, const uint8_t *data, size_t n);
void image_free(Image *im);

/*
 * image_find: the symbol in which an address lies, by size or nearest below; NULL if there is none.
 */
const Symbol *image_find(const Image *im, Addr a);
const Symbol *image_symbol(const Image *im, const char *name);

/* image_base, image_end: the block of memory from the first to the last segment. */
Addr image_base(const Image *im);
Addr image_end(const Image *im);

/* image_flat: the bytes from image_base to the end of the initialised memory, relocated to `at`. */
Buf image_flat(const Image *im, Addr at);
Buf image_elf(const Image *im);

/*
 * program_flat: the program as the nodes' kernel loads it: a Program of border.h, its text, data
 * and relocations. name is the file's; a program that cannot be loaded so is its mistake
 * (fatal_at).
 */
Buf program_flat(const Image *im, const char *name);

/* ---- archive.c: the members of what ar makes ---- */

/*
 * Called for each member: its name, "archive(member)", is the callee's to free; data is the
 * archive's.
 */
typedef void ArchiveMember(void *to, char *name, const uint8_t *data, size_t n);

/*
 * archive_members: data is n bytes, with the magic number seen. A broken archive is the user's
 * mistake.
 */
void archive_members(const char *name, const uint8_t *data, size_t n, ArchiveMember *use, void *to);

#endif
