/*
 * address.c - where things are, and moving them.
 *
 * The workspace is reached by ldl, stl, ldlp; the module's data from gsb by ldnl, stnl, ldnlp;
 * constants and functions from Iptr by ldpi. The machine has loads of words and bytes only: what
 * is neither, or not aligned, goes through a temporary slot by a block move.
 */
#include "lower.h"

#include <assert.h>
#include <string.h>

enum { WORDWISE = 12 }; /* bytes up to which words are copied one by one */

/* ---- places ---- */

Place
place_slot(int slot, int k)
{
	return (Place){.base = BASE_SLOT, .slot = slot, .offset = 4 * k};
}

static void
no_index(void *to, LLVMValueRef index, uint32_t scale)
{
	(void)to;
	(void)index;
	(void)scale;
}

static bool
is_tree(Fn *f, LLVMValueRef v)
{
	const Val *x = fn_val(f, v);

	return x ? x->folded : LLVMIsAConstantExpr(v) != NULL;
}

Place
place_of(Fn *f, LLVMValueRef v)
{
	Place p;

	v = peel(v);
	if (is_tree(f, v) && value_opcode(v) == LLVMGetElementPtr) {
		int32_t offset = gep_offset(f->m, v, no_index, NULL);

		if (!is_cheap(v) && !LLVMIsAConstantExpr(v))
			return (Place){.base = BASE_INDEX, .v = v, .offset = offset};
		p = place_of(f, LLVMGetOperand(v, 0));
		p.offset += offset;
		return p;
	}
	if (is_tree(f, v) && value_opcode(v) == LLVMAlloca)
		return place_slot(fn_val(f, v)->web, 0);
	if (LLVMIsAGlobalAlias(v))
		return place_of(f, LLVMAliasGetAliasee(v));
	if (LLVMIsAGlobalValue(v))
		return (Place){.base = unit_is_code(f->unit, v) ? BASE_CODE : BASE_DATA, .v = v,
			.label = unit_symbol(f->unit, v)};
	return (Place){.base = BASE_TREE, .v = v};
}

static int
base_need(Fn *f, const Place *p)
{
	if (p->base == BASE_TREE)
		return word_need(f, p->v);
	return p->base == BASE_INDEX ? gep_need(f, p->v) : 1;
}

/* is_pointer: the address is a value, of which no alignment is known. */
static bool
is_pointer(const Place *p)
{
	return p->base == BASE_TREE || p->base == BASE_INDEX || p->base == BASE_POINTER;
}

int
place_need(Fn *f, const Place *p)
{
	int n = base_need(f, p);

	return p->offset % 4 && n < 2 && is_pointer(p) ? 2 : n;
}

static void push_base(Fn *f, LLVMValueRef gep);

static void
push_gsb(Fn *f)
{
	slot_op(f, FN_LDL, f->gsb, 0);
}

static void
push_code(Fn *f, const Place *p)
{
	Buf b = {0};

	buf_printf(&b, "\tldpi\t%s + %d", p->label, p->offset);
	raw(f, arena_strndup(f->arena, (char *)b.data, b.len));
	buf_free(&b);
	f->depth++;
}

/* in_moving: the slot is reached through the base of the objects. */
static bool
in_moving(const Fn *f, int slot)
{
	return f->base >= 0 && f->slots[slot].kind == SLOT_OBJECT;
}

/* object_op: ldnl, stnl or ldnlp on word k of an object, the base of the objects on the stack. */
static void
object_op(Fn *f, int fn, int slot, int k)
{
	slot_op(f, FN_LDL, f->base, 0);
	ins_add(f, (Ins){INS_OBJECT, .fn = fn, .n = slot, .k = k});
	if (fn == FN_STNL)
		f->depth -= 2;
}

/* add_bytes: 0 to 3, to the address of a word: no overflow. */
static void
add_bytes(Fn *f, int32_t n)
{
	if (n > 0)
		direct(f, FN_ADC, n);
}

void
place_address(Fn *f, const Place *p)
{
	int32_t words = p->offset >> 2, bytes = p->offset & 3;
	int slot;

	switch (p->base) {
	case BASE_CODE:
		push_code(f, p);
		return;
	case BASE_SLOT:
		if (in_moving(f, p->slot))
			object_op(f, FN_LDNLP, p->slot, words);
		else
			slot_op(f, FN_LDLP, p->slot, words);
		add_bytes(f, bytes);
		return;
	case BASE_DATA:
		slot = base_slot(f, p->v);
		if (slot >= 0) {
			slot_op(f, FN_LDL, slot, 0);
			direct(f, FN_LDNLP, words);
			add_bytes(f, bytes);
			return;
		}
		push_gsb(f);
		text_op(f, FN_LDNLP, "(%s - __data_start) / 4 + %d", p->label, words);
		add_bytes(f, bytes);
		return;
	case BASE_POINTER:
		slot_op(f, FN_LDL, p->slot, 0);
		break;
	case BASE_TREE:
		word(f, p->v);
		break;
	case BASE_INDEX:
		push_base(f, p->v);
		break;
	}
	add_const(f, p->offset);
}

