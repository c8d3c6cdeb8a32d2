/*
 * dwarf_unit.h - debugging information of a program while it is made. Private to this folder.
 *
 * Register numbers: Areg 0, Breg 1, Creg 2, Wptr 3, Iptr 4, FAreg 5, FBreg 6, FCreg 7. The
 * canonical frame address (CFA) is Wptr before the call: CFA - 16 holds the return address, CFA -
 * 12 gsb; the argument words follow.
 */
#ifndef DWARF_UNIT_H
#define DWARF_UNIT_H

#include "die.h"
#include "dwarf.h"
#include "cc/lower/module/module_debug.h"

enum {
	REG_WPTR = 3,
	REG_IPTR = 4,
	CALLED = 16, /* bytes by which call moves Wptr */
};

/* Global variables that the optimiser has split; global.c. */
typedef struct SplitVariable SplitVariable;

/* Addresses from low to high, as expressions in the assembler's syntax. */
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
	 * Node -> Die *: types, subprograms, blocks, variables; without the copies of inlined
	 * functions
	 */
	Map *dies;
	const char **files; /* from 1 */
	size_t nfiles;
	Range *code;
	size_t ncode;
	SplitVariable *split; /* a list */
} DwarfUnit;

struct Dwarf {
	Arena *arena;
	DieUnits *dies;
	DwarfUnit **units;
	size_t nunits;
	Bytes frame;
	Bytes **bytes; /* all results of dwarf_bytes, to free them */
	size_t nbytes;
};

/* dwarf.c */
DwarfUnit *dwarf_unit(Dwarf *d, const Module *m, Node unit); /* made when first asked for */
Die *dwarf_known(const DwarfUnit *u, Node n); /* NULL if not made yet */
void dwarf_declared(DwarfUnit *u, Die *d, Node file, int64_t line);
Bytes *dwarf_bytes(Dwarf *d); /* new empty bytes, which live as long as d */
char *dwarf_print(Dwarf *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void dwarf_put_ranges(DwarfUnit *u, Die *d, const Range *r, size_t n);

/* type.c: a NULL type means void. */
void dwarf_has_type(DwarfUnit *u, Die *d, Node type); /* DW_AT_type, unless it is void */
/*
 * dwarf_enumerations: make the entries of the unit's enumerations, even if no variable has their
 * type.
 */
void dwarf_enumerations(DwarfUnit *u);

/* scope.c: the blocks of a function, and the functions inlined into it */

typedef struct Scope {
	Node node;    /* block or subprogram */
	Node inlined; /* where it was inlined; NULL if it was not */
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
Die *scope_variable(Scopes *s, Node variable, Node inlined); /* add an entry to its scope */

/* place.c: locations of values */

typedef enum PlaceKind {
	PLACE_NONE,
	PLACE_MEMORY, /* the expression computes the address */
	PLACE_VALUE,  /* the expression computes the value */
	PLACE_BYTES,  /* the expression contains the value: DW_OP_implicit_value */
} PlaceKind;

/* returns false if it has no location */
bool binding_location(Fn *f, Dwarf *d, const Binding *b, Bytes *to);
/* in bits */
bool binding_fragment(const Module *m, const Binding *b, uint32_t *at, uint32_t *size);

/*
 * step_put: append a step of an expression; `before` is the step before it, or NULL. false if
 * DWARF cannot express it
 */
bool step_put(const Step *s, const Step *before, Bytes *to);

/* track.c: variables with values, and their locations at each mark */
void track_variables(Scopes *s, const Binding *b, size_t n);

/* frame.c */
void dwarf_frame(Dwarf *d, Fn *f);

/* mark_label: the label of a mark, which the code then gets; mark f->nmarks: the function's end. */
const char *mark_label(Fn *f, Dwarf *d, size_t mark);

#endif
