/*
 * verify.c - checks that a configuration has the requested shape. It uses only the cables and no
 * code of the search, so that it detects errors of the search.
 */
#include "find.h"

#include <stdlib.h>

/* A configuration being checked. */
typedef struct Verifier {
	const Topology *t;
	const Config *c;
	uint32_t *logical; /* [node] its logical node, or NOWHERE */
	bool *taken;       /* [end] the end is in a join */
	uint8_t *made;     /* [edge of the shape] number of joins found for it */
	uint32_t hosts;    /* joins of logical node 0 to a host */
} Verifier;

/* verify_places: NULL if each logical node is on a node of its own; otherwise the mistake. */
static const char *
verify_places(Verifier *v, const Shape *s)
{
	if (v->c->nplaces != s->n)
		return "it places a different number of nodes";
	for (NodeId i = 0; i < v->t->nnodes; i++)
		v->logical[i] = NOWHERE;
	for (uint32_t i = 0; i < s->n; i++) {
		NodeId id = v->c->place[i];

		if (id >= v->t->nnodes || v->logical[id] != NOWHERE)
			return "two logical nodes are on one node";
		v->logical[id] = i;
	}
	return NULL;
}

/*
 * verify_end: check that the end exists, is wired, and is in no other join; returns NULL, or a text
 * about the mistake.
 */
static const char *
verify_end(Verifier *v, EndRef e)
{
	if (e.kind != END_NODE && e.kind != END_HOST)
		return "it joins an end that is not a link of a node or host";
	if (topology_across(v->t, e).kind == END_NONE)
		return "it joins a link that is not wired";
	if (v->taken[end_number(v->t, e)])
		return "it joins a link twice";
	v->taken[end_number(v->t, e)] = true;
	if (e.kind == END_NODE && v->logical[e.part] == NOWHERE)
		return "it joins a node it does not place";
	return NULL;
}

/*
 * verify_join: NULL if a join is possible and is either an edge of the shape or the join with the
 * host; otherwise the mistake.
 */
static const char *
verify_join(Verifier *v, const Graph *g, const Join *j)
{
	const Topology *t = v->t;
	EndRef pa = topology_across(t, j->a), pb = topology_across(t, j->b), a = j->a, b = j->b;
	uint32_t ma = end_mbits(t, a), mb = end_mbits(t, b), la, lb;
	const char *wrong = verify_end(v, a);

	if (!wrong)
		wrong = verify_end(v, b);
	if (wrong)
		return wrong;
	if (ma && mb && ma != mb)
		return "it joins links of two speeds";
	if (!(pa.kind == END_SWITCH && pb.kind == END_SWITCH && pa.part == pb.part) &&
	    !end_equal(pa, b))
		return "it joins links that do not meet";
	if (a.kind == END_HOST || b.kind == END_HOST) {
		EndRef node = a.kind == END_NODE ? a : b;

		v->hosts++;
		return node.kind == END_NODE && v->logical[node.part] == 0 ? NULL :
			"the host is not joined to logical node 0";
	}
	la = v->logical[a.part];
	lb = v->logical[b.part];
	for (uint32_t i = g->first[la]; i < g->first[la + 1]; i++) {
		const Edge *e = &g->edges[g->at[i]];

		if (e->a + e->b - la == lb)
			return v->made[g->at[i]]++ ? "it joins two nodes twice" : NULL;
	}
	return "it joins nodes that are not neighbours in the shape";
}

/* verify_shape: NULL if the configuration has the shape; otherwise the mistake. */
static const char *
verify_shape(Verifier *v, const Shape *s, const Graph *g)
{
	const char *wrong = verify_places(v, s);

	for (uint32_t i = 0; !wrong && i < v->c->njoins; i++)
		wrong = verify_join(v, g, &v->c->joins[i]);
	if (wrong)
		return wrong;
	for (uint32_t i = 0; i < g->nedges; i++)
		if (!v->made[i])
			return "an edge of the shape is not joined";
	if (v->hosts != (v->t->nhosts > 0))
		return "the host is not joined once";
	return NULL;
}

const char *
config_verify(const Topology *t, const Shape *s, const Config *c)
{
	Graph g = shape_graph(s);
	Verifier v = {
		.t = t,
		.c = c,
		.logical = xcalloc(t->nnodes, sizeof *v.logical),
		.taken = xcalloc(ends_count(t), sizeof *v.taken),
		.made = xcalloc(g.nedges + 1, sizeof *v.made),
	};
	const char *wrong = verify_shape(&v, s, &g);

	free(v.logical);
	free(v.taken);
	free(v.made);
	shape_graph_free(&g);
	return wrong;
}
