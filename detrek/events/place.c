/*
 * place.c - the processes to which a local event applies.
 *
 * 	slave          a program
 * 	root           TrEK at the root of the tree; inner: with a parent and children; leaf
 * 	boiler         a node by its name in the topology
 * 	n0-3,8 o N     nodes by the kernels' numbers, as in the shell: o is node 0, N are all
 * 	slave:n1-4     a program on some nodes; likewise with roles and names
 */
#include "events_parts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Conditions on TrEK's variables; a node has no role before it has its place in the tree. */
static const struct {
	const char *name, *expression;
} roles[] = {
	{"root", "node::node.work.phase > 0 && node::node.tree.level == 0"},
	{"inner",
		"node::node.work.phase > 0 && node::node.tree.level > 0 && "
		"node::node.tree.nchildren > 0"},
	{"leaf",
		"node::node.work.phase > 0 && node::node.tree.level > 0 && "
		"node::node.tree.nchildren == 0"},
};

/* find_role: the expression that stands for the role `name`; NULL if there is no such role. */
static const char *
find_role(const char *name)
{
	for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
		if (strcmp(roles[i].name, name) == 0)
			return roles[i].expression;
	return NULL;
}

/* is_program: tell if the target has a program of this name. */
static bool
is_program(const Target *t, const char *name)
{
	ProgramInfo *const *programs;
	uint32_t n = target_programs(t, &programs);

	for (uint32_t i = 0; i < n; i++)
		if (strcmp(programs[i]->name, name) == 0)
			return true;
	return false;
}

/* ---- sets of numbers ---- */

/*
 * read_number: read a number below limit and advance *s; false with the mistake if there is none.
 */
static bool
read_number(const char **s, uint32_t limit, uint32_t *n, char mistake[EVENT_MISTAKE])
{
	char *end;
	unsigned long value = isdigit((unsigned char)**s) ? strtoul(*s, &end, 10) : 0;

	if (!isdigit((unsigned char)**s))
		return event_fail(mistake,
			"'%.20s': nodes are named as in n0-3,8 (or o for node 0, N for all)", *s);
	if (value >= limit)
		return event_fail(mistake, "unknown node n%lu (the network has n0 to n%u)",
			value, limit - 1);
	*n = value;
	*s = end;
	return true;
}

/*
 * read_set: read the set of numbers after the letter n in a place such as n0-3,8; false with the
 * mistake if it is wrong.
 */
static bool
read_set(const char *s, uint32_t limit, bool *numbers, char mistake[EVENT_MISTAKE])
{
	uint32_t first, last;

	do {
		if (*s == ',')
			s++;
		if (!read_number(&s, limit, &first, mistake))
			return false;
		last = first;
		if (*s == '-' && (s++, !read_number(&s, limit, &last, mistake)))
			return false;
		if (last < first)
			return event_fail(mistake, "n%u-%u counts downwards", first, last);
		while (first <= last)
			numbers[first++] = true;
	} while (*s == ',');
	return *s == '\0' || event_fail(mistake, "unexpected '%.20s' after the nodes", s);
}

/* is_text_set: true if the text begins like a set of nodes: N, o or nNUMBER. */
static bool
is_text_set(const char *s)
{
	return strcmp(s, "o") == 0 || strcmp(s, "N") == 0
		|| (*s == 'n' && isdigit((unsigned char)s[1]));
}

/* parse_set: parse a set of nodes into p->nodes; false with the mistake if it is wrong. */
static bool
parse_set(Arena *a, const Network *w, const char *s, EventPlace *p, char mistake[EVENT_MISTAKE])
{
	if (strcmp(s, "N") == 0)
		return true;
	p->numbers = arena_alloc(a, w->nnodes, sizeof *p->numbers);
	if (strcmp(s, "o") == 0)
		return p->numbers[0] = true;
	return read_set(s + 1, w->nnodes, p->numbers, mistake);
}

/* ---- places ---- */

/* report_unknown: write into mistake that `name` is no node, program or role; returns false. */
static bool
report_unknown(const Target *t, const char *name, char mistake[EVENT_MISTAKE])
{
	const Topology *topology = target_network(t)->topology;
	ProgramInfo *const *programs;
	uint32_t nprograms = target_programs(t, &programs);
	Near near = near_word(name, strlen(name));

	for (uint32_t i = 0; i < nprograms; i++)
		near_try_candidate(&near, programs[i]->name);
	for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
		near_try_candidate(&near, roles[i].name);
	for (uint32_t i = 0; i < target_network(t)->nnodes; i++)
		near_try_candidate(&near, topology->nodes[i].name);
	return event_fail(mistake,
		"unknown place '%s'%s a program, root, inner, leaf, nodes as in n0-3,8, or a "
		"node's name",
		name, near_text(&near, ""));
}

/* parse_where: parse a node, set, program or role into *p; false with the mistake if it is none. */
static bool
parse_where(Arena *a, const Target *t, const char *name, EventPlace *p, char mistake[EVENT_MISTAKE])
{
	p->role = find_role(name);
	if (p->role)
		return true;
	p->node = topology_node(target_network(t)->topology, name);
	if (p->node != NOWHERE)
		return true;
	return is_text_set(name) ? parse_set(a, target_network(t), name, p, mistake)
		: report_unknown(t, name, mistake);
}

bool
event_place_parse(Arena *a, const Target *t, const char *text, EventPlace *p,
	char mistake[EVENT_MISTAKE])
{
	const char *colon = strchr(text, ':');

	*p = (EventPlace){.node = NOWHERE};
	if (!colon && is_program(t, text)) {
		p->program = text;
		return true;
	}
	if (!colon)
		return parse_where(a, t, text, p, mistake);
	p->program = arena_strndup(a, text, colon - text);
	if (!is_program(t, p->program))
		return report_unknown(t, p->program, mistake);
	return parse_where(a, t, colon + 1, p, mistake);
}

bool
event_place_includes(const EventPlace *p, const Target *t, NodeId n, const Loaded *in)
{
	uint32_t number = target_number(t, n);

	if (p->program ? strcmp(in->name, p->program) != 0 : in->program == target_kernel(t))
		return false;
	if (p->node != NOWHERE && p->node != n)
		return false;
	return !p->numbers || (number < target_network(t)->nnodes && p->numbers[number]);
}
