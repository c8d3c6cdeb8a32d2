/* root.c - generates an instruction that is not folded into its users. */
#include "generate.h"

#include <assert.h>

/* ---- calls that become other code than a call ---- */

/* start_varargs: generate va_start: store the address of the first variable argument. */
static void
start_varargs(Fn *f, LLVMValueRef v)
{
	Place p = place_of(f, LLVMGetOperand(v, 0));
	int t = temp_new(f, 1);

	if (f->entry >= 0) {
		ins_slot(f, FN_LDL, f->entry, 0);
		ins_slot(f, FN_LDNLP, f->varargs, 0);
	} else {
		ins_slot(f, FN_LDLP, f->varargs, 0);
	}
	ins_slot(f, FN_STL, t, 0);
	copy_bytes(f, p, place_slot(t, 0), 4, 4);
}

/* copy_memory: generate a copy of memory, of a fixed or a computed length. */
static void
copy_memory(Fn *f, LLVMValueRef v)
{
	Place to = place_of(f, LLVMGetOperand(v, 0)), from = place_of(f, LLVMGetOperand(v, 1));
	LLVMValueRef n = LLVMGetOperand(v, 2);
	unsigned align = call_alignment(v, 1), other = call_alignment(v, 2);
	int t;
	Word w;

	if (value_const(n, &w)) {
		copy_bytes(f, place_within(f, to, w), from, w, align < other ? align : other);
		return;
	}
	t = keep_deep(f, n, word_push, 1);
	if (place_need(f, &to) > 2)
		to = place_fixed(f, to);
	place_address(f, &from);
	place_address(f, &to);
	push_kept(f, n, word_push, t);
	ins_oper(f, "move");
}

/* generate_trap: generate the code of a trap, which stops the program. */
static void
generate_trap(Fn *f, LLVMValueRef v)
{
	(void)v;
	ins_verbatim(f, "\tseterr\n\tstopp");
	f->depth = 0;
}

/* save_stack: generate llvm.stacksave, whose value restore_stack uses. */
static void
save_stack(Fn *f, LLVMValueRef v)
{
	ins_slot(f, FN_LDLP, f->out, 0);
	f->depth = 1;
	call_receive(f, v);
}

/* Calls with a meaning defined by LLVM. */
typedef void LowerCall(Fn *f, LLVMValueRef v);

static const struct {
	const char *prefix;
	LowerCall *lower;
} special_calls[] = {
	{"llvm.memcpy.", copy_memory}, {"llvm.va_start", start_varargs},
	{"llvm.debugtrap", generate_trap}, {"llvm.stacksave", save_stack},
	{"llvm.stackrestore", restore_stack},
};

/*
 * find_special: the function that lowers a call of inline assembly or of an intrinsic; NULL for
 * others.
 */
static LowerCall *
find_special(LLVMValueRef v)
{
	if (LLVMIsAInlineAsm(LLVMGetCalledValue(v)))
		return inline_asm_emit;
	for (size_t i = 0; calls_llvm(v) && i < sizeof special_calls / sizeof *special_calls; i++)
		if (callee_is(v, special_calls[i].prefix))
			return special_calls[i].lower;
	return NULL;
}

bool
is_known_call(LLVMValueRef v)
{
	return find_special(v) || intrinsic_of(v) || is_ignored(v);
}

/* lower_call: generate the code of a call of any kind. */
static void
lower_call(Fn *f, LLVMValueRef v)
{
	const Intrinsic *in = intrinsic_of(v);

	if (find_special(v)) {
		find_special(v)(f, v);
		return;
	}
	if (!in) {
		call_emit(f, v);
		return;
	}
	if (in->real) {
		real_push(f, LLVMGetOperand(v, 0));
		intrinsic_emit(f, in, v);
		f->fdepth = 0;
	} else {
		intrinsic_emit(f, in, v);
	}
	call_receive(f, v);
}

/* ---- roots ---- */

/* lower_value: generate the code that computes v, and store it in its slot. */
static void
lower_value(Fn *f, LLVMValueRef v)
{
	Val *x = fn_val(f, v);

	if (value_opcode(v) == LLVMSelect && !is_choice(v)) {
		lower_choice(f, v);
		return;
	}
	if (value_opcode(v) == LLVMAlloca) {
		dynamic_allocate(f, v);
		return;
	}
	switch (x->kind) {
	case KIND_WORD:
		x->folded = true; /* evaluate it here, this once */
		word_push(f, v);
		x->folded = false;
		ins_slot(f, FN_STL, x->web >= 0 ? x->web : temp_new(f, 1), 0);
		break;
	case KIND_SINGLE:
	case KIND_DOUBLE:
		x->folded = true;
		real_push(f, v);
		x->folded = false;
		real_store(f, x->kind, x->web >= 0 ? x->web : temp_new(f, x->words), 0);
		break;
	default:
		wide_compute(f, v, x->web >= 0 ? x->web : temp_new(f, x->words));
	}
}

