/*
 * list.c - location lists of variables, computed from the marks.
 *
 * A variable's location at a mark is used up to the next mark, so a change may be recorded late by
 * a part of a root.
 */
#include "track.h"

#include <dwarf.h>

/* cell_place: the present location of a part of a variable; NULL if it has none. */
static const Bytes *
cell_place(const Track *t, int cell)
{
	int b = t->now.last[cell];

	if (b == NO_BINDING || !t->placed[b]
		|| (t->value[b] >= 0 && !track_is_kept(&t->now, t->value[b])))
		return NULL;
	return &t->place[b];
}

/*
 * present_place: append a variable's present location, in pieces if there are several; false if the
 * variable has none.
 */
static bool
present_place(Track *t, const Variable *v, Bytes *to)
{
	uint32_t end = 0;
	bool any = false;

	for (int c = v->cells; c >= 0; c = t->cells[c].next) {
		const Cell *cell = &t->cells[c];
		const Bytes *place = cell_place(t, c);

		if (!place || (cell->size && (cell->at < end || (cell->at | cell->size) % 8)))
			continue;
		any = true;
		if (!cell->size) {
			bytes_append(t->f->arena, to, place);
			break;
		}
		if (cell->at > end) {
			buf_byte(&to->b, DW_OP_piece);
			bytes_uleb(to, (cell->at - end) / 8);
		}
		bytes_append(t->f->arena, to, place);
		buf_byte(&to->b, DW_OP_piece);
		bytes_uleb(to, cell->size / 8);
		end = cell->at + cell->size;
	}
	return any;
}

/* close_entry: end the open list entry at the mark. */
static void
close_entry(Track *t, Variable *v, size_t mark)
{
	if (!v->open)
		return;
	v->entries++;
	bytes_hole(t->d->arena, &v->list, mark_label(t->f, t->d, v->from));
	bytes_hole(t->d->arena, &v->list, mark_label(t->f, t->d, mark));
	buf_put(&v->list.b, (uint8_t[]){v->place.b.len, v->place.b.len >> 8}, 2);
	bytes_append(t->d->arena, &v->list, &v->place);
	v->open = false;
}

/*
 * update_entry: end the list's entry and begin another one if the variable's location has changed
 * at a mark.
 */
static void
update_entry(Track *t, Variable *v, size_t mark)
{
	Bytes place = {0};
	bool any = present_place(t, v, &place);

	if (any && v->open && bytes_same(&place, &v->place)) {
		buf_free(&place.b);
		return;
	}
	close_entry(t, v, mark);
	buf_free(&v->place.b);
	v->place = place;
	v->open = any;
	v->from = mark;
}

/* walk_marks: visit the marks in the order of the code, with the state at each. */
static void
walk_marks(Track *t)
{
	const Fn *f = t->f;
	int block = -1, pos = 0;

	for (size_t k = 0; k < f->nmarks; k++) {
		if (f->marks[k].block != block) {
			block = f->marks[k].block;
			pos = 0;
			track_enter(t, block);
		}
		for (; pos < f->marks[k].pos; pos++) {
			track_arrive(t, block, pos);
			track_execute(t, block, pos);
		}
		track_arrive(t, block, pos);
		for (int i = 0; i < t->nvariables; i++)
			if (t->variables[i].cells >= 0)
				update_entry(t, &t->variables[i], k);
	}
}

/* finish_variable: attach the list, or the only location, to the variable. */
static void
finish_variable(Track *t, Variable *v)
{
	Bytes *to = dwarf_new_bytes(t->d);

	if (v->open && v->entries == 0 && v->from == 0) { /* the same location everywhere */
		bytes_append(t->d->arena, to, &v->place);
		die_place(t->d->dies, v->die, DW_AT_location, to);
	} else if (v->open || v->entries > 0) {
		close_entry(t, v, t->f->nmarks);
		bytes_append(t->d->arena, to, &v->list);
		buf_word(&to->b, 0);
		buf_word(&to->b, 0);
		die_list(t->d->dies, v->die, DW_AT_location, LIST_LOC, to);
	}
	buf_free(&v->place.b);
	buf_free(&v->list.b);
}

void
track_lists(Track *t)
{
	if (t->ncells > 0)
		walk_marks(t);
	for (int i = 0; i < t->nvariables; i++)
		if (t->variables[i].cells >= 0)
			finish_variable(t, &t->variables[i]);
}
