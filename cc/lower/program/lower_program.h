/*
 * lower_program.h - a whole program: its modules and assembly files, and the search for the parts
 * it needs.
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include "base/base.h"

/* A program being combined and compiled. */
typedef struct Program Program;

typedef struct ProgramOptions {
	int level;          /* optimisation level, 0 to 3 */
	bool keep;          /* keep all definitions of the named files, needed or not */
	/* print assembly text of one module; other modules' names stay undefined */
	bool module_only;
	uint32_t stack, heap; /* bytes allocated above the image */
	const char *entry;    /* name of the function at which the program begins */
} ProgramOptions;

/* program_new: a program without files. The options must last as long as the program. */
Program *program_new(const ProgramOptions *o);
void program_free(Program *p);

/*
 * program_add: add a file's bytes: bitcode, an archive of such files, or assembly text; the bytes
 * determine which. `library`: use its parts only where they are needed, and prefer the user's own
 * definitions of the same names. name and data must last as long as the program.
 */
void program_add(Program *p, const char *name, const uint8_t *data, size_t n, bool library);

/*
 * program_compile: lower all needed definitions. All mistakes (missing or duplicate names) are
 * reported first.
 */
void program_compile(Program *p, Buf *text);

/*
 * program_assembly: get assembly file i of the program, from 0, after program_compile; false if
 * there is none.
 */
bool program_assembly(const Program *p, size_t i, const char **name, const char **text, size_t *n);

/* ends_with: true if a file's name ends in this text. */
bool ends_with(const char *s, const char *end);

#endif
