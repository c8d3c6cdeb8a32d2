/*
 * refuse.c - rejects, with file and line, constructs that the lowering does not support.
 *
 * Before a function is lowered, each of its instructions is checked: operation, types, constants,
 * attributes. Constructs that are in none of these lists are refused. So the lowering may assert
 * what it relies on.
 */
#include "generate.h"
#include "cc/lower/legal/legal.h"

#include <string.h>

/*
 * refuse_text: fatal: the instruction or type is not supported; print it as LLVM does, without
 * details that users need not see.
 */
static _Noreturn void
refuse_text(const Module *m, LLVMValueRef v, const char *what, char *text)
{
	const char *start = text + strspn(text, " ");
	char copy[200];

	snprintf(copy, sizeof copy, "%.*s", (int)strcspn(start, "\n!"), start);
	LLVMDisposeMessage(text);
	refuse(m, v, "%s that the T800 compiler does not know: %s", what, copy);
}

/* refuse_instruction: fatal: the instruction is not supported. */
static _Noreturn void
refuse_instruction(const Module *m, LLVMValueRef v)
{
	refuse_text(m, v, "an operation", LLVMPrintValueToString(v));
}

/* ---- types ---- */

/* is_known_type: true if the lowering supports values of the type. */
static bool
is_known_type(const Module *m, LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMVoidTypeKind:
	case LLVMIntegerTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
	case LLVMPointerTypeKind:
		return true;
	case LLVMStructTypeKind:
		for (unsigned i = 0; i < part_count(t); i++)
			if (!is_known_type(m, part_type(t, i)))
				return false;
		return !LLVMIsOpaqueStruct(t);
	case LLVMArrayTypeKind:
	case LLVMVectorTypeKind:
		return is_known_type(m, part_type(t, 0));
	default:
		return false;
	}
}

/* check_type: refuse an instruction of a type that the lowering does not support. */
static void
check_type(const Module *m, LLVMValueRef v, LLVMTypeRef t)
{
	if (!is_known_type(m, t))
		refuse_text(m, v, "a type", LLVMPrintTypeToString(t));
}

static bool
is_vector(LLVMTypeRef t)
{
	return LLVMGetTypeKind(t) == LLVMVectorTypeKind;
}

/*
 * has_bit_vector: true for a type with a vector whose elements are not whole bytes: its layout in
 * memory differs from that in a slot.
 */
static bool
has_bit_vector(const Module *m, LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMVectorTypeKind:
		return type_bits(m, part_type(t, 0)) % 8 != 0;
	case LLVMStructTypeKind:
	case LLVMArrayTypeKind:
		for (unsigned i = 0; i < part_count(t); i++)
			if (has_bit_vector(m, part_type(t, i)))
				return true;
		return false;
	default:
		return false;
	}
}

/*
 * check_memory: refuse an access to memory by a type whose layout there differs from that in a
 * slot.
 */
static void
check_memory(const Module *m, LLVMValueRef v, LLVMTypeRef t)
{
	check_type(m, v, t);
	if (has_bit_vector(m, t))
		refuse_text(m, v, "a type in memory", LLVMPrintTypeToString(t));
}

/* ---- constants ---- */

/* is_constant_known: true if the lowering supports the constant. */
static bool
is_constant_known(LLVMValueRef v)
{
	if (LLVMIsAConstantExpr(v))
		return legal_is_simple(v) && is_constant_known(LLVMGetOperand(v, 0));
	if (LLVMIsAConstantStruct(v) || LLVMIsAConstantArray(v) || LLVMIsAConstantVector(v)) {
		for (int i = 0; i < LLVMGetNumOperands(v); i++)
			if (!is_constant_known(LLVMGetOperand(v, i)))
				return false;
		return true;
	}
	return LLVMIsAConstantInt(v) || LLVMIsAConstantFP(v) || LLVMIsUndef(v)
		|| LLVMIsAPoisonValue(v) || LLVMIsNull(v) || LLVMIsAConstantDataSequential(v)
		|| LLVMIsAConstantAggregateZero(v) || LLVMIsAFunction(v) || LLVMIsAGlobalVariable(v)
		|| LLVMIsAGlobalAlias(v) || LLVMIsABlockAddress(v);
}

