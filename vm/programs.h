/*
 * programs.h - `trellis run` of programs on a network, also with --break: then the programs are
 * instrumented, and recognise an event over several nodes themselves. Private to vm/.
 *
 * The programs are instrumented in three steps: the compiler finds the graph of their messages;
 * detrek/simul finds the points of the graph at which the event can be recognised; and the compiler
 * builds the programs with tables (kernel/include/break.h), which follow the graph.
 */
#ifndef PROGRAMS_H
#define PROGRAMS_H

#include "break_plan.h"
#include "build.h"
#include "run_options.h"

typedef struct NodeProgram {
	const char *input; /* [PLACE:]FILE[+FILE]... */
	const char *name;  /* for messages and generated files */
	const char **file; /* [nfiles] its C files, or the linked program */
	uint32_t nfiles;
	bool linked; /* the file was already linked by `trellis cc --kernel` */
	NodeSet nodes;     /* where it runs */
	const char *elf;   /* the ELF file, after programs_build */
} NodeProgram;

typedef struct NodePrograms {
	Arena arena;
	const RunOptions *o;
	const char *dir; /* directory for generated files */
	uint32_t nnodes;     /* number of nodes of the network */
	NodeProgram *program;
	uint32_t nprograms;
	const char *kernel;  /* after programs_build: NULL for the usual one */
	char **argument;     /* arguments of all programs */
	int narguments;
	BreakPlan plan;      /* with --break; its queries are numbered as the nodes report them */
} NodePrograms;

/* ---- programs_build.c ---- */

/* programs_build: compile and link the programs, with --break instrumented; mistakes are fatal. */
void programs_build(NodePrograms *p);

#endif
