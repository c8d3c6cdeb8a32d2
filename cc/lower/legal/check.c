/*
 * check.c - turns the tests and traps of -fcheck into instructions that set Error.
 *
 * clang implements a check as a branch to a block that traps. If the condition is an index below a
 * constant, csub0 does the same. If the condition is the overflow of a sum, difference or product
 * of words, add, sub or mul detect the overflow and also give the value. The branch then tests
 * Error. Other checks are not changed. A trap is a call of __trap (in libc, or in the library for
 * kernel programs); each check has a call of its own, so that the place of a mistake can be
 * reported.
 */
#include "rule.h"

#include <stdlib.h>
#include <string.h>

/* A check: `bad` is the successor of the branch that traps. */
typedef struct Check {
	LLVMValueRef branch, condition;
	LLVMBasicBlockRef good, bad;
	bool when; /* the condition's value that leads to `bad` */
} Check;

/* is_trap: true if v calls an intrinsic that stops the program by a trap. */
static bool
is_trap(LLVMValueRef v)
{
	return LLVMGetInstructionOpcode(v) == LLVMCall
		&& (callee_is(v, "llvm.ubsantrap") || callee_is(v, "llvm.trap"));
}

/* block_traps: true if the first instruction of the block is a trap. */
static bool
block_traps(LLVMBasicBlockRef bb)
{
	LLVMValueRef v = LLVMGetFirstInstruction(bb);

	return v && is_trap(v);
}

/* is_used_once: true if the value has one use. */
static bool
is_used_once(LLVMValueRef v)
{
	LLVMUseRef u = LLVMGetFirstUse(v);

	return u && !LLVMGetNextUse(u);
}

/* is_negated: true if v is `x xor true`. */
static bool
is_negated(LLVMValueRef v)
{
	return value_opcode(v) == LLVMXor && LLVMIsAConstantInt(LLVMGetOperand(v, 1));
}

/* read_check: true if the branch implements a check of -fcheck; *c is then the check. */
static bool
read_check(LLVMValueRef branch, Check *c)
{
	if (LLVMGetInstructionOpcode(branch) != LLVMBr || !LLVMIsConditional(branch))
		return false;
	*c = (Check){.branch = branch, .condition = LLVMGetCondition(branch),
		.good = LLVMGetSuccessor(branch, 0), .bad = LLVMGetSuccessor(branch, 1)};
	if (block_traps(c->good)) {
		c->bad = c->good;
		c->good = LLVMGetSuccessor(branch, 1);
		c->when = true;
	}
	if (!block_traps(c->bad) || !is_used_once(c->condition))
		return false;
	while (is_negated(c->condition) && is_used_once(LLVMGetOperand(c->condition, 0))) {
		c->condition = LLVMGetOperand(c->condition, 0);
		c->when = !c->when;
	}
	return true;
}

/*
 * limit_of_index: the constant below which *index must be for the check to pass; 0 if the
 * condition is something else.
 */
static uint32_t
limit_of_index(const Check *c, LLVMValueRef *index)
{
	LLVMIntPredicate p;
	LLVMValueRef limit;
	uint64_t n;

	if (value_opcode(c->condition) != LLVMICmp)
		return 0;
	p = LLVMGetICmpPredicate(c->condition);
	*index = LLVMGetOperand(c->condition, 0);
	limit = LLVMGetOperand(c->condition, 1);
	if (!LLVMIsAConstantInt(limit) || int_width(limit) != 32)
		return 0;
	n = LLVMConstIntGetZExtValue(limit);
	if (p == (c->when ? LLVMIntUGE : LLVMIntULT))
		return (uint32_t)n;
	return p == (c->when ? LLVMIntUGT : LLVMIntULE) ? (uint32_t)n + 1 : 0;
}

/*
 * checked_call: the overflow-checked operation, as a call, whose overflow flag is the condition; or
 * NULL.
 */
static const char *
checked_call(const Check *c, LLVMValueRef *call)
{
	static const char *const names[][2] = {
		{"llvm.sadd.with.overflow.i32", "__t800_add"},
		{"llvm.ssub.with.overflow.i32", "__t800_sub"},
		{"llvm.smul.with.overflow.i32", "__t800_mul"},
	};

	if (!c->when || !LLVMIsAExtractValueInst(c->condition)
		|| LLVMGetIndices(c->condition)[0] != 1)
		return NULL;
	*call = LLVMGetOperand(c->condition, 0);
	for (size_t i = 0; LLVMIsACallInst(*call) && i < sizeof names / sizeof *names; i++)
		if (callee_is(*call, names[i][0]))
			return names[i][1];
	return NULL;
}

