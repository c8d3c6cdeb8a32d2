/*
 * unit.c - the services of the program for the lowering of a module: names, constants, placement.
 */
#include "definition.h"

const char *
unit_symbol(Unit *u, LLVMValueRef v)
{
	Definition *d = program_definition(u->program, v);

	if (!d)
		return program_asm_name(u->program, symbol_name(v));
	d->uses++;
	return d->name;
}

const char *
unit_real(Unit *u, Kind k, uint64_t bits)
{
	Program *p = u->program;
	size_t i;

	for (i = 0; i < p->nconstants; i++)
		if (p->constants[i].kind == k && p->constants[i].bits == bits)
			return program_format(p, ".real%zu", i);
	p->constants = arena_more(&p->arena, p->constants, i, sizeof *p->constants);
	p->constants[p->nconstants++] = (Constant){.kind = k, .bits = bits};
	return program_format(p, ".real%zu", i);
}

/* has_pointers: true if a constant of another module may contain addresses, judged by its type. */
static bool
has_pointers(LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMPointerTypeKind:
		return true;
	case LLVMArrayTypeKind:
		return has_pointers(LLVMGetElementType(t));
	case LLVMStructTypeKind:
		for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
			if (has_pointers(LLVMStructGetTypeAtIndex(t, i)))
				return true;
		return false;
	default:
		return false;
	}
}

/* set_true: callback of value_references: set *to, a bool, because a global is mentioned. */
static void
set_true(void *to, LLVMValueRef v)
{
	(void)v;
	*(bool *)to = true;
}

bool
unit_is_code(Unit *u, LLVMValueRef v)
{
	Definition *d = program_definition(u->program, v);
	bool addresses = false;

	if (d && d->v)
		v = d->v;
	if (LLVMIsAGlobalAlias(v))
		return unit_is_code(d ? d->unit : u, value_peel(LLVMAliasGetAliasee(v)));
	if (LLVMIsAFunction(v))
		return true;
	if (!LLVMIsAGlobalVariable(v) || !LLVMIsGlobalConstant(v))
		return false;
	if (!LLVMGetInitializer(v))
		return !has_pointers(LLVMGlobalGetValueType(v));
	value_references(LLVMGetInitializer(v), set_true, &addresses);
	return !addresses;
}

const char *
unit_defined_name(Unit *u, LLVMValueRef v)
{
	const Definition *d = program_definition(u->program, v);

	return d && d->needed ? d->name : NULL;
}

Dwarf *
unit_dwarf(Unit *u)
{
	return u->program->dwarf;
}

void
unit_request_icall(Unit *u, int slot)
{
	if (slot < (int)sizeof u->program->icall)
		u->program->icall[slot] = 1;
}

int
unit_new_serial(Unit *u)
{
	return u->program->serial++;
}

int
unit_serial_of(Unit *u, LLVMValueRef f)
{
	intptr_t serial;

	if (!map_get(u->program->serials, f, &serial)) {
		serial = unit_new_serial(u);
		map_put(u->program->serials, f, serial);
	}
	return serial;
}
