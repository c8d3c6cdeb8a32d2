/*
 * methods_text.c - prints the results of other methods for a recorded run.
 *
 *	locks: race on y (pool.c:9), 0x8000cb34 of n0: no lock is held at all accesses
 *	lockset locks 1 suspects 3 false-alarms 2 missed 0
 *	graph: race on x (pool.c:9), 0x8000cb30 of n0, 3 pairs of segments; RecPlay orders one by
 *	  0.2 V pool at pool.c:7 (pool.c:20)
 *	  0.3 P pool at pool.c:7 (pool.c:18), which the operation before did not cause
 *	compare both 1 recplay-only 0 ppd-only 3
 *
 * The line `lockset` counts words, and the line `compare` pairs of segments, as in the report on a
 * trace.
 */
#include "methods.h"

#include <inttypes.h>
#include <stdlib.h>

/* put_words: append how many other words of the same variable are in the group. */
static void
put_words(const MethodGroup *g, Buf *out)
{
	if (g->nwords > 1)
		buf_printf(out, " and %u other word%s of it", g->nwords - 1,
			g->nwords == 2 ? "" : "s");
}

/* ---- locks ---- */

/* lock_verdict: a word that says whether the lockset method agrees with the races found. */
static const char *
lock_verdict(const MethodGroup *g)
{
	return !g->suspect ? "missed" : g->raced ? "race" : "false alarm";
}

/* put_lock: append what the lockset method says of the group's word. */
static void
put_lock(const Methods *m, const MethodGroup *g, Buf *out)
{
	buf_printf(out, "locks: %s on ", lock_verdict(g));
	live_put_owner(m->base->live, g->owner, g->addr, out);
	put_words(g, out);
	buf_printf(out, g->suspect ? ": no lock is held at all accesses"
				   : ": a lock is held at all accesses that count");
	buf_printf(out, g->suspect && !g->raced ? ", but operations order them\n" : "\n");
}

/* put_locks: print the differences between the lockset method and the races. */
static void
put_locks(const Methods *m, Buf *out)
{
	for (uint32_t i = 0; i < m->nlocks && i < m->base->limit; i++)
		put_lock(m, &m->locks[i], out);
	if (m->nlocks > m->base->limit)
		buf_printf(out, "left-out variables %u\n", m->nlocks - m->base->limit);
	buf_printf(out, "lockset locks %u suspects %u false-alarms %u missed %u\n",
		m->lockset->nlocks, m->lockset->nsuspects, m->false_alarms, m->missed);
}

/* ---- the graph ---- */

/* put_object: append the name of a semaphore's variable, or the object's name in traces. */
static void
put_object(const Live *l, const Operation *o, Buf *out)
{
	const SyncObjectInfo *x = &l->object[o->object];

	if (x->kind != OBJECT_SEMAPHORE || !past_goto(l->past, place_before(o->node, o->count))
		|| !target_put_semaphore(l->target, x->node, x->addr, out))
		buf_printf(out, "%s", l->trace->object.text[o->object]);
}

/* operation_at: the run's operation that is number `op` of the trace. */
static const Operation *
operation_at(const Live *l, uint32_t op)
{
	return &l->op[l->trace->op[op].line - 1];
}

/* put_operation: append operation i of the chain by which RecPlay orders two accesses. */
static void
put_operation(const Live *l, const Difference *d, uint32_t i, Buf *out)
{
	const Operation *o = operation_at(l, d->chain[i]);
	char *place = live_call_place(l, o);

	buf_printf(out, "  %s %s ", l->trace->thread.text[o->thread],
		sync_name(l->trace->op[d->chain[i]].kind));
	put_object(l, o, out);
	buf_printf(out, " (%s)%s\n", place,
		i > 0 && !d->in_graph[i] ? ", which the operation before did not cause" : "");
	free(place);
}

/* put_order: append how many races only the graph method finds on the group's word, and why. */
static void
put_order(const Methods *m, const MethodGroup *g, Buf *out)
{
	buf_printf(out, "graph: race on ");
	live_put_owner(m->base->live, g->owner, g->addr, out);
	put_words(g, out);
	buf_printf(out, ", %" PRIu64 " pair%s of segments", g->only_in_graph, g->only_in_graph == 1
		? "" : "s");
	if (!g->shown) {
		buf_printf(out, " that RecPlay orders\n");
		return;
	}
	buf_printf(out, "; RecPlay orders one by\n");
	for (uint32_t i = 0; i < g->shown->chain_length; i++)
		put_operation(m->base->live, g->shown, i, out);
}

