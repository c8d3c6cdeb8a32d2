/* layout.c - decides which parts of a machine are drawn, and where. */
#include "layout.h"

#include <math.h>
#include <stdlib.h>

static const struct Shape {
	const char *name;
	bool (*place)(Plan *p);
} shapes[] = {
	{"chain", place_line},
	{"ring", place_ring},
	{"hypercube", place_cube},
	{"grid", place_grid},
	{"tree", place_tree},
};

enum { NSHAPES = sizeof shapes / sizeof *shapes };

/* Maps the topology's parts to drawn items; NOWHERE: not drawn. */
typedef struct Places {
	uint32_t *node; /* [nodes] index of an item */
	uint32_t *host; /* [hosts] */
	uint32_t *crossbar;   /* [crossbars] */
} Places;

/* add_item: append an item with a label; returns its index. */
static uint32_t
add_item(Layout *l, ItemKind kind, uint32_t part, const char *label)
{
	Item *i = &l->items[l->nitems];

	*i = (Item){.kind = kind, .part = part};
	snprintf(i->label, sizeof i->label, "%s", label);
	return l->nitems++;
}

/* add_edge: append an edge between items a and b, which joins these link ends. */
static void
add_edge(Layout *l, uint32_t a, uint32_t b, EndId from_a, EndId from_b)
{
	l->edges = xrealloc(l->edges, (l->nedges + 1) * sizeof *l->edges);
	l->edges[l->nedges++] = (Edge){a, b, from_a, from_b};
}

/* collect_places: list the nodes in the order of the configuration, or of their declaration. */
static Places
collect_places(Layout *l, const Topology *t, const Config *c)
{
	Places p = {
		.node = xmalloc(t->nnodes * sizeof *p.node),
		.host = xmalloc((t->nhosts + 1) * sizeof *p.host),
		.crossbar = xmalloc((t->nswitches + 1) * sizeof *p.crossbar),
	};
	uint32_t n = c ? c->nplaces : t->nnodes;

	l->items = xcalloc(t->nnodes + t->nhosts + t->nswitches, sizeof *l->items);
	for (NodeId i = 0; i < t->nnodes; i++)
		p.node[i] = NOWHERE;
	for (uint32_t s = 0; s < t->nswitches; s++)
		p.crossbar[s] = NOWHERE;
	for (uint32_t i = 0; i < n; i++) {
		NodeId node = c ? c->place[i] : i;

		p.node[node] = add_item(l, ITEM_NODE, node, t->nodes[node].name);
	}
	for (uint32_t h = 0; h < t->nhosts; h++)
		p.host[h] = add_item(l, ITEM_HOST, h, t->hosts[h].name);
	return p;
}

static void
places_free(Places *p)
{
	free(p->node);
	free(p->host);
	free(p->crossbar);
}

/* item_of: the item of the node or host that has an end. */
static uint32_t
item_of(const Places *p, EndRef e)
{
	switch (e.kind) {
	case END_NODE: return p->node[e.part];
	case END_HOST: return p->host[e.part];
	case END_SWITCH: return p->crossbar[e.part];
	default: return NOWHERE;
	}
}

/*
 * end_id: the number of a host's data link end; the ends of hosts follow those of all nodes and of
 * earlier hosts.
 */
static EndId
end_id(const Topology *t, EndRef e)
{
	EndId id = t->nnodes * NLINKS;

	switch (e.kind) {
	case END_NODE:
		return e.part * NLINKS + e.index;
	case END_HOST:
		for (uint32_t h = 0; h < e.part; h++)
			id += t->hosts[h].nlinks;
		return id + e.index;
	default:
		return NOWHERE_END;
	}
}

/*
 * join_edges: make the edges for circuits and cables between nodes. Returns the plan by which the
 * nodes are placed, with links as indices of items.
 */
static Plan
join_edges(Layout *l, const Topology *t, const Config *c, const EndRef *peers, const Places *places)
{
	Plan p = {.n = c ? c->nplaces : t->nnodes};

	p.peer = xmalloc(p.n * sizeof *p.peer);
	p.at = xcalloc(p.n, sizeof *p.at);
	for (uint32_t v = 0; v < p.n; v++)
		for (uint32_t link = 0; link < NLINKS; link++) {
			NodeId node = l->items[v].part;
			EndId id = node * NLINKS + link;
			EndRef far = peers[id];
			uint32_t u = item_of(places, far);

			p.peer[v][link] = far.kind == END_NODE && u != v ? u : NOWHERE;
			if (u == NOWHERE || u == v || far.kind == END_SWITCH)
				continue;
			if (far.kind == END_HOST || id < end_id(t, far))
				add_edge(l, v, u, id, end_id(t, far));
		}
	return p;
}

