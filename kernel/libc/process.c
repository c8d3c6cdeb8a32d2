/*
 * process.c - the processes and alternatives that t800.h declares.
 *
 * A new process begins in __process (process.s) with its Wptr at a record: function, gsb, argument,
 * channel. runp takes the entry from the word below.
 */
#include <stddef.h>
#include <t800.h>

enum { RECORD = 16 }; /* words at the top of the stack: the record, and room for calls */

void __process(void);

void
process_start_with(void *gsb, void (*f)(void *), void *argument, void *stack, uint32_t bytes, int priority,
	Channel *done)
{
	uint32_t *w = (uint32_t *)(((uint32_t)stack + bytes) & ~3u) - RECORD;

	w[0] = (uint32_t)f;
	w[1] = (uint32_t)gsb;
	w[2] = (uint32_t)argument;
	w[3] = (uint32_t)done;
	w[-1] = (uint32_t)__process;
	__t800_runp((uint32_t)w | priority);
}

void
process_start(void (*f)(void *), void *argument, void *stack, uint32_t bytes, int priority, Channel *done)
{
	process_start_with(__t800_gsb(), f, argument, stack, bytes, priority, done);
}

/* ---- alternatives: all in one workspace, so the parts are always inlined ---- */

#define INLINE static inline __attribute__((always_inline)) void

INLINE
enable(Channel *const *c, int n)
{
	for (int i = 0; i < n; i++)
		__t800_enbc(c[i], c[i] != NULL);
}

INLINE
disable(Channel *const *c, int n)
{
	for (int i = 0; i < n; i++)
		__t800_disc(c[i], c[i] != NULL, i);
}

int
alt_channels(Channel *const *c, int n)
{
	__t800_alt();
	enable(c, n);
	__t800_altwt();
	disable(c, n);
	return __t800_selected();
}

int
alt_channels_until(Channel *const *c, int n, uint32_t time)
{
	int chosen;

	__t800_talt();
	enable(c, n);
	__t800_enbt(time, 1);
	__t800_taltwt();
	disable(c, n);
	__t800_dist(time, 1, n);
	chosen = __t800_selected();
	return chosen == n ? -1 : chosen;
}

int
alt_channels_skip(Channel *const *c, int n)
{
	int chosen;

	__t800_alt();
	enable(c, n);
	__t800_enbs(1);
	__t800_altwt();
	disable(c, n);
	__t800_diss(1, n);
	chosen = __t800_selected();
	return chosen == n ? -1 : chosen;
}
