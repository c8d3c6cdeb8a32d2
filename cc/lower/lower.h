/*
 * lower.h - from the functions of a module to instructions; private to the compiler.
 *
 * A function goes through: legal.c (its IR is made simpler), select.c (which values are computed
 * where they are used, as trees), slots.c (which of the others share a workspace slot), layout.c (the
 * order of its blocks), lower.c
 * with flow.c, word.c, real.c, wide.c, call.c (instructions), frame.c (where the slots lie), emit.c (text).
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
#ifndef LOWER_H
#define LOWER_H

#include "module.h"
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

/* Where the code of a root begins, and what it comes from; in functions with debugging information. */
typedef struct Mark {
	int at;         /* index into Fn.ins */
	int block, pos; /* the root */
	Where where;
	int file;       /* number of the source file; 0: no line is known */
	bool unstored;  /* its user takes the value from Areg: the slot is not written */
	bool labelled;  /* the text has a label here */
} Mark;

typedef struct Dwarf Dwarf; /* dwarf.c: debugging information of the program */
struct DwarfUnit;

typedef struct Unit Unit; /* program_part.h: a module being compiled, with its program */

typedef struct Map Map; /* map.c: from pointers to numbers */

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

/* ---- map.c ---- */

Map *map_new(void);
void map_free(Map *m);
void map_put(Map *m, const void *key, intptr_t value);
bool map_get(const Map *m, const void *key, intptr_t *value);

/* ---- legal.c: the same program in less of LLVM's language ---- */

void legalize_start(void); /* once, before the first: options of LLVM's passes */
void legalize(Module *m, int level);

/* ---- refuse.c ---- */

/*
 * refuse: the user's mistake at the place of v, an instruction, function or variable. refuse_unknown: if f, legalized, has what the
 * lowering does not know; refuse_data: if the variable called name has such a type.
 */
