/*
 * graph.c - run --graph: the messages of an application's processes as a graph for `trellis simul`.
 *
 * The processes are the generator and the receiver on node 0, and one that computes tasks on each
 * other node. In a DCVM, the latter have threads that split and join. TrEK's models of these
 * processes (trek/model/) call the user's functions. The models have lists of the nodes that split
 * tasks, and of the nodes from which each node receives its tasks.
 */
#include "app.h"
#include "build_parts.h"
#include "cc/node/node_dir.h"
#include "message_graph.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct GraphCommand {
	Arena arena;
	Build build;       /* only its arena, specification and home are set */
	const char *model; /* directory of the models */
	const uint32_t *parent; /* [processors] parent of each node in the tree */
	BuildStep step;    /* the command of the compiler */
} GraphCommand;

/* add_process: add PLACE:MODEL+FILE..., with the files of the roles and those of all programs. */
static void
add_process(GraphCommand *g, const char *place, const char *model, const char *type,
	const VmsRole *roles, int n)
{
	Buf word = {0};
	Sources s = {0};

	for (int i = 0; i < n; i++)
		sources_add(&g->arena, &s, &g->build.v->files[roles[i]]);
	sources_add(&g->arena, &s, &g->build.v->sources);
	buf_printf(&word, "%s:%s/%s", place, g->model, model);
	buf_printf(&word, "+%s/%s+%s/setting.c", g->model, type, g->model);
	for (uint32_t i = 0; i < s.n; i++)
		buf_printf(&word, "+%s", build_source(&g->build, s.name[i]));
	step_word(&g->step, arena_strndup(&g->arena, (char *)word.data, word.len));
	buf_free(&word);
}

/* type_model: the file with the model of a node of the application's type. */
static const char *
type_model(const VmsType *t)
{
	return t->splits ? "dcvm.c" : t->relays ? "pipeline.c" : t->steps ? "spmd.c" : "pfvm.c";
}

/* add_processes: add the processes of the master and the slaves with their sources. */
static void
add_processes(GraphCommand *g)
{
	static const VmsRole master[] = {ROLE_GENERATOR, ROLE_RECEIVER},
		slave[] = {ROLE_COMPUTE, ROLE_SPLIT, ROLE_JOIN};
	const Vms *v = g->build.v;
	const char *others = build_keep_text(&g->arena, xasprintf("n1-%u", v->processors - 1));

	add_process(g, "o", "generator.c", "tasks.c", master, 2);
	add_process(g, "o", "receiver.c", "tasks.c", master, 2);
	add_process(g, others, "compute.c", type_model(v->type), slave, v->type->splits ? 3 : 1);
}

/* ---- where tasks come from ---- */

/* may_split: true if TrEK may split a task on the node, as node_splits in trek/node.c decides. */
static bool
may_split(const GraphCommand *g, uint32_t node)
{
	const Vms *v = g->build.v;
	uint32_t level = 0;
	bool has_children = false;

	for (uint32_t i = node; i != 0; i = g->parent[i])
		level++;
	for (uint32_t i = 1; i < v->processors; i++)
		has_children |= g->parent[i] == node;
	return v->degree > 1 && level > 0 && level <= v->depth && has_children;
}

/* task_giver: the node whose generator, stage or split makes the node's tasks. */
static uint32_t
task_giver(const GraphCommand *g, uint32_t node)
{
	if (node == 0 || g->build.v->type->relays)
		return node ? g->parent[node] : 0;
	do
		node = g->parent[node];
	while (node != 0 && !may_split(g, node));
	return node;
}

/* add_list: add -DNAME=..., with an element for each node: the giver, or the receivers. */
static void
add_list(GraphCommand *g, const char *name, bool givers)
{
	Buf word = {0};

	buf_printf(&word, "-D%s=0", name);
	for (uint32_t i = 1; i < g->build.v->processors; i++)
		buf_printf(&word, ",%u", givers ? task_giver(g, i) : may_split(g, i));
	step_word(&g->step, arena_strndup(&g->arena, (char *)word.data, word.len));
	buf_free(&word);
}

