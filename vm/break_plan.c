/*
 * break_plan.c - finds where an event over several processes can be recognised in a graph of
 * messages.
 */
#include "break_plan.h"
#include "base/files.h"
#include "detrek/simul/simul.h"

#include <stdlib.h>
#include <string.h>

/* largest number of queries, and of local events: their numbers are bytes, and 255 means none */
enum { MAX_NUMBER = 254 };

uint32_t
break_node(const BreakPlan *b, uint32_t process)
{
	return strtoul(strrchr(b->d->process.text[process], ':') + 2, NULL, 10);
}

const char *
break_thread(const BreakPlan *b, uint32_t process)
{
	const char *slash = strchr(strrchr(b->d->process.text[process], ':'), '/');

	return slash ? slash + 1 : NULL;
}

bool
break_executes(const BreakPlan *b, uint32_t process, const char *program)
{
	const char *name = b->d->process.text[process];
	size_t n = strrchr(name, ':') - name;

	return strlen(program) == n && strncmp(program, name, n) == 0;
}

bool
break_relates(const BreakPlan *b)
{
	return b->d->query[0].op != SIMULTANEOUS;
}

/*
 * is_valid: true if query number `query` can be decided in state i of its process, for the plan's
 * kind of event.
 */
static bool
is_valid(const BreakPlan *b, uint32_t query, uint32_t i)
{
	const Points *p = &b->points[query];

	return p->valid[DEP][i] || p->valid[GDEP][i]
		|| ((b->monotonic || break_relates(b)) && p->valid[MONO][i]);
}

bool
break_is_point(const BreakPlan *b, uint32_t i, uint32_t node)
{
	uint32_t query = b->used[i];

	return is_valid(b, query, node - b->d->range[b->d->query[query].process].start);
}

/* has_point: true if there is a state of its process in which the query can be decided. */
static bool
has_point(const BreakPlan *b, uint32_t query)
{
	const DcfgProcess *at = &b->d->range[b->d->query[query].process];

	for (uint32_t i = 0; i <= at->stop - at->start; i++)
		if (is_valid(b, query, i))
			return true;
	return false;
}

/* add_local: append a local event; returns its index. */
static uint32_t
add_local(BreakPlan *b, uint32_t event)
{
	b->local = arena_more(b->arena, b->local, b->nlocals, sizeof *b->local);
	b->local[b->nlocals] = event;
	return b->nlocals++;
}

/* find_local: the index of an event in b->local_event; b->nlocals if it is not there. */
static uint32_t
find_local(const BreakPlan *b, uint32_t event)
{
	uint32_t i = 0;

	while (i < b->nlocals && b->local[i] != event)
		i++;
	return i;
}

/*
 * same_choice: the numbers of an earlier query with the same local events; NULL if there is none.
 */
static uint32_t *
same_choice(const BreakPlan *b, const Query *q)
{
	for (uint32_t u = 0; u + 1 < b->nused; u++)
		if (memcmp(b->d->query[b->used[u]].event, q->event, q->n * sizeof *q->event) == 0)
			return b->number[u];
	return NULL;
}

/*
 * number_events: the indices in b->local_event of a query's events; events that are not there are
 * added.
 */
static uint32_t *
number_events(BreakPlan *b, const Query *q)
{
	uint32_t *number = break_relates(b) ? same_choice(b, q) : NULL;

	if (number)
		return number;
	number = arena_alloc(b->arena, q->n, sizeof *number);
	for (uint32_t k = 0; k < q->n; k++) {
		number[k] = break_relates(b) ? b->nlocals : find_local(b, q->event[k]);
		if (number[k] == b->nlocals)
			add_local(b, q->event[k]);
	}
	return number;
}

/*
 * plan_between: add to the plan that values also travel to the processes of the query's other
 * events, and are evaluated at all sends on the way.
 */
static void
plan_between(const BreakPlan *b, const Relations *r, const Query *q, Plan *plan)
{
	const Dcfg *d = b->d;
	Points none = {.valid = {NULL}};

	for (int mode = 0; mode < NPOINT_MODES; mode++)
		none.valid[mode] = arena_alloc(b->arena, d->name.n, sizeof(bool));
	for (uint32_t j = 0; j < q->n; j++) {
		Query to = *q;
		Plan more;

		to.process = d->local_event[q->event[j]].process;
		more = plan_find(d, r, &to, &none);
		for (uint32_t k = 0; k < q->n; k++)
			for (uint32_t e = 0; e < d->ncomm; e++)
				plan->event[k].carries[e] |= more.event[k].carries[e];
		plan->event[j].nsends = 0; /* no send of the event's value is redundant */
	}
}

/* use_query: plan how to recognise the query and add it to those that are used. */
static void
use_query(BreakPlan *b, const Relations *r, uint32_t query)
{
	const Query *q = &b->d->query[query];

	b->plan[query] = plan_find(b->d, r, q, &b->points[query]);
	if (q->op != SIMULTANEOUS)
		plan_between(b, r, q, &b->plan[query]);
	b->used = arena_more(b->arena, b->used, b->nused, sizeof *b->used);
	b->number = arena_more(b->arena, b->number, b->nused, sizeof *b->number);
	b->used[b->nused++] = query;
	b->number[b->nused - 1] = number_events(b, q);
	if (b->nused > MAX_NUMBER || b->nlocals > MAX_NUMBER)
		fatal("--break: %s: more than %d choices of processes; name fewer nodes", b->event,
			MAX_NUMBER);
}

