/* fn.c - the values, blocks and slots of a function, accessed by number. */
#include "fn.h"

Val *
fn_val(Fn *f, LLVMValueRef v)
{
	intptr_t i;

	return map_get(f->map, v, &i) ? &f->vals[i] : NULL;
}

int
fn_block(Fn *f, LLVMBasicBlockRef bb)
{
	intptr_t i = 0;

	map_get(f->blockmap, bb, &i);
	return i;
}

unsigned
fn_successors(const Fn *f, int b)
{
	return LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(f->blocks[b].bb));
}

int
fn_successor(Fn *f, int b, unsigned i)
{
	return fn_block(f, LLVMGetSuccessor(LLVMGetBasicBlockTerminator(f->blocks[b].bb), i));
}

int
slot_new(Fn *f, SlotKind kind, uint32_t words)
{
	f->slots = arena_more(f->arena, f->slots, f->nslots, sizeof *f->slots);
	f->slots[f->nslots] = (Slot){.kind = kind, .words = words, .param = -1};
	return f->nslots++;
}

/* temp_new: mark an unused temp of so many words as used, or make one; returns its slot. */
int
temp_new(Fn *f, uint32_t words)
{
	int s;

	for (s = 0; s < f->nslots; s++)
		if (f->slots[s].kind == SLOT_TEMP && !f->slots[s].busy
			&& f->slots[s].words == words)
			break;
	if (s == f->nslots)
		s = slot_new(f, SLOT_TEMP, words);
	f->slots[s].busy = true;
	return s;
}

void
temps_free(Fn *f)
{
	for (int s = 0; s < f->nslots; s++)
		f->slots[s].busy = false;
}
