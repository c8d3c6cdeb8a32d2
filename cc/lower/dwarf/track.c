/*
 * track.c - the variables of a function that are bound to values, and their locations at each mark.
 *
 * A forward data-flow analysis computes two facts, which must hold on all paths to a position:
 * which binding of a variable was the last, and which values are still in their slots (slots may be
 * shared). A variable in pieces has one cell for each piece. list.c turns the facts at each mark
 * into location lists.
 */
#include "track.h"
#include "base/bitset.h"
#include "cc/lower/select/select.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

/* ---- variables and their cells ---- */

/* variable_index: the index of a variable or of its inlined copy, added if it is new. */
static int
variable_index(Track *t, Node node, Node inlined)
{
	intptr_t known = 0;

	map_get(t->first, node, &known);
	for (int i = known - 1; i >= 0; i = t->variables[i].next)
		if (t->variables[i].inlined == inlined)
			return i;
	t->variables = arena_more(t->f->arena, t->variables, t->nvariables, sizeof *t->variables);
	t->variables[t->nvariables] = (Variable){.node = node, .inlined = inlined,
		.next = known - 1, .cells = -1};
	t->variables[t->nvariables].die = scope_add_variable(t->s, node, inlined);
	map_put(t->first, node, ++t->nvariables);
	return t->nvariables - 1;
}

/*
 * cell_index: the index of the cell for the part of a variable that a binding sets, added if it is
 * new.
 */
static int
cell_index(Track *t, const Binding *b)
{
	int variable = variable_index(t, b->variable, b->inlined),
		*link = &t->variables[variable].cells;
	uint32_t at = 0, size = 0;

	binding_fragment(t->f->m, b, &at, &size);
	while (*link >= 0 && t->cells[*link].at < at)
		link = &t->cells[*link].next;
	for (int i = *link; i >= 0 && t->cells[i].at == at; i = t->cells[i].next)
		if (t->cells[i].size == size)
			return i;
	t->cells = arena_more(t->f->arena, t->cells, t->ncells, sizeof *t->cells);
	link = &t->variables[variable].cells; /* the cells may have been reallocated */
	while (*link >= 0 && t->cells[*link].at < at)
		link = &t->cells[*link].next;
	t->cells[t->ncells] = (Cell){variable, at, size, *link};
	*link = t->ncells;
	return t->ncells++;
}

/* cells_overlap: true if two cells of a variable have bits in common. */
static bool
cells_overlap(const Cell *x, const Cell *y)
{
	return !x->size || !y->size || (x->at < y->at + y->size && y->at < x->at + x->size);
}

/* ---- values ---- */

/* carrier_of: the value in a slot from which v can be computed by adding a constant. */
static const Val *
carrier_of(Fn *f, LLVMValueRef v)
{
	const Val *x;

	for (;;) {
		v = value_peel(v);
		x = fn_val(f, v);
		if (value_opcode(v) != LLVMGetElementPtr || (x && !x->folded))
			break;
		v = LLVMGetOperand(v, 0);
	}
	return x && x->web >= 0 && !x->folded && f->slots[x->web].kind == SLOT_WEB ? x : NULL;
}

/*
 * track_value: the number of the tracked value from which v can be computed; -1 if there is none.
 */
static int
track_value(Track *t, LLVMValueRef v)
{
	const Val *x = v ? carrier_of(t->f, v) : NULL;
	int i = x ? x - t->f->vals : -1;

	if (i < 0)
		return -1;
	if (t->tracked[i] < 0) {
		t->tracked[i] = t->nvalues;
		t->values[t->nvalues++] = i;
	}
	return t->tracked[i];
}

/*
 * slot_home_offset: the offset of the value's slot, or of its argument's place in the caller's
 * workspace.
 */
static int
slot_home_offset(const Fn *f, const Val *x)
{
	const Slot *s = &f->slots[x->web];

	return s->param >= 0 && s->offset < 0 ? (int)f->frame + 1 + s->param : s->offset;
}

/* set_value_kept: note whether the slot contains the tracked value from here on. */
static void
set_value_kept(Track *t, int value, bool yes)
{
	if (yes)
		set_put(t->now.kept, value);
	else
		set_remove(t->now.kept, value);
}

bool
track_is_kept(const State *s, int value)
{
	return set_has(s->kept, value);
}

/*
 * overwrite_slot: note that x's slot is written, so that other values are no longer in it. same:
 * the value written, which is in the slot afterwards.
 */
static void
overwrite_slot(Track *t, const Val *x, LLVMValueRef same)
{
	int low = slot_home_offset(t->f, x), high = low + x->words;

	for (int i = 0; i < t->nvalues; i++) {
		const Val *y = &t->f->vals[t->values[i]];
		int at = slot_home_offset(t->f, y);

		if (y != x && at < high && low < at + (int)y->words
			&& !(y->v == same && y->web == x->web))
			set_value_kept(t, i, false);
	}
}

