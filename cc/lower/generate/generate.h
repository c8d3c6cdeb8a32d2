/* generate.h - generates the instructions of a function: trees of values, block by block. */
#ifndef GENERATE_H
#define GENERATE_H

#include "cc/lower/select/select.h"

/* ---- refuse.c ---- */

/*
 * refuse_unknown: fatal if the legalized function f contains anything the lowering does not
 * support; refuse_data: fatal if the variable called name has such a type.
 */
void refuse_unknown(const Module *m, LLVMValueRef f);
void refuse_data(const Module *m, LLVMValueRef v, const char *name);

/* ---- bases.c ---- */

void fn_bases(Fn *f);                /* choose bases; call it after fn_select */
int base_slot(const Fn *f, LLVMValueRef global); /* -1 if its address is in no slot */
void push_number(Fn *f, Word w);     /* push a constant, which may be kept in a slot */
void fn_numbers(Fn *f);              /* choose these constants; call it before slots are placed */
/* a slot for halfwords, whose upper half is always 0; -1 if it is not worth its code */
int half_slot(Fn *f);
void load_bases(Fn *f);              /* called at the entry */

/* ---- layout.c ---- */

/* choose the order of blocks; call it after fn_webs, which decides about copies */
void fn_layout(Fn *f);

/* ---- word.c: trees of words; each leaves one value more in Areg ---- */

/*
 * word_push: evaluate v, of KIND_WORD. Bits above the type's width are undefined, except for i1,
 * which is 0 or 1. word_zero, word_sign: the same with extension. word_need: the number of
 * registers needed, 1 to 3. Before calling word_push, f->depth + word_need(v) <= 3 must hold.
 */
void word_push(Fn *f, LLVMValueRef v);
void word_zero(Fn *f, LLVMValueRef v);
void word_sign(Fn *f, LLVMValueRef v);
int word_need(Fn *f, LLVMValueRef v);
void word_const(Fn *f, Word w); /* push a constant */
int32_t sign_extend(Word w, unsigned bits);

typedef void Gen(Fn *f, LLVMValueRef v);
/*
 * word_two: push a, then b on top, with spills as needed. swap: b may be below; returns whether it
 * is.
 */
bool word_two(Fn *f, LLVMValueRef a, Gen *ga, LLVMValueRef b, Gen *gb, bool swap);
int need_two(int a, int b); /* registers for two operands that need a and b */
int need_as(Fn *f, Gen *g, LLVMValueRef v); /* as word_need, for v extended by g */

/*
 * keep_deep: if v needs more than `room` registers, evaluate it now into a temp and return the
 * temp; otherwise return -1. push_kept pushes the value, from the temp or by evaluating it, and
 * frees the temp.
 */
int keep_deep(Fn *f, LLVMValueRef v, Gen *g, int room);
void push_kept(Fn *f, LLVMValueRef v, Gen *g, int temp);

/* word_condition: push a word that is non-zero if and only if v is true (with invert: false). */
void word_condition(Fn *f, LLVMValueRef v, bool invert);

/*
 * condition_negates: word_condition must negate, because the machine has only the opposite
 * comparison.
 */
bool condition_negates(Fn *f, LLVMValueRef v, bool invert);

/* ---- compare.c ---- */

/*
 * word_icmp: push a word that is non-zero if and only if v is true (invert: false); clean: it is 0
 * or 1.
 */
void word_icmp(Fn *f, LLVMValueRef v, bool invert, bool clean);
int icmp_need(Fn *f, LLVMValueRef v); /* the registers that word_icmp needs */
/* true if the code of word_icmp ends with eqc 0, unless clean */
bool icmp_negates(Fn *f, LLVMValueRef v, bool invert);

/* ---- choice.c: one of two values ---- */

void word_choice(Fn *f, LLVMValueRef v);  /* push a select for which is_choice(v) holds */
int choice_need(Fn *f, LLVMValueRef v);   /* the registers that word_choice needs */
void lower_choice(Fn *f, LLVMValueRef v); /* store any other select to its slot */

/* ---- arith.c: arithmetic of words ---- */

void word_arithmetic(Fn *f, LLVMValueRef v); /* push the result of an operation on words */
int word_arithmetic_need(Fn *f, LLVMValueRef v); /* the registers for this */
void add_const(Fn *f, int32_t c); /* add to Areg; needs two registers unless c is a multiple of 4 */
void shift_left_const(Fn *f, Word n);
int shift_left_const_need(Word n); /* the registers, including the one shifted */

/* ---- address.c: where things are ---- */

/* A place in memory: a base and an offset in bytes. */
typedef enum BaseKind {
	BASE_TREE,    /* v: an address */
	BASE_INDEX,   /* v: a getelementptr, with the constant part in offset */
	BASE_SLOT,    /* in the workspace */
	BASE_POINTER, /* slot: contains the address */
	BASE_DATA,    /* label: in the module's data */
	BASE_CODE,    /* label: a constant or function, placed with the code */
} BaseKind;

typedef struct Place {
	BaseKind base;
	LLVMValueRef v;
	const char *label;
	int slot;
	int32_t offset;
} Place;