Place
place_fixed(Fn *f, Place p)
{
	int t;

	if (p.base != BASE_TREE && p.base != BASE_INDEX)
		return p;
	if (p.base == BASE_TREE && base_need(f, &p) == 1 && fn_val(f, p.v) && !fn_val(f, p.v)->folded
		&& fn_val(f, p.v)->uses > 1)
		return (Place){.base = BASE_POINTER, .slot = fn_val(f, p.v)->web, .offset = p.offset};
	t = temp_new(f, 1);
	if (p.base == BASE_TREE)
		word(f, p.v);
	else
		push_base(f, p.v);
	slot_op(f, FN_STL, t, 0);
	return (Place){.base = BASE_POINTER, .slot = t, .offset = p.offset};
}

/* word_access: ldnl or stnl at a place that is not in the workspace; the address is pushed. */
static void
word_access(Fn *f, int fn, const Place *p)
{
	Place base = *p;

	if (p->base == BASE_DATA && p->offset % 4 == 0) {
		push_gsb(f);
		text_op(f, fn, "(%s - __data_start) / 4 + %d", p->label, p->offset / 4);
		return;
	}
	if (p->offset % 4 || p->base == BASE_CODE) {
		place_address(f, p);
		direct(f, fn, 0);
		return;
	}
	base.offset = 0;
	place_address(f, &base);
	direct(f, fn, p->offset / 4);
}

void
load_word(Fn *f, const Place *p)
{
	if (p->base != BASE_SLOT || p->offset % 4) {
		word_access(f, FN_LDNL, p);
		return;
	}
	if (in_moving(f, p->slot))
		object_op(f, FN_LDNL, p->slot, p->offset / 4);
	else
		slot_op(f, FN_LDL, p->slot, p->offset / 4);
}

void
store_word(Fn *f, const Place *p)
{
	if (p->base != BASE_SLOT || p->offset % 4) {
		word_access(f, FN_STNL, p);
		return;
	}
	if (in_moving(f, p->slot))
		object_op(f, FN_STNL, p->slot, p->offset / 4);
	else
		slot_op(f, FN_STL, p->slot, p->offset / 4);
}

uint32_t
alignment(const Place *p, LLVMValueRef access)
{
	uint32_t align = LLVMGetAlignment(access);

	if (p->base != BASE_SLOT && p->base != BASE_DATA && p->base != BASE_CODE)
		return align;
	if (p->offset % 4 == 0)
		return 4; /* slots and variables lie on words */
	return p->offset % 2 == 0 && align < 2 ? 2 : align;
}

/* move: n bytes; the stack is empty. */
static void
move(Fn *f, Place to, Place from, uint32_t n)
{
	if (place_need(f, &to) > 2)
		to = place_fixed(f, to);
	place_address(f, &from);
	place_address(f, &to);
	direct(f, FN_LDC, n);
	oper(f, "move");
}

void
copy_bytes(Fn *f, Place to, Place from, uint32_t n, uint32_t align)
{
	if (n == 0)
		return;
	if (n > WORDWISE || n % 4 || align < 4) {
		move(f, to, from, n);
		return;
	}
	if (n > 4) {
		to = place_fixed(f, to);
		from = place_fixed(f, from);
	} else if (place_need(f, &to) > 2) {
		to = place_fixed(f, to);
	}
	for (uint32_t i = 0; i < n; i += 4) {
		load_word(f, &from);
		store_word(f, &to);
		to.offset += 4;
		from.offset += 4;
	}
}

/* ---- indexing ---- */

typedef struct Indexing {
	Fn *f;
	LLVMValueRef base;
	int need;
	bool first;
} Indexing;

static LLVMValueRef
gep_base(LLVMValueRef gep)
{
	return LLVMGetOperand(gep, 0);
}

static void
push_pointer(Fn *f, LLVMValueRef v)
{
	Place p = place_of(f, v);

	place_address(f, &p);
}

static const char *
subscript(uint32_t scale)
{
	return scale == 1 ? "bsub" : scale == 4 ? "wsub" : scale == 8 ? "wsubdb" : NULL;
}

/* word_index: an index as a word; a wider one is cut. */
static void
word_index(Fn *f, LLVMValueRef v)
{
	if (type_kind(LLVMTypeOf(v)) == KIND_WIDE)
		wide_word(f, v, 0);
	else
		word_sign(f, v);
}

