/*
 * simul.c - `trellis simul`: finds where simultaneous events of a distributed program can be
 * recognised.
 */
#include "command.h"

#include "base/files.h"
#include "base/number.h"
#include "detrek/simul/simul.h"
#include "sim/past/past.h"

#include <stdlib.h>
#include <string.h>

enum {
	MAX_BENCH = 10000000, /* nodes with --bench */
	MAX_QUERIES = 256, /* on the command line */
};

/* The options and arguments of the command line. */
typedef struct Options {
	const char *query[MAX_QUERIES];
	uint32_t nqueries;
	bool sure, plan, dominators, summary, json;
	const char *stats, *path, *dot; /* arguments of options */
	uint32_t bench; /* number of nodes, or 0 */
} Options;

/*
 * parse_bench_size: the number of nodes for --bench, 100000 without a value; a wrong value is
 * fatal.
 */
static uint32_t
parse_bench_size(const char *s)
{
	uint64_t n = 100000;

	if (s && (!number_parse(s, MAX_BENCH, &n) || n < 100))
		fatal("--bench=%s: a number of nodes from 100 to %d", s, MAX_BENCH);
	return n;
}

/* add_query: add a query of the command line; too many are fatal. */
static void
add_query(Options *o, const char *q)
{
	if (o->nqueries == MAX_QUERIES)
		fatal("more than %d queries; put them into the file", MAX_QUERIES);
	o->query[o->nqueries++] = q;
}

/* Ids of the options that have no letter. */
enum { QUERY = 256, SURE, PLAN, DOMINATORS, SUMMARY, STATS, PATH, JSON, DOT, BENCH };

/* set_option: store the value of option c. */
static void
set_option(Options *o, int c, const char *argument)
{
	switch (c) {
	case QUERY: add_query(o, argument); break;
	case SURE: o->sure = true; break;
	case PLAN: o->plan = true; break;
	case DOMINATORS: o->dominators = true; break;
	case SUMMARY: o->summary = true; break;
	case STATS: o->stats = argument; break;
	case PATH: o->path = argument; break;
	case JSON: o->json = true; break;
	case DOT: o->dot = argument; break;
	case BENCH: o->bench = parse_bench_size(argument); break;
	}
}

/*
 * parse_nodes: the nodes of a comma-separated list of `least` to `most` names; returns their
 * number.
 */
static uint32_t
parse_nodes(const Dcfg *d, const char *option, const char *names, uint32_t *node, uint32_t least,
	uint32_t most)
{
	char *copy = arena_strndup(d->arena, names, strlen(names)), *state;
	uint32_t n = 0;

	for (char *s = strtok_r(copy, ",", &state); s; s = strtok_r(NULL, ",", &state)) {
		if (n == most)
			fatal("--%s=%s: at most %u nodes", option, names, most);
		node[n++] = dcfg_node(d, s);
	}
	if (n < least)
		fatal("--%s=%s: at least %u nodes, separated by commas", option, names, least);
	return n;
}

/*
 * put_stats: print the statements along the paths between the two nodes asked for; returns the exit
 * status.
 */
static int
put_stats(const Dcfg *d, const Options *o)
{
	uint32_t node[2], *list;
	uint32_t n;

	parse_nodes(d, "stats-along", o->stats, node, 2, 2);
	n = nodes_along_paths(d, node[0], node[1], &list);
	if (o->json) {
		json_t *j = json_array();

		for (uint32_t i = 0; i < n; i++)
			json_array_append_new(j, json_string(d->name.text[list[i]]));
		report_json(json_pack("{so}", "stats", j));
	} else {
		printf("stats %s %s {", d->name.text[node[0]], d->name.text[node[1]]);
		for (uint32_t i = 0; i < n; i++)
			printf("%s%s", i ? " " : "", d->name.text[list[i]]);
		printf("}\n");
	}
	return n ? EXIT_FOUND : 0;
}

/* put_path: print whether a path exists between the nodes asked for; returns the exit status. */
static int
put_path(const Dcfg *d, const Options *o)
{
	uint32_t node[3] = {NONE, NONE, NONE};
	bool exists;

	parse_nodes(d, "path", o->path, node, 2, 3);
	exists = path_exists(d, node[0], node[1], node[2]);
	if (o->json)
		report_json(json_pack("{sb}", "path", (int)exists));
	else
		printf("path %s %s%s%s %s\n", d->name.text[node[0]], d->name.text[node[1]],
			node[2] == NONE ? "" : " avoiding ",
			node[2] == NONE ? "" : d->name.text[node[2]], exists ? "yes" : "no");
	return exists ? EXIT_FOUND : 0;
}

/* put_advice: print how the events could be made recognisable, if there is such advice. */
static void
put_advice(const SimulResult *r)
{
	const char *advice = simul_advice(r->dcfg, r->points);

	if (advice)
		printf("%s\n", advice);
}

/* has_expressions: true if some query is an expression in braces. */
static bool
has_expressions(const Options *o)
{
	for (uint32_t i = 0; i < o->nqueries; i++)
		if (*o->query[i] == '{')
			return true;
	return false;
}

