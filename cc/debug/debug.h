/*
 * debug.h - a program's debugging information: places in the source, types, variables.
 *
 * The information is read by libdw from the DWARF in an image (docs/compiler.md). All addresses are
 * link addresses; a Stopped gives the distance to the load addresses. Damaged information is
 * treated as missing.
 */
#ifndef DEBUG_H
#define DEBUG_H

#include "base/option.h"
#include "cc/image/image.h"

/* The debugging information of a program. */
typedef struct Debug Debug;

/*
 * debug_open: open the debugging information of an image; NULL if the image has none. The image is
 * not needed afterwards.
 */
Debug *debug_open(const Image *im);
void debug_close(Debug *d);

/* ---- debug.c: places ---- */

/* A line of a source file. */
typedef struct SourcePlace {
	const char *file; /* owned by the debugging information; NULL if unknown */
	int line;
} SourcePlace;

/*
 * A function active at an address. An inlined function is followed by the function that contains
 * it.
 */
typedef struct Frame {
	const char *function;
	/* position in the function: of the address, or of the call of the previous frame */
	SourcePlace place;
	bool inlined;      /* the function was inlined into the next one */
	/* number of the copy of the function's code: each inlined call has another one */
	uint64_t copy;
	const void *scope; /* argument for debug_variables */
} Frame;

enum { MAX_FRAMES = 64 };

/*
 * debug_place: the place in the source to which the code at an address belongs; file NULL if
 * unknown.
 */
SourcePlace debug_place(const Debug *d, Addr a);

/* A row of the line tables: code from the address on belongs to that line. */
typedef struct LineRow {
	Addr addr;
	SourcePlace place;
	unsigned copy; /* number of the copy of the line's code in its function, from 0 */
	bool end; /* no code follows; place is not valid */
	bool call; /* an inlined call begins here; the code belongs to the next row */
} LineRow;

/* debug_lines: call `use` with each row of the line tables, one unit after the other. */
void debug_lines(Debug *d, void (*use)(void *to, const LineRow *row), void *to);
/*
 * debug_calls: call `use` with a row for each inlined call; at one address, the outer calls come
 * first
 */
void debug_calls(Debug *d, void (*use)(void *to, const LineRow *row), void *to);
/*
 * debug_frames: find the functions active at an address, the innermost first. Returns how many; 0
 * if no function is known there.
 */
size_t debug_frames(Debug *d, Addr a, Frame frames[MAX_FRAMES]);
/*
 * debug_definition: set *place to where a function is defined, even if it has no code; false if it
 * is not defined.
 */
bool debug_definition(Debug *d, const char *name, SourcePlace *place);
/*
 * debug_inlined: call `use` with each address at which an inlined copy of a function begins. `file`
 * restricts this to the functions of one source file; NULL: all files.
 */
void debug_inlined(Debug *d, const char *name, const char *file, void (*use)(void *to, Addr a),
	void *to);

/* ---- type.c: types ---- */

typedef enum TypeKind {
	TYPE_VOID,
	TYPE_SIGNED,
	TYPE_UNSIGNED,
	TYPE_CHAR, /* signed or unsigned; size 1, printed as a character */
	TYPE_BOOL,
	TYPE_REAL,
	TYPE_ENUM,
	TYPE_POINTER,
	TYPE_ARRAY,
	TYPE_STRUCT,
	TYPE_UNION,
	TYPE_FUNCTION,
	TYPE_TYPEDEF,     /* a typedef of target */
	TYPE_CONST,    /* target with qualifiers */
	TYPE_VOLATILE,
	TYPE_RESTRICT,
	TYPE_ATOMIC,
	NTYPEKINDS
} TypeKind;

typedef struct Type Type;

/* A member of a structure or union, or a parameter. */
typedef struct Member {
	const char *name; /* "" if unnamed */
	const Type *type;
	Word at;          /* offset in bytes */
	/*
	 * for a bit-field: its first bit, counted from bit 0 of the structure, and its width; for
	 * other members `bits` is 0
	 */
	uint32_t bit, bits;
} Member;

typedef struct Enumerator {
	const char *name;
	int64_t value;
} Enumerator;

struct Type {
	TypeKind kind;
	const char *name;   /* "" if unnamed */
	Word size;          /* bytes; 0 for an array of unknown length */
	/*
	 * never NULL: of a pointer, the type it points to; of an array, the type of its elements;
	 * of a function, the type it returns; of a typedef or a qualified type, the type meant
	 */
	const Type *target;
	Word count;         /* number of elements */
	/* true for an array of unknown length, and for a structure without definition */
	bool open;
	/* of an array: the entry of the variable that has its length; NULL if there is none */
	const void *length;
	bool is_signed;     /* of TYPE_CHAR and TYPE_ENUM: true if the values are signed */
	bool variadic;      /* of a function: it takes further arguments */
	Member *members;    /* of a structure or union; of a function, its parameters */
	size_t nmembers;
	Enumerator *values; /* [nvalues] of TYPE_ENUM */
	size_t nvalues;
	SourcePlace place; /* of TYPE_ENUM: where the enumeration is declared */
};

