/*
 * split.c - splits an interval into 2, 4, 8 or 16 equal parts, by repeated halving.
 */
#include <trek.h>
#include "quad.h"

void
split_fn(const void *task, uint32_t nbytes)
{
	const Interval *whole = task;
	Interval part[TREK_MAX_DEGREE];
	uint32_t degree = split_degree(), level = whole->level;

	(void)nbytes;
	for (uint32_t n = 1; n < degree; n *= 2)
		level++;
	/* Another number of parts, or halvings that compute_fn would not make, would change the sum. */
	if ((degree & (degree - 1)) != 0 || level > LEAST_LEVEL)
		return;
	part[0] = *whole;
	for (uint32_t step = degree; step > 1; step /= 2)
		for (uint32_t i = 0; i < degree; i += step) {
			Interval half[2];

			interval_halve(&part[i], half);
			part[i] = half[0];
			part[i + step / 2] = half[1];
		}
	for (uint32_t i = 0; i < degree; i++)
		put_part(&part[i], sizeof part[i]);
}