/*
 * put_receivers: append the nodes that receive their tasks from a node, as in
 * trek/model/trek_model.h.
 */
static void
put_receivers(const GraphCommand *g, uint32_t from, Buf *word)
{
	uint32_t last = 0;

	for (uint32_t i = 1; i < g->build.v->processors; i++)
		if (task_giver(g, i) == from)
			last = i;
	if (last == 0)
		return;
	buf_printf(word, "FROM(%u) ", from);
	for (uint32_t i = 1; i < last; i++)
		if (task_giver(g, i) == from)
			buf_printf(word, "OR(%u) ", i);
	buf_printf(word, "LAST(%u) ", last);
}

/* add_receivers: add the option that tells the compiler which node gives to which. */
static void
add_receivers(GraphCommand *g)
{
	Buf word = {0};

	buf_printf(&word, "-DTREK_GIVES=");
	for (uint32_t i = 0; i < g->build.v->processors; i++)
		put_receivers(g, i, &word);
	step_word(&g->step, arena_strndup(&g->arena, (char *)word.data, word.len));
	buf_free(&word);
}

/* ---- the command ---- */

/*
 * add_options: add the options of the compiler: the network's size, the application's shape and
 * the output file.
 */
static void
add_options(GraphCommand *g, const char *output)
{
	const Vms *v = g->build.v;
	const char *nnodes = build_keep_text(&g->arena, xasprintf("%u", v->processors));

	step_words(&g->step, build_keep_text(&g->arena, program_beside("trellis-cc")), "--graph",
		nnodes, "-o", output, "--below", g->build.home, NULL);
	build_options(&g->build, &g->step);
	step_word(&g->step, build_keep_text(&g->arena, xasprintf("-DTREK_DEGREE=%u", v->degree)));
	step_word(&g->step, build_keep_text(&g->arena, xasprintf("-DTREK_STAGES=%u",
		v->type->relays || v->type->steps ? v->processors - 1 : 1)));
	add_list(g, "TREK_ABOVE", true);
	add_list(g, "TREK_SPLITS", false);
	add_receivers(g);
}

/* prepare_command: make the command that writes the graph. */
static void
prepare_command(GraphCommand *g, App *a, const char *output)
{
	const Vms *v = &a->v;
	const char *slash = strrchr(v->file, '/');
	char *node = node_dir();

	if (!node)
		fatal("the graph of messages: the nodes' libraries are missing: trellis was built "
			"without its C compiler, which needs LLVM (Debian: llvm-dev)");
	g->parent = app_parents(a);
	g->step = step_new(&g->arena, output);
	g->build = (Build){.arena = &g->arena, .v = v,
		.home = slash ? arena_strndup(&g->arena, v->file, slash - v->file) : "."};
	g->model = build_keep_text(&g->arena, xasprintf("%s/include/model", node));
	free(node);
	add_options(g, output);
	add_processes(g);
}

void
graph_make(App *a, const char *output)
{
	GraphCommand g = {0};

	unlink(output); /* make it anew: it also depends on the files that the programs include */
	prepare_command(&g, a, output);
	steps_run(&g.step, 1);
	fputs((char *)g.step.messages.data, stderr);
	if (g.step.failed)
		fatal_at(a->v.file, 0, "the graph of the processes' messages cannot be made");
	buf_free(&g.step.messages);
	arena_free(&g.arena);
}

/* run_graph: execute `trellis run --graph`: write the graph to a file. */
void
run_graph(App *a, const char *output)
{
	GraphCommand g = {0};

	if (a->v.processors < 2)
		fatal_at(a->v.file, vms_line(&a->v, "total_processors"),
			"--graph needs at least 2 processors: one that computes");
	if (a->v.tolerant)
		fatal_at(a->v.file, vms_line(&a->v, "fault_tolerance"), "the graph of %s with "
			"fault_tolerance is not supported: when a node is lost, its tasks go to "
			"other nodes; make that of the same %s without fault_tolerance",
			a->v.type->a_name, a->v.type->name);
	prepare_command(&g, a, output);
	step_word(&g.step, NULL);
	execv(g.step.argv[0], g.step.argv);
	fatal("cannot execute %s:", g.step.argv[0]);
}