/* replace_result: replace uses of the first field of the call's result. */
static void
replace_result(LLVMValueRef call, LLVMValueRef value)
{
	LLVMUseRef next;

	for (LLVMUseRef u = LLVMGetFirstUse(call); u; u = next) {
		LLVMValueRef user = LLVMGetUser(u);

		next = LLVMGetNextUse(u);
		if (LLVMIsAExtractValueInst(user) && LLVMGetIndices(user)[0] == 0)
			LLVMReplaceAllUsesWith(user, value);
	}
}

/*
 * position_builder: let the builder insert before an instruction, with the instruction's source
 * place.
 */
static void
position_builder(Rewrite *o, LLVMValueRef before)
{
	o->v = before;
	LLVMPositionBuilderBefore(o->b, before);
	LLVMSetCurrentDebugLocation2(o->b, LLVMInstructionGetDebugLoc(before));
}

/*
 * replace_check: replace the check by an instruction that sets Error, if there is one; the
 * condition is then that Error is clear.
 */
static void
replace_check(Rewrite *o, const Check *c)
{
	LLVMTypeRef word = int_type(o, 32);
	LLVMValueRef x, value, clear;
	uint32_t limit = limit_of_index(c, &x);
	const char *name;

	if (limit) {
		position_builder(o, c->branch);
		legal_machine_op(o, "__t800_csub0", x, int_constant(word, limit), NULL);
	} else if ((name = checked_call(c, &x)) != NULL) {
		position_builder(o, x);
		value = legal_machine_op(o, name, LLVMGetOperand(x, 0), LLVMGetOperand(x, 1), NULL);
		replace_result(x, value);
		position_builder(o, c->branch);
	} else {
		return;
	}
	clear = legal_call(o, "__t800_testerr", word, NULL, 0);
	LLVMSetCondition(c->branch,
			 LLVMBuildICmp(o->b, LLVMIntNE, clear, int_constant(word, 0), ""));
	LLVMSetSuccessor(c->branch, 0, c->good);
	LLVMSetSuccessor(c->branch, 1, c->bad);
}

/* build_trap_call: build the call that ends the program by a trap. */
static void
build_trap_call(Rewrite *o)
{
	legal_call(o, "__trap", LLVMVoidTypeInContext(o->c), NULL, 0);
}

/* make_own_trap: give the check a trap in a block of its own, with the check's source place. */
static void
make_own_trap(Rewrite *o, LLVMValueRef f, const Check *c)
{
	LLVMBasicBlockRef bb = LLVMAppendBasicBlockInContext(o->c, f, "trap");

	LLVMPositionBuilderAtEnd(o->b, bb);
	LLVMSetCurrentDebugLocation2(o->b, LLVMInstructionGetDebugLoc(c->branch));
	build_trap_call(o);
	LLVMBuildUnreachable(o->b);
	LLVMSetSuccessor(c->branch, LLVMGetSuccessor(c->branch, 1) == c->bad, bb);
}

/* rewrite_traps: handle traps that do not belong to only one check. */
static void
rewrite_traps(Rewrite *o, LLVMBasicBlockRef bb)
{
	LLVMValueRef next;

	for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = next) {
		next = LLVMGetNextInstruction(v);
		if (!is_trap(v))
			continue;
		position_builder(o, v);
		build_trap_call(o);
		LLVMInstructionEraseFromParent(v);
	}
}

void
legal_checks(Module *m, LLVMBuilderRef b, LLVMValueRef f)
{
	Rewrite o = {.m = m, .b = b, .c = LLVMGetModuleContext(m->ir)};
	LLVMBasicBlockRef next;
	Check c;

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb)) {
		if (!read_check(LLVMGetBasicBlockTerminator(bb), &c))
			continue;
		replace_check(&o, &c);
		make_own_trap(&o, f, &c);
	}
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = next) {
		next = LLVMGetNextBasicBlock(bb);
		if (block_traps(bb) && !LLVMGetFirstUse(LLVMBasicBlockAsValue(bb))
			&& bb != LLVMGetEntryBasicBlock(f))
			LLVMDeleteBasicBlock(bb);
		else
			rewrite_traps(&o, bb);
	}
}
