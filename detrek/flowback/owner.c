/*
 * owner.c - finds out whether memory was written by its present owner. Memory that was freed, or
 * left by a function that has returned, still contains the values of its former owner when it is
 * used again.
 */
#include "flowback_parts.h"

/*
 * is_program_memory: true if the address is in a loaded program, which owns the memory as long as
 * it runs.
 */
static bool
is_program_memory(const Interval *in, Addr a)
{
	for (uint32_t i = 0; i < in->nloaded; i++) {
		const Loaded *l = &in->loaded[i];

		if (l->program && (a - l->text < l->program->text_bytes
			|| a - l->data < l->program->data_bytes))
			return true;
	}
	return false;
}

/*
 * block_receiver: the first instruction of the program's own code, soon after the allocation, that
 * has the new block's address in Areg; its `in` is NULL if there is none.
 */
static At
block_receiver(Flowback *f, At allocated)
{
	Addr block = at_step(allocated)->areg;

	for (uint32_t i = allocated.step + 1; i < allocated.in->nsteps; i++) {
		At at = {allocated.in, i};

		if (at_step(at)->areg == block && !where_is_system(f, at))
			return at;
	}
	return (At){NULL};
}

/*
 * allocation_owner: for a byte in a heap block: the allocation of the block as the byte's ownership
 * (owner.c), if the block was allocated after the write w.
 */
static Ownership
allocation_owner(Flowback *f, const LastWrite *w, At read, Addr a)
{
	Ownership o = {.note = "never written since it was allocated here"};

	o.began = steps_last_allocation(f->steps, w->known ? w->at : (At){NULL}, read, a);
	if (!o.began.in)
		return o;
	o.shown = control_library_call(f, o.began);
	if (!o.shown.in)
		o.shown = block_receiver(f, o.began);
	if (!o.shown.in)
		o.shown = o.began;
	return o;
}

/*
 * call_owner: for a word that a function reads in its own workspace: the call of the function as
 * the word's ownership (owner.c), if the call came after the write w.
 */
static Ownership
call_owner(Flowback *f, const LastWrite *w, At read, Addr a)
{
	Ownership o = {.note = "never written since the function was called here"};
	Addr entry, wptr;
	LastWrite entered;

	if (!control_function(f, read, &entry))
		return o;
	wptr = at_step(read)->wdesc & ~3u;
	if (a - wptr >= entry - wptr)
		return o;
	entered = control_entry_write(f, read);
	if (entered.known && (!w->known || at_count(w->at) < at_count(entered.at)))
		o.began = o.shown = entered.at;
	return o;
}

Ownership
flowback_ownership(Flowback *f, const LastWrite *w, At read, Addr a)
{
	Ownership o;

	if (steps_chosen_log(f->steps) || is_program_memory(read.in, a))
		return (Ownership){.note = ""};
	o = call_owner(f, w, read, a);
	return o.began.in ? o : allocation_owner(f, w, read, a);
}

/*
 * is_in_block: true if the byte at an address exists and, since the allocation, has been part of
 * the same block.
 */
static bool
is_in_block(Flowback *f, const Ownership *o, At read, Addr a)
{
	At began = a - MOSTNEG < read.in->memory_bytes
		? steps_last_allocation(f->steps, (At){NULL}, read, a) : (At){NULL};

	return began.in && began.in->node == o->began.in->node
		&& at_count(began) == at_count(o->began);
}

LastWrite
ownership_write_beside(Flowback *f, const Ownership *o, At read, uint32_t event, Addr a, int step)
{
	enum { MOST = 4 << 10 }; /* bytes that are searched in each direction */
	LastWrite w = {.known = false};

	if (!is_in_block(f, o, read, a))
		return w;
	for (int i = 1; i <= MOST && is_in_block(f, o, read, a + i * step); i++) {
		w = steps_writer(f->steps, read, event, a + i * step);
		if (w.known && at_count(w.at) > at_count(o->began))
			return w;
	}
	return (LastWrite){.known = false};
}
