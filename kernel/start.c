/* start.c - the kernel's entry, called by the loader (boot/):
 * initialises the kernel, and reports to the host that the node is
 * up. */
#include "node.h"

static struct {
	BootHeader *header;
	BootNode *table;
	uint32_t free_from, memory_end;
} boot;

/* words_start: set the node's words at the bottom of memory. */
static void
words_start(void)
{
	NodeWords *w = node_words();

	memset(w, 0, sizeof *w);
	w->node = boot.header->node;
	w->kernel = (uint32_t)kernel_enter;
	w->kernel_gsb = (uint32_t)__t800_gsb();
	w->phase = PHASE_KERNEL;
	w->magic = NODE_MAGIC;
}

/* gate_start: prepare the kernel's stack, and the record of the last caller. */
static void
gate_start(void)
{
	uint32_t *w = (uint32_t *)KERNEL_STACK;

	*(uint32_t *)KERNEL_STACK_LOW = STACK_GUARD;
	last_caller()->gsb = __t800_gsb();
	last_caller()->guard = STACK_GUARD;
	last_caller()->calls = calls;
	caller_forget();
	w[-1] = (uint32_t)__gate;
}

/* report_up: tell the host that the node is up. */
static void
report_up(void)
{
	Sending *s = sending_new(NODE_HOST, EVENT_SYSTEM(EV_UP), 0, PACKET_SYSTEM | PACKET_DATA, 0);

	if (!s)
		panic("no memory to start the kernel");
	s->data[0] = boot.header->failed;
	link_send(&links[route_link(NODE_HOST, node_self(), -1)], s);
}

/*
 * start_node: initialise the kernel, at high priority, so that nothing runs before everything is
 * initialised.
 */
static void
start_node(void *nothing)
{
	(void)nothing;
	words_start();
	stamp_start();
	memory_start(boot.free_from, boot.memory_end);
	route_start(boot.header, boot.table);
	gate_start();
	clock_start();
	links_start();
	report_up();
	daemon_run();
}

void
kernel_start(BootHeader *h, BootNode *table, uint32_t free_from, uint32_t memory_end)
{
	static uint32_t stack[DAEMON_STACK / 4];

	boot.header = h;
	boot.table = table;
	boot.free_from = free_from;
	boot.memory_end = memory_end;
	process_start(start_node, NULL, stack, sizeof stack, PRIORITY_HIGH, NULL);
	process_stop();
}
