/* process.c - looks up names of expressions in a process, outside of functions. */
#include "process.h"

#include <string.h>

const Type *
process_type(const ProcessNames *p, TypeKind kind, const char *name)
{
	ProgramInfo *const *programs;
	uint32_t n = target_programs(p->target, &programs);
	const Type *t = p->in.program ? program_type(p->in.program, kind, name) : NULL;

	for (uint32_t i = 0; i < n && !t; i++)
		t = program_type(programs[i], kind, name);
	return t;
}

/* ---- variables ---- */

bool
process_variable(const ProgramInfo *p, Arena *a, const DebugVariable *d, const Stopped *stopped,
	Value *v, char why[EXPR_ERROR])
{
	DebugValue value;

	if (!debug_value(p->debug, d, stopped, a, &value)) {
		snprintf(why, EXPR_ERROR, "optimised away here");
		return false;
	}
	if (value.in_memory)
		*v = value_of_object(value.type, value.addr);
	else
		*v = (Value){.type = value.type, .bytes = value.bytes, .known = value.known};
	for (Word i = 0; !value.in_memory; i++) {
		if (i == type_plain(value.type)->size && i > 0) {
			snprintf(why, EXPR_ERROR, "optimised away here");
			return false;
		}
		if (i == type_plain(value.type)->size || value.known[i])
			break;
	}
	return true;
}

/* has_stem: true if the file's name, without folders and suffix, is the stem of n characters. */
static bool
has_stem(const char *file, const char *stem, size_t n)
{
	const char *slash = file ? strrchr(file, '/') : NULL, *name = slash ? slash + 1 : file;

	return name && strncmp(name, stem, n) == 0 && (name[n] == '\0' || name[n] == '.');
}

/* find_in_program: find a global variable, function or enumerator of a program on the node. */
static bool
find_in_program(const ProcessNames *p, Arena *a, const Loaded *in, const char *name,
	const char *file,
	Value *v, char *why)
{
	Stopped stopped = target_stopped(p->target, p->node, in, in->text, 0);
	const DebugVariable *global;
	const DebugFunction *f;
	const Type *type;
	int64_t n;

	if (!in->program || !in->program->debug)
		return false;
	global = program_global(in->program, name, file);
	if (global)
		return process_variable(in->program, a, global, &stopped, v, why);
	f = program_function(in->program, name);
	if (f) {
		*v = value_of_object(f->type, f->addr + in->text_moved);
		return true;
	}
	if (!program_enumerator(in->program, name, &type, &n))
		return false;
	*v = value_of_number(a, type, n);
	return true;
}

/*
 * find_in_file: find a variable of the source file whose name has this stem; false if there is
 * none.
 */
static bool
find_in_file(const ProcessNames *p, Arena *a, const char *file, size_t nfile, const char *name,
	Value *v, char *why)
{
	const ProgramInfo *program = p->in.program;
	GlobalList globals = program_globals(program);
	Stopped stopped = target_stopped(p->target, p->node, &p->in, p->in.text, 0);

	for (size_t i = 0; i < globals.n; i++)
		if (strcmp(globals.v[i].name, name) == 0
			&& has_stem(globals.v[i].place.file, file, nfile))
			return process_variable(program, a, &globals.v[i], &stopped, v, why);
	return false;
}

/* A search for a static variable of a function. */
typedef struct FunctionStatic {
	const ProcessNames *names;
	Arena *arena;
	const char *name;
	Value *v;   /* gets the value */
	char *why;  /* gets the reason if the variable has no value */
	bool found; /* the variable has a value */
} FunctionStatic;

/* use_static: set the value that is searched for if d is the static variable with that name. */
static void
use_static(void *to, const DebugVariable *d)
{
	FunctionStatic *s = to;
	Stopped stopped;

	if (s->found || strcmp(d->name, s->name) != 0 || !debug_is_static(d))
		return;
	stopped = target_stopped(s->names->target, s->names->node, &s->names->in,
		s->names->in.text, 0);
	s->found = process_variable(s->names->in.program, s->arena, d, &stopped, s->v, s->why);
}

/* find_static: find a static variable; `function` begins with the n characters of its function. */
static bool
find_static(const ProcessNames *p, Arena *a, const char *function, size_t n,
	const char *name, Value *v, char *why)
{
	const ProgramInfo *program = p->in.program;
	FunctionStatic s = {p, a, name, v, why, false};
	const DebugFunction *f = NULL;

	if (program && program->debug)
		f = program_function(program, arena_strndup(a, function, n));
	if (f)
		debug_function_variables(program->debug, f, use_static, &s);
	return s.found;
}

/* find_qualified: find PROGRAM::NAME; false, with the reason in `why`, if either is unknown. */
static bool
find_qualified(const ProcessNames *p, Arena *a, const char *name, const char *colons, Value *v,
	char *why)
{
	Loaded loaded[MAX_LOADED];
	uint32_t n = target_loaded_programs(p->target, p->node, loaded);

	for (uint32_t i = 0; i < n; i++)
		if (strlen(loaded[i].name) == colons - name
			&& strncmp(loaded[i].name, name, colons - name) == 0)
			return find_in_program(p, a, &loaded[i], colons + 2, NULL, v, why);
	return find_in_file(p, a, name, colons - name, colons + 2, v, why)
		|| find_static(p, a, name, colons - name, colons + 2, v, why);
}

bool
process_value(const ProcessNames *p, Arena *a, const char *name, const char *file, Value *v,
	char why[EXPR_ERROR])
{
	const char *colons = strstr(name, "::");

	*why = '\0';
	return colons ? find_qualified(p, a, name, colons, v, why)
		: find_in_program(p, a, &p->in, name, file, v, why);
}