_Noreturn void refuse(const Module *m, LLVMValueRef v, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void refuse_unknown(const Module *m, LLVMValueRef f);
void refuse_data(const Module *m, LLVMValueRef v, const char *name);

/* ---- returns.c ---- */

void copy_returns(LLVMBuilderRef b, LLVMValueRef f);

/* ---- select.c ---- */

void fn_scan(Fn *f);   /* fills vals and blocks */
void fn_select(Fn *f); /* decides what is folded */
Val *fn_val(Fn *f, LLVMValueRef v); /* NULL: a constant */
int fn_block(Fn *f, LLVMBasicBlockRef bb);

/*
 * peel: through operations that change no bit of the word (casts of pointers, freeze, trunc).
 * is_cheap: computed again at each use rather than kept.
 */
LLVMValueRef peel(LLVMValueRef v);
bool is_cheap(LLVMValueRef v);

/* is_logical: a select that is C's && or ||: of two truth values, the second matters if the first does not decide. */
bool is_logical(LLVMValueRef v);

/* is_ignored: a call that does nothing on the machine (debugging, lifetimes). */
bool is_ignored(LLVMValueRef v);

/* leaves: call `use` for each value in a slot that evaluating v reads. */
typedef void UseLeaf(void *to, Val *leaf);
void leaves(Fn *f, LLVMValueRef v, UseLeaf *use, void *to);

/* ---- slots.c ---- */

int param_word(Fn *f, const Val *argument); /* the word after the return address that the caller put it at */
void fn_webs(Fn *f); /* liveness; gives each value that needs one a slot */
int slot_new(Fn *f, SlotKind kind, uint32_t words);
int temp_new(Fn *f, uint32_t words);
void temps_free(Fn *f);

/* ---- bases.c ---- */

void fn_bases(Fn *f);                                /* chooses; after fn_select */
int base_slot(const Fn *f, LLVMValueRef global);     /* -1: it is in none */
void load_bases(Fn *f);                              /* at the entry */

/* ---- layout.c ---- */

void fn_weigh(Fn *f);  /* the weights and ranks of the blocks */
void fn_layout(Fn *f); /* their order; after fn_webs, which decides what must be copied */

/* ---- frame.c ---- */

void fn_frame(Fn *f); /* places the slots; puts entry code before the instructions */

/* ---- emit.c ---- */

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
void ins_undo(Fn *f); /* forget the last one; a store, or the address for one: the value is where it was */
void ins_insert(Fn *f, int at, Ins i); /* before that one */
void fn_text(Fn *f, Buf *out);

/* ---- flags.c ---- */

void fn_flags(Fn *f); /* fills Val.flags */

/* ---- known.c ---- */

unsigned word_bits(LLVMValueRef v); /* bits of an integer or pointer */

/*
 * is_clean: are the bits above v's type zero? is_natural: is v, zero-extended, not negative as a word?
 * no_overflow: is v a sum, difference, product or shift that, as a signed number, is right (or of no interest)?
 */
bool is_clean(Fn *f, LLVMValueRef v);
bool is_natural(Fn *f, LLVMValueRef v);
bool no_overflow(Fn *f, LLVMValueRef v);

/*
 * must_not_overflow: the program's behaviour is not defined if the sum v overflows: the way it takes depends on it. So it may
 * set Error then.
 */
bool must_not_overflow(Fn *f, LLVMValueRef v);

/* ---- word.c: trees of words; each leaves one value more in Areg ---- */

/*
 * word: evaluate v, of KIND_WORD. Bits above the type's width are undefined, but for i1, which is 0 or 1.
 * word_zero, word_sign: the same, extended. word_need: registers wanted, 1 to 3. While word runs,
 * f->depth + word_need(v) <= 3.
 */
void word(Fn *f, LLVMValueRef v);
void word_zero(Fn *f, LLVMValueRef v);
void word_sign(Fn *f, LLVMValueRef v);
int word_need(Fn *f, LLVMValueRef v);
void word_const(Fn *f, Word w);
int32_t sign_extend(Word w, unsigned bits);

/* word_two: a below, b on top, spilling as needed; swapped: the order may be exchanged. */
typedef void Gen(Fn *f, LLVMValueRef v);
bool word_two(Fn *f, LLVMValueRef a, Gen *ga, LLVMValueRef b, Gen *gb, bool swap);
int need_two(int a, int b);
int need_as(Fn *f, Gen *g, LLVMValueRef v); /* word_need, for that extension */

/*
 * keep_deep: if v needs more than `room` registers, evaluate it now into a temp, which is returned;
 * otherwise -1. push_kept pushes it, from the temp or by evaluating it, and frees the temp.
 */
int keep_deep(Fn *f, LLVMValueRef v, Gen *g, int room);
void push_kept(Fn *f, LLVMValueRef v, Gen *g, int temp);

/* word_condition: leaves a word that is not zero just if v is true (with invert: false). */
void word_condition(Fn *f, LLVMValueRef v, bool invert);

/* condition_negates: word_condition negates, since the machine has the opposite comparison only. */
bool condition_negates(Fn *f, LLVMValueRef v, bool invert);

/* ---- compare.c ---- */

/* word_icmp: push a word that is not zero just if v is true (invert: false); clean: it is 0 or 1. */
void word_icmp(Fn *f, LLVMValueRef v, bool invert, bool clean);
int icmp_need(Fn *f, LLVMValueRef v);
bool icmp_negates(Fn *f, LLVMValueRef v, bool invert); /* it ends with eqc 0, if not clean */

/* ---- arith.c: arithmetic of words ---- */

void word_arithmetic(Fn *f, LLVMValueRef v); /* leaves a word */
int word_arithmetic_need(Fn *f, LLVMValueRef v);
void add_const(Fn *f, int32_t c); /* to Areg; two registers unless c is a multiple of 4 */
void shift_left_const(Fn *f, Word n);

/* ---- address.c: where things are ---- */

/* A place in memory: a base and bytes from it. */
typedef enum BaseKind {
	BASE_TREE,    /* v: an address */
	BASE_INDEX,   /* v: a getelementptr, of which the constant part is in offset */
	BASE_SLOT,    /* in the workspace */
	BASE_POINTER, /* slot: holds the address */
	BASE_DATA,    /* label: among the module's data */
	BASE_CODE,    /* label: a constant or function, beside the code */
} BaseKind;

typedef struct Place {
	BaseKind base;
	LLVMValueRef v;
	const char *label;
	int slot;
	int32_t offset;
} Place;

Place place_of(Fn *f, LLVMValueRef pointer);
Place place_slot(int slot, int k);
Place place_fixed(Fn *f, Place p); /* the same; its address costs one register and can be had again */

/*
 * place_within: the same for a store of so many bytes. One that leaves its variable is a mistake of the program if it is
 * reached; it goes through a pointer, so that the proof does not take it for a mistake of the compiler.
 */
Place place_within(Fn *f, Place p, uint32_t nbytes);
int place_need(Fn *f, const Place *p);
void place_address(Fn *f, const Place *p);
void load_word(Fn *f, const Place *p);  /* push the word there, which is aligned */
void store_word(Fn *f, const Place *p); /* Areg to there; the place is fixed, or the stack has room */
void copy_bytes(Fn *f, Place to, Place from, uint32_t n, uint32_t align);
uint32_t place_alignment(const Place *p); /* in bytes; 1 if the address is a value */
uint32_t alignment(const Place *p, LLVMValueRef access); /* that can be relied on, in bytes */
void move_bytes(Fn *f, Place to, Place from, uint32_t n); /* by move; the stack is empty */

/* ---- index.c: addresses with indices ---- */

void gep_address(Fn *f, LLVMValueRef v);
void index_base(Fn *f, LLVMValueRef gep); /* push all of the address but its constant part */
int gep_need(Fn *f, LLVMValueRef v);

/* ---- memory.c: loads and stores ---- */

void load_bytes(Fn *f, Place p, uint32_t n, uint32_t align); /* push 1 to 4 bytes, zero-extended */
void word_load(Fn *f, LLVMValueRef load);
int load_need(Fn *f, LLVMValueRef load);
void store(Fn *f, LLVMValueRef st);

/* ---- real.c: trees on the floating-point stack ---- */

void real(Fn *f, LLVMValueRef v);
int real_need(Fn *f, LLVMValueRef v);
void real_store(Fn *f, Kind k, int slot, int word); /* FAreg to a slot */
void real_fcmp(Fn *f, LLVMValueRef v);     /* leaves a word */
bool fcmp_negates(LLVMValueRef v);         /* it ends with eqc 0 */
void real_to_int(Fn *f, LLVMValueRef v);   /* leaves a word */
bool real_in_memory(Fn *f, LLVMValueRef v, Place *p); /* v can be read there, unchanged */
void real_load(Fn *f, Kind k, const Place *p);        /* push the real there, which is aligned */

/* ---- wide.c: values in memory ---- */

/*
 * wide: compute v, of KIND_WIDE, into a slot. wide_word: push word k of a value that is kept or
 * costs nothing. Bits above an integer's type are undefined. wide_icmp: as word_icmp, always clean.
 */
void wide(Fn *f, LLVMValueRef v, int slot);
void wide_word(Fn *f, LLVMValueRef v, uint32_t k);
void wide_icmp(Fn *f, LLVMValueRef v, bool invert);

/* ---- value.c: values of any kind, whole ---- */

void value_to(Fn *f, LLVMValueRef v, int slot, int k); /* into a slot, from word k on */
void value_extended(Fn *f, LLVMValueRef v, int slot);  /* the same; upper bits of a narrow integer are zeros */
void value_place(Fn *f, LLVMValueRef v, Place p);      /* into memory on a word's boundary or as bytes */
Place field_place(Fn *f, LLVMValueRef extract);        /* of what extractvalue takes */
void insert_value(Fn *f, LLVMValueRef v, int slot);

/* ---- call.c ---- */

void call(Fn *f, LLVMValueRef v);
void receive(Fn *f, LLVMValueRef v); /* result registers into v's slot */

typedef struct Intrinsic {
	const char *name; /* a function of t800.h */
	int args;
	bool result;
	bool reads, writes; /* memory, or anything beyond its arguments */
	bool real;          /* a function of the floating-point stack */
	bool word0;         /* uses the word at Wptr */
	const char *code; /* operations, separated by blanks; '$' is a temp, 'gsb' the data base */
} Intrinsic;

const Intrinsic *intrinsic_of(LLVMValueRef call); /* NULL: an ordinary call */
void intrinsic(Fn *f, const Intrinsic *in, LLVMValueRef call);
int intrinsic_need(Fn *f, const Intrinsic *in, LLVMValueRef call);

/* ---- inline.c ---- */

void inline_asm(Fn *f, LLVMValueRef call);

/* ---- lower.c ---- */

bool is_known_call(LLVMValueRef v); /* an intrinsic that has a lowering */
void fn_lower(Unit *u, const Module *m, LLVMValueRef f, const char *name, Buf *out);

/* ---- flow.c ---- */

void lower_branch(Fn *f, LLVMValueRef v);
bool flows_anything(Fn *f, int b, int succ); /* is there a copy to be made for succ's phis? */

/* ---- dynamic.c ---- */

void allocate(Fn *f, LLVMValueRef v);      /* an alloca of variable size, or in a loop */
void restore_stack(Fn *f, LLVMValueRef v); /* llvm.stackrestore */

/* ---- dwarf.c: debugging information ---- */

/* dwarf_function_unit: the compilation unit of a function that is known in the source; NULL: it is not. */
struct DwarfUnit *dwarf_function_unit(Dwarf *d, const Module *m, LLVMValueRef f);
int dwarf_file(struct DwarfUnit *u, const char *dir, const char *file); /* number for .loc */
void dwarf_lines(const struct DwarfUnit *u, Buf *out); /* what follows has its .loc from that unit */
void dwarf_function(Fn *f); /* everything about it; after fn_frame, before fn_text */
void dwarf_variable(Dwarf *d, const Module *m, LLVMValueRef v, const char *name);
Dwarf *dwarf_new(Arena *a);
void dwarf_free(Dwarf *d);
bool dwarf_any(const Dwarf *d);
void dwarf_head(const Dwarf *d, Buf *out); /* names of the source files; before all .loc */
void dwarf_stub(Dwarf *d, const char *low, const char *high); /* code that is entered by call and leaves Wptr */
void dwarf_text(Dwarf *d, Buf *out);

/* ---- switch.c ---- */

void lower_switch(Fn *f, LLVMValueRef v);

/* ---- program_unit.c: what a module's lowering asks of the whole program ---- */

const char *unit_symbol(Unit *u, LLVMValueRef global); /* its name in the program */
const char *unit_real(Unit *u, Kind k, uint64_t bits); /* label of a constant in the data */
Dwarf *unit_dwarf(Unit *u);
const char *unit_label(Unit *u, LLVMValueRef global); /* its name, if the program has it; NULL */
void unit_icall(Unit *u, int slot); /* the program needs the stub that calls through that slot */
int unit_serial(Unit *u);           /* a number not yet used in this program's labels */
int unit_serial_of(Unit *u, LLVMValueRef f); /* the number of the labels of f's blocks, which begin with 0 */
int block_number(LLVMBasicBlockRef bb);      /* of the block's label */

/*
 * unit_is_code: a function, or a constant that lies beside the code. A constant that holds addresses
 * does not: it lies with the data, so that code and data can be put anywhere, each by itself.
 */
bool unit_is_code(Unit *u, LLVMValueRef global);

/* ---- data.c ---- */

/* data_text: the bytes of the variable v, called name, as directives; references to globals by their names. */
void data_text(Unit *u, const Module *m, LLVMValueRef v, const char *name, Buf *out);

/* references: call `use` for each global that v, a constant or an instruction's operand, mentions. */
typedef void UseGlobal(void *to, LLVMValueRef global);
void references(LLVMValueRef v, UseGlobal *use, void *to);

/* ---- names.c ---- */

typedef struct Names Names; /* from strings to pointers */

Names *names_new(void);
void names_free(Names *n);
void names_put(Names *n, const char *name, void *value); /* name stays the caller's */
void *names_get(const Names *n, const char *name);       /* NULL: none */

#endif
