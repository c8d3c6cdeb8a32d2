/*
 * work.c - segments.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
work_begin(uint32_t began, const Description *d, uint32_t task, uint32_t part, SegmentKind kind)
{
	Segment s = *description_of(d, task, kind);

	s.began = began;
	if (s.part != ALL_PARTS && s.part != part)
		s.bug = BUG_NONE;
	if (s.bug == BUG_NONE)
		return s;
	machine_spend(s.time);
	s.time = 0;
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

/*
 * What a segment of some kind and size does itself, us: others may have their turn meanwhile, so
 * the least seen.
 */
typedef struct Own {
	uint32_t key, us;
} Own;

/* own_of: where it stands; of one not seen before, with more than there can be. */
static Own *
own_of(const Segment *s, uint32_t nbytes)
{
	static Own own[16];
	static uint32_t next;
	uint32_t key = (nbytes << 3 | s->kind) + 1;
	Own *new;

	for (int i = 0; i < 16; i++)
		if (own[i].key == key)
			return &own[i];
	new = &own[next++ % 16];
	new->us = UINT32_MAX;
	new->key = key;
	return new;
}

/* The clock is looked at last: what comes behind it is known by machine_overhead. */
void
work_end(const Segment *s, uint32_t nbytes)
{
	Own *own = own_of(s, nbytes);
	uint32_t us;

	machine_start();
	us = machine_clock() - s->began + machine_overhead();
	if (us < own->us)
		own->us = us;
	if (own->us < s->time)
		machine_spend(s->time - own->us);
}

/* ---- bytes that say nothing: some words that depend on the task, again and again ---- */

enum { PATTERN = 16 }; /* words */

static uint32_t
word_at(uint32_t task, uint32_t i)
{
	return task * 0x25252525u + i * 0x9E3779B9u;
}

static void
fill(uint8_t *to, uint32_t nbytes, uint32_t task)
{
	uint32_t pattern[PATTERN], have = nbytes < sizeof pattern ? nbytes : sizeof pattern;

	for (uint32_t i = 0; 4 * i < have; i++)
		pattern[i] = word_at(task, i);
	memcpy(to, pattern, have);
	for (uint32_t n; have < nbytes; have += n) {
		n = have < nbytes - have ? have : nbytes - have;
		memcpy(to + have, to, n);
	}
}

/* is_filled: as fill has made them; the bytes are aligned to words. */
static int
is_filled(const uint8_t *p, uint32_t nbytes, uint32_t task)
{
	const uint32_t *word = (const uint32_t *)p;
	uint32_t i = 0, n = nbytes / 4;

	for (; i < n && i < PATTERN; i++)
		if (word[i] != word_at(task, i))
			return 0;
	for (; i < n; i++)
		if (word[i] != word[i - PATTERN])
			return 0;
	for (i = 4 * n; i < nbytes; i++)
		if (p[i] != (uint8_t)(word_at(task, n % PATTERN) >> 8 * (i % 4)))
			return 0;
	return 1;
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
	fill((uint8_t *)(made + 1), n - sizeof h, task);
	*nbytes = n;
	return made;
}

int
work_check(const void *data, uint32_t nbytes, uint32_t task)
{
	if (nbytes < sizeof(Header))
		return -1;
	return is_filled((const uint8_t *)data + sizeof(Header), nbytes - sizeof(Header), task)
		? 0
		: -1;
}
