/*
 * units.c - synchronisation units of a simplified static graph (Miller and Choi).
 *
 *   node <name> entry|exit|branch|sync|call
 *   edge <name> <from> <to>
 *
 * The unit of a node that is not a branch (definition 5.1) is the set of edges that can be reached
 * from it without passing another non-branch node. A unit covers everything that may happen before
 * the process next synchronises or calls. So one log of shared variables is written for each unit.
 */
#include "graph.h"

#include "base/files.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Kinds of nodes, with their keywords. */
#define NODE_KINDS(X) X(ENTRY, "entry") X(EXIT, "exit") X(BRANCH, "branch") X(SYNC, "sync") \
	X(CALL, "call")
typedef enum NodeKind {
#define X(name, word) NODE_##name,
	NODE_KINDS(X)
#undef X
	NNODE_KINDS
} NodeKind;

struct StaticGraph {
	Arena *arena;
	Symbols node, edge; /* the names */
	NodeKind *kind; /* [node.n] */
	uint32_t kindcap; /* room of `kind` */
	uint32_t entry; /* the entry node, or NONE */
	uint32_t *from, *to; /* [edge.n] the nodes that an edge connects */
	uint32_t fromcap, tocap; /* room of `from` and of `to` */
	Graph graph; /* valid after reading */
	uint32_t *seen; /* [node.n] the last unit whose search visited the node */
	uint32_t *stack; /* scratch of the search */
	uint32_t *unit; /* [edge.n] the edges of the present unit */
};

/* node_kind: the kind of node that the word names; fatal if it names none. */
static NodeKind
node_kind(const Lines *l, const InputWord *w)
{
	static const char *const word[] = {
#define X(name, word) word,
		NODE_KINDS(X)
#undef X
	};

	for (int k = 0; k < NNODE_KINDS; k++)
		if (word_is(w, word[k]))
			return k;
	lines_fatal(l, "unknown kind of node '%.*s' (entry, exit, branch, sync, call)", (int)w->len,
		w->s);
}

/* read_node: read a line that declares a node. */
static void
read_node(StaticGraph *g, const Lines *l)
{
	const InputWord *name = &l->word[1];
	uint32_t n = g->node.n;
	NodeKind kind;

	if (l->n != 3)
		lines_fatal(l, "%u words; a node is: node <name> <kind>", l->n);
	kind = node_kind(l, &l->word[2]);
	if (symbols_add(&g->node, name->s, name->len) < n)
		lines_fatal(l, "node %.*s already exists", (int)name->len, name->s);
	if (kind == NODE_ENTRY && g->entry != NONE)
		lines_fatal(l, "%s is the entry; there is only one", g->node.text[g->entry]);
	if (kind == NODE_ENTRY)
		g->entry = n;
	g->kind = arena_grow(g->arena, g->kind, n, &g->kindcap, sizeof *g->kind);
	g->kind[n] = kind;
}

/* find_node: the number of the node that the word names; fatal if there is none. */
static uint32_t
find_node(const StaticGraph *g, const Lines *l, const InputWord *w)
{
	uint32_t i = symbols_find(&g->node, w->s, w->len);

	if (i == NONE)
		lines_fatal(l, "unknown node %.*s; declare nodes before their edges", (int)w->len,
			w->s);
	return i;
}

/* read_edge: read a line that declares an edge. */
static void
read_edge(StaticGraph *g, const Lines *l)
{
	const InputWord *name = &l->word[1];
	uint32_t n = g->edge.n;

	if (l->n != 4)
		lines_fatal(l, "%u words; an edge is: edge <name> <from> <to>", l->n);
	if (symbols_add(&g->edge, name->s, name->len) < n)
		lines_fatal(l, "edge %.*s already exists", (int)name->len, name->s);
	g->from = arena_grow(g->arena, g->from, n, &g->fromcap, sizeof *g->from);
	g->to = arena_grow(g->arena, g->to, n, &g->tocap, sizeof *g->to);
	g->from[n] = find_node(g, l, &l->word[2]);
	g->to[n] = find_node(g, l, &l->word[3]);
	if (g->kind[g->from[n]] == NODE_EXIT)
		lines_fatal(l, "an edge out of %s, an exit", g->node.text[g->from[n]]);
	if (g->kind[g->to[n]] == NODE_ENTRY)
		lines_fatal(l, "an edge into %s, the entry", g->node.text[g->to[n]]);
}

StaticGraph *
static_graph_read(Arena *a, const char *file, const char *text, size_t len)
{
	Lines l = lines_start(a, file, text, len);
	StaticGraph *g = arena_alloc(a, 1, sizeof *g);

	g->arena = a;
	g->node = symbols_new(a);
	g->edge = symbols_new(a);
	g->entry = NONE;
	while (lines_next(&l)) {
		if (word_is(&l.word[0], "node"))
			read_node(g, &l);
		else if (word_is(&l.word[0], "edge"))
			read_edge(g, &l);
		else
			lines_fatal(&l, "unknown keyword '%.*s' (node, edge)", (int)l.word[0].len,
				l.word[0].s);
	}
	if (g->entry == NONE)
		fatal_at(file, 0, "no entry; one node has the kind entry");
	g->graph = graph_new(a, g->node.n, g->from, g->to, g->edge.n);
	g->seen = arena_alloc(a, g->node.n, sizeof *g->seen);
	g->stack = arena_alloc(a, g->node.n + 1, sizeof *g->stack);
	g->unit = arena_alloc(a, g->edge.n, sizeof *g->unit);
	return g;
}

