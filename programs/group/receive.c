/*
 * receive.c - joins the strips, because lines of different strips may belong together. Prints each
 * group's lines.
 */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trek.h>
#include "group.h"

extern uint32_t Nsegs;

typedef struct Member {
	Line line;
	uint32_t strip;
	/* another member of the group, with a smaller number; for the first member, itself */
	uint32_t parent;
} Member;

typedef struct Members {
	Member *member;
	uint32_t n;
	uint32_t nnear, ncollinear, nparallel; /* pairs with each reason */
} Members;

static uint32_t
first_of(const Members *m, uint32_t i)
{
	while (m->member[i].parent != i)
		i = m->member[i].parent;
	return i;
}

static void
unite(Members *m, uint32_t a, uint32_t b, int reasons)
{
	m->nnear += (reasons & NEAR) != 0;
	m->ncollinear += (reasons & COLLINEAR) != 0;
	m->nparallel += (reasons & PARALLEL) != 0;
	a = first_of(m, a);
	b = first_of(m, b);
	if (a < b)
		m->member[b].parent = a;
	else
		m->member[a].parent = b;
}

/* Adds a strip's lines and pairs. */
static void
add(Members *m, uint32_t strip, const uint8_t *result)
{
	Found f;
	uint32_t base = m->n;

	memcpy(&f, result, offsetof(Found, line));
	memcpy(f.line, result + offsetof(Found, line), f.nlines * sizeof(Line));
	memcpy(f.pair, result + offsetof(Found, line) + f.nlines * sizeof(Line),
		f.npairs * sizeof(Pair));
	for (uint32_t i = 0; i < f.nlines; i++, m->n++)
		m->member[m->n] = (Member){ f.line[i], strip, m->n };
	for (uint32_t i = 0; i < f.npairs; i++)
		unite(m, base + f.pair[i].a, base + f.pair[i].b, f.pair[i].reasons);
}

static void
join_strips(Members *m)
{
	for (uint32_t a = 0; a < m->n; a++)
		for (uint32_t b = a + 1; b < m->n; b++) {
			int reasons;

			if (m->member[a].strip == m->member[b].strip)
				continue;
			reasons = lines_relate(&m->member[a].line, &m->member[b].line);
			if (reasons != 0)
				unite(m, a, b, reasons);
		}
}

/*
 * Groups are numbered in the order of their first lines; lines without a group are only counted.
 */
static void
print(const Members *m)
{
	uint32_t ngroups = 0, nsingle = 0;

	printf("%u line segments in %u strips; pairs: %u near, %u collinear, %u parallel\n",
		(unsigned)m->n, (unsigned)Nsegs, (unsigned)m->nnear, (unsigned)m->ncollinear,
		(unsigned)m->nparallel);
	for (uint32_t g = 0; g < m->n; g++) {
		uint32_t size = 0;

		if (m->member[g].parent != g)
			continue;
		for (uint32_t i = g; i < m->n; i++)
			size += first_of(m, i) == g;
		if (size == 1) {
			nsingle++;
			continue;
		}
		printf("group %u: %u lines\n", (unsigned)++ngroups, (unsigned)size);
		for (uint32_t i = g; i < m->n; i++) {
			const Line *l = &m->member[i].line;

			if (first_of(m, i) == g)
				printf("  %6.1f %6.1f  %6.1f %6.1f  length %5.1f\n", l->x[0],
					l->y[0], l->x[1], l->y[1], l->length);
		}
	}
	printf("%u groups, %u lines alone\n", (unsigned)ngroups, (unsigned)nsingle);
}

static void *
memory(uint32_t n, uint32_t size)
{
	void *p = calloc(n + 1, size);

	if (p == NULL) {
		fprintf(stderr, "group: no memory for results\n");
		exit(2);
	}
	return p;
}

void
result_receiver(void)
{
	uint8_t **result = memory(Nsegs, sizeof *result);
	Members m = { .member = memory(Nsegs * MAX_LINES, sizeof *m.member) };

	for (uint32_t i = 0; i < Nsegs; i++) {
		uint8_t *room = memory(sizeof(Found), 1);
		uint32_t strip;

		if (get_result(room, sizeof(Found), &strip) < 0) {
			fprintf(stderr, "group: %u results of %u\n", (unsigned)i, (unsigned)Nsegs);
			exit(1);
		}
		result[strip] = room;
	}
	for (uint32_t i = 0; i < Nsegs; i++) {
		add(&m, i, result[i]);
		free(result[i]);
	}
	join_strips(&m);
	print(&m);
	free(m.member);
	free(result);
}