/*
 * put_results: print relations, points of recognition and plans of all queries; returns the exit
 * status.
 */
static int
put_results(Dcfg *d, const Options *o)
{
	SimulResult r = {
		.dcfg = d,
		.relations = relations_find(d),
		.points = arena_alloc(d->arena, d->nqueries, sizeof *r.points),
		.dominators = o->dominators,
		.summary = o->summary,
	};
	bool found = false;

	if (o->plan)
		r.plan = arena_alloc(d->arena, d->nqueries, sizeof *r.plan);
	for (uint32_t i = 0; i < d->nqueries; i++) {
		r.points[i] = points_find(d, &r.relations, &d->query[i]);
		if (o->sure)
			points_remove_unsure(d, &r.relations, &d->query[i], &r.points[i]);
		/* the other modes only add conditions */
		found |= simul_has_point(d, &d->query[i], &r.points[i], MONO);
		if (o->plan)
			r.plan[i] = plan_find(d, &r.relations, &d->query[i], &r.points[i]);
	}
	if (o->dot) {
		Buf b = {0};

		simul_dot(&b, &r);
		file_write(o->dot, b.data, b.len);
		buf_free(&b);
	}
	if (o->json)
		report_json(simul_json(&r));
	else
		simul_text(&r);
	if (!o->json && has_expressions(o))
		put_advice(&r);
	return found ? EXIT_FOUND : 0;
}

/* analyse_file: read a graph and print what the options ask for; returns the exit status. */
static int
analyse_file(const Options *o, const char *file)
{
	Arena a = {0};
	Buf text = file_read(file, SIZE_MAX);
	Dcfg *d = dcfg_read(&a, file, (char *)text.data, text.len);
	int status;

	for (uint32_t i = 0; i < o->nqueries; i++)
		if (*o->query[i] == '{')
			dcfg_query_expressions(d, o->query[i]);
		else
			dcfg_query(d, "--query", o->query[i]);
	if (o->stats)
		status = put_stats(d, o);
	else if (o->path)
		status = put_path(d, o);
	else
		status = put_results(d, o);
	arena_free(&a);
	buf_free(&text);
	return status;
}

/* simul_main: execute the command `simul`; returns the exit status. */
static int
simul_main(int argc, char **argv)
{
	Options o = {0};
	OptionReader r;
	const char *file;
	int c;

	option_reader_init(&r, &simul_command, OPTIONS_ANYWHERE, argc, argv);
	while ((c = option_next(&r)) != -1)
		set_option(&o, c, r.argument);
	if (o.bench) {
		simul_bench(o.bench);
		return 0;
	}
	if (argc - option_first_argument(&r) != 1)
		fatal("simul: expected one FILE or RECORDING; see 'trellis simul --help'");
	file = argv[option_first_argument(&r)];
	if (past_is_recording(file))
		return simul_recorded(file, o.query, o.nqueries, o.json) ? EXIT_FOUND : 0;
	return analyse_file(&o, file);
}

static const Option options[] = {
	{QUERY, "query", "Q",
		"ask one more query, as in the file: 'LE1 LE2 at P'; 'LE1 || LE2 at P' "
		"(concurrent), 'LE1 -> LE2 at P' (ordered); 'at *' at every process\n"
		"for a recording: an event, such as '{n > 3}@root == {busy}@leaf'; || and -> "
		"likewise"},
	{SURE, "sure", NULL,
		"print only points that are valid in every schedule; the others are listed as "
		"unsure"},
	{PLAN, "plan", NULL, "also print the instrumentation: edges that carry values, redundant "
		"evaluations"},
	{DOMINATORS, "dominators", NULL, "also print dominators and postdominators of all nodes"},
	{SUMMARY, "summary", NULL,
		"print only edges and queries, without PRE and POST, which can grow with the "
		"square of the graph"},
	{STATS, "stats-along", "A,B", "print only StatsAlongPaths: the nodes between A and B"},
	{PATH, "path", "A,B[,C]", "print only PathExists from A to B (avoiding C)"},
	{JSON, "json", NULL, "write JSON"},
	{DOT, "dot", "FILE", "write the graph as DOT, recognition points filled"},
	{BENCH, "bench", "[N]", "measure made-up graphs of up to N nodes (100000) instead"},
	{0},
};

const Command simul_command = {
	"simul",
	"find where simultaneous events of a distributed program can be recognised",
	simul_main,
	"trellis simul [OPTION]... FILE.dcfg\ntrellis simul --query=EVENT... [--json] RECORDING",
	"Analyse a distributed control flow graph: which sends can meet which receives, PRE and "
	"POST of each, and for every query the points at which it can be recognised. FILE - is "
	"standard input. The exit status is 1 when a query has a point.\n"
	"For a recorded run: how often the local events of a query were simultaneous, concurrent "
	"and ordered, and where. The exit status is 1 when the relation of a query's operator "
	"occurred.",
	{options},
	NULL,
};
