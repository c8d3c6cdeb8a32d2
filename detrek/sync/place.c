/* place.c - where in its program a thread calls the kernel. */
#include "operations.h"

#include "sim/cpu/cpu.h"

char *
sync_call_place(Target *t, NodeId n, Addr called)
{
	static ChainFrame chain[MAX_CHAIN];
	bool interrupted = (target_word(t, n, SAVE_WDESC) & ~3u) == called;
	Thread thread = {.node = n,
		.has_place = true,
		.behind = !interrupted,
		.wptr = called,
		.iptr = target_word(t, n, interrupted ? SAVE_IPTR : called + W_IPTR)};
	size_t nframes = target_code(t, n, thread.iptr, &thread.in)
		? target_chain(t, &thread, chain, MAX_CHAIN) : 0;

	for (size_t i = 0; i < nframes; i++)
		if (chain[i].program && chain[i].place.file
			&& !program_is_system(chain[i].program, chain[i].place.file))
			return xasprintf("%s:%d", source_name(chain[i].place.file),
				chain[i].place.line);
	return NULL;
}
