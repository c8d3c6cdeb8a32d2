/*
 * wide.c - integers of more than a word.
 *
 * Such integers are in slots, low word first. They are computed word by word with the machine's
 * long arithmetic, which passes the carry in Creg. The stack is empty before each operation; an
 * operand word that needs more than one register (an extension) is computed into a temp first.
 */
#include "generate.h"

#include <assert.h>

/* The bits above the type in the highest word of a wide integer. */
typedef enum Extension {
	ANY,  /* the bits above the type may be anything */
	ZERO, /* zeros */
	SIGN, /* copies of the sign */
	/*
	 * sign-extended, then the top bit inverted, so that unsigned comparison gives signed order
	 */
	FLIP,
} Extension;

/* An operand of which any word can be pushed with one register. */
typedef struct Operand {
	LLVMValueRef v;
	uint32_t words;
	/* temps that hold the first and the last word in place of the operand; -1 for none */
	int low, top;
} Operand;

static uint32_t
bits_of(Fn *f, LLVMValueRef v)
{
	return type_bits(f->m, LLVMTypeOf(v));
}

static uint32_t
words_of(Fn *f, LLVMValueRef v)
{
	return type_words(f->m, LLVMTypeOf(v));
}

/*
 * word_source: the value whose word *k is word *k of v: a constant, one in a slot, or the
 * extension of a word; *k changes where v moves words. NULL: the word is zero.
 */
static LLVMValueRef
word_source(Fn *f, LLVMValueRef v, uint32_t *k)
{
	for (;;) {
		const Val *x = fn_val(f, v = value_peel(v));
		Word w;

		if (value_word(f->m, v, *k, &w) || (x && !x->folded))
			return v;
		switch (value_opcode(v)) {
		case LLVMAnd:
			if (value_word(f->m, operand(v, 1), *k, &w) && w == 0)
				return NULL;
			break;
		case LLVMLShr:
			value_word(f->m, operand(v, 1), 0, &w);
			*k += w / 32;
			if (*k >= words_of(f, v))
				return NULL;
			break;
		default: /* zext, ptrtoint */
			return *k == 0 ? v : NULL;
		}
		v = operand(v, 0);
	}
}

void
wide_push_word(Fn *f, LLVMValueRef v, uint32_t k)
{
	LLVMValueRef from = word_source(f, v, &k);
	const Val *x = from ? fn_val(f, from) : NULL;
	Word w;

	if (!from)
		ins_direct(f, FN_LDC, 0);
	else if (value_word(f->m, from, k, &w))
		word_const(f, w);
	else if (x && !x->folded)
		ins_slot(f, FN_LDL, x->web, k);
	else
		word_zext(f, operand(from, 0));
}

/* extend_top: extend the word in Areg, the last of an integer of this many bits. */
static void
extend_top(Fn *f, uint32_t bits, Extension e)
{
	uint32_t extra = bits % 32;

	if (extra && e != ANY) {
		word_const(f, (1u << extra) - 1);
		ins_oper(f, "and");
	}
	if (extra && (e == SIGN || e == FLIP)) {
		word_const(f, 1u << (extra - 1));
		ins_oper(f, "xword");
	}
	if (e == FLIP) {
		ins_oper(f, "mint");
		ins_oper(f, "xor");
	}
}

/* store_temp: pop Areg into a new temp, and return the temp. */
static int
store_temp(Fn *f)
{
	int t = temp_new(f, 1);

	ins_slot(f, FN_STL, t, 0);
	return t;
}

