/*
 * legal.c - rewrites a program into the subset of LLVM IR that the lowering supports.
 *
 * Examples: minima become selects, overflow becomes comparisons, 64-bit division and rare
 * conversions become calls of the runtime library, structures passed by value become copies. Each
 * rule is a row: an opcode or a name, and the function that makes the new value.
 */
#include "rule.h"

#include <llvm-c/Support.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <stdlib.h>
#include <string.h>

enum { MAX_ARGUMENTS = 5 }; /* the most arguments a function of the runtime library has */

/* ---- functions that rules share ---- */

LLVMValueRef
legal_call(Rewrite *o, const char *name, LLVMTypeRef ret, LLVMValueRef *args, unsigned n)
{
	LLVMTypeRef types[MAX_ARGUMENTS], type;
	LLVMValueRef f = LLVMGetNamedFunction(o->m->ir, name);

	for (unsigned i = 0; i < n; i++)
		types[i] = LLVMTypeOf(args[i]);
	type = LLVMFunctionType(ret, types, n, 0);
	if (!f)
		f = LLVMAddFunction(o->m->ir, name, type);
	return LLVMBuildCall2(o->b, type,
		LLVMBuildBitCast(o->b, f, LLVMPointerType(type, 0), ""), args, n, "");
}

LLVMValueRef
legal_machine_op(Rewrite *o, const char *name, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c)
{
	LLVMValueRef args[3] = {a, b, c};

	return legal_call(o, name, int_type(o, 32), args, c ? 3 : b ? 2 : 1);
}

LLVMValueRef
legal_resize(Rewrite *o, LLVMValueRef v, LLVMTypeRef t)
{
	if (LLVMGetIntTypeWidth(t) > int_width(v))
		return LLVMBuildZExt(o->b, v, t, "");
	return LLVMGetIntTypeWidth(t) < int_width(v) ? LLVMBuildTrunc(o->b, v, t, "") : v;
}

/* ---- rules ---- */

static const struct {
	LLVMOpcode op;
	Rule *rule;
} opcode_rules[] = {
	{LLVMAdd, legal_bit},
	{LLVMSub, legal_bit},
	{LLVMMul, legal_bit},
	{LLVMUDiv, legal_divide},
	{LLVMSDiv, legal_divide},
	{LLVMURem, legal_divide},
	{LLVMSRem, legal_divide},
	{LLVMShl, legal_shift},
	{LLVMLShr, legal_shift},
	{LLVMAShr, legal_shift},
	{LLVMFRem, legal_remainder_real},
	{LLVMSIToFP, legal_from_integer},
	{LLVMUIToFP, legal_from_integer},
	{LLVMFPToSI, legal_to_integer},
	{LLVMFPToUI, legal_to_integer},
	{LLVMPtrToInt, legal_address},
	{LLVMSelect, legal_choice},
	{LLVMFreeze, legal_freeze},
	{LLVMBitCast, legal_bits_of_vector},
	{LLVMAlloca, legal_variable},
};

static const struct {
	const char *prefix;
	Rule *rule;
} call_rules[] = {
	{"llvm.smax.", legal_smax},
	{"llvm.smin.", legal_smin},
	{"llvm.umax.", legal_umax},
	{"llvm.umin.", legal_umin},
	{"llvm.abs.", legal_absolute},
	{"llvm.uadd.with", legal_with_overflow},
	{"llvm.usub.with", legal_with_overflow},
	{"llvm.umul.with", legal_with_overflow},
	{"llvm.sadd.with", legal_with_overflow},
	{"llvm.ssub.with", legal_with_overflow},
	{"llvm.smul.with", legal_with_overflow},
	{"llvm.uadd.sat", legal_saturated},
	{"llvm.usub.sat", legal_saturated},
	{"llvm.sadd.sat", legal_saturated},
	{"llvm.ssub.sat", legal_saturated},
	{"llvm.ctpop.", legal_count_ones},
	{"llvm.ctlz.", legal_leading_zeros},
	{"llvm.cttz.", legal_trailing_zeros},
	{"llvm.bswap.", legal_swap_bytes},
	{"llvm.bitreverse.", legal_reverse_bits},
	{"llvm.fshl.", legal_funnel_left},
	{"llvm.fshr.", legal_funnel_right},
	{"llvm.memset.", legal_set_memory},
	{"llvm.memmove.", legal_move_memory},
	{"llvm.memcpy.", legal_copy_memory},
	{"llvm.va_copy", legal_copy_list},
	{"llvm.fmuladd.", legal_multiply_and_add},
	{"llvm.expect.", legal_first_operand},
	{"llvm.launder.", legal_first_operand},
	{"llvm.strip.", legal_first_operand},
	{"llvm.ptr.annotation.", legal_first_operand},
	{"llvm.returnaddress", legal_nothing_known},
	{"llvm.frameaddress", legal_nothing_known},
	{"llvm.vector.reduce.", legal_reduction},
	{"llvm.", legal_mathematics},
};