/* has_slot: true if the value is stored in a slot. */
static bool
has_slot(const Val *x)
{
	return x && x->live && !x->folded && x->web >= 0;
}

/* define_value: note that x has just been computed, and stored in its slot. */
static void
define_value(Track *t, const Val *x)
{
	int value = t->tracked[x - t->f->vals];

	if (value >= 0)
		set_value_kept(t, value, true);
}

/* ---- flow ---- */

/* bind_variable: from here on, binding i gives the value of its part of the variable. */
static void
bind_variable(Track *t, size_t i)
{
	const Cell *cell = t->cell[i] >= 0 ? &t->cells[t->cell[i]] : NULL;

	if (!cell)
		return;
	for (int c = t->variables[cell->variable].cells; c >= 0; c = t->cells[c].next)
		if (cells_overlap(&t->cells[c], cell))
			t->now.last[c] = NO_BINDING;
	t->now.last[t->cell[i]] = i;
}

/* track_execute: update the state for the execution of the root at pos of block b. */
void
track_execute(Track *t, int b, int pos)
{
	LLVMValueRef v = t->f->blocks[b].ins[pos];
	const Val *x = fn_val(t->f, v);
	int mark = t->mark[b][pos];

	if (!has_slot(x) || LLVMIsAPHINode(v) || t->f->slots[x->web].kind != SLOT_WEB)
		return;
	if (mark >= 0 && t->f->marks[mark].unstored)
		return;
	overwrite_slot(t, x, NULL);
	define_value(t, x);
}

/* track_exit: update the state by the copies to phis at the end of block b. */
static void
track_exit(Track *t, int b)
{
	LLVMBasicBlockRef bb = t->f->blocks[b].bb;
	LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);

	for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
		const Block *s = &t->f->blocks[fn_block(t->f, LLVMGetSuccessor(end, i))];

		for (int k = 0; k < s->nins && LLVMIsAPHINode(s->ins[k]); k++) {
			const Val *phi = fn_val(t->f, s->ins[k]);

			if (!has_slot(phi))
				continue;
			for (unsigned e = 0; e < LLVMCountIncoming(phi->v); e++)
				if (LLVMGetIncomingBlock(phi->v, e) == bb)
					overwrite_slot(t, phi,
						       value_peel(LLVMGetIncomingValue(phi->v, e)));
		}
	}
}

void
track_enter(Track *t, int b)
{
	const Block *block = &t->f->blocks[b];

	memcpy(t->now.last, t->in[b].last, t->ncells * sizeof *t->now.last);
	memcpy(t->now.kept, t->in[b].kept, t->setwords * sizeof *t->now.kept);
	for (int i = 0; i < block->nins && LLVMIsAPHINode(block->ins[i]); i++)
		if (has_slot(fn_val(t->f, block->ins[i])))
			define_value(t, fn_val(t->f, block->ins[i]));
	t->next = t->begin[b];
}

/* track_arrive: update the state by the bindings before the instruction at pos. */
void
track_arrive(Track *t, int b, int pos)
{
	while (t->next < t->begin[b + 1] && t->b[t->next].before == t->f->blocks[b].ins[pos])
		bind_variable(t, t->next++);
}

/*
 * meet_states: reduce *to, the facts at the start of a block, to those that also hold in t->now; if
 * the block was not reached before, copy t->now to *to. Returns true if *to has changed.
 */
static bool
meet_states(Track *t, State *to)
{
	bool changed = !to->reached;

	if (!to->reached) {
		memcpy(to->last, t->now.last, t->ncells * sizeof *to->last);
		memcpy(to->kept, t->now.kept, t->setwords * sizeof *to->kept);
		to->reached = true;
	}
	for (int i = 0; i < t->ncells; i++)
		if (to->last[i] != t->now.last[i] && to->last[i] != NO_BINDING) {
			to->last[i] = NO_BINDING;
			changed = true;
		}
	for (size_t i = 0; i < t->setwords; i++)
		if (to->kept[i] & ~t->now.kept[i]) {
			to->kept[i] &= t->now.kept[i];
			changed = true;
		}
	return changed;
}

/*
 * update_block: execute a block from the facts at its start; returns true if the facts at the start
 * of a successor have changed.
 */
static bool
update_block(Track *t, int b)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(t->f->blocks[b].bb);
	bool changed = false;

	if (!t->in[b].reached)
		return false;
	track_enter(t, b);
	for (int i = 0; i < t->f->blocks[b].nins; i++) {
		track_arrive(t, b, i);
		track_execute(t, b, i);
	}
	track_exit(t, b);
	for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
		changed |= meet_states(t, &t->in[fn_block(t->f, LLVMGetSuccessor(end, i))]);
	return changed;
}

