/*
 * runs.c - splits the program's memory into runs.
 *
 * The runs cover all memory in the order of addresses. The assembler places code first, then
 * constants, data and .bss, each aligned to a word. So each run is printed in a section whose
 * contents the assembler will place at the run's address again.
 */
#include "pieces.h"

#include <stdlib.h>

/* add_run: append a run to the list. */
static void
add_run(Dis *d, Run r)
{
	d->runs = arena_more(&d->arena, d->runs, d->nruns, sizeof *d->runs);
	d->runs[d->nruns++] = r;
}

/* add_range: add the memory between two addresses: bytes from the file, and zeros. */
static void
add_range(Dis *d, SectionKind kind, Addr from, Addr to, bool gap)
{
	const Image *im = d->im;

	for (size_t i = 0; i < im->nsegments && from < to; i++) {
		const Segment *s = &im->segments[i];
		Addr init = s->addr + s->nbytes;

		if (from < s->addr) { /* a gap between segments */
			Addr end = to < s->addr ? to : s->addr;

			add_run(d, (Run){SECTION_BSS, 0, gap, from, end - from, NULL, NULL, 0});
			from = end;
		}
		if (from < to && from >= s->addr && from < init) {
			Addr end = to < init ? to : init;

			add_run(d, (Run){kind == SECTION_BSS ? SECTION_DATA : kind, 0, gap, from,
					 end - from, s->data + (from - s->addr), NULL, 0});
			from = end;
		}
		if (from < to && from >= init && from < s->addr + s->size) {
			Addr end = to < s->addr + s->size ? to : s->addr + s->size;

			add_run(d, (Run){SECTION_BSS, 0, gap, from, end - from, NULL, NULL, 0});
			from = end;
		}
	}
}

/* by_address: for qsort: order pointers to sections by the sections' addresses. */
static int
by_address(const void *a, const void *b)
{
	const Section *s = *(const Section *const *)a, *t = *(const Section *const *)b;

	if (s->addr != t->addr)
		return s->addr < t->addr ? -1 : 1;
	return (s > t) - (s < t);
}

/* cut_runs: divide the image into runs, one for each section and each gap between sections. */
static void
cut_runs(Dis *d)
{
	const Image *im = d->im;
	const Section **sections = arena_alloc(&d->arena, im->nsections + 1, sizeof *sections);
	Addr at = image_base(im);
	size_t n = 0;

	for (size_t i = 0; i < im->nsections; i++)
		if (im->sections[i].kind != SECTION_OTHER && im->sections[i].size)
			sections[n++] = &im->sections[i];
	qsort(sections, n, sizeof *sections, by_address);
	for (size_t i = 0; i < n; i++) {
		if (sections[i]->addr < at)
			continue; /* overlaps the previous one */
		add_range(d, SECTION_DATA, at, sections[i]->addr, true);
		at = sections[i]->addr + sections[i]->size;
		add_range(d, sections[i]->kind, sections[i]->addr, at, false);
	}
	for (size_t i = 0; n == 0 && i < im->nsegments; i++) {
		const Segment *s = &im->segments[i];

		add_range(d, SECTION_DATA, at, s->addr, true);
		at = s->addr + s->size;
		add_range(d, s->execute ? SECTION_CODE : SECTION_DATA, s->addr, at, false);
	}
	add_range(d, SECTION_DATA, at, image_end(im), true);
}

/* is_run_zero: true if all bytes of a run are zero, or if it has no data. */
static bool
is_run_zero(const Run *r)
{
	for (Word i = 0; r->data && i < r->size; i++)
		if (r->data[i])
			return false;
	return true;
}

/*
 * is_filling: true if the run is up to three zeros before a word boundary; the assembler inserts
 * these itself.
 */
static bool
is_filling(const Run *r)
{
	Addr end = r->addr + r->size;

	return r->gap && r->size < 4 && !(end & 3) && r->addr & 3 && is_run_zero(r);
}

/* is_hole: true if no bytes and no section cover the run. */
static bool
is_hole(const Run *r)
{
	return r->gap && !r->data;
}

/* place_run: choose the section for r, which follows section `before`; next is NULL at the end. */
static void
place_run(Run *r, SectionKind before, const Run *next)
{
	SectionKind after = next ? next->place : SECTION_BSS;
	Word odd = -r->addr & 3;

	if (is_filling(r) && before != after && !(next && is_hole(next)) &&
	    (!r->data || after != SECTION_BSS)) {
		r->size = 0;
		r->place = before;
	} else if (is_hole(r) && before != after && after == SECTION_BSS && odd < r->size) {
		r->addr += odd;
		r->size -= odd;
		r->place = SECTION_BSS;
	} else if (is_hole(r) || r->addr & 3) {
		r->place = before;
	}
}

/* place_runs: decide in which kind of section each run is printed. */
static void
place_runs(Dis *d)
{
	SectionKind place = SECTION_BSS;

	for (size_t i = d->nruns; i-- > 0;) { /* sections must stay in order */
		Run *r = &d->runs[i];

		if (!is_hole(r) && r->kind < place)
			place = r->kind;
		r->place = place;
	}
	for (size_t i = 0; i < d->nruns; i++) {
		place_run(&d->runs[i], place, i + 1 < d->nruns ? &d->runs[i + 1] : NULL);
		place = d->runs[i].place;
	}
}

void
runs_make(Dis *d)
{
	cut_runs(d);
	place_runs(d);
}
