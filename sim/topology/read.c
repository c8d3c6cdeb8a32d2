/*
 * read.c - parses the statements of a topology file, in their order: topology; parts, cables and
 * control links; configurations; end.
 */
#include "reading.h"
#include "topology_text.h"

#include "base/number.h"

#include <string.h>

/* The state while a topology is read, line by line. */
typedef struct Reader {
	Topology *t;
	Source s;       /* the text */
	Config *config; /* the open configuration, the topology's last; or NULL */
	bool fixed; /* a search has found the open configuration, so it has no further lines */
	bool ended; /* the statement `end` was read */
} Reader;

/* The section in which a statement may occur. */
typedef enum StatementSection {
	FIRST,    /* before all other statements */
	MACHINE,  /* before the configurations */
	OPENING,  /* after the machine; starts a configuration, or is `end` */
	INSIDE,   /* inside a configuration */
} StatementSection;

/* A statement: the first word of its line, and the function that reads the rest. */
typedef struct Statement {
	const char *keyword;
	void (*read)(Reader *r, const char *keyword);
	StatementSection section;
} Statement;

/* ---- ends ---- */

/* report_bad_index: report that the part has no end with this number, "4" or "c1"; fatal. */
static _Noreturn void
report_bad_index(const Topology *t, const Source *s, const char *text, const TopologyName *part,
	  const char *index)
{
	const char *name = part->name;
	bool control = index[0] == 'c';
	uint32_t n;

	if (!number_parse(index + control, UINT32_MAX, &(uint64_t){0}))
		fatal_at(s->file, s->line, "%s: '%s' is not the number of a link or port", text,
			index);
	if (control && part->kind != END_HOST)
		fatal_at(s->file, s->line, "%s: only hosts have control links; %s is not a host",
			text, name);
	if (part->kind == END_NODE) {
		n = t->nodes[part->part].nlinks;
		if (n < NLINKS)
			fatal_at(s->file, s->line, "%s: link %s does not exist (links=%u of %s)",
				text, index, (unsigned)n, name);
		fatal_at(s->file, s->line, "%s: link %s does not exist (a node has links 0 to 3)",
			 text, index);
	}
	if (part->kind == END_SWITCH)
		fatal_at(s->file, s->line, "%s: port %s does not exist (%s has ports 0 to %u)",
			text, index, name, (unsigned)t->switches[part->part].ports - 1);
	n = control ? t->hosts[part->part].ncontrol : t->hosts[part->part].nlinks;
	fatal_at(s->file, s->line, "%s: %s link %s does not exist (%s=%u of %s)", text,
		 control ? "control" : "data", index + control, control ? "control" : "links",
		 (unsigned)n, name);
}

/* report_bad_end: report why topology_find_end has not found an end; fatal. */
static _Noreturn void
report_bad_end(const Topology *t, const Source *s, const char *text)
{
	const char *dot = strrchr(text, '.'), *near;
	char name[MAX_TOKEN + 1];
	const TopologyName *part;

	if (!dot)
		fatal_at(s->file, s->line, "'%s' is not an end of a cable; write part.number, "
			"such as %s.0",
			 text, text);
	memcpy(name, text, dot - text);
	name[dot - text] = '\0';
	part = topo_name_find(t, name, false);
	if (part)
		report_bad_index(t, s, text, part, dot + 1);
	near = topo_name_find_similar(t, name, false);
	fatal_at(s->file, s->line, "%s: unknown part %s%s%s", text, name,
		 near ? "; did you mean " : "; declare it with a node, switch or host line",
		 near ? near : "");
}

/* read_end_name: parse the name of an end; fatal if there is no such end. */
static EndRef
read_end_name(const Topology *t, const Source *s, const char *text)
{
	EndRef e = topology_find_end(t, text);

	if (e.kind == END_NONE)
		report_bad_end(t, s, text);
	return e;
}

/* read_pair: parse the two patterns of a line with a pair. */
static void
read_pair(Reader *r, const char *keyword, Pattern *a, Pattern *b)
{
	char what[64];

	snprintf(what, sizeof what, "the first end of the %s", keyword);
	*a = pattern_parse(&r->s, source_require(&r->s, what));
	snprintf(what, sizeof what, "the other end of the %s", keyword);
	*b = pattern_parse(&r->s, source_require(&r->s, what));
	source_require_end(&r->s);
	if (a->count != b->count)
		fatal_at(r->s.file, r->s.line, "the ranges differ in length: '%.*s' has %u ends, "
			 "'%.*s' has %u", (int)a->whole.n, a->whole.s, (unsigned)a->count,
			 (int)b->whole.n, b->whole.s, (unsigned)b->count);
}

