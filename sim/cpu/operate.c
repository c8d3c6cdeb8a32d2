/*
 * operate.c - single operations at the end of translated code, on the registers in the node:
 * nothing is decoded, and the registers are not copied.
 */
#define WATCHED(t) false
#define GUARDED(t) true
#define DRAM(t) false

#include "translate.h"

#define outline(t, f) f((t)->node)

#include "blocks.h"

void
operate(T800 *c, Word operation)
{
	Regs *r = &c->r;

	switch (operation) {
#define DIRECT(...)
#define OPER(code, name, ...) case code: op_##name(r); break;
#define FPOPER(...)
#define FPENTRY(...)
#include "isa.tab"
#undef DIRECT
#undef OPER
#undef FPOPER
#undef FPENTRY
	default: assert(!"an operation of the processor");
	}
	if (--r->left == 0) {
		r->count += STRETCH;
		r->left = STRETCH;
	}
}
