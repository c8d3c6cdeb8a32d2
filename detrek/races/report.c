/*
 * report.c - the text report on a trace.
 *
 *   threads  in order of appearance, which is also the order of clocks and segments
 *   lamport  the Lamport time of each operation; rolt: the times that must be logged
 *   segment  T.k, its clock, its sets L (loaded) and S (stored)
 *   race     a variable and two segments with their accesses to it: r, w, wr
 *   ppd-...  the parallel dynamic graph, where T.k is the internal edge after node k
 *   left-out how many entries of the preceding list are not printed
 *   blocked  a thread blocked at the end of the trace, the semaphore, the line, and the holder
 *   cycle    thread, semaphore, the thread that holds it, ..., the first thread again
 */
#define _GNU_SOURCE /* qsort_r */
#include "races.h"

#include <stdlib.h>
#include <string.h>

#define THREAD(t, i) ((t)->thread.text[i]) /* the name of a thread */

const char *
sync_name(SyncKind k)
{
	static const char *const name[] = {
#define X(kind, word) word,
		SYNC_KINDS(X)
#undef X
	};

	return name[k];
}

const char *
access_name(uint8_t ops)
{
	return ops == LOAD ? "r" : ops == STORE ? "w" : "wr";
}

/* put_op: print operation i as THREAD.NUMBER. */
static void
put_op(const Trace *t, uint32_t i)
{
	printf("%s.%u", THREAD(t, t->op[i].thread), t->op[i].number);
}

/* put_named_op: print operation i with its kind and object. */
static void
put_named_op(const Trace *t, uint32_t i)
{
	put_op(t, i);
	printf(":%s(%s)", sync_name(t->op[i].kind), t->object.text[t->op[i].object]);
}

/* put_threads: print the names of the threads. */
static void
put_threads(const Trace *t)
{
	printf("threads");
	for (uint32_t i = 0; i < t->thread.n; i++)
		printf(" %s", THREAD(t, i));
	printf("\n");
}

/*
 * put_gap: print the blank before a word of a list, except before the first word: the heading ends
 * with a blank.
 */
static void
put_gap(bool *first)
{
	if (!*first)
		putchar(' ');
	*first = false;
}

/* put_left_out: print a line with the number of entries of a list that are not printed. */
static void
put_left_out(const char *what, const char *name, uint64_t n)
{
	if (n)
		printf("left-out %s%s%s %llu\n", what, *name ? " " : "", name,
			(unsigned long long)n);
}

/* put_times: print the operations' Lamport times, and what the log keeps of them. */
static void
put_times(const TraceResult *r)
{
	const Trace *t = r->trace;
	const RecPlay *p = r->recplay;
	uint32_t n = t->nops < r->max_entries ? t->nops : r->max_entries, nlogged = 0;
	bool first = true;

	printf("lamport ");
	for (uint32_t i = 0; i < n; i++) {
		put_gap(&first);
		put_named_op(t, i);
		printf("=%llu", (unsigned long long)p->lamport[i]);
	}
	printf("\n");
	put_left_out("lamport", "", t->nops - n);
	printf("rolt ");
	first = true;
	for (uint32_t i = 0; i < t->nops && nlogged < r->max_entries; i++) {
		if (!p->logged[i])
			continue;
		nlogged++;
		put_gap(&first);
		put_op(t, i);
		printf("=%llu", (unsigned long long)p->lamport[i]);
	}
	printf("\n");
	put_left_out("rolt", "", p->nlogged - nlogged);
}

static int
compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* put_set: print the names of the variables that a segment has accessed by these operations. */
static void
put_set(const Trace *t, uint32_t segment, uint8_t ops, const char **names)
{
	uint32_t n = 0;

	for (uint32_t i = t->set_start[segment]; i < t->set_start[segment + 1]; i++) {
		uint32_t b = ops == LOAD ? t->word[i].load : t->word[i].store;

		for (; b; b &= b - 1) {
			uint32_t v = t->word[i].index * WORD_VARIABLES + __builtin_ctz(b);

			names[n++] = variable_name(t, v);
		}
	}
	if (n)
		qsort(names, n, sizeof *names, compare_names);
	putchar('{');
	for (uint32_t i = 0; i < n; i++)
		printf("%s%s", i ? " " : "", names[i]);
	putchar('}');
}

