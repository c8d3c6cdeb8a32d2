/* split.c - divides a range into the requested number of parts. */
#include <trek.h>
#include "range.h"

void
split_fn(const void *task, uint32_t nbytes)
{
	const Range *r = task;
	uint32_t degree = split_degree(), n = r->last - r->first;
	Range part;

	(void)nbytes;
	if (n < degree)
		return;
	part.last = r->first;
	for (uint32_t i = 0; i < degree; i++) {
		part.first = part.last;
		part.last = r->first + n * (i + 1) / degree;
		put_part(&part, sizeof part);
	}
}