static void
scaled(Fn *f, LLVMValueRef index, uint32_t scale)
{
	word_index(f, index);
	if (subscript(scale) || scale == 0)
		return;
	if ((scale & (scale - 1)) == 0) {
		shift_left_const(f, __builtin_ctz(scale));
		return;
	}
	if (scale % 4 == 0 && scale > 16) { /* prod takes its time by the constant's size */
		direct(f, FN_LDC, scale / 4);
		oper(f, "prod");
		return;
	}
	direct(f, FN_LDC, scale);
	oper(f, "prod");
}

static const char *
combining(uint32_t scale)
{
	if (subscript(scale))
		return subscript(scale);
	return (scale & (scale - 1)) && scale % 4 == 0 && scale > 16 ? "wsub" : "bsub";
}

static int
index_need(Fn *f, LLVMValueRef index, uint32_t scale)
{
	int n = type_kind(LLVMTypeOf(index)) == KIND_WIDE ? 2 : need_as(f, word_sign, index);

	return subscript(scale) || n > 2 ? n : 2;
}

static int
pointer_need(Fn *f, LLVMValueRef v)
{
	Place p = place_of(f, v);

	return place_need(f, &p);
}

/* first_index: index below, base on top, so that the subscript operations fit. */
static void
first_index(Indexing *x, LLVMValueRef index, uint32_t scale)
{
	Fn *f = x->f;
	int room = DEPTH - f->depth - 1;
	int t;

	if (pointer_need(f, x->base) <= room) {
		scaled(f, index, scale);
		push_pointer(f, x->base);
	} else if (index_need(f, index, scale) <= room) {
		push_pointer(f, x->base);
		scaled(f, index, scale);
		oper(f, "rev");
	} else {
		t = temp_new(f, 1);
		push_pointer(f, x->base);
		slot_op(f, FN_STL, t, 0);
		scaled(f, index, scale);
		slot_op(f, FN_LDL, t, 0);
		f->slots[t].busy = false;
	}
	oper(f, combining(scale));
}

static void
next_index(Indexing *x, LLVMValueRef index, uint32_t scale)
{
	Fn *f = x->f;
	int t;

	if (index_need(f, index, scale) <= DEPTH - f->depth) {
		scaled(f, index, scale);
		oper(f, "rev");
	} else {
		t = temp_new(f, 1);
		slot_op(f, FN_STL, t, 0);
		scaled(f, index, scale);
		slot_op(f, FN_LDL, t, 0);
		f->slots[t].busy = false;
	}
	oper(f, combining(scale));
}

static void
push_index(void *to, LLVMValueRef index, uint32_t scale)
{
	Indexing *x = to;

	if (scale == 0)
		return;
	if (x->first)
		first_index(x, index, scale);
	else
		next_index(x, index, scale);
	x->first = false;
}

/* push_base: all of the address but its constant part. */
static void
push_base(Fn *f, LLVMValueRef gep)
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

static void
need_index(void *to, LLVMValueRef index, uint32_t scale)
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
	gep_offset(f->m, v, need_index, &x);
	return x.need < 2 ? 2 : x.need;
}

/* ---- loads ---- */

static uint32_t
bytes_of(Fn *f, LLVMTypeRef t)
{
	return LLVMStoreSizeOfType(f->m->layout, t);
}

/* gather: n bytes from anywhere, as a word. */
static void
gather(Fn *f, Place p, uint32_t n)
{
	int t = temp_new(f, 1);

	if (n < 4) {
		direct(f, FN_LDC, 0);
		slot_op(f, FN_STL, t, 0);
	}
	move(f, place_slot(t, 0), p, n);
	slot_op(f, FN_LDL, t, 0);
	f->slots[t].busy = false;
}

void
load_bytes(Fn *f, Place p, uint32_t n, uint32_t align)
{
	if (n == 1) {
		place_address(f, &p);
		oper(f, "lb");
	} else if (n == 4 && align >= 4) {
		load_word(f, &p);
	} else if (n == 2 && align >= 4) {
		load_word(f, &p);
		direct(f, FN_LDC, 0xFFFF);
		oper(f, "and");
	} else {
		gather(f, p, n);
	}
}

void
word_load(Fn *f, LLVMValueRef load)
{
	Place p = place_of(f, LLVMGetOperand(load, 0));

	load_bytes(f, p, bytes_of(f, LLVMTypeOf(load)), alignment(&p, load));
}

