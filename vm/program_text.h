/*
 * program_text.h - finds where processes are in the source of their programs, and which variables
 * are at addresses.
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
	/*
	 * link address of the program's landmark: a function whose address on a node is known; 0
	 * for none
	 */
	Addr landmark;
} ProgramText;

/* The position of a process on its node. */
typedef struct ProcessPlace {
	Addr iptr, wptr; /* registers of the process */
	bool behind; /* iptr follows the relevant instruction: a call, or one that failed */
	Addr code;   /* load address of the landmark: NodeWork.code, NodeWords.kernel */
} ProcessPlace;

/* place_open: read a program; landmark: a function whose address on a node is known. */
void place_open(ProgramText *p, const char *file, const char *landmark);
/* place_close: free the program's text. */
void place_close(ProgramText *p);
/*
 * place_variable: print the variable at an address, and where it is declared: "free at farm.c:12";
 * false if there is none. moved: the distance of the address from the link address.
 */
bool place_variable(const ProgramText *p, Addr a, Word moved, Buf *out);
/* place_function: the function at a place; NULL if the place is not in the program's code. */
const char *place_function(const ProgramText *p, const ProcessPlace *at);
/*
 * place_print: print the active functions of a process, a line each: from the innermost function of
 * the application to the one that TrEK called (one of node_function). false if none was found.
 */
bool place_print(const ProgramText *p, const Vms *v, const T800 *node, const ProcessPlace *at,
	const char *function, FILE *f);
/*
 * place_called_in: true if the function at the place, or one of its callers, runs on the worker's
 * stack.
 */
bool place_called_in(const ProgramText *p, const T800 *node, const ProcessPlace *at,
	const NodeWorker *worker);

#endif
