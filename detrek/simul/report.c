/*
 * report.c - prints the results for a distributed control flow graph as text, JSON, DOT.
 *
 *   comm    the communication edges
 *   <node> PRE {..} POST1 {..} POST2 {..}   sends first, then receives
 *   points <query> <mode>: the nodes just after which it can be recognised
 */
#include "simul.h"

#include <stdlib.h>

#define NAME(d, i) ((d)->name.text[i]) /* the name of a node */

static const char *const operator_text[] = {
	[SIMULTANEOUS] = " ",
	[CONCURRENT] = " || ",
	[ORDERED] = " -> ",
};

/* query_text: append the query as the file writes it: "LE1 LE2 at P". */
static void
query_text(Buf *b, const Dcfg *d, const Query *q)
{
	for (uint32_t i = 0; i < q->n; i++)
		buf_printf(b, "%s%s", i ? operator_text[q->op] : "", d->event.text[q->event[i]]);
	buf_printf(b, " at %s", d->process.text[q->process]);
}

/* query_name: the query as a string, which the caller frees. */
static char *
query_name(const Dcfg *d, const Query *q)
{
	Buf b = {0};
	char *s;

	query_text(&b, d, q);
	s = xstrndup((char *)b.data, b.len);
	buf_free(&b);
	return s;
}

/* put_set: print a node's set in the relation as NAME {...}; list: scratch for the members. */
static void
put_set(const Dcfg *d, const char *name, const Relation *r, uint32_t node, uint32_t *list)
{
	uint32_t n = relation_list(r, node, list);

	printf(" %s {", name);
	for (uint32_t i = 0; i < n; i++)
		printf("%s%s", i ? " " : "", NAME(d, list[i]));
	putchar('}');
}

/* put_relations: print the sets PRE, POST1 and POST2 of each node of this kind. */
static void
put_relations(const SimulResult *r, DcfgKind kind, uint32_t *list)
{
	const Dcfg *d = r->dcfg;

	for (uint32_t i = 0; i < d->name.n; i++) {
		if (d->node[i].kind != kind)
			continue;
		printf("%s", NAME(d, i));
		put_set(d, "PRE", &r->relations.pre, i, list);
		put_set(d, "POST1", &r->relations.post1, i, list);
		put_set(d, "POST2", &r->relations.post2, i, list);
		printf("\n");
	}
}

/* put_dominators: print a node and its dominators, up to the root of their tree. */
static void
put_dominators(const Dcfg *d, const char *name, const uint32_t *parent)
{
	for (uint32_t i = 0; i < d->name.n; i++) {
		printf("%s %s {%s", name, NAME(d, i), NAME(d, i));
		for (uint32_t k = parent[i]; k != NONE; k = parent[k])
			printf(" %s", NAME(d, k));
		printf("}\n");
	}
}

/* put_marked: print a line with the marked nodes. */
static void
put_marked(const Dcfg *d, const Query *q, const char *what, const char *name, int mode,
	const bool *marked)
{
	const DcfgProcess *at = &d->range[q->process];
	bool first = true;

	printf("%s %s %s: ", what, name, point_mode[mode]);
	for (uint32_t v = at->start; v <= at->stop; v++) {
		if (!marked[v - at->start])
			continue;
		printf("%s%s", first ? "" : " ", NAME(d, v));
		first = false;
	}
	printf("\n");
}

/* put_points: print the points of a query for each mode. */
static void
put_points(const Dcfg *d, const Query *q, const Points *p)
{
	char *name = query_name(d, q);

	for (int mode = 0; mode < NPOINT_MODES; mode++)
		put_marked(d, q, "points", name, mode, p->valid[mode]);
	for (int mode = DEP; mode < NPOINT_MODES && p->unsure[mode]; mode++)
		put_marked(d, q, "unsure", name, mode, p->unsure[mode]);
	free(name);
}

/* put_plan: print the plan of a query: what messages have to carry. */
static void
put_plan(const Dcfg *d, const Query *q, const Plan *plan)
{
	char *name = query_name(d, q);
	const DcfgProcess *at = &d->range[q->process];

	for (uint32_t i = 0; i < q->n; i++) {
		const EventPlan *e = &plan->event[i];

		printf("carry %s %s:", name, d->event.text[q->event[i]]);
		for (uint32_t c = 0; c < d->ncomm; c++)
			if (e->carries[c])
				printf(" %s->%s", NAME(d, d->commfrom[c]), NAME(d, d->commto[c]));
		printf("\nevaluate %s %s:", name, d->event.text[q->event[i]]);
		for (uint32_t s = 0; s < e->nsends; s++)
			printf(e->redundant[s] ? " (%s)" : " %s", NAME(d, e->send[s]));
		printf("\n");
	}
	for (int mode = 0; mode < NPOINT_MODES; mode++) {
		printf("redundant %s %s:", name, point_mode[mode]);
		for (uint32_t v = at->start; v <= at->stop; v++)
			if (plan->redundant[mode][v - at->start])
				printf(" %s", NAME(d, v));
		printf("\n");
	}
	free(name);
}

