/*
 * graph.c - run --graph: the messages of an application's processes as a graph for `trellis simul`.
 *
 * The processes are the generator and the receiver on node 0, and one that computes tasks on each
 * other node: the user's functions, called by TrEK's models of these processes (trek/model/).
 */
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
	BuildStep step;
} GraphCommand;

/* add_process: PLACE:MODEL+FILE..., with the files of the roles and those of all programs */
static void
add_process(GraphCommand *g, const char *place, const char *model, const VmsRole *roles, int n)
{
	Buf word = {0};
	Sources s = {0};

	for (int i = 0; i < n; i++)
		sources_add(&g->arena, &s, &g->build.v->files[roles[i]]);
	sources_add(&g->arena, &s, &g->build.v->sources);
	buf_printf(&word, "%s:%s/%s", place, g->model, model);
	for (uint32_t i = 0; i < s.n; i++)
		buf_printf(&word, "+%s", build_source(&g->build, s.name[i]));
	step_word(&g->step, arena_strndup(&g->arena, (char *)word.data, word.len));
	buf_free(&word);
}

static void
add_processes(GraphCommand *g)
{
	static const VmsRole master[] = {ROLE_GENERATOR, ROLE_RECEIVER}, slave[] = {ROLE_COMPUTE};
	const char *others = build_text(&g->arena, xasprintf("n1-%u", g->build.v->processors - 1));

	add_process(g, "o", "generator.c", master, 2);
	add_process(g, "o", "receiver.c", master, 2);
	add_process(g, others, "compute.c", slave, 1);
}

static void
add_options(GraphCommand *g, const char *output)
{
	const char *nnodes = build_text(&g->arena, xasprintf("%u", g->build.v->processors));

	step_words(&g->step, build_text(&g->arena, program_beside("trellis-cc")), "--graph",
		nnodes, "-o", output, "--below", g->build.home, NULL);
	build_options(&g->build, &g->step);
}

/* prepare_command: the command that writes the graph */
static void
prepare_command(GraphCommand *g, const Vms *v, const char *output)
{
	const char *slash = strrchr(v->file, '/');
	char *node = node_dir();

	if (!node)
		fatal("the graph of messages: the nodes' libraries are missing: trellis was built "
			"without its C compiler, which needs LLVM (Debian: llvm-dev)");
	g->step = step_new(&g->arena, output);
	g->build = (Build){.arena = &g->arena, .v = v,
		.home = slash ? arena_strndup(&g->arena, v->file, slash - v->file) : "."};
	g->model = build_text(&g->arena, xasprintf("%s/include/model", node));
	free(node);
	add_options(g, output);
	add_processes(g);
}

void
graph_make(const Vms *v, const char *output)
{
	GraphCommand g = {0};

	unlink(output); /* make it anew: it also depends on the files that the programs include */
	prepare_command(&g, v, output);
	steps_run(&g.step, 1);
	fputs((char *)g.step.messages.data, stderr);
	if (g.step.failed)
		fatal_at(v->file, 0, "the graph of the processes' messages cannot be made");
	buf_free(&g.step.messages);
	arena_free(&g.arena);
}

void
run_graph(const Vms *v, const char *output)
{
	GraphCommand g = {0};

	if (strcmp(v->type->name, "PFVM") != 0)
		fatal_at(v->file, vms_line(v, "type"),
			"--graph is for a PFVM; the graph of tasks that are split is not "
			"supported");
	if (v->processors < 2)
		fatal_at(v->file, vms_line(v, "total_processors"),
			"--graph needs at least 2 processors: one that computes");
	prepare_command(&g, v, output);
	step_word(&g.step, NULL);
	execv(g.step.argv[0], g.step.argv);
	fatal("cannot execute %s:", g.step.argv[0]);
}
