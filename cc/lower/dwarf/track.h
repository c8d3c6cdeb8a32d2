/* track.h - the data-flow analysis of variables and their values; shared by track.c and list.c. */
#ifndef TRACK_H
#define TRACK_H

#include "dwarf_unit.h"

enum { NO_BINDING = -1 };

/* A variable or a piece of it: the bits from `at` on; size 0: all of it. */
typedef struct Cell {
	int variable;
	uint32_t at, size;
	int next; /* next cell of the same variable, ordered by `at`; -1 for none */
} Cell;

typedef struct Variable {
	Node node, inlined;
	int next; /* next variable of the same node; -1 for none */
	int cells; /* first cell; -1 for none */
	Die *die;
	Bytes list;   /* entries of .debug_loc */
	Bytes place;  /* location since mark `from` */
	size_t from;
	bool open;    /* `place` is valid */
	int entries;
} Variable;

/* The facts at one position. */
typedef struct State {
	bool reached;
	int *last;      /* [cell] the last binding */
	uint64_t *kept; /* set of tracked values that are in their slots */
} State;

typedef struct Track {
	Scopes *s;
	Fn *f;
	Dwarf *d;
	const Binding *b;
	size_t n;
	int *cell;    /* [binding] its cell; -1 if it gives a fixed location */
	int *value;   /* [binding] the tracked value it needs; -1 for none */
	Bytes *place; /* of each binding */
	bool *placed; /* [binding] whether it has a location */
	Variable *variables;
	int nvariables;
	Map *first; /* Node -> 1 + index of the variable */
	Cell *cells;
	int ncells;
	int *tracked; /* [f->vals] its tracked number; -1 for none */
	int *values;  /* [tracked number] index in f->vals */
	int nvalues;
	size_t setwords;
	State *in; /* [block] facts at its start */
	State now;
	size_t next;     /* the next binding in the block */
	size_t *begin;   /* [block] its first binding; [nblocks]: the total number */
	int **mark;      /* [block][position] mark; -1 for none */
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
