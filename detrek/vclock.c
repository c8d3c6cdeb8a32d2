/*
 * vclock.c - vector clocks (Fidge, Mattern): one counter per task, kept in a plain array.
 *
 * The loops have no early exits, so that the compiler can use wide registers. A clock of 75 entries
 * is 300 bytes; reading all of it costs less than a few mispredicted branches.
 */
#include "detrek.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void
vclock_free(VClock *c)
{
	free(c->at);
	*c = (VClock){0};
}

void
vclock_copy(VClock *to, const VClock *from)
{
	assert(to->n == from->n);
	memcpy(to->at, from->at, from->n * sizeof *from->at);
}

void
vclock_tick(VClock *c, uint32_t task)
{
	assert(task < c->n);
	c->at[task]++;
}

__attribute__((optimize("O3"))) void
vclock_join(VClock *c, const VClock *with)
{
	uint32_t *restrict a = c->at;
	const uint32_t *restrict b = with->at;

	assert(c->n == with->n);
	for (uint32_t i = 0; i < c->n; i++)
		a[i] = a[i] > b[i] ? a[i] : b[i];
}

bool
vclock_leq(const VClock *a, const VClock *b)
{
	assert(a->n == b->n);
	for (uint32_t i = 0; i < a->n; i++)
		if (a->at[i] > b->at[i])
			return false;
	return true;
}

bool
vclock_before(const VClock *a, const VClock *b)
{
	return vclock_leq(a, b) && !vclock_leq(b, a);
}
