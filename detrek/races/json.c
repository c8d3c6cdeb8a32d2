/* json.c - writes the report on a trace as JSON. */
#include "races.h"

/* name_json: the i-th name of the table as text. */
static json_t *
name_json(const Symbols *s, uint32_t i)
{
	return json_string(s->text[i]);
}

/* variable_json: the name of variable v as text. */
static json_t *
variable_json(const Trace *t, uint32_t v)
{
	return json_string(variable_name(t, v));
}

/* segment_name: T.k as text; k counts from 1 or, in the graph (where base is 1), from 0. */
static json_t *
segment_name(const Trace *t, uint32_t s, uint32_t base)
{
	return json_sprintf("%s.%u", t->thread.text[segment_thread(t, s)],
		segment_number(t, s) - base);
}

/* names_json: all names of the table. */
static json_t *
names_json(const Symbols *s)
{
	json_t *j = json_array();

	for (uint32_t i = 0; i < s->n; i++)
		json_array_append_new(j, name_json(s, i));
	return j;
}

/* operations_json: the operations with their times and sources as an array. */
static json_t *
operations_json(const TraceResult *r)
{
	const Trace *t = r->trace;
	json_t *j = json_array();

	for (uint32_t i = 0; i < t->nops && i < r->max_entries; i++) {
		const SyncOp *op = &t->op[i];
		json_t *o = json_object();

		json_object_set_new(o, "operation", segment_name(t, i, 0));
		json_object_set_new(o, "kind", json_string(sync_name(op->kind)));
		json_object_set_new(o, "object", name_json(&t->object, op->object));
		json_object_set_new(o, "line", json_integer(op->line));
		if (r->recplay) {
			json_object_set_new(o, "lamport", json_integer(r->recplay->lamport[i]));
			json_object_set_new(o, "logged", json_boolean(r->recplay->logged[i]));
		}
		if (r->ppd && op->from != NONE)
			json_object_set_new(o, "from", segment_name(t, op->from, 0));
		json_array_append_new(j, o);
	}
	return j;
}

/* variables_json: the variables that the segment has accessed by these operations. */
static json_t *
variables_json(const Trace *t, uint32_t segment, uint8_t ops)
{
	json_t *j = json_array();

	for (uint32_t i = t->set_start[segment]; i < t->set_start[segment + 1]; i++) {
		uint32_t b = ops == LOAD ? t->word[i].load : t->word[i].store;

		for (; b; b &= b - 1)
			json_array_append_new(j, variable_json(t,
				t->word[i].index * WORD_VARIABLES + __builtin_ctz(b)));
	}
	return j;
}

/* segments_json: the segments with the variables that they load and store as an array. */
static json_t *
segments_json(const Trace *t, const RecPlay *p)
{
	uint32_t *first;
	uint32_t *order = trace_segments(t, &first);
	json_t *j = json_array();

	for (uint32_t i = 0; i < p->nclocks; i++) {
		uint32_t s = order[i];
		json_t *o = json_object(), *clock = json_array();

		for (uint32_t k = 0; k < t->thread.n; k++)
			json_array_append_new(clock,
				json_integer(p->clock[(size_t)i * t->thread.n + k]));
		json_object_set_new(o, "segment", segment_name(t, s, 0));
		json_object_set_new(o, "clock", clock);
		json_object_set_new(o, "loads", variables_json(t, s, LOAD));
		json_object_set_new(o, "stores", variables_json(t, s, STORE));
		json_array_append_new(j, o);
	}
	return j;
}

/* access_json: an access of a segment: its thread, number, kind and line. */
static json_t *
access_json(const Trace *t, uint32_t segment, uint8_t ops, uint32_t line)
{
	json_t *j = json_object();

	json_object_set_new(j, "segment", segment_name(t, segment, 0));
	json_object_set_new(j, "access", json_string(access_name(ops)));
	json_object_set_new(j, "line", json_integer(line));
	return j;
}

