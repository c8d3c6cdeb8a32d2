/*
 * lower_program.h - a whole program: its modules and assembly files, and which of their parts it
 * needs.
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include "base/base.h"

typedef struct Program Program;

typedef struct ProgramOptions {
	int level;          /* of optimisation, 0 to 3 */
	bool keep;          /* everything in the named files, needed or not */
	bool module_only;   /* assembly text of one module; names of others stay open */
	uint32_t stack, heap; /* bytes above the image */
	const char *entry;
} ProgramOptions;

Program *program_new(const ProgramOptions *o);
void program_free(Program *p);

/*
 * program_add: a file's bytes: bitcode, an archive of such, or assembly text; which of them is seen
 * from the bytes. `library`: its parts are taken only where they are needed, and the user's own
 * definitions of the same names go before them. name and data stay as long as the program.
 */
void program_add(Program *p, const char *name, const uint8_t *data, size_t n, bool library);

/*
 * program_compile: lower what is needed. Mistakes (missing, double names) are all reported first.
 */
void program_compile(Program *p, Buf *text);

/* program_assembly: the assembly files that are part of it, after program_compile; index from 0. */
bool program_assembly(const Program *p, size_t i, const char **name, const char **text, size_t *n);

bool ends_with(const char *s, const char *end); /* does a file's name end so? */

#endif
