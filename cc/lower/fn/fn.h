/*
 * fn.h - a function being lowered: its values, blocks, slots and instructions, on which all passes
 * work.
 *
 * The workspace of a function, in words from Wptr; see docs/compiler.md:
 *
 * 	0 ...            words 3 and up of the arguments for called functions
 * 	                 slots, the most used first
 * 	                 objects (arrays, structs, variables whose address is taken)
 * 	frame            return address
 * 	frame + 1        gsb, the base of the module's data
 * 	frame + 2 ...    arguments
 */
#ifndef FN_H
#define FN_H

#include "cc/lower/module/map.h"
#include "cc/lower/module/module.h"
#include "cc/lower/unit/unit.h"
#include "base/arena.h"
#include "cc/isa/isa.h"

enum {
	DEPTH = 3,     /* registers of each of the two evaluation stacks */
	NOT_HERE = -1, /* a position: the value is not in this block */
	MAX_WIDE = 4,  /* words; larger integers are stored by a block move */
	IN_REGISTERS = 3, /* argument words of a call passed in registers, gsb included */
};

/* The signed overflow of a sum, difference, product or shift. */
typedef enum Overflow {
	OVERFLOW_UNKNOWN, /* not asked yet */
	OVERFLOW_WRAPS, /* the result wraps around */
	OVERFLOW_UNDEFINED, /* an overflow makes the program's behaviour undefined */
} Overflow;

/* operand: operand i of an instruction or constant expression. */
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

/* A value defined by an instruction or argument of the function. */
typedef struct Val {
	LLVMValueRef v;          /* the instruction or argument */
	Kind kind;
	uint32_t words;          /* size of the value */
	int block, pos;          /* block and position of the definition; 0, -1 for an argument */
	/* block and position of the root that evaluates the value; NOT_HERE: several roots */
	int rootblock, root;
	uint32_t uses;
	bool folded;             /* the value is computed at each use, so it has no slot */
	bool live;               /* the value is used, or has an effect */
	bool once;               /* the value is used once, in the block that defines it */
	Overflow overflow;       /* known.c */
	int web;                 /* index into Fn.slots; -1 for none */
} Val;

typedef enum SlotKind {
	SLOT_WEB,    /* values that share one slot */
	SLOT_TEMP,   /* used only while one root is lowered */
	SLOT_OWN,    /* not shared */
	SLOT_OBJECT, /* a variable in memory */
	SLOT_PARAM,  /* a parameter, in the place where the caller stored the argument */
	SLOT_OUT,    /* arguments for called functions; always at offset 0 */
} SlotKind;

/* A range of words of the workspace. */
typedef struct Slot {
	SlotKind kind;
	uint32_t words;
	uint64_t weight; /* estimated number of uses */
	int offset;      /* words from Wptr; frame.c */
	/* for a web that contains an argument: the argument's word; otherwise -1 */
	int param;
	bool busy;       /* a temp in use */
} Slot;

/* A basic block. */
typedef struct Block {
	LLVMBasicBlockRef bb;
	LLVMValueRef *ins; /* the block's instructions */
	int nins;
	int label;       /* number of its label */
	uint64_t weight; /* estimated number of executions */
	int rank;        /* edges lead to higher ranks, except edges that close loops */
	/* where a jump to this block finally leads: to this block, unless it only jumps on */
	int to;
	int place;       /* index in Fn.order; -1 for none */
	int *clobbers; /* [i] how many of its first i instructions may write memory */
	uint64_t *livein; /* set of values in slots that are live at its start */
} Block;

/* An instruction, before slots have offsets. */
typedef enum InsKind {
	INS_OPER,   /* text: the operation's name */
	INS_DIRECT, /* fn, n */
	INS_SLOT,   /* fn; word k of slot n */
	INS_NUMBER, /* push Fn.numbers[n] */
	INS_TEXT,   /* fn; text: an expression in the assembler's syntax */
	INS_JUMP,   /* fn; label n */
	INS_LABEL,  /* label n */
	INS_RAW,    /* text: lines of assembly */
	INS_ICALL,  /* call through the pointer in slot n */
	INS_OBJECT, /* fn; word k of slot n, relative to the start of the objects */
	INS_LOW,    /* fn; k times the size of the words below the objects */
	INS_FRAME,  /* ajw by k times the frame size */
	INS_TABLE,  /* .word label n - label k */
	INS_STATE,  /* no code; from here on Wptr has the state n, a FrameState */
} InsKind;

/* An instruction; InsKind says which fields it uses. */
typedef struct Ins {
	InsKind kind;
	int fn; /* the direct function */
	int32_t n, k; /* numbers; InsKind says of what */
	const char *text;
} Ins;

/* The position of a function's Wptr. */
typedef enum FrameState {
	FRAME_ENTRY, /* at the return address */
	/*
	 * where the body of the function needs it; if the workspace moves, slot `entry` holds
	 * Wptr's value at the entry
	 */
	FRAME_LOW,
	FRAME_FIXED, /* below the return address by the size of the frame */
} FrameState;