/* races_list_json: the races as an array. */
static json_t *
races_list_json(const TraceResult *r, const Races *x)
{
	AccessLines lines = access_lines(r, x);
	json_t *j = json_array();

	for (uint32_t i = 0; i < x->n; i++) {
		const Race *e = &x->race[i];
		json_t *o = json_object();

		json_object_set_new(o, "variable", variable_json(r->trace, e->variable));
		json_object_set_new(o, "first", access_json(r->trace, e->a, e->aops, lines.a[i]));
		json_object_set_new(o, "second", access_json(r->trace, e->b, e->bops, lines.b[i]));
		json_array_append_new(j, o);
	}
	return j;
}

/* left_out_json: writes, for each variable, the number of races that are not listed. */
static json_t *
left_out_json(const Trace *t, const Races *x)
{
	uint32_t *kept = arena_alloc(t->arena, t->nvariables, sizeof *kept);
	json_t *j = json_object();

	for (uint32_t i = 0; i < x->n; i++)
		kept[x->race[i].variable]++;
	for (uint32_t v = 0; v < t->nvariables; v++)
		if (x->count[v] > kept[v])
			json_object_set_new(j, variable_name(t, v),
				json_integer(x->count[v] - kept[v]));
	return j;
}

/* recplay_json: the result of RecPlay as an object. */
static json_t *
recplay_json(const TraceResult *r)
{
	const RecPlay *p = r->recplay;
	json_t *j = json_object();

	json_object_set_new(j, "logged", json_integer(p->nlogged));
	json_object_set_new(j, "created", json_integer(p->created));
	json_object_set_new(j, "maxlist", json_integer(p->max_stored));
	json_object_set_new(j, "compared", json_integer(p->races->parallel));
	json_object_set_new(j, "race_free", json_boolean(p->races->n == 0));
	json_object_set_new(j, "races", races_list_json(r, p->races));
	if (p->races->total > p->races->n)
		json_object_set_new(j, "left_out", left_out_json(r->trace, p->races));
	return j;
}

/* graph_json: the parallel dynamic graph and its races as an object. */
static json_t *
graph_json(const TraceResult *r)
{
	uint32_t n;
	GraphRace *g = graph_races(r->trace, r->ppd, &n);
	json_t *j = json_object(), *list = json_array();

	for (uint32_t i = 0; i < n; i++) {
		json_t *o = json_object();

		json_object_set_new(o, "variable",
			variable_json(r->trace, g[i].race->variable));
		json_object_set_new(o, "kind",
			json_string(g[i].writes ? "write/write" : "read/write"));
		json_object_set_new(o, "first", segment_name(r->trace, g[i].a, 1));
		json_object_set_new(o, "second", segment_name(r->trace, g[i].b, 1));
		json_array_append_new(list, o);
	}
	json_object_set_new(j, "simultaneous", json_integer(r->ppd->parallel));
	json_object_set_new(j, "race_free", json_boolean(n == 0));
	json_object_set_new(j, "races", list);
	if (r->ppd->total > r->ppd->n)
		json_object_set_new(j, "left_out", left_out_json(r->trace, r->ppd));
	return j;
}

/* lockset_json: the variables without a common lock as an object. */
static json_t *
lockset_json(const TraceResult *r)
{
	const Trace *t = r->trace;
	uint32_t *order = variables_sorted(t);
	bool *raced = raced_variables(t, r->recplay->races);
	json_t *j = json_object(), *found = json_array(), *alarms = json_array();
	json_t *missed = json_array();

	for (uint32_t i = 0; i < t->nvariables; i++) {
		uint32_t v = order[i];

		if (r->lockset->suspect[v])
			json_array_append_new(raced[v] ? found : alarms, variable_json(t, v));
		else if (raced[v])
			json_array_append_new(missed, variable_json(t, v));
	}
	json_object_set_new(j, "locks", json_integer(r->lockset->nlocks));
	json_object_set_new(j, "races", found);
	json_object_set_new(j, "false_alarms", alarms);
	json_object_set_new(j, "missed", missed);
	return j;
}

