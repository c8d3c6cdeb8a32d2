/*
 * program.c - a whole program: names, what is needed, the text of all of it.
 *
 * Bitcode is lowered only here, when the program is known, so unneeded functions and variables cost
 * nothing, and all of it becomes one text for the assembler. From the entry on everything that is
 * mentioned is needed; an assembly file is needed as a whole if one of its global names is.
 */
#include "program.h"
#include "module_debug.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct Unit {
	Program *program;
	Module m;
	int index;
	bool library;
	bool legal; /* has been through legalize */
};

/* An assembly file. */
typedef struct Source {
	const char *name, *text;
	size_t len;
	bool library, needed, scanned;
} Source;

/* A definition: a global of a module, or a label of an assembly file. */
typedef struct Definition {
	Unit *unit;
	LLVMValueRef v;
	Source *source;
	const char *name; /* in the program's text */
	bool weak, needed;
	uint32_t uses;
} Definition;

typedef struct Constant {
	Kind kind;
	uint64_t bits;
	int label;
} Constant;

struct Program {
	ProgramOptions o;
	LLVMContextRef context;
	Arena arena;
	Unit **units;
	size_t nunits;
	Source **sources;
	size_t nsources;
	Names *globals;  /* name -> Definition */
	Names *taken;    /* names in the text that are used up */
	Map *local;      /* LLVMValueRef -> Definition, for all definitions in modules */
	Map *serials;    /* function -> serial of its labels */
	Definition **needed;
	size_t nneeded;
	Constant *constants;
	size_t nconstants;
	Dwarf *dwarf;
	uint8_t icall[1 << 16]; /* stubs that are called */
	int serial;
	int mistakes;
	bool closed; /* nothing more may become needed */
};