/* put_segments: print each segment with the variables that it loads and stores. */
static void
put_segments(const Trace *t, const RecPlay *p)
{
	uint32_t *first;
	uint32_t *order = trace_segments(t, &first);
	uint32_t n = t->thread.n;
	const char **names = arena_alloc(t->arena, t->nvariables, sizeof *names);

	for (uint32_t i = 0; i < p->nclocks; i++) {
		const uint32_t *clock = p->clock + (size_t)i * n;

		printf("segment %s.%u clock ", THREAD(t, segment_thread(t, order[i])),
			segment_number(t, order[i]));
		for (uint32_t k = 0; k < n; k++)
			printf("%s%u", k ? "," : "", clock[k]);
		printf(" L ");
		put_set(t, order[i], LOAD, names);
		printf(" S ");
		put_set(t, order[i], STORE, names);
		printf("\n");
	}
	put_left_out("segment", "", trace_nsegments(t) - p->nclocks);
}

/* put_races: print the races found by RecPlay. */
static void
put_races(const TraceResult *r)
{
	const Trace *t = r->trace;
	const Races *x = r->recplay->races;
	AccessLines lines = {0};
	uint32_t n = 0; /* races of one variable */

	if (r->with_lines)
		lines = access_lines(r, x);
	for (uint32_t i = 0; i < x->n; i++) {
		const Race *e = &x->race[i];

		printf("race %s %s.%u:%s %s.%u:%s", variable_name(t, e->variable),
			THREAD(t, segment_thread(t, e->a)), segment_number(t, e->a),
			access_name(e->aops), THREAD(t, segment_thread(t, e->b)),
			segment_number(t, e->b), access_name(e->bops));
		if (r->with_lines)
			printf(" lines %u %u", lines.a[i], lines.b[i]);
		printf("\n");
		n++;
		if (i + 1 < x->n && x->race[i + 1].variable == e->variable)
			continue;
		put_left_out("race", variable_name(t, e->variable), x->count[e->variable] - n);
		n = 0;
	}
}

/* put_recplay: print the result of RecPlay: times, segments and races. */
static void
put_recplay(const TraceResult *r)
{
	const RecPlay *p = r->recplay;

	if (!r->summary) {
		put_times(r);
		put_segments(r->trace, p);
	}
	printf("segments created %u maxlist %u compared %llu\n", p->created, p->max_stored,
		(unsigned long long)p->races->parallel);
	put_races(r);
}

static int
compare_kinds(const void *pa, const void *pb, void *trace)
{
	const GraphRace *a = pa, *b = pb;
	const Trace *t = trace;
	int c = strcmp(variable_name(t, a->race->variable), variable_name(t, b->race->variable));
	const uint32_t segment[2][2] = {{a->a, b->a}, {a->b, b->b}};

	if (c || a->writes != b->writes)
		return c ? c : a->writes - b->writes;
	for (int i = 0; i < 2; i++) {
		uint32_t x = segment[i][0], y = segment[i][1];

		c = strcmp(THREAD(t, segment_thread(t, x)), THREAD(t, segment_thread(t, y)));
		if (c || x != y)
			return c ? c : segment_number(t, x) < segment_number(t, y) ? -1 : 1;
	}
	return 0;
}

GraphRace *
graph_races(const Trace *t, const Races *ppd, uint32_t *n)
{
	GraphRace *g = arena_alloc(t->arena, (size_t)2 * ppd->n, sizeof *g);

	*n = 0;
	for (uint32_t i = 0; i < ppd->n; i++) {
		const Race *r = &ppd->race[i];
		bool swap = segment_thread(t, r->a) > segment_thread(t, r->b);
		GraphRace x = {r, false, swap ? r->b : r->a, swap ? r->a : r->b};

		if ((r->aops & LOAD && r->bops & STORE) || (r->aops & STORE && r->bops & LOAD))
			g[(*n)++] = x;
		x.writes = true;
		if (r->aops & r->bops & STORE)
			g[(*n)++] = x;
	}
	if (*n)
		qsort_r(g, *n, sizeof *g, compare_kinds, (void *)t);
	return g;
}

/* put_edges: print the pairs of operations between which the graph has an edge. */
static void
put_edges(const TraceResult *r)
{
	const Trace *t = r->trace;
	uint32_t n = 0, left = 0;
	bool first = true;

	printf("ppd-sync ");
	for (uint32_t i = 0; i < t->nops; i++) {
		if (t->op[i].from == NONE)
			continue;
		if (n == r->max_entries) {
			left++;
			continue;
		}
		n++;
		put_gap(&first);
		put_op(t, t->op[i].from);
		printf("->");
		put_op(t, i);
	}
	printf("\n");
	put_left_out("ppd-sync", "", left);
}

/*
 * put_ppd_left_out: print how many races of variable v, as pairs of segments, the list leaves out.
 */
static void
put_ppd_left_out(const TraceResult *r, uint32_t *kept, uint32_t v)
{
	put_left_out("ppd-race", variable_name(r->trace, v), r->ppd->count[v] - kept[v]);
}