/* prepare_operand: make an operand whose words can each be pushed with one register. */
static Operand
prepare_operand(Fn *f, LLVMValueRef v, Extension e)
{
	uint32_t words = words_of(f, v), k = 0;
	LLVMValueRef from = word_source(f, v, &k);
	const Val *x = from ? fn_val(f, from) : NULL;
	Operand o = {v, words, -1, -1};
	Word w;

	if (e == FLIP || (e != ANY && bits_of(f, v) % 32)) {
		wide_push_word(f, v, words - 1);
		extend_top(f, bits_of(f, v), e);
		o.top = store_temp(f);
	}
	if (!from || (x && !x->folded) || value_word(f->m, from, k, &w))
		return o;
	if (need_as(f, word_zext, operand(from, 0)) > 1) {
		wide_push_word(f, v, 0);
		o.low = store_temp(f);
	}
	return o;
}

/* push_operand: push word k of a prepared operand. */
static void
push_operand(Fn *f, const Operand *o, uint32_t k)
{
	if (k == o->words - 1 && o->top >= 0)
		ins_slot(f, FN_LDL, o->top, 0);
	else if (k == 0 && o->low >= 0)
		ins_slot(f, FN_LDL, o->low, 0);
	else
		wide_push_word(f, o->v, k);
}

/* ---- arithmetic ---- */

/*
 * wide_with_carry: add or subtract with carry; the carry stays on the stack under the next two
 * words.
 */
static void
wide_with_carry(Fn *f, LLVMValueRef v, int slot, const char *op)
{
	Operand a = prepare_operand(f, operand(v, 0), ANY),
		b = prepare_operand(f, operand(v, 1), ANY);

	ins_direct(f, FN_LDC, 0);
	for (uint32_t k = 0; k < a.words; k++) {
		push_operand(f, &a, k);
		push_operand(f, &b, k);
		ins_oper(f, op);
		ins_slot(f, FN_STL, slot, k);
	}
	f->depth = 0;
}

/* wide_bitwise: compute v by the operation op, word by word, into a slot. */
static void
wide_bitwise(Fn *f, LLVMValueRef v, int slot, const char *op)
{
	Operand a = prepare_operand(f, operand(v, 0), ANY),
		b = prepare_operand(f, operand(v, 1), ANY);

	for (uint32_t k = 0; k < a.words; k++) {
		push_operand(f, &a, k);
		push_operand(f, &b, k);
		ins_oper(f, op);
		ins_slot(f, FN_STL, slot, k);
	}
}

/* is_zero_word: true if word k of a value is known to be zero. */
static bool
is_zero_word(Fn *f, LLVMValueRef v, uint32_t k)
{
	LLVMValueRef from = word_source(f, v, &k);
	Word w;

	return !from || (value_word(f->m, from, k, &w) && w == 0);
}

/*
 * multiply_double: compute the product of two values of two words, plus a value below 2^32 or
 * NULL, into a slot.
 */
static void
multiply_double(Fn *f, const Operand *a, const Operand *b, const Operand *more, int slot)
{
	if (more)
		push_operand(f, more, 0);
	else
		ins_direct(f, FN_LDC, 0);
	push_operand(f, a, 0);
	push_operand(f, b, 0);
	ins_oper(f, "lmul");
	ins_slot(f, FN_STL, slot, 0);
	for (int i = 0; i < 2; i++) {
		if (is_zero_word(f, a->v, i) || is_zero_word(f, b->v, 1 - i))
			continue;
		push_operand(f, a, i);
		push_operand(f, b, 1 - i);
		ins_oper(f, "prod");
		ins_oper(f, "bsub");
	}
	ins_slot(f, FN_STL, slot, 1);
}

/*
 * multiply_add: add a[i] * b[j] to word i + j of the product; the excess goes to the slot `carry`.
 */
static void
multiply_add(Fn *f, const Operand *a, const Operand *b, uint32_t i, uint32_t j, int slot, int carry)
{
	int low = temp_new(f, 1);

	ins_slot(f, FN_LDL, carry, 0);
	push_operand(f, a, i);
	push_operand(f, b, j);
	ins_oper(f, "lmul");
	ins_slot(f, FN_STL, low, 0);
	ins_slot(f, FN_STL, carry, 0);
	ins_direct(f, FN_LDC, 0);
	ins_slot(f, FN_LDL, low, 0);
	ins_slot(f, FN_LDL, slot, i + j);
	ins_oper(f, "lsum");
	ins_slot(f, FN_STL, slot, i + j);
	ins_slot(f, FN_LDL, carry, 0);
	ins_oper(f, "bsub");
	ins_slot(f, FN_STL, carry, 0);
	f->slots[low].busy = false;
}

