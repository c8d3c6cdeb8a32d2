/*
 * join.c - the sum of the parts, in pairs, as the interval was halved.
 */
#include <trek.h>
#include "quad.h"

void
join_fn(const Part *part, uint32_t nparts)
{
	Area sum[TREK_MAX_DEGREE];

	for (uint32_t i = 0; i < nparts; i++)
		sum[i] = *(const Area *)part[i].data;
	for (; nparts > 1; nparts /= 2)
		for (uint32_t i = 0; i < nparts / 2; i++)
			sum[i] = area_add(sum[2 * i], sum[2 * i + 1]);
	put_result(&sum[0], sizeof sum[0]);
}
