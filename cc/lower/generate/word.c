/*
 * word.c - trees of words on Areg, Breg, Creg.
 *
 * As in Sethi and Ullman's algorithm, the operand that needs more registers is evaluated first. If
 * the registers do not suffice, a temporary slot is used. Operations that leave undefined values
 * under their result (long shifts, ldiv) claim all three registers, so they only run when nothing
 * else is on the stack.
 *
 * A narrow integer is a word whose upper bits are undefined until an extension is requested; only
 * i1 is always 0 or 1. See known.c.
 */
#include "generate.h"

#include <assert.h>
#include <string.h>

int32_t
sign_extend(Word w, unsigned bits)
{
	return (int32_t)(w << (32 - bits)) >> (32 - bits);
}

/* ---- constants ---- */

void
word_const(Fn *f, Word w)
{
	int32_t above = w - MOSTNEG;

	if (w == MOSTPOS) {
		ins_oper(f, "mint");
		ins_oper(f, "not");
	} else if (above >= 0 && above < 1 << 12 && above % 4 == 0) {
		ins_oper(f, "mint");
		ins_direct(f, FN_LDNLP, above / 4);
	} else {
		push_number(f, w);
	}
}

/* ---- upper bits ---- */

/* mask_bits: clear the bits of Areg above the lowest `bits`. */
static void
mask_bits(Fn *f, unsigned bits)
{
	word_const(f, (1u << bits) - 1);
	ins_oper(f, "and");
}

void
word_zext(Fn *f, LLVMValueRef v)
{
	word_push(f, v);
	if (!is_clean(f, v))
		mask_bits(f, word_bits(v));
}

void
word_sext(Fn *f, LLVMValueRef v)
{
	unsigned bits = word_bits(v);
	Word w;

	if (value_const(v, &w)) {
		word_const(f, sign_extend(w, bits));
		return;
	}
	word_zext(f, v);
	if (bits == 32)
		return;
	if (bits == 1) { /* 0 or -1 */
		ins_direct(f, FN_EQC, 0);
		ins_direct(f, FN_ADC, -1);
		return;
	}
	word_const(f, 1u << (bits - 1));
	ins_oper(f, "xword");
}

/* ---- two operands ---- */

int
need_as(Fn *f, Gen *g, LLVMValueRef v)
{
	int n = word_need(f, v);
	Word w;

	if (word_bits(v) == 32 || value_const(v, &w))
		return n;
	if (g == word_zext && !is_clean(f, v))
		return max(n, 2);
	if (g == word_sext && word_bits(v) > 1)
		return max(n, 2);
	return n;
}

int
need_two(int a, int b)
{
	return a == b ? (a < DEPTH ? a + 1 : DEPTH) : max(a, b);
}

bool
word_push_two(Fn *f, LLVMValueRef a, Gen *ga, LLVMValueRef b, Gen *gb, bool swap)
{
	int room = DEPTH - f->depth - 1; /* for the second operand */
	int t;

	if (need_as(f, gb, b) <= room) {
		ga(f, a);
		gb(f, b);
		return false;
	}
	if (need_as(f, ga, a) <= room) {
		gb(f, b);
		ga(f, a);
		if (!swap)
			ins_oper(f, "rev");
		return swap;
	}
	t = temp_new(f, 1);
	gb(f, b);
	ins_slot(f, FN_STL, t, 0);
	ga(f, a);
	ins_slot(f, FN_LDL, t, 0);
	f->slots[t].busy = false;
	return false;
}

int
keep_deep(Fn *f, LLVMValueRef v, Gen *g, int room)
{
	int t;

	if (need_as(f, g, v) <= room)
		return -1;
	t = temp_new(f, 1);
	g(f, v);
	ins_slot(f, FN_STL, t, 0);
	return t;
}

void
push_kept(Fn *f, LLVMValueRef v, Gen *g, int t)
{
	if (t < 0) {
		g(f, v);
		return;
	}
	ins_slot(f, FN_LDL, t, 0);
	f->slots[t].busy = false;
}

