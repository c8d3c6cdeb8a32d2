/*
 * shape.c - the shapes of logical networks: which logical nodes are joined.
 *
 * Trees are as in Lin's thesis: node 0 is the manager and its only child is node 1; the children of
 * n >= 1 are n+1 (chain), 2n and 2n+1 (binary tree), 3n-1, 3n and 3n+1 (ternary tree). A ring
 * closes the chain. In a grid of R rows and C columns, node r*C+c is joined to its neighbours in
 * its row and column. In a cube, two nodes are joined if their numbers differ in one bit.
 */
#include "find.h"

#include "base/number.h"

#include <stdlib.h>
#include <string.h>

/*
 * Each function list_..._edges lists in e[] the edges from logical node v to nodes with higher
 * numbers, which may lie beyond the shape's last node, and returns their number.
 */

/* list_chain_edges: list the edge of node v to the next node; returns the number of edges. */
static uint32_t
list_chain_edges(const Shape *s, uint32_t v, Edge *e)
{
	(void)s; /* the same for every length */
	e[0] = (Edge){v, v + 1, 0};
	return 1;
}

/*
 * list_tree_edges: list the edges of node v to its children; node 0 has one child. Returns the
 * number of edges.
 */
static uint32_t
list_tree_edges(uint32_t degree, uint32_t v, Edge *e)
{
	if (v == 0)
		return e[0] = (Edge){0, 1, 0}, 1;
	for (uint32_t i = 0; i < degree; i++)
		e[i] = (Edge){v, degree * v - (degree - 2) + i, 0};
	return degree;
}

/*
 * list_btree_edges: list the edges of node v to its children in a binary tree; returns the number
 * of edges.
 */
static uint32_t
list_btree_edges(const Shape *s, uint32_t v, Edge *e)
{
	(void)s; /* the same for every size */
	return list_tree_edges(2, v, e);
}

/*
 * list_ttree_edges: list the edges of node v to its children in a ternary tree; returns the number
 * of edges.
 */
static uint32_t
list_ttree_edges(const Shape *s, uint32_t v, Edge *e)
{
	(void)s; /* the same for every size */
	return list_tree_edges(3, v, e);
}

/*
 * list_ring_edges: list the edge of node v to the next node and, for node 0, the edge to the last
 * node; returns the number of edges.
 */
static uint32_t
list_ring_edges(const Shape *s, uint32_t v, Edge *e)
{
	e[0] = (Edge){v, v + 1, 0};
	e[1] = (Edge){v, s->n - 1, 0};
	return v == 0 ? 2 : 1;
}

/*
 * list_grid_edges: list the edges of node v to the next node in its row and in its column; returns
 * the number of edges.
 */
static uint32_t
list_grid_edges(const Shape *s, uint32_t v, Edge *e)
{
	uint32_t n = 0;

	if (v % s->columns + 1 < s->columns)
		e[n++] = (Edge){v, v + 1, 0};
	e[n++] = (Edge){v, v + s->columns, 1};
	return n;
}

/*
 * list_cube_edges: list the edges of node v in those dimensions whose bit of v is 0; returns the
 * number of edges.
 */
static uint32_t
list_cube_edges(const Shape *s, uint32_t v, Edge *e)
{
	uint32_t n = 0, dim = 0;

	for (uint32_t bit = 1; bit < s->n; bit <<= 1, dim++)
		if (!(v & bit))
			e[n++] = (Edge){v, v | bit, dim};
	return n;
}

/* A kind of shape. */
typedef struct ShapeRow {
	const char *name;
	/* lists the edges from node v to nodes with higher numbers, even beyond node n - 1 */
	uint32_t (*above)(const Shape *s, uint32_t v, Edge *e);
	bool lines; /* edges of a dimension form lines, which are best kept on one crossbar */
} ShapeRow;

