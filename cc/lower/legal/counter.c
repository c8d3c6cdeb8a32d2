/*
 * counter.c - drops counters that only count, where a pointer tells the end.
 *
 * LLVM's strength reduction makes pointers that move by S bytes a turn, and keeps a counter for the
 * end. In the last turn, the n-th, such a pointer is first + (n - 1) * S. This value is computed
 * before the loop, and the loop compares the pointer with it. The pointer must be used to load or
 * store in each turn: then it never has the same value twice, since no object is larger than the
 * memory.
 */
#include "rule.h"

#include <stdlib.h>

enum { FEW = 4 }; /* a loop with so few rounds gains nothing */

/*
 * A counter of a loop: it begins with `first` and becomes `next` in each round, by adding `step`.
 */
typedef struct Induction {
	LLVMValueRef phi, first, next;   /* phi: the counter's value in a round */
	LLVMBasicBlockRef before, latch; /* the block before the loop, and the loop's last */
	int32_t step; /* added in each round; bytes for a pointer */
} Induction;

/* strip_casts: the value without the casts around it. */
static LLVMValueRef
strip_casts(LLVMValueRef v)
{
	while (LLVMIsABitCastInst(v))
		v = LLVMGetOperand(v, 0);
	return v;
}

/* steps_phi: true if `next` is phi plus a constant, *step; for a pointer, *step is in bytes. */
static bool
steps_phi(const Module *m, LLVMValueRef next, LLVMValueRef phi, int32_t *step)
{
	Word n;

	next = strip_casts(next);
	if (!LLVMIsAInstruction(next) || LLVMGetNumOperands(next) < 2
		|| strip_casts(LLVMGetOperand(next, 0)) != phi)
		return false;
	if (LLVMIsAGetElementPtrInst(next)) {
		return gep_is_constant(m, next, step) && *step != 0;
	}
	if (LLVMGetInstructionOpcode(next) != LLVMAdd || LLVMGetIntTypeWidth(LLVMTypeOf(phi)) != 32
		|| !value_const(LLVMGetOperand(next, 1), &n))
		return false;
	*step = n;
	return *step == 1 || *step == -1;
}

/*
 * find_induction: true if phi is a counter; it is described in *x. A constant is added to a counter
 * in each round, and the loop is entered only from one block, which does nothing else.
 */
static bool
find_induction(const Module *m, LLVMValueRef phi, Induction *x)
{
	if (!LLVMIsAPHINode(phi) || LLVMCountIncoming(phi) != 2)
		return false;
	for (unsigned i = 0; i < 2; i++) {
		LLVMValueRef end;

		*x = (Induction){.phi = phi, .first = LLVMGetIncomingValue(phi, !i),
			.next = LLVMGetIncomingValue(phi, i),
			.before = LLVMGetIncomingBlock(phi, !i),
			.latch = LLVMGetIncomingBlock(phi, i)};
		end = LLVMGetBasicBlockTerminator(x->before);
		if (LLVMIsABranchInst(end) && !LLVMIsConditional(end)
			&& steps_phi(m, x->next, phi, &x->step))
			return true;
	}
	return false;
}

/* ---- the counter ---- */

/* sole_test: the comparison for equality that is the only use of a counter besides counting. */
static LLVMValueRef
sole_test(const Induction *c)
{
	LLVMValueRef test = NULL;

	for (LLVMUseRef u = LLVMGetFirstUse(c->phi); u; u = LLVMGetNextUse(u))
		if (LLVMGetUser(u) != c->next)
			return NULL;
	for (LLVMUseRef u = LLVMGetFirstUse(c->next); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);

		if (user == c->phi)
			continue;
		if (test || !LLVMIsAICmpInst(user) || LLVMGetOperand(user, 0) != c->next)
			return NULL;
		test = user;
	}
	return test && LLVMGetICmpPredicate(test) <= LLVMIntNE ? test : NULL;
}

/* is_usable_after: true if v can be used at the end of this block. */
static bool
is_usable_after(LLVMValueRef v, LLVMBasicBlockRef block)
{
	return LLVMIsAConstantInt(v) || LLVMIsAArgument(v)
		|| (LLVMIsAInstruction(v) && LLVMGetInstructionParent(v) == block);
}

/* ---- the pointer ---- */

/* is_constant_distance: true if the address has a constant distance from the phi. */
static bool
is_constant_distance(const Module *m, LLVMValueRef address, LLVMValueRef phi)
{
	int32_t offset;

	for (address = strip_casts(address); LLVMIsAGetElementPtrInst(address);
		address = strip_casts(LLVMGetOperand(address, 0)))
		if (!gep_is_constant(m, address, &offset))
			return false;
	return address == phi;
}

/*
 * accesses_memory: true if each round of the loop loads or stores at a constant distance from the
 * pointer.
 */
