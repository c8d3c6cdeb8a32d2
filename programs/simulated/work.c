/*
 * work.c - segments.
 */
#include <stdio.h>
#include <stdlib.h>
#include "spend.h"
#include "work.h"

enum { UNIT_VALUE = 40503 };

uint32_t
work_sum(uint32_t first, uint32_t n)
{
	/* n * (first + first + n - 1) / 2, modulo 2^32 */
	uint64_t twice = (uint64_t)n * (2 * (uint64_t)first + n - 1);

	return (uint32_t)(twice / 2) * UNIT_VALUE;
}

Segment
work_begin(const Description *d, uint32_t task, uint32_t part, SegmentKind kind)
{
	Segment s = *description_of(d, task, kind);

	if (s.part != ALL_PARTS && s.part != part)
		s.bug = BUG_NONE;
	machine_spend(s.time);
	switch (s.bug) {
	case BUG_LOOP:
		for (;;)
			machine_spend(1000);
	case BUG_CRASH:
		machine_crash();
		break;
	case BUG_WILD:
		machine_wild(task);
		break;
	case BUG_EXIT:
		exit(1);
	}
	return s;
}

static uint8_t
byte_at(uint32_t task, uint32_t i)
{
	return task * 37 + i * 11 + (i >> 8);
}

Header *
work_fill(const Segment *s, uint32_t task, Header h, uint32_t *nbytes)
{
	uint32_t n = s->bug == BUG_FEW ? s->nbytes / 2 : s->nbytes;
	Header *made;

	if (n < sizeof h)
		n = sizeof h;
	made = malloc(n);
	if (made == NULL) {
		fprintf(stderr, "simulated: no memory for %u bytes\n", (unsigned)n);
		exit(2);
	}
	*made = h;
	if (s->bug == BUG_WRONG)
		made->first ^= 1;
	for (uint32_t i = sizeof h; i < n; i++)
		((uint8_t *)made)[i] = byte_at(task, i);
	*nbytes = n;
	return made;
}

int
work_check(const void *data, uint32_t nbytes, uint32_t task)
{
	const uint8_t *p = data;

	for (uint32_t i = sizeof(Header); i < nbytes; i++)
		if (p[i] != byte_at(task, i))
			return -1;
	return nbytes < sizeof(Header) ? -1 : 0;
}