/* pair_end: the end that word i of a pattern names. */
static EndRef
pair_end(const Reader *r, const Pattern *p, uint32_t i)
{
	char text[MAX_TOKEN + 1];

	return read_end_name(r->t, &r->s, pattern_word(&r->s, p, i, text));
}

/* ---- the machine ---- */

/* read_topology: read the statement "topology NAME". */
static void
read_topology(Reader *r, const char *keyword)
{
	Token name = source_require(&r->s, "the topology's name");
	char text[MAX_TOKEN + 1];

	(void)keyword; /* this function reads a single keyword */
	topo_name_check(&r->s, topo_token_text(name, text), "a topology");
	source_require_end(&r->s);
	r->t->name = xstrdup(text);
}

/* read_seed: read the statement "seed NUMBER". */
static void
read_seed(Reader *r, const char *keyword)
{
	char text[MAX_TOKEN + 1];

	topo_token_text(source_require(&r->s, "a number"), text);
	source_require_end(&r->s);
	if (!number_parse(text, UINT64_MAX, &r->t->seed))
		fatal_at(r->s.file, r->s.line, "%s %s: a seed is a number of up to 64 bits",
			keyword, text);
}

/* read_part: read a statement that declares nodes, crossbars or hosts. */
static void
read_part(Reader *r, const char *keyword)
{
	topo_part_read(r->t, &r->s, keyword);
}

/* note_wire: record that end e belongs to wire number w. */
static void
note_wire(Reader *r, EndRef e, uint32_t w)
{
	char words[END_WORDS];
	uint32_t *slot;

	if (e.kind == END_CONTROL)
		fatal_at(r->s.file, r->s.line, "%s is a control link, not a data link; use "
			"'control' for it",
			 end_words(r->t, e, words));
	if (e.kind == END_NODE && r->t->nodes[e.part].control[e.index] != NOWHERE)
		fatal_at(r->s.file, r->s.line, "%s sets a crossbar (line %d); it takes no cable",
			end_words(r->t, e, words),
			r->t->controls[r->t->nodes[e.part].control[e.index]].line);
	slot = cable_slot(r->t, e);
	if (*slot != NOWHERE)
		fatal_at(r->s.file, r->s.line, "%s is wired twice (first in line %d)",
			 end_words(r->t, e, words), r->t->wires[*slot].line);
	*slot = w;
}

/* add_wire: add a cable between two ends; fatal if it is not possible. */
static void
add_wire(Reader *r, EndRef a, EndRef b)
{
	Topology *t = r->t;
	char words[END_WORDS];

	if (end_equal(a, b))
		fatal_at(r->s.file, r->s.line, "%s is wired to itself; a cable has two ends",
			 end_words(t, a, words));
	if (a.kind == END_HOST && b.kind == END_HOST)
		fatal_at(r->s.file, r->s.line,
			"%s is wired to a host; hosts are wired to nodes and "
			"crossbars",
			end_words(t, a, words));
	note_wire(r, a, t->nwires);
	note_wire(r, b, t->nwires);
	t->wires = list_more(t->wires, t->nwires, sizeof *t->wires);
	t->wires[t->nwires++] = (Wire){a, b, r->s.line};
}

/* read_wire: read the statement "wire END END", with patterns of ends. */
static void
read_wire(Reader *r, const char *keyword)
{
	Pattern a, b;

	read_pair(r, keyword, &a, &b);
	for (uint32_t i = 0; i < a.count; i++) {
		EndRef from = pair_end(r, &a, i), to = pair_end(r, &b, i);

		add_wire(r, from, to);
	}
}

/* add_switch_to_control: append the named crossbar to the chain of control k. */
static void
add_switch_to_control(Reader *r, uint32_t k, const char *name)
{
	Topology *t = r->t;
	Control *c = &t->controls[k];
	const TopologyName *part = topo_name_find(t, name, false);
	char words[END_WORDS];
	SwitchSpec *sw;

	if (!part || part->kind != END_SWITCH)
		fatal_at(r->s.file, r->s.line,
			"'%s' is not a crossbar; a control link sets crossbars", name);
	sw = &t->switches[part->part];
	if (sw->control != NOWHERE)
		fatal_at(r->s.file, r->s.line,
			"%s is set by two control links (first in line %d, %s)", name,
			t->controls[sw->control].line,
			end_words(t, t->controls[sw->control].end, words));
	if (c->end.kind == END_NODE && c->nswitches > 0)
		fatal_at(r->s.file, r->s.line, "%s sets %s; a node's link sets one crossbar, a "
			"host's sets several", end_words(t, c->end, words),
			t->switches[c->switches[0]].name);
	sw->control = k;
	sw->place = c->nswitches;
	c->switches = list_more(c->switches, c->nswitches, sizeof *c->switches);
	c->switches[c->nswitches++] = part->part;
}

