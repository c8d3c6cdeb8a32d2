/*
 * text.c - describes an event that holds: for each local event its process, the place, and the
 * variables.
 */
#include "events_parts.h"

#include <stdlib.h>
#include <string.h>

/* choose_thread: find the running thread of a process, or else a ready one, or else the first. */
static bool
choose_thread(Target *t, const ProcessNames *p, Thread *found)
{
	uint32_t n;
	Thread *threads = target_threads(t, p->node, &n);
	bool any = false;

	for (uint32_t i = 0; i < n; i++) {
		if (threads[i].in.pid != p->in.pid || threads[i].in.data != p->in.data)
			continue;
		if (!any || threads[i].state < found->state)
			*found = threads[i];
		any = true;
	}
	free(threads);
	return any;
}

/* own_frame: the innermost function of the program itself; NULL if unknown. */
static const ChainFrame *
own_frame(const ProcessNames *p, const ChainFrame *chain, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (chain[i].program == p->in.program && chain[i].place.file)
			return &chain[i];
	return NULL;
}

/* place_text: append the place of the process of the event. */
static void
place_text(Target *t, const LocalEvent *e, Buf *out)
{
	ChainFrame chain[MAX_CHAIN];
	const ChainFrame *f;
	Thread thread;
	const char *slash;

	buf_printf(out, "node %s, %s", TARGET_NODE(t, e->process.node), e->process.in.name);
	if (e->process.in.pid)
		buf_printf(out, " (pid %d)", e->process.in.pid);
	if (!choose_thread(t, &e->process, &thread))
		return;
	f = own_frame(&e->process, chain, target_chain(t, &thread, chain, MAX_CHAIN));
	if (!f)
		return;
	slash = strrchr(f->place.file, '/');
	buf_printf(out, ", in %s() at %s:%d", f->function, slash ? slash + 1 : f->place.file,
		f->place.line);
}

/* variables_text: append the variables of the event with their values. */
static void
variables_text(const LocalEvent *e, Buf *out)
{
	const ProgramInfo *p = e->process.in.program;
	Stopped s = target_stopped(e->process.target, e->process.node, &e->process.in, 0, 0);

	for (uint32_t i = 0; i < e->nshown; i++) {
		Value v = e->objects[i].value;
		Arena a = {0};
		uint8_t *bytes = v.bytes;

		if (v.object) {
			bytes = arena_alloc(&a, type_plain(v.type)->size, 1);
			if (!target_read(e->process.target, e->process.node, v.addr, bytes,
				type_plain(v.type)->size))
				bytes = NULL;
		}
		buf_printf(out, "    %s = ", e->objects[i].name);
		if (bytes)
			value_text(p ? p->debug : NULL, &s, v.type, bytes, v.known, out);
		else
			buf_printf(out, "<in no memory>");
		buf_byte(out, '\n');
		arena_free(&a);
	}
}

void
local_event_text(Target *t, const EventTerm *term, const LocalEvent *e, Buf *out)
{
	buf_printf(out, "  {%s}@%s: ", term->expression, term->place);
	place_text(t, e, out);
	buf_byte(out, '\n');
	variables_text(e, out);
}
