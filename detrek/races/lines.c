/* lines.c - finds the lines of the trace with the accesses of a race. */
#include "races.h"

#include <stdlib.h>

/*
 * A spot: a variable in a segment, and the lines at which the segment first loads and first stores
 * the variable (0: never).
 */
typedef struct Spot {
	uint32_t segment, variable;
	uint32_t load, store;
} Spot;

typedef struct Spots {
	Spot *spot;
	uint32_t n;
	bool *wanted; /* [variable.n] the variable has a spot */
} Spots;

static int
compare_spots(const void *pa, const void *pb)
{
	const Spot *a = pa, *b = pb;

	if (a->segment != b->segment)
		return a->segment < b->segment ? -1 : 1;
	return (a->variable > b->variable) - (a->variable < b->variable);
}

/* find_spot: the entry for this variable in this segment; NULL if no race needs it. */
static Spot *
find_spot(const Spots *s, uint32_t segment, uint32_t variable)
{
	Spot key = {segment, variable, 0, 0};

	return bsearch(&key, s->spot, s->n, sizeof key, compare_spots);
}

/*
 * list_spots: list the segments and variables of all races, sorted, so that their lines can be
 * found.
 */
static Spots
list_spots(const Trace *t, const Races *r)
{
	Spots s = {
		.spot = arena_alloc(t->arena, (size_t)2 * r->n, sizeof *s.spot),
		.wanted = arena_alloc(t->arena, t->nvariables, sizeof *s.wanted),
	};
	uint32_t n = 0;

	for (uint32_t i = 0; i < r->n; i++) {
		s.spot[n++] = (Spot){r->race[i].a, r->race[i].variable, 0, 0};
		s.spot[n++] = (Spot){r->race[i].b, r->race[i].variable, 0, 0};
		s.wanted[r->race[i].variable] = true;
	}
	if (n)
		qsort(s.spot, n, sizeof *s.spot, compare_spots);
	for (uint32_t i = 0; i < n; i++)
		if (s.n == 0 || compare_spots(&s.spot[s.n - 1], &s.spot[i]) != 0)
			s.spot[s.n++] = s.spot[i];
	return s;
}

/*
 * fill_lines: read the text again, count the operations to know the segments, and fill in the lines
 * of the spots. All names are known by now.
 */
static void
fill_lines(const TraceResult *r, Spots *s)
{
	const Trace *t = r->trace;
	Lines l = lines_start(t->arena, t->file, r->text, r->len);
	uint32_t *first;
	uint32_t *segment = trace_segments(t, &first);
	uint32_t *done = arena_alloc(t->arena, t->thread.n, sizeof *done);
	TraceLine line;

	while (trace_line(&l, &line)) {
		uint32_t thread = symbols_find(&t->thread, line.thread.s, line.thread.len);
		uint32_t v;
		Spot *spot;

		if (line.kind == LINE_SYNC)
			done[thread]++;
		if (line.kind != LINE_ACCESS)
			continue;
		v = symbols_find(&t->variable, line.object.s, line.object.len);
		if (!s->wanted[v])
			continue;
		spot = find_spot(s, segment[first[thread] + done[thread]], v);
		if (!spot)
			continue;
		if (line.store && !spot->store)
			spot->store = l.line;
		if (!line.store && !spot->load)
			spot->load = l.line;
	}
}

/*
 * first_conflicting_access: returns the first access at the spot that conflicts with the accesses
 * of the other segment.
 */
static uint32_t
first_conflicting_access(const Spot *s, uint8_t other)
{
	if (!(other & STORE) || !s->load)
		return s->store;
	if (!s->store)
		return s->load;
	return s->load < s->store ? s->load : s->store;
}

AccessLines
access_lines(const TraceResult *r, const Races *races)
{
	Spots s = list_spots(r->trace, races);
	AccessLines lines = {
		.a = arena_alloc(r->trace->arena, races->n, sizeof *lines.a),
		.b = arena_alloc(r->trace->arena, races->n, sizeof *lines.b),
	};

	if (races->n)
		fill_lines(r, &s);
	for (uint32_t i = 0; i < races->n; i++) {
		const Race *x = &races->race[i];

		lines.a[i] = first_conflicting_access(find_spot(&s, x->a, x->variable), x->bops);
		lines.b[i] = first_conflicting_access(find_spot(&s, x->b, x->variable), x->aops);
	}
	return lines;
}