Place place_of(Fn *f, LLVMValueRef pointer); /* the place to which the pointer leads */
Place place_slot(int slot, int k);           /* word k of a slot */
/* an equivalent place whose address needs one register and can be computed repeatedly */
Place place_fixed(Fn *f, Place p);

/*
 * place_within: like place_fixed, for a store of this many bytes. A store beyond its variable is an
 * error of the program, if it is executed at all. It is done through a pointer, so that the
 * verifier does not report it as an error of the compiler.
 */
Place place_within(Fn *f, Place p, uint32_t nbytes);
int place_need(Fn *f, const Place *p);     /* the registers that place_address needs */
void place_address(Fn *f, const Place *p); /* push the address of a place */
void load_word(Fn *f, const Place *p);     /* push the word there, which must be aligned */
/* store Areg there; the place is fixed, or a register is free */
void store_word(Fn *f, const Place *p);
void copy_bytes(Fn *f, Place to, Place from, uint32_t n, uint32_t align);
/* the alignment of a place in bytes; 1 if the address is a computed value */
uint32_t place_alignment(const Place *p);
/* the alignment in bytes that a place has for this load or store */
uint32_t access_alignment(const Place *p, LLVMValueRef access);
/* copy n bytes by a block move; the stack must be empty */
void move_bytes(Fn *f, Place to, Place from, uint32_t n);

/* ---- index.c: addresses with indices ---- */

void gep_address(Fn *f, LLVMValueRef v);  /* push the address that a getelementptr computes */
void index_base(Fn *f, LLVMValueRef gep); /* push this address without its constant part */
int gep_need(Fn *f, LLVMValueRef v);      /* the registers for this */

/* ---- memory.c: loads and stores ---- */

void load_bytes(Fn *f, Place p, uint32_t n, uint32_t align); /* push 1 to 4 bytes, zero-extended */
void word_load(Fn *f, LLVMValueRef load);  /* push the word that a load reads */
int load_need(Fn *f, LLVMValueRef load);   /* the registers for this */
void memory_store(Fn *f, LLVMValueRef st); /* generate a store */

/* ---- real.c: trees on the floating-point stack ---- */

void real_push(Fn *f, LLVMValueRef v);     /* push a real */
void real_store(Fn *f, Kind k, int slot, int word); /* store FAreg to a word of a slot */
void real_fcmp(Fn *f, LLVMValueRef v);     /* push the result of a comparison, a word */
bool fcmp_negates(LLVMValueRef v);         /* true if this ends with eqc 0 */
void real_to_int(Fn *f, LLVMValueRef v);   /* push a real as an integer, a word */
bool real_in_memory(Fn *f, LLVMValueRef v, Place *p); /* true if v can be read from *p, unchanged */

/* ---- wide.c: values in memory ---- */

/*
 * wide_compute: compute v, of KIND_WIDE, into a slot. wide_word: push word k of a value that is in
 * a slot or cheap. Bits above an integer's type are undefined. wide_icmp: like word_icmp, always
 * clean.
 */
void wide_compute(Fn *f, LLVMValueRef v, int slot);
void wide_word(Fn *f, LLVMValueRef v, uint32_t k);
void wide_icmp(Fn *f, LLVMValueRef v, bool invert);

/* ---- value.c: values of any kind, whole ---- */

void value_to(Fn *f, LLVMValueRef v, int slot, int k); /* into a slot, starting at word k */
/* as value_to, with the upper bits of a narrow integer zero */
void value_extended(Fn *f, LLVMValueRef v, int slot);
/* into memory, at a word boundary or as bytes */
void value_place(Fn *f, LLVMValueRef v, Place p);
Place field_place(Fn *f, LLVMValueRef extract);        /* the part that extractvalue reads */
void insert_value(Fn *f, LLVMValueRef v, int slot);

/* ---- call.c ---- */

void call_emit(Fn *f, LLVMValueRef v);
void call_receive(Fn *f, LLVMValueRef v); /* move result registers to v's slot */

/* ---- intrinsic.c ---- */

void intrinsic_emit(Fn *f, const Intrinsic *in, LLVMValueRef call);
int intrinsic_need(Fn *f, const Intrinsic *in, LLVMValueRef call);

/* ---- inline.c ---- */

void inline_asm(Fn *f, LLVMValueRef call);

/* ---- root.c ---- */

bool is_known_call(LLVMValueRef v);       /* true for an intrinsic that can be lowered */
void lower_root(Fn *f, LLVMValueRef v);   /* an instruction that is not folded into its users */

/* ---- flow.c ---- */

void lower_branch(Fn *f, LLVMValueRef v);
bool flows_anything(Fn *f, int b, int succ); /* true if succ's phis need any copy */

/* ---- switch.c ---- */

void lower_switch(Fn *f, LLVMValueRef v);

/* ---- dynamic.c ---- */

void dynamic_allocate(Fn *f, LLVMValueRef v);      /* an alloca of variable size, or in a loop */
void restore_stack(Fn *f, LLVMValueRef v); /* llvm.stackrestore */

#endif