/* read_control: read the statement "control LINK CROSSBAR...". */
static void
read_control(Reader *r, const char *keyword)
{
	Topology *t = r->t;
	char text[MAX_TOKEN + 1], words[END_WORDS];
	EndRef e = read_end_name(t, &r->s,
		topo_token_text(source_require(&r->s, "a control link"), text));
	Token word = source_require(&r->s, "the first crossbar");
	uint32_t k = t->ncontrols, *slot;

	if (e.kind != END_CONTROL && e.kind != END_NODE)
		fatal_at(r->s.file, r->s.line,
			"%s is not a %s link; those of a host are written h.c0, a node's n0.3",
			end_words(t, e, words), keyword);
	if (e.kind == END_NODE && *cable_slot(t, e) != NOWHERE)
		fatal_at(r->s.file, r->s.line, "%s is wired (line %d); it sets no crossbar",
			end_words(t, e, words), t->wires[*cable_slot(t, e)].line);
	slot = e.kind == END_NODE ? &t->nodes[e.part].control[e.index]
		: &t->hosts[e.part].control[e.index];
	if (*slot != NOWHERE)
		fatal_at(r->s.file, r->s.line, "%s already has crossbars (line %d)",
			 end_words(t, e, words), t->controls[*slot].line);
	*slot = k;
	t->controls = list_more(t->controls, k, sizeof *t->controls);
	t->controls[t->ncontrols++] = (Control){.end = e, .line = r->s.line};
	do {
		Pattern p = pattern_parse(&r->s, word);

		for (uint32_t i = 0; i < p.count; i++)
			add_switch_to_control(r, k, pattern_word(&r->s, &p, i, text));
	} while (source_next_token(&r->s, &word));
}

/* ---- configurations ---- */

/* place_all_nodes: in a configuration without places, place every node at its own number. */
static void
place_all_nodes(Topology *t, Config *c)
{
	c->place = xmalloc(t->nnodes * sizeof *c->place);
	for (NodeId i = 0; i < t->nnodes; i++)
		c->place[i] = t->index->holds[i] = i;
	c->nplaces = t->nnodes;
}

/* check_places: check that logical numbers have no gap, and that circuits connect placed nodes. */
static void
check_places(const Topology *t, const Config *c)
{
	for (uint32_t i = 0; i < c->nplaces; i++)
		if (c->place[i] == NOWHERE)
			fatal_at(t->file, c->line, "configuration %s places logical nodes up to "
				"%u but not %u; add 'place %u:...'", c->name,
				(unsigned)c->nplaces - 1,
				 (unsigned)i, (unsigned)i);
	for (uint32_t i = 0; i < c->njoins; i++) {
		const Join *j = &c->joins[i];

		for (int side = 0; side < 2; side++) {
			EndRef e = side ? j->b : j->a;
			char name[END_NAME];

			if (e.kind == END_NODE && t->index->holds[e.part] == NOWHERE)
				warning_at(t->file, j->line,
					"%s is joined, but %s is not a logical node of "
					"configuration %s",
					end_name(t, e, name), topo_part_name(t, e), c->name);
		}
	}
}

/* check_circuits: check that the host can make all circuits. */
static void
check_circuits(const Topology *t, const Config *c)
{
	for (uint32_t i = 0; i < c->ncircuits; i++) {
		const SwitchSpec *sw = &t->switches[c->circuits[i].sw];
		EndRef by = t->controls[sw->control].end;
		char words[END_WORDS];

		if (by.kind == END_NODE)
			fatal_at(t->file, c->line,
				"configuration %s needs circuits of %s, which %s sets; a "
				"configuration uses crossbars that a host sets",
				c->name, sw->name, end_words(t, by, words));
	}
}

/* close_config: finish the open configuration with the checks that need all of it. */
static void
close_config(Reader *r)
{
	Config *c = r->config;

	if (!c)
		return;
	if (c->nplaces == 0)
		place_all_nodes(r->t, c);
	check_places(r->t, c);
	config_route(r->t, c);
	check_circuits(r->t, c);
	topo_index_end(r->t, c);
	r->config = NULL;
}

