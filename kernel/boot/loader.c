/*
 * loader.c - runs on a node while it boots: receives the boot stream (border.h), forwards it to the
 * node's children, and starts the kernel.
 *
 * One process for each child checks that the child responds (by a peek, which the boot logic of a
 * reset node answers at once), boots it with this bootstrap and loader, and sends it the stream
 * from memory. So a child that fails does not block the others: when the whole stream has arrived,
 * a child that has accepted nothing for `patience` is abandoned, and its channels are reset.
 *
 * All this runs at high priority, so no other process of the node runs between two communications.
 * There is no static data, because the loader is forwarded as it is in memory.
 */
#include <border.h>
#include <stdbool.h>
#include <stddef.h>
#include <t800.h>

enum {
	NLINKS = 4,
	STACK = 256,        /* bytes of a process's stack */
	BOOT_PEEK = 1, /* boot logic command: 4 bytes of address follow; it replies with a word */
};

/* Values passed by the bootstrap. */
typedef struct BootstrapValues {
	uint32_t bootstrap; /* size in bytes of the bootstrap, at MemStart */
	BootLoader loader;  /* size and entry of this loader */
} BootstrapValues;

struct Boot;

typedef struct Child {
	struct Boot *boot;
	int link;           /* the number of its link */
	bool busy;          /* the child has not got the whole stream yet */
	uint32_t waiting;   /* the process's workspace while it waits for more bytes; otherwise 0 */
	uint32_t since;     /* time in us when it last accepted bytes */
	uint8_t stack[STACK];
} Child;

/* The loader's state. */
typedef struct Boot {
	const BootstrapValues *block; /* the values that the bootstrap passed */
	int up;             /* link to the parent */
	uint8_t *memory;    /* the stream, from BootHeader on */
	uint32_t received;  /* bytes received so far */
	uint32_t total;     /* bytes to receive in all */
	Child children[NLINKS]; /* only the entries of links to children are used */
	uint8_t stack[STACK];
} Boot;

void kernel_enter(uint32_t entry, void *data, BootHeader *h, BootNode *table,
	uint32_t free_from, uint32_t stack);

static BootHeader *
boot_header(const Boot *b) /* the header at the stream's begin */
{
	return (BootHeader *)b->memory;
}

/* boot_nodes: the network's table, which follows the header in memory. */
static BootNode *
boot_nodes(const Boot *b)
{
	return (BootNode *)(boot_header(b) + 1);
}

/* ---- to a child ---- */

static void
send(Child *c, const void *bytes, uint32_t n) /* send bytes to the child */
{
	channel_out(LINK_OUT(c->link), bytes, n);
	c->since = timer_now();
}

static void
send_pieces(Child *c, const uint8_t *bytes, uint32_t n) /* send them in pieces of BOOT_PIECE */
{
	for (uint32_t at = 0, piece; at < n; at += piece) {
		piece = n - at < BOOT_PIECE ? n - at : BOOT_PIECE;
		send(c, bytes + at, piece);
	}
}

/* probe_child: read a word of the child's memory; returns only if the child is reset and works. */
static void
probe_child(Child *c)
{
	uint8_t peek[5] = {BOOT_PEEK, NODE_WORDS & 0xFF, NODE_WORDS >> 8 & 0xFF,
		NODE_WORDS >> 16 & 0xFF, NODE_WORDS >> 24};
	uint32_t word;

	send(c, peek, sizeof peek);
	channel_in(LINK_IN(c->link), &word, sizeof word);
	c->since = timer_now();
}

static void
send_loader(Child *c) /* send bootstrap and loader to the child */
{
	const BootstrapValues *block = c->boot->block;
	uint8_t n = block->bootstrap;

	send(c, &n, 1);
	send(c, (const void *)NODE_WORDS, n);
	send(c, &block->loader, sizeof block->loader);
	send_pieces(c, (const void *)LOADER_BASE, block->loader.size);
}

static void
send_header(Child *c) /* send the header, with the child's number */
{
	BootHeader h = *boot_header(c->boot);

	h.node = boot_nodes(c->boot)[h.node].peer[c->link];
	h.failed = 0;
	send(c, &h, sizeof h);
}

/* wait_for_more: wait until the stream has more bytes for the child than the `sent` ones. */
static void
wait_for_more(Child *c, uint32_t sent)
{
	while (c->boot->received == sent) {
		c->waiting = (uint32_t)__t800_wptr();
		__t800_stopp();
	}
}

/* serve_child: the process that serves one child. */
static void
serve_child(void *argument)
{
	Child *c = argument;
	uint32_t sent = sizeof(BootHeader), n;

	probe_child(c);
	send_loader(c);
	send_header(c);
	for (; sent < c->boot->total; sent += n) {
		wait_for_more(c, sent);
		n = c->boot->received - sent;
		if (n > BOOT_PIECE)
			n = BOOT_PIECE;
		send(c, c->boot->memory + sent, n);
	}
	c->busy = false;
}

