/*
 * initial.c - recognises values that were written when a program was loaded. No statement of the
 * program has made these values.
 *
 * A kernel copies the data of a program from the program's image, where they follow the code. It
 * clears the rest of the data, and adds the addresses of code and data to pointers
 * (kernel/process.c, load). On a node without a kernel, the loader receives code and data at their
 * places, and clears the rest. The loader's code belongs to no program on the node.
 */
#include "flowback_parts.h"

/* initialised_bytes: the length of the data in the program's image. */
static Word
initialised_bytes(const ProgramInfo *p)
{
	const Segment *last = &p->image.segments[p->image.nsegments - 1];

	return last->write ? (last->nbytes + 3) & ~3u : 0;
}

/* is_in_image: true if the address is in the image of the program's data. */
static bool
is_in_image(const Loaded *l, Addr a)
{
	return a - (l->text + l->program->text_bytes) < initialised_bytes(l->program);
}

/* has_code: true if the address is in the program's code. */
static bool
has_code(const Loaded *l, Addr a)
{
	return a - l->text < l->program->text_bytes;
}

/*
 * is_moved_pointer: true if the written word is a pointer from the program's image, plus the
 * address at which code or data were loaded.
 */
static bool
is_moved_pointer(const Loaded *l, const LastWrite *w, Addr a)
{
	const StepEvent *e = &w->at.in->events[w->event];
	uint8_t before[4];
	Word moved;

	if (e->nbytes != sizeof before
		|| !interval_read(w->at.in, w->event, a & ~3u, before, sizeof before))
		return false;
	moved = e->value - get32(before);
	return moved == l->text || moved == l->data;
}

/*
 * was_source_cleared: true if the source of the written bytes had been cleared before, by the same
 * call of a function.
 */
static bool
was_source_cleared(Flowback *f, const LastWrite *w, const Source *s)
{
	LastWrite before = steps_writer(f->steps, s->at, s->event, s->addr);
	Gathered got;

	if (!before.known || before.at.step >= before.at.in->nsteps
		|| at_step(before.at)->wdesc != at_step(w->at)->wdesc)
		return false;
	got = gather_write(f->steps, before.at, before.event, s->addr, s->nbytes, &f->scratch);
	return initial_is_load(f, &before, s->addr, &got);
}

/* is_kernel_load: true if the kernel has written an initial value into the program's data. */
static bool
is_kernel_load(Flowback *f, const Loaded *l, const LastWrite *w, Addr a, const Gathered *got)
{
	if (is_moved_pointer(l, w, a))
		return true;
	for (size_t i = 0; i < got->n && got->block; i++) {
		const Source *s = &got->source[i];

		if (!s->returned && !s->address)
			return is_in_image(l, s->addr) || has_code(at_program(w->at), s->addr)
				|| was_source_cleared(f, w, s);
	}
	return false;
}

/* has_data: true if the address is in the program's data. */
static bool
has_data(const Loaded *l, Addr a)
{
	return a - l->data < l->program->data_bytes;
}

/*
 * is_loader: true if the instruction belongs to none of the node's programs, and does not lie in
 * their data.
 */
static bool
is_loader(At at)
{
	if (at_program(at))
		return false;
	for (uint32_t i = 0; i < at.in->nloaded; i++)
		if (at.in->loaded[i].program && has_data(&at.in->loaded[i], at_step(at)->iptr))
			return false;
	return true;
}

bool
initial_is_load(Flowback *f, const LastWrite *w, Addr a, const Gathered *got)
{
	const Loaded *code = at_program(w->at);
	bool loader = is_loader(w->at);

	if (!loader && !(code && code->program == target_kernel(f->target)))
		return false;
	for (uint32_t i = 0; i < w->at.in->nloaded; i++) {
		const Loaded *l = &w->at.in->loaded[i];

		if (l->program && (!code || l->program != code->program) && has_data(l, a)
			&& (loader || is_kernel_load(f, l, w, a, got)))
			return true;
	}
	return false;
}

bool
initial_is_received(At in, At read, Addr a)
{
	if (in.in && in.step < in.in->nsteps && at_program(in))
		return false;
	for (uint32_t i = 0; i < read.in->nloaded; i++) {
		const Loaded *l = &read.in->loaded[i];

		if (l->program && (has_code(l, a) || has_data(l, a)))
			return true;
	}
	return false;
}
