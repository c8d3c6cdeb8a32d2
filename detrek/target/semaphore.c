/* semaphore.c - names the semaphore that a process waits for, and the process that holds it. */
#include "target.h"

#include "kernel/include/border.h"

#include <stdlib.h>

const ProgramObject *
loaded_variable(const Loaded *loaded, uint32_t nloaded, Addr a, Word nbytes, Buf *path)
{
	for (uint32_t i = 1; i < nloaded; i++) {
		ProgramInfo *p = loaded[i].program;
		Addr linked = a - loaded[i].data_moved;
		const ProgramObject *o = p && a - loaded[i].data < p->data_bytes
			? program_object(p, linked) : NULL;
		Word start;

		if (!o)
			continue;
		buf_printf(path, "%s", o->variable.name);
		type_path(o->variable.type, linked - o->addr, nbytes, &start, path);
		return o;
	}
	return NULL;
}

bool
target_put_semaphore(const Target *t, NodeId n, Addr a, Buf *out)
{
	Loaded loaded[MAX_LOADED];
	const ProgramObject *o = loaded_variable(loaded, target_loaded_programs(t, n, loaded), a,
		sizeof(Semaphore), out);

	if (o && o->variable.place.file)
		buf_printf(out, " at %s:%d", source_name(o->variable.place.file),
			o->variable.place.line);
	return o != NULL;
}

/* put_holder: print the process whose stack begins at an address, as the holder of a semaphore. */
static void
put_holder(Target *t, NodeId n, Addr stack, Buf *out)
{
	uint32_t count;
	Thread *threads = target_threads(t, n, &count);

	for (uint32_t i = 0; i < count; i++)
		if (threads[i].low == stack)
			buf_printf(out, ", held by %u.%u", target_number(t, n), threads[i].number);
	free(threads);
}

void
target_put_client(Target *t, const Thread *thread, Buf *out)
{
	uint32_t client = target_client_number(t, thread);

	if (client)
		buf_printf(out, " for %u.%u", target_number(t, thread->node), client);
}

void
target_put_state(Target *t, const Thread *thread, Buf *out)
{
	Buf name = {0};

	buf_printf(out, "%s%s%s", thread_state(thread->state), *thread->waits ? " " : "",
		thread->waits);
	target_put_client(t, thread, out);
	if (!thread->semaphore)
		return;
	if (target_put_semaphore(t, thread->node, thread->semaphore, &name))
		buf_printf(out, " (%.*s)", (int)name.len, (char *)name.data);
	buf_free(&name);
	if (thread->holder)
		put_holder(t, thread->node, thread->holder, out);
}