/*
 * find_query: find the states in which query i can be decided. Whether events were concurrent or
 * ordered is found out when the program runs; so all states in which their values can be known are
 * suitable.
 */
static void
find_query(BreakPlan *b, const Relations *r, uint32_t i)
{
	Query q = b->d->query[i];

	q.op = SIMULTANEOUS;
	b->points[i] = points_find(b->d, r, &q);
	if (!break_relates(b))
		points_remove_unsure(b->d, r, &q, &b->points[i]);
	if (has_point(b, i))
		use_query(b, r, i);
}

/*
 * find_points: find for each query the states in which it can be decided (its points); fatal if no
 * query has one.
 */
static void
find_points(BreakPlan *b)
{
	Dcfg *d = b->d;
	Relations r = relations_find(d);

	b->points = arena_alloc(b->arena, d->nqueries, sizeof *b->points);
	b->plan = arena_alloc(b->arena, d->nqueries, sizeof *b->plan);
	for (uint32_t i = 0; i < d->nqueries; i++)
		find_query(b, &r, i);
	if (b->nused == 0 && break_relates(b))
		fatal("--break: %s: no process can hear of all its local events; 'trellis simul' "
			"finds it in a recording", b->event);
	if (b->nused == 0)
		fatal("--break: %s: %s; --break-outside stops wherever it holds", b->event,
			simul_advice(d, b->points));
}

void
break_plan_find(BreakPlan *b, const char *graph)
{
	Buf text = file_read(graph, SIZE_MAX);

	b->d = dcfg_read(b->arena, graph, (char *)text.data, text.len);
	break_check_threads(b);
	dcfg_query_expressions(b->d, b->event);
	if (break_relates(b) && break_has_threads(b))
		fatal("--break: %s: concurrent and ordered events of programs with threads are not "
			"reported; 'trellis simul' finds them in a recording", b->event);
	find_points(b);
	break_work(b);
	buf_free(&text);
}

/* ---- the events as seen from outside ---- */

/* same_memory: true if both processes are threads of the same program on the same node. */
static bool
same_memory(const BreakPlan *b, uint32_t p, uint32_t q)
{
	const char *s = b->d->process.text[p];
	size_t n = break_thread(b, p) ? break_thread(b, p) - s : 0;

	return p == q || (n > 0 && strncmp(s, b->d->process.text[q], n) == 0);
}

/* local_process: the process of the k-th event of a query. */
static uint32_t
local_process(const BreakPlan *b, const Query *q, uint32_t k)
{
	return b->d->local_event[q->event[k]].process;
}

/* put_expression: append the expression of the query's k-th event in brackets. */
static void
put_expression(const BreakPlan *b, const Query *q, uint32_t k, Buf *out)
{
	const char *text = b->d->event.text[q->event[k]], *end = strrchr(text, '}');

	buf_printf(out, "(%.*s)", (int)(end - text - 1), text + 1);
}

/*
 * put_together: append the k-th local event of a query, together with the events of other threads
 * of the same process.
 */
static void
put_together(const BreakPlan *b, const Query *q, uint32_t k, Buf *out)
{
	uint32_t process = local_process(b, q, k);
	const char *name = b->d->process.text[process];

	buf_printf(out, "{");
	put_expression(b, q, k, out);
	for (uint32_t i = k + 1; i < q->n; i++)
		if (same_memory(b, process, local_process(b, q, i))) {
			buf_printf(out, " && ");
			put_expression(b, q, i, out);
		}
	buf_printf(out, "}@%.*s", (int)(break_thread(b, process) - 1 - name), name);
}

/* is_together: true if an earlier local event of the query is of the same process as the k-th. */
static bool
is_together(const BreakPlan *b, const Query *q, uint32_t k)
{
	for (uint32_t i = 0; i < k; i++)
		if (same_memory(b, local_process(b, q, i), local_process(b, q, k)))
			return true;
	return false;
}

BreakChoice
break_choice(const BreakPlan *b, uint32_t i)
{
	static const char *const operators[] = {
		[SIMULTANEOUS] = " == ",
		[CONCURRENT] = " || ",
		[ORDERED] = " -> ",
	};
	const Query *q = &b->d->query[b->used[i]];
	BreakChoice c = {.recogniser = b->d->process.text[q->process]};
	Buf out = {0};

	for (uint32_t k = 0; k < q->n; k++) {
		if (is_together(b, q, k))
			continue;
		buf_printf(&out, "%s", k ? operators[q->op] : "");
		if (break_thread(b, local_process(b, q, k)))
			put_together(b, q, k, &out);
		else
			buf_printf(&out, "%s", b->d->event.text[q->event[k]]);
	}
	c.event = arena_strndup(b->arena, (char *)out.data, out.len);
	buf_free(&out);
	return c;
}
