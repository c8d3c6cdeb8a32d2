/*
 * graph.c - `trellis cc --graph`: compiles the programs of a network, and writes the graph of their
 * messages.
 *
 * An input is [PLACE:]FILE[+FILE]...; PLACE is a list of nodes such as n0-3,8, or o for node 0, or
 * N for all nodes.
 */
#include "driver.h"
#include "base/files.h"
#include "base/number.h"
#include "cc/flow/flow.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct Graph {
	const Driver *d;
	Arena arena;
	uint32_t nnodes;
	Buf model[3]; /* bitcode of the models of messages, threads and synchronisation */
	GraphProcess *process; /* [n] */
	uint32_t n;
} Graph;

/* ---- places ---- */

/* parse_node_number: read the number of a node, and advance *s. An unknown node is fatal. */
static uint32_t
parse_node_number(const Graph *g, const char **s, const char *input)
{
	char *end;
	unsigned long n;

	if (!isdigit((unsigned char)**s))
		fatal("%s: '%s': nodes are named as in n0-3,8 (or o for node 0, N for all)", input,
			*s);
	n = strtoul(*s, &end, 10);
	if (n >= g->nnodes)
		fatal("%s: unknown node n%lu (--graph %u has n0 to n%u)", input, n, g->nnodes,
			g->nnodes - 1);
	*s = end;
	return n;
}

/* parse_node_set: set at[n] for each node of a list such as 0-3,8. */
static void
parse_node_set(const Graph *g, const char *s, const char *input, bool *at)
{
	for (bool more = true; more; more = *s == ',' && s++) {
		uint32_t first = parse_node_number(g, &s, input), last = first;

		if (*s == '-' && s++)
			last = parse_node_number(g, &s, input);
		if (last < first)
			fatal("%s: n%u-%u counts downwards", input, first, last);
		while (first <= last)
			at[first++] = true;
	}
	if (*s)
		fatal("%s: unexpected '%s' after the nodes", input, s);
}

/*
 * input_nodes: an array, [nnodes]: true for the nodes on which the input's program runs. *input
 * becomes the names of its files.
 */
static bool *
input_nodes(Graph *g, const char **input)
{
	bool *at = arena_alloc(&g->arena, g->nnodes, sizeof *at);
	const char *colon = strchr(*input, ':'), *whole = *input;
	char *s = colon ? arena_strndup(&g->arena, *input, colon - *input) : "N";

	*input = colon ? colon + 1 : *input;
	if (strcmp(s, "N") == 0)
		memset(at, true, g->nnodes);
	else if (strcmp(s, "o") == 0)
		at[0] = true;
	else
		parse_node_set(g, *s == 'n' ? s + 1 : s, whole, at);
	return at;
}

/* ---- programs ---- */

/* program_name: the file's name without directory and suffix. */
static const char *
program_name(Arena *a, const char *file)
{
	const char *base = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;

	return arena_strndup(a, base, strcspn(base, "."));
}

/* compile_file: compile a file to bitcode for the graph; a mistake ends the program. */
static void
compile_file(const Graph *g, const char *file, Buf *bitcode)
{
	if (!is_source(file))
		fatal("%s: --graph takes C files", file);
	if (!driver_read_input(g->d, file, bitcode))
		exit(2);
}

/*
 * read_program: compile the files of a program, whose names are joined by `+`; an empty list is
 * fatal.
 */
static GraphProgram *
read_program(Graph *g, const char *files)
{
	GraphProgram *p = arena_alloc(&g->arena, 1, sizeof *p);
	char *copy = arena_strndup(&g->arena, files, strlen(files)), *state;

	for (char *s = strtok_r(copy, "+", &state); s; s = strtok_r(NULL, "+", &state)) {
		p->file = arena_more(&g->arena, p->file, p->nfiles, sizeof *p->file);
		p->bitcode = arena_more(&g->arena, p->bitcode, p->nfiles, sizeof *p->bitcode);
		p->file[p->nfiles] = s;
		compile_file(g, s, &p->bitcode[p->nfiles++]);
	}
	if (p->nfiles == 0)
		fatal("'%s': a program is FILE+FILE...", files);
	p->name = program_name(&g->arena, p->file[0]);
	return p;
}

/* add_processes: add a process for each node on which the input's program runs. */
static void
add_processes(Graph *g, const char *input)
{
	const bool *at = input_nodes(g, &input);
	const GraphProgram *p = read_program(g, input);

	for (uint32_t i = 0; i < g->nnodes; i++) {
		if (!at[i])
			continue;
		g->process = arena_more(&g->arena, g->process, g->n, sizeof *g->process);
		g->process[g->n++] = (GraphProcess){.program = p, .node = i};
	}
}

/* ---- processes ---- */

/*
 * process_name: the name of a process, as the debugger takes it: PROGRAM:nNUMBER or, if the program
 * starts threads, PROGRAM:nNUMBER/THREAD.
 */
static const char *
process_name(Graph *g, const GraphProcess *p)
{
	Buf b = {0};
	const char *name;

	buf_printf(&b, "%s:n%u", p->program->name, p->node);
	if (p->flow->home->nthreads > 0)
		buf_printf(&b, "/%s", p->flow->thread ? p->flow->thread : "main");
	name = arena_strndup(&g->arena, (char *)b.data, b.len);
	buf_free(&b);
	return name;
}

