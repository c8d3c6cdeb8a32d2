/*
 * flatd.c - programs come in pieces, are kept for this node, and go on to the children in the boot tree.
 *
 * A piece goes on in the memory in which it came, to all children at once; it is freed when it has
 * left to all. While PIECES of them are leaving, no more is taken, so they wait on the links.
 */
#include "node.h"

enum { PIECES = 4 };

/* A program that is coming, or only passes by. */
typedef struct Load {
	struct Load *next;
	uint32_t tag;
	uint16_t node;     /* whom to answer */
	int32_t event;
	uint32_t total, got;
	bool here;         /* this node wants it */
	uint32_t children; /* links it goes on to: bit l */
	Program *program;  /* NULL: passes by, or there was no memory */
} Load;

static Load *loads;
static uint32_t leaving; /* pieces */

bool
flatd_ready(void)
{
	return leaving < PIECES;
}

/* ---- passing on ---- */

/* left: a piece has left to one child; its count is in the data, which these messages have not. */
static void
left(void *held)
{
	Held *h = held;

	if (--h->data[0] > 0)
		return;
	leaving--;
	held_free(h);
}

static void
pass_on(Held *h, uint32_t children)
{
	h->data[0] = 1; /* until all are on their way */
	leaving++;
	for (int i = 0; i < NLINKS; i++) {
		Sending *s = NULL;

		if (!(children >> i & 1))
			continue;
		s = sending_new(link_peer(i), h->letter.event, h->letter.type, h->letter.flags,
			h->letter.total);
		if (!s)
			panic("no memory to send a program on");
		h->data[0]++;
		s->body = h->body;
		s->done = left;
		s->argument = h;
		link_send(&links[i], s);
	}
	left(h);
}

/* ---- the programs ---- */

static void
answer(const Load *l, int32_t result)
{
	FlatReply *r = memory_alloc(KERNEL, sizeof *r);

	if (!r)
		return; /* whoever asked will say that this node has not answered */
	*r = (FlatReply){node_self(), l->tag, result};
	reply(l->node, l->event, TYPE_FLATD, r, sizeof *r);
}

static Load **
load_at(uint32_t tag)
{
	Load **at = &loads;

	while (*at && (*at)->tag != tag)
		at = &(*at)->next;
	return at;
}

static void
load_end(Load **at)
{
	Load *l = *at;

	*at = l->next;
	memory_free(l);
}

/* set_links: of the nodes in a set, is this one among them, and which children lead to others? */
static uint32_t
set_links(const uint32_t *set, uint32_t nwords, bool *here)
{
	uint32_t children = 0;

	*here = nwords == 0;
	for (uint32_t i = 0; i < nwords && i < (node_count() + 31) / 32; i++)
		for (uint32_t bits = set[i]; bits; bits &= bits - 1) {
			uint16_t node = 32 * i + __builtin_ctz(bits);
			int link = node == node_self() ? NLINKS : tree_link(node);

			if (link >= 0)
				children |= 1u << link;
		}
	*here |= children >> NLINKS & 1;
	return children & node_table()[node_self()].children;
}

static uint32_t
open(const FlatRequest *r)
{
	Load **old = load_at(r->tag), *l;

	if (*old) {
		memory_free((*old)->program);
		load_end(old);
	}
	l = memory_alloc(KERNEL, sizeof *l);
	if (!l)
		panic("no memory to take note of a program");
	*l = (Load){.next = loads, .tag = r->tag, .node = r->node, .event = r->event, .total = r->total};
	loads = l;
	l->children = set_links((const uint32_t *)(r + 1), r->nwords, &l->here);
	if (l->here) {
		image_forget(r->tag);
		l->program = memory_alloc(KERNEL, r->total);
		if (!l->program)
			answer(l, KE_NOMEM);
	}
	return l->children;
}

static void
complete(Load **at)
{
	Load *l = *at;
	int result = 0;

	if (l->program && image_check(l->program, l->total))
		result = KE_INVAL;
	else if (l->program && !image_add(l->tag, l->program))
		result = KE_NOMEM;
	if (l->program)
		answer(l, result);
	if (result < 0)
		memory_free(l->program);
	load_end(at);
}

static uint32_t
piece(const FlatRequest *r)
{
	Load **at = load_at(r->tag), *l = *at;
	uint32_t children;

	if (!l || r->offset != l->got || r->length > l->total - l->got)
		return 0; /* nobody opened it, or it is no part of it */
	if (l->program)
		memcpy((uint8_t *)l->program + l->got, r + 1, r->length);
	l->got += r->length;
	children = l->children;
	if (l->got == l->total)
		complete(at);
	return children;
}

void
flatd_serve(Held *h)
{
	const FlatRequest *r = (const FlatRequest *)h->body;
	uint32_t children = 0, n = h->letter.total;
	bool here;

	if (n < sizeof *r || r->nwords > (n - sizeof *r) / 4 || (r->action == FLAT_DATA
		&& r->length > n - sizeof *r)) {
		held_free(h);
		return;
	}
	if (r->action == FLAT_OPEN) {
		children = open(r);
	} else if (r->action == FLAT_DATA) {
		children = piece(r);
	} else if (r->action == FLAT_FORGET) {
		children = set_links((const uint32_t *)(r + 1), r->nwords, &here);
		if (here)
			image_forget(r->tag);
	}
	pass_on(h, children);
}
