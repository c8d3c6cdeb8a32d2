/*
 * pieces.h - the disassembler's own types. What is disassembled is cut into runs (sections and what
 * lies between them), and runs into pieces, one for each line.
 */
#ifndef PIECES_H
#define PIECES_H

#include "cc/debug/debug.h"
#include "cc/debug/source_lines.h"
#include "cc/isa/isa.h"
#include "dis.h"

typedef enum PieceKind {
	PIECE_INSTR,  /* encoded as the assembler would */
	PIECE_BYTE,   /* one byte of a longer way to write an instruction */
	PIECE_RELOC,  /* a word that holds an address */
	PIECE_DATA,
	PIECE_SPACE,  /* zeros that are not in the file */
} PieceKind;

typedef struct Piece {
	Addr addr;
	Word size;
	PieceKind kind;
	uint8_t fn;
	Word operand;       /* of the whole instruction, for PIECE_BYTE too */
	Word target;        /* piece that a branch goes to, or NOWHERE */
	const Instr *instr; /* operation or direct function; NULL: undefined or only a part */
} Piece;

typedef struct Run {
	SectionKind kind;  /* what it holds */
	SectionKind place; /* the section it is printed in */
	bool gap;          /* between sections */
	Addr addr;
	Word size;
	const uint8_t *data; /* NULL: zeros */
	Piece *pieces;
	size_t npieces;
} Run;

/* A symbol as it is printed. */
typedef struct Label {
	Addr addr;
	const char *name;     /* quoted if need be; no two are the same */
	const Symbol *symbol; /* NULL: only a target */
} Label;

typedef struct Dis {
	Arena arena;
	const Image *im;
	const Instr *opers[0x200]; /* what the chip has, by code */
	const Instr *fpentries[0x100];
	Label *labels; /* by address; constants are not among them */
	size_t nlabels;
	Run *runs;
	size_t nruns;
	Debug *debug;     /* NULL: no source lines */
	Sources *sources;
	SourcePlace last; /* whose line was printed last */
	Buf *out;
} Dis;

/* names.c */
void names_make(Dis *d);

/* names_at: the first label at or after a; the end of the list if there is none. */
const Label *names_at(const Dis *d, Addr a);

/* decode.c */
void decode_tables(Dis *d);
void decode_run(Dis *d, Run *r);

/* runs.c */
void runs_make(Dis *d);

#endif
