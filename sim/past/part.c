/*
 * part.c - writes the state of some nodes of a network for another process, which executes the same
 * network, and reads it there.
 *
 *      node:  struct, clock, {number, is zero, page}..., END
 *      end:   state
 *      fault: state
 */
#include "part.h"
#include "snap.h"

#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum { END_OF_PAGES = 0xFFFFFFFF };

/* ---- what the other process knows ---- */

/* A node whose pages are compared with the known ones. */
typedef struct Comparison {
	Snap *s;         /* NULL: only note the pages as known */
	uint64_t *known; /* [pages] their known hashes */
	uint8_t *found;  /* [pages] the page is not all zeros */
} Comparison;

/*
 * note_page: callback of pages_each: note that a page is not zero, and write it if it has changed.
 */
static void
note_page(void *context, uint32_t page, const uint8_t *bytes)
{
	const Comparison *c = context;
	uint64_t hash = XXH3_64bits(bytes, PAGE) | 1;
	bool zero = false;

	c->found[page] = 1;
	if (c->known[page] == hash)
		return;
	c->known[page] = hash;
	if (!c->s)
		return;
	snap_transfer(c->s, &page, sizeof page);
	snap_transfer(c->s, &zero, sizeof zero);
	snap_transfer(c->s, (void *)bytes, PAGE);
}

/* note_zero: note and write that a page has become all zeros. */
static void
note_zero(const Comparison *c, uint32_t page)
{
	bool zero = true;

	c->known[page] = 0;
	if (!c->s)
		return;
	snap_transfer(c->s, &page, sizeof page);
	snap_transfer(c->s, &zero, sizeof zero);
}

/* compare_pages: write the pages of a node that have changed since the last call. */
static void
compare_pages(KnownPages *k, const Network *w, NodeId n, Snap *s)
{
	const T800 *node = w->nodes[n];
	uint32_t npages = node->r.size / PAGE;
	Comparison c = {.s = s, .found = xcalloc(npages, 1)};

	if (!k->pages[n])
		k->pages[n] = xcalloc(npages, sizeof **k->pages);
	c.known = k->pages[n];
	pages_each(node, note_page, &c);
	for (uint32_t page = 0; page < npages; page++)
		if (c.known[page] != 0 && !c.found[page])
			note_zero(&c, page);
	free(c.found);
}

/* part_known_init: note the network's present state as the state that the other process has. */
void
part_known_init(KnownPages *k, const Network *w)
{
	part_known_free(k);
	k->nnodes = w->nnodes;
	k->pages = xcalloc(w->nnodes, sizeof *k->pages);
	for (NodeId n = 0; n < w->nnodes; n++)
		if (w->rank_of[n] == w->rank)
			compare_pages(k, w, n, NULL);
}

void
part_known_free(KnownPages *k)
{
	for (NodeId n = 0; n < k->nnodes; n++)
		free(k->pages[n]);
	free(k->pages);
	*k = (KnownPages){0};
}

/* ---- nodes ---- */

/* write_node: write a node, its clock, and the pages that have changed since the last call. */
static void
write_node(Snap *s, Network *w, NodeId n, KnownPages *k)
{
	uint32_t end = END_OF_PAGES;
	T800 copy;

	snap_struct(s, w->nodes[n], &copy);
	snap_clock(s, w, n);
	compare_pages(k, w, n, s);
	snap_transfer(s, &end, sizeof end);
}

/* read_node: read a node that write_node of another process has written. */
static void
read_node(Snap *s, Network *w, NodeId n)
{
	T800 *c = w->nodes[n], copy;
	uint32_t page;
	bool zero;

	snap_struct(s, c, &copy);
	*c = copy;
	snap_clock(s, w, n);
	for (snap_transfer(s, &page, sizeof page); page != END_OF_PAGES;
		snap_transfer(s, &page, sizeof page)) {
		uint8_t *bytes = c->r.mem + (size_t)page * PAGE;

		snap_transfer(s, &zero, sizeof zero);
		if (zero)
			memset(bytes, 0, PAGE);
		else
			snap_transfer(s, bytes, PAGE);
	}
}

/* ---- ends and faults ---- */

/* check_end: check that two ranks have computed the same state of a link's end. */
static void
check_end(Snap *s, const End *e)
{
	uint64_t fingerprint = e->fingerprint;

	snap_transfer(s, &fingerprint, sizeof fingerprint);
	assert(fingerprint == e->fingerprint);
}

/* is_shared: true if both rank 0 and this end's rank simulate the link of a node's end. */
static bool
is_shared(const Network *w, EndId e)
{
	EndId peer = w->links.ends[e].peer;

	if (peer == NOWHERE_END)
		return false;
	return peer >= w->nnodes * NLINKS || w->rank_of[peer / NLINKS] == 0;
}

/*
 * transfer_ends: save or restore the ends of a rank's nodes, and the faults that wait for these
 * nodes.
 */
static void
transfer_ends(Snap *s, Network *w, uint8_t rank)
{
	for (EndId e = 0; e < w->nnodes * NLINKS; e++) {
		if (w->rank_of[e / NLINKS] != rank)
			continue;
		if (is_shared(w, e))
			check_end(s, &w->links.ends[e]);
		else
			snap_end(s, w, &w->links.ends[e]);
	}
	for (uint32_t i = 0; i < w->faults.n; i++) {
		Fault *f = &w->faults.fault[i];

		if (f->node != NOWHERE && w->rank_of[f->node] == rank)
			snap_transfer(s, f, sizeof *f);
	}
}

void
part_write(Network *w, KnownPages *k, Buf *out)
{
	Snap s = {.name = "a rank's state", .bytes = *out};

	for (NodeId n = 0; n < w->nnodes; n++)
		if (w->rank_of[n] == w->rank)
			write_node(&s, w, n, k);
	transfer_ends(&s, w, w->rank);
	*out = s.bytes;
}

void
part_read(Network *w, uint8_t rank, Buf bytes)
{
	Snap s = {.name = "a rank's state", .reading = true, .bytes = bytes};

	for (NodeId n = 0; n < w->nnodes; n++)
		if (w->rank_of[n] == rank)
			read_node(&s, w, n);
	transfer_ends(&s, w, rank);
	assert(s.at == s.bytes.len);
}
