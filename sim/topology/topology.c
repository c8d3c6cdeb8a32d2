/*
 * topology.c - creates and frees a machine's description, looks up its parts by name, and follows
 * its cables. See docs/topology.md.
 */
#include "reading.h"
#include "topology_text.h"

#include "base/files.h"
#include "base/number.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILE = 64 << 20 }; /* bytes; 65,536 nodes wired one by one need 10 MB */

Topology *
topology_new(const char *file)
{
	Topology *t = xcalloc(1, sizeof *t);

	t->file = xstrdup(file);
	t->index = xcalloc(1, sizeof *t->index);
	return t;
}

Topology *
topology_parse(const char *text, size_t n, const char *file)
{
	Topology *t = topology_new(file);

	topology_load(t, text, n);
	return t;
}

Topology *
topology_read(const char *file)
{
	Buf b = file_read(file, MAX_FILE);
	Topology *t = topology_parse((const char *)b.data, b.len, file);

	buf_free(&b);
	return t;
}

static void
index_free(TopologyIndex *x)
{
	free(x->names);
	table_free(&x->known);
	free(x->holds);
	free(x->joined);
	free(x->busy);
	free(x->far);
	buf_free(&x->why);
	free(x);
}

static void
config_free(Config *c)
{
	free(c->name);
	free(c->place);
	free(c->joins);
	free(c->circuits);
}

void
topology_free(Topology *t)
{
	if (!t)
		return;
	for (uint32_t i = 0; i < t->nnodes; i++)
		free(t->nodes[i].name);
	for (uint32_t i = 0; i < t->nswitches; i++)
		free(t->switches[i].name);
	for (uint32_t i = 0; i < t->nhosts; i++)
		free(t->hosts[i].name);
	for (uint32_t i = 0; i < t->ncontrols; i++)
		free(t->controls[i].switches);
	for (uint32_t i = 0; i < t->nconfigs; i++)
		config_free(&t->configs[i]);
	roms_free(t);
	free(t->nodes);
	free(t->switches);
	free(t->hosts);
	free(t->wires);
	free(t->controls);
	free(t->configs);
	free(t->name);
	free(t->file);
	index_free(t->index);
	free(t);
}

/* ---- names ---- */

void
topo_name_add(Topology *t, const char *name, EndKind kind, uint32_t part)
{
	TopologyIndex *x = t->index;
	uint32_t n = x->known.n;

	x->names = list_more(x->names, n, sizeof *x->names);
	x->names[n] = (TopologyName){name, kind, part};
	table_put(&x->known, table_hash(name, strlen(name)), n);
}

/* is_config: true if the name belongs to a configuration, not to a part. */
static bool
is_config(const TopologyName *n)
{
	return n->kind == END_NONE;
}

const TopologyName *
topo_name_find(const Topology *t, const char *name, bool config)
{
	const TopologyIndex *x = t->index;
	const TableSlot *s = table_find(&x->known, table_hash(name, strlen(name)));

	for (; s; s = table_next(&x->known, s)) {
		const TopologyName *n = &x->names[s->number];

		if (is_config(n) == config && strcmp(n->name, name) == 0)
			return n;
	}
	return NULL;
}

uint32_t
topo_name_edits(const char *a, const char *b)
{
	size_t na = strlen(a), nb = strlen(b);
	uint8_t d[MAX_NAME + 2][MAX_NAME + 2];

	if (na > MAX_NAME || nb > MAX_NAME || na > nb + 2 || nb > na + 2)
		return 3;
	for (size_t i = 0; i <= na; i++) {
		for (size_t j = 0; j <= nb; j++) {
			int best = i + j;

			if (i && j) {
				best = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
				if (best > d[i - 1][j] + 1)
					best = d[i - 1][j] + 1;
				if (best > d[i][j - 1] + 1)
					best = d[i][j - 1] + 1;
			}
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
			    best > d[i - 2][j - 2] + 1)
				best = d[i - 2][j - 2] + 1;
			d[i][j] = best;
		}
	}
	return d[na][nb] < 3 ? d[na][nb] : 3;
}

const char *
topo_name_find_similar(const Topology *t, const char *name, bool config)
{
	const TopologyIndex *x = t->index;
	const char *nearest = NULL;
	uint32_t least = strlen(name) > 3 ? 3 : 2;

	for (uint32_t i = 0; i < x->known.n; i++) {
		const TopologyName *s = &x->names[i];
		uint32_t n;

		if (is_config(s) != config)
			continue;
		n = topo_name_edits(name, s->name);
		if (n < least || (n == least && nearest && strcmp(s->name, nearest) < 0)) {
			least = n;
			nearest = s->name;
		}
	}
	return nearest;
}

