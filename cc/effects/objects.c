/* objects.c - finds the pieces of memory that a program can name or point to. */
#include "effects_parts.h"

#include "cc/lower/module/module_debug.h"

#include <stdlib.h>
#include <string.h>

/* call_allocates: true if the call returns new memory, to which no other pointer leads. */
bool
call_allocates(LLVMValueRef call)
{
	static const char *const names[] = {"malloc", "calloc", "realloc", "aligned_alloc",
		"kalloc"};
	const char *name = LLVMIsACallInst(call) ? callee_name(call) : NULL;

	for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

/* source_path: the path of a source file, in the arena. */
static const char *
source_path(Effects *e, const char *dir, const char *file)
{
	char *path = where_path(dir, file);
	const char *kept = arena_strndup(&e->arena, path, strlen(path));

	free(path);
	return kept;
}

/* describe_variable: set a variable's name and place from its debugging information. */
static void
describe_variable(Effects *e, MemoryObject *o, Node variable)
{
	Node file = node_operand(e->m, variable, VARIABLE_FILE);

	o->name = node_name(e->m, variable, VARIABLE_NAME);
	o->line = node_number(e->m, variable, "line", 0);
	if (file)
		o->file = source_path(e, node_name(e->m, file, FILE_DIRECTORY),
			node_name(e->m, file, FILE_NAME));
}

/* place_object: set the place of an instruction or a function in the source. */
static void
place_object(Effects *e, MemoryObject *o)
{
	Where w = value_where(o->value);

	if (w.file && *w.file)
		o->file = source_path(e, w.dir, w.file);
	o->line = w.line;
}

/* add_object: append a piece of memory; returns the copy. */
static MemoryObject *
add_object(Effects *e, MemoryObject o)
{
	e->object = arena_more(&e->arena, e->object, e->nobjects, sizeof *e->object);
	e->object[e->nobjects] = o;
	if (o.value && o.kind != MEMORY_ARGUMENTS)
		map_put(e->objects, o.value, e->nobjects);
	return &e->object[e->nobjects++];
}

/* is_own_object: true if the user's files define the function or variable. */
static bool
is_own_object(const Effects *e, LLVMValueRef v)
{
	intptr_t own;

	return map_get(e->own, v, &own);
}

/* static_function: the function in which a variable is static; NULL if there is none. */
static LLVMValueRef
static_function(Effects *e, Node variable)
{
	Node scope = node_operand(e->m, variable, VARIABLE_SCOPE);
	Node subprogram = scope ? scope_subprogram(e->m, scope) : NULL;

	for (LLVMValueRef f = LLVMGetFirstFunction(e->m->ir); subprogram && f;
		f = LLVMGetNextFunction(f))
		if (LLVMGetSubprogram(f) == subprogram)
			return f;
	return NULL;
}

/* add_global: add the memory of a global variable. */
static void
add_global(Effects *e, LLVMValueRef v)
{
	Node expression = global_expression(v);
	Node variable = expression ? node_operand(e->m, expression, GLOBAL_VARIABLE) : NULL;
	MemoryObject *o = add_object(e, (MemoryObject){
		.kind = MEMORY_GLOBAL, .value = v, .name = "", .own = is_own_object(e, v)});

	if (!variable)
		return;
	describe_variable(e, o, variable);
	o->function = static_function(e, variable);
}

/* add_function: add the code of a function, and the memory of its variable arguments. */
static void
add_function(Effects *e, LLVMValueRef f)
{
	size_t len;
	bool own = is_own_object(e, f);

	place_object(e, add_object(e, (MemoryObject){.kind = MEMORY_CODE, .value = f, .function = f,
		.name = LLVMGetValueName2(f, &len), .own = own}));
	map_put(e->arguments, f, e->nobjects);
	add_object(e, (MemoryObject){.kind = MEMORY_ARGUMENTS,
				     .value = f,
				     .function = f,
				     .name = "",
				     .own = own});
}

/*
 * add_instruction: add the memory that an instruction makes: a variable in the workspace, or
 * allocated memory.
 */
static void
add_instruction(void *effects, LLVMValueRef f, LLVMValueRef v)
{
	Effects *e = effects;
	MemoryObject o = {.value = v, .function = f, .name = "", .own = is_own_object(e, f)};

	if (LLVMIsAAllocaInst(v))
		o.kind = MEMORY_LOCAL;
	else if (call_allocates(v))
		o.kind = MEMORY_ALLOCATED;
	else
		return;
	place_object(e, add_object(e, o));
}

/* add_structures: add the parameters that are structures: the function has a copy of each. */
static void
add_structures(Effects *e, LLVMValueRef f)
{
	MemoryObject o = {.kind = MEMORY_LOCAL,
			  .function = f,
			  .name = "",
			  .own = is_own_object(e, f)};

	for (unsigned i = 0; i < LLVMCountParams(f); i++)
		if (has_attribute(f, i + 1, "byval") && !LLVMIsDeclaration(f)) {
			o.value = LLVMGetParam(f, i);
			add_object(e, o);
		}
}

/* add_locals: add the function's local variables, and the memory that it allocates. */
static void
add_locals(Effects *e, LLVMValueRef f)
{
	size_t n;
	const Binding *binding = function_bindings(e->m, f, &n);
	intptr_t object;

	add_structures(e, f);
	each_instruction(f, add_instruction, e);
	for (size_t i = 0; i < n; i++)
		if (binding[i].is_address && binding[i].value
			&& map_get(e->objects, binding[i].value, &object))
			describe_variable(e, &e->object[object], binding[i].variable);
}

void
find_objects(Effects *e)
{
	add_object(e, (MemoryObject){.kind = MEMORY_UNKNOWN, .name = ""});
	e->entered = e->nobjects;
	add_object(e, (MemoryObject){.kind = MEMORY_ENTERED, .name = ""});
	for (LLVMValueRef v = LLVMGetFirstGlobal(e->m->ir); v; v = LLVMGetNextGlobal(v))
		add_global(e, v);
	for (LLVMValueRef f = LLVMGetFirstFunction(e->m->ir); f; f = LLVMGetNextFunction(f))
		add_function(e, f);
	for (LLVMValueRef f = LLVMGetFirstFunction(e->m->ir); f; f = LLVMGetNextFunction(f))
		add_locals(e, f);
}
