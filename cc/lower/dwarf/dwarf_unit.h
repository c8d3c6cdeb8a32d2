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
	CALL_FRAME_BYTES = 16, /* bytes by which call moves Wptr */
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
	Node node; /* its node in LLVM's debugging information */
	Die *die;           /* its entry */
	int index; /* number of the unit in the program */
	/*
	 * from a node (a type, subprogram, block or variable) to its entry (Die *); without the
	 * copies of inlined functions
	 */
	Map *dies;
	const char **files; /* [nfiles] the unit's source files, which .loc numbers from 1 */
	size_t nfiles;
	const char *last_dir, *last_file; /* the file that dwarf_file was asked for last */
	int last;                         /* its number */
	Range *code;        /* [ncode] the addresses of its functions */
	size_t ncode;
	SplitVariable *split; /* list of the unit's split variables */
} DwarfUnit;

struct Dwarf {
	Arena *arena;
	DieUnits *dies;
	DwarfUnit **units;
	size_t nunits;
	/* from an enumerator's node, which LLVM shares among modules, to its value */
	Map *enumerators;
	Bytes frame;   /* .debug_frame */
	Bytes **bytes; /* all results of dwarf_new_bytes, to free them */
	size_t nbytes;
};

/* ---- dwarf.c ---- */

/* dwarf_unit: the unit of a C file, which is made at the first call. */
DwarfUnit *dwarf_unit(Dwarf *d, const Module *m, Node unit);
/* dwarf_known_entry: the entry of a node; NULL if it was not made yet. */
Die *dwarf_known_entry(const DwarfUnit *u, Node n);
/* dwarf_add_place: add the place of a declaration to an entry, if the line is known. */
void dwarf_add_place(DwarfUnit *u, Die *d, Node file, int64_t line);
/* dwarf_new_bytes: new empty bytes, which live as long as d. */
Bytes *dwarf_new_bytes(Dwarf *d);
/* dwarf_print: formatted text that lives as long as the arena. */
char *dwarf_print(Dwarf *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* dwarf_put_ranges: add the n address ranges of its code to an entry. */
void dwarf_put_ranges(DwarfUnit *u, Die *d, const Range *r, size_t n);

/* ---- type.c: a NULL type means void ---- */

/* dwarf_add_type: add DW_AT_type to an entry, unless the type is void. */
void dwarf_add_type(DwarfUnit *u, Die *d, Node type);
/*
 * dwarf_add_enumerations: make the entries of the unit's enumerations, even if no variable has
 * their type.
 */
void dwarf_add_enumerations(DwarfUnit *u);

/* scope.c: the blocks of a function, and the functions inlined into it */

/* A block of a function, or an inlined function. */
typedef struct Scope {
	Node node;    /* block or subprogram */
	Node inlined; /* where it was inlined; NULL if it was not */
	struct Scope *parent;
	Die *die;
	Range *ranges;
	size_t nranges;
} Scope;

/* All scopes of a function. */
typedef struct Scopes {
	DwarfUnit *u;
	Fn *f;
	Scope **all;
	size_t n;
} Scopes;

/* scopes_make: find the scopes of a function and their code from the function's marks. */
void scopes_make(Scopes *s, DwarfUnit *u, Fn *f);
/* scope_add_variable: add an entry for a variable to its scope. */
Die *scope_add_variable(Scopes *s, Node variable, Node inlined);

/* place.c: locations of values */

typedef enum PlaceKind {
	PLACE_NONE,   /* the value has no location */
	PLACE_MEMORY, /* the expression computes the address */
	PLACE_VALUE,  /* the expression computes the value */
	PLACE_BYTES,  /* the expression contains the value: DW_OP_implicit_value */
} PlaceKind;

/*
 * binding_location: append the expression for the location that a binding gives; false if the
 * binding gives none.
 */
bool binding_location(Fn *f, Dwarf *d, const Binding *b, Bytes *to);
/*
 * binding_fragment: the bits of the variable that a binding gives; false if it gives all of them.
 */
bool binding_fragment(const Module *m, const Binding *b, uint32_t *at, uint32_t *size);

/*
 * step_put: append a step of an expression; `before` is the step before it, or NULL. false if
 * DWARF cannot express it
 */
bool step_put(const Step *s, const Step *before, Bytes *to);

/* ---- track.c ---- */

/* track_variables: make the entries and location lists of variables with values. */
void track_variables(Scopes *s, const Binding *b, size_t n);

/* ---- frame.c ---- */

/* dwarf_add_frame: append the rows of .debug_frame of a function. */
void dwarf_add_frame(Dwarf *d, Fn *f);

/*
 * mark_label: the label of a mark; the function's code will define this label. mark f->nmarks
 * stands for the function's end.
 */
const char *mark_label(Fn *f, Dwarf *d, size_t mark);

#endif
