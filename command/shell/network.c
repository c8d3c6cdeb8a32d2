/* network.c - commands that affect the network as a whole, or its memory. */
#include "shell.h"

#include "base/number.h"
#include "cc/node/node_programs.h"
#include "sim/past/snapshot.h"
#include "sim/topology/find.h"
#include "sim/view/view.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- spread ---- */

/*
 * plain_name: the plain form of a name: "btree_32" for "bnail.btree_32.02", the form of Trollius'
 * schema names.
 */
static char *
plain_name(const char *name)
{
	static const char prefix[] = "bnail.";
	const char *begin = strncmp(name, prefix, sizeof prefix - 1) == 0 ? name + sizeof prefix - 1
		: name;
	const char *dot = strrchr(begin, '.');
	bool numbered = dot && dot[1] && strspn(dot + 1, "0123456789") == strlen(dot + 1);

	return xstrndup(begin, numbered ? (size_t)(dot - begin) : strlen(begin));
}

/* is_shape: true if the name consists of a shape and a size, such as ttree_40. */
static bool
is_shape(const char *name)
{
	char *kind = xstrndup(name, strcspn(name, "_"));
	Shape shape;
	bool is = strchr(name, '_') && shape_set_kind(kind, &shape);

	free(kind);
	return is;
}

/*
 * find_config: the configuration with this name; if the machine's file has none and the name is a
 * shape, search for one.
 */
static const Config *
find_config(Topology *t, const char *name)
{
	char *words;
	const Config *c;

	for (uint32_t i = 0; i < t->nconfigs; i++)
		if (strcmp(t->configs[i].name, name) == 0)
			return &t->configs[i];
	if (!is_shape(name))
		return topology_config(t, name);
	words = xstrdup(name);
	*strchr(words, '_') = ' ';
	c = topology_search_config(t, name, words);
	free(words);
	return c;
}

/*
 * print_fate: set sh->set to the nodes with this fate and, if there are any, print them followed by
 * the text `what`.
 */
static void
print_fate(Shell *sh, NodeFate fate, const char *what)
{
	Buf text = {0};

	node_set_free(&sh->set);
	for (uint32_t i = 0; i < station_nnodes(sh->m.station); i++) {
		if (station_fate(sh->m.station, i) != fate)
			continue;
		sh->set.nodes = xrealloc(sh->set.nodes, (sh->set.n + 1) * sizeof *sh->set.nodes);
		sh->set.nodes[sh->set.n++] = i;
	}
	if (sh->set.n == 0)
		return;
	node_set_print(&sh->set, &text);
	printf("%s %s\n", (char *)text.data, what);
	buf_free(&text);
}

/* count_nodes_up: the number of nodes on which the kernel runs. */
static uint32_t
count_nodes_up(const Shell *sh)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < station_nnodes(sh->m.station); i++)
		n += station_fate(sh->m.station, i) == FATE_UP;
	return n;
}

/* print_places: print the physical node of each logical node. */
static void
print_places(const Shell *sh)
{
	const BootPlan *p = station_plan(sh->m.station);

	for (uint32_t i = 0; i < p->nnodes; i++)
		printf("n%u is %s, %s\n", i, sh->m.topology->nodes[p->place[i]].name,
			station_fate(sh->m.station, i) == FATE_UP ? "up" : "not up");
}

void
shell_spread(Shell *sh, int argc, char **argv)
{
	const Config *config = sh->m.topology->nconfigs > 0 ? &sh->m.topology->configs[0] : NULL;
	bool verbose = false;
	Time begin = sh->m.network->now;
	WaitEnd end;
	char *name;
	int c;

	while ((c = shell_next_option(argc, argv, "+vsSc:")) != -1) {
		if (c == 'v')
			verbose = true;
		if (c == 'c') {
			name = plain_name(optarg);
			config = find_config(sh->m.topology, name);
			free(name);
		}
	}
	shell_check_count(argc, argv, 0, 0);
	shell_jobs_free(&sh->m);
	puts("Trellis, after Ohio Trollius 2.2 - The Ohio State University");
	puts("soldering...");
	sh->m.loading = true;
	end = station_boot(sh->m.station, config);
	run_events_start(sh->m.events);
	sh->m.loading = false;
	if (verbose)
		print_places(sh);
	print_fate(sh, FATE_SILENT, "did not answer");
	print_fate(sh, FATE_UNREACHABLE, "cannot be reached");
	printf("%u of %u nodes are up, after %s\n", count_nodes_up(sh),
		station_nnodes(sh->m.station), TIME_STRING(sh->m.network->now - begin));
	if (end == WAIT_INTERRUPTED)
		fatal("interrupted: the network is only partly booted; spread again");
	if (end == WAIT_BROKEN)
		fatal("bad packet over the host's link: is this kernel for trellis?");
	if (count_nodes_up(sh) < station_nnodes(sh->m.station))
		sh->status = EXIT_FOUND;
}

/* ---- time ---- */

