/*
 * die.h - DWARF 4 as assembly text: trees of debugging information entries (DIEs), bytes of
 * sections.
 */
#ifndef DIE_H
#define DIE_H

#include "base/arena.h"
#include "base/base.h"

/* ---- bytes of a section, some of them expressions that the assembler computes ---- */

typedef struct Hole {
	size_t at;        /* offset of 4 bytes */
	const char *text; /* an expression in the assembler's syntax */
} Hole;

typedef struct Bytes {
	Buf b;
	Hole *holes; /* allocated in the arena */
	size_t nholes;
} Bytes;

void bytes_uleb(Bytes *to, uint64_t n);
void bytes_sleb(Bytes *to, int64_t n);
/* reserve a word; the caller keeps text */
void bytes_hole(Arena *a, Bytes *to, const char *text);
void bytes_append(Arena *a, Bytes *to, const Bytes *from);
bool bytes_same(const Bytes *x, const Bytes *y);
/* print a section's bytes as directives; an empty section is omitted */
void put_section(const char *name, const Bytes *b, Buf *out);

/* ---- entries ---- */

/* Sections of lists; each contains its lists in the order of the entries that own them. */
typedef enum DieList {
	LIST_LOC,
	LIST_RANGES,
	NLISTS
} DieList;

typedef struct Die Die;

typedef struct Attribute {
	uint16_t at, form;
	uint64_t number;
	const char *text; /* an expression in the assembler's syntax */
	const Die *die;
	Bytes *bytes;
	DieList list; /* the section for `bytes`, if they are a list */
	bool listed;  /* the list has been placed at `number` */
} Attribute;

struct Die {
	unsigned tag;
	/*
	 * order of a parameter among its parent's children; 0 for other entries, which follow the
	 * parameters
	 */
	int order;
	Die *parent, *first, *last, *next;
	Attribute *attributes;
	size_t nattributes;
	uint32_t offset; /* from the start of its unit */
	unsigned abbreviation;
};

/*
 * All units of a program, with shared strings. Texts and names are copied; Bytes must outlive the
 * units.
 */
typedef struct DieUnits DieUnits;

DieUnits *dies_new(Arena *a);
void dies_free(DieUnits *u);
Die *die_new(DieUnits *u, Die *parent, unsigned tag); /* parent NULL: a new unit */
Die *die_parameter(DieUnits *u, Die *parent, unsigned tag, int order);
void die_number(DieUnits *u, Die *d, unsigned at, uint64_t n);
void die_signed(DieUnits *u, Die *d, unsigned at, int64_t n);
void die_flag(DieUnits *u, Die *d, unsigned at);
void die_name(DieUnits *u, Die *d, const char *name); /* DW_AT_name; an empty name is omitted */
void die_string(DieUnits *u, Die *d, unsigned at, const char *s);
void die_address(DieUnits *u, Die *d, unsigned at, const char *text);
void die_length(DieUnits *u, Die *d, unsigned at, const char *text); /* 4 bytes */
/* a reference into another section */
void die_offset(DieUnits *u, Die *d, unsigned at, const char *text);
void die_refer(DieUnits *u, Die *d, unsigned at, const Die *to);     /* in the same unit */
void die_place(DieUnits *u, Die *d, unsigned at, Bytes *expression);
/* including its terminator */
void die_list(DieUnits *u, Die *d, unsigned at, DieList section, Bytes *list);

/*
 * dies_text: print .debug_info and the sections it refers to, except .debug_line. The symbol .unitI
 * is the offset of unit i.
 */
void dies_text(DieUnits *u, Buf *out);

#endif
