/* text.c - prints all needed definitions as assembly text. */
#include "program_parts.h"
#include "cc/lower/dwarf/dwarf.h"
#include "cc/lower/lower.h"

#include <stdlib.h>
#include <string.h>

/* put_symbol_head: print the directives and the label with which a definition begins. */
static void
put_symbol_head(const Definition *d, bool function, Buf *out)
{
	if (!symbol_is_local(d->v))
		buf_printf(out, d->weak ? "\t.weak\t%s\n" : "\t.global\t%s\n", d->name);
	if (*d->name != '.')
		buf_printf(out, "\t.type\t%s, %s\n", d->name, function ? "function" : "object");
	buf_printf(out, "%s:\n", d->name);
}

/* put_size: append the `.size` directive of a definition, unless its name is local. */
static void
put_size(const Definition *d, Buf *out)
{
	if (*d->name != '.')
		buf_printf(out, "\t.size\t%s, . - %s\n", d->name, d->name);
}

static bool
is_function(const Definition *d)
{
	return d->v && LLVMIsAFunction(d->v);
}

static bool
is_variable(const Definition *d)
{
	return d->v && LLVMIsAGlobalVariable(d->v);
}

/* put_functions: append the code of all needed functions, and the code that calls constructors. */
static void
put_functions(Program *p, Buf *out)
{
	for (size_t i = 0; i < p->nneeded; i++) {
		const Definition *d = p->needed[i];

		if (!is_function(d))
			continue;
		buf_printf(out, "\n\t.text\n");
		put_symbol_head(d, true, out);
		fn_lower(d->unit, &d->unit->m, d->v, d->name, out);
		put_size(d, out);
	}
	init_text(p, out);
	buf_printf(out, "\n\t.text\n.icall:\n");
	for (size_t k = 0; k < sizeof p->icall; k++)
		if (p->icall[k])
			buf_printf(out, ".icall%zu:\n\tldl\t%zu\n\tgcall\n", k, k + 4);
	buf_printf(out, ".icall_end:\n");
	if (dwarf_has_units(p->dwarf))
		dwarf_add_stub(p->dwarf, ".icall", ".icall_end");
}

/* The zone for a variable: small ones are placed next to gsb. */
typedef enum Zone {
	ZONE_NEAR,  /* next to gsb: variables of at most NEAR_SIZE bytes */
	ZONE_CONST, /* with the code: constants */
	ZONE_DATA,  /* other variables with initial values */
	ZONE_ZERO,  /* other variables that are zero at the beginning */
} Zone;

enum { NEAR_SIZE = 8 }; /* bytes */

/* variable_zone: where a variable is placed: with the code, near gsb, or in other data. */
static Zone
variable_zone(const Definition *d)
{
	if (unit_is_code(d->unit, d->v))
		return ZONE_CONST;
	if (type_size(&d->unit->m, LLVMGlobalGetValueType(d->v)) <= NEAR_SIZE)
		return ZONE_NEAR;
	return LLVMIsNull(LLVMGetInitializer(d->v)) || LLVMIsUndef(LLVMGetInitializer(d->v))
		? ZONE_ZERO : ZONE_DATA;
}

/* put_variable: append the label and the bytes of a variable. */
static void
put_variable(const Definition *d, Buf *out)
{
	uint32_t align = LLVMGetAlignment(d->v);

	buf_printf(out, "\t.align\t%u\n", align < 4 ? 4 : align);
	put_symbol_head(d, false, out);
	data_text(d->unit, &d->unit->m, d->v, d->name, out);
	put_size(d, out);
}

/* by_uses: for qsort: order definitions by how often they are used. */
static int
by_uses(const void *a, const void *b)
{
	const Definition *x = *(Definition *const *)a, *y = *(Definition *const *)b;

	if (x->uses != y->uses)
		return x->uses < y->uses ? 1 : -1;
	return x->name && y->name ? strcmp(x->name, y->name) : 0;
}

/* put_zone: append the section of a zone with its variables. */
static void
put_zone(Program *p, Zone zone, const char *section, Buf *out)
{
	buf_printf(out, "\n\t.section\t%s\n", section);
	for (size_t i = 0; i < p->nneeded; i++)
		if (is_variable(p->needed[i]) && variable_zone(p->needed[i]) == zone)
			put_variable(p->needed[i], out);
}

/* put_reals: append the program's constant real numbers. */
static void
put_reals(const Program *p, Buf *out)
{
	buf_printf(out, "\n\t.data\n\t.align\t4\n");
	for (size_t i = 0; i < p->nconstants; i++) {
		const Constant *c = &p->constants[i];

		buf_printf(out, ".real%zu:\n\t.word\t%#x\n", i, (unsigned)c->bits);
		if (c->kind == KIND_DOUBLE)
			buf_printf(out, "\t.word\t%#x\n", (unsigned)(c->bits >> 32));
	}
}

/* put_aliases: append the definitions of names that stand for other definitions. */
static void
put_aliases(Program *p, Buf *out)
{
	for (size_t i = 0; i < p->nneeded; i++) {
		const Definition *d = p->needed[i];

		if (!d->v || !LLVMIsAGlobalAlias(d->v))
			continue;
		if (!symbol_is_local(d->v))
			buf_printf(out, "\t.global\t%s\n", d->name);
		buf_printf(out, "\t.equ\t%s, %s\n", d->name,
			unit_symbol(d->unit, value_peel(LLVMAliasGetAliasee(d->v))));
	}
}

/* describe_variables: make the DWARF entries of all needed variables. */
static void
describe_variables(Program *p)
{
	for (size_t i = 0; i < p->nneeded; i++) {
		const Definition *d = p->needed[i];

		if (is_variable(d))
			dwarf_add_variable(p->dwarf, &d->unit->m, d->v, d->name);
	}
}

void
program_compile(Program *p, Buf *out)
{
	Buf code = {0};

	program_find_needed(p);
	if (p->mistakes > 0)
		fatal("%d mistake%s; nothing was written", p->mistakes, p->mistakes > 1 ? "s" : "");
	put_functions(p, &code);
	describe_variables(p);
	dwarf_head(p->dwarf, out);
	if (!p->o->module_only)
		buf_printf(out,
			"\t.global\t__stack_size, __heap_size\n"
			"\t.equ\t__stack_size, %u\n\t.equ\t__heap_size, %u\n",
			p->o->stack, p->o->heap);
	qsort(p->needed, p->nneeded, sizeof *p->needed, by_uses);
	put_zone(p, ZONE_NEAR, ".data", out);
	put_reals(p, out);
	buf_put(out, code.data, code.len);
	buf_free(&code);
	put_zone(p, ZONE_CONST, ".rodata", out);
	put_zone(p, ZONE_DATA, ".data", out);
	put_zone(p, ZONE_ZERO, ".bss", out);
	put_aliases(p, out);
	dwarf_text(p->dwarf, out);
}
