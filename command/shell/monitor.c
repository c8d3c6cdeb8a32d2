/* monitor.c - the monitor's commands: hostmon, monctrl. */
#include "shell.h"

#include "base/number.h"

#include <getopt.h>
#include <string.h>

/* parse_bound: the number in `text`; ends the command with a message if it exceeds `most`. */
static uint32_t
parse_bound(const char *text, uint32_t most)
{
	uint64_t n;

	if (!number_parse(text, most, &n))
		fatal("%s: a bound is a number of at most %u", text, most);
	return n;
}

void
shell_hostmon(Shell *sh, int argc, char **argv)
{
	const char *prefix = "monitor", *nodes;
	int c;

	while ((c = shell_next_option(argc, argv, "e:")) != -1)
		prefix = optarg;
	shell_check_count(argc, argv, 1, 1);
	nodes = argv[optind];
	if (sh->collector)
		fatal("hostmon is already running with other files; stop it with monctrl -q");
	sh->collector = collector_new(sh->m.station, shell_set_nodes(sh, nodes, true), prefix);
}

/* monctrl_action: the action that -b, -s or -q requests; sets *count if -n is given. */
static uint32_t
monctrl_action(int argc, char **argv, bool *count)
{
	uint32_t command = NMONITORKINDS;
	int c;

	*count = false;
	while ((c = shell_next_option(argc, argv, "bsqn")) != -1) {
		switch (c) {
		case 'b': command = MONITOR_BEGIN; break;
		case 's': command = MONITOR_STOP; break;
		case 'q': command = MONITOR_QUIT; break;
		default: *count = true; break;
		}
	}
	if (command == NMONITORKINDS)
		fatal("monctrl: missing an action: -b begin, -s stop or -q quit");
	return command;
}

/*
 * monctrl_nodes: the nodes of the arguments: the named ones; with -n N the first N of hostmon's;
 * without names all of hostmon's.
 */
static const NodeSet *
monctrl_nodes(Shell *sh, int *argc, char ***argv, bool count)
{
	const NodeSet *all = collector_nodes(sh->collector);

	if (*argc > 0 && count) {
		node_set_free(&sh->set);
		sh->set.n = parse_bound((*argv)[0], all->n);
		sh->set.nodes = xmalloc(sh->set.n * sizeof *sh->set.nodes + 1);
		memcpy(sh->set.nodes, all->nodes, sh->set.n * sizeof *sh->set.nodes);
	} else if (*argc == 0 || !node_set_is_notation((*argv)[0])) {
		return all;
	} else {
		shell_set_nodes(sh, (*argv)[0], true);
	}
	++*argv;
	--*argc;
	return &sh->set;
}

/* join_words: parse the remaining words as one sequence of bounds. */
static BoundsSequence
join_words(int argc, char **argv)
{
	BoundsSequence q = bounds_default();
	Buf text = {0};

	for (int i = 0; i < argc; i++)
		buf_printf(&text, "%s%s", i > 0 ? " " : "", argv[i]);
	if (argc > 0)
		bounds_parse_option(&q, (char *)text.data);
	buf_free(&text);
	return q;
}

/* shell_monctrl: handle the command monctrl: start, stop or set the monitors on nodes. */
void
shell_monctrl(Shell *sh, int argc, char **argv)
{
	BoundsSequence q;
	const NodeSet *set;
	bool count;
	uint32_t command = monctrl_action(argc, argv, &count);

	if (!sh->collector)
		fatal("hostmon is not running; start it with: hostmon NODES -e PREFIX");
	argc -= optind;
	argv += optind;
	set = monctrl_nodes(sh, &argc, &argv, count);
	if (argc > 0 && command != MONITOR_BEGIN)
		fatal("monctrl: the bounds '%s ...' need -b", argv[0]);
	q = join_words(argc, argv);
	if (collector_command(sh->collector, set, command, command == MONITOR_BEGIN ? &q : NULL,
		stdout) < set->n) sh->status = EXIT_FOUND;
	if (command != MONITOR_QUIT)
		return;
	collector_print(sh->collector, stdout);
	collector_free(sh->collector);
	sh->collector = NULL;
}