/* state_new: a state without any known facts. */
static State
state_new(Track *t)
{
	State s = {
		.last = arena_alloc(t->f->arena, t->ncells + 1, sizeof *s.last),
		.kept = arena_alloc(t->f->arena, t->setwords, sizeof *s.kept),
	};

	for (int i = 0; i < t->ncells; i++)
		s.last[i] = NO_BINDING;
	return s;
}

/* find_block_states: find the state at the start of each block. */
static void
find_block_states(Track *t)
{
	bool changed = true;

	t->in = arena_alloc(t->f->arena, t->f->nblocks, sizeof *t->in);
	for (int b = 0; b < t->f->nblocks; b++)
		t->in[b] = state_new(t);
	t->now = state_new(t);
	for (int i = 0; i < t->nvalues; i++)
		if (t->f->vals[t->values[i]].pos < 0)
			set_value_kept(t, i, true);
	meet_states(t, &t->in[0]);
	while (changed) {
		changed = false;
		for (int b = 0; b < t->f->nblocks; b++)
			changed |= update_block(t, b);
	}
}

/* ---- the whole ---- */

/* find_marks: set t->mark: the mark of each instruction of the function. */
static void
find_marks(Track *t)
{
	const Fn *f = t->f;

	t->mark = arena_alloc(f->arena, f->nblocks, sizeof *t->mark);
	for (int b = 0; b < f->nblocks; b++) {
		t->mark[b] = arena_alloc(f->arena, f->blocks[b].nins + 1, sizeof **t->mark);
		for (int i = 0; i < f->blocks[b].nins; i++)
			t->mark[b][i] = -1;
	}
	for (size_t k = 0; k < f->nmarks; k++)
		t->mark[f->marks[k].block][f->marks[k].pos] = k;
}

/* find_value_begins: set t->begin: the first binding of each block. */
static void
find_value_begins(Track *t)
{
	size_t i = 0;

	t->begin = arena_alloc(t->f->arena, t->f->nblocks + 1, sizeof *t->begin);
	for (int b = 0; b < t->f->nblocks; b++) {
		t->begin[b] = i;
		while (i < t->n && LLVMGetInstructionParent(t->b[i].before) == t->f->blocks[b].bb)
			i++;
	}
	t->begin[t->f->nblocks] = i;
}

/*
 * place_in_memory: if binding i is a place in memory, make it the only location of its variable,
 * unless the variable has one.
 */
static void
place_in_memory(Track *t, size_t i)
{
	int variable = variable_index(t, t->b[i].variable, t->b[i].inlined);
	Variable *v = &t->variables[variable];
	Bytes *place;

	if (!t->placed[i] || v->entries++ > 0)
		return;
	place = dwarf_new_bytes(t->d);
	bytes_append(t->d->arena, place, &t->place[i]);
	die_place(t->d->dies, v->die, DW_AT_location, place);
}

/*
 * find_retained: find the function's variables, including variables that are no longer bound to a
 * value.
 */
static void
find_retained(Track *t)
{
	const Module *m = t->f->m;
	Node all = node_operand(m, LLVMGetSubprogram(t->f->f), SUBPROGRAM_VARIABLES);

	for (unsigned i = 0; i < node_count(m, all); i++)
		if (node_kind(node_operand(m, all, i)) == LLVMDILocalVariableMetadataKind)
			variable_index(t, node_operand(m, all, i), NULL);
}

/* gather_values: find the cell, the tracked value and the place of each binding. */
static void
gather_values(Track *t)
{
	Arena *a = t->f->arena;

	t->cell = arena_alloc(a, t->n, sizeof *t->cell);
	t->value = arena_alloc(a, t->n, sizeof *t->value);
	t->place = arena_alloc(a, t->n, sizeof *t->place);
	t->placed = arena_alloc(a, t->n, sizeof *t->placed);
	t->tracked = arena_alloc(a, t->f->nvals + 1, sizeof *t->tracked);
	t->values = arena_alloc(a, t->f->nvals + 1, sizeof *t->values);
	for (int i = 0; i < t->f->nvals; i++)
		t->tracked[i] = -1;
	for (size_t i = 0; i < t->n; i++) {
		t->placed[i] = binding_location(t->f, t->d, &t->b[i], &t->place[i]);
		t->cell[i] = t->b[i].is_address ? -1 : cell_index(t, &t->b[i]);
		t->value[i] = track_value(t, t->b[i].value);
		if (t->b[i].is_address)
			place_in_memory(t, i);
	}
	t->setwords = set_words(t->nvalues + 1);
}

void
track_variables(Scopes *s, const Binding *b, size_t n)
{
	Track t = {.s = s, .f = s->f, .d = s->u->dwarf, .b = b, .n = n, .first = map_new()};

	find_retained(&t);
	if (n > 0) {
		find_marks(&t);
		find_value_begins(&t);
		gather_values(&t);
		if (t.ncells > 0)
			find_block_states(&t);
		track_lists(&t);
	}
	for (size_t i = 0; i < n; i++)
		buf_free(&t.place[i].b);
	map_free(t.first);
}