Program *
program_new(const ProgramOptions *o)
{
	Program *p = xcalloc(1, sizeof *p);

	p->o = *o;
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

LLVMContextRef
program_context(Program *p)
{
	return p->context;
}

static char *
print(Program *p, const char *fmt, ...)
{
	char text[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	return arena_string(&p->arena, text, strlen(text));
}

/* ---- names ---- */

static const char *
plain_name(LLVMValueRef v)
{
	size_t n;
	const char *s = LLVMGetValueName2(v, &n);

	return *s == '\1' ? s + 1 : s; /* asm("name") */
}

static bool
is_local(LLVMValueRef v)
{
	LLVMLinkage l = LLVMGetLinkage(v);

	return l == LLVMInternalLinkage || l == LLVMPrivateLinkage;
}

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

/* asm_name: quoted if the assembler would not take it as it is. */
static const char *
asm_name(Program *p, const char *name)
{
	bool plain = !isdigit((unsigned char)*name) && *name;

	for (const char *s = name; *s; s++)
		if (!isalnum((unsigned char)*s) && !strchr("_.$", *s))
			plain = false;
	return plain ? name : print(p, "\"%s\"", name);
}

static const char *
unique_name(Program *p, const char *name, int index)
{
	if (!*name)
		name = ".anonymous";
	if (!names_get(p->taken, name) && !names_get(p->globals, name))
		return name;
	for (int i = index;; i += 1000)
		if (!names_get(p->taken, print(p, "%s.%d", name, i)))
			return print(p, "%s.%d", name, i);
}

static void
mistake(Program *p, const char *file, int line, const char *what, const char *name)
{
	warn_at(file, line, what, name);
	p->mistakes++;
}

static const char *
file_of(const Definition *d)
{
	Where w;

	if (d->source)
		return d->source->name;
	w = value_where(d->v);
	return w.file && *w.file ? w.file : d->unit->m.name;
}

static int
line_of(const Definition *d)
{
	return d->source ? 0 : (int)value_where(d->v).line;
}

static bool
from_library(const Definition *d)
{
	return d->source ? d->source->library : d->unit->library;
}

/* define: a global name; the user's before a library's, strong before weak. */
static void
define(Program *p, const char *name, Definition *d)
{
	Definition *old = names_get(p->globals, name);

	d->name = asm_name(p, name);
	if (!old || (from_library(old) && !from_library(d)) || (old->weak && !d->weak)) {
		names_put(p->globals, name, d);
		return;
	}
	if (from_library(d) || d->weak)
		return;
	mistake(p, file_of(d), line_of(d), "%s is defined twice; make one static or rename it", name);
	warn_at(file_of(old), line_of(old), "here first");
}

static Definition *
definition_new(Program *p, Definition d)
{
	Definition *new = arena_alloc(&p->arena, sizeof *new);

	*new = d;
	return new;
}

static void
define_value(Unit *u, LLVMValueRef v)
{
	Program *p = u->program;
	Definition *d = definition_new(p, (Definition){.unit = u, .v = v, .weak = is_weak(v)});

	map_put(p->local, v, (intptr_t)d);
	if (is_local(v) || LLVMGetLinkage(v) == LLVMAvailableExternallyLinkage)
		return;
	define(p, plain_name(v), d);
}

static void
define_module(Unit *u)
{
	LLVMModuleRef ir = u->m.ir;

	for (LLVMValueRef v = LLVMGetFirstFunction(ir); v; v = LLVMGetNextFunction(v))
		if (LLVMGetFirstBasicBlock(v))
			define_value(u, v);
	for (LLVMValueRef v = LLVMGetFirstGlobal(ir); v; v = LLVMGetNextGlobal(v))
		if (LLVMGetInitializer(v) && LLVMGetLinkage(v) != LLVMAppendingLinkage)
			define_value(u, v);
	for (LLVMValueRef v = LLVMGetFirstGlobalAlias(ir); v; v = LLVMGetNextGlobalAlias(v))
		define_value(u, v);
}

/* ---- files ---- */

static void
add_module(Program *p, const char *name, const void *data, size_t n, bool library)
{
	Unit *u = arena_alloc(&p->arena, sizeof *u);

	p->units = arena_grow(&p->arena, p->units, p->nunits, sizeof *p->units);
	u->program = p;
	u->index = p->nunits;
	u->library = library;
	module_read(&u->m, p->context, name, data, n);
	p->units[p->nunits++] = u;
	define_module(u);
}

static bool
is_name(char c)
{
	return isalnum((unsigned char)c) || strchr("_.$", c);
}

/* next_name: the next word of assembly text, comments left out; NULL: no more. */
static const char *
next_name(const Source *s, size_t *at, size_t *len)
{
	while (*at < s->len) {
		char c = s->text[*at];

		if (c == '#') {
			while (*at < s->len && s->text[*at] != '\n')
				++*at;
		} else if (c && is_name(c)) {
			size_t start = *at;

			while (*at < s->len && s->text[*at] && is_name(s->text[*at]))
				++*at;
			*len = *at - start;
			return s->text + start;
		} else {
			++*at;
		}
	}
	return NULL;
}

/* define_source: the names after .global and .weak, to the end of the statement, that it has as labels. */
static void
define_source(Program *p, Source *s)
{
	size_t at = 0, len;
	const char *w;

	while ((w = next_name(s, &at, &len))) {
		bool weak = len == 5 && strncmp(w, ".weak", 5) == 0;
		size_t end = at;

		if (!weak && !(len == 7 && strncmp(w, ".global", 7) == 0))
			continue;
		while (end < s->len && !strchr("\n;#", s->text[end]))
			end++;
		while (at < end && (w = next_name(s, &at, &len)) && w < s->text + end)
			define(p, arena_string(&p->arena, w, len),
				definition_new(p, (Definition){.source = s, .weak = weak}));
	}
}

static void
add_source(Program *p, const char *name, const char *text, size_t n, bool library)
{
	Source *s = arena_alloc(&p->arena, sizeof *s);

	*s = (Source){.name = name, .text = text, .len = n, .library = library};
	p->sources = arena_grow(&p->arena, p->sources, p->nsources, sizeof *p->sources);
	p->sources[p->nsources++] = s;
	define_source(p, s);
}

static bool
begins(const uint8_t *data, size_t n, const char *with, size_t len)
{
	return n >= len && memcmp(data, with, len) == 0;
}

static void
add_member(void *to, char *name, const uint8_t *data, size_t n)
{
	Program *p = to;

	program_add(p, arena_string(&p->arena, name, strlen(name)), data, n, true);
	free(name);
}

void
program_add(Program *p, const char *name, const uint8_t *data, size_t n, bool library)
{
	if (begins(data, n, "!<arch>\n", 8))
		archive_members(name, data, n, add_member, p);
	else if (begins(data, n, "BC\xC0\xDE", 4) || begins(data, n, "\xDE\xC0\x17\x0B", 4))
		add_module(p, name, data, n, library);
	else if (begins(data, n, "\x7F" "ELF", 4))
		fatal_at(name, 0, "an ELF file of another compiler, or a linked image; "
			"object files of trellis cc hold bitcode");
	else
		add_source(p, name, (const char *)data, n, library);
}

bool
program_assembly(const Program *p, size_t i, const char **name, const char **text, size_t *n)
{
	for (size_t k = 0; k < p->nsources; k++) {
		const Source *s = p->sources[k];

		if (!s->needed || i-- > 0)
			continue;
		*name = s->name;
		*text = s->text;
		*n = s->len;
		return true;
	}
	return false;
}

/* ---- what is needed ---- */

static Definition *
definition_of(Program *p, LLVMValueRef v)
{
	intptr_t d = 0;
	const Definition *own;

	if (is_local(v)) {
		map_get(p->local, v, &d);
		return (Definition *)d;
	}
	own = names_get(p->globals, plain_name(v));
	return (Definition *)own;
}

static void
need(Program *p, Definition *d)
{
	if (d->needed)
		return;
	d->needed = true;
	if (d->source)
		d->source->needed = true;
	if (d->v && is_local(d->v)) {
		d->name = unique_name(p, plain_name(d->v), d->unit->index);
		names_put(p->taken, d->name, d);
		d->name = asm_name(p, d->name);
	}
	p->needed = arena_grow(&p->arena, p->needed, p->nneeded, sizeof *p->needed);
	p->needed[p->nneeded++] = d;
}

/* Whose mention of a name is being looked at. */
typedef struct Mention {
	Program *p;
	const Definition *by;
	int line;
} Mention;

static bool
is_builtin(const char *name)
{
	static const char *const names[] = {
		"__code_start", "__code_end", "__data_start", "__data_end", "__bss_start", "__bss_end",
		"__image_end", "__stack_size", "__heap_size",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return strncmp(name, "llvm.", 5) == 0 || strncmp(name, "__t800_", 7) == 0;
}

static void
mention(void *to, LLVMValueRef v)
{
	Mention *m = to;
	Definition *d = definition_of(m->p, v);
	const char *name = plain_name(v);

	if (d) {
		need(m->p, d);
		return;
	}
	if (is_builtin(name) || m->p->o.module_only || LLVMGetLinkage(v) == LLVMExternalWeakLinkage)
		return;
	mistake(m->p, file_of(m->by), m->line ? m->line : line_of(m->by),
		"%s is not defined; add the file or library that has it", name);
	/* once is enough */
	names_put(m->p->globals, arena_string(&m->p->arena, name, strlen(name)),
		definition_new(m->p, (Definition){.unit = m->by->unit, .v = v, .name = name,
			.needed = true}));
}

static void
scan_function(Mention *m, LLVMValueRef f)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = LLVMGetNextInstruction(v)) {
			if (is_ignored(v))
				continue;
			m->line = value_where(v).line;
			for (int i = 0; i < LLVMGetNumOperands(v); i++)
				references(LLVMGetOperand(v, i), mention, m);
		}
}

static void
scan_source(Program *p, Source *s)
{
	size_t at = 0, len;
	const char *w;

	s->scanned = true;
	while ((w = next_name(s, &at, &len))) {
		char *name = arena_string(&p->arena, w, len);
		Definition *d = names_get(p->globals, name);

		if (d)
			need(p, d);
	}
}

static void
scan(Program *p, Definition *d)
{
	Mention m = {.p = p, .by = d};

	if (d->source) {
		if (!d->source->scanned)
			scan_source(p, d->source);
		return;
	}
	if (!d->unit->legal) {
		d->unit->legal = true;
		legalize(&d->unit->m, p->o.level);
		bindings_take(&d->unit->m);
	}
	if (LLVMIsAFunction(d->v))
		scan_function(&m, d->v);
	else if (LLVMIsAGlobalAlias(d->v))
		references(LLVMAliasGetAliasee(d->v), mention, &m);
	else if (LLVMGetInitializer(d->v))
		references(LLVMGetInitializer(d->v), mention, &m);
}

static void
need_all(Program *p, bool (*wanted)(const Program *, const Unit *, LLVMValueRef))
{
	for (size_t i = 0; i < p->nunits; i++) {
		Unit *u = p->units[i];
		LLVMValueRef v;

		for (v = LLVMGetFirstFunction(u->m.ir); v; v = LLVMGetNextFunction(v))
			if (LLVMGetFirstBasicBlock(v) && wanted(p, u, v))
				need(p, definition_of(p, v));
		for (v = LLVMGetFirstGlobal(u->m.ir); v; v = LLVMGetNextGlobal(v))
			if (LLVMGetInitializer(v) && LLVMGetLinkage(v) != LLVMAppendingLinkage
				&& wanted(p, u, v))
				need(p, definition_of(p, v));
	}
	for (size_t i = 0; i < p->nsources; i++)
		if (p->o.keep && !p->sources[i]->library)
			p->sources[i]->needed = true;
}

static bool
of_user(const Program *p, const Unit *u, LLVMValueRef v)
{
	(void)p;
	return !u->library && !is_local(v) && LLVMGetLinkage(v) != LLVMAvailableExternallyLinkage;
}

static void
need_used(Program *p)
{
	for (size_t i = 0; i < p->nunits; i++) {
		LLVMValueRef used = LLVMGetNamedGlobal(p->units[i]->m.ir, "llvm.used");
		Definition by = {.unit = p->units[i], .v = used};
		Mention m = {.p = p, .by = &by};

		if (used && !p->units[i]->library)
			references(LLVMGetInitializer(used), mention, &m);
	}
}

static void
find_needed(Program *p)
{
	Definition *entry = names_get(p->globals, p->o.entry);

	if (!p->o.module_only && !entry) {
		warn("%s is not defined; the library's crt0 has it", p->o.entry);
		p->mistakes++;
	}
	if (entry && !p->o.module_only)
		need(p, entry);
	need_used(p);
	if (p->o.keep || p->o.module_only)
		need_all(p, of_user);
	for (size_t i = 0; i < p->nneeded; i++)
		scan(p, p->needed[i]);
}

/* ---- what the lowering asks ---- */

const char *
unit_symbol(Unit *u, LLVMValueRef v)
{
	Definition *d = definition_of(u->program, v);

	if (!d)
		return asm_name(u->program, plain_name(v));
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
			return print(p, ".real%zu", i);
	p->constants = arena_grow(&p->arena, p->constants, i, sizeof *p->constants);
	p->constants[p->nconstants++] = (Constant){.kind = k, .bits = bits};
	return print(p, ".real%zu", i);
}

/* has_pointers: what a constant of another module may hold, as far as its type tells. */
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

static void
note(void *to, LLVMValueRef v)
{
	(void)v;
	*(bool *)to = true;
}

bool
unit_is_code(Unit *u, LLVMValueRef v)
{
	Definition *d = definition_of(u->program, v);
	bool addresses = false;

	if (d && d->v)
		v = d->v;
	if (LLVMIsAGlobalAlias(v))
		return unit_is_code(d ? d->unit : u, peel(LLVMAliasGetAliasee(v)));
	if (LLVMIsAFunction(v))
		return true;
	if (!LLVMIsAGlobalVariable(v) || !LLVMIsGlobalConstant(v))
		return false;
	if (!LLVMGetInitializer(v))
		return !has_pointers(LLVMGlobalGetValueType(v));
	references(LLVMGetInitializer(v), note, &addresses);
	return !addresses;
}

const char *
unit_label(Unit *u, LLVMValueRef v)
{
	const Definition *d = definition_of(u->program, v);

	return d && d->needed ? d->name : NULL;
}

Dwarf *
unit_dwarf(Unit *u)
{
	return u->program->dwarf;
}

void
unit_icall(Unit *u, int slot)
{
	if (slot < (int)sizeof u->program->icall)
		u->program->icall[slot] = 1;
}

int
unit_serial(Unit *u)
{
	return u->program->serial++;
}

void
unit_lowered(Unit *u, LLVMValueRef f, int serial)
{
	map_put(u->program->serials, f, serial);
}

int
unit_serial_of(Unit *u, LLVMValueRef f)
{
	intptr_t serial = 0;

	map_get(u->program->serials, f, &serial);
	return serial;
}

/* ---- text ---- */

static void
put_head(const Definition *d, bool function, Buf *out)
{
	if (!is_local(d->v))
		buf_printf(out, d->weak ? "\t.weak\t%s\n" : "\t.global\t%s\n", d->name);
	if (*d->name != '.')
		buf_printf(out, "\t.type\t%s, %s\n", d->name, function ? "function" : "object");
	buf_printf(out, "%s:\n", d->name);
}

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

static void
put_functions(Program *p, Buf *out)
{
	for (size_t i = 0; i < p->nneeded; i++) {
		const Definition *d = p->needed[i];

		if (!is_function(d))
			continue;
		buf_printf(out, "\n\t.text\n");
		put_head(d, true, out);
		fn_lower(d->unit, &d->unit->m, d->v, d->name, out);
		put_size(d, out);
	}
	buf_printf(out, "\n\t.text\n.icall:\n");
	for (size_t k = 0; k < sizeof p->icall; k++)
		if (p->icall[k])
			buf_printf(out, ".icall%zu:\n\tldl\t%zu\n\tgcall\n", k, k + 4);
	buf_printf(out, ".icall_end:\n");
	if (dwarf_any(p->dwarf))
		dwarf_stub(p->dwarf, ".icall", ".icall_end");
}

/* Where a variable lies: small ones next to gsb. */
typedef enum Zone {
	ZONE_NEAR,
	ZONE_CONST,
	ZONE_DATA,
	ZONE_ZERO,
} Zone;

enum { NEAR_SIZE = 8 };

static Zone
zone_of(const Definition *d)
{
	if (unit_is_code(d->unit, d->v))
		return ZONE_CONST;
	if (type_size(&d->unit->m, LLVMGlobalGetValueType(d->v)) <= NEAR_SIZE)
		return ZONE_NEAR;
	return LLVMIsNull(LLVMGetInitializer(d->v)) || LLVMIsUndef(LLVMGetInitializer(d->v))
		? ZONE_ZERO : ZONE_DATA;
}

static void
put_variable(const Definition *d, Buf *out)
{
	uint32_t align = LLVMGetAlignment(d->v);

	buf_printf(out, "\t.align\t%u\n", align < 4 ? 4 : align);
	put_head(d, false, out);
	data_text(d->unit, &d->unit->m, LLVMGetInitializer(d->v), out);
	put_size(d, out);
}

static int
by_uses(const void *a, const void *b)
{
	const Definition *x = *(Definition *const *)a, *y = *(Definition *const *)b;

	if (x->uses != y->uses)
		return x->uses < y->uses ? 1 : -1;
	return x->name && y->name ? strcmp(x->name, y->name) : 0;
}

static void
put_zone(Program *p, Zone zone, const char *section, Buf *out)
{
	buf_printf(out, "\n\t.section\t%s\n", section);
	for (size_t i = 0; i < p->nneeded; i++)
		if (is_variable(p->needed[i]) && zone_of(p->needed[i]) == zone)
			put_variable(p->needed[i], out);
}

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

static void
put_aliases(Program *p, Buf *out)
{
	for (size_t i = 0; i < p->nneeded; i++) {
		const Definition *d = p->needed[i];

		if (!d->v || !LLVMIsAGlobalAlias(d->v))
			continue;
		if (!is_local(d->v))
			buf_printf(out, "\t.global\t%s\n", d->name);
		buf_printf(out, "\t.equ\t%s, %s\n", d->name,
			unit_symbol(d->unit, peel(LLVMAliasGetAliasee(d->v))));
	}
}

static void
debug_variables(Program *p)
{
	for (size_t i = 0; i < p->nneeded; i++) {
		const Definition *d = p->needed[i];

		if (is_variable(d))
			dwarf_variable(p->dwarf, &d->unit->m, d->v, d->name);
	}
}

void
program_compile(Program *p, Buf *out)
{
	Buf code = {0};

	find_needed(p);
	if (p->mistakes > 0)
		fatal("%d mistake%s; nothing was written", p->mistakes, p->mistakes > 1 ? "s" : "");
	put_functions(p, &code);
	debug_variables(p);
	dwarf_head(p->dwarf, out);
	if (!p->o.module_only)
		buf_printf(out, "\t.global\t__stack_size, __heap_size\n"
			"\t.equ\t__stack_size, %u\n\t.equ\t__heap_size, %u\n", p->o.stack, p->o.heap);
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
