/* variable.c - lists the variables at an address, in a function, and outside functions. */
#include "debug_data.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

/* use_variable: call `use` with the name, type and place that a variable's entry gives. */
static void
use_variable(Debug *d, Dwarf_Die *die, Dwarf_Die *function, UseVariable *use, void *to)
{
	const char *name = dwarf_diename(die);
	Entry *e = arena_alloc(&d->arena, 1, sizeof *e);
	DebugVariable v = {
		.name = name ? name : "",
		.type = debug_type(d, die),
		.is_parameter = dwarf_tag(die) == DW_TAG_formal_parameter,
		.artificial = dwarf_hasattr_integrate(die, DW_AT_artificial),
		.place = debug_declared_place(die),
		.entry = e,
	};

	e->die = *die;
	e->has_function = function != NULL;
	if (function)
		e->function = *function;
	use(to, &v);
}

/*
 * use_located: call `use` for the variables of a scope: for all of them, or, if `all` is false,
 * only for variables with a location. In the abstract scope of an inlined function these are the
 * static variables.
 */
static void
use_located(Debug *d, Dwarf_Die *scope, Dwarf_Die *function, bool all, UseVariable *use, void *to)
{
	Dwarf_Die die;
	bool more = dwarf_child(scope, &die) == 0;

	for (; more; more = dwarf_siblingof(&die, &die) == 0)
		if ((dwarf_tag(&die) == DW_TAG_variable
			|| dwarf_tag(&die) == DW_TAG_formal_parameter)
			&& (all || dwarf_hasattr(&die, DW_AT_location)))
			use_variable(d, &die, function, use, to);
}

/* use_in_scope: call `use` for the variables that a scope itself declares. */
static void
use_in_scope(Debug *d, Dwarf_Die *scope, Dwarf_Die *function, UseVariable *use, void *to)
{
	Dwarf_Attribute at;
	Dwarf_Die origin;

	use_located(d, scope, function, true, use, to);
	if (dwarf_attr(scope, DW_AT_abstract_origin, &at) && dwarf_formref_die(&at, &origin))
		use_located(d, &origin, function, false, use, to);
}

/*
 * innermost_function: the first function among n scopes, which are sorted from the innermost out.
 */
static Dwarf_Die *
innermost_function(Dwarf_Die *scopes, int n)
{
	for (int i = 0; i < n; i++)
		if (dwarf_tag(&scopes[i]) == DW_TAG_subprogram)
			return &scopes[i];
	return NULL;
}

void
debug_variables(Debug *d, const Frame *f, UseVariable *use, void *to)
{
	Dwarf_Die scope = *(const Dwarf_Die *)f->scope, *all = NULL;
	int n = dwarf_getscopes_die(&scope, &all), tag;

	for (int i = 0; i < n; i++) {
		use_in_scope(d, &all[i], innermost_function(all, n), use, to);
		tag = dwarf_tag(&all[i]);
		if (tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine)
			break;
	}
	free(all);
}

/*
 * use_blocks: call `use` for the variables of a scope, and of the blocks and inlined functions
 * within it.
 */
static void
use_blocks(Debug *d, Dwarf_Die *scope, Dwarf_Die *function, UseVariable *use, void *to, int depth)
{
	Dwarf_Die die;
	bool more = depth < MAX_NESTING && dwarf_child(scope, &die) == 0;

	use_in_scope(d, scope, function, use, to);
	for (; more; more = dwarf_siblingof(&die, &die) == 0)
		if (dwarf_tag(&die) == DW_TAG_lexical_block
			|| dwarf_tag(&die) == DW_TAG_inlined_subroutine)
			use_blocks(d, &die, function, use, to, depth + 1);
}

void
debug_function_variables(Debug *d, const DebugFunction *f, UseVariable *use, void *to)
{
	Dwarf_Die die = *(const Dwarf_Die *)f->entry;

	use_blocks(d, &die, &die, use, to, 0);
}

/* The callback of debug_globals. */
typedef struct GlobalCallback {
	Debug *d;
	UseVariable *use;
	void *to; /* first argument of use */
} GlobalCallback;

/*
 * visit_globals: callback of debug_units: pass on the global and static variables of a unit.
 * Returns true, to go on with the next unit.
 */
static bool
visit_globals(void *to, Dwarf_Die *unit)
{
	GlobalCallback *g = to;

	use_in_scope(g->d, unit, NULL, g->use, g->to);
	return true;
}

void
debug_globals(Debug *d, UseVariable *use, void *to)
{
	GlobalCallback g = {d, use, to};

	debug_units(d, visit_globals, &g);
}