/* wide_multiply: compute a product of several words into a slot. */
static void
wide_multiply(Fn *f, LLVMValueRef v, int slot)
{
	Operand a = prepare_operand(f, operand(v, 0), ANY),
		b = prepare_operand(f, operand(v, 1), ANY);
	int carry;

	if (a.words == 2) {
		multiply_double(f, &a, &b, NULL, slot);
		return;
	}
	carry = temp_new(f, 1);
	for (uint32_t k = 0; k < a.words; k++) {
		ins_direct(f, FN_LDC, 0);
		ins_slot(f, FN_STL, slot, k);
	}
	for (uint32_t i = 0; i < a.words; i++) {
		ins_direct(f, FN_LDC, 0);
		ins_slot(f, FN_STL, carry, 0);
		for (uint32_t j = 0; i + j < a.words; j++)
			multiply_add(f, &a, &b, i, j, slot, carry);
	}
}

/* wide_add: compute a sum of several words into a slot. */
static void
wide_add(Fn *f, LLVMValueRef v, int slot)
{
	LLVMValueRef product = sum_product(f, v);
	Operand a, b, more;

	if (!product) {
		wide_with_carry(f, v, slot, "lsum");
		return;
	}
	a = prepare_operand(f, operand(product, 0), ANY);
	b = prepare_operand(f, operand(product, 1), ANY);
	more = prepare_operand(f, operand(v, operand(v, 0) == product), ANY);
	multiply_double(f, &a, &b, &more, slot);
}

/* ---- shifts ---- */

/*
 * push_or_fill: push word k of a; if k is above a's highest word, push the word in slot `fill`, or
 * zero if fill is -1; if k is below 0, push zero.
 */
static void
push_or_fill(Fn *f, const Operand *a, int k, int fill)
{
	if (k >= 0 && k < (int)a->words)
		push_operand(f, a, k);
	else if (k >= 0 && fill >= 0)
		ins_slot(f, FN_LDL, fill, 0);
	else
		ins_direct(f, FN_LDC, 0);
}

/*
 * shift_const: shift by n bits into a slot other than a's: by whole words, then the remaining bits
 * by pairs of neighbours.
 */
static void
shift_const(Fn *f, const Operand *a, uint32_t n, bool left, int fill, int slot)
{
	int by = n / 32, bits = n % 32;

	for (int k = 0; k < (int)a->words; k++) {
		int from = left ? k - by : k + by;

		if (bits == 0) {
			push_or_fill(f, a, from, fill);
			ins_slot(f, FN_STL, slot, k);
			continue;
		}
		push_or_fill(f, a, left ? from : from + 1, fill);
		push_or_fill(f, a, left ? from - 1 : from, fill);
		ins_direct(f, FN_LDC, bits);
		ins_oper(f, left ? "lshl" : "lshr");
		if (left)
			ins_oper(f, "rev"); /* the high word is needed */
		ins_slot(f, FN_STL, slot, k);
		f->depth = 0;
	}
}

/* sign_of: store the sign of a, 0 or -1, in a temp, and return the temp. */
static int
sign_of(Fn *f, const Operand *a)
{
	push_operand(f, a, a->words - 1);
	ins_oper(f, "xdble");
	ins_oper(f, "rev");
	f->depth = 1;
	ins_slot(f, FN_STL, temp_new(f, 1), 0);
	f->depth = 0;
	return f->ins[f->nins - 1].n;
}

