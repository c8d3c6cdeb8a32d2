/*
 * scope.c - a function's blocks and the functions inlined into it, with their code ranges.
 *
 * A scope is a block or subprogram of the source together with, if it was inlined, the place of the
 * call. A subprogram that is inlined anywhere has an abstract entry with its blocks and variables,
 * to which all copies refer.
 */
#include "dwarf_unit.h"

#include <dwarf.h>
#include <string.h>

/* ---- scopes of the source ---- */

static bool
is_subprogram(Node n)
{
	return node_kind(n) == LLVMDISubprogramMetadataKind;
}

/* describe_subprogram: add name, type and place of a function to its entry. */
static void
describe_subprogram(DwarfUnit *u, Die *d, Node n)
{
	Node types = node_operand(u->m, node_operand(u->m, n, SUBPROGRAM_TYPE), TYPE_BASE);
	unsigned ntypes = node_count(u->m, types);
	char flags[100] = "";

	die_name(u->dwarf->dies, d, node_name(u->m, n, SUBPROGRAM_NAME));
	dwarf_add_place(u, d, node_operand(u->m, n, SCOPE_FILE), LLVMDISubprogramGetLine(n));
	if (node_word(u->m, n, "flags", flags, sizeof flags) && strstr(flags, "Prototyped"))
		die_flag(u->dwarf->dies, d, DW_AT_prototyped);
	node_word(u->m, n, "spFlags", flags, sizeof flags);
	if (!strstr(flags, "LocalToUnit"))
		die_flag(u->dwarf->dies, d, DW_AT_external);
	dwarf_add_type(u, d, node_operand(u->m, types, 0));
	if (ntypes > 1 && !node_operand(u->m, types, ntypes - 1))
		die_new(u->dwarf->dies, d, DW_TAG_unspecified_parameters);
}

/* describe_variable: add name, type and place of a variable to its entry. */
static void
describe_variable(DwarfUnit *u, Die *d, Node n)
{
	die_name(u->dwarf->dies, d, node_name(u->m, n, VARIABLE_NAME));
	dwarf_add_place(u, d, node_operand(u->m, n, VARIABLE_FILE), LLVMDIVariableGetLine(n));
	if (LLVMDIVariableGetLine(n) == 0)
		die_flag(u->dwarf->dies, d, DW_AT_artificial);
	dwarf_add_type(u, d, node_operand(u->m, n, VARIABLE_TYPE));
}

/* new_variable: add an entry for a variable or parameter to its parent. */
static Die *
new_variable(DwarfUnit *u, Die *parent, Node n)
{
	int arg = node_number(u->m, n, "arg", 0);

	return die_parameter(u->dwarf->dies, parent, arg ? DW_TAG_formal_parameter
		: DW_TAG_variable, arg);
}

static Die *dwarf_abstract(DwarfUnit *u, Node scope);

/*
 * abstract_variable: the entry of a variable in its abstract subprogram, which is made at the first
 * call.
 */
static Die *
abstract_variable(DwarfUnit *u, Node n)
{
	Die *d = dwarf_known_entry(u, n);

	if (d)
		return d;
	d = new_variable(u, dwarf_abstract(u, node_operand(u->m, n, VARIABLE_SCOPE)), n);
	map_put(u->dies, n, (intptr_t)d);
	describe_variable(u, d, n);
	return d;
}

/* dwarf_abstract: the abstract entry to which inlined and other copies refer */
static Die *
dwarf_abstract(DwarfUnit *u, Node scope)
{
	Die *d = dwarf_known_entry(u, scope);
	Node all;

	if (d)
		return d;
	if (!is_subprogram(scope)) {
		d = die_new(u->dwarf->dies, dwarf_abstract(u, scope_parent(u->m, scope)),
			DW_TAG_lexical_block);
		map_put(u->dies, scope, (intptr_t)d);
		return d;
	}
	d = die_new(u->dwarf->dies, u->die, DW_TAG_subprogram);
	map_put(u->dies, scope, (intptr_t)d);
	describe_subprogram(u, d, scope);
	die_number(u->dwarf->dies, d, DW_AT_inline, DW_INL_inlined);
	all = node_operand(u->m, scope, SUBPROGRAM_VARIABLES);
	for (unsigned i = 0; i < node_count(u->m, all); i++)
		if (node_kind(node_operand(u->m, all, i)) == LLVMDILocalVariableMetadataKind)
			abstract_variable(u, node_operand(u->m, all, i));
	return d;
}

/* ---- scopes of the function's code ---- */

/*
 * is_copy: true if the scope needs an abstract entry, because it is inlined here, or its function
 * is inlined somewhere.
 */
static bool
is_copy(const Scopes *s, Node scope, Node inlined)
{
	return inlined || is_inlined(s->u->m, scope_subprogram(s->u->m, scope));
}

/* describe_call: describe the call that was inlined: file, line and column. */
static void
describe_call(const Scopes *s, Die *d, Node at)
{
	Node file = LLVMDIScopeGetFile(LLVMDILocationGetScope(at));

	die_number(s->u->dwarf->dies, d, DW_AT_call_file, dwarf_file(s->u,
		node_name(s->u->m, file, FILE_DIRECTORY), node_name(s->u->m, file, FILE_NAME)));
	die_number(s->u->dwarf->dies, d, DW_AT_call_line, LLVMDILocationGetLine(at));
	die_number(s->u->dwarf->dies, d, DW_AT_call_column, LLVMDILocationGetColumn(at));
}

