/*
 * known.c - facts about a value's bits that hold in every run.
 *
 * A narrow integer is a word with undefined upper bits, unless it is "clean": then they are zero. A
 * "natural" value is not negative as a word, so that signed and unsigned order agree. A value that
 * LLVM calls poison may be anything, so a fact counts as true even if it fails when a flagged sum
 * overflows.
 */
#include "select.h"

enum { DEPTH_OF_PROOF = 6 };

/*
 * The values visited by a proof. A phi among them is assumed to have the property (induction).
 */
typedef struct Proof {
	const struct Proof *outer; /* the value visited before; NULL: v is the first */
	LLVMValueRef v; /* the value visited */
} Proof;

unsigned
word_bits(LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);

	return LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(t) : 32;
}

/*
 * may_continue_proof: true if the proof must go on with the operands of p's value. It does not go
 * on if p is too deep, or if p's value is a phi that is already being proved; then the phi is taken
 * as proved, and *assumed is true.
 */
static bool
may_continue_proof(const Proof *p, bool *assumed)
{
	int n = 0;

	*assumed = false;
	for (const Proof *o = p->outer; o; o = o->outer, n++)
		if (o->v == p->v && LLVMIsAPHINode(p->v)) {
			*assumed = true;
			return false;
		}
	return n < DEPTH_OF_PROOF;
}

/* Prover: true if v has the property that is being proved. */
typedef bool Prover(Fn *f, LLVMValueRef v, const Proof *outer);

/* holds_for_incoming: true if the property holds for all values that flow into the phi. */
static bool
holds_for_incoming(Fn *f, LLVMValueRef phi, Prover *prove, const Proof *p)
{
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
		if (!prove(f, LLVMGetIncomingValue(phi, i), p))
			return false;
	return true;
}

/* ---- clean ---- */

/* call_is_clean: true if the convention makes the bits above the result's type zero. */
static bool
call_is_clean(LLVMValueRef v)
{
	return !intrinsic_of(v) && call_has_attribute(v, LLVMAttributeReturnIndex, "zeroext");
}

/* param_is_clean: true if the convention makes the bits above the parameter's type zero. */
static bool
param_is_clean(LLVMValueRef v)
{
	LLVMValueRef f = LLVMGetParamParent(v);
	unsigned i = 1;

	for (LLVMValueRef a = LLVMGetFirstParam(f); a != v; a = LLVMGetNextParam(a))
		i++;
	return has_attribute(f, i, "zeroext");
}

/* prove_clean: true if v is clean, provided that the phis of the proofs `outer` are. */
static bool
prove_clean(Fn *f, LLVMValueRef v, const Proof *outer)
{
	Proof p = {outer, v};
	bool assumed;
	Word w;

	if (word_bits(v) == 32 || word_bits(v) == 1 || value_const(v, &w))
		return true;
	if (LLVMIsAArgument(v))
		return param_is_clean(v);
	if (!may_continue_proof(&p, &assumed))
		return assumed;
	switch (value_opcode(v)) {
	case LLVMLoad:
		return word_bits(v) == 8 || word_bits(v) == 16;
	case LLVMZExt:
	case LLVMLShr:
	case LLVMUDiv:
	case LLVMURem:
		return true;
	case LLVMAnd:
		return prove_clean(f, operand(v, 0), &p) || prove_clean(f, operand(v, 1), &p);
	case LLVMOr:
	case LLVMXor:
		return prove_clean(f, operand(v, 0), &p) && prove_clean(f, operand(v, 1), &p);
	case LLVMSelect:
		return prove_clean(f, operand(v, 1), &p) && prove_clean(f, operand(v, 2), &p);
	case LLVMPHI:
		return holds_for_incoming(f, v, prove_clean, &p);
	case LLVMFreeze:
		return prove_clean(f, operand(v, 0), &p);
	case LLVMCall:
		return call_is_clean(v);
	default:
		return false;
	}
}

bool
is_clean(Fn *f, LLVMValueRef v)
{
	return prove_clean(f, v, NULL);
}

/* ---- natural ---- */

/*
 * cannot_overflow: true if v is a sum, difference, product or shift that is exact, or undefined if
 * it overflows as a signed number.
 */
static bool
cannot_overflow(Fn *f, LLVMValueRef v)
{
	Val *x = fn_val(f, v);

	if (!x)
		return false;
	if (x->overflow == OVERFLOW_UNKNOWN)
		x->overflow = is_nsw(v) ? OVERFLOW_UNDEFINED : OVERFLOW_WRAPS;
	return x->overflow == OVERFLOW_UNDEFINED;
}

/* prove_natural: true if v is natural, provided that the phis of the proofs `outer` are. */
static bool
prove_natural(Fn *f, LLVMValueRef v, const Proof *outer)
{
	Proof p = {outer, v};
	bool assumed;
	Word w;

	if (word_bits(v) < 32)
		return true;
	if (value_const(v, &w))
		return (int32_t)w >= 0;
	if (!may_continue_proof(&p, &assumed))
		return assumed;
	switch (value_opcode(v)) {
	case LLVMZExt:
		return type_kind(LLVMTypeOf(operand(v, 0))) == KIND_WORD;
	case LLVMLShr:
		return value_const(operand(v, 1), &w) && w > 0;
	case LLVMUDiv:
		return prove_natural(f, operand(v, 0), &p) ||
		       (value_const(operand(v, 1), &w) && w > 1);
	case LLVMURem:
		return prove_natural(f, operand(v, 1), &p);
	case LLVMAdd:
	case LLVMMul:
		return cannot_overflow(f, v) && prove_natural(f, operand(v, 0), &p)
			&& prove_natural(f, operand(v, 1), &p);
	case LLVMShl:
		return cannot_overflow(f, v) && prove_natural(f, operand(v, 0), &p);
	case LLVMAnd:
		return prove_natural(f, operand(v, 0), &p) || prove_natural(f, operand(v, 1), &p);
	case LLVMOr:
	case LLVMXor:
		return prove_natural(f, operand(v, 0), &p) && prove_natural(f, operand(v, 1), &p);
	case LLVMSelect:
		return prove_natural(f, operand(v, 1), &p) && prove_natural(f, operand(v, 2), &p);
	case LLVMPHI:
		return holds_for_incoming(f, v, prove_natural, &p);
	default:
		return false;
	}
}

bool
is_natural(Fn *f, LLVMValueRef v)
{
	return prove_natural(f, v, NULL);
}

/* branches_on: true if the block of the comparison ends with a branch on it. */
static bool
branches_on(LLVMValueRef compare)
{
	LLVMValueRef t = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(compare));

	return LLVMIsABranchInst(t) && LLVMIsConditional(t) && LLVMGetCondition(t) == compare;
}

/*
 * reaches_end: true if the rest of x's block is always executed after x, because the block then
 * calls no function, which might not return.
 */
static bool
reaches_end(const Fn *f, const Val *x)
{
	const Block *b = &f->blocks[x->block];

	for (int i = x->pos; i < b->nins; i++)
		if (LLVMIsACallInst(b->ins[i]) && !is_ignored(b->ins[i]))
			return false;
	return true;
}

bool
must_not_overflow(Fn *f, LLVMValueRef v)
{
	const Val *x = fn_val(f, v);

	if (word_bits(v) != 32 || !cannot_overflow(f, v) || !reaches_end(f, x))
		return false;
	for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);

		if (LLVMIsAICmpInst(user)
			&& LLVMGetInstructionParent(user) == LLVMGetInstructionParent(v)
			&& branches_on(user))
			return true;
	}
	return false;
}
