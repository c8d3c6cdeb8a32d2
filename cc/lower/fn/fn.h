/*
 * fn.h - a function being lowered: its values, blocks, slots and instructions, on which all passes
 * work.
 *
 * The workspace of a function, in words from Wptr; see docs/compiler.md:
 *
 *	0 ...            words 3 and up of the arguments of functions it calls
 *	                 slots, the busiest first
 *	                 objects (arrays, structs, variables whose address is taken)
 *	frame            return address
 *	frame + 1        gsb, the base of the module's data
 *	frame + 2 ...    arguments
 */
#ifndef FN_H
#define FN_H

#include "cc/lower/module/map.h"
#include "cc/lower/module/module.h"
#include "unit.h"
#include "base/arena.h"
#include "cc/isa/isa.h"

enum {
	DEPTH = 3,     /* registers of each evaluation stack */
	NOT_HERE = -1, /* a position: the value is not in this block */
	MAX_WIDE = 4,  /* words of an integer that are stored one by one */
	IN_REGISTERS = 3, /* argument words of a call that are, gsb included */
};

/* A sum that overflows is of no interest: as a natural number, as a signed one. */
enum { FLAG_NUW = 1, FLAG_NSW = 2 };

static inline LLVMValueRef
operand(LLVMValueRef v, int i)
{
	return LLVMGetOperand(v, i);
}

static inline int
max(int a, int b)
{
	return a > b ? a : b;
}

/* A value that an instruction or argument of the function defines. */
typedef struct Val {
	LLVMValueRef v;
	Kind kind;
	uint32_t words;
	int block, pos;          /* where it is defined; an argument: 0, -1 */
	int rootblock, root;     /* where it is evaluated; NOT_HERE: at several places */
	uint32_t uses;
	bool folded;             /* computed where it is used: has no slot */
	bool live;               /* something needs it */
	bool once;               /* it is read at one place, in its own block */
	uint8_t flags;           /* FLAG_NSW, ... */
	int web;                 /* index into Fn.slots; -1: none */
} Val;

typedef enum SlotKind {
	SLOT_WEB,    /* values that share a place */
	SLOT_TEMP,   /* used within one root */
	SLOT_OWN,    /* shared with nothing */
	SLOT_OBJECT, /* a variable in memory */
	SLOT_PARAM,  /* where the caller put an argument */
	SLOT_OUT,    /* arguments for callees; always at 0 */
} SlotKind;

typedef struct Slot {
	SlotKind kind;
	uint32_t words;
	uint64_t weight; /* how often it is used, by guess */
	int offset;      /* words from Wptr; frame.c */
	int param;       /* a web with an argument in it: its word; or -1 */
	bool busy;       /* a temp that is in use */
} Slot;

typedef struct Block {
	LLVMBasicBlockRef bb;
	LLVMValueRef *ins; /* its instructions */
	int nins;
	int label;
	uint64_t weight; /* how often it runs, by guess */
	int rank;        /* edges go to higher ranks, but for those that close loops */
	int to;          /* what a jump here reaches: itself, unless it does nothing */
	int place;       /* in Fn.order; -1: it has none */
	int *clobbers; /* of its first i instructions, how many may write memory */
	uint64_t *livein; /* set of kept values by number */
} Block;

/* One instruction before the slots have places. */
typedef enum InsKind {
	INS_OPER,   /* text: its name */
	INS_DIRECT, /* fn, n */
	INS_SLOT,   /* fn; slot n, word k of it */
	INS_TEXT,   /* fn, text: an expression of the assembler's */
	INS_JUMP,   /* fn, label n */
	INS_LABEL,  /* label n */
	INS_RAW,    /* text: lines of the assembler's language */
	INS_ICALL,  /* call through the pointer in slot n */
	INS_OBJECT, /* fn; word k of slot n from the beginning of the objects */
	INS_LOW,    /* fn; k times the words below the objects */
	INS_FRAME,  /* ajw by k times the frame's size */
	INS_TABLE,  /* .word label n - label k */
	INS_STATE,  /* no code: from here on Wptr is as n, a FrameState, says */
} InsKind;

