/*
 * debug.h - what a program's debugging information tells: places in the source, types, variables.
 *
 * Read from the DWARF in an image (docs/compiler.md), by libdw. All addresses are those the program
 * is linked for; a Stopped says how far it lies from there. Damaged information is treated as
 * missing.
 */
#ifndef DEBUG_H
#define DEBUG_H

#include "base/option.h"
#include "cc/image/image.h"

typedef struct Debug Debug;

/* debug_open: NULL: the image has no debugging information. The image is not needed afterwards. */
Debug *debug_open(const Image *im);
void debug_close(Debug *d);

/* ---- debug.c: places ---- */

typedef struct SourcePlace {
	const char *file; /* of the debugging information; NULL: not known */
	int line;
} SourcePlace;

/* A function that runs at an address. An inlined one is followed by that which it is part of. */
typedef struct Frame {
	const char *function;
	SourcePlace place; /* in it: the address, or the call of the one before */
	bool inlined;
	const void *scope; /* for debug_variables */
} Frame;

enum { MAX_FRAMES = 64 };

SourcePlace debug_place(const Debug *d, Addr a);

/* A row of the line tables: from the address on, the code of that line. */
typedef struct LineRow {
	Addr addr;
	SourcePlace place;
	bool end; /* no code is here any more; place is of no use */
} LineRow;

void debug_lines(Debug *d, void (*use)(void *to, const LineRow *row), void *to); /* by units */
size_t debug_frames(Debug *d, Addr a, Frame frames[MAX_FRAMES]); /* 0: no function is known there */

/* ---- type.c: types ---- */

typedef enum TypeKind {
	TYPE_VOID,
	TYPE_SIGNED,
	TYPE_UNSIGNED,
	TYPE_CHAR, /* unsigned or not: `size` 1, shown as a character */
	TYPE_BOOL,
	TYPE_REAL,
	TYPE_ENUM,
	TYPE_POINTER,
	TYPE_ARRAY,
	TYPE_STRUCT,
	TYPE_UNION,
	TYPE_FUNCTION,
	TYPE_NAME,     /* typedef of target */
	TYPE_CONST,    /* target, qualified */
	TYPE_VOLATILE,
	TYPE_RESTRICT,
	TYPE_ATOMIC,
	NTYPEKINDS
} TypeKind;

typedef struct Type Type;

typedef struct Member {
	const char *name; /* "": none */
	const Type *type;
	Word at;          /* bytes from the beginning */
	/* a bit-field: its bits, counted from bit 0 of the structure; bits 0 if none */
	uint32_t bit, bits;
} Member;

typedef struct Enumerator {
	const char *name;
	int64_t value;
} Enumerator;

struct Type {
	TypeKind kind;
	const char *name;   /* "": none */
	Word size;          /* bytes; of an array whose length is open: 0 */
	const Type *target; /* pointed to, of an element, returned, renamed; never NULL */
	Word count;         /* of elements */
	/* an array whose length is not known; a structure that is only declared */
	bool open;
	const void *length; /* ... or is in a variable: debug_value finds it */
	bool is_signed;     /* of TYPE_CHAR and TYPE_ENUM */
	bool variadic;
	Member *members;    /* of structures; parameters of functions */
	size_t nmembers;
	Enumerator *values;
	size_t nvalues;
};

const Type *type_plain(const Type *t);                       /* without names and qualifiers */
/* C's declaration of a name; "": the type alone */
void type_text(const Type *t, const char *name, Buf *out);
/* of a structure, union or enumeration */
void type_definition(const Type *t, Buf *out);
/* those with names, by units */
void debug_types(Debug *d, void (*use)(void *to, const Type *t), void *to);

typedef struct DebugFunction {
	const char *name;
	Addr addr;
	Word size;
	const Type *type;
	SourcePlace place;
	const void *entry;
} DebugFunction;

typedef void UseFunction(void *to, const DebugFunction *f);
/* those that have code of their own, by units */
void debug_functions(Debug *d, UseFunction *use, void *to);

/* ---- variable.c, place.c: variables of a stopped process ---- */

typedef struct Stopped {
	bool (*read)(void *of, Addr a, void *to, Word n); /* of memory; false if there is none */
	void *of;
	Addr iptr, wptr;
	Word code_moved, data_moved; /* where code and data lie, less where they were linked for */
} Stopped;

typedef struct DebugVariable {
	const char *name;
	const Type *type;
	bool parameter;
	SourcePlace place; /* of its declaration */
	const void *entry;
} DebugVariable;

typedef void UseVariable(void *to, const DebugVariable *v);

/* debug_variables: of a frame's function and the blocks around its address, the innermost first. */
void debug_variables(Debug *d, const Frame *f, UseVariable *use, void *to);
/* in all blocks */
void debug_function_variables(Debug *d, const DebugFunction *f, UseVariable *use, void *to);
void debug_globals(Debug *d, UseVariable *use, void *to);

/* A variable's bytes; those that are not known are zero. */
typedef struct DebugValue {
	/* the variable's; of an array of variable length, one with the length it has now */
	const Type *type;
	uint8_t *bytes;   /* of the type's size, in the caller's arena */
	bool *known;
	bool in_memory; /* as a whole, at: */
	Addr addr;
} DebugValue;

/* debug_value: false: the variable has no place now. */
bool debug_value(Debug *d, const DebugVariable *v, const Stopped *s, Arena *a, DebugValue *value);

/*
 * debug_where: a variable's place when an address is executed: "CFA-8", "80000600", "= 7",
 * "computed", "nowhere"; for address 0, "varies" if its place changes.
 */
void debug_where(const DebugVariable *v, Addr a, Buf *out);

/*
 * debug_caller: change s to the state after its function has returned; false: nothing is known of
 * that. Its iptr is behind the call, which belongs to what lies one byte before.
 */
bool debug_caller(Debug *d, Stopped *s);

/* debug_cfa: where Wptr was in the caller; false: not known. */
bool debug_cfa(Debug *d, const Stopped *s, Addr *cfa);

/* ---- print.c ---- */

/*
 * value_text: as C would write it; known NULL: all is. d and s, for names of functions, may be
 * NULL.
 */
void value_text(Debug *d, const Stopped *s, const Type *t, const uint8_t *bytes, const bool *known,
	Buf *out);

/* symbols.c: `trellis symbols` */
extern const Command symbols_command;

#endif
