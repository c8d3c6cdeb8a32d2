/* topo.c - `trellis topo`: prints the machine that a topology file describes. */
#include "command.h"
#include "sim/topology/topology.h"

#include "base/option.h"

#include <stdlib.h>
#include <string.h>

/* Listing: print a listing of the machine, for one configuration. */
typedef void Listing(const Topology *t, const Config *c, Buf *out);

/* list_text: print the topology as canonical text, with all of its configurations. */
static void
list_text(const Topology *t, const Config *c, Buf *out)
{
	(void)c; /* the text contains all configurations */
	topology_print(t, out);
}

enum { CONFIG = 'c', FIND = 'f', LISTINGS = 256 };

/* The listings, in the order of printing; option LISTINGS + i requests row i. */
static const struct {
	Listing *list;
	/* prints one configuration, by default the first; otherwise prints all by default */
	bool chosen;
} listings[] = {
	{topo_list_circuits, true}, {topo_list_routes, true}, {topo_list_worm, true},
	{list_text, false}, {topo_list_dot, true}, {topology_json, false},
};

enum { NLISTINGS = sizeof listings / sizeof *listings };

/* The options and arguments of the command line. */
typedef struct Request {
	const char *config, *find; /* the configuration's name; the words of one to search for */
	uint32_t listings; /* a bit for each requested listing */
} Request;

/* print_listings: print the listings that the bits of `asked` name. */
static void
print_listings(const Topology *t, const Config *c, uint32_t asked)
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

/*
 * list_topology: read a topology from a file and print the listings that the options ask for;
 * returns 0.
 */
static int
list_topology(const char *file, const Request *r)
{
	Topology *t = topology_read(file);
	const Config *c = r->config ? topology_config(t, r->config) : NULL;

	if (r->find)
		c = topology_search_config(t, "found", r->find);
	print_listings(t, c, r->listings);
	topology_free(t);
	return 0;
}

/* topo_main: execute the command `topo`; returns the exit status. */
static int
topo_main(int argc, char **argv)
{
	Request q = {0};
	OptionReader r;
	int o;

	option_reader_init(&r, &topo_command, OPTIONS_ANYWHERE, argc, argv);
	while ((o = option_next(&r)) != -1) {
		if (o == CONFIG)
			q.config = r.argument;
		else if (o == FIND)
			q.find = r.argument;
		else
			q.listings |= 1u << (o - LISTINGS);
	}
	if (argc - option_first_argument(&r) != 1)
		fatal("topo: expected one FILE; see 'trellis topo --help'");
	if (q.config && q.find)
		fatal("--config and --find cannot be combined");
	return list_topology(argv[option_first_argument(&r)], &q);
}

static const Option options[] = {
	{'c', "config", "NAME", "use this configuration (default: the first)"},
	{'f', "find", "WORDS", "search for a configuration: \"btree 16\", \"grid 5x15\", \"chain "
	"75 root=n3\""},
	{LISTINGS, "circuits", NULL, "print the settings of the crossbars, port-port"},
	{LISTINGS + 1, "routes", NULL, "print diameter, mean distance, and the route to each node"},
	{LISTINGS + 2, "ispy", NULL, "print what a worm program would find: parts, speeds, "
		"neighbours"},
	{LISTINGS + 3, "text", NULL, "the file, in canonical form"},
	{LISTINGS + 4, "dot", NULL, "a graph for Graphviz"},
	{LISTINGS + 5, "json", NULL, "everything as JSON"},
	{0},
};

const Command topo_command = {
	"topo", "check and list a topology",
	topo_main, "trellis topo [OPTION]... FILE",
	"Reads a topology file and prints how many parts the machine and each of its "
	"configurations have, or what the options ask for. FILE - is standard input.",
	{options}, NULL,
};
