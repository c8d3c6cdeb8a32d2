/*
 * init.c - functions that run before and after main: __attribute__((constructor)), ((destructor)).
 *
 * clang lists them for each module, with priorities (llvm.global_ctors, llvm.global_dtors). The
 * library's start-up code calls __constructors, and exit calls __destructors; this file makes both
 * from the lists of all modules that are part of the program: constructors with the lowest priority
 * first, destructors in the opposite order.
 */
#include "program_parts.h"
#include "cc/lower/dwarf/dwarf.h"

#include <stdlib.h>
#include <string.h>

static const struct {
	const char *list;     /* name of the list in a module */
	const char *function; /* the function that calls all of them */
	bool backwards;       /* in reverse order */
} inits[NINITS] = {
	{"llvm.global_ctors", "__constructors", false},
	{"llvm.global_dtors", "__destructors", true},
};

bool
init_is_called(Program *p, const char *name)
{
	for (int k = 0; k < NINITS; k++)
		if (strcmp(name, inits[k].function) == 0)
			return p->inits[k].called = true;
	return false;
}

/* add_init: append a function to a list of constructors or destructors. */
static void
add_init(Program *p, InitList *l, Init i)
{
	l->all = arena_more(&p->arena, l->all, l->n, sizeof *l->all);
	i.order = l->n;
	l->all[l->n++] = i;
}

/* collect_list: collect the functions of one list of a module. */
static void
collect_list(Unit *u, InitList *l, LLVMValueRef list)
{
	for (int i = 0; i < LLVMGetNumOperands(list); i++) {
		LLVMValueRef entry = LLVMGetOperand(list, i),
			     f = value_peel(LLVMGetOperand(entry, 1));

		if (LLVMIsAFunction(f))
			add_init(u->program, l,
				(Init){f, u, LLVMConstIntGetSExtValue(LLVMGetOperand(entry, 0))});
	}
}

void
init_collect(Unit *u, void (*use)(void *to, LLVMValueRef f), void *to)
{
	Program *p = u->program;

	if (u->listed)
		return;
	u->listed = true;
	for (int k = 0; k < NINITS; k++) {
		LLVMValueRef list = LLVMGetNamedGlobal(u->m.ir, inits[k].list);
		size_t first = p->inits[k].n;

		if (!list || !LLVMGetInitializer(list))
			continue;
		if (p->o->module_only)
			fatal_at(u->m.name, 0,
				"constructors and destructors cannot be written as assembly; "
				"compile to an object file (-c)");
		collect_list(u, &p->inits[k], LLVMGetInitializer(list));
		for (size_t i = first; i < p->inits[k].n; i++)
			use(to, p->inits[k].all[i].f);
	}
}

/* by_priority: for qsort: order functions by priority. */
static int
by_priority(const void *a, const void *b)
{
	const Init *x = a, *y = b;

	if (x->priority != y->priority)
		return x->priority < y->priority ? -1 : 1;
	return x->order < y->order ? -1 : 1;
}

/*
 * put_calls: append a function that calls all functions of a list, and passes to each of them the
 * gsb with which it was itself called.
 */
static void
put_calls(const InitList *l, const char *name, bool backwards, Buf *out)
{
	buf_printf(out, "\n\t.text\n\t.type\t%s, function\n%s:\n", name, name);
	for (size_t i = 0; i < l->n; i++) {
		const Init *x = &l->all[backwards ? l->n - 1 - i : i];

		buf_printf(out, "\tldl\t1\n\tcall\t%s\n", unit_symbol(x->unit, x->f));
	}
	buf_printf(out, "\tret\n%s.end:\n\t.size\t%s, . - %s\n", name, name, name);
}

void
init_text(Program *p, Buf *out)
{
	for (int k = 0; k < NINITS; k++) {
		InitList *l = &p->inits[k];

		if (!l->called && l->n > 0)
			fatal_at(l->all[0].unit->m.name, 0,
				"%s is a constructor or destructor, but nothing calls %s; "
				"link with the library's start-up code",
				symbol_name(l->all[0].f), inits[k].function);
		if (!l->called)
			continue;
		if (l->n > 1)
			qsort(l->all, l->n, sizeof *l->all, by_priority);
		put_calls(l, inits[k].function, inits[k].backwards, out);
		if (dwarf_has_units(p->dwarf))
			dwarf_add_stub(p->dwarf, inits[k].function,
				program_format(p, "%s.end", inits[k].function));
	}
}
