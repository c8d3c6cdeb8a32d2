/*
 * die.h - DWARF 4 as assembly text: trees of debugging information entries (DIEs), bytes of
 * sections.
 */
#ifndef DIE_H
#define DIE_H

#include "base/arena.h"
#include "base/base.h"

/* ---- bytes of a section, some of them expressions that the assembler computes ---- */

/* A word that the assembler computes. */
typedef struct Hole {
	size_t at;        /* offset of 4 bytes */
	const char *text; /* an expression in the assembler's syntax */
} Hole;

/* Bytes, among them words that the assembler computes. */
typedef struct Bytes {
	Buf b;
	Hole *holes; /* allocated in the arena */
	size_t nholes;
} Bytes;

/* bytes_uleb: append a number in unsigned LEB128. */
void bytes_uleb(Bytes *to, uint64_t n);
/* bytes_sleb: append a number in signed LEB128. */
void bytes_sleb(Bytes *to, int64_t n);
/* bytes_hole: append a word that the assembler computes from text, which is borrowed. */
void bytes_hole(Arena *a, Bytes *to, const char *text);
/* bytes_append: append bytes with their holes. */
void bytes_append(Arena *a, Bytes *to, const Bytes *from);
/* bytes_same: true if both have the same bytes and holes. */
bool bytes_same(const Bytes *x, const Bytes *y);
/* put_section: print the bytes of a section as directives; an empty section is omitted. */
void put_section(const char *name, const Bytes *b, Buf *out);

/* ---- entries ---- */

/* Sections of lists; each contains its lists in the order of the entries that own them. */
typedef enum DieList {
	LIST_LOC, /* .debug_loc */
	LIST_RANGES, /* .debug_ranges */
	NLISTS
} DieList;

/* A debugging information entry. */
typedef struct Die Die;

/* An attribute of an entry; its form says which of the fields is the value. */
typedef struct Attribute {
	uint16_t at, form; /* DW_AT_... and DW_FORM_... */
	uint64_t number; /* a number, flag or offset */
	const char *text; /* an expression in the assembler's syntax */
	const Die *die; /* the entry to which the attribute refers */
	Bytes *bytes; /* a location expression or a list */
	DieList list; /* the section for `bytes`, if they are a list */
	bool listed;  /* true if the list was put into its section, at offset `number` */
} Attribute;

struct Die {
	unsigned tag; /* DW_TAG_... */
	/*
	 * order of a parameter among its parent's children; 0 for other entries, which follow the
	 * parameters
	 */
	int order;
	Die *parent, *first, *last, *next; /* first, last: its children; next: of the same parent */
	Attribute *attributes;
	size_t nattributes;
	uint32_t offset; /* offset of the entry from the start of the unit */
	unsigned abbreviation; /* number of its abbreviation */
};

/*
 * All units of a program, with shared strings. Texts and names are copied; Bytes must outlive the
 * units.
 */
typedef struct DieUnits DieUnits;

/* dies_new: make an empty list of units. */
DieUnits *dies_new(Arena *a);
void dies_free(DieUnits *u);
/* die_new: append an entry to its parent; parent NULL: the entry of a new unit. */
Die *die_new(DieUnits *u, Die *parent, unsigned tag);
/*
 * die_parameter: append an entry to its parent; order: the place of a parameter among the
 * parameters, from 1, or 0 for any other entry.
 */
Die *die_parameter(DieUnits *u, Die *parent, unsigned tag, int order);
/* die_number: add an attribute that is an unsigned number. */
void die_number(DieUnits *u, Die *d, unsigned at, uint64_t n);
/* die_signed: add an attribute that is a number with a sign. */
void die_signed(DieUnits *u, Die *d, unsigned at, int64_t n);
/* die_flag: add an attribute that is a flag. */
void die_flag(DieUnits *u, Die *d, unsigned at);
/* die_name: add DW_AT_name, unless the name is empty. */
void die_name(DieUnits *u, Die *d, const char *name);
/* die_string: add an attribute that is a text. */
void die_string(DieUnits *u, Die *d, unsigned at, const char *s);
/* die_address: add an attribute that is an address. */
void die_address(DieUnits *u, Die *d, unsigned at, const char *text);
/* die_length: add an attribute that is a length of 4 bytes. */
void die_length(DieUnits *u, Die *d, unsigned at, const char *text);
/* die_offset: add an attribute that refers into another section. */
void die_offset(DieUnits *u, Die *d, unsigned at, const char *text);
/* die_refer: add an attribute that refers to an entry of the same unit. */
void die_refer(DieUnits *u, Die *d, unsigned at, const Die *to);
/* die_place: add an attribute that is a location expression. */
void die_place(DieUnits *u, Die *d, unsigned at, Bytes *expression);
/*
 * die_list: add an attribute that refers to a list, which includes its terminator, in a section of
 * lists.
 */
void die_list(DieUnits *u, Die *d, unsigned at, DieList section, Bytes *list);

/*
 * dies_text: print .debug_info and the sections it refers to, except .debug_line. The symbol .unitI
 * is the offset of unit i.
 */
void dies_text(DieUnits *u, Buf *out);

#endif
