/*
 * state.c - two hashes of a network: the fingerprint of its events, and a hash of all its state.
 */
#include "network.h"

#include <stddef.h>
#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t
network_fingerprint(const Network *w)
{
	uint64_t fingerprint = 0;

	for (NodeId n = 0; n < w->nnodes; n++)
		fingerprint = XXH3_64bits_withSeed(&w->nodes[n]->fingerprint, sizeof fingerprint,
			fingerprint);
	for (EndId e = 0; e < w->links.nends; e++)
		fingerprint = XXH3_64bits_withSeed(&w->links.ends[e].fingerprint,
			sizeof fingerprint, fingerprint);
	return fingerprint;
}

uint64_t
network_instructions(const Network *w)
{
	uint64_t sum = 0;

	for (NodeId n = 0; n < w->nnodes; n++)
		sum += t800_count(w->nodes[n]);
	return sum;
}

/* ---- the hash ---- */

static void
hash_bytes(XXH3_state_t *h, const void *p, size_t n)
{
	XXH3_64bits_update(h, p, n);
}

/* hash_page: callback for pages_each: add a page of memory to the hash. */
static void
hash_page(void *context, uint32_t page, const uint8_t *bytes)
{
	hash_bytes(context, &page, sizeof page);
	hash_bytes(context, bytes, PAGE);
}

/*
 * hash_node: add a node's registers, counters and memory to a hash, but neither the limit of the
 * last run nor pointers.
 */
static void
hash_node(XXH3_state_t *h, const T800 *c)
{
	Regs r = c->r;
	const char *rest = (const char *)&c->fptr;

	r.limit = 0;
	r.start = 0; /* of an instruction that is under way */
	r.began = 0;
	r.count += STRETCH_MAX - r.left;
	r.left = STRETCH_MAX;
	hash_bytes(h, &r, offsetof(Regs, size));
	hash_bytes(h, rest, (const char *)(c + 1) - rest);
	pages_each(c, hash_page, h);
}

/* hash_order: add an order with its data to the hash. */
static void
hash_order(XXH3_state_t *h, const Order *o)
{
	hash_bytes(h, &o->at, sizeof o->at);
	hash_bytes(h, &o->kind, sizeof o->kind);
	hash_bytes(h, &o->ptr, sizeof o->ptr);
	hash_bytes(h, &o->len, sizeof o->len);
	if (o->data)
		hash_bytes(h, o->data, o->len);
}

/* hash_end: add the state of a link end with its orders to the hash. */
static void
hash_end(XXH3_state_t *h, const End *e)
{
	hash_bytes(h, e, offsetof(End, out));
	if (e->sending)
		hash_bytes(h, e->out, e->out_len);
	if (e->receiving)
		hash_bytes(h, e->in.data, e->in_have);
	for (uint32_t i = 0; i < e->norders; i++)
		hash_order(h, &e->orders[i]);
}

uint64_t
network_node_hash(const Network *w, NodeId n)
{
	XXH3_state_t *h = XXH3_createState();
	uint64_t hash;

	XXH3_64bits_reset(h);
	hash_node(h, w->nodes[n]);
	hash = XXH3_64bits_digest(h);
	XXH3_freeState(h);
	return hash;
}

uint64_t
network_hash(const Network *w)
{
	XXH3_state_t *h = XXH3_createState();
	uint64_t hash;

	XXH3_64bits_reset(h);
	for (NodeId n = 0; n < w->nnodes; n++)
		hash_node(h, w->nodes[n]);
	for (EndId e = 0; e < w->links.nends; e++)
		hash_end(h, &w->links.ends[e]);
	hash_bytes(h, w->links.crossbars, w->topology->nswitches * sizeof *w->links.crossbars);
	hash_bytes(h, w->faults.fault, w->faults.n * sizeof *w->faults.fault);
	hash = XXH3_64bits_digest(h);
	XXH3_freeState(h);
	return hash;
}
