/*
 * program.c - a whole program, from its modules and assembly files.
 *
 * Bitcode is lowered only when the whole program is known (need.c), so unneeded functions and
 * variables cost nothing; the result is one text for the assembler (text.c).
 */
#include "program_parts.h"
#include "cc/lower/dwarf/dwarf.h"

#include <stdlib.h>

Program *
program_new(const ProgramOptions *o)
{
	Program *p = xcalloc(1, sizeof *p);

	p->o = o;
	p->context = LLVMContextCreate();
	p->globals = names_new();
	p->taken = names_new();
	p->local = map_new();
	p->serials = map_new();
	p->dwarf = dwarf_new(&p->arena);
	return p;
}

void
program_free(Program *p)
{
	for (size_t i = 0; i < p->nunits; i++)
		module_free(&p->units[i]->m);
	names_free(p->globals);
	names_free(p->taken);
	map_free(p->local);
	map_free(p->serials);
	dwarf_free(p->dwarf);
	LLVMContextDispose(p->context);
	arena_free(&p->arena);
	free(p);
}