/* The start of a root's code, and its source; only with debugging information. */
typedef struct Mark {
	int at;         /* index into Fn.ins */
	int block, pos; /* where the root is: its block, and its position there */
	Where where;
	int file;       /* number of the source file; 0 if no line is known */
	unsigned copy;  /* number of the copy of the line's code, from 0 */
	bool unstored;  /* the root's user takes the value from Areg, so the slot is not written */
	bool labelled;  /* the text has a label here */
} Mark;

struct DwarfUnit; /* dwarf/dwarf_unit.h */

/* A variable whose address is kept in a slot. */
typedef struct Base {
	LLVMValueRef global;
	int slot;
} Base;

/* A constant that needs prefixes. */
typedef struct Number {
	Word value;
	uint64_t weight; /* its uses, weighted by the frequency of their blocks */
	int slot;        /* slot that holds the constant; -1 if it is loaded by ldc (bases.c) */
} Number;

/* The function being lowered. */
typedef struct Fn {
	Unit *unit;
	const Module *m;
	LLVMValueRef f;
	const char *name;
	Arena *arena; /* reset after each function */
	Map *map;      /* from LLVMValueRef to index in vals */
	Map *blockmap; /* from LLVMBasicBlockRef to index in blocks */
	Val *vals;
	int nvals;
	Block *blocks;
	int nblocks;
	Slot *slots;
	int nslots;
	int nwebs;            /* the number of slots that have a row in `conflict` */
	size_t conflictwords; /* words of a row */
	uint64_t *conflict;   /* for each slot, a set of slots that may not share its offset */
	Ins *ins;
	int nins;
	int nlabels;
	int block;     /* the block being lowered */
	int *order;    /* the blocks in the order of the code */
	int nplaced; /* number of blocks in `order` */
	int depth;     /* number of live values in Areg, Breg, Creg */
	int fdepth;    /* number of live values on the floating-point stack */
	int out;       /* slot for outgoing arguments */
	uint32_t outwords; /* words of slot `out` */
	int gsb;       /* slot of the base of the data, which is parameter word 0 */
	int result;    /* slot of the pointer to a wide result; -1 for none */
	int varargs;   /* first variable parameter word; -1 for none */
	Base *bases;
	int nbases;
	Number *numbers;
	int nnumbers;
	int half; /* slot for halfwords, with the upper half 0; -1 for none */
	int base; /* slot with the address of the objects, if the workspace moves; -1 otherwise */
	int entry;     /* slot with Wptr at the entry, if the workspace moves; -1 otherwise */
	uint32_t frame, low; /* total words, and words below the objects */
	int serial;          /* number for the function's labels */
	bool sharing;        /* values that are never live at the same time may share a slot */
	struct DwarfUnit *debug; /* NULL without debugging information */
	Mark *marks; /* in the order of the code */
	size_t nmarks;
} Fn;

/* ---- fn.c ---- */

/* fn_val: the Val of a value; NULL for a constant. */
Val *fn_val(Fn *f, LLVMValueRef v);
/* fn_block: the index of a block in f->blocks. */
int fn_block(Fn *f, LLVMBasicBlockRef bb);
/* fn_successors: the number of successors of block b. */
unsigned fn_successors(const Fn *f, int b);
/* fn_successor: the index of the i-th successor of block b. */
int fn_successor(Fn *f, int b, unsigned i);
/* slot_new: make a slot; returns its index. */
int slot_new(Fn *f, SlotKind kind, uint32_t words);
/*
 * temp_new: return the slot of a temp with this many words: an unused one, or a new one. It is
 * marked as used.
 */
int temp_new(Fn *f, uint32_t words);
/* temps_free: mark all temps as unused. */
void temps_free(Fn *f);

/* ---- instruction.c: instructions, as a list ---- */

/* ins_oper: append an operation; updates depth by the instruction table. */
void ins_oper(Fn *f, const char *name);
/* ins_direct: append a direct function with operand n; updates depth. */
void ins_direct(Fn *f, int fn, int32_t n);
/* ins_slot: append ldl, stl or ldlp for word k of a slot. */
void ins_slot(Fn *f, int fn, int slot, int k);
/* ins_text: append a direct function whose operand is an expression in the assembler's syntax. */
void ins_text(Fn *f, int fn, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* ins_verbatim: append lines of assembly; depth does not change. */
void ins_verbatim(Fn *f, const char *text);
/* ins_jump: append a jump to a label. */
void ins_jump(Fn *f, int fn, int label);
/* ins_label: append a label; a jump to it just before is removed. */
void ins_label(Fn *f, int label);
/* label_new: a number for a new label. */
int label_new(Fn *f);
/* table_begin: begin a table of jumps at a label. */
void table_begin(Fn *f, int table);
/* table_entry: append the distance from the table's label to another label. */
void table_entry(Fn *f, int table, int to);
/* table_end: end a table of jumps. */
void table_end(Fn *f);
/* ins_add: append an instruction as it is. */
void ins_add(Fn *f, Ins i);
/*
 * ins_undo: delete the last instruction, a store or the address for one; the value stays on the
 * stack.
 */
void ins_undo(Fn *f);
/* ins_insert: insert an instruction before that at index `at`. */
void ins_insert(Fn *f, int at, Ins i);

#endif
