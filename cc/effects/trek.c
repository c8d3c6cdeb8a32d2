/*
 * trek.c - what the functions of TrEK (trek/trek.h) do with the memory of an application, which is
 * analysed without TrEK. They copy bytes, which contain no pointers.
 */
#include "effects_parts.h"

#include <string.h>

static const TrekCall calls[] = {
	{"do_task"}, {"put_result"}, {"put_part"}, {"put_border"}, {"share"}, {"note_event"},
	{"total_tasks"}, {"task_number"}, {"task_part"}, {"split_degree"}, {"stage_number"},
	{"stage_count"}, {"get_result", TREK_TAKES}, {"shared", TREK_LENDS},
	{"get_border", TREK_LENDS},
};

const TrekCall *
effects_trek(const char *name)
{
	for (size_t i = 0; name && i < sizeof calls / sizeof *calls; i++)
		if (strcmp(calls[i].name, name) == 0)
			return &calls[i];
	return NULL;
}

const TrekCall *
trek_of(LLVMValueRef call)
{
	LLVMValueRef f = LLVMGetCalledValue(call);

	return LLVMIsAFunction(f) && LLVMIsDeclaration(f) ? effects_trek(callee_name(call)) : NULL;
}

void
trek_writes(LLVMValueRef call, AddressUse *use, void *to)
{
	const TrekCall *t = trek_of(call);
	unsigned n = LLVMGetNumArgOperands(call);

	if (t && t->kind == TREK_TAKES && n > 0)
		use(to, LLVMGetOperand(call, 0), TOUCH_WRITE);
	if (t && t->kind != TREK_QUIET && n > 0)
		use(to, LLVMGetOperand(call, n - 1), TOUCH_WRITE);
}
