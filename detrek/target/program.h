/*
 * program.h - a program as the debugger knows it: its names, types and lines, read once.
 *
 * All addresses are those it is linked for.
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include "cc/debug/debug.h"

typedef struct ProgramInfo {
	char *name;   /* as nodes know it: "slave" */
	char *file;
	Image image;
	Debug *debug; /* NULL: there is no debugging information */
	Addr text, data;          /* where they begin */
	Word text_bytes, data_bytes;
	Arena arena;
	LineRow *lines;           /* nlines of them, in order of addresses */
	size_t nlines;
	DebugFunction *functions; /* likewise */
	size_t nfunctions;
	DebugVariable *globals;
	size_t nglobals;
	const Type **types;       /* those with names */
	size_t ntypes;
	struct ProgramScope **scopes; /* those that were asked for, in buckets */
	/* nobjects, in order of addresses; NULL: they were not asked for yet */
	struct ProgramObject *objects;
	size_t nobjects;
} ProgramInfo;

/*
 * A variable that lies in the program, constants among its code included: a global one, or a static
 * one of a function.
 */
typedef struct ProgramObject {
	Addr addr;
	Word nbytes;
	DebugVariable variable;
} ProgramObject;

/* program_object: the variable that has an address; NULL if there is none. It is the program's. */
const ProgramObject *program_object(ProgramInfo *p, Addr a);

/*
 * What is in scope at an address: the functions there, the innermost first, and the variables of
 * each.
 */
typedef struct ProgramScope {
	Addr pc;
	Frame *frames; /* nframes of them */
	DebugVariable **variables;
	size_t *nvariables;
	size_t nframes;
	struct ProgramScope *next;
} ProgramScope;

const ProgramScope *program_scope(ProgramInfo *p, Addr pc); /* the program's */

/*
 * program_open: what is not a program is the user's mistake (fatal). name NULL: the file's without
 * its suffix.
 */
ProgramInfo *program_open(const char *file, const char *name);
void program_close(ProgramInfo *p);

/* program_function_at: the one that has the address; NULL: none with debugging information. */
const DebugFunction *program_function_at(const ProgramInfo *p, Addr a);
const DebugFunction *program_function(const ProgramInfo *p, const char *name);
/*
 * program_body: behind the instructions with which the function begins, where its variables have
 * their values.
 */
Addr program_body(const ProgramInfo *p, const DebugFunction *f);
/*
 * program_row: the row that an address belongs to; NULL if there is none. program_is_line: a row
 * begins there.
 */
const LineRow *program_row(const ProgramInfo *p, Addr a);
bool program_is_line(const ProgramInfo *p, Addr a);

/*
 * program_line: the addresses at which the code of a line begins, one in each function; the file's
 * last parts suffice. If the line has none, it is the next one that has. returns how many; *line
 * becomes the line.
 */
enum { MAX_PLACES = 64 };
size_t program_line(const ProgramInfo *p, const char *file, int *line, Addr places[MAX_PLACES]);
bool program_has_file(const ProgramInfo *p, const char *file);

const Type *program_type(const ProgramInfo *p, TypeKind kind, const char *name);
/* program_global: one of the file if there is one; NULL if there is none. */
const DebugVariable *program_global(const ProgramInfo *p, const char *name, const char *file);
bool program_enumerator(const ProgramInfo *p, const char *name, const Type **type, int64_t *value);
/*
 * program_symbol: of the address, also where there is no debugging information; NULL if there is
 * none. *at: its beginning.
 */
const char *program_symbol(const ProgramInfo *p, Addr a, Addr *at);

/* path_ends: the path is that file, or the file's name with some folders before it. */
bool path_ends(const char *path, const char *end);

#endif
