/*
 * dwarf_unit.h - debugging information of a program while it is made; private to the folder.
 *
 * Registers have the numbers Areg 0, Breg 1, Creg 2, Wptr 3, Iptr 4, FAreg 5, FBreg 6, FCreg 7. The
 * canonical frame address is Wptr before the call: CFA - 16 is the return address, CFA - 12 is gsb,
 * the arguments' words follow.
 */
#ifndef DWARF_UNIT_H
#define DWARF_UNIT_H

#include "die.h"
#include "dwarf.h"
#include "cc/lower/module/module_debug.h"

enum {
	REG_WPTR = 3,
	REG_IPTR = 4,
	CALLED = 16, /* bytes that call moves Wptr by */
};

/* Addresses from low to high, as the assembler's expressions. */
typedef struct Range {
	const char *low, *high;
} Range;

/* A compilation unit: a C file. */
typedef struct DwarfUnit {
	Dwarf *dwarf;
	const Module *m;
	Node node;
	Die *die;
	int index;
	/*
	 * Node -> Die *: types, subprograms, blocks, variables; those that are not copies of
	 * inlined ones
	 */
	Map *dies;
	const char **files; /* from 1 */
	size_t nfiles;
	Range *code;
	size_t ncode;
} DwarfUnit;

struct Dwarf {
	Arena *arena;
	DieUnits *dies;
	DwarfUnit **units;
	size_t nunits;
	Bytes frame;
	Bytes **bytes; /* all that dwarf_bytes made */
	size_t nbytes;
};

/* dwarf.c */
Die *dwarf_known(const DwarfUnit *u, Node n); /* NULL: not made yet */
void dwarf_declared(DwarfUnit *u, Die *d, Node file, int64_t line);
Bytes *dwarf_bytes(Dwarf *d); /* empty ones, which live as long as d */
char *dwarf_print(Dwarf *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void dwarf_ranges(DwarfUnit *u, Die *d, const Range *r, size_t n);

/* type.c: NULL stands for void. */
void dwarf_has_type(DwarfUnit *u, Die *d, Node type); /* DW_AT_type, unless it is void */

/* scope.c: a function's blocks, and the functions inlined into it */

typedef struct Scope {
	Node node;    /* block or subprogram */
	Node inlined; /* where it was inlined; NULL: it was not */
	struct Scope *parent;
	Die *die;
	Range *ranges;
	size_t nranges;
} Scope;

typedef struct Scopes {
	DwarfUnit *u;
	Fn *f;
	Scope **all;
	size_t n;
} Scopes;

void scopes_make(Scopes *s, DwarfUnit *u, Fn *f); /* from the function's marks */
Die *scope_variable(Scopes *s, Node variable, Node inlined); /* a new entry in its scope */

/* place.c: where values are */

typedef enum PlaceKind {
	PLACE_NONE,
	PLACE_MEMORY, /* the expression gives the address */
	PLACE_VALUE,  /* the expression gives the value */
	PLACE_BYTES,  /* the expression is a description of its own: DW_OP_implicit_value */
} PlaceKind;

bool binding_location(Fn *f, Dwarf *d, const Binding *b, Bytes *to); /* false: nowhere */
/* in bits */
bool binding_fragment(const Module *m, const Binding *b, uint32_t *at, uint32_t *size);

/* track.c: variables that have values, and where these are at each mark */
void track_variables(Scopes *s, const Binding *b, size_t n);

/* frame.c */
void dwarf_frame(Dwarf *d, Fn *f);

/* mark_label, end_label: of code; the mark gets one. */
const char *mark_label(Fn *f, Dwarf *d, size_t mark);

#endif
