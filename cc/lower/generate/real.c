/*
 * real.c - trees of reals on FAreg, FBreg, FCreg.
 *
 * The floating-point unit evaluates like the processor: three registers, with operands loaded
 * through addresses in Areg. Its default rounding is that of C; fpurz is used for conversions to
 * integers, which truncate in C. While a tree of reals is evaluated, the integer stack holds only
 * addresses.
 */
#include "generate.h"

#include <assert.h>
#include <string.h>

/* name_by_kind: the name for singles or that for doubles, by the kind. */
static const char *
name_by_kind(Kind k, const char *single, const char *dbl)
{
	return k == KIND_DOUBLE ? dbl : single;
}

static Kind
real_kind(LLVMValueRef v)
{
	return type_kind(LLVMTypeOf(v));
}

/* is_value_kept: true if v has a slot of its own. */
static bool
is_value_kept(Fn *f, LLVMValueRef v)
{
	const Val *x = fn_val(f, v);

	return x && !x->folded;
}

/* real_load: push the real there, which must be aligned. */
static void
real_load(Fn *f, Kind k, const Place *p)
{
	place_address(f, p);
	ins_oper(f, name_by_kind(k, "fpldnlsn", "fpldnldb"));
	f->fdepth++;
	assert(f->fdepth <= DEPTH);
}

void
real_store(Fn *f, Kind k, int slot, int w)
{
	ins_slot(f, FN_LDLP, slot, w);
	ins_oper(f, name_by_kind(k, "fpstnlsn", "fpstnldb"));
	f->fdepth--;
}

/* bits_of: the bits of a constant real number; a single stands in the low word. */
static uint64_t
bits_of(Fn *f, LLVMValueRef v)
{
	Word low = 0, high = 0;

	value_word(f->m, v, 0, &low);
	if (real_kind(v) == KIND_DOUBLE)
		value_word(f->m, v, 1, &high);
	return (uint64_t)high << 32 | low;
}

static bool
is_constant(LLVMValueRef v)
{
	return LLVMIsAConstantFP(v) || LLVMIsUndef(v) || LLVMIsAPoisonValue(v)
		|| LLVMIsAConstantAggregateZero(v);
}

bool
real_in_memory(Fn *f, LLVMValueRef v, Place *p)
{
	v = value_peel(v);
	if (is_value_kept(f, v)) {
		*p = place_slot(fn_val(f, v)->web, 0);
		return true;
	}
	if (is_constant(v) && bits_of(f, v) != 0) {
		*p = (Place){.base = BASE_DATA, .label = unit_real(f->unit, real_kind(v), bits_of(f,
			v))};
		return true;
	}
	if (fn_val(f, v) && value_opcode(v) == LLVMLoad) {
		*p = place_of(f, operand(v, 0));
		return access_alignment(p, v) >= 4;
	}
	return false;
}

/* ---- how many registers ---- */

static int real_need(Fn *f, LLVMValueRef v);

/* reals_need: the number of floating-point registers that a tree of words needs. */
static int
reals_need(Fn *f, LLVMValueRef v)
{
	int n = 0;

	v = value_peel(v);
	if (!fn_val(f, v) || is_value_kept(f, v))
		return 0;
	if (real_kind(v) == KIND_SINGLE || real_kind(v) == KIND_DOUBLE)
		return real_need(f, v);
	for (int i = 0; i < LLVMGetNumOperands(v); i++) {
		int m = reals_need(f, operand(v, i));

		n = m > n ? m : n;
	}
	if (value_opcode(v) == LLVMFCmp)
		n = DEPTH;
	return n;
}

/*
 * can_be_operand: true if the operation can read v, its second operand, directly from memory, and
 * the address needs no floating-point register.
 */
static bool
can_be_operand(Fn *f, LLVMValueRef v)
{
	Place p;

	return real_in_memory(f, v, &p) && reals_need(f, v) <= 1;
}

/*
 * sum_need: the number of floating-point registers that a sum or product needs: an operand that the
 * operation reads from memory is pushed last.
 */
static int
sum_need(Fn *f, LLVMValueRef v)
{
	for (int i = 1; i >= 0; i--)
		if (can_be_operand(f, operand(v, i))) {
			int n = real_need(f, operand(v, 1 - i));

			return n < 2 ? 2 : n;
		}
	return need_two(real_need(f, operand(v, 0)), real_need(f, operand(v, 1)));
}

