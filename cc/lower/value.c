/*
 * value.c - values of any kind, whole: into slots and memory; fields of aggregates.
 */
#include "lower.h"

#include <assert.h>

static bool
is_kept(Fn *f, LLVMValueRef v)
{
	const Val *x = fn_val(f, v);

	return x && !x->folded;
}

static uint32_t
field_offset(Fn *f, LLVMValueRef v, LLVMTypeRef t)
{
	const unsigned *index = LLVMGetIndices(v);
	uint32_t offset = 0;

	for (unsigned i = 0; i < LLVMGetNumIndices(v); i++) {
		if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
			offset += LLVMOffsetOfElement(f->m->layout, t, index[i]);
			t = LLVMStructGetTypeAtIndex(t, index[i]);
		} else {
			t = LLVMGetElementType(t);
			offset += index[i] * type_size(f->m, t);
		}
	}
	return offset;
}

Place
field_place(Fn *f, LLVMValueRef v)
{
	LLVMValueRef whole = peel(LLVMGetOperand(v, 0));
	Place p;

	if (is_kept(f, whole)) {
		p = place_slot(fn_val(f, whole)->web, 0);
	} else { /* a constant */
		p = place_slot(temp_new(f, type_words(f->m, LLVMTypeOf(whole))), 0);
		value_to(f, whole, p.slot, 0);
	}
	p.offset = field_offset(f, v, LLVMTypeOf(whole));
	return p;
}

static void
word_place(Fn *f, LLVMValueRef v, Place p)
{
	uint32_t n = LLVMStoreSizeOfType(f->m->layout, LLVMTypeOf(v));
	int t;

	word(f, v);
	if (n == 4) {
		store_word(f, &p);
	} else if (n == 1) {
		place_address(f, &p);
		oper(f, "sb");
	} else {
		t = temp_new(f, 1);
		slot_op(f, FN_STL, t, 0);
		copy_bytes(f, p, place_slot(t, 0), n, 1);
	}
}

static void
real_place(Fn *f, LLVMValueRef v, Place p)
{
	Kind k = type_kind(LLVMTypeOf(v));
	Place from;

	if (real_in_memory(f, v, &from)) {
		copy_bytes(f, p, from, k == KIND_DOUBLE ? 8 : 4, 4);
		return;
	}
	real(f, v);
	place_address(f, &p);
	oper(f, k == KIND_DOUBLE ? "fpstnldb" : "fpstnlsn");
	f->fdepth--;
}

/* constant_place: the parts of a constant aggregate. */
static void
constant_place(Fn *f, LLVMValueRef v, Place p)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	bool record = LLVMGetTypeKind(t) == LLVMStructTypeKind;
	unsigned n = record ? LLVMCountStructElementTypes(t) : LLVMGetArrayLength(t);

	for (unsigned i = 0; i < n; i++) {
		Place part = p;

		part.offset += record ? LLVMOffsetOfElement(f->m->layout, t, i)
			: i * type_size(f->m, LLVMGetElementType(t));
		value_place(f, const_element(v, i), part);
	}
}

static void
wide_place(Fn *f, LLVMValueRef v, Place p)
{
	uint32_t n = LLVMStoreSizeOfType(f->m->layout, LLVMTypeOf(v));
	LLVMTypeKind k = LLVMGetTypeKind(LLVMTypeOf(v));

	if (is_kept(f, v)) {
		copy_bytes(f, p, place_slot(fn_val(f, v)->web, 0), n, 4);
		return;
	}
	if (k != LLVMIntegerTypeKind) {
		if (!LLVMIsUndef(v))
			constant_place(f, v, p);
		return;
	}
	for (uint32_t i = 0; i < (n + 3) / 4; i++) {
		wide_word(f, v, i);
		store_word(f, &p);
		p.offset += 4;
	}
}

void
value_place(Fn *f, LLVMValueRef v, Place p)
{
	if (LLVMIsUndef(v) || LLVMIsAPoisonValue(v))
		return;
	if (!is_kept(f, v) && value_opcode(v) == LLVMBitCast
		&& type_kind(LLVMTypeOf(v)) != KIND_WORD) {
		value_place(f, LLVMGetOperand(v, 0), p); /* the same bits */
		return;
	}
	switch (type_kind(LLVMTypeOf(v))) {
	case KIND_WORD:
		word_place(f, v, p);
		break;
	case KIND_SINGLE:
	case KIND_DOUBLE:
		real_place(f, v, p);
		break;
	default:
		wide_place(f, peel(v), p);
	}
}

void
value_to(Fn *f, LLVMValueRef v, int slot, int k)
{
	if (type_kind(LLVMTypeOf(v)) == KIND_WORD) {
		word(f, v);
		slot_op(f, FN_STL, slot, k);
		return;
	}
	value_place(f, v, place_slot(slot, k));
}

void
insert_value(Fn *f, LLVMValueRef v, int slot)
{
	LLVMValueRef whole = LLVMGetOperand(v, 0);
	Place p = place_slot(slot, 0);

	value_place(f, whole, p);
	p.offset = field_offset(f, v, LLVMTypeOf(v));
	value_place(f, LLVMGetOperand(v, 1), p);
}
