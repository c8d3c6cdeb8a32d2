/* place.c - where in its program a thread calls the kernel. */
#include "sync_parts.h"

#include "sim/cpu/cpu.h"

#include <string.h>

/* own_frame: the innermost frame of the thread's own program; NULL: none is known. */
static const ChainFrame *
own_frame(Target *t, Thread *thread)
{
	static ChainFrame chain[MAX_CHAIN];
	size_t nframes = target_program_at(t, thread->node, thread->iptr, &thread->in)
		? target_chain(t, thread, chain, MAX_CHAIN) : 0;
	size_t own = chain_own_frame(chain, nframes, 0);

	return own < nframes ? &chain[own] : NULL;
}

char *
sync_call_place(Target *t, NodeId n, Addr called)
{
	bool interrupted = (target_word(t, n, SAVE_WDESC) & ~3u) == called;
	Thread thread = {.node = n,
		.has_place = true,
		.behind = !interrupted,
		.wptr = called,
		.iptr = target_word(t, n, interrupted ? SAVE_IPTR : called + W_IPTR)};
	const ChainFrame *f = own_frame(t, &thread);

	return f ? xasprintf("%s:%d", source_name(f->place.file), f->place.line) : NULL;
}

char *
sync_running_place(Target *t, NodeId n)
{
	const T800 *c = target_network(t)->nodes[n];
	Thread thread = {.node = n, .has_place = true, .wptr = c->r.wptr, .iptr = c->r.iptr};
	const ChainFrame *f = own_frame(t, &thread);

	return f ? xasprintf("%s:%d", source_name(f->place.file), f->place.line) : NULL;
}

char *
sync_held_place(const SyncObserver *o, uint32_t thread)
{
	const Held *h = &o->threads[thread].held;
	Thread t = {.node = o->threads[thread].info.node,
		.has_place = true,
		.wptr = h->desc & ~3u,
		.iptr = h->iptr};
	const ChainFrame *f = own_frame(o->target, &t);

	return f ? xasprintf("%s() %s:%d", f->function, source_name(f->place.file), f->place.line)
		: NULL;
}