NodeId
topology_node(const Topology *t, const char *name)
{
	const TopologyName *s = topo_name_find(t, name, false);

	return s && s->kind == END_NODE ? s->part : NOWHERE;
}

const Config *
topology_config(const Topology *t, const char *name)
{
	const TopologyName *s = topo_name_find(t, name, true);
	const char *near;

	if (s)
		return &t->configs[s->part];
	if (t->nconfigs == 0)
		fatal("%s has no configuration %s; it has none at all", t->file, name);
	near = topo_name_find_similar(t, name, true);
	fatal("%s has no configuration %s; %s %s", t->file, name,
	      near ? "did you mean" : "its first is", near ? near : t->configs[0].name);
}

Config *
config_new(Topology *t, const char *name, int line)
{
	Config *c;

	t->configs = list_more(t->configs, t->nconfigs, sizeof *t->configs);
	c = &t->configs[t->nconfigs];
	*c = (Config){.name = xstrdup(name), .line = line};
	topo_name_add(t, c->name, END_NONE, t->nconfigs++);
	return c;
}

uint32_t
topology_circuits(const Topology *t, const Config *c, const Circuit **out)
{
	assert(c >= t->configs && c < t->configs + t->nconfigs);
	*out = c->circuits;
	return c->ncircuits;
}

/* ---- ends ---- */

const char *
topo_part_name(const Topology *t, EndRef e)
{
	switch (e.kind) {
	case END_NODE:
		return t->nodes[e.part].name;
	case END_SWITCH:
		return t->switches[e.part].name;
	case END_HOST:
	case END_CONTROL:
		return t->hosts[e.part].name;
	case END_NONE:
		break;
	}
	return "nothing";
}

int
topo_part_line(const Topology *t, EndRef e)
{
	switch (e.kind) {
	case END_NODE:
		return t->nodes[e.part].line;
	case END_SWITCH:
		return t->switches[e.part].line;
	case END_HOST:
	case END_CONTROL:
		return t->hosts[e.part].line;
	case END_NONE:
		break;
	}
	return 0;
}

char *
node_text(const Topology *t, NodeId n, uint32_t number, char *text)
{
	const char *name = t->nodes[n].name, *digits = name + strlen(name);
	char decimal[16];

	while (digits > name && isdigit((unsigned char)digits[-1]))
		digits--;
	snprintf(decimal, sizeof decimal, "%u", (unsigned)number);
	if (strcmp(digits, decimal) == 0)
		snprintf(text, NODE_TEXT, "%s", name);
	else
		snprintf(text, NODE_TEXT, "%s (number %s)", name, decimal);
	return text;
}

char *
end_name(const Topology *t, EndRef e, char *text)
{
	if (e.kind == END_NONE)
		snprintf(text, END_NAME, "-");
	else
		snprintf(text, END_NAME, "%s.%s%u", topo_part_name(t, e),
			 e.kind == END_CONTROL ? "c" : "", (unsigned)e.index);
	return text;
}

char *
end_words(const Topology *t, EndRef e, char *text)
{
	static const char *const what[] = {
		[END_NONE] = "end", [END_NODE] = "link", [END_SWITCH] = "port",
		[END_HOST] = "data link", [END_CONTROL] = "control link",
	};

	snprintf(text, END_WORDS, "%s %u of %s", what[e.kind], (unsigned)e.index,
		topo_part_name(t, e));
	return text;
}

/* end_exists: true if the part e.part, which exists, has an end e.index. */
static bool
end_exists(const Topology *t, EndRef e)
{
	switch (e.kind) {
	case END_NODE:
		return e.index < t->nodes[e.part].nlinks;
	case END_SWITCH:
		return e.index < t->switches[e.part].ports;
	case END_HOST:
		return e.index < t->hosts[e.part].nlinks;
	case END_CONTROL:
		return e.index < t->hosts[e.part].ncontrol;
	case END_NONE:
		break;
	}
	return false;
}

