/* generate.h - generates the instructions of a function: trees of values, block by block. */
#ifndef GENERATE_H
#define GENERATE_H

#include "cc/lower/select/select.h"

/* ---- refuse.c ---- */

/*
 * refuse_unknown: fatal if a legalized function contains anything that the lowering does not
 * support.
 */
void refuse_unknown(const Module *m, LLVMValueRef f);
/*
 * refuse_data: fatal if the variable called `name` has a type that the lowering does not support.
 */
void refuse_data(const Module *m, LLVMValueRef v, const char *name);

/* ---- bases.c ---- */

/* fn_choose_bases: choose the variables whose addresses are kept in slots, after fn_select. */
void fn_choose_bases(Fn *f);
/* base_slot: the slot with the address of a variable; -1 if there is none. */
int base_slot(const Fn *f, LLVMValueRef global);
/* push_number: push a constant, which may be kept in a slot. */
void push_number(Fn *f, Word w);
/* fn_choose_numbers: choose the constants that are kept in slots, before slots are placed. */
void fn_choose_numbers(Fn *f);
/* half_slot: a slot for halfwords, whose upper half is always 0; -1 if it is not worth its code. */
int half_slot(Fn *f);
/* load_bases: generate the code at the entry that fills the slots of addresses and constants. */
void load_bases(Fn *f);

/* ---- layout.c ---- */

/*
 * fn_order_blocks: choose the order of blocks, after fn_webs, which decides about copies.
 */
void fn_order_blocks(Fn *f);

/* ---- word.c: trees of words; each leaves one value more in Areg ---- */

/*
 * word_push: push v, of KIND_WORD. Bits above the type's width are undefined, except for i1, which
 * is 0 or 1. f->depth + word_need(v) may be at most 3 before.
 */
void word_push(Fn *f, LLVMValueRef v);
/* word_zext: push v as word_push does, with the bits above the type's width zero. */
void word_zext(Fn *f, LLVMValueRef v);
/* word_sext: push v as word_push does, with the sign extended to a word. */
void word_sext(Fn *f, LLVMValueRef v);
/* word_need: the number of registers that word_push needs for v, 1 to 3. */
int word_need(Fn *f, LLVMValueRef v);
/* word_const: push a constant. */
void word_const(Fn *f, Word w);
/* sign_extend: the number that the lowest bits of a word are in two's complement. */
int32_t sign_extend(Word w, unsigned bits);

/* Gen: generate the code that pushes v: word_push, word_zext or word_sext. */
typedef void Gen(Fn *f, LLVMValueRef v);
/*
 * word_push_two: push a, then b on top, with spills as needed. If `swap` is true, b may be pushed
 * below a instead; returns true if it was.
 */
bool word_push_two(Fn *f, LLVMValueRef a, Gen *ga, LLVMValueRef b, Gen *gb, bool swap);
/* need_two: the number of registers for two operands that need a and b registers. */
int need_two(int a, int b);
/*
 * need_as: the number of registers with which g generates v; g is word_push, word_zext or
 * word_sext.
 */
int need_as(Fn *f, Gen *g, LLVMValueRef v);

/*
 * keep_deep: if v needs more than `room` registers, evaluate it now into a temp and return the
 * temp; otherwise return -1.
 */
int keep_deep(Fn *f, LLVMValueRef v, Gen *g, int room);
/* push_kept: push a value after keep_deep: from the temp, which is freed, or by evaluating it. */
void push_kept(Fn *f, LLVMValueRef v, Gen *g, int temp);

/* word_condition: push a word that is non-zero if and only if v is true (with invert: false). */
void word_condition(Fn *f, LLVMValueRef v, bool invert);

/*
 * condition_negates: true if word_condition must negate its result, because the machine has only
 * the opposite comparison.
 */
bool condition_negates(Fn *f, LLVMValueRef v, bool invert);

/* ---- compare.c ---- */

/*
 * word_icmp: push a word that is non-zero if and only if v is true (invert: false); clean: it is 0
 * or 1.
 */
void word_icmp(Fn *f, LLVMValueRef v, bool invert, bool clean);
/* icmp_need: the number of registers that word_icmp needs. */
int icmp_need(Fn *f, LLVMValueRef v);
/* icmp_negates: true if the code of word_icmp ends with eqc 0, unless clean. */
bool icmp_negates(Fn *f, LLVMValueRef v, bool invert);

