/* json.c - prints a machine and its configurations as JSON. */
#include "reading.h"
#include "walk.h"

#include <assert.h>
#include <jansson.h>
#include <stdlib.h>

/* json_end: the name of an end of a connection as a JSON string. */
static json_t *
json_end(const Topology *t, EndRef e)
{
	char name[END_NAME];

	return json_string(end_name(t, e, name));
}

/* json_screen: a node's screen as JSON. */
static json_t *
json_screen(const Screen *s)
{
	return json_pack("{s:i, s:i, s:I}", "width", (int)s->width, "height", (int)s->height, "at",
		(json_int_t)s->at);
}

/* json_nodes: the nodes as JSON. */
static json_t *
json_nodes(const Topology *t)
{
	json_t *list = json_array();

	for (NodeId i = 0; i < t->nnodes; i++) {
		const NodeSpec *n = &t->nodes[i];
		json_t *mbits = json_array(), *node;

		for (uint32_t l = 0; l < n->nlinks; l++)
			json_array_append_new(mbits, json_integer(n->mbits[l]));
		node = json_pack("{s:s, s:s, s:i, s:I, s:I, s:i, s:o, s:i, s:s, s:s}", "name",
			n->name, "type", chip_name(n->chip), "clock_khz", (int)n->khz, "mem",
			(json_int_t)n->mem, "onchip", (json_int_t)n->onchip, "wait", (int)n->wait,
			"links_mbits", mbits, "drift_ppm", (int)n->drift, "unmapped",
			n->unmapped == UNMAPPED_FLOAT ? "float" : "stop", "undefined",
			n->undefined == UNDEFINED_IGNORE ? "ignore" : "stop");
		if (n->refresh.interval > 0)
			json_object_set_new(node, "refresh", json_pack("{s:i, s:i}", "interval",
				(int)n->refresh.interval, "cycles", (int)n->refresh.cycles));
		if (n->page.bytes > 0)
			json_object_set_new(node, "page", json_pack("{s:I, s:i}", "bytes",
				(json_int_t)n->page.bytes, "wait", (int)n->page.wait));
		if (n->subsystem != NOWHERE)
			json_object_set_new(node, "subsystem",
				json_string(t->nodes[n->subsystem].name));
		if (n->rom)
			json_object_set_new(node, "rom", json_pack("{s:s, s:I}", "file",
				n->rom->path, "bytes", (json_int_t)n->rom->image.len));
		if (n->screen.width > 0)
			json_object_set_new(node, "screen", json_screen(&n->screen));
		json_array_append_new(list, node);
	}
	return list;
}

/* json_switches: the crossbars as JSON. */
static json_t *
json_switches(const Topology *t)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < t->nswitches; i++) {
		const SwitchSpec *s = &t->switches[i];

		json_array_append_new(list, json_pack("{s:s, s:i, s:f, s:o, s:i}", "name", s->name,
			"ports", (int)s->ports, "delay_bits", s->delay / 100.0, "control",
			json_end(t, t->controls[s->control].end), "place", (int)s->place));
	}
	return list;
}

/* json_hosts: the hosts as JSON. */
static json_t *
json_hosts(const Topology *t)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < t->nhosts; i++)
		json_array_append_new(list, json_pack("{s:s, s:i, s:i}", "name", t->hosts[i].name,
			"links", (int)t->hosts[i].nlinks, "control", (int)t->hosts[i].ncontrol));
	return list;
}

/* json_wires: the cables as JSON. */
static json_t *
json_wires(const Topology *t)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < t->nwires; i++)
		json_array_append_new(list, json_pack("[o, o]", json_end(t, t->wires[i].a),
						      json_end(t, t->wires[i].b)));
	return list;
}

/* json_config: a configuration as JSON. */
static json_t *
json_config(const Topology *t, const Config *c)
{
	json_t *place = json_array(), *joins = json_array(), *circuits = json_array(), *o;
	Walk w = topo_walk_new(t, c);

	for (uint32_t i = 0; i < c->nplaces; i++)
		json_array_append_new(place, json_string(t->nodes[c->place[i]].name));
	for (uint32_t i = 0; i < c->njoins; i++)
		json_array_append_new(joins, json_pack("[o, o]", json_end(t, c->joins[i].a),
						       json_end(t, c->joins[i].b)));
	for (uint32_t i = 0; i < c->ncircuits; i++)
		json_array_append_new(circuits, json_pack("[s, i, i]",
			t->switches[c->circuits[i].sw].name, (int)c->circuits[i].a,
			(int)c->circuits[i].b));
	o = json_pack("{s:s, s:i, s:i, s:i, s:o, s:o, s:o}", "name", c->name, "nodes",
		(int)c->nplaces, "circuits", (int)config_circuits(t, c), "depth",
		(int)topo_walk_depth(&w), "place", place, "joins", joins, "settings", circuits);
	topo_walk_free(&w);
	return o;
}

void
topology_json(const Topology *t, const Config *only, Buf *out)
{
	json_t *configs = json_array(), *all;
	char *text;

	for (uint32_t i = 0; i < t->nconfigs; i++)
		if (!only || only == &t->configs[i])
			json_array_append_new(configs, json_config(t, &t->configs[i]));
	all = json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o}",
			"topology", t->name, "seed",
			json_sprintf("%llu", (unsigned long long)t->seed),
			"nodes", json_nodes(t), "switches", json_switches(t),
			"hosts", json_hosts(t), "wires", json_wires(t), "configs", configs);
	text = json_dumps(all, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
	assert(text);
	buf_printf(out, "%s\n", text);
	free(text);
	json_decref(all);
}
