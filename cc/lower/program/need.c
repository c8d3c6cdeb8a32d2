/*
 * need.c - finds the needed definitions: all that are reachable from the entry. If a global name of
 * an assembly file is reachable, the whole file is needed.
 */
#include "program_parts.h"
#include "cc/lower/legal/legal.h"
#include "cc/lower/module/intrinsic.h"
#include "cc/lower/module/module_debug.h"

#include <string.h>

/* unique_name: the name, or one with a number after it if another global has the name. */
static const char *
unique_name(Program *p, const char *name, int index)
{
	if (!*name)
		name = ".anonymous";
	if (!names_get(p->taken, name) && !names_get(p->globals, name))
		return name;
	for (int i = index;; i += 1000)
		if (!names_get(p->taken, program_format(p, "%s.%d", name, i)))
			return program_format(p, "%s.%d", name, i);
}

/* need_definition: note that the program needs a definition, and load its module. */
static void
need_definition(Program *p, Definition *d)
{
	if (d->needed)
		return;
	d->needed = true;
	if (d->unit)
		program_load_module(d->unit);
	if (d->unit && !d->v)
		fatal_at(d->unit->m.name, 0,
			"the archive lists %s, but this member does not define it; make the "
			"archive again with llvm-ar", d->name);
	if (d->source)
		d->source->needed = true;
	if (d->v && symbol_is_local(d->v)) {
		d->name = unique_name(p, symbol_name(d->v), d->unit->index);
		names_put(p->taken, d->name, d);
		d->name = program_asm_name(p, d->name);
	}
	p->needed = arena_more(&p->arena, p->needed, p->nneeded, sizeof *p->needed);
	p->needed[p->nneeded++] = d;
}

/* The definition whose references are being searched. */
typedef struct Mention {
	Program *p;
	const Definition *by; /* this definition */
	int line; /* line of the mention; 0: unknown */
} Mention;

/* is_builtin: true for a name that the assembler defines, such as __code_end. */
static bool
is_builtin(const char *name)
{
	static const char *const names[] = {
		"__code_start",
		"__code_end",
		"__data_start",
		"__data_end",
		"__bss_start",
		"__bss_end",
		"__image_end",
		"__stack_size",
		"__heap_size",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return strncmp(name, "llvm.", 5) == 0 || strncmp(name, "__t800_", 7) == 0;
}

/* mentioning_line: the line of a mention, or of the definition that has it. */
static int
mentioning_line(const Mention *m)
{
	return m->line ? m->line : definition_line(m->by);
}

/* warn_of_failure: warn of the first mention of a function that always fails. */
static void
warn_of_failure(const Mention *m, const Definition *d, const char *name)
{
	bool library = d->unit && d->unit->library;
	const char *message = library && !d->needed ? program_failure_message(name) : NULL;

	if (message)
		warning_at(definition_file(m->by), mentioning_line(m), message, name);
}

/*
 * mention_name: callback of value_references: note that the program needs the definition of v, or
 * that it is missing.
 */
static void
mention_name(void *to, LLVMValueRef v)
{
	Mention *m = to;
	Definition *d = program_definition(m->p, v);
	const char *name = symbol_name(v);

	if (d) {
		warn_of_failure(m, d, name);
		need_definition(m->p, d);
		return;
	}
	if (is_builtin(name) || init_is_called(m->p, name) || m->p->o->module_only
		|| LLVMGetLinkage(v) == LLVMExternalWeakLinkage)
		return;
	program_report(m->p, definition_file(m->by), mentioning_line(m),
		program_absence_message(name), name);
	/* visit it only once */
	names_put(m->p->globals, arena_strndup(&m->p->arena, name, strlen(name)),
		definition_new(m->p, (Definition){.unit = m->by->unit, .v = v, .name = name,
			.needed = true}));
}

/* scan_function: note all definitions that the function mentions as needed. */
static void
scan_function(Mention *m, LLVMValueRef f)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v;
			v = LLVMGetNextInstruction(v)) {
			if (is_ignored(v))
				continue;
			m->line = value_where(v).line;
			for (int i = 0; i < LLVMGetNumOperands(v); i++)
				value_references(LLVMGetOperand(v, i), mention_name, m);
		}
}

/* scan_source: note all names that assembly text mentions as needed. */
static void
scan_source(Program *p, Source *s)
{
	size_t at = 0, len;
	const char *w;

	s->scanned = true;
	while ((w = source_next_name(s, &at, &len))) {
		char *name = arena_strndup(&p->arena, w, len);
		Definition *d = names_get(p->globals, name);

		if (d)
			need_definition(p, d);
	}
}

/* clear_missing: give v the address 0 if it is a weak name without any definition. */
static void
clear_missing(Program *p, LLVMValueRef v)
{
	if (LLVMGetLinkage(v) == LLVMExternalWeakLinkage && !program_definition(p, v))
		LLVMReplaceAllUsesWith(v, LLVMConstNull(LLVMTypeOf(v)));
}