/* type_plain: the type without typedefs and qualifiers. */
const Type *type_plain(const Type *t);
/*
 * type_path: append the path, such as "[2].x", from a value of the type to the part that contains
 * the byte `at`. The part is the largest element or member of at most `most` bytes; a scalar if
 * `most` is 0. Bit-fields are passed over. Returns the part's type; *start becomes the part's first
 * byte.
 */
const Type *type_path(const Type *t, Word at, Word most, Word *start, Buf *out);
/* type_text: append a C declaration of a name with this type; name "": the type alone. */
void type_text(const Type *t, const char *name, Buf *out);
/* type_definition: append the C definition of a structure, union or enumeration. */
void type_definition(const Type *t, Buf *out);
/*
 * debug_types: call `use` with each type that has a name, and each enumeration without a name, one
 * unit after the other.
 */
void debug_types(Debug *d, void (*use)(void *to, const Type *t), void *to);

/* A function with code of its own. */
typedef struct DebugFunction {
	const char *name;
	Addr addr;
	Word size;
	const Type *type;
	SourcePlace place;
	const void *entry; /* the function's entry in the debugging information */
} DebugFunction;

typedef void UseFunction(void *to, const DebugFunction *f);
/*
 * debug_functions: call `use` with all functions that have code of their own, one unit after the
 * other.
 */
void debug_functions(Debug *d, UseFunction *use, void *to);

/* ---- variable.c, place.c: variables of a stopped process ---- */

/* The state of a stopped process, from which its variables are read. */
typedef struct Stopped {
	/*
	 * read: callback with the field `of`: copy n bytes of memory from address a to `to`;
	 * false if these addresses are invalid
	 */
	bool (*read)(void *of, Addr a, void *to, Word n);
	void *of; /* first argument of read */
	Addr iptr, wptr;
	Word code_moved, data_moved; /* load address minus link address of code and data */
} Stopped;

/* A variable or parameter. */
typedef struct DebugVariable {
	const char *name;
	const Type *type;
	bool is_parameter;
	/* true if the compiler made the variable, such as a part that a loop keeps in a register */
	bool artificial;
	SourcePlace place; /* of the variable's declaration */
	const void *entry; /* private (struct Entry) */
} DebugVariable;

/* debug_is_located: true if a list or an expression says where the variable is, at this address. */
bool debug_is_located(const DebugVariable *v, Addr a);

typedef void UseVariable(void *to, const DebugVariable *v);

/*
 * debug_variables: call `use` with the variables of a frame's function and of the blocks around its
 * address, the innermost first.
 */
void debug_variables(Debug *d, const Frame *f, UseVariable *use, void *to);
/* debug_function_variables: call `use` with the variables in all blocks of a function. */
void debug_function_variables(Debug *d, const DebugFunction *f, UseVariable *use, void *to);
/* debug_globals: call `use` with the global and static variables of all units. */
void debug_globals(Debug *d, UseVariable *use, void *to);

/* n bytes of a value, from its byte `at` on, which are in memory at address addr. */
typedef struct DebugPiece {
	Word at, n; /* offset in the value, and length, in bytes */
	Addr addr;
} DebugPiece;

/* A variable's bytes; unknown bytes are zero. */
typedef struct DebugValue {
	/* the variable's type; a variable-length array gets a type with its present length */
	const Type *type;
	uint8_t *bytes;   /* as many as the type's size, in the caller's arena */
	bool *known;      /* [bytes] the byte is known; in the caller's arena */
	bool in_memory; /* the whole value is in memory, at address addr */
	Addr addr;
	/* if the value is not in memory as a whole, its parts in memory; in the caller's arena */
	DebugPiece *pieces;
	size_t npieces;
} DebugValue;

/* debug_value: read a variable; false if the variable has no location now. */
bool debug_value(Debug *d, const DebugVariable *v, const Stopped *s, Arena *a, DebugValue *value);

/*
 * debug_location_text: a variable's location at an address, as text: "CFA-8", "80000600", "= 7",
 * "computed", "nowhere"; for address 0, "varies" if the location changes.
 */
void debug_location_text(const DebugVariable *v, Addr a, Buf *out);
/* debug_is_static: true if the variable is always at the same address. */
bool debug_is_static(const DebugVariable *v);

/*
 * debug_unwind: change s to the state after its function has returned; false if unknown. The new
 * iptr follows the call instruction, so look up iptr - 1.
 */
bool debug_unwind(Debug *d, Stopped *s);

/* debug_cfa: the value of Wptr in the caller before the call; false if unknown. */
bool debug_cfa(Debug *d, const Stopped *s, Addr *cfa);

/* ---- print.c ---- */

/*
 * value_text: print a value as C would write it; known NULL: all bytes are known. d and s are used
 * for names of functions and may be NULL.
 */
void value_text(Debug *d, const Stopped *s, const Type *t, const uint8_t *bytes, const bool *known,
	Buf *out);

#endif
