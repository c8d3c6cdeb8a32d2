/*
 * address.c - computes locations, and copies between them.
 *
 * The workspace is accessed by ldl, stl, ldlp; the module's data from gsb by ldnl, stnl, ldnlp;
 * constants and functions from Iptr by ldpi.
 */
#include "generate.h"

enum {
	WORDWISE = 12, /* bytes; up to this size words are copied one by one */
	NEAR_MINT = 1 << 12, /* addresses from MostNeg on that are offsets from mint */
};

Place
place_slot(int slot, int k)
{
	return (Place){.base = BASE_SLOT, .slot = slot, .offset = 4 * k};
}

/* ignore_index: a callback that does nothing with an index. */
static void
ignore_index(void *to, LLVMValueRef index, uint32_t scale)
{
	(void)to;
	(void)index;
	(void)scale;
}

/* is_tree: true if v is computed where it is used, and not in a slot. */
static bool
is_tree(Fn *f, LLVMValueRef v)
{
	const Val *x = fn_val(f, v);

	return x ? x->folded : LLVMIsAConstantExpr(v) != NULL;
}

/* place_constant: the place at a constant address, near MostNeg as an offset from mint. */
static Place
place_constant(LLVMValueRef v)
{
	Word above = (Word)LLVMConstIntGetZExtValue(v) - MOSTNEG;

	if (above >= NEAR_MINT)
		return (Place){.base = BASE_TREE, .v = v};
	return (Place){.base = BASE_TREE, .v = LLVMConstInt(LLVMTypeOf(v), MOSTNEG, false),
		.offset = above};
}