/* ---- values that are there already ---- */

/*
 * stored_now: true if the previous instruction has stored x, which nothing else reads; x can then
 * stay in Areg.
 */
static bool
stored_now(const Fn *f, const Val *x)
{
	const Ins *last = f->nins > 0 ? &f->ins[f->nins - 1] : NULL;

	return last && last->kind == INS_SLOT && last->fn == FN_STL && last->n == x->web
		&& x->once && f->depth == 0 && x->pos >= 0 && f->sharing
		&& !LLVMIsAPHINode(x->v);
}

/* push_leaf: push a value from its slot. */
static void
push_leaf(Fn *f, const Val *x)
{
	assert(x->web >= 0);
	if (stored_now(f, x)) {
		ins_undo(f);
		f->depth++;
		return;
	}
	ins_slot(f, FN_LDL, x->web, 0);
}

static void
push_global_address(Fn *f, LLVMValueRef v)
{
	Place p = place_of(f, v);

	place_address(f, &p);
}

static void
push_slot_address(Fn *f, int slot)
{
	Place p = place_slot(slot, 0);

	place_address(f, &p);
}

static void
push_block_address(Fn *f, LLVMValueRef v)
{
	char text[64];

	snprintf(text, sizeof text, "\tldpi\t.L%d_%d",
		unit_serial_of(f->unit, LLVMGetOperand(v, 0)),
		block_number(LLVMValueAsBasicBlock(LLVMGetOperand(v, 1))));
	ins_verbatim(f, arena_strndup(f->arena, text, strlen(text)));
	f->depth++;
}

static void
push_real_bits(Fn *f, LLVMValueRef v)
{
	Place p;
	int t;

	if (real_in_memory(f, v, &p)) {
		load_word(f, &p);
		return;
	}
	t = temp_new(f, 1);
	real_push(f, v);
	real_store(f, KIND_SINGLE, t, 0);
	ins_slot(f, FN_LDL, t, 0);
	f->slots[t].busy = false;
}

/* push_field: push the part of an aggregate that extractvalue reads. */
static void
push_field(Fn *f, LLVMValueRef v)
{
	Place p = field_place(f, v);

	load_bytes(f, p, LLVMStoreSizeOfType(f->m->layout, LLVMTypeOf(v)), p.offset % 4 ? 1 : 4);
}

/* push_cast: push the result of an operation that changes only the type or the width of a value. */
static void
push_cast(Fn *f, LLVMValueRef v)
{
	LLVMValueRef x = operand(v, 0);
	Kind from = type_kind(LLVMTypeOf(x));

	switch (value_opcode(v)) {
	case LLVMZExt:
	case LLVMIntToPtr:
	case LLVMPtrToInt:
		if (from == KIND_WIDE)
			wide_push_word(f, x, 0);
		else
			word_zext(f, x);
		break;
	case LLVMSExt:
		word_sext(f, x);
		break;
	case LLVMTrunc:
		if (from == KIND_WIDE)
			wide_push_word(f, x, 0);
		else
			word_push(f, x);
		if (word_bits(v) == 1)
			mask_bits(f, 1);
		break;
	case LLVMBitCast:
		push_real_bits(f, x);
		break;
	default:
		assert(value_opcode(v) == LLVMFPToSI || value_opcode(v) == LLVMFPToUI);
		real_to_int(f, v);
	}
}

/* is_cast: true for an operation that changes only a value's type or width. */
static bool
is_cast(LLVMOpcode op)
{
	return op >= LLVMTrunc && op <= LLVMBitCast;
}