/*
 * is_on_vectors: true for an operation on whole vectors that the scalarizer pass leaves; without a
 * rule, refuse.c reports it.
 */
static bool
is_on_vectors(LLVMValueRef v)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(v);

	if (LLVMGetNumOperands(v) == 0
		|| LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(v, 0))) != LLVMVectorTypeKind)
		return false;
	return op != LLVMFreeze && op != LLVMBitCast
		&& !(op == LLVMCall && callee_is(v, "llvm.vector.reduce."));
}

/* rule_for_call: the rule that rewrites a call of a function of LLVM; NULL if it needs none. */
static Rule *
rule_for_call(LLVMValueRef call)
{
	const char *name = callee_name(call);

	for (size_t i = 0; i < sizeof call_rules / sizeof *call_rules; i++)
		if (name_begins(name, call_rules[i].prefix))
			return call_rules[i].rule;
	return NULL;
}

/* rule_for: the rule that rewrites the instruction; NULL if it needs none. */
static Rule *
rule_for(LLVMValueRef v)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(v);

	if (is_ignored(v) || is_on_vectors(v))
		return NULL;
	if (op == LLVMCall && calls_llvm(v) && !intrinsic_of(v))
		return rule_for_call(v);
	for (size_t i = 0; i < sizeof opcode_rules / sizeof *opcode_rules; i++)
		if (opcode_rules[i].op == op)
			return opcode_rules[i].rule;
	return NULL;
}

/*
 * replace_instruction: apply the rule for the instruction, if there is one, and remove the
 * instruction.
 */
static void
replace_instruction(Module *m, LLVMBuilderRef b, LLVMValueRef v)
{
	Rule *rule = rule_for(v);
	int n = LLVMGetNumOperands(v);
	Rewrite o = {
		.m = m, .b = b, .c = LLVMGetModuleContext(m->ir), .v = v, .t = LLVMTypeOf(v),
		.x = n > 0 ? LLVMGetOperand(v, 0) : NULL, .y = n > 1 ? LLVMGetOperand(v, 1) : NULL,
		.z = n > 2 ? LLVMGetOperand(v, 2) : NULL,
	};
	LLVMValueRef value;

	if (!rule)
		return;
	LLVMPositionBuilderBefore(b, v);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(v));
	value = rule(&o);
	if (!value)
		return;
	if (LLVMGetTypeKind(o.t) != LLVMVoidTypeKind)
		LLVMReplaceAllUsesWith(v, value);
	LLVMInstructionEraseFromParent(v);
}

/* rewrite_function: apply the rules to all instructions of a function. */
static void
rewrite_function(Module *m, LLVMBuilderRef b, LLVMValueRef f)
{
	LLVMValueRef next;

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = LLVMGetNextInstruction(v))
			legal_expand(b, v);
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = next) {
			next = LLVMGetNextInstruction(v);
			replace_instruction(m, b, v);
		}
}

/* ---- passes ---- */

/* run_passes: run LLVM's passes of these names on the module. */
static void
run_passes(Module *m, const char *passes)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef e = LLVMRunPasses(m->ir, passes, NULL, options);

	LLVMDisposePassBuilderOptions(options);
	if (e)
		fatal_at(m->name, 0, "LLVM: %s", LLVMGetErrorMessage(e));
}

void
legalize_start(void)
{
	static const char *const options[] = {"trellis cc", "-scalarize-load-store"};

	LLVMParseCommandLineOptions(2, options, NULL);
}

/*
 * module_legalize: the last passes may fold constants into expressions again, so there is a second
 * round.
 */
void
module_legalize(Module *m, int level)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m->ir));

	m->optimised = level > 0;
	run_passes(m, "function(lower-constant-intrinsics,lower-expect,loweratomic,scalarizer)");
	for (LLVMValueRef f = LLVMGetFirstFunction(m->ir); f; f = LLVMGetNextFunction(f))
		if (LLVMGetFirstBasicBlock(f)) {
			legal_checks(m, b, f);
			legal_structures(m, b, f);
			rewrite_function(m, b, f);
		}
	if (level > 0)
		run_passes(m, "function(loop-simplify,lcssa,loop(loop-reduce),early-cse,dce)");
	for (LLVMValueRef f = LLVMGetFirstFunction(m->ir); level > 0 && f;
		f = LLVMGetNextFunction(f))
		legal_counters(m, b, f);
	run_passes(m, "function(break-crit-edges)");
	for (LLVMValueRef f = LLVMGetFirstFunction(m->ir); f; f = LLVMGetNextFunction(f))
		if (LLVMGetFirstBasicBlock(f)) {
			legal_phis(b, f);
			rewrite_function(m, b, f);
			if (level > 0)
				copy_returns(b, f);
		}
	LLVMDisposeBuilder(b);
}
