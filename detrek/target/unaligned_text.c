/* unaligned_text.c - prints one line for each place, with the nodes that have executed it. */
#include "unaligned_text.h"

#include "thread_names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NAMED = 4 }; /* at most so many nodes of a place are named */

/* A place in the programs, on all nodes. */
typedef struct PlaceReport {
	Buf place;    /* the place in the source, as text */
	Buf nodes;    /* the names of its first nodes, as text */
	uint32_t nnodes;
	uint64_t naccesses;
	Addr address; /* address of the first access on the first node */
} PlaceReport;

/* put_place: append the place of an instruction in its program's source. */
static void
put_place(NodeId n, Addr instruction, ThreadNames *names, Buf *out)
{
	if (!thread_put_instruction(names, n, instruction, out))
		buf_printf(out, "instruction 0x%08x", instruction);
}

/* get_report: the entry for a place, added if it is new. */
static PlaceReport *
get_report(PlaceReport *told, uint32_t *ntold, const Buf *place)
{
	for (uint32_t i = 0; i < *ntold; i++)
		if (told[i].place.len == place->len
			&& memcmp(told[i].place.data, place->data, place->len) == 0)
			return &told[i];
	buf_put(&told[*ntold].place, place->data, place->len);
	return &told[(*ntold)++];
}

/*
 * add_place: add a node's unaligned accesses at one instruction to the entry of its place in the
 * source.
 */
static void
add_place(PlaceReport *t, const char *node, const UnalignedPlace *p)
{
	if (t->nnodes == 0)
		t->address = p->address;
	if (t->nnodes < NAMED)
		buf_printf(&t->nodes, "%s%s", t->nnodes ? ", " : "", node);
	t->nnodes++;
	t->naccesses += p->naccesses;
}

/* print_report: print one instruction with its number of accesses and its nodes. */
static void
print_report(const PlaceReport *t, FILE *f)
{
	fprintf(f, "  %.*s: %" PRIu64 " time%s on %.*s", (int)t->place.len, (char *)t->place.data,
		t->naccesses, t->naccesses == 1 ? "" : "s", (int)t->nodes.len,
		(char *)t->nodes.data);
	if (t->nnodes > NAMED)
		fprintf(f, " and %u other nodes", t->nnodes - NAMED);
	fprintf(f, ", first at 0x%08x\n", t->address);
}

/* add_node: add the places of a node; returns the number of accesses whose place is not known. */
static uint64_t
add_node(const Network *w, NodeId n, ThreadNames *names, PlaceReport *told, uint32_t *ntold)
{
	const Unaligned *u = &w->nodes[n]->unaligned;

	for (uint32_t i = 0; i < u->nplaces; i++) {
		Buf place = {0};

		put_place(n, u->place[i].instruction, names, &place);
		add_place(get_report(told, ntold, &place), w->topology->nodes[n].name,
			&u->place[i]);
		buf_free(&place);
	}
	return u->nothers;
}

/* print_unaligned: print the places that have accessed unaligned words. */
static void
print_unaligned(const Network *w, ThreadNames *names, FILE *f)
{
	PlaceReport *told = xcalloc((size_t)w->nnodes * UNALIGNED_PLACES, sizeof *told);
	uint32_t ntold = 0;
	uint64_t nothers = 0;

	for (NodeId n = 0; n < w->nnodes; n++)
		nothers += add_node(w, n, names, told, &ntold);
	fprintf(f, "words were accessed at addresses that are not multiples of 4; the processor "
		"takes the word that contains the byte:\n");
	for (uint32_t i = 0; i < ntold; i++) {
		print_report(&told[i], f);
		buf_free(&told[i].place);
		buf_free(&told[i].nodes);
	}
	if (nothers > 0)
		fprintf(f, "  %" PRIu64 " times at other places\n", nothers);
	free(told);
}

/* is_any_unaligned: tell if a node has accessed an unaligned word. */
static bool
is_any_unaligned(const Network *w)
{
	for (NodeId n = 0; n < w->nnodes; n++)
		if (w->nodes[n]->unaligned.nplaces > 0)
			return true;
	return false;
}

void
unaligned_print(Network *w, const char *kernel, const char *const *program, uint32_t n, FILE *f)
{
	ThreadNames *names;

	if (!is_any_unaligned(w))
		return;
	names = thread_names_open(w, kernel, program, n);
	print_unaligned(w, names, f);
	thread_names_close(names);
}
