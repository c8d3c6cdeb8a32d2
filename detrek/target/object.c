/*
 * object.c - finds the variable that contains an address, among the variables at fixed places in a
 * program.
 *
 * The debugging information gives the places of most variables. But the compiler can change a
 * variable so much that the debugging information only says how to compute its value: for example,
 * a static variable that has only two values becomes a byte. The place of such a variable is that
 * of its symbol. The symbol of a function's static variable is `function.variable`; other parts
 * that the compiler adds to a name also begin with a point. The memory of such a variable need not
 * have the variable's type.
 */
#include "program.h"

#include <stdlib.h>
#include <string.h>

/* ---- variables with a place ---- */

/* read_nothing: a reader of memory that has none: always false. */
static bool
read_nothing(void *of, Addr a, void *to, Word n)
{
	(void)of, (void)a, (void)to, (void)n;
	return false; /* only addresses are needed */
}

/* is_in_program: tell if the program's text or data contains address a. */
static bool
is_in_program(const ProgramInfo *p, Addr a)
{
	return a - p->text < p->text_bytes || a - p->data < p->data_bytes;
}

/* fixed_address: find the address of a variable; false if it has no fixed one. */
static bool
fixed_address(const ProgramInfo *p, const DebugVariable *v, Addr *at)
{
	Stopped s = {.read = read_nothing};
	DebugValue value;
	Arena a = {0};
	bool has = debug_value(p->debug, v, &s, &a, &value) && value.in_memory
		&& is_in_program(p, value.addr);

	*at = has ? value.addr : 0;
	arena_free(&a);
	return has;
}

/* append_object: append an object to the program's list. */
static void
append_object(ProgramInfo *p, ProgramObject o)
{
	p->objects = arena_more(&p->arena, p->objects, p->nobjects, sizeof *p->objects);
	p->objects[p->nobjects++] = o;
}

/* add_object: add the variable, if it has a fixed address, to the objects of the program. */
static void
add_object(void *program, const DebugVariable *v)
{
	ProgramInfo *p = program;
	Addr at;

	if (fixed_address(p, v, &at))
		append_object(p, (ProgramObject){at, type_plain(v->type)->size, *v});
}

/* add_variables: add the global variables, and the static ones of functions. */
static void
add_variables(ProgramInfo *p)
{
	GlobalList globals = program_globals(p);

	for (size_t i = 0; i < globals.n; i++)
		add_object(p, &globals.v[i]);
	for (size_t i = 0; i < p->nfunctions; i++)
		debug_function_variables(p->debug, &p->functions[i], add_object, p);
}

/* compare_objects: compare two objects by address, for qsort. */
static int
compare_objects(const void *a, const void *b)
{
	const ProgramObject *x = a, *y = b;

	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

/* sort_objects: sort the objects by address. */
static void
sort_objects(ProgramInfo *p)
{
	qsort(p->objects, p->nobjects, sizeof *p->objects, compare_objects);
}

/* object_at: the last of the first n objects that begins at the address or before; NULL: none. */
static const ProgramObject *
object_at(const ProgramInfo *p, size_t n, Addr a)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (p->objects[middle].addr <= a)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 && a - p->objects[low - 1].addr < p->objects[low - 1].nbytes
		? &p->objects[low - 1]
		: NULL;
}

/* ---- variables with a symbol ---- */

/* A search for the variable that a symbol is of. */
typedef struct NamesakeSearch {
	ProgramInfo *program;
	const char *name; /* name of the symbol, or what follows the name of a function in it */
	DebugVariable found; /* valid if n is not 0 */
	uint32_t n;       /* number of different declarations found */
} NamesakeSearch;

/*
 * is_symbol_of: true if the symbol is the name, alone or followed by a point and a text that the
 * compiler has added.
 */
static bool
is_symbol_of(const char *symbol, const char *name)
{
	size_t len = strlen(name);

	return strncmp(symbol, name, len) == 0 && (symbol[len] == '\0' || symbol[len] == '.');
}

/*
 * note_namesake: count a variable if its address is not known and its name fits the symbol that is
 * searched for.
 */
static void
note_namesake(void *to, const DebugVariable *v)
{
	NamesakeSearch *k = to;
	Addr at;

	if (v->is_parameter || !*v->name || !is_symbol_of(k->name, v->name) ||
		fixed_address(k->program, v, &at))
		return;
	if (k->n > 0 && k->found.place.file == v->place.file
		&& k->found.place.line == v->place.line)
		return;
	k->found = *v;
	k->n++;
}

/*
 * find_namesake: find the variable among the global ones, or else in the function that the symbol
 * names.
 */
static void
find_namesake(NamesakeSearch *k)
{
	ProgramInfo *p = k->program;
	GlobalList globals = program_globals(p);
	const char *symbol = k->name;

	for (size_t i = 0; i < globals.n; i++)
		note_namesake(k, &globals.v[i]);
	for (size_t i = 0; k->n == 0 && i < p->nfunctions; i++) {
		const DebugFunction *f = &p->functions[i];

		if (!is_symbol_of(symbol, f->name) || !symbol[strlen(f->name)])
			continue;
		k->name = symbol + strlen(f->name) + 1;
		debug_function_variables(p->debug, f, note_namesake, k);
	}
}

/* bytes_type: the type of an array of nbytes bytes. */
static const Type *
bytes_type(ProgramInfo *p, Word nbytes)
{
	static const Type none = {.kind = TYPE_VOID, .name = "", .target = &none};
	static const Type byte = {
		.kind = TYPE_UNSIGNED, .name = "unsigned char", .size = 1, .target = &none};
	Type *array;

	if (nbytes == 1)
		return &byte;
	array = arena_alloc(&p->arena, 1, sizeof *array);
	*array = (Type){.kind = TYPE_ARRAY, .name = "", .size = nbytes, .target = &byte,
		.count = nbytes};
	return array;
}

/*
 * symbol_variable: the variable to which a symbol belongs; without a place if none has the name, or
 * several have.
 */
static DebugVariable
symbol_variable(ProgramInfo *p, const Symbol *s)
{
	NamesakeSearch k = {.program = p, .name = s->name};
	DebugVariable v = {.name = s->name};

	if (p->debug)
		find_namesake(&k);
	if (k.n == 1)
		v = k.found;
	if (k.n != 1 || type_plain(v.type)->size != s->size)
		v.type = bytes_type(p, s->size);
	return v;
}

/* add_symbols: add the data symbols at whose address no variable is known. */
static void
add_symbols(ProgramInfo *p)
{
	size_t n = p->nobjects;

	for (size_t i = 0; i < p->image.nsymbols; i++) {
		const Symbol *s = &p->image.symbols[i];

		if (s->kind == SYMBOL_OBJECT && !s->absolute && s->size > 0
			&& s->addr - p->data < p->data_bytes && !object_at(p, n, s->addr))
			append_object(p, (ProgramObject){s->addr, s->size, symbol_variable(p, s)});
	}
}

/* ---- all of them ---- */

/* read_objects: list the program's objects with fixed addresses, sorted by address. */
static void
read_objects(ProgramInfo *p)
{
	p->objects = arena_alloc(&p->arena, 1, sizeof *p->objects);
	if (p->debug)
		add_variables(p);
	sort_objects(p);
	add_symbols(p);
	sort_objects(p);
}

const ProgramObject *
program_object(ProgramInfo *p, Addr a)
{
	if (!is_in_program(p, a))
		return NULL;
	if (!p->objects)
		read_objects(p);
	return object_at(p, p->nobjects, a);
}
