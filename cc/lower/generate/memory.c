/*
 * memory.c - loads and stores.
 *
 * The machine can only load and store words and bytes: other sizes, and unaligned words, are moved
 * by a block move through a temporary slot.
 */
#include "generate.h"

/* bytes_of: the number of bytes that a store of type t writes. */
static uint32_t
bytes_of(Fn *f, LLVMTypeRef t)
{
	return LLVMStoreSizeOfType(f->m->layout, t);
}

/* load_gathered: push n bytes from any address as a word, byte by byte. */
static void
load_gathered(Fn *f, Place p, uint32_t n)
{
	int half = n == 2 ? half_slot(f) : -1, t = half < 0 ? temp_new(f, 1) : half;

	if (n < 4 && half < 0) {
		ins_direct(f, FN_LDC, 0);
		ins_slot(f, FN_STL, t, 0);
	}
	move_bytes(f, place_slot(t, 0), p, n);
	ins_slot(f, FN_LDL, t, 0);
	f->slots[t].busy = false;
}

void
load_bytes(Fn *f, Place p, uint32_t n, uint32_t align)
{
	if (n == 1) {
		place_address(f, &p);
		ins_oper(f, "lb");
	} else if (n == 4 && align >= 4) {
		load_word(f, &p);
	} else if (n == 2 && align >= 4) {
		load_word(f, &p);
		word_const(f, 0xFFFF);
		ins_oper(f, "and");
	} else {
		load_gathered(f, p, n);
	}
}

void
word_load(Fn *f, LLVMValueRef load)
{
	Place p = place_of(f, LLVMGetOperand(load, 0));

	load_bytes(f, p, bytes_of(f, LLVMTypeOf(load)), access_alignment(&p, load));
}

int
load_need(Fn *f, LLVMValueRef load)
{
	Place p = place_of(f, LLVMGetOperand(load, 0));
	uint32_t n = bytes_of(f, LLVMTypeOf(load)), align = access_alignment(&p, load);
	int need = place_need(f, &p);

	if (n == 1 || (n == 4 && align >= 4))
		return need;
	if (n == 2 && align >= 4)
		return need > 2 ? need : 2;
	return DEPTH;
}

/* ---- stores ---- */

/*
 * owns_word: true if the place is a variable in the workspace that consists of exactly this
 * integer.
 */
static bool
owns_word(Fn *f, const Place *p, LLVMValueRef value, LLVMValueRef pointer)
{
	pointer = value_peel(pointer);
	return p->base == BASE_SLOT && p->offset == 0 && fn_val(f, pointer)
		&& value_opcode(pointer) == LLVMAlloca
		&& LLVMGetAllocatedType(pointer) == LLVMTypeOf(value);
}

/* push_value_and_address: push the value, then the address (without words that stnl adds). */
static void
push_value_and_address(Fn *f, LLVMValueRef v, Place p)
{
	int t;

	if (place_need(f, &p) <= DEPTH - 1) {
		word_push(f, v);
		place_address(f, &p);
	} else if (word_need(f, v) <= DEPTH - 1) {
		place_address(f, &p);
		word_push(f, v);
		ins_oper(f, "rev");
	} else {
		t = temp_new(f, 1);
		place_address(f, &p);
		ins_slot(f, FN_STL, t, 0);
		word_push(f, v);
		ins_slot(f, FN_LDL, t, 0);
	}
}

/* store_whole: store a whole word at a place. */
static void
store_whole(Fn *f, LLVMValueRef v, Place p)
{
	int32_t k = p.offset / 4;

	if (p.base == BASE_SLOT || p.base == BASE_DATA || p.offset % 4) {
		if (place_need(f, &p) > 2)
			p = place_fixed(f, p);
		word_push(f, v);
		store_word(f, &p);
		return;
	}
	p.offset = 0;
	push_value_and_address(f, v, p);
	ins_direct(f, FN_STNL, k);
}

/* store_scattered: store the n low bytes of a word at any address. */
static void
store_scattered(Fn *f, LLVMValueRef v, Place p, uint32_t n)
{
	int t = temp_new(f, 1);

	word_push(f, v);
	ins_slot(f, FN_STL, t, 0);
	move_bytes(f, p, place_slot(t, 0), n);
}

/* store_integer: generate the store st of an integer v of at most a word. */
static void
store_integer(Fn *f, LLVMValueRef st, LLVMValueRef v, Place p)
{
	uint32_t n = bytes_of(f, LLVMTypeOf(v));

	if (n < 4 && owns_word(f, &p, v, LLVMGetOperand(st, 1))) {
		if (n == 3)
			word_zext(f, v);
		else
			word_push(f, v);
		store_word(f, &p);
	} else if (n == 1) {
		push_value_and_address(f, v, p);
		ins_oper(f, "sb");
	} else if (n == 4 && access_alignment(&p, st) >= 4) {
		store_whole(f, v, p);
	} else {
		store_scattered(f, v, p, n);
	}
}

/* store_real: generate the store st of a real v. */
static void
store_real(Fn *f, LLVMValueRef st, LLVMValueRef v, Place p)
{
	Kind k = type_kind(LLVMTypeOf(v));
	uint32_t n = k == KIND_DOUBLE ? 8 : 4;
	bool aligned = access_alignment(&p, st) >= 4;
	Place from;
	int t;

	if (real_in_memory(f, v, &from)) {
		copy_bytes(f, p, from, n, aligned ? 4 : 1);
		return;
	}
	real_push(f, v);
	if (aligned) {
		place_address(f, &p);
		ins_oper(f, k == KIND_DOUBLE ? "fpstnldb" : "fpstnlsn");
		f->fdepth--;
		return;
	}
	t = temp_new(f, n / 4);
	real_store(f, k, t, 0);
	move_bytes(f, p, place_slot(t, 0), n);
}

/* store_wide: generate the store st of a value v of several words. */
static void
store_wide(Fn *f, LLVMValueRef st, LLVMValueRef v, Place p)
{
	uint32_t n = bytes_of(f, LLVMTypeOf(v));
	const Val *x = fn_val(f, v);
	uint32_t align = access_alignment(&p, st);
	int t;

	if (x && !x->folded) {
		copy_bytes(f, p, place_slot(x->web, 0), n, align);
		return;
	}
	if (align >= 4 && n % 4 == 0 && n <= 4 * MAX_WIDE
		&& LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind) {
		p = place_fixed(f, p);
		for (uint32_t k = 0; k < n / 4; k++) {
			wide_push_word(f, v, k);
			store_word(f, &p);
			p.offset += 4;
		}
		return;
	}
	t = temp_new(f, type_words(f->m, LLVMTypeOf(v)));
	value_store(f, v, t, 0);
	copy_bytes(f, p, place_slot(t, 0), n, align);
}

void
memory_store(Fn *f, LLVMValueRef st)
{
	LLVMValueRef v = LLVMGetOperand(st, 0);
	Place p = place_within(f, place_of(f, LLVMGetOperand(st, 1)), bytes_of(f, LLVMTypeOf(v)));

	switch (type_kind(LLVMTypeOf(v))) {
	case KIND_WORD:
		store_integer(f, st, v, p);
		break;
	case KIND_SINGLE:
	case KIND_DOUBLE:
		store_real(f, st, v, p);
		break;
	default:
		store_wide(f, st, v, p);
	}
}
