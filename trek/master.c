/*
 * master.c - the program of node 0: sets up the tree, runs the farm, and prints the run's figures.
 */
#include "tree_node.h"

#include <stdio.h>
#include <string.h>
#include <t800.h>

static struct {
	const void *data;
	uint32_t nbytes;
	int given; /* share() has been called */
} to_share;

void
share(const void *data, uint32_t nbytes)
{
	void *copy;

	if (node.process_status->function != FN_INIT_MASTER)
		fail("share() may not be called here");
	if (to_share.given)
		fail("share() was called twice");
	copy = kalloc(nbytes + 1);
	if (!copy)
		fail("no memory left for %u bytes to share", (unsigned)nbytes);
	memcpy(copy, data, nbytes);
	to_share.data = copy;
	to_share.nbytes = nbytes;
	to_share.given = 1;
}

static void
call_init_master(int argc, char **argv) /* the status words show that it runs */
{
	node.process_status = &node.work.worker[WORKER_MAIN];
	node.process_status->stack = (uint32_t)__t800_wptr();
	node.process_status->stack_bytes = node.setup.stack;
	node.process_status->function = FN_INIT_MASTER;
	init_master(argc, argv);
	node.process_status->function = FN_NONE;
}

/* The data for all nodes: TrekSetup, parents, shared bytes. */
static Item *
make_setup(TrekSetup *s)
{
	uint16_t *parents = options_parents(s);
	uint32_t np, at = sizeof *s;
	Item *m;

	s->nparents = parents ? s->processors : 0;
	s->is_shared = to_share.given;
	s->nshared = to_share.nbytes;
	np = s->nparents * sizeof *parents;
	m = item_new(ITEM_SETUP, at + round_up(np) + s->nshared, 0);
	memcpy(m->data, s, sizeof *s);
	if (parents)
		memcpy(m->data + at, parents, np);
	if (s->nshared)
		memcpy(m->data + at + round_up(np), to_share.data, s->nshared);
	return m;
}

static void
report_run(void) /* print the run's figures */
{
	static const char *const configuration[NTREES] = {
		"Linear Chain", "Binary Tree", "Ternary Tree", "Boot Tree", "Tree",
		"Pipeline", "Ring",
	};

	fprintf(stderr, "Execution time = %u microseconds\n", (unsigned)farm_time);
	fprintf(stderr, "***** Final Report*****\n");
	fprintf(stderr, "Configuration : %s\n", configuration[node.setup.shape]);
	fprintf(stderr, "Total Nodes = %u\n", (unsigned)node.setup.processors);
	fprintf(stderr, "Granularity = %u\n", (unsigned)node.setup.granularity);
	fprintf(stderr, "Total Buffers = %u\n", (unsigned)node.setup.buffers);
	fprintf(stderr, "Task Distribution:\n");
	for (uint32_t i = 0; i < node.setup.processors; i++)
		fprintf(stderr, "Node %u %u Tasks\n", (unsigned)i, (unsigned)farm_owner_tasks[i]);
	fflush(stderr);
}

int
main(int argc, char **argv)
{
	TrekSetup setup;
	int first, ok;

	node_show();
	first = options_read(&setup, argc, argv);
	node.setup = setup; /* init_master may ask for total_tasks */
	argv[first] = argv[0];
	call_init_master(argc - first, argv + first);
	node_setup(make_setup(&setup), 0);
	farm_start();
	ok = farm_wait();
	report_run();
	if (node.work.taken == node.work.made) {
		node_quit();
		return !ok;
	}
	fprintf(stderr, "trek: result_receiver() took the results of %u of %u tasks\n",
		(unsigned)node.work.taken, (unsigned)node.work.made);
	sem_wait(&node.done); /* wait for ever, so that the hang can be examined */
	return 1;
}
