/*
 * unit_layout.h - what the debugging records of a compiled unit say: which line each piece of code
 * comes from, and where the variables are that it can use.
 *
 * A procedure moves Wptr down by its workspace when it is entered, and a process of a PAR works at
 * a Wptr of its own further down; both are `depth` words below the Wptr at which the procedure was
 * called. The processes of a replicated PAR reach the workspace around them by a word of their own,
 * the static link.
 */
#ifndef UNIT_LAYOUT_H
#define UNIT_LAYOUT_H

#include "tcoff.h"

enum { NONE = -1 }; /* an index that refers to nothing */

/* A procedure or function of the unit. */
typedef struct Procedure {
	const char *name;
	uint32_t index;     /* the index of the procedure's record */
	/* offsets of the procedure's code from the start of the unit's code; equal without code */
	uint32_t low, high;
	int32_t line;       /* of the declaration */
	const char *file;
} Procedure;

/* A piece of workspace: that of a procedure, or of a process of a PAR. */
typedef struct Segment {
	int32_t kind;       /* SEGMENT_... */
	int around;         /* the enclosing segment; NONE for the segment of a procedure */
	int procedure;      /* index of the procedure that it belongs to */
	/* words up to the procedure's Wptr (above); of a replicated process: to its static link */
	int32_t depth;
	bool replicated;    /* this segment, or one around it, belongs to a replicated process */
	int32_t outside;    /* if replicated: the depth to which its static link leads */
} Segment;

/* A scope: the variables between a record that begins the scope and the one that ends it. */
typedef struct Scope {
	int around;       /* the enclosing scope; NONE: the scope of a procedure or of the unit */
	int procedure, segment;
	uint32_t from, to; /* indices of the records that begin and end the scope */
} Scope;

/* A variable, with the scope in which it is declared and the segment that contains it. */
typedef struct Variable {
	const DebugRecord *record;
	int scope, segment, procedure; /* scope NONE: a parameter */
	const char *file;
	int32_t line;
} Variable;

/* A piece of code that comes from one line, up to the next piece. */
typedef struct Piece {
	uint32_t at;      /* offset of the piece from the start of the unit's code */
	uint32_t index;   /* index of the line mark of this piece */
	int segment;
	int32_t line;
	const char *file;
} Piece;

/* All parts of a unit. */
typedef struct Layout {
	Procedure *procedure;
	Segment *segment;
	Scope *scope;
	Variable *variable;
	Piece *piece; /* in the order of addresses */
	uint32_t nprocedures, nsegments, nscopes, nvariables, npieces;
} Layout;

/*
 * layout_of: where the procedures, variables and lines of a unit are, from its debugging records.
 */
Layout layout_of(Arena *a, const Unit *u, const char *file);

#endif