/* open_config: begin a configuration, whose name must be new. */
static void
open_config(Reader *r, const char *name)
{
	const TopologyName *old = topo_name_find(r->t, name, true);

	topo_name_check(&r->s, name, "a configuration");
	if (old)
		fatal_at(r->s.file, r->s.line, "configuration %s already exists (line %d)", name,
			 r->t->configs[old->part].line);
	r->config = config_new(r->t, name, r->s.line);
}

/* read_config: read the statement "config NAME", or "config NAME auto SHAPE SIZE". */
static void
read_config(Reader *r, const char *keyword)
{
	char text[MAX_TOKEN + 1];
	Token word;

	if (!r->config && r->t->nconfigs == 0) {
		topology_check(r->t, r->s.line);
		topo_index_begin(r->t);
	}
	close_config(r);
	open_config(r, topo_token_text(source_require(&r->s, "the configuration's name"), text));
	r->fixed = source_next_token(&r->s, &word);
	if (r->fixed && !topo_token_is(word, "auto"))
		fatal_at(r->s.file, r->s.line, "%s %s: unexpected '%.*s'; only 'auto' may follow",
			 keyword, text, (int)word.n, word.s);
	if (r->fixed)
		topo_auto_read(r->t, &r->s, r->config);
}

/* add_place: place logical node n on node id. */
static void
add_place(Reader *r, uint32_t n, NodeId id)
{
	Topology *t = r->t;
	Config *c = r->config;
	NodeId *holds = t->index->holds;

	if (n < c->nplaces && c->place[n] != NOWHERE)
		fatal_at(r->s.file, r->s.line, "logical node %u is placed twice (first on %s)",
			 (unsigned)n, t->nodes[c->place[n]].name);
	if (holds[id] != NOWHERE)
		fatal_at(r->s.file, r->s.line, "%s is already logical node %u; it cannot also be "
			"%u",
			 t->nodes[id].name, (unsigned)holds[id], (unsigned)n);
	for (; c->nplaces <= n; c->nplaces++) {
		c->place = list_more(c->place, c->nplaces, sizeof *c->place);
		c->place[c->nplaces] = NOWHERE;
	}
	c->place[n] = id;
	holds[id] = n;
}

/* read_place_pair: parse "3:n7". */
static void
read_place_pair(Reader *r, char *text)
{
	char *colon = strchr(text, ':');
	const char *near;
	uint64_t n;
	NodeId id;

	if (!colon)
		fatal_at(r->s.file, r->s.line, "'%s' is not a placement; write NUMBER:NODE, such "
			"as 0:n0",
			 text);
	*colon = '\0';
	if (!number_parse(text, UINT32_MAX, &n))
		fatal_at(r->s.file, r->s.line, "'%s' is not the number of a logical node (from 0)",
			 text);
	if (n >= r->t->nnodes)
		fatal_at(r->s.file, r->s.line, "too many logical nodes: %s, but the machine has "
			"%u nodes",
			 text, (unsigned)r->t->nnodes);
	id = topology_node(r->t, colon + 1);
	if (id == NOWHERE && topo_name_find(r->t, colon + 1, false))
		fatal_at(r->s.file, r->s.line, "%s is not a node",
			 colon + 1);
	if (id == NOWHERE) {
		near = topo_name_find_similar(r->t, colon + 1, false);
		fatal_at(r->s.file, r->s.line, "unknown node '%s' for logical node %s%s%s",
			 colon + 1, text, near ? "; did you mean " : "", near ? near : "");
	}
	add_place(r, n, id);
}

/* read_place: read the statement "place NUMBER:NODE..." of a configuration. */
static void
read_place(Reader *r, const char *keyword)
{
	char text[MAX_TOKEN + 1];
	Token word = source_require(&r->s, "a place, as 0:n0,");

	(void)keyword; /* this function reads a single keyword */
	do {
		Pattern p = pattern_parse(&r->s, word);

		for (uint32_t i = 0; i < p.count; i++)
			read_place_pair(r, pattern_word(&r->s, &p, i, text));
	} while (source_next_token(&r->s, &word));
}

/* note_join: record that end e belongs to join number j of the open configuration. */
static void
note_join(Reader *r, EndRef e, uint32_t j)
{
	Topology *t = r->t;
	char words[END_WORDS];
	uint32_t *slot;

	end_words(t, e, words);
	if (e.kind == END_SWITCH || e.kind == END_CONTROL)
		fatal_at(r->s.file, r->s.line, "%s cannot be joined; name links of nodes or hosts",
			words);
	slot = &t->index->joined[end_number(t, e)];
	if (*slot != NOWHERE)
		fatal_at(r->s.file, r->s.line, "%s is joined twice (first in line %d)", words,
			 r->config->joins[*slot].line);
	*slot = j;
}

