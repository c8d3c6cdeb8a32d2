/*
 * functions.h - the functions at which processes continue, beside a trace of the machine, whose RUN
 * events have the Iptr: a file with a line for each node and Iptr: "n4 8000d3f1 kernel: link_in()".
 */
#ifndef FUNCTIONS_H
#define FUNCTIONS_H

#include "sim/topology/topology.h"

typedef struct Function {
	uint32_t node;
	Addr iptr;
	uint32_t name; /* index */
} Function;

typedef struct Functions {
	Function *function; /* by node, then by Iptr */
	uint32_t n;
	const char **name;  /* each once; parts of ... */
	uint32_t nnames;
	char *text;         /* the file's, owned */
} Functions;

#define FUNCTIONS_FILE "machine.functions"

/*
 * functions_read: those of a folder of `trellis run --record`; {0} if it has none. A mistake in the
 * file is the user's (fatal). functions_parse: the same of a text, whose name is for messages; also
 * after a mistake functions_free releases them.
 */
Functions functions_read(const char *folder, const Topology *t);
void functions_parse(Functions *f, const char *name, const Buf *text, const Topology *t);
void functions_free(Functions *f);
/* functions_find: the index of the name for an Iptr of a node; NOWHERE: it is not known. */
uint32_t functions_find(const Functions *f, uint32_t node, Addr iptr);

#endif
