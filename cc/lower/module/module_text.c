/* module_text.c - a module as text, which has what LLVM's C interface does not give. */
#include "module.h"

#include <assert.h>
#include <string.h>

/* next_definition: the next line that begins a function with a body. */
static const char *
next_definition(const char *text)
{
	static const char head[] = "\ndefine ";
	const char *s = strstr(text, head);

	assert(s);
	return s + 1;
}

void
module_print(Module *m)
{
	const char *line;

	m->text = LLVMPrintModuleToString(m->ir);
	m->functions = map_new();
	line = m->text;
	for (LLVMValueRef f = LLVMGetFirstFunction(m->ir); f; f = LLVMGetNextFunction(f))
		if (LLVMGetFirstBasicBlock(f)) {
			line = next_definition(line);
			map_put(m->functions, f, (intptr_t)line);
		}
}

const char *
function_text(const Module *m, LLVMValueRef f)
{
	intptr_t line;
	bool known = map_get(m->functions, f, &line);

	assert(known);
	(void)known;
	return (const char *)line;
}

void
module_text_free(Module *m)
{
	if (!m->text)
		return;
	LLVMDisposeMessage(m->text);
	map_free(m->functions);
}