/* clear_all_missing: call clear_missing for all functions and variables of a module. */
static void
clear_all_missing(Unit *u)
{
	for (LLVMValueRef v = LLVMGetFirstFunction(u->m.ir); v; v = LLVMGetNextFunction(v))
		clear_missing(u->program, v);
	for (LLVMValueRef v = LLVMGetFirstGlobal(u->m.ir); v; v = LLVMGetNextGlobal(v))
		clear_missing(u->program, v);
}

/* need_constructors: note the constructors of a module that is part of the program as needed. */
static void
need_constructors(Unit *u)
{
	Mention m = {.p = u->program, .by = &(Definition){.unit = u}};

	init_collect(u, mention_name, &m);
}

/* scan_variable: note all definitions that a variable's initial value mentions as needed. */
static void
scan_variable(Mention *m, const Definition *d)
{
	if (LLVMIsThreadLocal(d->v))
		warning_at(definition_file(d), definition_line(d),
			"%s is thread-local, but threads of a process share it", symbol_name(d->v));
	if (LLVMGetInitializer(d->v))
		value_references(LLVMGetInitializer(d->v), mention_name, m);
}

/* scan_definition: note all definitions that a definition mentions as needed. */
static void
scan_definition(Program *p, Definition *d)
{
	Mention m = {.p = p, .by = d};

	if (d->source) {
		if (!d->source->scanned)
			scan_source(p, d->source);
		return;
	}
	if (!d->unit->legal) {
		d->unit->legal = true;
		if (!p->o->module_only)
			clear_all_missing(d->unit);
		need_constructors(d->unit);
		if (p->o->level > 0)
			name_kept_values(&d->unit->m);
		module_legalize(&d->unit->m, p->o->level);
		bindings_collect(&d->unit->m);
	}
	if (LLVMIsAFunction(d->v))
		scan_function(&m, d->v);
	else if (LLVMIsAGlobalAlias(d->v))
		value_references(LLVMAliasGetAliasee(d->v), mention_name, &m);
	else
		scan_variable(&m, d);
}

/* need_definitions: note all definitions that `wanted` selects as needed. */
static void
need_definitions(Program *p, bool (*wanted)(const Program *, const Unit *, LLVMValueRef))
{
	for (size_t i = 0; i < p->nunits; i++) {
		Unit *u = p->units[i];
		LLVMValueRef v;

		if (!u->m.ir)
			continue;
		for (v = LLVMGetFirstFunction(u->m.ir); v; v = LLVMGetNextFunction(v))
			if (LLVMGetFirstBasicBlock(v) && wanted(p, u, v))
				need_definition(p, program_definition(p, v));
		for (v = LLVMGetFirstGlobal(u->m.ir); v; v = LLVMGetNextGlobal(v))
			if (LLVMGetInitializer(v) && LLVMGetLinkage(v) != LLVMAppendingLinkage
				&& wanted(p, u, v))
				need_definition(p, program_definition(p, v));
	}
	for (size_t i = 0; i < p->nsources; i++)
		if (p->o->keep && !p->sources[i]->library)
			p->sources[i]->needed = true;
}

/* is_user_definition: true for a definition in the user's files that other files can see. */
static bool
is_user_definition(const Program *p, const Unit *u, LLVMValueRef v)
{
	(void)p;
	return !u->library && !symbol_is_local(v)
		&& LLVMGetLinkage(v) != LLVMAvailableExternallyLinkage;
}

/* need_llvm_used: note as needed what the user's files keep by __attribute__((used)). */
static void
need_llvm_used(Program *p)
{
	for (size_t i = 0; i < p->nunits; i++) {
		Unit *u = p->units[i];
		LLVMValueRef used = u->library ? NULL : LLVMGetNamedGlobal(u->m.ir, "llvm.used");
		Definition by = {.unit = u, .v = used};
		Mention m = {.p = p, .by = &by};

		if (used)
			value_references(LLVMGetInitializer(used), mention_name, &m);
	}
}

/*
 * program_find_needed: search from the entry for all needed definitions; missing ones are
 * reported.
 */
void
program_find_needed(Program *p)
{
	Definition *entry = names_get(p->globals, p->o->entry);

	if (!p->o->module_only && !entry)
		fatal("%s is not defined; the library's start-up code has it", p->o->entry);
	if (entry && !p->o->module_only)
		need_definition(p, entry);
	need_llvm_used(p);
	for (size_t i = 0; i < p->nunits; i++)
		if (!p->units[i]->library)
			need_constructors(p->units[i]);
	if (p->o->keep || p->o->module_only)
		need_definitions(p, is_user_definition);
	for (size_t i = 0; i < p->nneeded; i++)
		scan_definition(p, p->needed[i]);
}
