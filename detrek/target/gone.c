/*
 * gone.c - finds the program and function of a process that has ended. The kernel has removed the
 * process from its tables, and its memory is free. The code is recognised by its bytes, as long as
 * these are still in memory.
 */
#define _GNU_SOURCE /* memmem */
#include "target.h"

#include "sim/node/node_words.h"

#include <string.h>

enum { WINDOW = 64 }; /* bytes of code that are compared */

/*
 * find_moved: find where a program was loaded. Its code must contain the bytes, which the node has
 * from address `from` on, at exactly one place.
 */
static bool
find_moved(ProgramInfo *p, const uint8_t *bytes, Addr from, Loaded *in)
{
	uint32_t count = 0;

	for (size_t i = 0; i < p->image.nsegments; i++) {
		const Segment *s = &p->image.segments[i];
		const uint8_t *at = s->data, *end = s->data + s->nbytes;

		while (s->execute && (at = memmem(at, end - at, bytes, WINDOW)) != NULL) {
			Word moved = from - (s->addr + (at - s->data));

			*in = (Loaded){.program = p, .text_moved = moved, .text = p->text + moved};
			count++;
			at++;
		}
	}
	return count == 1;
}

bool
target_ended_program(Target *t, NodeId n, Addr iptr, Loaded *in)
{
	ProgramInfo *const *programs;
	uint32_t nprograms = target_programs(t, &programs);

	for (Word before = 0; before <= WINDOW; before += WINDOW / 2) {
		const uint8_t *bytes = node_memory(target_network(t)->nodes[n], iptr - before,
			WINDOW);

		for (uint32_t i = 0; bytes && i < nprograms; i++)
			if (find_moved(programs[i], bytes, iptr - before, in))
				return true;
	}
	return false;
}
