/* track.h - the data-flow analysis of variables and their values; shared by track.c and list.c. */
#ifndef TRACK_H
#define TRACK_H

#include "dwarf_unit.h"

enum { NO_BINDING = -1 };

/* A variable or a piece of it: the bits from `at` on; size 0: all of it. */
typedef struct Cell {
	int variable; /* index of the variable */
	uint32_t at, size; /* bits */
	int next; /* index of the variable's next cell, in the order of `at`; -1 for none */
} Cell;

/* A variable of a function, in one inlined copy or outside of all. */
typedef struct Variable {
	Node node, inlined; /* inlined: where this copy was inlined; NULL if it was not */
	int next; /* index of the next variable of the same node (another copy); -1 for none */
	int cells; /* index of the variable's first cell; -1 for none */
	Die *die;
	Bytes list;   /* entries of .debug_loc */
	Bytes place;  /* the variable's location since mark `from` */
	size_t from;  /* the mark at which `place` begins to hold */
	bool open;    /* true if `place` is valid; the list then has an entry without an end yet */
	int entries; /* number of entries in `list` */
} Variable;

/* The facts at one position. */
typedef struct State {
	bool reached;   /* control can reach the position */
	int *last;      /* [cell] index of the cell's last binding, or NO_BINDING */
	uint64_t *kept; /* set of tracked values that are in their slots */
} State;

/* The analysis of one function. */
typedef struct Track {
	Scopes *s;
	Fn *f;
	Dwarf *d;
	const Binding *b; /* [n] the function's bindings */
	size_t n;
	int *cell;    /* [binding] the cell that it sets; -1 if it gives a fixed location */
	int *value;   /* [binding] the tracked value that the location needs; -1 for none */
	Bytes *place; /* [binding] the location that it gives */
	bool *placed; /* [binding] true if it gives a location */
	Variable *variables;
	int nvariables;
	Map *first; /* Node -> 1 + index of the variable */
	Cell *cells;
	int ncells;
	int *tracked; /* [f->vals] number of the value among those that are tracked; -1 for none */
	int *values;  /* [tracked number] index of the value in f->vals */
	int nvalues;
	size_t setwords; /* words of a set of tracked values */
	State *in; /* [block] the facts at the block's start */
	State now; /* the facts at the present position */
	size_t next;     /* the next binding in the block */
	size_t *begin;   /* [block] the block's first binding; [nblocks]: number of all bindings */
	int **mark;      /* [block][position] index of the mark in f->marks; -1 for none */
} Track;

/* ---- track.c: the state at a place of the function ---- */

/* track_enter: set the state to that at the start of a block. */
void track_enter(Track *t, int block);
/* track_arrive: let the bindings before an instruction take effect. */
void track_arrive(Track *t, int block, int pos);
/* track_execute: set the state to that after an instruction. */
void track_execute(Track *t, int block, int pos);
/* track_is_kept: true if the tracked value is in its slot. */
bool track_is_kept(const State *s, int value);

/* ---- list.c ---- */

/* track_lists: make the location lists of all variables. */
void track_lists(Track *t);

#endif
