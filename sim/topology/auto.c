/*
 * auto.c - configurations found by search: those that a line "config NAME auto SHAPE SIZE
 * [root=NODE]" of a file describes, or the same words of a caller.
 */
#include "find.h"
#include "topology_text.h"

#include <string.h>

/* read_shape: read the name and the size of a shape; fatal if either is wrong. */
static void
read_shape(Source *s, Shape *shape)
{
	char text[MAX_TOKEN + 1];
	const char *wrong;

	topo_token_text(source_require(s, "a shape"), text);
	if (!shape_set_kind(text, shape))
		fatal_at(s->file, s->line,
			"unknown shape '%s'; shapes are chain, btree, ttree, ring, grid "
			"and cube",
			text);
	wrong = shape_parse_size(shape, topo_token_text(source_require(s, "a size"), text));
	if (wrong)
		fatal_at(s->file, s->line, "%s %s: %s", shape_name(shape), text, wrong);
}

/* read_root: the node in the word root=NODE. */
static NodeId
read_root(const Topology *t, const Source *s, Token word)
{
	char text[MAX_TOKEN + 1];
	NodeId root;

	topo_token_text(word, text);
	if (strncmp(text, "root=", 5) != 0)
		fatal_at(s->file, s->line, "unexpected '%s'; only root=NODE may follow the size",
			 text);
	root = topology_node(t, text + 5);
	if (root == NOWHERE)
		fatal_at(s->file, s->line, "%s: unknown node '%s' for logical node 0", text,
			 text + 5);
	return root;
}

/*
 * find_described: search for the configuration that the rest of the line describes, and store its
 * places and joins in c.
 */
static void
find_described(Topology *t, Source *s, Config *c)
{
	NodeId root = NOWHERE;
	Shape shape;
	Token word;

	read_shape(s, &shape);
	if (source_next_token(s, &word)) {
		root = read_root(t, s, word);
		source_require_end(s);
	}
	t->index->why.len = 0;
	if (!config_find(t, &shape, root, c, &t->index->why))
		fatal_at(s->file, s->line, "cannot make a %s of %u nodes: %.*s", shape_name(&shape),
			 (unsigned)shape.n, (int)t->index->why.len, (char *)t->index->why.data);
}

void
topo_auto_read(Topology *t, Source *s, Config *c)
{
	find_described(t, s, c);
	for (uint32_t i = 0; i < c->nplaces; i++)
		t->index->holds[c->place[i]] = i;
}

const Config *
topology_search_config(Topology *t, const char *name, const char *words)
{
	Source s = {.at = words, .eol = words + strlen(words)};
	Config found = {0}, *c;

	if (topo_name_find(t, name, true))
		fatal("%s already has a configuration %s", t->file, name);
	find_described(t, &s, &found);
	c = config_new(t, name, 0);
	c->place = found.place;
	c->nplaces = found.nplaces;
	c->joins = found.joins;
	c->njoins = found.njoins;
	topo_index_begin(t);
	config_route(t, c);
	return c;
}