/* place_hosts: place each host above the first node to which it is joined. */
static void
place_hosts(Layout *l, uint32_t nnodes)
{
	for (uint32_t i = nnodes; i < l->nitems; i++) {
		Point beside = {-1.5f, 0};

		for (uint32_t e = 0; e < l->nedges; e++)
			if (l->edges[e].b == i) {
				beside = l->items[l->edges[e].a].at;
				break;
			}
		l->items[i].at = (Point){beside.x, l->low.y - 1.5f};
	}
}

/* compute_bounds: compute the bounds of the first n items. */
static void
compute_bounds(Layout *l, uint32_t n)
{
	l->low = l->high = l->items[0].at;
	for (uint32_t i = 0; i < n; i++) {
		Point a = l->items[i].at;

		l->low = (Point){fminf(l->low.x, a.x), fminf(l->low.y, a.y)};
		l->high = (Point){fmaxf(l->high.x, a.x), fmaxf(l->high.y, a.y)};
	}
}

/* place_by_shape: place the nodes according to the first known shape that the network has. */
static void
place_by_shape(Layout *l, const Topology *t, const Config *c, const EndRef *peers,
	const Places *places)
{
	Plan p = join_edges(l, t, c, peers, places);

	for (int s = 0; s < NSHAPES; s++)
		if (shapes[s].place(&p)) {
			l->shape = shapes[s].name;
			break;
		}
	for (uint32_t v = 0; v < p.n; v++)
		l->items[v].at = p.at[v];
	compute_bounds(l, p.n);
	place_hosts(l, p.n);
	free(p.peer);
	free(p.at);
}

/*
 * place_by_switches: place crossbars in a row, and below each crossbar the nodes whose first cable
 * leads to it.
 */
static void
place_by_switches(Layout *l, const Topology *t, Places *places)
{
	uint32_t *column = xcalloc(t->nswitches + 1, sizeof *column), first = l->nitems;
	uint32_t half = (t->nswitches + 1) / 2;

	l->shape = "crossbars";
	for (uint32_t s = 0; s < t->nswitches; s++) {
		places->crossbar[s] = add_item(l, ITEM_SWITCH, s, t->switches[s].name);
		l->items[first + s].at = (Point){6.0f * (s % half) + 2.5f, s < half ? 0 : 14};
	}
	for (uint32_t v = 0; v < first; v++) {
		const Item *i = &l->items[v];
		uint32_t nlinks = i->kind == ITEM_NODE ? NLINKS : t->hosts[i->part].nlinks,
			home = t->nswitches;

		for (uint32_t link = 0; link < nlinks; link++) {
			EndRef near = {i->kind == ITEM_NODE ? END_NODE : END_HOST, i->part, link};
			EndRef far = topology_across(t, near);
			uint32_t u = item_of(places, far);

			if (u == NOWHERE || far.kind == END_NONE)
				continue;
			if (far.kind == END_SWITCH && home == t->nswitches)
				home = far.part;
			if (far.kind == END_SWITCH || end_id(t, near) < end_id(t, far))
				add_edge(l, v, u, end_id(t, near), end_id(t, far));
		}
		l->items[v].at = (Point){
			6.0f * (home % half) + column[home] % 5, 3 + column[home] / 5 * 1.6f};
		if (i->kind == ITEM_HOST)
			l->items[v].at = (Point){-2.5f, 0};
		else
			column[home]++;
	}
	free(column);
	compute_bounds(l, l->nitems);
}

Layout
layout_new(const Topology *t, const Config *c, const EndRef *peers, LayoutWay way)
{
	Layout l = {0};
	Places places = collect_places(&l, t, c);

	if (way == LAYOUT_SWITCHES && t->nswitches > 0)
		place_by_switches(&l, t, &places);
	else
		place_by_shape(&l, t, c, peers, &places);
	compute_bounds(&l, l.nitems);
	places_free(&places);
	return l;
}

void
layout_free(Layout *l)
{
	free(l->items);
	free(l->edges);
}

uint32_t
layout_item_at(const Layout *l, Point p)
{
	for (uint32_t i = 0; i < l->nitems; i++)
		if (fabsf(p.x - l->items[i].at.x) < 0.42f && fabsf(p.y - l->items[i].at.y) < 0.42f)
			return i;
	return NOWHERE;
}