Place
place_of(Fn *f, LLVMValueRef v)
{
	Place p;

	v = value_peel(v);
	if (LLVMIsAConstantInt(v) && LLVMGetIntTypeWidth(LLVMTypeOf(v)) == 32)
		return place_constant(v);
	if (is_tree(f, v) && value_opcode(v) == LLVMGetElementPtr) {
		int32_t offset = gep_offset(f->m, v, ignore_index, NULL);

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

/* base_need: the number of registers needed to compute the place's base. */
static int
base_need(Fn *f, const Place *p)
{
	if (p->base == BASE_TREE)
		return word_need(f, p->v);
	return p->base == BASE_INDEX ? gep_need(f, p->v) : 1;
}

/* is_pointer: true if the place's address is a computed value, so that its alignment is unknown. */
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

/* push_gsb: push gsb, the address of the program's data. */
static void
push_gsb(Fn *f)
{
	ins_slot(f, FN_LDL, f->gsb, 0);
}

/* push_code: push the address of a place in the program's code. */
static void
push_code(Fn *f, const Place *p)
{
	Buf b = {0};

	buf_printf(&b, "\tldpi\t%s + %d", p->label, p->offset);
	ins_verbatim(f, arena_strndup(f->arena, (char *)b.data, b.len));
	buf_free(&b);
	f->depth++;
}

bool
is_in_moving_slot(const Fn *f, int slot)
{
	return f->base >= 0 && f->slots[slot].kind == SLOT_OBJECT;
}

/*
 * object_op: append ldnl, stnl or ldnlp for word k of an object; the base of the objects is on the
 * stack.
 */
static void
object_op(Fn *f, int fn, int slot, int k)
{
	ins_slot(f, FN_LDL, f->base, 0);
	ins_add(f, (Ins){INS_OBJECT, .fn = fn, .n = slot, .k = k});
	if (fn == FN_STNL)
		f->depth -= 2;
}

/* add_bytes: add 0 to 3 to the address of a word; this cannot overflow. */
static void
add_bytes(Fn *f, int32_t n)
{
	if (n > 0)
		ins_direct(f, FN_ADC, n);
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
		if (is_in_moving_slot(f, p->slot))
			object_op(f, FN_LDNLP, p->slot, words);
		else
			ins_slot(f, FN_LDLP, p->slot, words);
		add_bytes(f, bytes);
		return;
	case BASE_DATA:
		slot = base_slot(f, p->v);
		if (slot >= 0) {
			ins_slot(f, FN_LDL, slot, 0);
			ins_direct(f, FN_LDNLP, words);
			add_bytes(f, bytes);
			return;
		}
		push_gsb(f);
		ins_text(f, FN_LDNLP, "(%s - __data_start) / 4 + %d", p->label, words);
		add_bytes(f, bytes);
		return;
	case BASE_POINTER:
		ins_slot(f, FN_LDL, p->slot, 0);
		break;
	case BASE_TREE:
		word_push(f, p->v);
		break;
	case BASE_INDEX:
		index_push_base(f, p->v);
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
	if (p.base == BASE_TREE && base_need(f, &p) == 1 && fn_val(f, p.v)
		&& !fn_val(f, p.v)->folded && fn_val(f, p.v)->uses > 1)
		return (Place){
			.base = BASE_POINTER, .slot = fn_val(f, p.v)->web, .offset = p.offset};
	t = temp_new(f, 1);
	if (p.base == BASE_TREE)
		word_push(f, p.v);
	else
		index_push_base(f, p.v);
	ins_slot(f, FN_STL, t, 0);
	return (Place){.base = BASE_POINTER, .slot = t, .offset = p.offset};
}

Place
place_within(Fn *f, Place p, uint32_t nbytes)
{
	int32_t offset = p.offset;
	int t;

	if (p.base != BASE_SLOT || f->slots[p.slot].kind != SLOT_OBJECT
		|| (offset >= 0 && offset + (int64_t)nbytes <= 4 * (int64_t)f->slots[p.slot].words))
		return p;
	t = temp_new(f, 1);
	p.offset = 0;
	place_address(f, &p);
	ins_slot(f, FN_STL, t, 0);
	return (Place){.base = BASE_POINTER, .slot = t, .offset = offset};
}

/*
 * word_access: append ldnl or stnl for a word outside the workspace, whose address is on the stack.
 */
static void
word_access(Fn *f, int fn, const Place *p)
{
	Place base = *p;

	if (p->base == BASE_DATA && p->offset % 4 == 0) {
		push_gsb(f);
		ins_text(f, fn, "(%s - __data_start) / 4 + %d", p->label, p->offset / 4);
		return;
	}
	if (p->offset % 4 || p->base == BASE_CODE) {
		place_address(f, p);
		ins_direct(f, fn, 0);
		return;
	}
	base.offset = 0;
	place_address(f, &base);
	ins_direct(f, fn, p->offset / 4);
}

void
load_word(Fn *f, const Place *p)
{
	if (p->base != BASE_SLOT || p->offset % 4) {
		word_access(f, FN_LDNL, p);
		return;
	}
	if (is_in_moving_slot(f, p->slot))
		object_op(f, FN_LDNL, p->slot, p->offset / 4);
	else
		ins_slot(f, FN_LDL, p->slot, p->offset / 4);
}

void
store_word(Fn *f, const Place *p)
{
	if (p->base != BASE_SLOT || p->offset % 4) {
		word_access(f, FN_STNL, p);
		return;
	}
	if (is_in_moving_slot(f, p->slot))
		object_op(f, FN_STNL, p->slot, p->offset / 4);
	else
		ins_slot(f, FN_STL, p->slot, p->offset / 4);
}

uint32_t
place_alignment(const Place *p)
{
	if (is_pointer(p))
		return 1;
	/* slots and variables are aligned to words */
	return p->offset % 4 == 0 ? 4 : p->offset % 2 == 0 ? 2 : 1;
}

uint32_t
access_alignment(const Place *p, LLVMValueRef access)
{
	return max(place_alignment(p), LLVMGetAlignment(access));
}

void
move_bytes(Fn *f, Place to, Place from, uint32_t n)
{
	if (place_need(f, &to) > 2)
		to = place_fixed(f, to);
	place_address(f, &from);
	place_address(f, &to);
	ins_direct(f, FN_LDC, n);
	ins_oper(f, "move");
}

void
copy_bytes(Fn *f, Place to, Place from, uint32_t n, uint32_t align)
{
	if (n == 0)
		return;
	if (n > WORDWISE || n % 4 || align < 4) {
		move_bytes(f, to, from, n);
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
