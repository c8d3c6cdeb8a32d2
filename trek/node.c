/*
 * node.c - a node's part in the tree: state shared by its processes, start and end.
 */
#include "tree_node.h"

#include <string.h>
#include <t800.h>

Node node;

uint32_t
total_tasks(void)
{
	return node.setup.tasks;
}

uint32_t
split_degree(void)
{
	return node.setup.degree;
}

const void *
shared(uint32_t *nbytes)
{
	if (nbytes)
		*nbytes = node.setup.nshared;
	return node.setup.is_shared ? node.shared : NULL;
}

int
node_splits(void)
{
	return node.setup.degree > 1 && node.tree.level > 0 && node.tree.level <= node.setup.depth
		&& node.tree.nchildren > 0;
}

int
node_relays(void)
{
	return node.setup.shape == TREE_PIPELINE && node.tree.id > 0;
}

int
node_gives_credits(void)
{
	return node_splits() || node_relays();
}

uint32_t
stage_number(void)
{
	return node_relays() || (node_steps() && node.tree.id > 0) ? node.tree.id : 1;
}

uint32_t
stage_count(void) /* see stage_number */
{
	int all = node.setup.shape == TREE_PIPELINE || node.setup.shape == TREE_RING;

	return all ? node.setup.processors - 1 : 1;
}

void
node_setup(Item *setup, uint32_t id)
{
	const uint8_t *parents = setup->data + sizeof(TrekSetup);

	memcpy(&node.setup, setup->data, sizeof(TrekSetup));
	node.shared = parents + round_up(node.setup.nparents * sizeof(uint16_t));
	while (1u << node.bits < node.setup.degree)
		node.bits++;
	node.tree = tree_find(&node.setup, (const uint16_t *)parents, id);
	for (uint32_t i = 0; i < node.tree.nchildren; i++)
		pass_send_setup(tree_place(&node.setup, node.tree.child[i]), setup);
}

void
node_show(void)
{
	NodeWords *words = (NodeWords *)NODE_WORDS;

	node.work.magic = WORK_MAGIC;
	node.work.next = words->work;
	node.work.data = (uint32_t)&node;
	node.work.code = (uint32_t)node_show;
	words->work = (uint32_t)&node.work;
}

Worker *
worker_self(void)
{
	uint32_t here = (uint32_t)__t800_wptr();

	for (int i = 0; i < NWORKERS; i++) {
		const NodeWorker *s = node.worker[i].status;

		if (s && s->stack - here < s->stack_bytes)
			return &node.worker[i];
	}
	return NULL;
}

void
node_thread(void (*f)(void *), uint32_t argument, uint32_t stack, int priority)
{
	if (!thread_start(f, (void *)argument, stack, priority))
		fail("no memory left for a process");
}

void
node_start(void)
{
	inbox_init(&node.data);
	inbox_init(&node.result);
	inbox_init(&node.up);
	places_init(&node.room, node.setup.buffers * (node.tree.id ? PLACE_BYTES : 1));
	places_init(&node.space,
		node.tree.id ? (node.setup.buffers + 1) * PLACE_BYTES : node.setup.buffers);
	sem_init(&node.quit, 0);
	sem_init(&node.done, 0);
	tree_break_begin();
	node.child = kalloc(node.tree.nchildren * sizeof *node.child + 1);
	if (!node.child)
		fail("no memory left for the children");
	for (uint32_t i = 0; i < node.tree.nchildren; i++) {
		node.child[i] = (Child){.back_item = item_new(ITEM_BACK, 0, 0)};
		node.child[i].back_item->child = i;
		inbox_init(&node.child[i].out);
		node_thread(link_to_child, i, THREAD_STACK, PRIORITY_HIGH);
		node_thread(link_from_child, i, THREAD_STACK, PRIORITY_HIGH);
	}
	node_thread(data_manager, 0, THREAD_STACK, PRIORITY_HIGH);
	node.work.phase = WORK_RUNNING;
}

void
node_quit(void)
{
	for (uint32_t i = 0; i < node.tree.nchildren; i++) {
		inbox_put(&node.child[i].out, item_new(ITEM_QUIT, 0, 0));
	}
	for (uint32_t i = 0; i < node.tree.nchildren; i++)
		sem_wait(&node.quit);
	node.work.phase = WORK_ENDED;
}
