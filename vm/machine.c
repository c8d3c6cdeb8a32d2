/*
 * machine.c - finds the machine for an application. If the user names a machine, its crossbars are
 * set for the application's tree, unless the user also names a configuration. Otherwise a machine
 * is generated, with a cable for each edge of the tree.
 */
#include "fit_machine.h"
#include "app_tree.h"

#include <stdlib.h>
#include <string.h>

/*
 * parent_in_tree: the parent of node n >= 1. Trees given by a file have up to three children for
 * each node, the most that four links allow.
 */
static uint32_t
parent_in_tree(uint32_t tree, uint32_t n)
{
	if (tree == TREE_BOOT || tree == TREE_FILE)
		return (n - 1) / 3;
	return tree == TREE_PIPELINE || tree == TREE_RING ? n - 1 : tree_parent(tree, n);
}

/*
 * make_machine: generate a machine for the application. Link 0 of a node leads up, the others to
 * its children in order.
 */
static Topology *
make_machine(const Vms *v)
{
	uint8_t *used = xcalloc(v->processors, 1);
	char *name = xasprintf("(the machine made for %s)", v->file);
	Buf text = {0};
	Topology *t;

	buf_printf(&text, "topology fit\nnode n[0-%u] %s\nhost h links=1\nwire h.0 n0.0\n",
		v->processors - 1, v->nodes ? v->nodes : "");
	for (uint32_t n = 1; n < v->processors; n++) {
		uint32_t parent = parent_in_tree(v->tree, n);

		buf_printf(&text, "wire n%u.%u n%u.0\n", parent, ++used[parent], n);
	}
	if (v->tree == TREE_PIPELINE && v->processors > 2) /* results go straight to node 0 */
		buf_printf(&text, "wire n0.2 n%u.1\n", v->processors - 1);
	if (v->tree == TREE_RING) /* a cable closes the chain of the nodes from 1 on */
		buf_printf(&text, "wire n1.2 n%u.1\n", v->processors - 1);
	buf_printf(&text, "end\n");
	t = topology_parse((char *)text.data, text.len, name);
	buf_free(&text);
	free(used);
	free(name); /* the topology has its own copy */
	return t;
}

/*
 * find_config: search for settings of the crossbars with which the nodes form the application's
 * tree.
 */
static const Config *
find_config(Topology *t, const RunOptions *o, const Vms *v)
{
	static const char *const shape[] = {
		[TREE_CHAIN] = "chain", [TREE_BINARY] = "btree", [TREE_TERNARY] = "ttree",
		[TREE_PIPELINE] = "chain", [TREE_RING] = "chain",
	};
	char *words;
	const Config *c;

	if (v->tree == TREE_BOOT || v->tree == TREE_FILE)
		fatal("%s has crossbars: choose their configuration with --config", t->file);
	if (v->processors > t->nnodes && o->processors)
		fatal("--nodes %u: %s has %u nodes", v->processors, t->file, t->nnodes);
	if (v->processors > t->nnodes)
		fatal_at(v->file, vms_line(v, "total_processors"), "%u processors; %s has %u nodes",
			v->processors, t->file, t->nnodes);
	words = xasprintf("%s %u", shape[v->tree], v->processors);
	c = topology_search_config(t, "run", words);
	free(words);
	return c;
}

Topology *
machine_for(const RunOptions *o, const Vms *v, const Config **config)
{
	Topology *t;

	*config = NULL;
	if (!o->machine.topology && o->machine.config)
		fatal("--config %s: only a machine with crossbars has configurations; name it "
			"with --topo",
			o->machine.config);
	if (!o->machine.topology)
		t = make_machine(v);
	else
		t = topology_read(o->machine.topology);
	t = link_topology(&o->machine.links, t);
	if (o->machine.has_seed)
		t->seed = o->machine.seed;
	if (o->machine.config)
		*config = topology_config(t, o->machine.config);
	else if (t->nswitches > 0)
		*config = find_config(t, o, v);
	return t;
}
