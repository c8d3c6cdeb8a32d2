/*
 * functions.h - names the functions in which processes continue. A RUN event in a trace of the
 * machine has only an Iptr. A file beside the trace has a line for each node and Iptr: "n4 8000d3f1
 * kernel: link_in()".
 */
#ifndef FUNCTIONS_H
#define FUNCTIONS_H

#include "sim/topology/topology.h"

typedef struct Function {
	uint32_t node;
	Addr iptr;
	uint32_t name; /* index of the name in Functions.name */
} Function;

typedef struct Functions {
	Function *function; /* sorted by node, then by Iptr */
	uint32_t n;
	const char **name;  /* [nnames] each once; parts of `text` */
	uint32_t nnames;
	char *text;         /* the text of the file; owned */
} Functions;

#define FUNCTIONS_FILE "machine.functions"

/*
 * functions_read: read the file in a folder of `trellis run --record`; {0} if there is none. A
 * mistake in the file is fatal.
 */
Functions functions_read(const char *folder, const Topology *t);
/*
 * functions_parse: parse the text of a file FUNCTIONS_FILE, which functions_read would read; name
 * is for messages. functions_free must be called even after a mistake.
 */
void functions_parse(Functions *f, const char *name, const Buf *text, const Topology *t);
void functions_free(Functions *f);
/* functions_find: the index of the name for an Iptr of a node; NOWHERE if it is not known. */
uint32_t functions_find(const Functions *f, uint32_t node, Addr iptr);

#endif