void
word_push(Fn *f, LLVMValueRef v)
{
	const Val *x;
	Word w;

	v = value_peel(v);
	x = fn_val(f, v);
	if (value_const(v, &w)) {
		word_const(f, w);
	} else if (x && !x->folded) {
		push_leaf(f, x);
	} else if (LLVMIsAGlobalValue(v)) {
		push_global_address(f, v);
	} else if (LLVMIsABlockAddress(v)) {
		push_block_address(f, v);
	} else if (is_cast(value_opcode(v))) {
		push_cast(f, v);
	} else {
		switch (value_opcode(v)) {
		case LLVMICmp:
			word_icmp(f, v, false, true);
			break;
		case LLVMFCmp:
			real_fcmp(f, v);
			break;
		case LLVMGetElementPtr:
			gep_address(f, v);
			break;
		case LLVMLoad:
			word_load(f, v);
			break;
		case LLVMAlloca:
			push_slot_address(f, x->web);
			break;
		case LLVMCall:
			intrinsic_emit(f, intrinsic_of(v), v);
			break;
		case LLVMExtractValue:
		case LLVMExtractElement:
			push_field(f, v);
			break;
		case LLVMSelect:
			word_choice(f, v);
			break;
		default:
			word_arithmetic(f, v);
		}
	}
}

void
word_condition(Fn *f, LLVMValueRef v, bool invert)
{
	const Val *x = fn_val(f, v);
	bool tree = x ? x->folded : LLVMIsAConstantExpr(v) != NULL;
	Word c;

	if (tree && value_opcode(v) == LLVMICmp) {
		word_icmp(f, v, invert, false);
		return;
	}
	if (tree && value_opcode(v) == LLVMXor && value_const(operand(v, 1), &c) && c == 1) {
		word_condition(f, operand(v, 0), !invert);
		return;
	}
	word_push(f, v);
	if (invert)
		ins_direct(f, FN_EQC, 0);
}

bool
condition_negates(Fn *f, LLVMValueRef v, bool invert)
{
	const Val *x = fn_val(f, v);
	Word c;

	if (!x || !x->folded)
		return invert;
	switch (value_opcode(v)) {
	case LLVMICmp:
		return icmp_negates(f, v, invert);
	case LLVMFCmp:
		return fcmp_negates(v) != invert;
	case LLVMXor:
		if (value_const(operand(v, 1), &c) && c == 1)
			return condition_negates(f, operand(v, 0), !invert);
		return invert;
	case LLVMSelect:
	case LLVMAnd:
	case LLVMOr:
		return false; /* it ends with one of its conditions */
	default:
		return invert;
	}
}

/* ---- how many registers ---- */

/* cast_need: the number of registers that push_cast needs for v. */
static int
cast_need(Fn *f, LLVMValueRef v)
{
	LLVMValueRef x = operand(v, 0);

	switch (value_opcode(v)) {
	case LLVMSExt:
		return need_as(f, word_sext, x);
	case LLVMZExt:
	case LLVMIntToPtr:
	case LLVMPtrToInt:
		return type_kind(LLVMTypeOf(x)) == KIND_WIDE ? 2 : need_as(f, word_zext, x);
	case LLVMTrunc:
		return type_kind(LLVMTypeOf(x)) == KIND_WIDE ? 2 : max(2, word_need(f, x));
	default:
		return DEPTH;
	}
}

int
word_need(Fn *f, LLVMValueRef v)
{
	const Val *x;
	Word w;

	v = value_peel(v);
	x = fn_val(f, v);
	if (value_const(v, &w) || (x && !x->folded) || LLVMIsAGlobalValue(v)
		|| LLVMIsABlockAddress(v))
		return 1;
	if (is_cast(value_opcode(v)))
		return cast_need(f, v);
	switch (value_opcode(v)) {
	case LLVMICmp:
		return icmp_need(f, v);
	case LLVMGetElementPtr:
		return gep_need(f, v);
	case LLVMLoad:
		return load_need(f, v);
	case LLVMAlloca:
		return 1;
	case LLVMCall:
		return intrinsic_need(f, intrinsic_of(v), v);
	case LLVMSelect:
		return choice_need(f, v);
	case LLVMFCmp:
	case LLVMExtractValue:
	case LLVMExtractElement:
		return DEPTH;
	default:
		return word_arithmetic_need(f, v);
	}
}