/*
 * difference_json: a race that only the graph has, because RecPlay orders its accesses, with the
 * operations that order them.
 */
static json_t *
difference_json(const Trace *t, const Difference *d)
{
	json_t *j = json_object(), *chain = json_array();

	for (uint32_t i = 0; i < d->chain_length; i++) {
		json_t *o = json_object();

		json_object_set_new(o, "operation", segment_name(t, d->chain[i], 0));
		if (i)
			json_object_set_new(o, "ppd", json_boolean(d->in_graph[i]));
		json_array_append_new(chain, o);
	}
	json_object_set_new(j, "variable", variable_json(t, d->race->variable));
	json_object_set_new(j, "first", segment_name(t, d->race->a, 0));
	json_object_set_new(j, "second", segment_name(t, d->race->b, 0));
	json_object_set_new(j, "ordered_by", chain);
	return j;
}

/*
 * comparison_json: the races that only the graph has, because RecPlay orders their accesses, as an
 * object.
 */
static json_t *
comparison_json(const TraceResult *r)
{
	Comparison c = races_compare(r->trace, r->recplay->races, r->ppd);
	json_t *j = json_object(), *list = json_array();

	for (uint32_t i = 0; i < c.n; i++)
		json_array_append_new(list, difference_json(r->trace, &c.difference[i]));
	json_object_set_new(j, "both", json_integer(c.common));
	json_object_set_new(j, "recplay_only", json_integer(c.missing));
	json_object_set_new(j, "ppd_only", list);
	return j;
}

/* thread_names: the names of n threads as an array. */
static json_t *
thread_names(const Trace *t, const uint32_t *thread, uint32_t n)
{
	json_t *j = json_array();

	for (uint32_t i = 0; i < n; i++)
		json_array_append_new(j, name_json(&t->thread, thread[i]));
	return j;
}

/* blocked_json: the threads blocked at the end, and for what, as an array. */
static json_t *
blocked_json(const Trace *t, const BlockedEnd *b)
{
	json_t *j = json_array();

	for (uint32_t i = 0; i < b->n; i++) {
		uint32_t thread = b->thread[i], object = t->blocked[thread];
		const Holders *h = &b->holders[object];

		json_array_append_new(j, json_pack("{so so si so}", "thread",
						   name_json(&t->thread, thread), "semaphore",
						   name_json(&t->object, object), "line",
						   (int)t->blockline[thread], "held_by",
						   thread_names(t, h->thread, h->n)));
	}
	return j;
}

/* cycles_json: the cycles of waiting threads as an array. */
static json_t *
cycles_json(const Trace *t, const BlockedEnd *b)
{
	json_t *j = json_array();

	for (uint32_t i = 0; i < b->ncycles; i++)
		json_array_append_new(j, thread_names(t, b->cycle[i].thread, b->cycle[i].n));
	return j;
}

json_t *
races_json(const TraceResult *r)
{
	json_t *j = json_object();

	json_object_set_new(j, "threads", names_json(&r->trace->thread));
	json_object_set_new(j, "accesses", json_integer(r->trace->naccesses));
	if (!r->summary) {
		json_object_set_new(j, "operations", operations_json(r));
		json_object_set_new(j, "operations_in_all", json_integer(r->trace->nops));
	}
	if (!r->summary && r->recplay) {
		json_object_set_new(j, "segments", segments_json(r->trace, r->recplay));
		json_object_set_new(j, "segments_in_all", json_integer(trace_nsegments(r->trace)));
	}
	if (r->recplay)
		json_object_set_new(j, "recplay", recplay_json(r));
	if (r->ppd)
		json_object_set_new(j, "ppd", graph_json(r));
	if (r->lockset)
		json_object_set_new(j, "lockset", lockset_json(r));
	if (r->compare)
		json_object_set_new(j, "compare", comparison_json(r));
	json_object_set_new(j, "blocked", blocked_json(r->trace, r->blocked_end));
	json_object_set_new(j, "cycles", cycles_json(r->trace, r->blocked_end));
	return j;
}
