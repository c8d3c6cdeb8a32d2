/*
 * tcoff.h - object files of INMOS's toolset. Their format, TCOFF, is a sequence of records: each is
 * a tag, a length and that many bytes. Some files also have the compilers' debugging records.
 *
 * Sources: what ilist -t prints of such files; for debugging records the names and fields in
 * debughdr.h and debug.c of INMOS's occam compiler (public in the repository concurrency/kroc,
 * tools/occ21).
 */
#ifndef TCOFF_H
#define TCOFF_H

#include "base/arena.h"
#include "base/base.h"

/* The records that are used here. A comment holds debugging records or text, such as a map. */
typedef enum TcoffTag {
	TCOFF_END_MODULE = 3,
	TCOFF_LOAD_TEXT = 6,
	TCOFF_COMMENT = 20,
} TcoffTag;

/* A record: its tag, and n bytes. */
typedef struct TcoffRecord {
	uint32_t tag;
	const uint8_t *body;
	size_t n;
} TcoffRecord;

/* A file being read, record by record. */
typedef struct Tcoff {
	const char *file; /* for messages */
	const uint8_t *at, *end;
} Tcoff;

/* tcoff_next: the next record; false after the last one. A truncated file is fatal. */
bool tcoff_next(Tcoff *t, TcoffRecord *r);
/*
 * tcoff_contents: the bytes of a text or a comment, behind its head; *is_text becomes true if a
 * comment holds text, not debugging records.
 */
TcoffRecord tcoff_contents(const Tcoff *t, const TcoffRecord *r, bool *is_text);

/* Kinds of debugging records, with INMOS's names. */
typedef enum DebugKind {
	RTL_STARTFILE = 0,
	RTL_ENDFILE = 1,
	RTL_NEXTITEM = 2,
	RTL_WORKSPACE = 3,  /* number: segment type, offset, offset of the enclosing segment */
	RTL_ENDSEG = 4,
	RTL_VARIABLE = 5,   /* number: type, access, offset in words; dimensions */
	RTL_BEGSCOPE = 6,
	RTL_ENDSCOPE = 7,
	RTL_PROCEDURE = 9,  /* number: kind, 0, words of workspace, words of vector space */
	RTL_CONSTANT = 10,  /* number: type, high word, low word */
	RTL_FILENAME = 11,
	RTL_LIBPATCH = 12,
	RTL_VERSION = 13,
	RTL_CODEMARK = 14,  /* number: index of a line mark, distance from the end of the code */
	RTL_ADDRESS_FIX = 15, /* number: index of a procedure, distance from the end of the code */
	RTL_LINEMARK = 17,  /* number: line */
	RTL_ALTSTART = 34,
	RTL_ALTGO = 35,
} DebugKind;

enum { DEBUG_NUMBERS = 4, DEBUG_DIMENSIONS = 8 };

/* A debugging record, decoded. */
typedef struct DebugRecord {
	DebugKind kind;
	uint32_t index; /* the record's position in the order of the source */
	int32_t number[DEBUG_NUMBERS]; /* DebugKind says what they mean */
	struct Dimension {
		/* the number of elements is `size` if access is ACCESS_CONST; otherwise unknown */
		int32_t access, size;
	} dimension[DEBUG_DIMENSIONS];
	uint32_t dimensions; /* number of used elements of `dimension` */
	const char *name; /* in the arena */
} DebugRecord;

/* How a variable is reached: RTL_... of debughdr.h. */
enum { ACCESS_CONST = 1, ACCESS_BYVAL = 2, ACCESS_BYREF = 3, ACCESS_PLACED = 4 };

/* What a segment is: the workspace of a procedure, of a process, of a replicated process. */
enum { SEGMENT_PROC = 1, SEGMENT_PAR = 2, SEGMENT_REPL = 3, SEGMENT_PRIPAR = 7, SEGMENT_SEQ = 8 };

/* A compiled unit. */
typedef struct Unit {
	DebugRecord *record; /* in the order of their indices */
	uint32_t n;
	uint32_t code;       /* size of the unit's code in bytes */
} Unit;

/*
 * unit_read: the size and the debugging records of the compiled unit that begins at byte `at` of
 * the file's contents b (in a library, one unit follows another). An unknown record is fatal. For
 * most library functions there are only records of workspaces and of the code that uses them.
 */
Unit unit_read(Arena *a, const char *file, const Buf *b, size_t at);

#endif