/* ---- terminators ---- */

/* return_extension: how a returned word is extended: word_push, word_zext or word_sext. */
static Gen *
return_extension(Fn *f, LLVMValueRef x)
{
	if (word_bits(x) == 1)
		return word_push;
	if (has_attribute(f->f, LLVMAttributeReturnIndex, "zeroext"))
		return word_zext;
	return has_attribute(f->f, LLVMAttributeReturnIndex, "signext") ? word_sext : word_push;
}

/* return_value: generate the code that leaves x where a function's result is returned. */
static void
return_value(Fn *f, LLVMValueRef x)
{
	uint32_t words = type_words(f->m, LLVMTypeOf(x));
	const Val *kept = fn_val(f, value_peel(x));
	int t;

	switch (type_kind(LLVMTypeOf(x))) {
	case KIND_WORD:
		return_extension(f, x)(f, x);
		return;
	case KIND_SINGLE:
	case KIND_DOUBLE:
		real_push(f, x);
		return;
	default:
		break;
	}
	if (f->result >= 0) {
		value_store_at(f, x, (Place){.base = BASE_POINTER, .slot = f->result});
		return;
	}
	if (kept && !kept->folded) {
		t = kept->web;
	} else {
		t = temp_new(f, words);
		value_store(f, x, t, 0);
	}
	for (int k = words; k > 0; k--)
		ins_slot(f, FN_LDL, t, k - 1);
}

/* lower_return: generate the code of a return, with its value. */
static void
lower_return(Fn *f, LLVMValueRef v)
{
	if (LLVMGetNumOperands(v) > 0)
		return_value(f, LLVMGetOperand(v, 0));
	if (f->entry >= 0) {
		ins_slot(f, FN_LDL, f->entry, 0);
		ins_oper(f, "gajw");
		ins_add(f, (Ins){INS_STATE, .n = FRAME_FIXED});
		ins_slot(f, FN_STL, f->out, 0); /* the old Wptr is not needed */
	}
	ins_add(f, (Ins){INS_FRAME, .k = 1});
	ins_add(f, (Ins){INS_STATE, .n = FRAME_ENTRY});
	ins_oper(f, "ret");
	ins_add(f, (Ins){INS_STATE, .n = FRAME_LOW});
	f->depth = f->fdepth = 0;
}

/*
 * lower_computed_goto: generate a computed goto, followed by a table from which the verifier reads
 * the possible targets.
 */
static void
lower_computed_goto(Fn *f, LLVMValueRef v)
{
	int table = label_new(f);

	word_push(f, LLVMGetOperand(v, 0));
	ins_oper(f, "gcall");
	f->depth = 0;
	table_begin(f, table);
	for (unsigned i = 0; i < LLVMGetNumSuccessors(v); i++)
		table_entry(f, table, f->blocks[fn_block(f, LLVMGetSuccessor(v, i))].label);
	table_end(f);
}

/* lower_terminator: generate the code of a block's last instruction. */
static void
lower_terminator(Fn *f, LLVMValueRef v)
{
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMBr:
		lower_branch(f, v);
		break;
	case LLVMRet:
		lower_return(f, v);
		break;
	case LLVMSwitch:
		lower_switch(f, v);
		break;
	case LLVMIndirectBr:
		lower_computed_goto(f, v);
		break;
	default:
		assert(LLVMGetInstructionOpcode(v) == LLVMUnreachable);
		/* so that execution does not run into the next function */
		ins_verbatim(f, "\tstopp");
	}
	f->depth = f->fdepth = 0;
}

void
lower_root(Fn *f, LLVMValueRef v)
{
	const Val *x = fn_val(f, v);

	if (LLVMIsAPHINode(v) || is_ignored(v) || (x && (x->folded || !x->live)))
		return;
	if (LLVMIsATerminatorInst(v))
		lower_terminator(f, v);
	else if (LLVMGetInstructionOpcode(v) == LLVMStore)
		memory_store(f, v);
	else if (LLVMGetInstructionOpcode(v) == LLVMCall)
		lower_call(f, v);
	else if (x)
		lower_value(f, v);
	assert(f->depth >= 0 && f->fdepth == 0);
	f->depth = 0;
	temps_free(f);
}