void
simul_text(const SimulResult *r)
{
	const Dcfg *d = r->dcfg;
	uint32_t *list = arena_alloc(d->arena, d->name.n, sizeof *list);

	printf("comm ");
	for (uint32_t e = 0; e < d->ncomm; e++)
		printf("%s%s->%s", e ? " " : "", NAME(d, d->commfrom[e]), NAME(d, d->commto[e]));
	printf("\n");
	if (!r->summary) {
		put_relations(r, DCFG_SEND, list);
		put_relations(r, DCFG_RECV, list);
	}
	if (r->dominators) {
		put_dominators(d, "dom", r->relations.idom);
		put_dominators(d, "pdom", r->relations.ipdom);
	}
	for (uint32_t i = 0; i < d->nqueries; i++)
		put_points(d, &d->query[i], &r->points[i]);
	for (uint32_t i = 0; r->plan && i < d->nqueries; i++)
		put_plan(d, &d->query[i], &r->plan[i]);
}

/* set_json: a node's set in the relation as an array of names. */
static json_t *
set_json(const Dcfg *d, const Relation *r, uint32_t node, uint32_t *list)
{
	uint32_t n = relation_list(r, node, list);
	json_t *j = json_array();

	for (uint32_t i = 0; i < n; i++)
		json_array_append_new(j, json_string(NAME(d, list[i])));
	return j;
}

/* chain_json: the node and those above it, up to the root. */
static json_t *
chain_json(const Dcfg *d, uint32_t node, const uint32_t *parent)
{
	json_t *j = json_array();

	for (; node != NONE; node = parent[node])
		json_array_append_new(j, json_string(NAME(d, node)));
	return j;
}

/* nodes_json: the nodes with their sets as an array. */
static json_t *
nodes_json(const SimulResult *r)
{
	const Dcfg *d = r->dcfg;
	static const char *const kind[] = {"comp", "send", "recv"};
	uint32_t *list = arena_alloc(d->arena, d->name.n, sizeof *list);
	json_t *j = json_array();

	for (uint32_t i = 0; i < d->name.n; i++) {
		json_t *o = json_object();

		json_object_set_new(o, "node", json_string(NAME(d, i)));
		json_object_set_new(o, "process",
			json_string(d->process.text[d->node[i].process]));
		json_object_set_new(o, "kind", json_string(kind[d->node[i].kind]));
		if (d->node[i].kind != DCFG_COMP && !r->summary) {
			json_object_set_new(o, "pre", set_json(d, &r->relations.pre, i, list));
			json_object_set_new(o, "post1", set_json(d, &r->relations.post1, i, list));
			json_object_set_new(o, "post2", set_json(d, &r->relations.post2, i, list));
		}
		if (r->dominators) {
			json_object_set_new(o, "dom", chain_json(d, i, r->relations.idom));
			json_object_set_new(o, "pdom", chain_json(d, i, r->relations.ipdom));
		}
		json_array_append_new(j, o);
	}
	return j;
}

/* edge_json: an edge of communication as JSON. */
static json_t *
edge_json(const Dcfg *d, uint32_t e)
{
	return json_pack("[ss]", NAME(d, d->commfrom[e]), NAME(d, d->commto[e]));
}

/* marked_json: the marked nodes of the query's process. */
static json_t *
marked_json(const Dcfg *d, const Query *q, const bool *marked)
{
	const DcfgProcess *at = &d->range[q->process];
	json_t *j = json_array();

	for (uint32_t v = at->start; v <= at->stop; v++)
		if (marked[v - at->start])
			json_array_append_new(j, json_string(NAME(d, v)));
	return j;
}

/* modes_json: the marked points of the query for each mode. */
static json_t *
modes_json(const Dcfg *d, const Query *q, bool *const *marked)
{
	json_t *j = json_object();

	for (int mode = 0; mode < NPOINT_MODES; mode++)
		json_object_set_new(j, point_mode[mode], marked_json(d, q, marked[mode]));
	return j;
}

