/*
 * run_break.c - `trellis run --break` of an application: finds the nodes that recognise the event,
 * and makes the C text that is added to the programs.
 */
#include "run_break.h"
#include "break_tree.h"

#include <stdlib.h>
#include <string.h>

struct RunBreak {
	const RunOptions *o;
	Arena *arena;
	BreakTree tree;
	BuildBreak build;
};

/* check: an application or an option with which --break does not work is fatal */
static void
check(const Run *r)
{
	const char *with = r->o.machine.faults.n ? "--fault"
		: r->o.machine.debug ? "--debug"
		: r->o.monitor == MONITOR_INSIDE || r->o.monitor == MONITOR_OFF ? "--monitor"
		: NULL;

	if (strcmp(r->v.type->name, "PFVM") != 0)
		fatal_at(r->o.vms, vms_line(r->written, "type"), "--break is for a PFVM: the "
			"passes of %s are not instrumented; --break-outside stops there, too",
			r->v.type->a_name);
	if (r->v.tolerant)
		fatal_at(r->o.vms, vms_line(r->written, "fault_tolerance"), "--break: a run with "
			"fault_tolerance is not instrumented; --break-outside stops there, too");
	if (r->v.log)
		fatal_at(r->o.vms, vms_line(r->written, "log"), "--break: programs that write logs "
			"are not instrumented; --break-outside stops there, too");
	if (r->v.processors < 2)
		fatal_at(r->o.vms, vms_line(r->written, "total_processors"),
			"--break needs at least 2 processors: one that computes");
	if (with)
		fatal("--break and %s cannot be combined", with);
}

/* ---- the tree ---- */

static const uint32_t *
find_parents(Run *r, BootPlan *plan)
{
	uint32_t n = r->v.processors, *parent = arena_alloc(&r->arena, n, sizeof *parent);

	if (r->v.tree == TREE_FILE) {
		uint32_t *read = tree_read(r->tree_file, n);

		memcpy(parent, read, n * sizeof *parent);
		free(read);
		return parent;
	}
	if (r->v.tree == TREE_BOOT)
		boot_plan_tree(plan);
	for (uint32_t i = 1; i < n; i++)
		parent[i] = r->v.tree == TREE_BOOT ? plan->nodes[i].peer[plan->nodes[i].up]
			: tree_parent(r->v.tree, i);
	return parent;
}

static void
find_tree(Run *r, BreakTree *tree)
{
	const Config *config;
	Topology *t = machine_for(&r->o, &r->v, &config);
	BootPlan *plan = boot_plan_new(t, config);
	const char **name = arena_alloc(&r->arena, r->v.processors, sizeof *name);

	if (plan->nnodes < r->v.processors)
		fatal("--break: %u processors; the network has %u nodes", r->v.processors,
			plan->nnodes);
	for (uint32_t i = 0; i < r->v.processors; i++) {
		const char *s = t->nodes[plan->place[i]].name;

		name[i] = arena_strndup(&r->arena, s, strlen(s));
	}
	tree->nnodes = r->v.processors;
	tree->name = name;
	tree->parent = find_parents(r, plan);
	boot_plan_free(plan);
	topology_free(t);
}

/* ---- the plan ---- */

static const char *
as_text(Arena *a, Buf *b)
{
	const char *text = arena_strndup(a, (char *)b->data, b->len);

	buf_free(b);
	return text;
}

RunBreak *
run_break_new(Run *r, const char *dir)
{
	RunBreak *b;
	const char *graph;
	Buf out = {0};

	if (!r->o.brk)
		return NULL;
	check(r);
	b = arena_alloc(&r->arena, 1, sizeof *b);
	b->o = &r->o;
	b->arena = &r->arena;
	b->tree = (BreakTree){.arena = &r->arena, .event = r->o.brk,
		.monotonic = r->o.monotonic, .carries = r->o.only != BREAK_ONLY_EVALUATE,
		.mode = r->o.only ? "BREAK_COUNT" : r->o.hits ? "BREAK_CONTINUE" : "BREAK_HALT"};
	find_tree(r, &b->tree);
	graph = build_text(&r->arena, xasprintf("%s/application.dcfg", dir));
	graph_make(&r->v, graph);
	break_tree_find(&b->tree, graph,
		build_text(&r->arena, xasprintf("%s/passes.dcfg", dir)));
	b->build.event = r->o.brk;
	break_tree_values(&b->tree, &out);
	b->build.values = as_text(&r->arena, &out);
	break_tree_tables(&b->tree, false, &out);
	b->build.master = as_text(&r->arena, &out);
	break_tree_tables(&b->tree, true, &out);
	b->build.slave = as_text(&r->arena, &out);
	return b;
}

const BuildBreak *
run_break_build(const RunBreak *b)
{
	return b ? &b->build : NULL;
}

BreakHits *
run_break_hits(const RunBreak *b, Station *s, const Programs *p)
{
	const char *const elf[] = {p->master, p->slave};
	BreakHitsOptions o;

	if (!b)
		return NULL;
	o = (BreakHitsOptions){.run = b->o, .s = s, .elf = elf, .nelf = 2,
		.nchoices = b->tree.nchoices};
	o.choice = arena_alloc(b->arena, o.nchoices, sizeof *o.choice);
	for (uint32_t i = 0; i < o.nchoices; i++)
		o.choice[i] = break_tree_choice(&b->tree, i);
	return break_hits_new(&o);
}
