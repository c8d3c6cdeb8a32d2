/*
 * dot.c - writes the parallel dynamic graph in DOT: a box for each process with its nodes in order,
 * internal edges with their READ and WRITE sets (red if they race), and dashed synchronisation
 * edges.
 */
#include "races.h"

#include <stdlib.h>
#include <string.h>

/* node_name: the name of a thread's node number `number` in the graph. */
static char *
node_name(const Trace *t, uint32_t thread, uint32_t number)
{
	return xasprintf("%s.%u", t->thread.text[thread], number);
}

/* put_set: writes a heading and the variables that were loaded, or stored; returns their number. */
static uint32_t
put_set(Buf *b, const Trace *t, uint32_t segment, const char *heading, uint8_t ops)
{
	uint32_t n = 0;

	for (uint32_t i = t->set_start[segment]; i < t->set_start[segment + 1]; i++) {
		uint32_t w = ops == LOAD ? t->word[i].load : t->word[i].store;

		for (; w; w &= w - 1) {
			uint32_t v = t->word[i].index * WORD_VARIABLES + __builtin_ctz(w);
			const char *s = variable_name(t, v);

			buf_printf(b, "%s", n++ ? " " : heading);
			for (; *s; s++) {
				if (*s == '"' || *s == '\\')
					buf_byte(b, '\\');
				buf_byte(b, *s);
			}
		}
	}
	return n;
}

/* edge_attributes: writes the attributes of the edge: its sets and its colour. */
static char *
edge_attributes(const Trace *t, uint32_t segment, bool races)
{
	Buf b = {0};
	uint32_t nloads;
	char *s;

	buf_printf(&b, "label=\"");
	nloads = put_set(&b, t, segment, "R ", LOAD);
	put_set(&b, t, segment, nloads ? "\\nW " : "W ", STORE);
	buf_printf(&b, "\"%s", races ? ",color=red,fontcolor=red" : "");
	s = xstrndup((char *)b.data, b.len);
	buf_free(&b);
	return s;
}

/* put_thread: append the cluster of a thread: a node for each of its operations and segments. */
static void
put_thread(Buf *b, const Trace *t, uint32_t thread, const uint32_t *segment, const bool *races)
{
	uint32_t n = t->nthreadops[thread];

	dot_cluster(b, t->thread.text[thread]);
	for (uint32_t k = 0; k <= n + 1; k++) {
		char *name = node_name(t, thread, k);
		const SyncOp *op = k > 0 && k <= n ? &t->op[segment[k - 1]] : NULL;
		char *label = op ? xasprintf("%s %s", sync_name(op->kind),
			t->object.text[op->object]) : xstrdup(k ? "end" : "start");

		dot_node(b, name, label, op ? "shape=box" : "shape=ellipse");
		free(label);
		free(name);
	}
	for (uint32_t k = 0; k <= n; k++) {
		char *from = node_name(t, thread, k), *to = node_name(t, thread, k + 1);
		char *attributes = edge_attributes(t, segment[k], races[segment[k]]);

		dot_edge(b, from, to, attributes);
		free(attributes);
		free(to);
		free(from);
	}
	dot_end(b);
}

void
races_dot(Buf *b, const TraceResult *r)
{
	const Trace *t = r->trace;
	uint32_t *first;
	uint32_t *order = trace_segments(t, &first);
	bool *races = arena_alloc(t->arena, trace_nsegments(t), sizeof *races);

	for (uint32_t i = 0; i < r->ppd->n; i++)
		races[r->ppd->race[i].a] = races[r->ppd->race[i].b] = true;
	dot_begin(b, "parallel dynamic graph");
	for (uint32_t i = 0; i < t->thread.n; i++)
		put_thread(b, t, i, order + first[i], races);
	for (uint32_t i = 0; i < t->nops; i++) {
		uint32_t from = t->op[i].from;
		char *a, *c;

		if (from == NONE)
			continue;
		a = node_name(t, t->op[from].thread, t->op[from].number);
		c = node_name(t, t->op[i].thread, t->op[i].number);
		dot_edge(b, a, c, "style=dashed");
		free(c);
		free(a);
	}
	dot_end(b);
}