typedef struct Ins {
	InsKind kind;
	int fn;
	int32_t n, k;
	const char *text;
} Ins;

/* Where a function's Wptr is. */
typedef enum FrameState {
	FRAME_ENTRY, /* at the return address */
	FRAME_LOW,   /* where the body has it: it may move, then slot `entry` tells where it was */
	FRAME_FIXED, /* the frame's words below the return address */
} FrameState;

/*
 * Where the code of a root begins, and what it comes from; in functions with debugging information.
 */
typedef struct Mark {
	int at;         /* index into Fn.ins */
	int block, pos; /* the root */
	Where where;
	int file;       /* number of the source file; 0: no line is known */
	bool unstored;  /* its user takes the value from Areg: the slot is not written */
	bool labelled;  /* the text has a label here */
} Mark;

struct DwarfUnit; /* dwarf/dwarf_unit.h */

/* A variable whose address is kept in a slot. */
typedef struct Base {
	LLVMValueRef global;
	int slot;
} Base;

typedef struct Fn {
	Unit *unit;
	const Module *m;
	LLVMValueRef f;
	const char *name;
	Arena *arena; /* emptied after the function */
	Map *map;      /* from LLVMValueRef to index in vals */
	Map *blockmap; /* from LLVMBasicBlockRef to index in blocks */
	Val *vals;
	int nvals;
	Block *blocks;
	int nblocks;
	Slot *slots;
	int nslots;
	int nwebs;            /* the slots that have a row in conflict */
	size_t conflictwords; /* of a row */
	uint64_t *conflict;   /* set of slots that may not share a place */
	Ins *ins;
	int nins;
	int nlabels;
	int block;     /* being lowered */
	int *order;    /* the blocks as they are laid out */
	int nplaced;
	int depth;     /* live values in Areg, Breg, Creg */
	int fdepth;    /* and on the floating-point stack */
	int out;       /* slot of outgoing arguments */
	uint32_t outwords;
	int gsb;       /* slot of the data base: parameter word 0 */
	int result;    /* slot of the pointer for a wide result; -1 */
	int varargs;   /* first parameter word that is variable; -1 */
	Base *bases;
	int nbases;
	int base;      /* slot: address of the objects, if the workspace moves; -1 */
	int entry;     /* slot: Wptr at the entry, if the workspace moves; -1 */
	uint32_t frame, low; /* words in all, and below the objects */
	int serial;          /* of the function's labels */
	bool sharing;        /* values whose lives do not meet may share a slot */
	struct DwarfUnit *debug; /* NULL: nothing is known of the source */
	Mark *marks; /* in the order of the code */
	size_t nmarks;
} Fn;

/* ---- fn.c ---- */

Val *fn_val(Fn *f, LLVMValueRef v); /* NULL: a constant */
int fn_block(Fn *f, LLVMBasicBlockRef bb);
unsigned fn_successors(const Fn *f, int b);
int fn_successor(Fn *f, int b, unsigned i);
int slot_new(Fn *f, SlotKind kind, uint32_t words);
int temp_new(Fn *f, uint32_t words);
void temps_free(Fn *f);

/* ---- instruction.c: instructions, as a list ---- */

void oper(Fn *f, const char *name);             /* depth by the instruction set's table */
void direct(Fn *f, int fn, int32_t n);
void slot_op(Fn *f, int fn, int slot, int k);   /* ldl, stl, ldlp */
void text_op(Fn *f, int fn, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void raw(Fn *f, const char *text);
void jump(Fn *f, int fn, int label);
void label(Fn *f, int label);
int label_new(Fn *f);
void table_begin(Fn *f, int table); /* a label */
void table_entry(Fn *f, int table, int to);
void table_end(Fn *f);
void ins_add(Fn *f, Ins i);
/* forget the last one; a store, or the address for one: the value is where it was */
void ins_undo(Fn *f);
void ins_insert(Fn *f, int at, Ins i); /* before that one */

#endif
