/*
 * pieces.h - the disassembler's own types. An image is split into runs (sections and the gaps
 * between them), and runs into pieces; each piece is one line.
 */
#ifndef PIECES_H
#define PIECES_H

#include "cc/debug/debug.h"
#include "cc/debug/source_lines.h"
#include "cc/isa/isa.h"
#include "dis.h"

typedef enum PieceKind {
	PIECE_INSTR,  /* an instruction in the assembler's encoding */
	PIECE_BYTE,   /* one byte of an instruction in a longer encoding */
	PIECE_RELOC,  /* a word that holds an address */
	PIECE_DATA, /* bytes that are not code */
	PIECE_SPACE,  /* zeros without bytes in the file */
} PieceKind;

/* What one line of the output shows. */
typedef struct Piece {
	Addr addr;
	Word size;
	PieceKind kind;
	uint8_t fn;         /* the direct function */
	Word operand;       /* of the whole instruction; for PIECE_BYTE, too */
	Word target;        /* piece number of a branch target, or NOWHERE */
	const Instr *instr; /* NULL if undefined or only a part */
} Piece;

/* A section, or a gap between sections. */
typedef struct Run {
	SectionKind kind;  /* kind of its contents */
	SectionKind place; /* kind of section in which it is printed */
	bool gap;          /* between sections */
	Addr addr;
	Word size;
	const uint8_t *data; /* NULL for zeros */
	Piece *pieces;
	size_t npieces;
} Run;

/* A label to print. */
typedef struct Label {
	Addr addr;
	const char *name;     /* unique; quoted if necessary */
	const Symbol *symbol; /* NULL for a branch target without symbol */
} Label;

/* The state while an image is disassembled. */
typedef struct Dis {
	Arena arena;
	const Image *im;
	const Instr *opers[0x200]; /* the chip's other operations, by code */
	const Instr *fpentries[0x100]; /* operations behind fpentry, by code */
	Label *labels; /* sorted by address; without constants */
	size_t nlabels;
	Run *runs;
	size_t nruns;
	Debug *debug;     /* NULL: do not print source lines */
	Sources *sources;
	SourcePlace last; /* source line printed last */
	Buf *out;
} Dis;

/* ---- names.c ---- */

/* names_make: make the labels of the image: from its symbols, and for its entry. */
void names_make(Dis *d);

/* names_at: the first label at or after a; the end of the list if there is none. */
const Label *names_at(const Dis *d, Addr a);

/* ---- decode.c ---- */

/* decode_fill_tables: fill the tables of the chip's operations. */
void decode_fill_tables(Dis *d);
/* decode_run: split a run into pieces. */
void decode_run(Dis *d, Run *r);

/* ---- runs.c ---- */

/* runs_make: split the image into runs. */
void runs_make(Dis *d);

#endif
