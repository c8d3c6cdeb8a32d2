/*
 * cc.h - making programs for transputers: instruction set, assembler, disassembler, images.
 *
 * Everything here works on memory; only the commands read and write files. The user's mistakes
 * are reported by fatal_at; what was allocated until then belongs to an arena of the caller's.
 */
#ifndef CC_H
#define CC_H

#include "base/arena.h"
#include "base/machine.h"

/* ---- isa.c: the instruction set, from the heads of the instruction blocks ---- */

typedef enum InstrKind {
	INSTR_DIRECT,  /* code: the function, the high half of a byte */
	INSTR_OPER,    /* code: operand of opr */
	INSTR_FPENTRY, /* code: Areg at fpentry */
} InstrKind;

/* The sixteen functions. */
enum {
	FN_J, FN_LDLP, FN_PFIX, FN_LDNL, FN_LDC, FN_LDNLP, FN_NFIX, FN_LDL,
	FN_ADC, FN_CALL, FN_CJ, FN_AJW, FN_EQC, FN_STL, FN_STNL, FN_OPR,
};

enum {
	OP_LDPI = 0x1B,
	OP_FPENTRY = 0xAB,
	MAX_INSTR = 8, /* bytes: seven prefixes and a function hold any word */
};

typedef struct Instr {
	const char *name;
	InstrKind kind;
	Word code;
	uint32_t cycles; /* without prefixes; the fixed part, or the usual number */
	uint32_t pops, pushes;
	uint32_t chips; /* set of 1 << Chip */
	bool fpu;       /* occupies the floating-point unit */
} Instr;

extern const Instr instrs[];
extern const size_t ninstrs;

const Instr *instr_named(const char *name, size_t len); /* NULL: none */
const Instr *instr_coded(InstrKind kind, Word code);    /* NULL: undefined */

/* instr_encode: the shortest bytes for a function and its operand; returns how many. */
size_t instr_encode(uint8_t out[MAX_INSTR], uint32_t fn, Word operand);
size_t instr_length(Word operand);

const char *chip_name(Chip c);
bool chip_named(const char *name, size_t len, Chip *c); /* "T800" or "t800" */
uint32_t chip_number(Chip c);                           /* 800 */

/* ---- image.c, write.c, program.c: linked programs and their ELF files ---- */

/*
 * No machine number was ever assigned to the transputer; "T8". e_flags is the chip's number (800),
 * addresses are those of the machine, the two segments lie in one block.
 */
enum {
	IMAGE_MACHINE = 0x5438,
	RELOC_WORD = 1,             /* the only type: add the distance moved */
	IMAGE_MAX_FILE = 64 << 20,  /* bytes; more is no program */
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

/* image_find: the symbol in which an address lies, by size or nearest below; NULL: none. */
const Symbol *image_find(const Image *im, Addr a);
const Symbol *image_symbol(const Image *im, const char *name);

/* image_base, image_end: the block of memory from the first to the last segment. */
Addr image_base(const Image *im);
Addr image_end(const Image *im);

/* image_flat: the bytes from image_base to the end of the initialised memory, relocated to `at`. */
Buf image_flat(const Image *im, Addr at);
Buf image_elf(const Image *im);

/*
 * program_flat: the program as the nodes' kernel loads it: a Program of border.h, its text, data and
 * relocations. name is the file's; a program that cannot be loaded so is its mistake (fatal_at).
 */
Buf program_flat(const Image *im, const char *name);

/* image_boot: what a link boots this program with; brief: a bare block where it fits. */
Buf image_boot(const Image *im, bool brief);

/*
 * image_unboot: the program in such a file, if it begins with our bootstrap for the chip and is
 * complete; otherwise returns false. What the file does not tell is left out: the program is one
 * segment of code and one of zeros, without symbols.
 */
bool image_unboot(Image *im, Chip chip, const uint8_t *data, size_t n);

/* ---- as.c: assembling; docs/assembler.md ---- */

typedef struct AsOptions {
	bool has_chip, has_base; /* otherwise T800, and the chip's MemStart */
	Chip chip;
	Addr base;
	const char *const *include; /* directories for .include */
	size_t ninclude;
	bool alone; /* .include is refused */
} AsOptions;

/*
 * A program being assembled: as_new, as_source for each file, as_link, as_free. Mistakes are
 * collected; as_link (or the twentieth mistake) prints them and calls fatal_at. The image stays
 * valid after as_free. as_list prints address, bytes, cycles and text of each line; after as_link.
 */
typedef struct As As;

As *as_new(const AsOptions *o); /* NULL: defaults; o stays the caller's */
void as_source(As *as, const char *name, const char *text, size_t len);
void as_link(As *as, Image *im);
void as_list(const As *as, Buf *out);
void as_free(As *as);

/* as_image: one source, from beginning to end. */
void as_image(Image *im, const char *name, const char *text, size_t len, const AsOptions *o);

/* ---- dis.c: disassembling ---- */

enum { DIS_MAX_FLAT = 16 << 20 }; /* bytes without any structure */

/* dis_image, dis_bytes: text that assembles to the same bytes again. */
void dis_image(const Image *im, Buf *out);
bool dis_source(const Image *im, Buf *out); /* with source lines as comments; false: it has no debugging information */
void dis_bytes(const uint8_t *data, size_t n, Addr base, Chip chip, Buf *out);

/* ---- verify.c: the depth of both stacks and the workspace, proved for every instruction ---- */

/*
 * verify_image: each function of a linked program, from its entry. An operand that is not there, a
 * place where two ways meet with different workspaces, or a slot outside the frame is reported
 * (fatal).
 */
void verify_image(const Image *im);

/* ---- archive.c: the members of what ar makes ---- */

/* Called for each member: its name, "archive(member)", is the callee's to free; data is the archive's. */
typedef void ArchiveMember(void *to, char *name, const uint8_t *data, size_t n);

/* archive_members: data is n bytes, with the magic number seen. A broken archive is the user's mistake. */
void archive_members(const char *name, const uint8_t *data, size_t n, ArchiveMember *use, void *to);

/* ---- node_dir.c ---- */

/*
 * node_dir: the directory with the nodes' headers, libraries and system software that came with this
 * program; the caller frees it. NULL: there is none.
 */
char *node_dir(void);
bool is_node_dir(const char *dir);

int cc_main(int argc, char **argv);
extern const Command as_command, cc_command, dis_command, symbols_command;

#endif