/* ---- choice.c: one of two values ---- */

/* word_choice: push a select for which is_choice(v) holds. */
void word_choice(Fn *f, LLVMValueRef v);
/* choice_need: the number of registers that word_choice needs. */
int choice_need(Fn *f, LLVMValueRef v);
/* lower_choice: generate the code that stores any other select to its slot. */
void lower_choice(Fn *f, LLVMValueRef v);

/* ---- arith.c: arithmetic of words ---- */

/* word_arithmetic: push the result of an operation on words. */
void word_arithmetic(Fn *f, LLVMValueRef v);
/* word_arithmetic_need: the number of registers that word_arithmetic needs. */
int word_arithmetic_need(Fn *f, LLVMValueRef v);
/* add_const: add a constant to Areg; this needs two registers unless c is a multiple of 4. */
void add_const(Fn *f, int32_t c);
/* shift_left_const: shift Areg left by n bits. */
void shift_left_const(Fn *f, Word n);
/*
 * shift_left_const_need: the number of registers that shift_left_const needs, including the one
 * shifted.
 */
int shift_left_const_need(Word n);

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

/* A place in memory; BaseKind says which fields are used. */
typedef struct Place {
	BaseKind base;
	LLVMValueRef v; /* for BASE_TREE and BASE_INDEX */
	const char *label; /* for BASE_DATA and BASE_CODE */
	int slot; /* for BASE_SLOT and BASE_POINTER */
	int32_t offset; /* bytes */
} Place;

/* place_of: the place to which the pointer leads. */
Place place_of(Fn *f, LLVMValueRef pointer);
/* place_slot: the place of word k of a slot. */
Place place_slot(int slot, int k);
/*
 * place_fixed: an equivalent place whose address needs one register and can be computed repeatedly.
 */
Place place_fixed(Fn *f, Place p);

/*
 * is_in_moving_slot: true if the slot is accessed through the base of the objects, because Wptr
 * moves; ins_slot() then cannot access it.
 */
bool is_in_moving_slot(const Fn *f, int slot);
/*
 * place_within: like place_fixed, for a store of this many bytes. A store beyond its variable is an
 * error of the program, if it is executed at all. It is done through a pointer, so that the
 * verifier does not report it as an error of the compiler.
 */
Place place_within(Fn *f, Place p, uint32_t nbytes);
/* place_need: the number of registers that place_address needs. */
int place_need(Fn *f, const Place *p);
/* place_address: push the address of a place. */
void place_address(Fn *f, const Place *p);
/* load_word: push the word at a place, which must be aligned. */
void load_word(Fn *f, const Place *p);
/* store_word: store Areg at a place; the place is fixed, or a register is free. */
void store_word(Fn *f, const Place *p);
/* copy_bytes: generate the copy of n bytes between two places with this alignment. */
void copy_bytes(Fn *f, Place to, Place from, uint32_t n, uint32_t align);
/* place_alignment: the alignment of a place in bytes; 1 if the address is a computed value. */
uint32_t place_alignment(const Place *p);
/* access_alignment: the alignment in bytes that a place has for this load or store. */
uint32_t access_alignment(const Place *p, LLVMValueRef access);
/* move_bytes: generate the copy of n bytes by a block move; the stack must be empty. */
void move_bytes(Fn *f, Place to, Place from, uint32_t n);

/* ---- index.c: addresses with indices ---- */

/* gep_address: push the address that a getelementptr computes. */
void gep_address(Fn *f, LLVMValueRef v);
/* index_push_base: push the address that a getelementptr computes, without its constant part. */
void index_push_base(Fn *f, LLVMValueRef gep);
/* gep_need: the number of registers that gep_address needs. */
int gep_need(Fn *f, LLVMValueRef v);

/* ---- memory.c: loads and stores ---- */

/* load_bytes: push 1 to 4 bytes, zero-extended. */
void load_bytes(Fn *f, Place p, uint32_t n, uint32_t align);
/* word_load: push the word that a load reads. */
void word_load(Fn *f, LLVMValueRef load);
/* load_need: the number of registers that word_load needs. */
int load_need(Fn *f, LLVMValueRef load);
/* memory_store: generate the code of a store. */
void memory_store(Fn *f, LLVMValueRef st);