/* put_ppd: print the races found with the parallel dynamic graph (PPD). */
static void
put_ppd(const TraceResult *r)
{
	const Trace *t = r->trace;
	uint32_t *kept = arena_alloc(t->arena, t->nvariables, sizeof *kept), n;
	GraphRace *g = graph_races(t, r->ppd, &n);

	if (!r->summary)
		put_edges(r);
	for (uint32_t i = 0; i < r->ppd->n; i++)
		kept[r->ppd->race[i].variable]++;
	printf("ppd-simultaneous %llu\n", (unsigned long long)r->ppd->parallel);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t v = g[i].race->variable;

		printf("ppd-race %s %s %s.%u %s.%u\n", variable_name(t, v),
			g[i].writes ? "write/write" : "read/write",
			THREAD(t, segment_thread(t, g[i].a)), segment_number(t, g[i].a) - 1,
			THREAD(t, segment_thread(t, g[i].b)), segment_number(t, g[i].b) - 1);
		if (i + 1 == n || g[i + 1].race->variable != v)
			put_ppd_left_out(r, kept, v);
	}
}

bool *
raced_variables(const Trace *t, const Races *races)
{
	bool *raced = arena_alloc(t->arena, t->nvariables, sizeof *raced);

	for (uint32_t i = 0; i < races->n; i++)
		raced[races->race[i].variable] = true;
	return raced;
}

/* put_lockset: print the variables that no lock protects at all accesses. */
static void
put_lockset(const TraceResult *r)
{
	const Trace *t = r->trace;
	uint32_t *order = variables_sorted(t);
	bool *raced = raced_variables(t, r->recplay->races);
	uint32_t alarms = 0, missed = 0;

	for (uint32_t i = 0; i < t->nvariables; i++) {
		uint32_t v = order[i];
		bool suspect = r->lockset->suspect[v];

		alarms += suspect && !raced[v];
		missed += raced[v] && !suspect;
		if (suspect || raced[v])
			printf("lockset %s %s\n", variable_name(t, v),
				!suspect ? "missed" : raced[v] ? "race" : "false-alarm");
	}
	printf("lockset locks %u suspects %u false-alarms %u missed %u\n", r->lockset->nlocks,
		r->lockset->nsuspects, alarms, missed);
}

/*
 * put_difference: print a race that only the graph has, and the operations by which RecPlay orders
 * its accesses.
 */
static void
put_difference(const Trace *t, const Difference *d)
{
	const Race *x = d->race;

	printf("differs %s %s.%u %s.%u ordered by ", variable_name(t, x->variable),
		THREAD(t, segment_thread(t, x->a)), segment_number(t, x->a),
		THREAD(t, segment_thread(t, x->b)), segment_number(t, x->b));
	for (uint32_t i = 0; i < d->chain_length; i++) {
		if (i)
			printf(d->in_graph[i] ? " -> " : " => ");
		put_named_op(t, d->chain[i]);
	}
	printf("\n");
}

/*
 * put_comparison: print how many races RecPlay and the graph of PPD have in common, and the races
 * that only the graph has.
 */
static void
put_comparison(const TraceResult *r)
{
	Comparison c = races_compare(r->trace, r->recplay->races, r->ppd);

	printf("race-free recplay %s ppd %s\n", r->recplay->races->n ? "no" : "yes",
		r->ppd->n ? "no" : "yes");
	printf("compare both %u recplay-only %u ppd-only %u\n", c.common, c.missing, c.n);
	for (uint32_t i = 0; i < c.n; i++)
		put_difference(r->trace, &c.difference[i]);
}

/*
 * put_blocked_end: print the threads that are blocked at the end, and who holds their semaphores.
 */
static void
put_blocked_end(const Trace *t, const BlockedEnd *b)
{
	for (uint32_t i = 0; i < b->n; i++) {
		uint32_t thread = b->thread[i], object = t->blocked[thread];

		printf("blocked %s %s line %u", THREAD(t, thread), t->object.text[object],
			t->blockline[thread]);
		for (uint32_t k = 0; k < b->holders[object].n; k++)
			printf("%s%s", k ? " " : " held by ",
				THREAD(t, b->holders[object].thread[k]));
		printf("\n");
	}
	for (uint32_t i = 0; i < b->ncycles; i++) {
		const WaitCycle *c = &b->cycle[i];

		printf("cycle");
		for (uint32_t k = 0; k < c->n; k++)
			printf(" %s %s", THREAD(t, c->thread[k]),
				t->object.text[t->blocked[c->thread[k]]]);
		printf(" %s\n", THREAD(t, c->thread[0]));
	}
}

void
races_text(const TraceResult *r)
{
	put_threads(r->trace);
	if (r->recplay)
		put_recplay(r);
	if (r->ppd)
		put_ppd(r);
	if (r->lockset)
		put_lockset(r);
	if (r->compare)
		put_comparison(r);
	put_blocked_end(r->trace, r->blocked_end);
}
