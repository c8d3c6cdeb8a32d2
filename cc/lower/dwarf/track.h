/*
 * track.h - variables that have values while a function is followed; shared by track.c and list.c.
 */
#ifndef TRACK_H
#define TRACK_H

#include "dwarf_unit.h"

enum { NO_BINDING = -1 };

/* A variable, or a piece of one: the bits from `at` on; size 0: all of it. */
typedef struct Cell {
	int variable;
	uint32_t at, size;
	int next; /* of the same variable, by place; -1 */
} Cell;

typedef struct Variable {
	Node node, inlined;
	int next; /* of the same node; -1 */
	int cells; /* -1: none */
	Die *die;
	Bytes list;   /* entries of .debug_loc */
	Bytes place;  /* since mark `from` */
	size_t from;
	bool open;    /* there is such a place */
	int entries;
} Variable;

/* What flows. */
typedef struct State {
	bool reached;
	int *last;      /* by cell: a binding */
	uint64_t *kept; /* set of tracked values that are in their slots */
} State;

typedef struct Track {
	Scopes *s;
	Fn *f;
	Dwarf *d;
	const Binding *b;
	size_t n;
	int *cell;    /* of each binding; -1: it tells a fixed place */
	int *value;   /* of each binding: the tracked value it needs; -1: none */
	Bytes *place; /* of each binding */
	bool *placed; /* it has one */
	Variable *variables;
	int nvariables;
	Map *first; /* Node -> 1 + variable */
	Cell *cells;
	int ncells;
	int *tracked; /* of each of f->vals: its number; -1 */
	int *values;  /* the other way */
	int nvalues;
	size_t setwords;
	State *in; /* of each block */
	State now;
	size_t next;     /* binding that comes next in the block */
	size_t *begin;   /* of each block: its first binding; [nblocks]: all */
	int **mark;      /* of each block and position: mark; -1 */
} Track;

/* ---- track.c: the state at a place of the function ---- */

void track_enter(Track *t, int block);            /* at its beginning */
/* before an instruction: the bindings there hold */
void track_arrive(Track *t, int block, int pos);
void track_execute(Track *t, int block, int pos); /* after it */
bool track_is_kept(const State *s, int value);    /* the tracked value is in its slot */

/* ---- list.c ---- */

void track_lists(Track *t); /* gives every variable its places */

#endif
