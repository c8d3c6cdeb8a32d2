/*
 * break_plan.c - where an event over several processes can be recognised in a graph of messages.
 */
#include "break_plan.h"
#include "detrek/simul/simul.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_NUMBER = 254 }; /* of queries and local events: a byte; 255 is none */

uint32_t
break_node(const BreakPlan *b, uint32_t process)
{
	return strtoul(strrchr(b->d->process.text[process], ':') + 2, NULL, 10);
}

bool
break_is_of(const BreakPlan *b, uint32_t process, const char *program)
{
	const char *name = b->d->process.text[process];
	size_t n = strrchr(name, ':') - name;

	return strlen(program) == n && strncmp(program, name, n) == 0;
}

static bool
is_valid(const BreakPlan *b, uint32_t query, uint32_t i)
{
	const Points *p = &b->points[query];

	return p->valid[DEP][i] || p->valid[GDEP][i] || (b->monotonic && p->valid[MONO][i]);
}

bool
break_is_point(const BreakPlan *b, uint32_t i, uint32_t node)
{
	uint32_t query = b->used[i];

	return is_valid(b, query, node - b->d->range[b->d->query[query].process].start);
}

static bool
has_point(const BreakPlan *b, uint32_t query)
{
	const DcfgProcess *at = &b->d->range[b->d->query[query].process];

	for (uint32_t i = 0; i <= at->stop - at->start; i++)
		if (is_valid(b, query, i))
			return true;
	return false;
}

static void
number_events(BreakPlan *b, const Query *q)
{
	for (uint32_t k = 0; k < q->n; k++) {
		uint32_t i = 0;

		while (i < b->nlocals && b->local[i] != q->event[k])
			i++;
		if (i < b->nlocals)
			continue;
		b->local = arena_more(b->arena, b->local, b->nlocals, sizeof *b->local);
		b->local[b->nlocals++] = q->event[k];
	}
}

static void
use(BreakPlan *b, const Relations *r, uint32_t query)
{
	const Query *q = &b->d->query[query];

	b->plan[query] = plan_find(b->d, r, q, &b->points[query]);
	b->used = arena_more(b->arena, b->used, b->nused, sizeof *b->used);
	b->used[b->nused++] = query;
	number_events(b, q);
	if (b->nused > MAX_NUMBER || b->nlocals > MAX_NUMBER)
		fatal("--break: %s: more than %d choices of processes; name fewer nodes", b->event,
			MAX_NUMBER);
}

static void
find_points(BreakPlan *b)
{
	Dcfg *d = b->d;
	Relations r = relations_find(d);

	b->points = arena_alloc(b->arena, d->nqueries, sizeof *b->points);
	b->plan = arena_alloc(b->arena, d->nqueries, sizeof *b->plan);
	for (uint32_t i = 0; i < d->nqueries; i++) {
		if (d->query[i].op != SIMULTANEOUS)
			fatal("--break: %s: concurrent or ordered events may be over when they are "
				"recognised; 'trellis simul' finds them in a recording", b->event);
		b->points[i] = points_find(d, &r, &d->query[i]);
		points_sure(d, &r, &d->query[i], &b->points[i]);
		if (has_point(b, i))
			use(b, &r, i);
	}
	if (b->nused == 0)
		fatal("--break: %s: %s; --break-outside stops wherever it holds", b->event,
			simul_advice(d, b->points));
}

void
break_plan_find(BreakPlan *b, const char *graph)
{
	Buf text = file_read(graph, SIZE_MAX);

	b->d = dcfg_read(b->arena, graph, (char *)text.data, text.len);
	dcfg_query_expressions(b->d, b->event);
	find_points(b);
	break_work(b);
	buf_free(&text);
}

BreakChoice
break_choice(const BreakPlan *b, uint32_t i)
{
	const Query *q = &b->d->query[b->used[i]];
	BreakChoice c = {.recogniser = b->d->process.text[q->process]};
	Buf out = {0};

	for (uint32_t k = 0; k < q->n; k++)
		buf_printf(&out, "%s%s", k ? " == " : "", b->d->event.text[q->event[k]]);
	c.event = arena_strndup(b->arena, (char *)out.data, out.len);
	buf_free(&out);
	return c;
}