static const ShapeRow rows[NSHAPES] = {
	[SHAPE_CHAIN] = {"chain", list_chain_edges, false},
	[SHAPE_BTREE] = {"btree", list_btree_edges, false},
	[SHAPE_TTREE] = {"ttree", list_ttree_edges, false},
	[SHAPE_RING] = {"ring", list_ring_edges, false},
	[SHAPE_GRID] = {"grid", list_grid_edges, true},
	[SHAPE_CUBE] = {"cube", list_cube_edges, true},
};

const char *
shape_name(const Shape *s)
{
	return rows[s->kind].name;
}

bool
shape_has_lines(const Shape *s)
{
	return rows[s->kind].lines;
}

bool
shape_set_kind(const char *name, Shape *s)
{
	for (s->kind = 0; s->kind < NSHAPES; s->kind++)
		if (strcmp(rows[s->kind].name, name) == 0)
			return true;
	return false;
}

/*
 * parse_grid_size: parse "5x15", or a number, for which the most nearly square grid is chosen.
 * Returns NULL or an error message.
 */
static const char *
parse_grid_size(Shape *s, const char *size)
{
	const char *x = strchr(size, 'x');
	char rows_text[8];
	uint64_t r, c;

	if (!x) {
		if (!number_parse(size, MAX_NODES, &c) || c == 0)
			return "the size of a grid is ROWSxCOLUMNS or a number of nodes";
		s->n = c;
		for (s->rows = 1, r = 1; r * r <= c; r++)
			if (c % r == 0)
				s->rows = r;
		s->columns = s->n / s->rows;
		return NULL;
	}
	if (x - size >= (int)sizeof rows_text)
		return "the grid has too many rows";
	memcpy(rows_text, size, x - size);
	rows_text[x - size] = '\0';
	if (!number_parse(rows_text, MAX_NODES, &r) || !number_parse(x + 1, MAX_NODES, &c) ||
	    r == 0 || c == 0 || r * c > MAX_NODES)
		return "the size of a grid is ROWSxCOLUMNS or a number of nodes";
	s->rows = r;
	s->columns = c;
	s->n = r * c;
	return NULL;
}

const char *
shape_parse_size(Shape *s, const char *size)
{
	uint64_t n;

	if (s->kind == SHAPE_GRID)
		return parse_grid_size(s, size);
	if (!number_parse(size, MAX_NODES, &n) || n == 0)
		return "the size is a number of nodes";
	s->n = n;
	if (s->kind == SHAPE_RING && n < 3)
		return "a ring has 3 nodes or more";
	if (s->kind == SHAPE_CUBE && (n & (n - 1)))
		return "a cube has 2, 4, 8, 16 ... nodes";
	return NULL;
}

Graph
shape_graph(const Shape *s)
{
	Graph g = {.n = s->n, .first = xcalloc(s->n + 2, sizeof *g.first)};
	uint32_t *at;
	Edge e[16];

	for (uint32_t v = 0; v < s->n; v++) {
		uint32_t n = rows[s->kind].above(s, v, e);

		for (uint32_t i = 0; i < n; i++) {
			if (e[i].b >= s->n || e[i].b <= v)
				continue;
			g.edges = list_more(g.edges, g.nedges, sizeof *g.edges);
			g.edges[g.nedges++] = e[i];
			g.first[e[i].a + 1]++;
			g.first[e[i].b + 1]++;
		}
	}
	for (uint32_t v = 0; v < s->n; v++)
		g.first[v + 1] += g.first[v];
	g.at = xcalloc(2 * g.nedges + 1, sizeof *g.at);
	at = xcalloc(s->n + 1, sizeof *at);
	memcpy(at, g.first, s->n * sizeof *at);
	for (uint32_t i = 0; i < g.nedges; i++) {
		g.at[at[g.edges[i].a]++] = i;
		g.at[at[g.edges[i].b]++] = i;
	}
	free(at);
	return g;
}

void
shape_graph_free(Graph *g)
{
	free(g->edges);
	free(g->first);
	free(g->at);
}