/* plan_json: the plan of a query as JSON. */
static json_t *
plan_json(const Dcfg *d, const Query *q, const Plan *plan)
{
	json_t *j = json_object(), *events = json_array();

	for (uint32_t i = 0; i < q->n; i++) {
		const EventPlan *e = &plan->event[i];
		json_t *o = json_object(), *carry = json_array(), *evaluate = json_array();

		for (uint32_t c = 0; c < d->ncomm; c++)
			if (e->carries[c])
				json_array_append_new(carry, edge_json(d, c));
		for (uint32_t s = 0; s < e->nsends; s++)
			json_array_append_new(evaluate, json_pack("{ss sb}", "node",
				NAME(d, e->send[s]), "redundant", (int)e->redundant[s]));
		json_object_set_new(o, "event", json_string(d->event.text[q->event[i]]));
		json_object_set_new(o, "carry", carry);
		json_object_set_new(o, "evaluate", evaluate);
		json_array_append_new(events, o);
	}
	json_object_set_new(j, "events", events);
	json_object_set_new(j, "redundant", modes_json(d, q, plan->redundant));
	return j;
}

json_t *
simul_json(const SimulResult *r)
{
	const Dcfg *d = r->dcfg;
	json_t *j = json_object(), *comm = json_array(), *queries = json_array();

	for (uint32_t e = 0; e < d->ncomm; e++)
		json_array_append_new(comm, edge_json(d, e));
	for (uint32_t i = 0; i < d->nqueries; i++) {
		const Query *q = &d->query[i];
		json_t *o = json_object();
		char *name = query_name(d, q);

		json_object_set_new(o, "query", json_string(name));
		json_object_set_new(o, "points", modes_json(d, q, r->points[i].valid));
		if (r->points[i].unsure[MONO])
			json_object_set_new(o, "unsure", modes_json(d, q, r->points[i].unsure));
		if (r->plan)
			json_object_set_new(o, "plan", plan_json(d, q, &r->plan[i]));
		json_array_append_new(queries, o);
		free(name);
	}
	json_object_set_new(j, "comm", comm);
	json_object_set_new(j, "nodes", nodes_json(r));
	json_object_set_new(j, "queries", queries);
	return j;
}

/*
 * strictest_mode: the strictest mode in which the node is a point of any query; NPOINT_MODES if
 * none.
 */
static PointMode
strictest_mode(const SimulResult *r, uint32_t node)
{
	static const PointMode order[] = {DEP, GDEP, MONO};
	const Dcfg *d = r->dcfg;

	for (int k = 0; k < NPOINT_MODES; k++) {
		for (uint32_t i = 0; i < d->nqueries; i++) {
			const DcfgProcess *at = &d->range[d->query[i].process];

			if (d->node[node].process == d->query[i].process &&
				r->points[i].valid[order[k]][node - at->start])
				return order[k];
		}
	}
	return NPOINT_MODES;
}

/* dot_process: append the nodes and edges of a process in DOT. */
static void
dot_process(Buf *b, const SimulResult *r, uint32_t p)
{
	static const char *const colour[] = {
		[MONO] = "style=filled,fillcolor=lightyellow",
		[DEP] = "style=filled,fillcolor=palegreen",
		[GDEP] = "style=filled,fillcolor=lightblue",
		[NPOINT_MODES] = NULL,
	};
	static const char *const verb[] = {"", " send", " recv"};
	const Dcfg *d = r->dcfg;

	dot_cluster(b, d->process.text[p]);
	for (uint32_t i = d->range[p].start; i <= d->range[p].stop; i++) {
		const DcfgNode *n = &d->node[i];
		char *label = xasprintf("%s%s%s%s%s%s", NAME(d, i), verb[n->kind],
			n->kind == DCFG_COMP ? "" : " ",
			n->kind == DCFG_COMP ? "" : d->process.text[n->peer],
			n->source ? "\n" : "", n->source ? n->source : "");

		dot_node(b, NAME(d, i), label, colour[strictest_mode(r, i)]);
		free(label);
	}
	for (uint32_t i = d->range[p].start; i <= d->range[p].stop; i++)
		for (uint32_t e = d->flow.first[i]; e < d->flow.first[i + 1]; e++)
			dot_edge(b, NAME(d, i), NAME(d, d->flow.to[e]), NULL);
	dot_end(b);
}

void
simul_dot(Buf *b, const SimulResult *r)
{
	const Dcfg *d = r->dcfg;

	dot_begin(b, "distributed control flow graph");
	for (uint32_t p = 0; p < d->process.n; p++)
		dot_process(b, r, p);
	for (uint32_t e = 0; e < d->ncomm; e++)
		dot_edge(b, NAME(d, d->commfrom[e]), NAME(d, d->commto[e]), "style=dashed");
	dot_end(b);
}
