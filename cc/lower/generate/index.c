/* index.c - addresses with indices: bsub, wsub, wsubdb, products. */
#include "generate.h"

/* The state while an address is pushed, or while the registers that this needs are counted. */
typedef struct Indexing {
	Fn *f;
	LLVMValueRef base; /* the pointer to which the indices are added */
	int need;          /* registers for the base and the indices so far, at most DEPTH */
	bool first;        /* no index has been added yet */
} Indexing;

/* gep_base: the pointer to which a getelementptr adds its indices. */
static LLVMValueRef
gep_base(LLVMValueRef gep)
{
	return LLVMGetOperand(gep, 0);
}

/* push_pointer: push the address that the pointer v holds. */
static void
push_pointer(Fn *f, LLVMValueRef v)
{
	Place p = place_of(f, v);

	place_address(f, &p);
}

/* subscript_name: the instruction that adds an index with this scale; NULL if there is none. */
static const char *
subscript_name(uint32_t scale)
{
	return scale == 1 ? "bsub" : scale == 4 ? "wsub" : scale == 8 ? "wsubdb" : NULL;
}

/* word_index: push an index as a word; a wider one is truncated. */
static void
word_index(Fn *f, LLVMValueRef v)
{
	if (type_kind(LLVMTypeOf(v)) == KIND_WIDE)
		wide_push_word(f, v, 0);
	else
		word_sext(f, v);
}

/*
 * push_scaled: push an index times its scale, but without the factor by which wsub or a similar
 * instruction will multiply the index.
 */
static void
push_scaled(Fn *f, LLVMValueRef index, uint32_t scale)
{
	word_index(f, index);
	if (subscript_name(scale) || scale == 0)
		return;
	if ((scale & (scale - 1)) == 0) {
		shift_left_const(f, __builtin_ctz(scale));
		return;
	}
	/* the time of prod depends on the size of the constant */
	if (scale % 4 == 0 && scale > 16) {
		ins_direct(f, FN_LDC, scale / 4);
		ins_oper(f, "prod");
		return;
	}
	ins_direct(f, FN_LDC, scale);
	ins_oper(f, "prod");
}

/* indexing_name: the operation that adds an index of this scale, perhaps after a shift. */
static const char *
indexing_name(uint32_t scale)
{
	if (subscript_name(scale))
		return subscript_name(scale);
	return (scale & (scale - 1)) && scale % 4 == 0 && scale > 16 ? "wsub" : "bsub";
}

/* index_need: the number of registers needed to push an index times its scale. */
static int
index_need(Fn *f, LLVMValueRef index, uint32_t scale)
{
	int n = type_kind(LLVMTypeOf(index)) == KIND_WIDE ? 2 : need_as(f, word_sext, index);
	int more = subscript_name(scale)   ? 1
		: scale & (scale - 1) ? 2
		: shift_left_const_need(__builtin_ctz(scale));

	return n > more ? n : more;
}

/* pointer_need: the number of registers that push_pointer needs. */
static int
pointer_need(Fn *f, LLVMValueRef v)
{
	Place p = place_of(f, v);

	return place_need(f, &p);
}

/* push_first_index: push the index, then the base, in the order of the subscript operations. */
static void
push_first_index(Indexing *x, LLVMValueRef index, uint32_t scale)
{
	Fn *f = x->f;
	int room = DEPTH - f->depth - 1;
	int t;

	if (pointer_need(f, x->base) <= room) {
		push_scaled(f, index, scale);
		push_pointer(f, x->base);
	} else if (index_need(f, index, scale) <= room) {
		push_pointer(f, x->base);
		push_scaled(f, index, scale);
		ins_oper(f, "rev");
	} else {
		t = temp_new(f, 1);
		push_pointer(f, x->base);
		ins_slot(f, FN_STL, t, 0);
		push_scaled(f, index, scale);
		ins_slot(f, FN_LDL, t, 0);
		f->slots[t].busy = false;
	}
	ins_oper(f, indexing_name(scale));
}

/* add_next_index: push a further index times its scale, and add it to the address. */
static void
add_next_index(Indexing *x, LLVMValueRef index, uint32_t scale)
{
	Fn *f = x->f;
	int t;

	if (index_need(f, index, scale) <= DEPTH - f->depth) {
		push_scaled(f, index, scale);
		ins_oper(f, "rev");
	} else {
		t = temp_new(f, 1);
		ins_slot(f, FN_STL, t, 0);
		push_scaled(f, index, scale);
		ins_slot(f, FN_LDL, t, 0);
		f->slots[t].busy = false;
	}
	ins_oper(f, indexing_name(scale));
}

/* push_index: callback of gep_offset: push the first index, or add a further one. */
static void
push_index(void *to, LLVMValueRef index, uint32_t scale)
{
	Indexing *x = to;

	if (scale == 0)
		return;
	if (x->first)
		push_first_index(x, index, scale);
	else
		add_next_index(x, index, scale);
	x->first = false;
}

void
index_push_base(Fn *f, LLVMValueRef gep)
{
	Indexing x = {.f = f, .base = gep_base(gep), .first = true};

	gep_offset(f->m, gep, push_index, &x);
	if (x.first)
		push_pointer(f, x.base);
}

void
gep_address(Fn *f, LLVMValueRef v)
{
	Place p = place_of(f, v);

	place_address(f, &p);
}

/*
 * add_index_need: update x->need, the registers that the indices so far need, for one more; a scale
 * of 0 needs none.
 */
static void
add_index_need(void *to, LLVMValueRef index, uint32_t scale)
{
	Indexing *x = to;
	int n;

	if (scale == 0)
		return;
	n = index_need(x->f, index, scale);
	x->need = x->first ? need_two(x->need, n) : x->need > n + 1 ? x->need : n + 1;
	if (x->need > DEPTH)
		x->need = DEPTH;
	x->first = false;
}

int
gep_need(Fn *f, LLVMValueRef v)
{
	Indexing x = {.f = f, .first = true};
	Place p = place_of(f, v);

	if (p.base != BASE_INDEX)
		return place_need(f, &p);
	x.need = pointer_need(f, gep_base(v));
	gep_offset(f->m, v, add_index_need, &x);
	return x.need < 2 ? 2 : x.need;
}
