/*
 * lines.c - cutting, sorting and merging lines.
 */
#include <stdlib.h>
#include <string.h>
#include "lines.h"

/* The next line of a block that is not empty. */
static Block
line(Block b)
{
	const char *end = memchr(b.at, '\n', b.nbytes);

	return (Block){ b.at, end != NULL ? (uint32_t)(end + 1 - b.at) : b.nbytes };
}

static void
drop(Block *b, uint32_t nbytes)
{
	b->at += nbytes;
	b->nbytes -= nbytes;
}

/* The order of two lines: that of their bytes; the newline counts less than any other byte. */
static int
before(Block a, Block b)
{
	int order = memcmp(a.at, b.at, a.nbytes < b.nbytes ? a.nbytes - 1 : b.nbytes - 1);

	return order < 0 || (order == 0 && a.nbytes < b.nbytes);
}

Block
lines_cut(Block *from, uint32_t nbytes)
{
	Block first = { from->at, 0 };

	while (first.nbytes < nbytes && from->nbytes > 0) {
		uint32_t n = line(*from).nbytes;

		first.nbytes += n;
		drop(from, n);
	}
	return first;
}

/* Two neighbouring sorted runs of lines become one. */
static void
merge_runs(const Block *a, const Block *b, const Block *end, Block *to)
{
	const Block *middle = b;

	while (a < middle && b < end)
		*to++ = before(*b, *a) ? *b++ : *a++;
	while (a < middle)
		*to++ = *a++;
	while (b < end)
		*to++ = *b++;
}

static uint32_t
count_lines(Block b)
{
	uint32_t n = 0;

	for (; b.nbytes > 0; drop(&b, line(b).nbytes))
		n++;
	return n;
}

int
lines_sort(Block b, char *to)
{
	uint32_t n = count_lines(b);
	Block *lines = malloc((2 * n + 1) * sizeof *lines), *from = lines, *room = lines + n;

	if (lines == NULL)
		return -1;
	for (uint32_t i = 0; i < n; i++) {
		lines[i] = line(b);
		drop(&b, lines[i].nbytes);
	}
	/* Runs of 1, 2, 4, ... lines are merged, to and fro between the two halves. */
	for (uint32_t run = 1; run < n; run *= 2) {
		Block *other = from;

		for (uint32_t i = 0; i < n; i += 2 * run) {
			uint32_t middle = i + run < n ? i + run : n,
				end = middle + run < n ? middle + run : n;

			merge_runs(from + i, from + middle, from + end, room + i);
		}
		from = room;
		room = other;
	}
	for (uint32_t i = 0; i < n; i++) {
		memcpy(to, from[i].at, from[i].nbytes);
		to += from[i].nbytes;
	}
	free(lines);
	return 0;
}

void
lines_merge(Block *b, uint32_t n, char *to)
{
	for (;;) {
		Block best = { NULL, 0 };
		uint32_t of = 0;

		for (uint32_t i = 0; i < n; i++)
			if (b[i].nbytes > 0) {
				Block first = line(b[i]);

				if (best.nbytes == 0 || before(first, best)) {
					best = first;
					of = i;
				}
			}
		if (best.nbytes == 0)
			return;
		memcpy(to, best.at, best.nbytes);
		to += best.nbytes;
		drop(&b[of], best.nbytes);
	}
}
