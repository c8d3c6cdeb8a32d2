/*
 * dynamic.c - allocates memory in the workspace at run time (alloca).
 *
 * The allocated block lies between the objects, which stay, and the slots, which move down with
 * Wptr. Wptr moves by at least the size of the slots, so that the move does not overlap.
 */
#include "generate.h"

/*
 * ins_add_low: append an instruction whose operand is `times` the size of the low part of the
 * workspace.
 */
static void
ins_add_low(Fn *f, int fn, int times)
{
	ins_add(f, (Ins){INS_LOW, .fn = fn, .k = times});
	if (fn == FN_LDC)
		f->depth++;
}

/* move_slots: set Wptr to the word in slot t, and move the slots with it. */
static void
move_slots(Fn *f, int t)
{
	ins_slot(f, FN_LDLP, f->out, 0);
	ins_slot(f, FN_LDL, t, 0);
	ins_add_low(f, FN_LDC, 4);
	ins_oper(f, "move");
	ins_slot(f, FN_LDL, t, 0);
	ins_oper(f, "gajw");
	f->depth = 0;
}

void
dynamic_allocate(Fn *f, LLVMValueRef v)
{
	uint32_t size = type_size(f->m, LLVMGetAllocatedType(v));
	int t = temp_new(f, 1), enough = label_new(f);

	word_push(f, LLVMGetOperand(v, 0));
	ins_direct(f, FN_LDC, size);
	ins_oper(f, "prod");
	ins_direct(f, FN_LDC, 3);
	ins_oper(f, "bsub");
	ins_direct(f, FN_LDC, -4);
	ins_oper(f, "and");
	ins_slot(f, FN_STL, t, 0);
	ins_add_low(f, FN_LDC, 4);
	ins_slot(f, FN_LDL, t, 0);
	ins_oper(f, "gt");
	ins_jump(f, FN_CJ, enough);
	ins_add_low(f, FN_LDC, 4);
	ins_slot(f, FN_STL, t, 0);
	ins_label(f, enough);
	ins_slot(f, FN_LDLP, f->out, 0);
	ins_slot(f, FN_LDL, t, 0);
	ins_oper(f, "diff");
	ins_slot(f, FN_STL, t, 0);
	move_slots(f, t);
	ins_slot(f, FN_LDL, t, 0);
	ins_add_low(f, FN_LDNLP, 1);
	ins_slot(f, FN_STL, fn_val(f, v)->web, 0);
}

void
restore_stack(Fn *f, LLVMValueRef v)
{
	int t = temp_new(f, 1);

	word_push(f, LLVMGetOperand(v, 0));
	ins_slot(f, FN_STL, t, 0);
	move_slots(f, t);
}