EndRef
topology_find_end(const Topology *t, const char *text)
{
	const char *dot = strrchr(text, '.');
	char name[MAX_NAME + 1];
	const TopologyName *s;
	uint64_t index;
	EndRef e = {0};
	bool control;

	if (!dot || dot - text > MAX_NAME)
		return e;
	memcpy(name, text, dot - text);
	name[dot - text] = '\0';
	s = topo_name_find(t, name, false);
	control = dot[1] == 'c';
	if (!s || (control && s->kind != END_HOST))
		return e;
	if (!number_parse(dot + 1 + control, MAX_HOST_LINKS, &index))
		return e;
	e = (EndRef){control ? END_CONTROL : s->kind, s->part, index};
	return end_exists(t, e) ? e : (EndRef){0};
}

uint32_t *
cable_slot(const Topology *t, EndRef e)
{
	switch (e.kind) {
	case END_NODE:
		return &t->nodes[e.part].cable[e.index];
	case END_SWITCH:
		return &t->switches[e.part].cable[e.index];
	case END_HOST:
		return &t->hosts[e.part].cable[e.index];
	case END_CONTROL:
	case END_NONE:
		break;
	}
	assert(!"an end that takes cables");
	return NULL;
}

bool
end_equal(EndRef a, EndRef b)
{
	return a.kind == b.kind && a.part == b.part && a.index == b.index;
}

EndRef
topology_across(const Topology *t, EndRef e)
{
	uint32_t w;

	if (e.kind == END_NONE || e.kind == END_CONTROL)
		return (EndRef){0};
	w = *cable_slot(t, e);
	if (w == NOWHERE)
		return (EndRef){0};
	return end_equal(t->wires[w].a, e) ? t->wires[w].b : t->wires[w].a;
}

uint32_t
end_number(const Topology *t, EndRef e)
{
	if (e.kind == END_NODE)
		return e.part * NLINKS + e.index;
	assert(e.kind == END_HOST);
	return t->nnodes * NLINKS + e.part * MAX_HOST_LINKS + e.index;
}

uint32_t
ends_count(const Topology *t)
{
	return t->nnodes * NLINKS + t->nhosts * MAX_HOST_LINKS;
}

uint32_t
end_mbits(const Topology *t, EndRef e)
{
	switch (e.kind) {
	case END_NODE:
		return t->nodes[e.part].mbits[e.index];
	case END_SWITCH:
		return t->switches[e.part].mbits;
	case END_HOST:
	case END_CONTROL:
		return t->hosts[e.part].mbits;
	case END_NONE:
		break;
	}
	return 0;
}

EndRef *
topology_peers(const Topology *t, const Config *c)
{
	EndRef *peers = xcalloc((size_t)t->nnodes * NLINKS, sizeof *peers);

	for (uint32_t i = 0; i < t->nwires; i++) {
		const Wire *w = &t->wires[i];

		if (w->a.kind == END_SWITCH || w->b.kind == END_SWITCH)
			continue;
		if (w->a.kind == END_NODE)
			peers[end_number(t, w->a)] = w->b;
		if (w->b.kind == END_NODE)
			peers[end_number(t, w->b)] = w->a;
	}
	for (uint32_t i = 0; c && i < c->njoins; i++) {
		const Join *j = &c->joins[i];

		if (j->a.kind == END_NODE)
			peers[end_number(t, j->a)] = j->b;
		if (j->b.kind == END_NODE)
			peers[end_number(t, j->b)] = j->a;
	}
	return peers;
}

/* ---- tables for the configuration that is being read ---- */

/* nowhere_array: an array of n elements, all NOWHERE. */
static uint32_t *
nowhere_array(size_t n)
{
	uint32_t *a = xmalloc(n * sizeof *a + 1);

	memset(a, 0xff, n * sizeof *a);
	return a;
}

void
topo_index_begin(Topology *t)
{
	TopologyIndex *x = t->index;

	if (x->holds)
		return;
	x->holds = nowhere_array(t->nnodes);
	x->joined = nowhere_array(ends_count(t));
	x->busy = xcalloc(t->nswitches + 1, sizeof *x->busy);
}

void
topo_index_end(Topology *t, const Config *c)
{
	TopologyIndex *x = t->index;

	for (uint32_t i = 0; i < c->nplaces; i++)
		if (c->place[i] != NOWHERE)
			x->holds[c->place[i]] = NOWHERE;
	for (uint32_t i = 0; i < c->njoins; i++) {
		x->joined[end_number(t, c->joins[i].a)] = NOWHERE;
		x->joined[end_number(t, c->joins[i].b)] = NOWHERE;
	}
}