/* check_operand: refuse an operand of v that the lowering does not support. */
static void
check_operand(const Module *m, LLVMValueRef v, LLVMValueRef x)
{
	if (LLVMIsABasicBlock(x) || LLVMIsAInlineAsm(x))
		return;
	check_type(m, v, LLVMTypeOf(x));
	if (LLVMIsAConstant(x) && !is_constant_known(x))
		refuse_text(m, v, "a constant", LLVMPrintValueToString(x));
}

/* ---- attributes ---- */

/* Attributes that change the code to generate. */
static const char *const function_attributes[] = {
	"naked",
	"jumptable",
	"ssp",
	"sspreq",
	"sspstrong",
	"safestack",
	"shadowcallstack",
	"sanitize_address",
	"sanitize_memory",
	"sanitize_thread",
	"sanitize_hwaddress",
	"sanitize_memtag",
	"strictfp",
	"presplitcoroutine",
};
static const char *const parameter_attributes[] = {
	"inalloca",
	"preallocated",
	"nest",
	"byref",
	"swiftself",
	"swiftasync",
	"swifterror",
	"inreg",
};

/*
 * check_function_attributes: refuse a function with an attribute that the compiler does not know.
 */
static void
check_function_attributes(const Module *m, LLVMValueRef f)
{
	for (size_t i = 0; i < sizeof function_attributes / sizeof *function_attributes; i++)
		if (has_attribute(f, LLVMAttributeFunctionIndex, function_attributes[i]))
			refuse(m, f,
				"the T800 compiler does not know functions with the attribute %s",
				function_attributes[i]);
}

/*
 * check_parameter: refuse an argument with an attribute that the compiler does not know; v is a
 * function or a call.
 */
static void
check_parameter(const Module *m, LLVMValueRef v, unsigned index)
{
	for (size_t i = 0; i < sizeof parameter_attributes / sizeof *parameter_attributes; i++)
		if (LLVMIsAFunction(v) ? has_attribute(v, index, parameter_attributes[i])
			: call_has_attribute(v, index, parameter_attributes[i]))
			refuse(m, v,
				"the T800 compiler does not know arguments with the attribute %s",
				parameter_attributes[i]);
}

/*
 * check_convention: refuse a calling convention that cannot be lowered like C's; v is a function
 * or a call.
 */
static void
check_convention(const Module *m, LLVMValueRef v, unsigned convention)
{
	if (convention != LLVMCCallConv && convention != LLVMFastCallConv
		&& convention != LLVMColdCallConv)
		refuse(m, v, "calling convention %u; only C's is known", convention);
}

/* ---- operations ---- */

/* has_constant_element: true if the last operand, the index of a vector's element, is constant. */
static bool
has_constant_element(LLVMValueRef v)
{
	return LLVMIsAConstantInt(LLVMGetOperand(v, LLVMGetNumOperands(v) - 1)) != NULL;
}

/* check_alloca: refuse a variable in the workspace that the lowering does not support. */
static void
check_alloca(const Module *m, LLVMValueRef v)
{
	LLVMTypeRef count = LLVMTypeOf(LLVMGetOperand(v, 0));

	check_memory(m, v, LLVMGetAllocatedType(v));
	if (LLVMGetIntTypeWidth(count) > 32 || LLVMGetAlignment(v) > 4)
		refuse_instruction(m, v);
}

/* check_call: refuse a call that the lowering does not support. */
static void
check_call(const Module *m, LLVMValueRef v)
{
	check_convention(m, v, LLVMGetInstructionCallConv(v));
	if (is_musttail(v))
		refuse(m, v, "the T800 compiler makes no tail calls; leave musttail out");
	for (unsigned i = 0; i < LLVMGetNumArgOperands(v); i++)
		check_parameter(m, v, i + 1);
	if (callee_is(v, "llvm.") && !is_known_call(v))
		refuse(m, v, "%s is not known to the T800 compiler", callee_name(v));
}

