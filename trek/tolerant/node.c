/*
 * node.c - start and end of a node's part in a run with fault_tolerance; replaces functions of
 * trek/node.c and trek/result.c.
 */
#include "tolerant.h"

#include <stdlib.h>
#include <string.h>

Semaphore tolerant_ready;

/*
 * node_setup: keep the setup, to which node.shared and tree.c refer. From then on node 0 offers the
 * setup to its children.
 */
void
node_setup(Item *setup, uint32_t id)
{
	const uint8_t *parents = setup->data + sizeof(TrekSetup);

	memcpy(&node.setup, setup->data, sizeof(TrekSetup));
	node.shared = parents + round_up(node.setup.nparents * sizeof(uint16_t));
	while (1u << node.bits < node.setup.degree)
		node.bits++;
	node.tree = tree_find(&node.setup, (const uint16_t *)parents, id);
	if (id == 0) {
		room_start();
		places_init(&node.space, node.setup.buffers);
		tolerant_start(setup);
	}
}

void
tolerant_start(Item *setup)
{
	inbox_init(&node.data);
	inbox_init(&node.result);
	sem_init(&node.quit, 0);
	sem_init(&node.done, 0);
	sem_init(&tolerant_ready, 0);
	hops_start();
	node_thread(tolerant_manager, (uint32_t)setup, TOLERANT_STACK, PRIORITY_HIGH);
}

/* node_start: for node 0 only. */
void
node_start(void)
{
	node.work.phase = WORK_RUNNING;
}

/* data_send: give the task to the manager, which keeps every task until its result has come. */
int
data_send(const Packed *sizes, const void *data)
{
	(void)sizes, (void)data;
	return 0;
}

/* result_put: a worker's results need no place here, because their tasks had one. */
void
result_put(Item *m)
{
	inbox_put(&node.data, m);
}

static uint32_t
put_quit(uint32_t item) /* critical: append ITEM_QUIT to the inbox */
{
	inbox_put(&node.data, (Item *)item);
	return 0;
}

void
node_quit(void)
{
	if (getnodeid() == 0)
		critical(put_quit, (uint32_t)item_new(ITEM_QUIT, 0, 0));
	for (uint32_t i = 0; i < NHOPS; i++)
		sem_wait(&node.quit);
	node.work.phase = WORK_ENDED;
	if (getnodeid() == 0 && lost_report())
		exit(1);
}
