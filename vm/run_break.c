/*
 * run_break.c - `trellis run --break` of an application: finds the nodes that recognise the event,
 * and writes the C that is added to the programs.
 */
#include "run_break.h"
#include "break_tree.h"
#include "fit_machine.h"
#include "message_graph.h"

#include <stdlib.h>
#include <string.h>

struct RunBreak {
	const RunOptions *o;
	Arena *arena;
	BreakTree tree;
	BuildBreak build;
};

/* check_application: fatal for an application or an option with which --break does not work. */
static void
check_application(const App *a)
{
	const char *with = a->o.machine.faults.n ? "--fault"
		: a->o.machine.debug ? "--debug"
		: a->o.machine.sync_inside ? "--sync-log inside:"
		: a->o.monitor == MONITOR_INSIDE || a->o.monitor == MONITOR_OFF ? "--monitor"
		: NULL;

	if (a->v.tolerant)
		fatal_at(a->o.vms, vms_line(a->written, "fault_tolerance"), "--break: a run with "
			"fault_tolerance is not instrumented; --break-outside stops there, too");
	if (a->v.log)
		fatal_at(a->o.vms, vms_line(a->written, "log"), "--break: programs that write logs "
			"are not instrumented; --break-outside stops there, too");
	if (a->v.processors < 2)
		fatal_at(a->o.vms, vms_line(a->written, "total_processors"),
			"--break needs at least 2 processors: one that computes");
	if (with)
		fatal("--break and %s cannot be combined", with);
}

/* ---- the tree ---- */

/*
 * find_tree: store in *tree the names of the nodes on which the processors run, and their parents.
 */
static void
find_tree(App *a, BreakTree *tree)
{
	const Config *config;
	Topology *t = machine_for(&a->o, &a->v, &config);
	BootPlan *plan = boot_plan_new(t, config);
	const char **name = arena_alloc(&a->arena, a->v.processors, sizeof *name);

	if (plan->nnodes < a->v.processors)
		fatal("--break: %u processors; the network has %u nodes", a->v.processors,
			plan->nnodes);
	for (uint32_t i = 0; i < a->v.processors; i++) {
		const char *s = t->nodes[plan->place[i]].name;

		name[i] = arena_strndup(&a->arena, s, strlen(s));
	}
	tree->nnodes = a->v.processors;
	tree->name = name;
	tree->parent = app_parents(a);
	boot_plan_free(plan);
	topology_free(t);
}

/* ---- the plan ---- */

/* buf_text: move a buffer's text to the arena, with a terminating zero. */
static const char *
buf_text(Arena *arena, Buf *b)
{
	const char *text = arena_strndup(arena, (char *)b->data, b->len);

	buf_free(b);
	return text;
}

RunBreak *
run_break_new(App *a, const char *dir)
{
	RunBreak *b;
	const char *graph;
	Buf out = {0};

	if (!a->o.brk)
		return NULL;
	check_application(a);
	b = arena_alloc(&a->arena, 1, sizeof *b);
	b->o = &a->o;
	b->arena = &a->arena;
	b->tree = (BreakTree){.arena = &a->arena, .event = a->o.brk,
		.monotonic = a->o.monotonic, .carries = a->o.only != BREAK_ONLY_EVALUATE,
		.relays = a->v.type->relays, .splits = a->v.type->splits,
		.mode = a->o.only ? "BREAK_COUNT" : a->o.hits ? "BREAK_CONTINUE" : "BREAK_HALT"};
	find_tree(a, &b->tree);
	graph = build_keep_text(&a->arena, xasprintf("%s/application.dcfg", dir));
	graph_make(a, graph);
	break_tree_find(&b->tree, graph,
		build_keep_text(&a->arena, xasprintf("%s/passes.dcfg", dir)));
	b->build.event = a->o.brk;
	break_tree_values(&b->tree, &out);
	b->build.values = buf_text(&a->arena, &out);
	break_tree_tables(&b->tree, false, &out);
	b->build.master = buf_text(&a->arena, &out);
	break_tree_tables(&b->tree, true, &out);
	b->build.slave = buf_text(&a->arena, &out);
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