/* check_unique_program: fatal if the node of p runs another program with the same name. */
static void
check_unique_program(const Graph *g, const GraphProcess *p)
{
	for (uint32_t i = 0; i < g->n; i++)
		if (g->process[i].node == p->node && &g->process[i] != p
			&& strcmp(g->process[i].program->name, p->program->name) == 0)
			fatal("two programs '%s' on node n%u", p->program->name, p->node);
}

/*
 * The flows of a program on a node, each with its module: the flow of main, then those of threads.
 */
typedef struct ProgramFlows {
	Graph *g;
	FlowHome home;
	Module *module;
	Flow **flow;
	uint32_t n;
} ProgramFlows;

/* add_flow: make room for a flow, and for the module that the caller fills in. */
static Flow *
add_flow(ProgramFlows *y)
{
	Arena *a = &y->g->arena;
	Flow *f = arena_alloc(a, 1, sizeof *f);

	f->arena = a;
	f->home = &y->home;
	y->module = arena_more(a, y->module, y->n, sizeof *y->module);
	y->flow = arena_more(a, y->flow, y->n, sizeof *y->flow);
	y->flow[y->n++] = f;
	return f;
}

/* add_thread: make the flow of a thread that the parent's flow starts. */
static void
add_thread(ProgramFlows *y, uint32_t parent, uint32_t start)
{
	Flow *from = y->flow[parent], *f = add_flow(y);
	const FlowStart *s = &from->start[start];

	f->parent = from;
	f->started = start;
	f->thread = s->name;
	f->copied = from->copied || s->copies;
	f->variable = from->variable;
	f->function = from->function;
	f->is_taken = from->is_taken;
	f->nvariables = from->nvariables;
	y->module[y->n - 1] = flow_thread_module(&y->module[parent], s->at, y->g->nnodes);
}

/*
 * find_flows: find the flows of main, of the threads that main starts, and of those that they
 * start.
 */
static void
find_flows(ProgramFlows *y, const GraphProcess *p, LLVMContextRef context)
{
	Graph *g = y->g;
	Flow *f = add_flow(y);

	y->module[0] = graph_specialise(context, p->program, g->model,
		sizeof g->model / sizeof *g->model, p->node, g->nnodes, f);
	for (uint32_t i = 0; i < y->n; i++) {
		flow_extract(&y->module[i], g->nnodes, y->flow[i]);
		flow_find_starts(&y->module[i], y->flow[i]);
		for (uint32_t k = 0; k < y->flow[i]->nstarts; k++)
			add_thread(y, i, k);
	}
	flow_add_initial_signals(y->flow[0], &y->home);
	flow_find_owners(y->flow, y->n);
}

/*
 * add_program: add the processes of a program on node `home`: of main, and of the threads that it
 * starts.
 */
static void
add_program(Graph *g, const GraphProcess *p, uint32_t home, GraphProcess **process, uint32_t *n)
{
	LLVMContextRef context = LLVMContextCreate();
	ProgramFlows y = {.g = g, .home.arena = &g->arena};
	FlowHome *kept = arena_alloc(&g->arena, 1, sizeof *kept);

	find_flows(&y, p, context);
	*kept = y.home;
	for (uint32_t i = 0; i < y.n; i++) {
		GraphProcess q = {p->program, p->node, NULL, home, y.flow[i]};

		flow_check_stores(&y.module[i], kept);
		module_free(&y.module[i]);
		flow_simplify(y.flow[i]);
		y.flow[i]->home = kept;
		q.name = process_name(g, &q);
		*process = arena_more(&g->arena, *process, *n, sizeof q);
		(*process)[(*n)++] = q;
	}
	LLVMContextDispose(context);
}

/* compile_models: compile the library's models of messages, threads and synchronisation. */
static void
compile_models(Graph *g)
{
	static const char *const files[] = {"messages", "threads", "sync"};

	_Static_assert(sizeof files / sizeof *files == sizeof g->model / sizeof *g->model, "");
	if (!g->d->lib)
		fatal("the nodes' library is missing; --lib names it");
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		char *name = xasprintf("%s/include/model/%s.c", g->d->lib, files[i]);

		compile_file(g, name, &g->model[i]);
		free(name);
	}
}

void
write_graph(const Driver *d)
{
	Graph g = {.d = d, .nnodes = number_option("--graph", d->graph, 1, GRAPH_MAX_NODES)};
	GraphProcess *process = NULL;
	uint32_t n = 0;
	Buf out = {0};

	compile_models(&g);
	for (size_t i = 0; i < d->inputs.n; i++)
		add_processes(&g, d->inputs.v[i]);
	for (uint32_t i = 0; i < g.n; i++) {
		check_unique_program(&g, &g.process[i]);
		add_program(&g, &g.process[i], i, &process, &n);
	}
	graph_write(&g.arena, process, n, &out);
	file_write(d->output ? d->output : "-", out.data, out.len);
	buf_free(&out);
	for (size_t i = 0; i < sizeof g.model / sizeof *g.model; i++)
		buf_free(&g.model[i]);
	arena_free(&g.arena);
}