/* real_need: the number of floating-point registers that real_push needs for v. */
static int
real_need(Fn *f, LLVMValueRef v)
{
	int n;

	v = value_peel(v);
	if (is_value_kept(f, v) || is_constant(v))
		return 1;
	switch (value_opcode(v)) {
	case LLVMFAdd:
	case LLVMFMul:
		return sum_need(f, v);
	case LLVMFSub:
	case LLVMFDiv:
		return need_two(real_need(f, operand(v, 0)), real_need(f, operand(v, 1)));
	case LLVMFNeg:
		return need_two(1, real_need(f, operand(v, 0)));
	case LLVMFPExt:
	case LLVMFPTrunc:
		return real_need(f, operand(v, 0));
	case LLVMCall:
		return DEPTH;
	default:
		n = reals_need(f, operand(v, 0));
		return n < 1 ? 1 : n;
	}
}

/* ---- values that are there already ---- */

/*
 * is_stored_now: true if the last two instructions have stored v to its slot, and nothing else is
 * on the stack.
 */
static bool
is_stored_now(Fn *f, LLVMValueRef v)
{
	const Ins *at = f->nins > 1 ? &f->ins[f->nins - 2] : NULL;

	v = value_peel(v);
	if (!at || f->fdepth > 0 || !is_value_kept(f, v))
		return false;
	return at[0].kind == INS_SLOT && at[0].fn == FN_LDLP && at[0].n == fn_val(f, v)->web
		&& at[0].k == 0 && at[1].kind == INS_OPER
		&& strcmp(at[1].text, name_by_kind(real_kind(v), "fpstnlsn", "fpstnldb")) == 0;
}

/* push_stored: push the value just stored; if nothing else reads the slot, remove the store. */
static void
push_stored(Fn *f, LLVMValueRef v)
{
	const Val *x = fn_val(f, value_peel(v));

	if (x->once && f->sharing && !LLVMIsAPHINode(x->v)) {
		ins_undo(f);
		ins_undo(f);
	} else {
		ins_insert(f, f->nins - 2, (Ins){INS_OPER, .text = "fpdup"});
	}
	f->fdepth++;
}

/* ---- trees ---- */

/*
 * push_two_reals: push both operands, and reverse them if needed. Returns whether they are still
 * reversed, which is allowed by `swap`.
 */
static bool
push_two_reals(Fn *f, LLVMValueRef a, LLVMValueRef b, bool swap)
{
	int room = DEPTH - f->fdepth - 1;
	Kind k = real_kind(b);
	Place p;
	int t;

	if (real_need(f, b) <= room && !(is_stored_now(f, b) && real_need(f, a) <= room)) {
		real_push(f, a);
		real_push(f, b);
		return false;
	}
	if (real_need(f, a) <= room) {
		real_push(f, b);
		real_push(f, a);
		if (!swap)
			ins_oper(f, "fprev");
		return swap;
	}
	t = temp_new(f, k == KIND_DOUBLE ? 2 : 1);
	real_push(f, b);
	real_store(f, k, t, 0);
	real_push(f, a);
	p = place_slot(t, 0);
	real_load(f, k, &p);
	f->slots[t].busy = false;
	return false;
}

/*
 * memory_operand: the operand of a sum or product that the operation itself reads from memory, 0 or
 * 1; -1 for none. An operand on the stack does not qualify.
 */
static int
memory_operand(Fn *f, LLVMValueRef v)
{
	LLVMOpcode op = value_opcode(v);

	if (op != LLVMFAdd && op != LLVMFMul)
		return -1;
	if (can_be_operand(f, operand(v, 1)) && !is_stored_now(f, operand(v, 1)))
		return 1;
	return can_be_operand(f, operand(v, 0)) ? 0 : -1;
}

/* operate_with_memory: push a sum or product whose operand number `which` is in memory. */
static void
operate_with_memory(Fn *f, LLVMValueRef v, int which)
{
	bool is_sum = value_opcode(v) == LLVMFAdd;
	Kind k = real_kind(v);
	Place p;

	real_push(f, operand(v, 1 - which));
	real_in_memory(f, operand(v, which), &p);
	place_address(f, &p);
	ins_oper(f,
		is_sum ? name_by_kind(k, "fpldnladdsn", "fpldnladddb")
		: name_by_kind(k, "fpldnlmulsn", "fpldnlmuldb"));
}

