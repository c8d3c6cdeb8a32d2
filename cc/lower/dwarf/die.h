/*
 * die.h - DWARF 4 as the assembler's text: trees of debugging information entries, bytes of
 * sections.
 */
#ifndef DIE_H
#define DIE_H

#include "base/arena.h"
#include "base/base.h"

/* ---- bytes of a section, some of them expressions that the assembler computes ---- */

typedef struct Hole {
	size_t at;        /* of 4 bytes */
	const char *text; /* the assembler's expression */
} Hole;

typedef struct Bytes {
	Buf b;
	Hole *holes; /* in the arena */
	size_t nholes;
} Bytes;

void bytes_uleb(Bytes *to, uint64_t n);
void bytes_sleb(Bytes *to, int64_t n);
void bytes_hole(Arena *a, Bytes *to, const char *text); /* a word; text stays the caller's */
void bytes_append(Arena *a, Bytes *to, const Bytes *from);
bool bytes_same(const Bytes *x, const Bytes *y);
/* as directives; nothing if it is empty */
void put_section(const char *name, const Bytes *b, Buf *out);

/* ---- entries ---- */

/* Sections of lists, which lie there in the order of the entries that they belong to. */
typedef enum DieList {
	LIST_LOC,
	LIST_RANGES,
	NLISTS
} DieList;

typedef struct Die Die;

typedef struct Attribute {
	uint16_t at, form;
	uint64_t number;
	const char *text; /* an expression of the assembler's */
	const Die *die;
	Bytes *bytes;
	DieList list; /* bytes go there, */
	bool listed;  /* at `number` */
} Attribute;

struct Die {
	unsigned tag;
	int order; /* of parameters among their parent's children; 0 if none, behind them */
	Die *parent, *first, *last, *next;
	Attribute *attributes;
	size_t nattributes;
	uint32_t offset; /* from the beginning of its unit */
	unsigned abbreviation;
};

/*
 * All units of a program. Strings are shared. What is given as text or as a name need not outlive
 * the call; Bytes must.
 */
typedef struct DieUnits DieUnits;

DieUnits *dies_new(Arena *a);
void dies_free(DieUnits *u);
Die *die_new(DieUnits *u, Die *parent, unsigned tag); /* without parent: a new unit */
Die *die_parameter(DieUnits *u, Die *parent, unsigned tag, int order);
void die_number(DieUnits *u, Die *d, unsigned at, uint64_t n);
void die_signed(DieUnits *u, Die *d, unsigned at, int64_t n);
void die_flag(DieUnits *u, Die *d, unsigned at);
void die_name(DieUnits *u, Die *d, const char *name); /* DW_AT_name; nothing if it is empty */
void die_string(DieUnits *u, Die *d, unsigned at, const char *s);
void die_address(DieUnits *u, Die *d, unsigned at, const char *text);
void die_length(DieUnits *u, Die *d, unsigned at, const char *text); /* 4 bytes */
void die_offset(DieUnits *u, Die *d, unsigned at, const char *text); /* in another section */
void die_refer(DieUnits *u, Die *d, unsigned at, const Die *to);     /* of the same unit */
void die_place(DieUnits *u, Die *d, unsigned at, Bytes *expression);
/* its end included */
void die_list(DieUnits *u, Die *d, unsigned at, DieList section, Bytes *list);

/*
 * dies_text: .debug_info and the sections that it refers to, but for .debug_line. The offset of
 * unit i is the name .unitI.
 */
void dies_text(DieUnits *u, Buf *out);

#endif