/* ---- from the parent ---- */

static void
start_children(Boot *b) /* start a process for each child of this node */
{
	const BootNode *self = &boot_nodes(b)[boot_header(b)->node];

	for (int l = 0; l < NLINKS; l++) {
		Child *c = &b->children[l];

		if (l == b->up || !(self->children >> l & 1))
			continue;
		c->busy = true;
		c->since = timer_now();
		process_start(serve_child, c, c->stack, STACK, PRIORITY_HIGH, NULL);
	}
}

/* wake_children: wake the children's processes that wait for more of the stream. */
static void
wake_children(Boot *b)
{
	for (int l = 0; l < NLINKS; l++) {
		uint32_t w = b->children[l].waiting;

		if (w == 0)
			continue;
		b->children[l].waiting = 0;
		__t800_runp(w | PRIORITY_HIGH);
	}
}

static void
receive_bytes(Boot *b, uint32_t n) /* receive n bytes from the parent */
{
	channel_in(LINK_IN(b->up), b->memory + b->received, n);
	b->received += n;
}

/* give_up: abandon a child that accepts no more bytes; the child's process stays blocked. */
static void
give_up(Boot *b, Child *c)
{
	channel_reset(LINK_OUT(c->link));
	channel_reset(LINK_IN(c->link));
	c->busy = false;
	boot_header(b)->failed |= 1u << c->link;
}

/* finish_children: wait until each child has the whole stream or is abandoned. */
static void
finish_children(Boot *b)
{
	uint32_t patience = boot_header(b)->patience;

	for (int l = 0; l < NLINKS; l++) {
		Child *c = &b->children[l];

		while (c->busy) {
			if (timer_after(timer_now(), c->since + patience))
				give_up(b, c);
			else
				timer_wait(timer_now() + patience / 16);
		}
	}
}

/* receive_stream: receive the stream from the parent; the children's processes pass it on. */
static void
receive_stream(void *argument)
{
	Boot *b = argument;
	bool started = false;

	receive_bytes(b, sizeof(BootHeader));
	b->total = sizeof(BootHeader) + boot_header(b)->nnodes * sizeof(BootNode)
		+ boot_header(b)->image_size;
	while (b->received < b->total) {
		uint32_t left = b->total - b->received;

		receive_bytes(b, left < BOOT_PIECE ? left : BOOT_PIECE);
		if (!started
			&& b->memory + b->received
				>= (uint8_t *)&boot_nodes(b)[boot_header(b)->node + 1]) {
			start_children(b);
			started = true;
		}
		wake_children(b);
	}
	finish_children(b);
}

/* ---- the kernel ---- */

/* relocate: adjust the words of data that hold addresses. Their list lies where the bss begins. */
static void
relocate(const Program *p, uint8_t *text, uint8_t *data)
{
	const uint32_t *reloc = (const uint32_t *)(data + p->data_size);

	for (uint32_t i = 0; i < p->nrelocs; i++)
		*(uint32_t *)(data + (reloc[i] & ~1u)) += (uint32_t)(reloc[i] & 1 ? data : text);
	for (uint32_t i = 0; i < p->bss_size / 4; i++)
		((uint32_t *)(data + p->data_size))[i] = 0;
}

static void
start_kernel(const Boot *b) /* jump to the kernel that was loaded */
{
	BootHeader *h = boot_header(b);
	BootNode *nodes = boot_nodes(b);
	Program *p = (Program *)(nodes + h->nnodes);
	uint8_t *text = (uint8_t *)(p + 1), *data = text + p->text_size;
	uint32_t memory = 1024u << nodes[h->node].kilobytes_log2;

	relocate(p, text, data);
	kernel_enter((uint32_t)text + p->entry, data, h, nodes,
		(uint32_t)data + p->data_size + p->bss_size, NOT_PROCESS + memory - BOOT_STACK);
}

/* loader_main: called by the bootstrap, at low priority. */
void
loader_main(uint32_t link, const BootstrapValues *block)
{
	Boot b;
	Channel done;

	b.block = block;
	b.up = (link - (uint32_t)LINK_IN(0)) / 4;
	b.memory = (uint8_t *)BOOT_BASE;
	b.received = 0;
	for (int l = 0; l < NLINKS; l++) {
		b.children[l].boot = &b;
		b.children[l].link = l;
		b.children[l].busy = false;
		b.children[l].waiting = 0;
	}
	channel_init(&done);
	process_start(receive_stream, &b, b.stack, STACK, PRIORITY_HIGH, &done);
	channel_in_word(&done);
	start_kernel(&b);
}
