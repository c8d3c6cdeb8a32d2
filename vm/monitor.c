/*
 * monitor.c - monitors a run, and writes the files that deTrEK reads. From inside, nodemon runs on
 * every node, and a collector on the host; from outside, the simulator observes the nodes.
 *
 * From inside, the order is that of a shell session: nodemon, collector, the application (which
 * waits at its first probe), begin; when the application has ended or stopped, quit.
 */
#include "run_monitor.h"
#include "app_tree.h"
#include "base/files.h"
#include "cc/node/node_dir.h"

#include <stdlib.h>
#include <string.h>

void
monitor_option(RunOptions *o, const char *value)
{
	o->monitor = MONITOR_INSIDE;
	o->bounds = bounds_default();
	if (value && strcmp(value, "outside") == 0)
		fatal("--monitor=outside is gone: every recording can be observed from outside, "
			"by 'trellis detrek RECORDING' or 'trellis export records -o PREFIX "
			"RECORDING'");
	if (value && strcmp(value, "off") == 0)
		o->monitor = MONITOR_OFF;
	else if (value && strcmp(value, "none") == 0)
		o->monitor = MONITOR_NONE;
	else if (value)
		bounds_parse_option(&o->bounds, value);
}

void
monitor_check(const RunOptions *o, const Vms *v)
{
	if (o->monitor == MONITOR_NONE)
		return;
	if (o->native)
		fatal("--monitor and --native cannot be combined");
	if (o->machine.sync_inside)
		fatal("--monitor and --sync-log inside: cannot be combined: both need a TrEK of "
			"their own");
	if (!o->machine.record && !o->make_only)
		fatal("--monitor needs a recording for its records: add --record FILE");
	if (v->processors == 1)
		fatal("--monitor needs at least two processors: it records what nodes pass to "
			"each other");
}

char *
monitor_text(const RunOptions *o)
{
	static const char *const text[] = {
		[MONITOR_NONE] = "none", [MONITOR_OFF] = "off",
	};

	Buf how = {0};

	if (o->monitor != MONITOR_INSIDE)
		return xstrdup(text[o->monitor]);
	buf_printf(&how, "inside");
	bounds_print(&o->bounds, " ", "", &how);
	return (char *)how.data; /* terminated by a zero */
}

char *
monitor_program(void)
{
	char *dir = node_dir(), *file;

	if (!dir)
		fatal("the nodes' programs are missing: trellis was built without its C compiler");
	file = xasprintf("%s/nodemon.elf", dir);
	free(dir);
	return file;
}

/* ---- the description of the run, for detrek ---- */

bool
monitor_lists_parents(const Vms *v)
{
	return !v->tolerant && (v->tree == TREE_BOOT || v->tree == TREE_FILE);
}

uint32_t *
monitor_parents(const Station *s, const Vms *v, const char *tree_file)
{
	uint32_t *parent;

	if (!monitor_lists_parents(v))
		return NULL;
	if (v->tree == TREE_FILE)
		return tree_read(tree_file, v->processors);
	parent = xcalloc(v->processors, sizeof *parent);
	for (uint32_t i = 1; i < v->processors; i++) {
		const BootNode *b = &station_plan(s)->nodes[i];

		parent[i] = b->peer[b->up];
	}
	return parent;
}

/*
 * write_tree: list the parents in PREFIX.tree, if detrek does not know the tree by number, as it
 * does chains, binary and ternary trees.
 */
static void
write_tree(const char *prefix, const uint32_t *parent, uint32_t n)
{
	char *name = xasprintf("%s.tree", prefix);
	Buf text = {0};

	for (uint32_t i = 1; i < n; i++)
		buf_printf(&text, "%u %u\n", i, parent[i]);
	file_write(name, text.data, text.len);
	buf_free(&text);
	free(name);
}

void
monitor_spec(const char *prefix, const Vms *v, uint32_t tasks, const uint32_t *parent)
{
	static const uint32_t number[NTREES] = {
		[TREE_CHAIN] = 1,
		[TREE_BINARY] = 2,
		[TREE_TERNARY] = 3,
		[TREE_BOOT] = 1,
		[TREE_FILE] = 1,
		[TREE_PIPELINE] = 4,
		[TREE_RING] = 5,
	};
	bool named = v->type->relays || v->type->steps;
	char *name = xasprintf("%s.spf", prefix);
	Buf text = {0};

	buf_printf(&text, "%u %u %u %u %u%s%s%s\n", v->processors,
		number[v->tree], tasks ? tasks : 1, v->degree, v->depth,
		named ? " " : "", named ? v->type->name : "",
		v->tolerant ? " tolerant" : "");
	file_write(name, text.data, text.len);
	if (parent)
		write_tree(prefix, parent, v->processors);
	buf_free(&text);
	free(name);
}

/* ---- a run ---- */

Collector *
monitor_new(const char *prefix, Station *s, uint32_t processors)
{
	NodeSet set = node_set_range(0, processors - 1);
	Collector *c = collector_new(s, &set, prefix);

	node_set_free(&set);
	return c;
}

bool
monitor_begin(Collector *c, const RunOptions *o)
{
	collector_command(c, collector_nodes(c), MONITOR_BEGIN, &o->bounds, stderr);
	return collector_nrefused(c) == 0;
}

void
monitor_end(Collector *c, const RunOptions *o)
{
	collector_command(c, collector_nodes(c), MONITOR_QUIT, NULL, stderr);
	if (o->verbose)
		collector_print(c, stderr);
	collector_free(c);
}

void
monitor_prepare(const char *prefix, const Station *s, const Vms *v, const char *tree_file)
{
	uint32_t *parent = monitor_parents(s, v, tree_file);

	monitor_spec(prefix, v, v->tasks ? v->tasks : VMS_MAX_TASKS, parent);
	free(parent);
}

void
monitor_files(const char *prefix, const Watch *w, const char *tree_file)
{
	const Vms *v = w->v;
	uint32_t *parent = monitor_parents(w->s, v, tree_file);

	monitor_spec(prefix, v, v->tasks ? v->tasks : watch_made(w->s), parent);
	free(parent);
}
