/*
 * place.c - the locations of a function's values, as DWARF expressions.
 *
 * Slots have a constant offset from the canonical frame address (DW_OP_fbreg), except in a function
 * whose workspace moves: there the constant offset is from Wptr. A value computed only at its use
 * has no location.
 */
#include "dwarf_unit.h"
#include "cc/lower/select/select.h"

#include <dwarf.h>
#include <string.h>

/* frame_word: append the address of word k of the workspace, relative to Wptr in the body. */
static void
frame_word(const Fn *f, int k, Bytes *to)
{
	buf_byte(&to->b, DW_OP_fbreg);
	bytes_sleb(to, 4 * (k - (int)f->frame) - CALL_FRAME_BYTES);
}

/* slot_address: append the address of a slot. */
static void
slot_address(const Fn *f, const Slot *s, Bytes *to)
{
	if (s->param >= 0 && s->offset < 0) {
		frame_word(f, f->frame + 1 + s->param, to);
	} else if (f->base >= 0 && s->kind != SLOT_OBJECT) {
		buf_byte(&to->b, DW_OP_breg0 + REG_WPTR);
		bytes_sleb(to, 4 * s->offset);
	} else {
		frame_word(f, s->offset, to);
	}
}

/* ---- values ---- */

/*
 * place_constant: append an expression for a constant's value; returns the kind of the expression,
 * PLACE_NONE if there is none.
 */
static PlaceKind
place_constant(Fn *f, LLVMValueRef v, Bytes *to)
{
	uint32_t words = type_words(f->m, LLVMTypeOf(v));
	Word w;

	if (words == 0 || LLVMIsUndef(v) || LLVMIsAPoisonValue(v)) /* occupies no words: a vector */
		return PLACE_NONE;
	if (value_const(v, &w)) {
		buf_byte(&to->b, DW_OP_constu);
		bytes_uleb(to, w);
		return PLACE_VALUE;
	}
	buf_byte(&to->b, DW_OP_implicit_value);
	bytes_uleb(to, type_size(f->m, LLVMTypeOf(v)));
	for (uint32_t k = 0; k < words; k++) {
		if (!value_word(f->m, v, k, &w))
			return PLACE_NONE;
		for (uint32_t i = 4 * k; i < 4 * k + 4 && i < type_size(f->m, LLVMTypeOf(v)); i++)
			buf_byte(&to->b, w >> 8 * (i % 4));
	}
	return PLACE_BYTES;
}

/* global_address: append the address of a global, by its name. */
static PlaceKind
global_address(Fn *f, Dwarf *d, LLVMValueRef v, Bytes *to)
{
	const char *name = unit_defined_name(f->unit, v);

	if (!name)
		return PLACE_NONE;
	buf_byte(&to->b, DW_OP_addr);
	bytes_hole(d->arena, to, name);
	return PLACE_VALUE;
}

static PlaceKind value_location(Fn *f, Dwarf *d, LLVMValueRef v, Bytes *to);

/*
 * element_address: append the address that a getelementptr computes at a constant offset from
 * another one.
 */
static PlaceKind
element_address(Fn *f, Dwarf *d, LLVMValueRef v, Bytes *to)
{
	int32_t offset;
	PlaceKind base = gep_is_constant(f->m, v, &offset)
		? value_location(f, d, LLVMGetOperand(v, 0), to) : PLACE_NONE;

	if (base != PLACE_MEMORY && base != PLACE_VALUE)
		return PLACE_NONE;
	if (base == PLACE_MEMORY)
		buf_byte(&to->b, DW_OP_deref);
	buf_byte(&to->b, DW_OP_plus_uconst);
	bytes_uleb(to, (Word)offset);
	return PLACE_VALUE;
}

/*
 * value_location: append where the value of v is, or how it is computed; returns the kind of the
 * expression.
 */
static PlaceKind
value_location(Fn *f, Dwarf *d, LLVMValueRef v, Bytes *to)
{
	const Val *x;

	v = value_peel(v);
	x = fn_val(f, v);
	if (!x && LLVMIsAGlobalValue(v))
		return global_address(f, d, v, to);
	if (value_opcode(v) == LLVMGetElementPtr && (!x || x->folded))
		return element_address(f, d, v, to);
	if (!x)
		return LLVMIsConstant(v) && !LLVMIsAConstantExpr(v) ? place_constant(f, v, to)
			: PLACE_NONE;
	if (value_opcode(v) == LLVMAlloca && x->web >= 0 && f->slots[x->web].kind == SLOT_OBJECT) {
		slot_address(f, &f->slots[x->web], to);
		return PLACE_VALUE;
	}
	if (x->web >= 0 && !x->folded) {
		slot_address(f, &f->slots[x->web], to);
		return PLACE_MEMORY;
	}
	if (!LLVMIsAArgument(v))
		return PLACE_NONE;
	frame_word(f, f->frame + 1 + param_word(f, x), to);
	return PLACE_MEMORY;
}