/* has_unit: tell if the node has a unit: branches and exits have none. */
static bool
has_unit(const StaticGraph *g, uint32_t node)
{
	return g->kind[node] != NODE_BRANCH && g->kind[node] != NODE_EXIT;
}

static int
compare_numbers(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/*
 * list_unit_edges: store the edges of a node's unit in g->unit, in the order of the file; returns
 * their number.
 */
static uint32_t
list_unit_edges(StaticGraph *g, uint32_t node)
{
	uint32_t n = 0, depth = 0;

	g->stack[depth++] = node;
	while (depth) {
		uint32_t v = g->stack[--depth];

		for (uint32_t e = g->graph.first[v]; e < g->graph.first[v + 1]; e++) {
			uint32_t to = g->graph.to[e];

			g->unit[n++] = g->graph.edge[e];
			if (g->kind[to] != NODE_BRANCH || g->seen[to] == node + 1)
				continue;
			g->seen[to] = node + 1;
			g->stack[depth++] = to;
		}
	}
	if (n)
		qsort(g->unit, n, sizeof *g->unit, compare_numbers);
	for (uint32_t e = 1; e < n; e++)
		assert(g->unit[e - 1] < g->unit[e]);
	return n;
}

void
static_graph_text(StaticGraph *g, Buf *out)
{
	for (uint32_t i = 0; i < g->node.n; i++) {
		uint32_t n;

		if (!has_unit(g, i))
			continue;
		n = list_unit_edges(g, i);
		buf_printf(out, "unit %s {", g->node.text[i]);
		for (uint32_t e = 0; e < n; e++)
			buf_printf(out, "%s%s", e ? " " : "", g->edge.text[g->unit[e]]);
		buf_printf(out, "}\n");
	}
}

/* put_json: print the units as JSON. */
static void
put_json(StaticGraph *g)
{
	json_t *list = json_array(), *j = json_object();

	for (uint32_t i = 0; i < g->node.n; i++) {
		json_t *o, *edges;
		uint32_t n;

		if (!has_unit(g, i))
			continue;
		o = json_object();
		edges = json_array();
		n = list_unit_edges(g, i);
		for (uint32_t e = 0; e < n; e++)
			json_array_append_new(edges, json_string(g->edge.text[g->unit[e]]));
		json_object_set_new(o, "node", json_string(g->node.text[i]));
		json_object_set_new(o, "edges", edges);
		json_array_append_new(list, o);
	}
	json_object_set_new(j, "units", list);
	report_json(j);
}

/* put_label: append the text with quotes and backslashes escaped for DOT. */
static void
put_label(Buf *b, const char *s)
{
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			buf_byte(b, '\\');
		buf_byte(b, *s);
	}
}

/* write_dot: write the graph with its units to a file, as DOT. */
static void
write_dot(StaticGraph *g, const char *file)
{
	Buf *label = arena_alloc(g->arena, g->edge.n, sizeof *label);
	Buf b = {0};

	for (uint32_t i = 0; i < g->node.n; i++) {
		uint32_t n;

		if (!has_unit(g, i))
			continue;
		n = list_unit_edges(g, i);
		for (uint32_t k = 0; k < n; k++) {
			Buf *l = &label[g->unit[k]];

			buf_printf(l, l->len ? "," : "label=\"");
			put_label(l, g->node.text[i]);
		}
	}
	dot_begin(&b, "simplified static graph");
	for (uint32_t i = 0; i < g->node.n; i++)
		dot_node(&b, g->node.text[i], g->node.text[i],
			g->kind[i] == NODE_BRANCH ? "shape=diamond" : "shape=box");
	for (uint32_t e = 0; e < g->edge.n; e++) {
		if (label[e].len)
			buf_byte(&label[e], '"');
		buf_byte(&label[e], '\0');
		dot_edge(&b, g->node.text[g->from[e]], g->node.text[g->to[e]],
			label[e].len > 1 ? (char *)label[e].data : NULL);
		buf_free(&label[e]);
	}
	dot_end(&b);
	file_write(file, b.data, b.len);
	buf_free(&b);
}

void
units_print(const char *file, bool json, const char *dot)
{
	Arena a = {0};
	Buf text = file_read(file, SIZE_MAX), units = {0};
	StaticGraph *g = static_graph_read(&a, file, (char *)text.data, text.len);

	if (dot)
		write_dot(g, dot);
	if (json) {
		put_json(g);
	} else {
		static_graph_text(g, &units);
		fwrite(units.data, 1, units.len, stdout);
	}
	buf_free(&units);
	arena_free(&a);
	buf_free(&text);
}
