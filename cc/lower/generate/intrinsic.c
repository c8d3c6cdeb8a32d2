/*
 * intrinsic.c - calls that are compiled to instructions: pushes their arguments and emits the
 * operations of their rows.
 */
#include "generate.h"

#include <string.h>

/* emit_step: emit one word of an intrinsic's code. */
static void
emit_step(Fn *f, const char *op)
{
	if (strcmp(op, "drop") == 0) {
		ins_slot(f, FN_STL, temp_new(f, 1), 0);
	} else if (strcmp(op, "gsb") == 0) {
			ins_slot(f, FN_LDL, f->gsb, 0);
	} else if (strcmp(op, "wptr") == 0) {
		ins_slot(f, FN_LDLP, f->out, 0);
	} else if (strcmp(op, "ldl0") == 0) {
		ins_slot(f, FN_LDL, f->out, 0);
	} else {
		ins_oper(f, op);
	}
}

/* emit_steps: generate the operations named in `code`, which are separated by blanks. */
static void
emit_steps(Fn *f, const char *code)
{
	char *copy = arena_strndup(f->arena, code, strlen(code)), *save;

	for (char *op = strtok_r(copy, " ", &save); op; op = strtok_r(NULL, " ", &save))
		emit_step(f, op);
}

void
intrinsic_emit(Fn *f, const Intrinsic *in, LLVMValueRef call)
{
	int kept[DEPTH], depth = f->depth;

	if (in->real) { /* the argument is on the floating-point stack */
		emit_steps(f, in->code);
		return;
	}
	if (LLVMGetNumArgOperands(call) != in->args)
		fatal_at(f->m->name, value_where(call).line,
			"%s takes %d arguments; include t800.h", in->name, in->args);
	if (in->word0 && f->outwords < 1)
		f->outwords = 1;
	for (int i = in->args - 1; i > 0; i--)
		kept[i] = keep_deep(f, LLVMGetOperand(call, i), word_zext, DEPTH - i);
	for (int i = 0; i < in->args; i++)
		push_kept(f, LLVMGetOperand(call, i), word_zext, i > 0 ? kept[i] : -1);
	emit_steps(f, in->code);
	f->depth = depth + in->result;
}

int
intrinsic_need(Fn *f, const Intrinsic *in, LLVMValueRef call)
{
	if (in->args == 0)
		return 1;
	if (in->args == 1 && !strchr(in->code, ' '))
		return need_as(f, word_zext, LLVMGetOperand(call, 0));
	return DEPTH;
}
