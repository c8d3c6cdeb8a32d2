/*
 * topo.c - trellis topo: what a topology file describes.
 */
#include "command.h"
#include "sim/topology/topology.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static void
topo_help(void)
{
	fputs("usage: trellis topo [options] FILE\n"
	      "\n"
	      "Reads a topology file and prints how many parts the machine and each of its\n"
	      "configurations have, or what the options ask for. FILE - is standard input.\n"
	      "\n"
	      "  -c, --config NAME   of this configuration (else the first, if there is one)\n"
	      "  -f, --find WORDS    of a configuration to be found: \"btree 16\", \"grid 5x15\",\n"
	      "                      \"chain 75 root=n3\"\n"
	      "      --circuits      the settings of the crossbars, port-port\n"
	      "      --routes        diameter, mean distance, and the way to each node\n"
	      "      --ispy          what a worm would find: parts, speeds, neighbours\n"
	      "      --text          the file, in canonical form\n"
	      "      --dot           a graph for Graphviz\n"
	      "      --json          everything as JSON\n"
	      "  -h, --help          this text\n", stdout);
}

typedef void Listing(const Topology *t, const Config *c, Buf *out);

static void
list_text(const Topology *t, const Config *c, Buf *out)
{
	(void)c; /* the text has all configurations */
	topology_print(t, out);
}

enum { HELP = 'h', CONFIG = 'c', FIND = 'f', LISTINGS = 256 };

/* The listings, in the order in which they are printed; option LISTINGS + i asks for row i. */
static const struct {
	Listing *list;
	bool chosen; /* of one configuration: the first unless named; else all unless named */
} listings[] = {
	{topo_list_circuits, true}, {topo_list_routes, true}, {topo_list_worm, true},
	{list_text, false}, {topo_list_dot, true}, {topology_json, false},
};

enum { NLISTINGS = sizeof listings / sizeof *listings };

static const struct option options[] = {
	{"circuits", no_argument, NULL, LISTINGS},
	{"routes", no_argument, NULL, LISTINGS + 1},
	{"ispy", no_argument, NULL, LISTINGS + 2},
	{"text", no_argument, NULL, LISTINGS + 3},
	{"dot", no_argument, NULL, LISTINGS + 4},
	{"json", no_argument, NULL, LISTINGS + 5},
	{"config", required_argument, NULL, CONFIG},
	{"find", required_argument, NULL, FIND},
	{"help", no_argument, NULL, HELP},
	{0},
};

/* What the command line asks for. */
typedef struct Request {
	const char *config, *find;
	uint32_t listings; /* a bit for each row */
} Request;

static void
topo_print(const Topology *t, const Config *c, uint32_t asked)
{
	const Config *first = c ? c : t->nconfigs ? &t->configs[0] : NULL;
	Buf out = {0};

	if (!asked)
		topo_list_counts(t, c, &out);
	for (uint32_t i = 0; i < NLISTINGS; i++)
		if (asked >> i & 1)
			listings[i].list(t, listings[i].chosen ? first : c, &out);
	fwrite(out.data, 1, out.len, stdout);
	buf_free(&out);
}

static int
topo_run(const char *file, const Request *r)
{
	Topology *t = topology_read(file);
	const Config *c = r->config ? topology_config(t, r->config) : NULL;

	if (r->find)
		c = topology_auto(t, "found", r->find);
	topo_print(t, c, r->listings);
	topology_free(t);
	return 0;
}

int
topo_main(int argc, char **argv)
{
	Request r = {0};
	int o;

	optind = 0;
	while ((o = getopt_long(argc, argv, "c:f:h", options, NULL)) != -1) {
		if (o == HELP) {
			topo_help();
			return 0;
		}
		if (o == CONFIG)
			r.config = optarg;
		else if (o == FIND)
			r.find = optarg;
		else if (o >= LISTINGS)
			r.listings |= 1u << (o - LISTINGS);
		else
			option_fatal(argv[0]);
	}
	if (argc - optind != 1)
		fatal("topo reads one file; 'trellis topo --help' tells more");
	if (r.config && r.find)
		fatal("--config and --find each choose the configuration; give one of them");
	return topo_run(argv[optind], &r);
}
