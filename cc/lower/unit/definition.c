/* definition.c - the names of a whole program and their definitions. */
#include "definition.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

char *
program_format(Program *p, const char *fmt, ...)
{
	char text[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	return arena_strndup(&p->arena, text, strlen(text));
}

/* ---- names ---- */

const char *
symbol_name(LLVMValueRef v)
{
	size_t n;
	const char *s = LLVMGetValueName2(v, &n);

	return *s == '\1' ? s + 1 : s; /* asm("name") */
}

bool
symbol_is_local(LLVMValueRef v)
{
	LLVMLinkage l = LLVMGetLinkage(v);

	return l == LLVMInternalLinkage || l == LLVMPrivateLinkage;
}

/* is_weak: true if another definition of the same name may replace the global's. */
static bool
is_weak(LLVMValueRef v)
{
	switch (LLVMGetLinkage(v)) {
	case LLVMWeakAnyLinkage:
	case LLVMWeakODRLinkage:
	case LLVMLinkOnceAnyLinkage:
	case LLVMLinkOnceODRLinkage:
	case LLVMCommonLinkage:
	case LLVMExternalWeakLinkage:
		return true;
	default:
		return false;
	}
}

/* program_asm_name: the name, quoted if the assembler would not accept it otherwise. */
const char *
program_asm_name(Program *p, const char *name)
{
	bool plain = !isdigit((unsigned char)*name) && *name;

	for (const char *s = name; *s; s++)
		if (!isalnum((unsigned char)*s) && !strchr("_.$", *s))
			plain = false;
	return plain ? name : program_format(p, "\"%s\"", name);
}

void
program_report(Program *p, const char *file, int line, const char *what, const char *name)
{
	mistake_at(file, line, what, name);
	p->mistakes++;
}

const char *
definition_file(const Definition *d)
{
	const char *kept;
	char *path;
	Where w;

	if (d->source)
		return d->source->name;
	w = value_where(d->v);
	if (!w.file || !*w.file)
		return d->unit->m.name;
	path = where_path(w.dir, w.file);
	kept = arena_strndup(&d->unit->program->arena, path, strlen(path));
	free(path);
	return kept;
}

int
definition_line(const Definition *d)
{
	return d->source ? 0 : (int)value_where(d->v).line;
}

/* ---- definitions ---- */

/* is_from_library: true if the definition comes from a library, not from the user's files. */
static bool
is_from_library(const Definition *d)
{
	return d->source ? d->source->library : d->unit->library;
}

void
program_read_names(Unit *u)
{
	if (!u->m.ir)
		module_open(&u->m, u->program->context, u->m.name, u->data, u->n);
}

/*
 * find_weak: find out from its module whether a definition that an archive lists is weak; this
 * matters only for a second definition in a library.
 */
static void
find_weak(Definition *d, const char *name)
{
	LLVMValueRef v;

	if (!d->unit || d->v)
		return;
	program_read_names(d->unit);
	v = LLVMGetNamedFunction(d->unit->m.ir, name);
	v = v ? v : LLVMGetNamedGlobal(d->unit->m.ir, name);
	v = v ? v : LLVMGetNamedGlobalAlias(d->unit->m.ir, name, strlen(name));
	d->weak = v && is_weak(v);
}

/*
 * program_define: define a global name; the user's definition replaces a library's, and a strong
 * definition replaces a weak one.
 */
void
program_define(Program *p, const char *name, Definition *d)
{
	Definition *old = names_get(p->globals, name);

	d->name = program_asm_name(p, name);
	if (old && is_from_library(old) && is_from_library(d)) {
		find_weak(old, name);
		if (old->weak)
			find_weak(d, name);
	}
	if (!old || (is_from_library(old) && !is_from_library(d)) || (old->weak && !d->weak)) {
		names_put(p->globals, name, d);
		return;
	}
	if (is_from_library(d) || d->weak)
		return;
	program_report(p, definition_file(d), definition_line(d),
		"%s is defined twice; make one static or rename it", name);
	mistake_at(definition_file(old), definition_line(old), "here first");
}

Definition *
definition_new(Program *p, Definition d)
{
	Definition *new = arena_alloc(&p->arena, 1, sizeof *new);

	*new = d;
	return new;
}

/* is_visible: true if other modules can refer to it by name. */
static bool
is_visible(LLVMValueRef v)
{
	return !symbol_is_local(v) && LLVMGetLinkage(v) != LLVMAvailableExternallyLinkage;
}

/* each_definition: call `use` for each definition in the module. */
static void
each_definition(Unit *u, void (*use)(Unit *u, LLVMValueRef v))
{
	LLVMModuleRef ir = u->m.ir;

	for (LLVMValueRef v = LLVMGetFirstFunction(ir); v; v = LLVMGetNextFunction(v))
		if (!LLVMIsDeclaration(v))
			use(u, v);
	for (LLVMValueRef v = LLVMGetFirstGlobal(ir); v; v = LLVMGetNextGlobal(v))
		if (LLVMGetInitializer(v) && LLVMGetLinkage(v) != LLVMAppendingLinkage)
			use(u, v);
	for (LLVMValueRef v = LLVMGetFirstGlobalAlias(ir); v; v = LLVMGetNextGlobalAlias(v))
		use(u, v);
}

/*
 * define_value: callback of each_definition: make a Definition of the global v, and let v's name
 * mean it if other modules can see v.
 */
static void
define_value(Unit *u, LLVMValueRef v)
{
	Program *p = u->program;
	Definition *d = definition_new(p, (Definition){.unit = u, .v = v, .weak = is_weak(v)});
	const char *name = symbol_name(v);

	map_put(p->local, v, (intptr_t)d);
	if (is_visible(v))
		program_define(p, arena_strndup(&p->arena, name, strlen(name)), d);
}

void
program_define_module(Unit *u)
{
	each_definition(u, define_value);
}

/*
 * replace_value: callback of each_definition: v has been loaded now, so store it in the Definition
 * of its name. If that Definition is not of this module, v gets one of its own.
 */
static void
replace_value(Unit *u, LLVMValueRef v)
{
	Program *p = u->program;
	Definition *d = is_visible(v) ? names_get(p->globals, symbol_name(v)) : NULL;

	if (!d || d->unit != u)
		d = definition_new(p, (Definition){.unit = u, .weak = is_weak(v)});
	d->v = v;
	map_put(p->local, v, (intptr_t)d);
}

void
program_load_module(Unit *u)
{
	const char *name = u->m.name;

	if (!u->data)
		return;
	module_free(&u->m);
	module_read(&u->m, u->program->context, name, u->data, u->n);
	u->data = NULL;
	each_definition(u, replace_value);
}

Definition *
program_definition(Program *p, LLVMValueRef v)
{
	intptr_t d = 0;

	if (!symbol_is_local(v))
		return names_get(p->globals, symbol_name(v));
	map_get(p->local, v, &d);
	return (Definition *)d;
}