/* put_orders: print the races that only the graph method finds. */
static void
put_orders(const Methods *m, Buf *out)
{
	uint64_t both = m->base->recplay->races->total;

	for (uint32_t i = 0; i < m->norders && i < m->base->limit; i++)
		put_order(m, &m->orders[i], out);
	if (m->norders > m->base->limit)
		buf_printf(out, "left-out variables %u\n", m->norders - m->base->limit);
	buf_printf(out, "compare both %" PRIu64 " recplay-only 0 ppd-only %" PRIu64 "\n", both,
		m->graph->total - both);
}

void
methods_text(const Methods *m)
{
	Buf b = {0};

	if (m->lockset)
		put_locks(m, &b);
	if (m->graph)
		put_orders(m, &b);
	fwrite(b.data, 1, b.len, stdout);
	buf_free(&b);
}

/* ---- JSON ---- */

/* group_json: a group of words of one variable as JSON. */
static json_t *
group_json(const Methods *m, const MethodGroup *g)
{
	Buf name = {0};
	json_t *j;

	owner_name(g->owner, g->addr, &name);
	j = json_pack("{s:s%, s:I, s:I, s:I}", "variable", name.data, name.len, "address",
		(json_int_t)g->addr, "node",
		(json_int_t)target_number(m->base->live->target, g->node), "words",
		(json_int_t)g->nwords);
	buf_free(&name);
	return j;
}

/* locks_json: the differences between the lockset method and the races as an array. */
static json_t *
locks_json(const Methods *m)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < m->nlocks && i < m->base->limit; i++) {
		json_t *j = group_json(m, &m->locks[i]);

		json_object_set_new(j, "verdict", json_string(lock_verdict(&m->locks[i])));
		json_array_append_new(list, j);
	}
	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:o}", "locks",
		(json_int_t)m->lockset->nlocks, "suspects", (json_int_t)m->lockset->nsuspects,
		"false_alarms", (json_int_t)m->false_alarms, "missed", (json_int_t)m->missed,
		"found",
		(json_int_t)m->nlocks, "variables", list);
}

/* chain_json: the operations by which RecPlay orders the two accesses. */
static json_t *
chain_json(const Live *l, const Difference *d)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < d->chain_length; i++) {
		const Operation *o = operation_at(l, d->chain[i]);
		char *place = live_call_place(l, o);
		Buf object = {0};

		put_object(l, o, &object);
		json_array_append_new(list, json_pack("{s:s, s:s, s:s%, s:s, s:b}", "thread",
			l->trace->thread.text[o->thread], "operation",
			sync_name(l->trace->op[d->chain[i]].kind), "object", object.data,
			object.len, "place", place, "caused", i > 0 && d->in_graph[i]));
		buf_free(&object);
		free(place);
	}
	return list;
}

/* orders_json: the races that only the graph method finds as an array. */
static json_t *
orders_json(const Methods *m)
{
	uint64_t both = m->base->recplay->races->total;
	json_t *list = json_array();

	for (uint32_t i = 0; i < m->norders && i < m->base->limit; i++) {
		const MethodGroup *g = &m->orders[i];
		json_t *j = group_json(m, g);

		json_object_set_new(j, "pairs", json_integer(g->only_in_graph));
		json_object_set_new(j, "ordered_by", g->shown
			? chain_json(m->base->live, g->shown) : json_null());
		json_array_append_new(list, j);
	}
	return json_pack("{s:I, s:I, s:I, s:o}", "both", (json_int_t)both, "ppd_only",
		(json_int_t)(m->graph->total - both), "found", (json_int_t)m->norders,
		"variables", list);
}

json_t *
methods_json(const Methods *m)
{
	json_t *j = json_object();

	if (m->lockset)
		json_object_set_new(j, "lockset", locks_json(m));
	if (m->graph)
		json_object_set_new(j, "compare", orders_json(m));
	return j;
}
