/* value.c - moves whole values of any kind into slots and memory; fields of aggregates. */
#include "generate.h"

#include <assert.h>

/* is_value_kept: true if v has a slot of its own. */
static bool
is_value_kept(Fn *f, LLVMValueRef v)
{
	const Val *x = fn_val(f, v);

	return x && !x->folded;
}

/*
 * field_offset: the offset of the field that v extracts from, or inserts into, a value of type t.
 */
static uint32_t
field_offset(Fn *f, LLVMValueRef v, LLVMTypeRef t)
{
	const unsigned *index;
	uint32_t offset = 0;

	if (LLVMIsAExtractElementInst(v) || LLVMIsAInsertElementInst(v)) {
		LLVMValueRef element = LLVMGetOperand(v, LLVMGetNumOperands(v) - 1);

		return part_offset(f->m, t, LLVMConstIntGetZExtValue(element));
	}
	index = LLVMGetIndices(v);
	for (unsigned i = 0; i < LLVMGetNumIndices(v); i++) {
		offset += part_offset(f->m, t, index[i]);
		t = part_type(t, index[i]);
	}
	return offset;
}

Place
field_place(Fn *f, LLVMValueRef v)
{
	LLVMValueRef whole = value_peel(LLVMGetOperand(v, 0));
	Place p;

	if (is_value_kept(f, whole)) {
		p = place_slot(fn_val(f, whole)->web, 0);
	} else { /* a constant */
		p = place_slot(temp_new(f, type_words(f->m, LLVMTypeOf(whole))), 0);
		value_store(f, whole, p.slot, 0);
	}
	p.offset = field_offset(f, v, LLVMTypeOf(whole));
	return p;
}

/* store_word_at: store a value of one word at a place. */
static void
store_word_at(Fn *f, LLVMValueRef v, Place p)
{
	uint32_t n = LLVMStoreSizeOfType(f->m->layout, LLVMTypeOf(v));
	int t;

	word_push(f, v);
	if (n == 4) {
		store_word(f, &p);
	} else if (n == 1) {
		place_address(f, &p);
		ins_oper(f, "sb");
	} else {
		t = temp_new(f, 1);
		ins_slot(f, FN_STL, t, 0);
		copy_bytes(f, p, place_slot(t, 0), n, 1);
	}
}

/* store_real_at: store a real at a place. */
static void
store_real_at(Fn *f, LLVMValueRef v, Place p)
{
	Kind k = type_kind(LLVMTypeOf(v));
	Place from;

	if (real_in_memory(f, v, &from)) {
		copy_bytes(f, p, from, k == KIND_DOUBLE ? 8 : 4, 4);
		return;
	}
	real_push(f, v);
	place_address(f, &p);
	ins_oper(f, k == KIND_DOUBLE ? "fpstnldb" : "fpstnlsn");
	f->fdepth--;
}

/* store_constant_at: store the parts of a constant aggregate or vector. */
static void
store_constant_at(Fn *f, LLVMValueRef v, Place p)
{
	LLVMTypeRef t = LLVMTypeOf(v);

	for (unsigned i = 0; i < part_count(t); i++) {
		Place part = p;

		part.offset += part_offset(f->m, t, i);
		value_store_at(f, const_element(v, i), part);
	}
}

/* store_wide_at: store a value of several words at a place. */
static void
store_wide_at(Fn *f, LLVMValueRef v, Place p)
{
	uint32_t n = type_stored_bytes(f->m, LLVMTypeOf(v));
	LLVMTypeKind k = LLVMGetTypeKind(LLVMTypeOf(v));

	if (is_value_kept(f, v)) {
		copy_bytes(f, p, place_slot(fn_val(f, v)->web, 0), n, 4);
		return;
	}
	if (k != LLVMIntegerTypeKind) {
		if (!LLVMIsUndef(v))
			store_constant_at(f, v, p);
		return;
	}
	for (uint32_t i = 0; i < (n + 3) / 4; i++) {
		wide_push_word(f, v, i);
		store_word(f, &p);
		p.offset += 4;
	}
}

/* store_bytes_at: store a part of a packed structure, byte by byte. */
static void
store_bytes_at(Fn *f, LLVMValueRef v, Place p)
{
	int t = temp_new(f, type_words(f->m, LLVMTypeOf(v)));

	value_store(f, v, t, 0);
	copy_bytes(f, p, place_slot(t, 0), type_stored_bytes(f->m, LLVMTypeOf(v)), 1);
}

void
value_store_at(Fn *f, LLVMValueRef v, Place p)
{
	if (LLVMIsUndef(v) || LLVMIsAPoisonValue(v))
		return;
	if (p.offset % 4 && type_stored_bytes(f->m, LLVMTypeOf(v)) >= 4) {
		store_bytes_at(f, v, p);
		return;
	}
	if (!is_value_kept(f, v) && value_opcode(v) == LLVMBitCast
		&& type_kind(LLVMTypeOf(v)) != KIND_WORD) {
		value_store_at(f, LLVMGetOperand(v, 0), p); /* the same bits */
		return;
	}
	switch (type_kind(LLVMTypeOf(v))) {
	case KIND_WORD:
		store_word_at(f, v, p);
		break;
	case KIND_SINGLE:
	case KIND_DOUBLE:
		store_real_at(f, v, p);
		break;
	default:
		store_wide_at(f, value_peel(v), p);
	}
}

void
value_store(Fn *f, LLVMValueRef v, int slot, int k)
{
	if (type_kind(LLVMTypeOf(v)) == KIND_WORD) {
		word_push(f, v);
		ins_slot(f, FN_STL, slot, k);
		return;
	}
	value_store_at(f, v, place_slot(slot, k));
}

void
value_store_extended(Fn *f, LLVMValueRef v, int slot)
{
	if (type_kind(LLVMTypeOf(v)) != KIND_WORD) {
		value_store(f, v, slot, 0);
		return;
	}
	word_zext(f, v);
	ins_slot(f, FN_STL, slot, 0);
}

void
insert_value(Fn *f, LLVMValueRef v, int slot)
{
	LLVMValueRef whole = LLVMGetOperand(v, 0);
	Place p = place_slot(slot, 0);

	value_store_at(f, whole, p);
	p.offset = field_offset(f, v, LLVMTypeOf(v));
	value_store_at(f, LLVMGetOperand(v, 1), p);
}
