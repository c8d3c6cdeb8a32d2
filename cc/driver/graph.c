/*
 * graph.c - `trellis cc --graph`: compiles the programs of a network, and writes the graph of their
 * messages.
 *
 * An input is [PLACE:]FILE[+FILE]...; the place is nodes as in n0-3,8, or o for node 0, N for all.
 */
#include "driver.h"
#include "cc/flow/flow.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct Graph {
	const Driver *d;
	Arena arena;
	uint32_t nnodes;
	Buf model;
	GraphProcess *process;
	uint32_t n;
} Graph;

/* ---- places ---- */

static uint32_t
place_number(const Graph *g, const char **s, const char *input)
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

static void
place_set(const Graph *g, const char *s, const char *input, bool *at)
{
	for (bool more = true; more; more = *s == ',' && s++) {
		uint32_t first = place_number(g, &s, input), last = first;

		if (*s == '-' && s++)
			last = place_number(g, &s, input);
		if (last < first)
			fatal("%s: n%u-%u counts downwards", input, first, last);
		while (first <= last)
			at[first++] = true;
	}
	if (*s)
		fatal("%s: unexpected '%s' after the nodes", input, s);
}

/* input_nodes: [nodes] where the input's program runs; *input continues with its files. */
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
		place_set(g, *s == 'n' ? s + 1 : s, whole, at);
	return at;
}

/* ---- programs ---- */

static const char *
program_name(Arena *a, const char *file)
{
	const char *base = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;

	return arena_strndup(a, base, strcspn(base, "."));
}

static void
compile_file(const Graph *g, const char *file, Buf *bitcode)
{
	if (!is_source(file))
		fatal("%s: --graph takes C files", file);
	if (!driver_contents(g->d, file, bitcode))
		exit(2);
}

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

/* process_name: PROGRAM:nNUMBER, a place as the debugger takes it */
static const char *
process_name(Graph *g, const GraphProcess *p)
{
	Buf b = {0};
	const char *name;

	for (uint32_t i = 0; i < g->n; i++)
		if (g->process[i].node == p->node && &g->process[i] != p
			&& strcmp(g->process[i].program->name, p->program->name) == 0)
			fatal("two programs '%s' on node n%u", p->program->name, p->node);
	buf_printf(&b, "%s:n%u", p->program->name, p->node);
	name = arena_strndup(&g->arena, (char *)b.data, b.len);
	buf_free(&b);
	return name;
}

static void
find_flow(Graph *g, GraphProcess *p)
{
	LLVMContextRef context = LLVMContextCreate();
	Module m;

	p->name = process_name(g, p);
	p->flow = arena_alloc(&g->arena, 1, sizeof *p->flow);
	p->flow->arena = &g->arena;
	m = graph_specialise(context, p->program, &g->model, p->node, g->nnodes, p->flow);
	flow_extract(&m, g->nnodes, p->flow);
	module_free(&m);
	LLVMContextDispose(context);
}

static void
read_model(Graph *g)
{
	char *name;

	if (!g->d->lib)
		fatal("the nodes' library is missing; --lib names it");
	name = xasprintf("%s/include/model/messages.c", g->d->lib);
	compile_file(g, name, &g->model);
	free(name);
}

void
write_graph(const Driver *d)
{
	Graph g = {.d = d, .nnodes = number_option("--graph", d->graph, 1, GRAPH_MAX_NODES)};
	Buf out = {0};

	read_model(&g);
	for (size_t i = 0; i < d->inputs.n; i++)
		add_processes(&g, d->inputs.v[i]);
	for (uint32_t i = 0; i < g.n; i++)
		find_flow(&g, &g.process[i]);
	graph_write(&g.arena, g.process, g.n, &out);
	file_write(d->output ? d->output : "-", out.data, out.len);
	buf_free(&out);
	buf_free(&g.model);
	arena_free(&g.arena);
}