/* push_signed: push word k of a, inverted if a is negative. */
static void
push_signed(Fn *f, const Operand *a, int k, int sign)
{
	push_operand(f, a, k);
	if (sign < 0)
		return;
	ins_slot(f, FN_LDL, sign, 0);
	ins_oper(f, "xor");
}

/*
 * shift_variable: shift two words by a number below 64. An arithmetic shift of a negative number
 * inverts it, does the long logical shift, and inverts the result.
 */
static void
shift_variable(Fn *f, const Operand *a, const Operand *n, bool left, int sign, int slot)
{
	push_signed(f, a, 1, sign);
	push_signed(f, a, 0, sign);
	push_operand(f, n, 0);
	ins_oper(f, left ? "lshl" : "lshr");
	for (int k = 0; k < 2; k++) {
		if (sign >= 0) {
			ins_slot(f, FN_LDL, sign, 0);
			ins_oper(f, "xor");
		}
		ins_slot(f, FN_STL, slot, k);
	}
}

/* wide_shift: generate a shift of several words, with the result in a slot. */
static void
wide_shift(Fn *f, LLVMValueRef v, int slot)
{
	LLVMOpcode op = value_opcode(v);
	Operand a = prepare_operand(f, operand(v, 0),
		op == LLVMShl	 ? ANY
		: op == LLVMLShr ? ZERO
				 : SIGN);
	Operand n = prepare_operand(f, operand(v, 1), ANY);
	int sign = op == LLVMAShr ? sign_of(f, &a) : -1;
	Word by;

	if (value_word(f->m, n.v, 0, &by)) {
		shift_const(f, &a, by, op == LLVMShl, sign, slot);
		return;
	}
	if (a.words > 2)
		fatal_at(f->m->name, value_where(v).line,
			"shift of a %u-bit integer by a variable; shift 64-bit halves",
			bits_of(f, v));
	shift_variable(f, &a, &n, op == LLVMShl, sign, slot);
}

/* ---- conversions ---- */

/* wide_extend: extend a value with zeros or its sign into a slot. */
static void
wide_extend(Fn *f, LLVMValueRef v, int slot, Extension e)
{
	LLVMValueRef x = operand(v, 0);
	uint32_t words = words_of(f, v), k, n = 1;
	Operand a;

	if (type_kind(LLVMTypeOf(x)) == KIND_WORD) {
		(e == SIGN ? word_sext : word_zext)(f, x);
		ins_slot(f, FN_STL, slot, 0);
	} else {
		a = prepare_operand(f, x, e);
		n = a.words;
		for (k = 0; k < n; k++) {
			push_operand(f, &a, k);
			ins_slot(f, FN_STL, slot, k);
		}
	}
	for (k = n; k < words; k++) {
		if (e == SIGN && k == n) {
			ins_slot(f, FN_LDL, slot, n - 1);
			ins_oper(f, "xdble");
			ins_oper(f, "rev");
			f->depth = 1;
		} else if (e == SIGN) {
			ins_slot(f, FN_LDL, slot, n);
		} else {
			ins_direct(f, FN_LDC, 0);
		}
		ins_slot(f, FN_STL, slot, k);
	}
}

/* wide_copy: copy the low words of `from` into v's slot. */
static void
wide_copy(Fn *f, LLVMValueRef v, LLVMValueRef from, int slot)
{
	uint32_t n = words_of(f, v);

	if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind || n > MAX_WIDE) {
		value_store(f, from, slot, 0);
		return;
	}
	for (uint32_t k = 0; k < n; k++) {
		wide_push_word(f, from, k);
		ins_slot(f, FN_STL, slot, k);
	}
}

/* wide_load: load a value of several words from memory into a slot. */
static void
wide_load(Fn *f, LLVMValueRef v, int slot)
{
	Place p = place_of(f, operand(v, 0));
	uint32_t n = LLVMStoreSizeOfType(f->m->layout, LLVMTypeOf(v));

	copy_bytes(f, place_slot(slot, 0), p, n, access_alignment(&p, v));
}

