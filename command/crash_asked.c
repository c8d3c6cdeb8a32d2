/*
 * crash_asked.c - parses the words of `trellis swarm` that say which nodes stop before their
 * messages.
 */
#include "crash_asked.h"

#include "base/list.h"
#include "base/texts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

enum { WORDS = 4 }; /* words of a text such as 'crash NODES at message' */

/* is_crash: true if the words are `crash NODE at LAST` or `halt NODE at LAST`. */
static bool
is_crash(char *const *word, const char *last)
{
	return (strcmp(word[0], "crash") == 0 || strcmp(word[0], "halt") == 0)
		&& strcmp(word[2], "at") == 0 && strcmp(word[3], last) == 0;
}

CrashRequest
crash_request_read(const char *text, uint32_t nnodes)
{
	char *words = xstrdup(text);
	int n;
	char **word = words_cut(words, &n);
	CrashRequest a = {.n = n / WORDS};

	if ((n != WORDS && n != 2 * WORDS) || !is_crash(word, n == WORDS ? "message" : "message,")
		|| (a.n == 2 && !is_crash(word + WORDS, "message")))
		fatal("swarm: %s: expected 'crash NODES at message', or halt, or two of these: "
			"'crash NODES at message, crash NODES at message'; NODES: any, or such as "
			"n1-6", text);
	for (uint32_t i = 0; i < a.n; i++) {
		const char *nodes = word[i * WORDS + 1];

		a.kind[i] = xstrdup(word[i * WORDS]);
		node_set_parse(&a.nodes[i], strcmp(nodes, "any") == 0 ? "N" : nodes, nnodes);
	}
	if (a.n == 2 && a.nodes[0].n == 1 && a.nodes[1].n == 1
		&& a.nodes[0].nodes[0] == a.nodes[1].nodes[0])
		fatal("swarm: %s: both are the same node, which can stop only once", text);
	free(word);
	free(words);
	return a;
}

void
crash_request_free(CrashRequest *a)
{
	for (uint32_t i = 0; i < a->n; i++) {
		free(a->kind[i]);
		node_set_free(&a->nodes[i]);
	}
}

/* ---- sets of nodes ---- */

/* has_node: true if the set contains the node. */
static bool
has_node(const NodeSet *s, uint32_t node)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->nodes[i] == node)
			return true;
	return false;
}

/* add_nodes: add the nodes that are not in the set yet, except one. */
static void
add_nodes(NodeSet *s, const NodeSet *from, uint32_t without)
{
	for (uint32_t i = 0; i < from->n; i++) {
		if (from->nodes[i] == without || has_node(s, from->nodes[i]))
			continue;
		s->nodes = list_more(s->nodes, s->n, sizeof *s->nodes);
		s->nodes[s->n++] = from->nodes[i];
	}
}

/* ---- points ---- */

/* add_points: append the points of another list, which is freed. */
static void
add_points(CrashPoints *to, CrashPoints *from)
{
	for (uint32_t i = 0; i < from->n; i++) {
		to->point = list_more(to->point, to->n, sizeof *to->point);
		to->point[to->n++] = from->point[i];
	}
	from->n = 0;
	crash_points_free(from);
}

/* is_one_kind: true if both crashes have the same kind, so that their order does not matter. */
static bool
is_one_kind(const CrashRequest *a)
{
	return a->n == 2 && strcmp(a->kind[0], a->kind[1]) == 0;
}

CrashPoints
crash_request_first_points(const CrashRequest *a, const char *recording, const RunSummary *base)
{
	CrashPoints all, more;
	NodeSet nodes = {0};

	add_nodes(&nodes, &a->nodes[0], NOWHERE);
	if (is_one_kind(a))
		add_nodes(&nodes, &a->nodes[1], NOWHERE);
	all = crash_points(recording, base, a->kind[0], &nodes);
	node_set_free(&nodes);
	if (a->n == 1 || is_one_kind(a))
		return all;
	more = crash_points(recording, base, a->kind[1], &a->nodes[1]);
	add_points(&all, &more);
	return all;
}

/* drop_earlier: drop the points that are not after the first one. */
static void
drop_earlier(CrashPoints *p, const CrashPoint *first)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < p->n; i++) {
		const CrashPoint *c = &p->point[i];

		if (c->at > first->at || (c->at == first->at && c->node > first->node))
			p->point[n++] = *c;
		else
			free(c->fault);
	}
	p->n = n;
}

CrashPoints
crash_request_second_points(const CrashRequest *a, const char *recording, const RunSummary *end,
	const CrashPoint *first)
{
	NodeSet nodes = {0};
	const char *kind = NULL;
	CrashPoints p;

	for (uint32_t i = 0; i < 2; i++) {
		size_t length = strlen(a->kind[i]);

		if (strncmp(first->fault, a->kind[i], length) != 0
			|| !has_node(&a->nodes[i], first->node))
			continue;
		kind = a->kind[1 - i];
		add_nodes(&nodes, &a->nodes[1 - i], first->node);
	}
	assert(kind); /* the point is one of crash_request_first_points */
	p = crash_points(recording, end, kind, &nodes);
	drop_earlier(&p, first);
	node_set_free(&nodes);
	return p;
}
