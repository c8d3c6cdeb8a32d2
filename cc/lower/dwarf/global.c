/*
 * global.c - debugging information of global variables. The optimiser may split a variable into
 * several globals, and remove those that no code reads. It may also keep a variable in another
 * form.
 */
#include "dwarf_unit.h"

#include <dwarf.h>

/* A part of a split variable. */
typedef struct Part {
	uint32_t at, size; /* bits */
	const Bytes *place; /* location of the part */
	struct Part *next; /* sorted by `at` */
} Part;

struct SplitVariable {
	Node variable;
	Bytes *place; /* location of the whole, made from the locations of the parts */
	Part *parts;
	struct SplitVariable *next;
};

/*
 * scope_entry: the entry of the function or block that declares a static variable; otherwise the
 * entry of the unit.
 */
static Die *
scope_entry(DwarfUnit *u, Node scope)
{
	Die *d;

	for (; scope && scope_subprogram(u->m, scope); scope = scope_parent(u->m, scope))
		if ((d = dwarf_known_entry(u, scope)))
			return d;
	return u->die;
}

/* unit_around: the unit around a scope, which may be a function. */
static Node
unit_around(const Module *m, Node scope)
{
	Node subprogram = scope_subprogram(m, scope);

	return subprogram ? node_operand(m, subprogram, SUBPROGRAM_UNIT) : scope;
}

/* variable_entry: make the entry of a global variable, in the scope that declares it. */
static Die *
variable_entry(DwarfUnit *u, Node n, LLVMValueRef v)
{
	Dwarf *d = u->dwarf;
	LLVMLinkage linkage = LLVMGetLinkage(v);
	Die *die = die_new(d->dies, scope_entry(u, node_operand(u->m, n, VARIABLE_SCOPE)),
		DW_TAG_variable);

	die_name(d->dies, die, node_name(u->m, n, VARIABLE_NAME));
	dwarf_add_place(u, die, node_operand(u->m, n, VARIABLE_FILE),
		node_number(u->m, n, "line", 0));
	dwarf_add_type(u, die, node_operand(u->m, n, VARIABLE_TYPE));
	if (linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage)
		die_flag(d->dies, die, DW_AT_external);
	return die;
}

/*
 * global_place: the address of a variable, by the steps that lead to it from the global's address;
 * NULL if DWARF cannot express them.
 */
static Bytes *
global_place(Dwarf *d, const char *name, const Step *steps, int n)
{
	Bytes *place = dwarf_new_bytes(d);

	buf_byte(&place->b, DW_OP_addr);
	bytes_hole(d->arena, place, name);
	for (int i = 0; i < n; i++)
		if (!step_put(&steps[i], i ? &steps[i - 1] : NULL, place))
			return NULL;
	return place;
}

/* add_variable_part: note the place of one of the globals into which a variable was split. */
static void
add_variable_part(Arena *a, SplitVariable *s, const Step *fragment, const Bytes *place)
{
	Part **at = &s->parts, *p = arena_alloc(a, 1, sizeof *p);

	while (*at && (*at)->at < fragment->arg[0])
		at = &(*at)->next;
	*p = (Part){fragment->arg[0], fragment->arg[1], place, *at};
	*at = p;
}

/*
 * join_parts: the place of the whole variable: its parts in order, with gaps where no global is
 * left.
 */
static void
join_parts(Arena *a, SplitVariable *s)
{
	uint32_t end = 0;

	s->place->b.len = 0;
	s->place->nholes = 0;
	for (const Part *p = s->parts; p; p = p->next) {
		if (p->at > end) {
			buf_byte(&s->place->b, DW_OP_piece);
			bytes_uleb(s->place, (p->at - end) / 8);
		}
		bytes_append(a, s->place, p->place);
		buf_byte(&s->place->b, DW_OP_piece);
		bytes_uleb(s->place, p->size / 8);
		end = p->at + p->size;
	}
}

/*
 * split_variable: the entry of a variable that is split into several globals, made at its first
 * part.
 */
static SplitVariable *
split_variable(DwarfUnit *u, Node n, LLVMValueRef v)
{
	Dwarf *d = u->dwarf;
	SplitVariable *s = u->split;

	while (s && s->variable != n)
		s = s->next;
	if (s)
		return s;
	s = arena_alloc(d->arena, 1, sizeof *s);
	*s = (SplitVariable){.variable = n, .place = dwarf_new_bytes(d), .next = u->split};
	u->split = s;
	die_place(d->dies, variable_entry(u, n, v), DW_AT_location, s->place);
	return s;
}

void
dwarf_add_variable(Dwarf *d, const Module *m, LLVMValueRef v, const char *name)
{
	Node x = global_expression(v), n, scope, unit;
	Step steps[MAX_STEPS];
	const Step *fragment;
	SplitVariable *s;
	DwarfUnit *u;
	Bytes *place;
	Die *die;
	int nsteps;

	n = x ? node_operand(m, x, GLOBAL_VARIABLE) : NULL;
	scope = n ? node_operand(m, n, VARIABLE_SCOPE) : NULL;
	unit = scope ? unit_around(m, scope) : NULL;
	if (!unit || node_kind(unit) != LLVMDICompileUnitMetadataKind)
		return;
	u = dwarf_unit(d, m, unit);
	nsteps = expression_steps(m, node_operand(m, x, GLOBAL_STEPS), steps);
	fragment = nsteps > 0 && steps[nsteps - 1].op == STEP_FRAGMENT ? &steps[nsteps - 1] : NULL;
	place = nsteps < 0 ? NULL : global_place(d, name, steps, fragment ? nsteps - 1 : nsteps);
	if (fragment) {
		s = split_variable(u, n, v);
		if (place)
			add_variable_part(d->arena, s, fragment, place);
		join_parts(d->arena, s);
		return;
	}
	die = variable_entry(u, n, v);
	if (place)
		die_place(d->dies, die, DW_AT_location, place);
}