void
wide_compute(Fn *f, LLVMValueRef v, int slot)
{
	Place from;

	switch (value_opcode(v)) {
	case LLVMAdd:
		wide_add(f, v, slot);
		break;
	case LLVMSub:
		wide_with_carry(f, v, slot, "ldiff");
		break;
	case LLVMAnd:
		wide_bitwise(f, v, slot, "and");
		break;
	case LLVMOr:
		wide_bitwise(f, v, slot, "or");
		break;
	case LLVMXor:
		wide_bitwise(f, v, slot, "xor");
		break;
	case LLVMMul:
		wide_multiply(f, v, slot);
		break;
	case LLVMShl:
	case LLVMLShr:
	case LLVMAShr:
		wide_shift(f, v, slot);
		break;
	case LLVMSExt:
		wide_extend(f, v, slot, SIGN);
		break;
	case LLVMZExt:
	case LLVMPtrToInt:
		wide_extend(f, v, slot, ZERO);
		break;
	case LLVMTrunc:
	case LLVMFreeze:
		wide_copy(f, v, operand(v, 0), slot);
		break;
	case LLVMLoad:
		wide_load(f, v, slot);
		break;
	case LLVMInsertValue:
	case LLVMInsertElement:
		insert_value(f, v, slot);
		break;
	case LLVMBitCast:
		value_store(f, operand(v, 0), slot, 0);
		break;
	default:
		assert(value_opcode(v) == LLVMExtractValue
			|| value_opcode(v) == LLVMExtractElement);
		from = field_place(f, v);
		copy_bytes(f, place_slot(slot, 0), from, 4 * words_of(f, v), from.offset % 4 ? 1
			: 4);
	}
}

/* ---- comparisons ---- */

/* wide_equals: push 1 if two wide values are equal, otherwise 0. */
static void
wide_equals(Fn *f, LLVMValueRef v)
{
	Operand a = prepare_operand(f, operand(v, 0), ZERO),
		b = prepare_operand(f, operand(v, 1), ZERO);

	for (uint32_t k = 0; k < a.words; k++) {
		Word w = 1;

		push_operand(f, &a, k);
		if (b.top >= 0 || !value_word(f->m, b.v, k, &w) || w != 0) {
			push_operand(f, &b, k);
			ins_oper(f, "xor");
		}
		if (k > 0)
			ins_oper(f, "or");
	}
	ins_direct(f, FN_EQC, 0);
}

/* wide_borrow: push the borrow of a - b. */
static void
wide_borrow(Fn *f, LLVMValueRef va, LLVMValueRef vb, Extension e)
{
	Operand a = prepare_operand(f, va, e), b = prepare_operand(f, vb, e);

	ins_direct(f, FN_LDC, 0);
	for (uint32_t k = 0; k < a.words; k++) {
		push_operand(f, &a, k);
		push_operand(f, &b, k);
		ins_oper(f, "ldiff");
		ins_oper(f, "rev");
		f->depth = 1; /* the difference is not needed */
	}
}

void
wide_icmp(Fn *f, LLVMValueRef v, bool invert)
{
	LLVMIntPredicate p = LLVMGetICmpPredicate(v);
	Extension e = p >= LLVMIntSGT ? FLIP : ZERO;
	LLVMValueRef a = operand(v, 0), b = operand(v, 1);

	switch (p) {
	case LLVMIntEQ:
	case LLVMIntNE:
		wide_equals(f, v);
		invert ^= p == LLVMIntNE;
		break;
	case LLVMIntULT:
	case LLVMIntSLT:
	case LLVMIntUGE:
	case LLVMIntSGE:
		wide_borrow(f, a, b, e);
		invert ^= p == LLVMIntUGE || p == LLVMIntSGE;
		break;
	default:
		wide_borrow(f, b, a, e);
		invert ^= p == LLVMIntULE || p == LLVMIntSLE;
	}
	if (invert)
		ins_direct(f, FN_EQC, 0);
}