/* read_join: read the statement "join END END" of a configuration. */
static void
read_join(Reader *r, const char *keyword)
{
	Config *c = r->config;
	Pattern pa, pb;

	read_pair(r, keyword, &pa, &pb);
	for (uint32_t i = 0; i < pa.count; i++) {
		EndRef a = pair_end(r, &pa, i), b = pair_end(r, &pb, i);

		note_join(r, a, c->njoins);
		if (end_equal(a, b))
			fatal_at(r->s.file, r->s.line, "'%.*s' is joined to itself",
				 (int)pa.whole.n, pa.whole.s);
		note_join(r, b, c->njoins);
		c->joins = list_more(c->joins, c->njoins, sizeof *c->joins);
		c->joins[c->njoins++] = (Join){a, b, r->s.line};
	}
}

/* read_end: read the statement "end". */
static void
read_end(Reader *r, const char *keyword)
{
	(void)keyword; /* this function reads a single keyword */
	source_require_end(&r->s);
	if (r->t->nconfigs == 0)
		topology_check(r->t, r->s.line);
	close_config(r);
	r->ended = true;
}

/* ---- the file ---- */

static const Statement statements[] = {
	{"topology", read_topology, FIRST},
	{"seed", read_seed, MACHINE},
	{"node", read_part, MACHINE},
	{"switch", read_part, MACHINE},
	{"host", read_part, MACHINE},
	{"wire", read_wire, MACHINE},
	{"control", read_control, MACHINE},
	{"config", read_config, OPENING},
	{"place", read_place, INSIDE},
	{"join", read_join, INSIDE},
	{"end", read_end, OPENING},
};

enum { NSTATEMENTS = sizeof statements / sizeof *statements };

/* find_statement: the statement with this keyword; fatal if there is none. */
static const Statement *
find_statement(const Source *s, Token word)
{
	char text[MAX_TOKEN + 1];
	const char *near = NULL;

	for (uint32_t i = 0; i < NSTATEMENTS; i++) {
		if (topo_token_is(word, statements[i].keyword))
			return &statements[i];
		if (!near
			&& topo_name_edits(topo_token_text(word, text), statements[i].keyword) < 3)
			near = statements[i].keyword;
	}
	fatal_at(s->file, s->line, "unknown statement '%.*s'; %s%s", (int)word.n, word.s,
		 near ? "did you mean " : "statements are topology, node, switch, host, wire, "
		 	"control and config", near ? near : "");
}

/* check_statement_place: check that the statement may occur here. */
static void
check_statement_place(const Reader *r, const Statement *st)
{
	const Source *s = &r->s;

	if (r->ended)
		fatal_at(s->file, s->line, "unexpected '%s' after 'end'; only comments may follow",
			 st->keyword);
	if (st->section == FIRST && r->t->name)
		fatal_at(s->file, s->line, "the topology is already named %s; a file describes "
			"one topology",
			 r->t->name);
	if (st->section != FIRST && !r->t->name)
		fatal_at(s->file, s->line, "unexpected '%s' before 'topology NAME', which begins "
			"the file",
			 st->keyword);
	if (st->section == MACHINE && r->config)
		fatal_at(s->file, s->line, "unexpected '%s' inside configuration %s; parts and "
			"cables come before the first configuration", st->keyword, r->config->name);
	if (st->section == INSIDE && !r->config)
		fatal_at(s->file, s->line, "'%s' must be inside a configuration, after 'config "
			"NAME'",
			 st->keyword);
	if (st->section == INSIDE && r->fixed)
		fatal_at(s->file, s->line, "configuration %s is computed by 'auto' (line %d), so "
			"'%s' is not allowed in it", r->config->name, r->config->line, st->keyword);
}

void
topology_load(Topology *t, const char *text, size_t n)
{
	const char *begin = n > 0 ? text : "";
	Reader r = {.t = t, .s = {.file = t->file, .next = begin, .end = begin + n}};
	Token word;

	while (source_next_line(&r.s)) {
		const Statement *st;

		if (!source_next_token(&r.s, &word))
			continue;
		st = find_statement(&r.s, word);
		check_statement_place(&r, st);
		st->read(&r, st->keyword);
	}
	if (!r.ended)
		fatal_at(t->file, r.s.line, "missing 'end'; the file may be cut off");
}