/* push_real_arithmetic: push a sum, difference, product or quotient of reals. */
static void
push_real_arithmetic(Fn *f, LLVMValueRef v)
{
	static const char *const names[] = {
		[LLVMFAdd] = "fpadd",
		[LLVMFSub] = "fpsub",
		[LLVMFMul] = "fpmul",
		[LLVMFDiv] = "fpdiv",
	};
	LLVMOpcode op = value_opcode(v);
	int which = memory_operand(f, v);

	assert(op == LLVMFAdd || op == LLVMFSub || op == LLVMFMul || op == LLVMFDiv);
	if (which >= 0) {
		operate_with_memory(f, v, which);
		return;
	}
	push_two_reals(f, operand(v, 0), operand(v, 1), op == LLVMFAdd || op == LLVMFMul);
	ins_oper(f, names[op]);
	f->fdepth--;
}

/* push_negated_real: push -0.0 - x, which is also right for zeros. */
static void
push_negated_real(Fn *f, LLVMValueRef v)
{
	push_two_reals(f, LLVMConstReal(LLVMTypeOf(v), -0.0), operand(v, 0), false);
	ins_oper(f, "fpsub");
	f->fdepth--;
}

/* push_word_as_real: push a word, extended by g, as a real: the operation reads it from memory. */
static void
push_word_as_real(Fn *f, LLVMValueRef x, Gen *g, const char *op)
{
	const Val *val = fn_val(f, x);
	int t;

	if (val && !val->folded && LLVMGetIntTypeWidth(LLVMTypeOf(x)) == 32) {
		ins_slot(f, FN_LDLP, val->web, 0);
	} else {
		t = temp_new(f, 1);
		g(f, x);
		ins_slot(f, FN_STL, t, 0);
		ins_slot(f, FN_LDLP, t, 0);
		f->slots[t].busy = false;
	}
	ins_oper(f, op);
	f->fdepth++;
	assert(f->fdepth <= DEPTH);
}

/* push_unsigned_as_real: push an unsigned integer, converted to a real. */
static void
push_unsigned_as_real(Fn *f, LLVMValueRef v)
{
	LLVMValueRef x = operand(v, 0);
	Kind k = real_kind(v);

	if (LLVMGetIntTypeWidth(LLVMTypeOf(x)) < 32) {
		push_word_as_real(f, x, word_zext, name_by_kind(k, "fpi32tor32", "fpi32tor64"));
		return;
	}
	push_word_as_real(f, x, word_zext, "fpb32tor64");
	if (k == KIND_SINGLE)
		ins_oper(f, "fpur64tor32");
}

/* push_words_as_real: push a real whose bits are already in words. */
static void
push_words_as_real(Fn *f, LLVMValueRef v)
{
	Kind k = real_kind(v);
	int t = temp_new(f, k == KIND_DOUBLE ? 2 : 1);
	Place p = place_slot(t, 0);

	value_store(f, v, t, 0);
	real_load(f, k, &p);
	f->slots[t].busy = false;
}

/* push_loaded_real: push a real from memory, by way of a slot if it is not aligned. */
static void
push_loaded_real(Fn *f, LLVMValueRef v)
{
	Place p = place_of(f, operand(v, 0));
	Kind k = real_kind(v);
	Place copy;

	if (access_alignment(&p, v) < 4) {
		copy = place_slot(temp_new(f, k == KIND_DOUBLE ? 2 : 1), 0);
		copy_bytes(f, copy, p, k == KIND_DOUBLE ? 8 : 4, 1);
		p = copy;
	}
	real_load(f, k, &p);
}

/*
 * push_real_constant: push a constant real: from memory or, if it is zero, by an instruction for
 * zero.
 */
static void
push_real_constant(Fn *f, LLVMValueRef v)
{
	Place p;

	if (real_in_memory(f, v, &p)) {
		real_load(f, real_kind(v), &p);
		return;
	}
	ins_oper(f, name_by_kind(real_kind(v), "fpldzerosn", "fpldzerodb"));
	f->fdepth++;
	assert(f->fdepth <= DEPTH);
}

/* push_real_call: push the result of an intrinsic, called with a real. */
static void
push_real_call(Fn *f, LLVMValueRef v)
{
	real_push(f, operand(v, 0));
	intrinsic_emit(f, intrinsic_of(v), v);
}

