/* parents.c - the parents of an application's nodes in its tree. */
#include "app.h"
#include "app_tree.h"
#include "fit_machine.h"
#include "sim/host/station/station.h"

#include <stdlib.h>
#include <string.h>

/* read_parents: set the parents from the application's file of the tree. */
static void
read_parents(const App *a, uint32_t *parent)
{
	uint32_t *read = tree_read(a->tree_file, a->v.processors);

	memcpy(parent, read, a->v.processors * sizeof *parent);
	free(read);
}

/* find_boot_parents: set the parents to those in the tree along which the network boots. */
static void
find_boot_parents(const App *a, uint32_t *parent)
{
	const Config *config;
	Topology *t = machine_for(&a->o, &a->v, &config);
	BootPlan *plan = boot_plan_new(t, config);

	if (plan->nnodes < a->v.processors)
		fatal_at(a->o.vms, vms_line(a->written, "total_processors"),
			"%u processors; the network has %u nodes", a->v.processors, plan->nnodes);
	boot_plan_tree(plan);
	for (uint32_t i = 1; i < a->v.processors; i++)
		parent[i] = plan->nodes[i].peer[plan->nodes[i].up];
	boot_plan_free(plan);
	topology_free(t);
}

const uint32_t *
app_parents(App *a)
{
	uint32_t n = a->v.processors, tree = a->v.tree;
	uint32_t *parent = arena_alloc(&a->arena, n, sizeof *parent);

	if (tree == TREE_FILE)
		read_parents(a, parent);
	else if (tree == TREE_BOOT)
		find_boot_parents(a, parent);
	else
		for (uint32_t i = 1; i < n; i++)
			parent[i] = tree == TREE_RING ? 0 : tree == TREE_PIPELINE ? i - 1
				: tree_parent(tree, i);
	return parent;
}
