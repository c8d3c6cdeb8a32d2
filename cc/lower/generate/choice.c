/*
 * choice.c - one of two values, by a condition (LLVM's select).
 *
 * A cj that jumps leaves the word that it tested in Areg, and this word is 0. So "x if c, otherwise
 * 0" is c; cj L; x; L: without a store. A choice between two constants is such a word plus one of
 * them.
 */
#include "generate.h"

/* is_cheaper_inverted: true if the condition needs one instruction more than its opposite. */
static bool
is_cheaper_inverted(Fn *f, LLVMValueRef c)
{
	return condition_negates(f, c, false) && !condition_negates(f, c, true);
}

/* skip_unless: if c is false (with invert: true), push 0 and jump to the label returned. */
static int
skip_unless(Fn *f, LLVMValueRef c, bool invert)
{
	int to = label_new(f);

	word_condition(f, c, invert);
	ins_jump(f, FN_CJ, to);
	return to;
}

/*
 * choose_constant: push a if the condition is true, otherwise b. The code adds b and either 0 or a
 * - b; or it adds a and either 0 or b - a. Both sums are exact.
 */
static void
choose_constant(Fn *f, LLVMValueRef c, Word a, Word b)
{
	bool invert = is_cheaper_inverted(f, c);
	int end = skip_unless(f, c, invert);

	word_const(f, invert ? b - a : a - b);
	ins_label(f, end);
	b = invert ? a : b;
	if (b % 4 == 0)
		ins_direct(f, FN_LDNLP, (int32_t)b / 4);
	else
		ins_direct(f, FN_ADC, b);
}

void
word_choice(Fn *f, LLVMValueRef v)
{
	LLVMValueRef c = operand(v, 0), x = operand(v, 1), y = operand(v, 2);
	Word a = 0, b = 0;
	bool constant = value_const(x, &a), other = value_const(y, &b);
	int end;

	if (constant && word_bits(v) == 1 && a == 1) { /* c or y: neither is false */
		end = skip_unless(f, c, true);
		word_condition(f, y, true);
		ins_label(f, end);
		ins_direct(f, FN_EQC, 0);
	} else if (constant && other && a != 0 && b != 0) {
		choose_constant(f, c, a, b);
	} else {
		end = skip_unless(f, c, constant && a == 0);
		word_push(f, constant && a == 0 ? y : x);
		ins_label(f, end);
	}
}

int
choice_need(Fn *f, LLVMValueRef v)
{
	int values = max(word_need(f, operand(v, 1)), word_need(f, operand(v, 2)));

	return max(values, word_need(f, operand(v, 0)));
}

/*
 * lower_choice: generate the code of a select: store one side first, unless the condition depends
 * on the other side; otherwise branch.
 */
void
lower_choice(Fn *f, LLVMValueRef v)
{
	LLVMValueRef c = operand(v, 0), a = operand(v, 1), b = operand(v, 2);
	int slot = fn_val(f, v)->web, no = label_new(f), end = label_new(f);
	const Val *x = fn_val(f, value_peel(b));
	bool invert;

	if (type_kind(LLVMTypeOf(v)) == KIND_WORD && (!x || !x->folded)) {
		value_store(f, b, slot, 0);
		word_condition(f, c, false);
		ins_jump(f, FN_CJ, no);
		value_store(f, a, slot, 0);
		ins_label(f, no);
		return;
	}
	invert = is_cheaper_inverted(f, c);
	word_condition(f, c, invert);
	ins_jump(f, FN_CJ, no);
	value_store(f, invert ? b : a, slot, 0);
	ins_jump(f, FN_J, end);
	ins_label(f, no);
	value_store(f, invert ? a : b, slot, 0);
	ins_label(f, end);
}