static bool
accesses_memory(const Module *m, const Induction *p)
{
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(p->phi);

	for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = LLVMGetNextInstruction(v))
		if ((LLVMIsALoadInst(v) && is_constant_distance(m, LLVMGetOperand(v, 0), p->phi))
			|| (LLVMIsAStoreInst(v)
				&& is_constant_distance(m, LLVMGetOperand(v, 1), p->phi)))
			return true;
	return false;
}

/*
 * find_pointer_beside: set *p to a pointer that is counted in the loop of counter c and used to
 * access memory; false if there is none.
 */
static bool
find_pointer_beside(const Module *m, const Induction *c, Induction *p)
{
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(c->phi);

	for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v && LLVMIsAPHINode(v);
		v = LLVMGetNextInstruction(v))
		if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind && find_induction(m, v, p)
			&& p->before == c->before && accesses_memory(m, p))
			return true;
	return false;
}

/* ---- the end ---- */

/*
 * runs_all_turns: true if the loop certainly makes all its rounds, since it is one block that calls
 * nothing. A loop that may be left early could have a limit of any size, because it may never reach
 * the limit.
 */
static bool
runs_all_turns(const Induction *c)
{
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(c->phi);

	for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = LLVMGetNextInstruction(v))
		if (LLVMIsACallInst(v) && !is_ignored(v))
			return false;
	return c->latch == bb;
}

/* add_to_counter: address + n, as an instruction even if the address is a constant. */
static LLVMValueRef
add_to_counter(LLVMBuilderRef b, const Induction *c, LLVMValueRef address, int32_t n)
{
	LLVMTypeRef word = LLVMTypeOf(c->phi);
	LLVMValueRef v = LLVMBuildAdd(b, c->phi, LLVMConstInt(word, (Word)n, false), "");

	LLVMSetOperand(v, 0, LLVMBuildPtrToInt(b, address, word, ""));
	return v;
}

/* address_beyond: the address of element n of a row of elements of p's step. */
static LLVMValueRef
address_beyond(LLVMBuilderRef b, const Induction *p, LLVMValueRef n)
{
	LLVMTypeRef element = LLVMIntTypeInContext(
		LLVMGetTypeContext(LLVMTypeOf(p->phi)), 8 * p->step);
	LLVMValueRef row = LLVMBuildBitCast(b, p->first, LLVMPointerType(element, 0), "");

	return LLVMBuildGEP2(b, element, row, &n, 1, "");
}

/*
 * last_address: build the value that the pointer has in the last round, before the loop; NULL if
 * it is unknown.
 */
static LLVMValueRef
last_address(LLVMBuilderRef b, const Induction *c, const Induction *p, LLVMValueRef bound)
{
	LLVMValueRef from = c->step == 1 ? c->first : bound, to = c->step == 1 ? bound : c->first;
	Word begin, end;

	LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(c->before));
	if (value_const(from, &begin) && value_const(to, &end)) {
		if (end - begin < FEW || end - begin > INT32_MAX / (Word)abs(p->step))
			return NULL;
		return add_to_counter(b, c, p->first, (int32_t)(end - begin - 1) * p->step);
	}
	if (p->step != 1 && ((p->step != 4 && p->step != 8) || !runs_all_turns(c)))
		return NULL;
	if (!value_const(from, &begin) || begin != 0)
		to = LLVMBuildSub(b, to, from, "");
	return add_to_counter(b, c, address_beyond(b, p, to), -p->step);
}

/* drop_counter: let the test compare a pointer, if there is one, instead of the counter. */
static void
drop_counter(const Module *m, LLVMBuilderRef b, const Induction *c)
{
	LLVMValueRef test = sole_test(c), bound, last;
	Induction p;

	if (!test || LLVMGetTypeKind(LLVMTypeOf(c->phi)) != LLVMIntegerTypeKind)
		return;
	bound = LLVMGetOperand(test, 1);
	if (!is_usable_after(bound, c->before) || !find_pointer_beside(m, c, &p))
		return;
	last = last_address(b, c, &p, bound);
	if (!last)
		return;
	LLVMPositionBuilderBefore(b, test);
	LLVMReplaceAllUsesWith(test, LLVMBuildICmp(b, LLVMGetICmpPredicate(test),
		LLVMBuildPtrToInt(b, p.phi, LLVMTypeOf(c->phi), ""), last, ""));
	LLVMInstructionEraseFromParent(test);
}

void
legal_counters(const Module *m, LLVMBuilderRef b, LLVMValueRef f)
{
	Induction c;

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v && LLVMIsAPHINode(v);
			v = LLVMGetNextInstruction(v))
			if (find_induction(m, v, &c))
				drop_counter(m, b, &c);
}
