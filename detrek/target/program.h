/*
 * program.h - reads a program for the debugger: its names, types and lines.
 *
 * All addresses are link addresses.
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include "base/table.h"
#include "cc/debug/debug.h"

typedef struct ProgramInfo {
	char *name;   /* the program's name on nodes, such as "slave" */
	char *file;
	Image image;
	Debug *debug; /* NULL without debugging information */
	Addr text, data;          /* start addresses */
	Word text_bytes, data_bytes;
	Arena arena;
	LineRow *lines;           /* nlines rows, sorted by address */
	size_t nlines;
	DebugFunction *functions; /* nfunctions, sorted by address */
	size_t nfunctions;
	struct ProgramNames *names; /* global variables and named types, read if needed */
	struct ProgramScope **scopes; /* [nscopes] computed so far */
	uint32_t nscopes;
	Table scope_at;           /* the scopes by their addresses, in the arena */
	/* [nobjects] the variables at fixed places, by address; NULL: not computed yet */
	struct ProgramObject *objects;
	size_t nobjects;
} ProgramInfo;

/*
 * A variable at a fixed place in the program, including constants in its code: a global variable,
 * or a static one of a function. If only the symbol gives the address, and the declared type has
 * another size than the symbol, then the type is an array of bytes (object.c).
 */
typedef struct ProgramObject {
	Addr addr;
	Word nbytes;
	DebugVariable variable;
} ProgramObject;

/*
 * object.c
 *
 * program_object: the variable that contains an address; NULL if there is none. Owned by the
 * program.
 */
const ProgramObject *program_object(ProgramInfo *p, Addr a);

/*
 * The scope at an address: the functions there, the innermost first, and the variables of each.
 */
typedef struct ProgramScope {
	Frame *frames; /* [nframes] */
	DebugVariable **variables; /* [nframes] the variables of each frame */
	size_t *nvariables;        /* [nframes] the number of variables of each frame */
	size_t nframes;
} ProgramScope;

/* program_scope: the scope at a linked address, which the program owns. */
const ProgramScope *program_scope(ProgramInfo *p, Addr pc);

/* program_is_elf: true if a file begins like an ELF file; a boot file does not. */
bool program_is_elf(const char *file);
/*
 * program_open: open a program; a file that is not a program is fatal. name: the program's name on
 * nodes; NULL: the file's name without suffix.
 */
ProgramInfo *program_open(const char *file, const char *name);
/*
 * program_stem: the name of a file without suffix, which is the name of its program on nodes. The
 * caller frees it.
 */
char *program_stem(const char *file);
/* program_close: free the program. */
void program_close(ProgramInfo *p);

/*
 * program_function_at: the function that contains the address; NULL if there is none with debugging
 * information.
 */
const DebugFunction *program_function_at(const ProgramInfo *p, Addr a);
/* program_function: the function of this name; NULL if there is none. */
const DebugFunction *program_function(const ProgramInfo *p, const char *name);
/*
 * program_body_start: the address after the function's entry code, where its variables have their
 * values.
 */
Addr program_body_start(const ProgramInfo *p, const DebugFunction *f);
/* program_line_row: the row to which an address belongs; NULL if there is none. */
const LineRow *program_line_row(const ProgramInfo *p, Addr a);
/* program_is_line_start: true if the code of a line begins at the address. */
bool program_is_line_start(const ProgramInfo *p, Addr a);
/* program_inlined_calls: the number of inlined calls whose code begins at the address. */
size_t program_inlined_calls(const ProgramInfo *p, Addr a);

enum { MAX_PLACES = 256 }; /* addresses that program_places gives */

/*
 * program_places: the addresses at which the code of a line begins: one in each function, and in
 * each copy that the compiler made of a line or function. `file` may be only the end of a path. If
 * the line has no code, the next line with code is used. Returns the number of addresses; if this
 * is MAX_PLACES, there may be more. *line is set to the line used.
 */
size_t program_places(const ProgramInfo *p, const char *file, int *line, Addr places[MAX_PLACES]);
/* program_has_file: tell if the program has lines of a source file of this name. */
bool program_has_file(const ProgramInfo *p, const char *file);

/* Global variables of a program. */
typedef struct GlobalList {
	const DebugVariable *v; /* [n] */
	size_t n;
} GlobalList;

/* program_globals: the global variables, owned by the program; p NULL: none. */
GlobalList program_globals(const ProgramInfo *p);
/* program_type: the type of this kind and name; NULL if the program has none. */
const Type *program_type(const ProgramInfo *p, TypeKind kind, const char *name);
/* program_global: a global variable, preferably of the file; NULL if there is none. */
const DebugVariable *program_global(const ProgramInfo *p, const char *name, const char *file);
/* program_enumerator: find the constant `name` of an enumeration; false if there is none. */
bool program_enumerator(const ProgramInfo *p, const char *name, const Type **type, int64_t *value);
/*
 * program_symbol: the symbol at the address, also without debugging information; NULL if there is
 * none. *at: its start.
 */
const char *program_symbol(const ProgramInfo *p, Addr a, Addr *at);

/* source_name: a source's path, relative to the current directory if it is below it. */
const char *source_name(const char *path);
/*
 * The part of the software to which a source file belongs: the user's application, or a part of
 * Trellis.
 */
#define PROGRAM_PARTS(X) \
	X(OWN, "application") \
	X(LIBRARY, "library") \
	X(TREK, "TrEK") \
	X(MONITOR, "monitor") \
	X(KERNEL, "kernel")
typedef enum ProgramPart {
#define X(name, text) PART_##name,
	PROGRAM_PARTS(X)
#undef X
} ProgramPart;

/* program_part: the part of a program to which a source file belongs. */
ProgramPart program_part(const ProgramInfo *p, const char *file);
/* program_is_system: true if the source file belongs to Trellis, not to the user. */
bool program_is_system(const ProgramInfo *p, const char *file);
/* part_text: the name of a part of the software, for messages. */
const char *part_text(ProgramPart part);

/* path_ends_with: true if the path is the file name `end`, or a path of folders that ends in it. */
bool path_ends_with(const char *path, const char *end);

#endif