void
real_push(Fn *f, LLVMValueRef v)
{
	Place p;

	v = value_peel(v);
	if (is_constant(v)) {
		push_real_constant(f, v);
		return;
	}
	if (is_stored_now(f, v)) {
		push_stored(f, v);
		return;
	}
	if (is_value_kept(f, v)) {
		real_in_memory(f, v, &p);
		real_load(f, real_kind(v), &p);
		return;
	}
	switch (value_opcode(v)) {
	case LLVMLoad:
		push_loaded_real(f, v);
		break;
	case LLVMFNeg:
		push_negated_real(f, v);
		break;
	case LLVMFPExt:
		real_push(f, operand(v, 0));
		ins_oper(f, "fpur32tor64");
		break;
	case LLVMFPTrunc:
		real_push(f, operand(v, 0));
		ins_oper(f, "fpur64tor32");
		break;
	case LLVMSIToFP:
		push_word_as_real(f, operand(v, 0), word_sext,
			name_by_kind(real_kind(v), "fpi32tor32", "fpi32tor64"));
		break;
	case LLVMUIToFP:
		push_unsigned_as_real(f, v);
		break;
	case LLVMBitCast:
		push_words_as_real(f, v);
		break;
	case LLVMExtractValue:
	case LLVMExtractElement:
		p = field_place(f, v);
		real_load(f, real_kind(v), &p);
		break;
	case LLVMCall:
		push_real_call(f, v);
		break;
	default:
		push_real_arithmetic(f, v);
	}
}

/* ---- to words ---- */

void
real_to_int(Fn *f, LLVMValueRef v)
{
	int t = temp_new(f, 1);

	real_push(f, operand(v, 0));
	ins_oper(f, "fpurz");
	ins_oper(f, "fprtoi32");
	ins_slot(f, FN_LDLP, t, 0);
	ins_oper(f, "fpstnli32");
	f->fdepth--;
	ins_slot(f, FN_LDL, t, 0);
	f->slots[t].busy = false;
}

/*
 * For each predicate, the code that follows the operands (FBreg holds the first, FAreg the second).
 */
static const struct {
	const char *code[3]; /* operations that push one word, or two to be combined by and */
	bool both, invert;   /* combine two words; negate the result */
} compares[] = {
	[LLVMRealOEQ] = {{"fpeq"}},
	[LLVMRealUNE] = {{"fpeq"}, .invert = true},
	[LLVMRealOGT] = {{"fpgt"}},
	[LLVMRealULE] = {{"fpgt"}, .invert = true},
	[LLVMRealOLT] = {{"fprev", "fpgt"}},
	[LLVMRealUGE] = {{"fprev", "fpgt"}, .invert = true},
	[LLVMRealOGE] = {{"fpordered", "fprev", "fpgt"}, .both = true},
	[LLVMRealULT] = {{"fpordered", "fprev", "fpgt"}, .both = true, .invert = true},
	[LLVMRealOLE] = {{"fpordered", "fpgt"}, .both = true},
	[LLVMRealUGT] = {{"fpordered", "fpgt"}, .both = true, .invert = true},
	[LLVMRealONE] = {{"fpordered", "fpeq"}, .both = true},
	[LLVMRealUEQ] = {{"fpordered", "fpeq"}, .both = true, .invert = true},
};

/*
 * push_ordered: push whether both reals are numbers: fpordered leaves the operands on the stack;
 * fpeq pops them, and its result is dropped.
 */
static void
push_ordered(Fn *f, bool invert)
{
	ins_oper(f, "fpordered");
	ins_oper(f, "fpeq");
	ins_oper(f, "rev");
	f->depth--;
	if (invert)
		ins_direct(f, FN_EQC, 0);
}

bool
fcmp_negates(LLVMValueRef v)
{
	LLVMRealPredicate p = LLVMGetFCmpPredicate(v);

	return p < sizeof compares / sizeof *compares && compares[p].invert;
}

void
real_fcmp(Fn *f, LLVMValueRef v)
{
	LLVMRealPredicate p = LLVMGetFCmpPredicate(v);

	if (p == LLVMRealPredicateFalse || p == LLVMRealPredicateTrue) {
		ins_direct(f, FN_LDC, p == LLVMRealPredicateTrue);
		return;
	}
	push_two_reals(f, operand(v, 0), operand(v, 1), false);
	f->fdepth -= 2;
	if (p == LLVMRealORD || p == LLVMRealUNO) {
		push_ordered(f, p == LLVMRealUNO);
		return;
	}
	for (int i = 0; i < 3 && compares[p].code[i]; i++)
		ins_oper(f, compares[p].code[i]);
	if (compares[p].both) {
		ins_direct(f, FN_EQC, 0);
		ins_oper(f, "and");
	}
	if (compares[p].invert)
		ins_direct(f, FN_EQC, 0);
}
