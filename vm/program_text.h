/*
 * program_text.h - where processes are in the text of their programs, and what variables are at
 * addresses.
 */
#ifndef PROGRAM_TEXT_H
#define PROGRAM_TEXT_H

#include "cc/debug/debug.h"
#include "sim/node/node_words.h"
#include "vm.h"

#include <stdio.h>

/* A program and its debugging information. {0} is empty. */
typedef struct ProgramText {
	Image image;
	Debug *debug; /* NULL for none */
	/* link address of its landmark, a function whose address on a node is known; 0 for none */
	Addr known;
} ProgramText;

/* The position of a process on its node. */
typedef struct ProcessPlace {
	Addr iptr, wptr;
	bool behind; /* iptr is the address after the relevant instruction: a call, a fault */
	Addr code;   /* load address of the landmark: NodeWork.code, NodeWords.kernel */
} ProcessPlace;

void place_open(ProgramText *p, const char *file, const char *landmark);
void place_close(ProgramText *p);
/*
 * place_variable: print the variable at an address, and its place; the address is moved by `moved`
 * from where it was linked: "free at farm.c:12"; false if there is none.
 */
bool place_variable(const ProgramText *p, Addr a, Word moved, Buf *out);
/* NULL: it is not in its code */
const char *place_function(const ProgramText *p, const ProcessPlace *at);
/*
 * place_print: print the frames of a process, one on each line, from the innermost function of the
 * application out to the function that TrEK called, which is one of node_function; false if none
 * was found.
 */
bool place_print(const ProgramText *p, const Vms *v, const T800 *node, const ProcessPlace *at,
	const char *function, FILE *f);
/* place_called_in: does the function at the place, or one of its callers, use a worker's stack? */
bool place_called_in(const ProgramText *p, const T800 *node, const ProcessPlace *at,
	const NodeWorker *worker);

#endif
