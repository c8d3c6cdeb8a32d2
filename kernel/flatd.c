/* flatd.c - receives programs in pieces, keeps them for this node, and
 * forwards them to the children in the boot tree.
 * 
 * A piece is forwarded from the memory in which it arrived to all children at once; the memory is
 * freed when all have it. While PIECES pieces are being sent, no more are received: further pieces
 * wait on the links. */
#include "node.h"

enum { PIECES = 4 };

/* A program that is arriving, or is only being forwarded. */
typedef struct Load {
	struct Load *next;
	uint32_t tag;
	uint16_t node;     /* node to answer */
	int32_t event;     /* event of the answer */
	uint32_t total, got; /* bytes of the program; bytes that have arrived */
	bool here;         /* this node is to keep it */
	uint32_t children; /* links to forward it on: bit l */
	Program *program;  /* NULL: only forwarded, or out of memory */
} Load;

static Load *loads;
static uint32_t leaving; /* number of pieces that are being sent to children */

bool
flatd_ready(void)
{
	return leaving < PIECES;
}

/* ---- passing on ---- */

/*
 * piece_sent: note that a piece has been sent to one child, and free it after the last child. Its
 * use count is in the data words, which pieces do not use.
 */
static void
piece_sent(void *held)
{
	Held *h = held;

	if (--h->data[0] > 0)
		return;
	leaving--;
	held_free(h);
}

/* forward_piece: send a piece of a program to these children. */
static void
forward_piece(Held *h, uint32_t children)
{
	h->data[0] = 1; /* keep it until all sends are started */
	leaving++;
	for (int i = 0; i < NLINKS; i++) {
		Sending *s = NULL;

		if (!(children >> i & 1))
			continue;
		s = sending_server(link_peer(i), h->letter.event, h->letter.type, h->letter.flags,
			h->letter.total);
		if (!s)
			panic("no memory to forward a program");
		h->data[0]++;
		s->body = h->body;
		s->done = piece_sent;
		s->argument = h;
		link_send(&links[i], s);
	}
	piece_sent(h);
}

/* ---- the programs ---- */

/* answer_load: answer the request for a load with its result. */
static void
answer_load(const Load *l, int32_t result)
{
	FlatReply *r = memory_alloc_server(sizeof *r);

	if (!r)
		return; /* the requester will report that this node did not answer */
	*r = (FlatReply){node_self(), l->tag, result};
	reply(l->node, l->event, TYPE_FLATD, r, sizeof *r);
}

/* find_load: the pointer in the list to the load of this tag; that pointer is NULL for none. */
static Load **
find_load(uint32_t tag)
{
	Load **at = &loads;

	while (*at && (*at)->tag != tag)
		at = &(*at)->next;
	return at;
}

static void
remove_load(Load **at) /* remove the load from the list and free it */
{
	Load *l = *at;

	*at = l->next;
	memory_free(l);
}

/* is_in_set: true if this node is in the set, or if there is no set (0 words). */
static bool
is_in_set(const uint32_t *set, uint32_t nwords)
{
	uint32_t here = node_self();

	return nwords == 0 || (here / 32 < nwords && set[here / 32] >> here % 32 & 1);
}

/* open_load: begin a load, ending one with the same tag; returns the links to forward it on. */
static uint32_t
open_load(const FlatRequest *r, const uint32_t *set)
{
	Load **old = find_load(r->tag), *l;

	if (*old) {
		memory_free((*old)->program);
		remove_load(old);
	}
	l = memory_alloc_server(sizeof *l);
	if (!l)
		panic("no memory to record a program");
	*l = (Load){.next = loads, .tag = r->tag, .node = r->node, .event = r->event,
		.total = r->total};
	loads = l;
	l->here = is_in_set(set, r->nwords);
	l->children = tree_children(set, r->nwords);
	if (l->here) {
		image_forget(r->tag);
		l->program = memory_alloc(KERNEL, r->total);
		if (!l->program)
			answer_load(l, KE_NOMEM);
	}
	return l->children;
}

/* complete_load: keep the program, all of which has arrived, if it is valid; answer the request. */
static void
complete_load(Load **at)
{
	Load *l = *at;
	int result = 0;

	if (l->program && image_check(l->program, l->total))
		result = KE_INVAL;
	else if (l->program && !image_add(l->tag, l->program))
		result = KE_NOMEM;
	if (l->program)
		answer_load(l, result);
	if (result < 0)
		memory_free(l->program);
	remove_load(at);
}

/* take_piece: store a piece, the next one of its load; returns the links to forward it on. */
static uint32_t
take_piece(const FlatRequest *r)
{
	Load **at = find_load(r->tag), *l = *at;
	uint32_t children;

	if (!l || r->offset != l->got || r->length > l->total - l->got)
		return 0; /* not opened, or not a part of this message */
	if (l->program)
		memcpy((uint8_t *)l->program + l->got, r + 1, r->length);
	l->got += r->length;
	children = l->children;
	if (l->got == l->total)
		complete_load(at);
	return children;
}

void
flatd_serve(Held *h)
{
	const FlatRequest *r = (const FlatRequest *)h->body;
	const uint32_t *set = (const uint32_t *)(r + 1);
	uint32_t children = 0, n = h->letter.total;

	if (n < sizeof *r || r->nwords > (n - sizeof *r) / 4 || (r->action == FLAT_DATA
		&& r->length > n - sizeof *r)) {
		held_free(h);
		return;
	}
	if (r->action == FLAT_OPEN) {
		children = open_load(r, set);
	} else if (r->action == FLAT_DATA) {
		children = take_piece(r);
	} else if (r->action == FLAT_FORGET) {
		children = tree_children(set, r->nwords);
		if (is_in_set(set, r->nwords))
			image_forget(r->tag);
	}
	forward_piece(h, children);
}