int
load_need(Fn *f, LLVMValueRef load)
{
	Place p = place_of(f, LLVMGetOperand(load, 0));
	uint32_t n = bytes_of(f, LLVMTypeOf(load)), align = alignment(&p, load);
	int need = place_need(f, &p);

	if (n == 1 || (n == 4 && align >= 4))
		return need;
	if (n == 2 && align >= 4)
		return need > 2 ? need : 2;
	return DEPTH;
}

/* ---- stores ---- */

/* owns_word: the place is a variable of the workspace that is just this integer. */
static bool
owns_word(Fn *f, const Place *p, LLVMValueRef value, LLVMValueRef pointer)
{
	pointer = peel(pointer);
	return p->base == BASE_SLOT && p->offset == 0 && fn_val(f, pointer)
		&& value_opcode(pointer) == LLVMAlloca
		&& LLVMGetAllocatedType(pointer) == LLVMTypeOf(value);
}

/* value_and_address: the value below, the address (without words that stnl adds) on top. */
static void
value_and_address(Fn *f, LLVMValueRef v, Place p)
{
	int t;

	if (place_need(f, &p) <= DEPTH - 1) {
		word(f, v);
		place_address(f, &p);
	} else if (word_need(f, v) <= DEPTH - 1) {
		place_address(f, &p);
		word(f, v);
		oper(f, "rev");
	} else {
		t = temp_new(f, 1);
		place_address(f, &p);
		slot_op(f, FN_STL, t, 0);
		word(f, v);
		slot_op(f, FN_LDL, t, 0);
	}
}

static void
store_whole(Fn *f, LLVMValueRef v, Place p)
{
	int32_t k = p.offset / 4;

	if (p.base == BASE_SLOT || p.base == BASE_DATA || p.offset % 4) {
		if (place_need(f, &p) > 2)
			p = place_fixed(f, p);
		word(f, v);
		store_word(f, &p);
		return;
	}
	p.offset = 0;
	value_and_address(f, v, p);
	direct(f, FN_STNL, k);
}

/* scatter: the n low bytes of a word to anywhere. */
static void
scatter(Fn *f, LLVMValueRef v, Place p, uint32_t n)
{
	int t = temp_new(f, 1);

	word(f, v);
	slot_op(f, FN_STL, t, 0);
	move(f, p, place_slot(t, 0), n);
}

static void
store_integer(Fn *f, LLVMValueRef st, LLVMValueRef v, Place p)
{
	uint32_t n = bytes_of(f, LLVMTypeOf(v));

	if (n < 4 && owns_word(f, &p, v, LLVMGetOperand(st, 1))) {
		if (n == 3)
			word_zero(f, v);
		else
			word(f, v);
		store_word(f, &p);
	} else if (n == 1) {
		value_and_address(f, v, p);
		oper(f, "sb");
	} else if (n == 4 && alignment(&p, st) >= 4) {
		store_whole(f, v, p);
	} else {
		scatter(f, v, p, n);
	}
}

static void
store_real(Fn *f, LLVMValueRef st, LLVMValueRef v, Place p)
{
	Kind k = type_kind(LLVMTypeOf(v));
	uint32_t n = k == KIND_DOUBLE ? 8 : 4;
	bool aligned = alignment(&p, st) >= 4;
	Place from;
	int t;

	if (real_in_memory(f, v, &from)) {
		copy_bytes(f, p, from, n, aligned ? 4 : 1);
		return;
	}
	real(f, v);
	if (aligned) {
		place_address(f, &p);
		oper(f, k == KIND_DOUBLE ? "fpstnldb" : "fpstnlsn");
		f->fdepth--;
		return;
	}
	t = temp_new(f, n / 4);
	real_store(f, k, t, 0);
	move(f, p, place_slot(t, 0), n);
}

static void
store_wide(Fn *f, LLVMValueRef st, LLVMValueRef v, Place p)
{
	uint32_t n = bytes_of(f, LLVMTypeOf(v));
	const Val *x = fn_val(f, v);
	uint32_t align = alignment(&p, st);
	int t;

	if (x && !x->folded) {
		copy_bytes(f, p, place_slot(x->web, 0), n, align);
		return;
	}
	if (align >= 4 && n % 4 == 0 && n <= 4 * MAX_WIDE
		&& LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind) {
		p = place_fixed(f, p);
		for (uint32_t k = 0; k < n / 4; k++) {
			wide_word(f, v, k);
			store_word(f, &p);
			p.offset += 4;
		}
		return;
	}
	t = temp_new(f, type_words(f->m, LLVMTypeOf(v)));
	value_to(f, v, t, 0);
	copy_bytes(f, p, place_slot(t, 0), n, align);
}

void
store(Fn *f, LLVMValueRef st)
{
	LLVMValueRef v = LLVMGetOperand(st, 0);
	Place p = place_of(f, LLVMGetOperand(st, 1));

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