/* Operations on words, integers and reals only; other operations may also have vectors. */
static const LLVMOpcode scalar_operations[] = {
	LLVMBr,
	LLVMSwitch,
	LLVMIndirectBr,
	LLVMUnreachable,
	LLVMFence,
	LLVMAdd,
	LLVMSub,
	LLVMMul,
	LLVMUDiv,
	LLVMSDiv,
	LLVMURem,
	LLVMSRem,
	LLVMShl,
	LLVMLShr,
	LLVMAShr,
	LLVMAnd,
	LLVMOr,
	LLVMXor,
	LLVMFNeg,
	LLVMFAdd,
	LLVMFSub,
	LLVMFMul,
	LLVMFDiv,
	LLVMTrunc,
	LLVMZExt,
	LLVMSExt,
	LLVMFPToUI,
	LLVMFPToSI,
	LLVMUIToFP,
	LLVMSIToFP,
	LLVMFPTrunc,
	LLVMFPExt,
	LLVMPtrToInt,
	LLVMIntToPtr,
	LLVMAddrSpaceCast,
	LLVMBitCast,
	LLVMGetElementPtr,
	LLVMICmp,
	LLVMFCmp,
};

static bool
is_scalar_operation(LLVMOpcode op)
{
	for (size_t i = 0; i < sizeof scalar_operations / sizeof *scalar_operations; i++)
		if (scalar_operations[i] == op)
			return true;
	return false;
}

/* check_scalar: refuse an operation on words or reals that has a vector as result or operand. */
static void
check_scalar(const Module *m, LLVMValueRef v)
{
	if (is_vector(LLVMTypeOf(v)))
		refuse_instruction(m, v);
	for (int i = 0; i < LLVMGetNumOperands(v); i++)
		if (!LLVMIsABasicBlock(LLVMGetOperand(v, i))
			&& is_vector(LLVMTypeOf(LLVMGetOperand(v, i))))
			refuse_instruction(m, v);
}

/* check_operation: refuse an instruction whose operation the lowering does not support. */
static void
check_operation(const Module *m, LLVMValueRef v)
{
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMRet:
	case LLVMPHI:
	case LLVMSelect:
	case LLVMExtractValue:
	case LLVMInsertValue:
	case LLVMFreeze:
		break;
	case LLVMExtractElement:
	case LLVMInsertElement:
		if (!has_constant_element(v))
			refuse_instruction(m, v);
		break;
	case LLVMLoad:
		check_memory(m, v, LLVMTypeOf(v));
		break;
	case LLVMStore:
		check_memory(m, v, LLVMTypeOf(LLVMGetOperand(v, 0)));
		break;
	case LLVMAlloca:
		check_alloca(m, v);
		break;
	case LLVMCall:
		check_call(m, v);
		break;
	case LLVMInvoke:
		refuse(m, v, "exceptions are not part of C; do not use -fexceptions");
	case LLVMCallBr:
		refuse(m, v,
			"inline assembly: asm goto is not known; jump in C, on a result of the "
			"assembly");
	default:
		if (!is_scalar_operation(LLVMGetInstructionOpcode(v)))
			refuse_instruction(m, v);
		check_scalar(m, v);
	}
}

/*
 * check_instruction: refuse an instruction that the lowering does not support, by its type,
 * operation and operands.
 */
static void
check_instruction(const Module *m, LLVMValueRef v)
{
	if (is_ignored(v))
		return;
	check_operation(m, v);
	check_type(m, v, LLVMTypeOf(v));
	for (int i = 0; i < LLVMGetNumOperands(v); i++)
		check_operand(m, v, LLVMGetOperand(v, i));
}

void
refuse_unknown(const Module *m, LLVMValueRef f)
{
	check_function_attributes(m, f);
	check_convention(m, f, LLVMGetFunctionCallConv(f));
	for (LLVMValueRef a = LLVMGetFirstParam(f); a; a = LLVMGetNextParam(a))
		check_type(m, f, LLVMTypeOf(a));
	for (unsigned i = 1; i <= LLVMCountParams(f); i++)
		check_parameter(m, f, i);
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = LLVMGetNextInstruction(v))
			check_instruction(m, v);
}

void
refuse_data(const Module *m, LLVMValueRef v, const char *name)
{
	LLVMTypeRef t = LLVMGlobalGetValueType(v);

	if (!is_known_type(m, t) || has_bit_vector(m, t))
		refuse(m, v, "%s has a type that the T800 compiler does not know", name);
}