/* ---- bindings ---- */

/* convert_width: change the value on the stack from `from` bits to another width up to a word. */
static void
convert_width(int64_t from, const Step *s, Bytes *to)
{
	int64_t bits = from < s->arg[0] ? from : s->arg[0];

	if (bits >= 32)
		return;
	buf_byte(&to->b, DW_OP_const1u);
	buf_byte(&to->b, 32 - bits);
	buf_byte(&to->b, DW_OP_shl);
	buf_byte(&to->b, DW_OP_const1u);
	buf_byte(&to->b, 32 - bits);
	buf_byte(&to->b, s->arg[1] == DW_ATE_signed ? DW_OP_shra : DW_OP_shr);
}

bool
step_put(const Step *s, const Step *before, Bytes *to)
{
	switch (s->op) {
	case STEP_OTHER:
		return false;
	case STEP_CONVERT:
		convert_width(before && before->op == STEP_CONVERT ? before->arg[0] : 32, s, to);
		return s->arg[0] <= 32;
	case DW_OP_plus_uconst:
	case DW_OP_constu:
		buf_byte(&to->b, s->op);
		bytes_uleb(to, (Word)s->arg[0]);
		return true;
	case DW_OP_consts:
		buf_byte(&to->b, s->op);
		bytes_sleb(to, s->arg[0]);
		return true;
	case DW_OP_deref_size:
		buf_byte(&to->b, s->op);
		buf_byte(&to->b, s->arg[0]);
		return true;
	default:
		buf_byte(&to->b, s->op);
		return true;
	}
}

/*
 * apply_steps: append the steps that lead from a value (or an address) to the variable; false if
 * DWARF cannot express them.
 */
static bool
apply_steps(const Step *steps, int n, bool is_address, PlaceKind kind, Bytes *to)
{
	bool value = n > 0 && steps[n - 1].op == DW_OP_stack_value;
	bool memory = n > 0 && steps[n - 1].op == DW_OP_deref;

	if (kind == PLACE_BYTES)
		return n == 0 && !is_address;
	if (n == 0 && kind == PLACE_MEMORY && !is_address)
		return true;
	if (kind == PLACE_MEMORY)
		buf_byte(&to->b, DW_OP_deref);
	for (int i = 0; i < n - (value || (memory && !is_address)); i++)
		if (!step_put(&steps[i], i ? &steps[i - 1] : NULL, to))
			return false;
	if (!is_address && !memory)
		buf_byte(&to->b, DW_OP_stack_value);
	return true;
}

/*
 * get_steps: the steps of a binding's expression, without the fragment, which goes to *fragment;
 * returns their number.
 */
static int
get_steps(const Module *m, const Binding *b, Step *steps, const Step **fragment)
{
	int n = expression_steps(m, b->expression, steps);

	*fragment = n > 0 && steps[n - 1].op == STEP_FRAGMENT ? &steps[n - 1] : NULL;
	return *fragment ? n - 1 : n;
}

bool
binding_location(Fn *f, Dwarf *d, const Binding *b, Bytes *to)
{
	Step steps[MAX_STEPS];
	const Step *fragment;
	int n = get_steps(f->m, b, steps, &fragment);
	PlaceKind kind;

	/* expressions cannot compute with more than a word */
	if (n < 0 || !b->value || (n > 0 && type_kind(LLVMTypeOf(b->value)) != KIND_WORD))
		return false;
	kind = value_location(f, d, b->value, to);
	return kind != PLACE_NONE && apply_steps(steps, n, b->is_address, kind, to);
}

bool
binding_fragment(const Module *m, const Binding *b, uint32_t *at, uint32_t *size)
{
	Step steps[MAX_STEPS];
	const Step *fragment;

	if (get_steps(m, b, steps, &fragment) < 0 || !fragment)
		return false;
	*at = fragment->arg[0];
	*size = fragment->arg[1];
	return true;
}