/* scope_new: add a copy of v to the scopes, and an entry with this tag for it. */
static Scope *
scope_new(Scopes *s, Scope v, unsigned tag)
{
	Scope *scope = arena_alloc(s->f->arena, 1, sizeof *scope);
	DieUnits *dies = s->u->dwarf->dies;

	*scope = v;
	scope->die = die_new(dies, v.parent ? v.parent->die : s->u->die, tag);
	if (is_copy(s, v.node, v.inlined))
		die_refer(dies, scope->die, DW_AT_abstract_origin, dwarf_abstract(s->u, v.node));
	else
		map_put(s->u->dies, v.node, (intptr_t)scope->die);
	s->all = arena_more(s->f->arena, s->all, s->n, sizeof *s->all);
	s->all[s->n++] = scope;
	return scope;
}

/*
 * scope_get: the scope for a block or subprogram; a new scope is made, with the scopes around it.
 * inlined: where it was inlined; NULL if it was not.
 */
static Scope *
scope_get(Scopes *s, Node node, Node inlined)
{
	const Module *m = s->u->m;
	Scope *parent;

	if (node && node_kind(node) == LLVMDILexicalBlockFileMetadataKind)
		node = scope_parent(m, node);
	if (!node)
		return s->all[0];
	for (size_t i = 0; i < s->n; i++)
		if (s->all[i]->node == node && s->all[i]->inlined == inlined)
			return s->all[i];
	/* not the function itself: code from elsewhere */
	if (is_subprogram(node) && !inlined)
		return s->all[0];
	if (!is_subprogram(node)) {
		parent = scope_get(s, scope_parent(m, node), inlined);
		return scope_new(s, (Scope){node, inlined, parent}, DW_TAG_lexical_block);
	}
	parent = scope_get(s, LLVMDILocationGetScope(inlined), LLVMDILocationGetInlinedAt(inlined));
	parent = scope_new(s, (Scope){node, inlined, parent}, DW_TAG_inlined_subroutine);
	describe_call(s, parent->die, inlined);
	return parent;
}

/* extend_scopes: add the code between two marks to the scope and to all scopes around it. */
static void
extend_scopes(Scopes *s, Scope *scope, size_t from, size_t to)
{
	const char *low = mark_label(s->f, s->u->dwarf, from),
		*high = mark_label(s->f, s->u->dwarf, to);

	for (; scope && scope->parent; scope = scope->parent) {
		Range *last = scope->nranges ? &scope->ranges[scope->nranges - 1] : NULL;

		if (last && strcmp(last->high, low) == 0) {
			last->high = high;
			continue;
		}
		scope->ranges = arena_more(s->f->arena, scope->ranges, scope->nranges,
			sizeof *scope->ranges);
		scope->ranges[scope->nranges++] = (Range){low, high};
	}
}

/* find_scope_code: find the code of each scope from the marks of the function. */
static void
find_scope_code(Scopes *s)
{
	const Fn *f = s->f;
	size_t from = 0;

	for (size_t i = 1; i <= f->nmarks; i++) {
		const Where *w = &f->marks[from].where;

		if (i < f->nmarks && f->marks[i].where.scope == w->scope
			&& f->marks[i].where.inlined == w->inlined)
			continue;
		extend_scopes(s, scope_get(s, w->scope, w->inlined), from, i);
		from = i;
	}
}

void
scopes_make(Scopes *s, DwarfUnit *u, Fn *f)
{
	Node n = LLVMGetSubprogram(f->f);
	DieUnits *dies = u->dwarf->dies;
	Range code = {f->name, dwarf_print(u->dwarf, ".P%d_end", f->serial)};
	Bytes *base = dwarf_new_bytes(u->dwarf);
	Scope *root;

	*s = (Scopes){.u = u, .f = f};
	root = scope_new(s, (Scope){.node = n}, DW_TAG_subprogram);
	if (!is_copy(s, n, NULL))
		describe_subprogram(u, root->die, n);
	dwarf_put_ranges(u, root->die, &code, 1);
	buf_byte(&base->b, DW_OP_call_frame_cfa);
	die_place(dies, root->die, DW_AT_frame_base, base);
	u->code = arena_more(u->dwarf->arena, u->code, u->ncode, sizeof *u->code);
	u->code[u->ncode++] = (Range){dwarf_print(u->dwarf, "%s", code.low), code.high};
	find_scope_code(s);
	for (size_t i = 1; i < s->n; i++)
		dwarf_put_ranges(u, s->all[i]->die, s->all[i]->ranges, s->all[i]->nranges);
}

Die *
scope_add_variable(Scopes *s, Node n, Node inlined)
{
	Node around = node_operand(s->u->m, n, VARIABLE_SCOPE);
	Scope *scope = scope_get(s, around, inlined);
	Die *d = new_variable(s->u, scope->die, n);

	if (is_copy(s, around, inlined)) {
		die_refer(s->u->dwarf->dies, d, DW_AT_abstract_origin, abstract_variable(s->u, n));
	} else {
		map_put(s->u->dies, n, (intptr_t)d);
		describe_variable(s->u, d, n);
	}
	return d;
}
