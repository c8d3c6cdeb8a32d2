/* split.c - ranges of about the same length. */
#include <trek.h>
#include "things.h"

void
split_fn(const void *task, uint32_t nbytes)
{
	Search part = *(const Search *)task;
	uint32_t degree = split_degree(), left = part.last - part.first;

	(void)nbytes;
	if (left < degree)
		return;
	for (uint32_t i = 0; i < degree; i++) {
		uint32_t n = left / (degree - i);

		part.last = part.first + n;
		put_part(&part, sizeof part);
		part.first += n;
		left -= n;
	}
}
