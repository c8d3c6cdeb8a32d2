/* join.c - the sum of the parts' counts. */
#include <string.h>
#include <trek.h>

void
join_fn(const Part *part, uint32_t nparts)
{
	uint32_t sum = 0, count;

	for (uint32_t i = 0; i < nparts; i++) {
		memcpy(&count, part[i].data, part[i].nbytes);
		sum += count;
	}
	put_result(&sum, sizeof sum);
}
