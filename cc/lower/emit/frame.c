/*
 * frame.c - assigns the slots of a function to offsets in its workspace.
 *
 * An offset below 16 needs no prefix, so the most used slots come first. Webs without conflicts
 * share an offset. Arguments stay where the caller put them, unless copying them at the entry saves
 * more than it costs.
 */
#include "emit.h"
#include "base/bitset.h"
#include "cc/lower/generate/generate.h"

#include <stdlib.h>
#include <string.h>

enum {
	NEAR = 16,     /* offsets below this need no prefix */
	SMALL = 8, /* words; an object up to this size may be placed among the most used slots */
	COPY_COST = 5, /* cycles for copying an argument at the entry */
};

/* A slot, to be sorted by how often its words are used. */
typedef struct Order {
	const Slot *slot;
	int index; /* index in Fn.slots */
	double density; /* uses per word */
} Order;

/* by_density: for qsort: order slots by their uses per word, the most used first. */
static int
by_density(const void *va, const void *vb)
{
	const Order *a = va, *b = vb;

	if (a->density != b->density)
		return a->density < b->density ? 1 : -1;
	return a->index - b->index;
}

/* slots_conflict: true if two slots may not share words of the workspace. */
static bool
slots_conflict(const Fn *f, int a, int b)
{
	if (f->slots[a].kind != SLOT_WEB || f->slots[b].kind != SLOT_WEB)
		return true;
	return set_has(f->conflict + a * f->conflictwords, b);
}

/* The slots placed so far, and the words that the next slot must avoid. */
typedef struct Placing {
	Fn *f;
	int *placed; /* [nplaced] indices of these slots */
	int nplaced;
	bool *taken; /* [Fn.low] the slot to be placed next must not contain the word */
} Placing;

/* last_taken_word: the last taken word among n words from `at` on; -1 if all are free. */
static int
last_taken_word(const Placing *p, int at, int n)
{
	int i = at + n < (int)p->f->low ? at + n : (int)p->f->low;

	while (--i >= at)
		if (p->taken[i])
			return i;
	return -1;
}

/*
 * place_slot_at: give the slot the lowest offset, above the outgoing arguments, at which it
 * conflicts with no placed slot.
 */
static void
place_slot_at(Placing *p, int index)
{
	Fn *f = p->f;
	Slot *s = &f->slots[index];
	int align = s->kind == SLOT_WEB && s->words <= 4 ? (s->words > 2 ? 4 : s->words) : 1;
	int at = (f->outwords + align - 1) / align * align, last;

	memset(p->taken, false, f->low);
	for (int i = 0; i < p->nplaced; i++)
		if (slots_conflict(f, index, p->placed[i])) {
			const Slot *other = &f->slots[p->placed[i]];

			memset(p->taken + other->offset, true, other->words);
		}
	while ((last = last_taken_word(p, at, s->words)) >= 0)
		at = (last + align) / align * align;
	s->offset = at;
	if (f->low < at + s->words)
		f->low = at + s->words;
	p->placed[p->nplaced++] = index;
}

/* is_low_slot: true if the slot may be placed among the most used ones, below the large objects. */
static bool
is_low_slot(const Fn *f, const Slot *s)
{
	if (s->kind == SLOT_OUT || s->words == 0)
		return false;
	if (s->kind == SLOT_OBJECT)
		return s->words <= SMALL && f->base < 0;
	return s->param < 0 || s->offset >= 0;
}

/*
 * adopt_argument: give an argument a copy in a slot if it is used often, or if its place is lost
 * when the workspace moves.
 */
static void
adopt_argument(Fn *f, int index, uint32_t guess)
{
	Slot *s = &f->slots[index];
	bool far = guess + 1 + s->param >= NEAR;

	s->offset = -1;
	if (s->words == 0)
		return;
	if (f->base >= 0 || (far && s->words == 1 && s->weight > 2 * COPY_COST))
		s->offset = 0;
}

/*
 * place_slots: give all slots their offsets: first the slots that are used most for their size,
 * then the large objects.
 */
static void
place_slots(Fn *f)
{
	Order *order = xcalloc(f->nslots + 1, sizeof *order);
	Placing p = {.f = f, .placed = xcalloc(f->nslots + 1, sizeof *p.placed)};
	uint32_t words = f->outwords; /* at most, with up to 3 unused ones before each slot */
	int n = 0;

	for (int i = 0; i < f->nslots; i++)
		if (is_low_slot(f, &f->slots[i])) {
			order[n++] = (Order){
				&f->slots[i], i, (double)f->slots[i].weight / f->slots[i].words};
			words += f->slots[i].words + 3;
		}
	qsort(order, n, sizeof *order, by_density);
	f->low = f->outwords;
	p.taken = xcalloc(words + 1, sizeof *p.taken);
	for (int i = 0; i < n; i++)
		place_slot_at(&p, order[i].index);
	f->frame = f->low;
	for (int i = 0; i < f->nslots; i++) {
		Slot *s = &f->slots[i];

		if (s->kind != SLOT_OBJECT || is_low_slot(f, s))
			continue;
		s->offset = f->frame;
		f->frame += s->words;
	}
	free(order);
	free(p.placed);
	free(p.taken);
}

/*
 * insert_entry_code: insert the code at the entry: ajw, the base of the objects if the workspace
 * moves, copies of arguments, addresses used in loops.
 */
static void
insert_entry_code(Fn *f)
{
	Ins *body = f->ins;
	int n = f->nins;

	f->ins = NULL;
	f->nins = 0;
	f->depth = 0;
	ins_add(f, (Ins){INS_FRAME, .k = -1});
	ins_add(f, (Ins){INS_STATE, .n = FRAME_FIXED});
	if (f->entry >= 0) {
		ins_slot(f, FN_LDLP, f->out, 0);
		ins_slot(f, FN_STL, f->entry, 0);
		ins_add(f, (Ins){INS_LOW, .fn = FN_LDLP, .k = 1});
		f->depth++;
		ins_slot(f, FN_STL, f->base, 0);
	}
	for (int i = 0; i < f->nslots; i++) {
		const Slot *s = &f->slots[i];

		if (s->param < 0 || s->offset < 0)
			continue;
		for (uint32_t k = 0; k < s->words; k++) {
			ins_direct(f, FN_LDL, f->frame + 1 + s->param + k);
			ins_slot(f, FN_STL, i, k);
		}
	}
	load_bases(f);
	ins_add(f, (Ins){INS_STATE, .n = FRAME_LOW});
	for (size_t i = 0; i < f->nmarks; i++)
		f->marks[i].at += f->nins;
	for (int i = 0; i < n; i++)
		ins_add(f, body[i]);
}

void
fn_build_frame(Fn *f)
{
	uint32_t guess;

	fn_choose_numbers(f);
	guess = f->outwords;
	for (int i = 0; i < f->nslots; i++)
		if (f->slots[i].kind == SLOT_OBJECT)
			guess += f->slots[i].words;
		else if (f->slots[i].kind != SLOT_OUT && f->slots[i].param < 0)
			guess += f->slots[i].words;
	for (int i = 0; i < f->nslots; i++)
		if (f->slots[i].param >= 0)
			adopt_argument(f, i, guess);
	place_slots(f);
	f->slots[f->out].offset = 0;
	insert_entry_code(f);
}
