/*
 * wide.c - calls the runtime library for divisions of more than a word, and for conversions and
 * variable shifts of more than two words.
 *
 * Integers of more than 64 bits are passed in memory, as whole words, low word first.
 */
#include "rule.h"

/* words_of: the number of words that an integer type occupies. */
static unsigned
words_of(LLVMTypeRef t)
{
	return (LLVMGetIntTypeWidth(t) + 31) / 32;
}

/* whole_words: the integer type with as many whole words as t occupies. */
static LLVMTypeRef
whole_words(Rewrite *o, LLVMTypeRef t)
{
	return int_type(o, 32 * words_of(t));
}

/* word_count: the number of words of a type, as a constant. */
static LLVMValueRef
word_count(Rewrite *o, LLVMTypeRef t)
{
	return int_constant(int_type(o, 32), words_of(t));
}

/*
 * words_room: a variable for the words of a type, as a pointer to words. The builder stays before
 * the old instruction.
 */
static LLVMValueRef
words_room(Rewrite *o, LLVMTypeRef t)
{
	LLVMBasicBlockRef here = LLVMGetInstructionParent(o->v);
	LLVMValueRef p = legal_new_variable(o->b, LLVMGetBasicBlockParent(here), whole_words(o, t));

	LLVMPositionBuilderBefore(o->b, o->v);
	return LLVMBuildBitCast(o->b, p, LLVMPointerType(int_type(o, 32), 0), "");
}

/* whole_pointer: the pointer to words, as a pointer to one integer of all these words. */
static LLVMValueRef
whole_pointer(Rewrite *o, LLVMValueRef words, LLVMTypeRef t)
{
	return LLVMBuildBitCast(o->b, words, LLVMPointerType(whole_words(o, t), 0), "");
}

/* stored_words: store v, extended to whole words, in a variable; returns a pointer to the words. */
static LLVMValueRef
stored_words(Rewrite *o, LLVMValueRef v, bool is_signed)
{
	LLVMTypeRef t = LLVMTypeOf(v), whole = whole_words(o, t);
	LLVMValueRef p = words_room(o, t);

	if (int_width(v) % 32 != 0)
		v = is_signed ? LLVMBuildSExt(o->b, v, whole, "")
			: LLVMBuildZExt(o->b, v, whole, "");
	LLVMBuildStore(o->b, v, whole_pointer(o, p, t));
	return p;
}

/* load_result: load the integer of type t that the library has stored at p. */
static LLVMValueRef
load_result(Rewrite *o, LLVMValueRef p, LLVMTypeRef t)
{
	LLVMTypeRef whole = whole_words(o, t);

	return legal_resize(o, LLVMBuildLoad2(o->b, whole, whole_pointer(o, p, t), ""), t);
}

static LLVMTypeRef
void_type(Rewrite *o)
{
	return LLVMVoidTypeInContext(o->c);
}

/* ---- division ---- */

/*
 * divide_wide: build a call of the library that divides integers of more than two words; its result
 * is the quotient, or the remainder if `remainder` is true.
 */
static LLVMValueRef
divide_wide(Rewrite *o, bool is_signed, bool remainder)
{
	LLVMValueRef rest = words_room(o, o->t);
	LLVMValueRef args[] = {stored_words(o, o->x, is_signed), stored_words(o, o->y, is_signed),
		rest, word_count(o, o->t)};

	legal_call(o, is_signed ? "__divide_wide" : "__udivide_wide", void_type(o), args, 4);
	return load_result(o, remainder ? rest : args[0], o->t);
}

/* divide_double: divide as integers of 64 bits, by the library's function of this name. */
static LLVMValueRef
divide_double(Rewrite *o, const char *name, bool is_signed)
{
	LLVMTypeRef i64 = int_type(o, 64);
	LLVMValueRef args[2] = {o->x, o->y};

	for (int i = 0; i < 2 && int_width(o->v) < 64; i++)
		args[i] = is_signed ? LLVMBuildSExt(o->b, args[i], i64, "")
			: LLVMBuildZExt(o->b, args[i], i64, "");
	return legal_resize(o, legal_call(o, name, i64, args, 2), o->t);
}

/* legal_divide: rule for divisions of integers of more than a word. */
LLVMValueRef
legal_divide(Rewrite *o)
{
	static const char *const names[] = {
		[LLVMUDiv] = "__udivdi3", [LLVMSDiv] = "__divdi3",
		[LLVMURem] = "__umoddi3", [LLVMSRem] = "__moddi3",
	};
	LLVMOpcode op = LLVMGetInstructionOpcode(o->v);
	bool is_signed = op == LLVMSDiv || op == LLVMSRem;

	if (int_width(o->v) <= 32)
		return legal_bit(o);
	if (int_width(o->v) > 64)
		return divide_wide(o, is_signed, op == LLVMURem || op == LLVMSRem);
	return divide_double(o, names[op], is_signed);
}

/* ---- shifts ---- */

/* legal_shift: rule for shifts of integers of more than two words. */
LLVMValueRef
legal_shift(Rewrite *o)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(o->v);
	const char *name = op == LLVMShl ? "__shift_left_wide"
		: op == LLVMAShr         ? "__shift_right_wide"
		: "__ushift_right_wide";
	LLVMValueRef args[3];

	if (int_width(o->v) <= 64 || LLVMIsAConstantInt(o->y))
		return legal_bit(o);
	args[0] = stored_words(o, o->x, op == LLVMAShr);
	args[1] = word_count(o, o->t);
	args[2] = legal_resize(o, o->y, int_type(o, 32));
	legal_call(o, name, void_type(o), args, 3);
	return load_result(o, args[0], o->t);
}

/* ---- conversions ---- */

LLVMValueRef
legal_wide_to_real(Rewrite *o)
{
	bool is_signed = LLVMGetInstructionOpcode(o->v) == LLVMSIToFP;
	LLVMValueRef args[] = {stored_words(o, o->x, is_signed), word_count(o, LLVMTypeOf(o->x)),
		int_constant(int_type(o, 32), is_signed)};

	return legal_call(o, is_single(o->t) ? "__wide_to_single" : "__wide_to_double", o->t,
		args, 3);
}

LLVMValueRef
legal_wide_from_real(Rewrite *o)
{
	LLVMValueRef args[] = {words_room(o, o->t), word_count(o, o->t), o->x};

	if (is_single(LLVMTypeOf(o->x)))
		args[2] = LLVMBuildFPExt(o->b, o->x, LLVMDoubleTypeInContext(o->c), "");
	legal_call(o, "__double_to_wide", void_type(o), args, 3);
	return load_result(o, args[0], o->t);
}
