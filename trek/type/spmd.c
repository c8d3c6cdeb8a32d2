/*
 * spmd.c - an application whose nodes, on a ring, compute their blocks in steps.
 *
 * The compute worker keeps the node's block. In each step, a thread for each side sends a border to
 * the neighbour, while the worker receives the neighbours' borders; then it computes the next
 * block. Node 0 is not on the ring: it sends the blocks, and takes the blocks of the last step.
 *
 * A border travels as a task of that step, whose part is the side at which it leaves its sender.
 */
#include "trek/tree_node.h"

/* The exchange of borders with the neighbour at each side. */
static struct {
	Channel out;              /* passes a border to the thread that sends it */
	Item *in;                 /* the border received from the neighbour */
	uint8_t from[MAX_PACKET]; /* the packet being received */
} edge[NSIDES];

static uint32_t
neighbour_at(Side side) /* the neighbour at that side in the ring */
{
	uint32_t last = node.setup.processors - 1, id = node.tree.id;

	return side == SIDE_NEXT ? id % last + 1 : id > 1 ? id - 1 : last;
}

static void
link_to_side(void *side) /* thread: sends borders to the neighbour at a side */
{
	uint32_t to = neighbour_at((Side)side);

	for (;;) {
		Item *m = (Item *)channel_in_word(&edge[(Side)side].out);

		m->next = NULL;
		trek_probe(PROBE_SEND, to, m->task, m->part, 1);
		pass_send(node.tree.id, tree_place(&node.setup, to), m, NULL);
		item_free(m);
	}
}

static void /* call border_fn; queue the result */
send_border(Worker *w, const Item *block, uint32_t step, Side side)
{
	w->kind = ITEM_TASK;
	w->nowners = 0;
	w->nout = 0;
	worker_begin(w, FN_COMPUTE, block, step);
	border_fn(block->data, block->nbytes, side);
	if (w->nout == 0)
		fail("border_fn() put no border");
	worker_end(w);
	w->out[0]->task = step;
	w->out[0]->part = side;
	channel_out_word(&edge[side].out, (uint32_t)w->out[0]);
}

/* receive_border: receive a border from the neighbour at that side. */
static void
receive_border(Side side)
{
	uint32_t from = neighbour_at(side);

	trek_probe(PROBE_CALL, from, 0, 0, 1);
	edge[side].in = pass_recv(from, edge[side].from);
	trek_probe(PROBE_RECV, from, edge[side].in->task, edge[side].in->part, 1);
}

static Item *
compute_step(Worker *w, Item *block, uint32_t step) /* its block or result */
{
	w->kind = ITEM_RESULT;
	w->nowners = 1;
	w->nout = 0;
	worker_begin(w, FN_COMPUTE, block, step);
	((NodeWords *)NODE_WORDS)->task = step + 1;
	compute_fn(block->data, block->nbytes);
	if (w->nout == 0)
		fail("no result");
	((NodeWords *)NODE_WORDS)->task = 0;
	worker_end(w);
	tree_break_stepped();
	return w->out[0];
}

/* next_block: exchange the borders of a step, and compute its block. */
static Item *
next_block(Worker *w, Item *block, uint32_t step)
{
	Item *next;

	for (Side side = 0; side < NSIDES; side++)
		send_border(w, block, step, side);
	for (Side side = 0; side < NSIDES; side++)
		receive_border(side);
	next = compute_step(w, block, step);
	for (Side side = 0; side < NSIDES; side++) {
		item_free(edge[side].in);
		edge[side].in = NULL;
	}
	item_free(block);
	return next;
}

static void
step_worker(void *unused) /* thread: computes its block */
{
	static Item idle = {.kind = ITEM_IDLE};
	Worker *w = &node.worker[WORKER_COMPUTE];
	Item *block;

	(void)unused;
	worker_open(w, (uint32_t)__t800_wptr(), 1);
	w->max_out = 1;
	for (Side side = 0; side < NSIDES; side++) {
		channel_init(&edge[side].out);
		node_thread(link_to_side, side, THREAD_STACK, PRIORITY_HIGH);
	}
	worker_send(w, &idle);
	block = worker_receive(w);
	for (uint32_t step = 0; step < node_steps(); step++)
		block = next_block(w, block, step);
	node.work.computed++;
	item_set_owners(block, &(Item){.count = 1}, getnodeid());
	block->task = node_steps() - 1;
	block->child = NO_CHILD;
	worker_send(w, block);
}

void
put_border(const void *data, uint32_t nbytes)
{
	worker_put("put_border", ITEM_TASK, data, nbytes);
}

const void *
get_border(Side side, uint32_t *nbytes)
{
	if (side >= NSIDES || !edge[side].in)
		fail("get_border() may not be called here, or for that side");
	if (nbytes)
		*nbytes = edge[side].in->nbytes;
	return edge[side].in->data;
}

void (*const trek_split)(const void *task, uint32_t nbytes);
void (*const trek_join)(const Part *part, uint32_t nparts);
void (*const trek_compute)(void *unused) = step_worker;