/* ---- real.c: trees on the floating-point stack ---- */

/* real_push: push a real on the floating-point stack. */
void real_push(Fn *f, LLVMValueRef v);
/* real_store: store FAreg to a word of a slot. */
void real_store(Fn *f, Kind k, int slot, int word);
/* real_fcmp: push the result of a comparison of reals, a word. */
void real_fcmp(Fn *f, LLVMValueRef v);
/* fcmp_negates: true if the code of real_fcmp ends with eqc 0. */
bool fcmp_negates(LLVMValueRef v);
/* real_to_int: push a real as an integer, a word. */
void real_to_int(Fn *f, LLVMValueRef v);
/* real_in_memory: true if v can be read unchanged from memory; then *p is the place. */
bool real_in_memory(Fn *f, LLVMValueRef v, Place *p);

/* ---- wide.c: values in memory ---- */

/* wide_compute: generate the code that computes v, of KIND_WIDE, into a slot. */
void wide_compute(Fn *f, LLVMValueRef v, int slot);
/*
 * wide_push_word: push word k of a value that is in a slot or cheap. Bits above an integer's type
 * are undefined.
 */
void wide_push_word(Fn *f, LLVMValueRef v, uint32_t k);
/* wide_icmp: push the result of a comparison of wide integers, 0 or 1, as word_icmp does. */
void wide_icmp(Fn *f, LLVMValueRef v, bool invert);

/* ---- value.c: values of any kind, whole ---- */

/* value_store: generate the code that stores a value of any kind to a slot, from word k on. */
void value_store(Fn *f, LLVMValueRef v, int slot, int k);
/*
 * value_store_extended: store a value to a slot as value_store does, with the upper bits of a
 * narrow integer zero.
 */
void value_store_extended(Fn *f, LLVMValueRef v, int slot);
/* value_store_at: store a value to a place in memory, at a word boundary or byte by byte. */
void value_store_at(Fn *f, LLVMValueRef v, Place p);
/* field_place: the place of the part that extractvalue reads. */
Place field_place(Fn *f, LLVMValueRef extract);
/* insert_value: generate the code of insertvalue into a slot. */
void insert_value(Fn *f, LLVMValueRef v, int slot);

/* ---- call.c ---- */

/* call_emit: generate a call: its arguments, the call itself, and its result. */
void call_emit(Fn *f, LLVMValueRef v);
/* call_receive: move the result registers of a call to v's slot. */
void call_receive(Fn *f, LLVMValueRef v);

/* ---- intrinsic.c ---- */

/* intrinsic_emit: generate the instructions for which a call of an intrinsic stands. */
void intrinsic_emit(Fn *f, const Intrinsic *in, LLVMValueRef call);
/* intrinsic_need: the number of registers that intrinsic_emit needs. */
int intrinsic_need(Fn *f, const Intrinsic *in, LLVMValueRef call);

/* ---- inline.c ---- */

/* inline_asm_emit: generate the code of inline assembly, with its operands in slots. */
void inline_asm_emit(Fn *f, LLVMValueRef call);

/* ---- root.c ---- */

/* is_known_call: true for a call of an LLVM intrinsic that can be lowered. */
bool is_known_call(LLVMValueRef v);
/* lower_root: generate the code of an instruction that is not folded into its users. */
void lower_root(Fn *f, LLVMValueRef v);

/* ---- flow.c ---- */

/* lower_branch: generate the code of a branch, with the copies for phis. */
void lower_branch(Fn *f, LLVMValueRef v);
/* has_phi_copies: true if the phis of block succ need any copy when b jumps there. */
bool has_phi_copies(Fn *f, int b, int succ);

/* ---- switch.c ---- */

/* lower_switch: generate the code of a switch: a table of jumps, or comparisons. */
void lower_switch(Fn *f, LLVMValueRef v);

/* ---- dynamic.c ---- */

/* dynamic_allocate: generate the code of an alloca of variable size, or in a loop. */
void dynamic_allocate(Fn *f, LLVMValueRef v);
/* restore_stack: generate the code of llvm.stackrestore. */
void restore_stack(Fn *f, LLVMValueRef v);

#endif