/* shell_run_until: handle the command that runs the network up to a time. */
void
shell_run_until(Shell *sh, int argc, char **argv)
{
	bool relative;
	Time time;

	shell_check_count(argc, argv, 1, 1);
	relative = argv[1][0] == '+';
	if (!time_parse(argv[1] + relative, &time))
		fatal("%s: expected a number with its unit: ps, ns, us, ms or s", argv[1]);
	if (relative)
		time += sh->m.network->now;
	if (time < sh->m.network->now)
		fatal("%s is past: the time is %s", argv[1], TIME_STRING(sh->m.network->now));
	station_await(sh->m.station, NULL, NULL, time);
	puts(TIME_STRING(sh->m.network->now));
}

/* shell_stats: handle the command stats: print the activity of nodes and links. */
void
shell_stats(Shell *sh, int argc, char **argv)
{
	shell_check_count(argc, argv, 0, 0);
	printf("%s, %" PRIu64 " instructions, fingerprint %016" PRIx64 "\n",
		TIME_STRING(sh->m.network->now), network_instructions(sh->m.network),
		network_fingerprint(sh->m.network));
	network_stats(sh->m.network, stdout);
}

/* ---- memory ---- */

/* parse_number: the number in `text`, at most `most`; `what` names it in the error message. */
static uint64_t
parse_number(const char *text, const char *what, uint64_t most)
{
	uint64_t n;

	if (!number_parse(text, most, &n))
		fatal("%s: expected %s, at most 0x%" PRIx64, text, what, most);
	return n;
}

/* shell_fault: add faults; after booting, they may name nodes by logical numbers. */
void
shell_fault(Shell *sh, int argc, char **argv)
{
	Network *w = sh->m.network;
	const BootPlan *plan = station_plan(sh->m.station);
	FaultNames names = {.find_symbol = program_address};

	if (argc == 1) {
		faults_print(w, stdout);
		return;
	}
	if (argc == 2 && strcmp(argv[1], "help") == 0) {
		faults_help(stdout);
		return;
	}
	if (plan) {
		names.place = plan->place;
		names.nplaces = plan->nnodes;
	}
	for (int i = 1; i < argc; i++)
		buf_printf(&sh->file, "%s%s", i > 1 ? " " : "", argv[i]);
	faults_read(w, &names, NULL, (char *)sh->file.data, sh->file.len, false);
	faults_start(w);
}

/* shell_peek: handle the command peek: print words of a node's memory. */
void
shell_peek(Shell *sh, int argc, char **argv)
{
	const NodeSet *set;
	const T800 *c;
	uint32_t n = 1, offset;
	Addr a;

	shell_check_count(argc, argv, 2, 3);
	set = shell_set_nodes(sh, argv[1], true);
	if (set->n != 1)
		fatal("%s: peek takes one node", argv[1]);
	c = sh->m.network->nodes[station_plan(sh->m.station)->place[set->nodes[0]]];
	a = parse_number(argv[2], "an address", UINT32_MAX) & ~3u;
	if (argc > 3)
		n = parse_number(argv[3], "a count of words", c->r.size / 4);
	offset = a - MOSTNEG;
	if (offset >= c->r.size || n > (c->r.size - offset) / 4)
		fatal("0x%08x: the memory of %s ends at 0x%08x", a,
			STATION_NODE(sh->m.station, set->nodes[0]), MOSTNEG + c->r.size - 1);
	for (uint32_t i = 0; i < n; i++) {
		if (i % 4 == 0)
			printf("%s%08x:", i > 0 ? "\n" : "", a + 4 * i);
		printf(" %08x", get32(c->r.mem + offset + 4 * i));
	}
	putchar('\n');
}

/* ---- snapshots ---- */

/* shell_snapshot: handle the command snapshot: save the machine with its jobs in a file. */
void
shell_snapshot(Shell *sh, int argc, char **argv)
{
	shell_check_count(argc, argv, 1, 1);
	if (sh->collector)
		fatal("a snapshot cannot hold the records of hostmon: stop it first with monctrl "
			"-q");
	snapshot_write(sh->m.network, argv[1]);
}

/* shell_restore: handle the command restore: continue from a snapshot. */
void
shell_restore(Shell *sh, int argc, char **argv)
{
	Machine *m = &sh->incoming;

	shell_check_count(argc, argv, 1, 1);
	if (sh->setup.machine.event)
		fatal("restore cannot be combined with --break-outside: a snapshot's programs are "
			"not known");
	if (sh->collector)
		fatal("hostmon is collecting records of this run: stop it first with monctrl -q");
	machine_make(sh, m, snapshot_topology(argv[1]), false);
	snapshot_read(m->network, argv[1]);
	if (host_is_inert(m->network->host))
		fatal("%s was not made by trellis shell", argv[1]);
	view_free(sh->view);
	machine_free(&sh->m);
	sh->m = *m;
	*m = (Machine){.current = -1};
	machine_record(sh, &sh->m);
	shell_open_view(sh);
}
