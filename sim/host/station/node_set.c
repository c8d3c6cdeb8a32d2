/*
 * node_set.c - parses sets of nodes in the notation of commands: n0-3,8 (decimal or 0x...), o for
 * the origin (node 0), N for all. After Trollius (docs/t800/trollius.md, section 9).
 */
#include "station.h"

#include <stdlib.h>
#include <string.h>

/* add_node: add a node to the set, unless it is in it. */
static void
add_node(NodeSet *set, uint32_t node)
{
	for (uint32_t i = 0; i < set->n; i++)
		if (set->nodes[i] == node)
			return;
	set->nodes = xrealloc(set->nodes, (set->n + 1) * sizeof *set->nodes);
	set->nodes[set->n++] = node;
}

/* read_number: read a node's number at *p and advance *p. */
static uint32_t
read_number(const char **p, const char *text)
{
	char *end;
	unsigned long v = strtoul(*p, &end, 0);

	if (end == *p || **p == '-' || **p == '+' || v >= NODE_LIMIT)
		fatal("%s: expected nodes such as n0-3,8 (or o for node 0, N for all)", text);
	*p = end;
	return v;
}

/* read_range: read one number, or two with '-' between them. */
static void
read_range(NodeSet *set, const char **p, const char *text, uint32_t nnodes)
{
	uint32_t first = read_number(p, text), last = first;

	if (**p == '-') {
		++*p;
		last = read_number(p, text);
	}
	if (last < first)
		fatal("%s: the range %u-%u is reversed", text, first, last);
	if (last >= nnodes)
		fatal("%s: unknown node n%u (the network has n0 to n%u)", text, last, nnodes - 1);
	for (uint32_t n = first; n <= last; n++)
		add_node(set, n);
}

bool
node_set_is_notation(const char *text)
{
	return strcmp(text, "o") == 0 || strcmp(text, "N") == 0 || strcmp(text, "h") == 0
		|| (text[0] == 'n' && text[1] >= '0' && text[1] <= '9');
}

void
node_set_parse(NodeSet *set, const char *text, uint32_t nnodes)
{
	const char *p = text;

	*set = (NodeSet){0};
	if (nnodes == 0)
		fatal("no network is booted: use 'spread'");
	if (strcmp(text, "h") == 0)
		fatal("h: the host cannot run programs of the network; use n0 to n%u", nnodes - 1);
	if (strcmp(text, "o") == 0) {
		add_node(set, 0);
		return;
	}
	if (strcmp(text, "N") == 0) {
		for (uint32_t n = 0; n < nnodes; n++)
			add_node(set, n);
		return;
	}
	if (*p++ != 'n')
		fatal("%s: expected nodes such as n0-3,8 (or o for node 0, N for all)", text);
	for (;;) {
		read_range(set, &p, text, nnodes);
		if (*p == '\0')
			return;
		if (*p++ != ',')
			fatal("%s: expected '-', ',' or the end after a node's number", text);
		if (*p == 'n')
			p++;
	}
}

NodeSet
node_set_range(uint32_t first, uint32_t last)
{
	NodeSet set = {.n = last - first + 1};

	set.nodes = xcalloc(set.n, sizeof *set.nodes);
	for (uint32_t i = 0; i < set.n; i++)
		set.nodes[i] = first + i;
	return set;
}

void
node_set_free(NodeSet *set)
{
	free(set->nodes);
	*set = (NodeSet){0};
}

void
node_set_print(const NodeSet *set, Buf *out)
{
	for (uint32_t i = 0, k; i < set->n; i = k + 1) {
		for (k = i; k + 1 < set->n && set->nodes[k + 1] == set->nodes[k] + 1; k++)
			;
		buf_printf(out, "%s%u", i == 0 ? "n" : ",", set->nodes[i]);
		if (k > i)
			buf_printf(out, "%s%u", k == i + 1 ? "," : "-", set->nodes[k]);
	}
	buf_byte(out, '\0');
	out->len--;
}
