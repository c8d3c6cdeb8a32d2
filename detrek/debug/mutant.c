/* mutant.c - executes another instruction instead of one of a program, on all nodes. */
#include "mutant.h"
#include "trunk.h"

#include "base/list.h"
#include "sim/cpu/cpu.h"
#include "sim/cpu/watcher.h"

#include <stdlib.h>

/* An instruction of a program that mutations change. */
typedef struct Site {
	const ProgramInfo *program;
	Addr at; /* link address */
	uint32_t first; /* the piece of the run in which the instruction is first executed */
} Site;

struct Mutants {
	Session *s;
	Addr *makes; /* [node] where the kernel makes processes; 0: the node has no kernel */
	Site *sites;      /* [nsites] */
	uint32_t nsites;
	Table known;      /* the sites by their addresses */
	uint32_t piece;   /* number of the present piece of the run */
	Watcher *watcher;
	const Mutation *m; /* the mutation of the mutant that runs */
	/* [node] the instructions that the node had executed when it was last at m->at */
	uint64_t *counts;
};

/* mark_kernels: mark, on each node, the instruction at which its kernel makes processes. */
static void
mark_kernels(Mutants *x)
{
	for (NodeId n = 0; n < x->s->w->nnodes; n++)
		if (x->makes[n])
			watcher_mark(x->watcher, n, x->makes[n]);
}

Mutants *
mutants_new(Session *s)
{
	Mutants *x = xcalloc(1, sizeof *x);
	Spot spot = session_spot(s);

	*x = (Mutants){.s = s, .makes = xcalloc(s->w->nnodes, sizeof *x->makes),
		.counts = xcalloc(s->w->nnodes, sizeof *x->counts)};
	past_go_present(s->past); /* where the kernels are */
	for (NodeId n = 0; n < s->w->nnodes; n++)
		x->makes[n] = target_creation_address(s->target, n);
	session_return(s, &spot);
	return x;
}

void
mutants_free(Mutants *x)
{
	free(x->makes);
	free(x->counts);
	free(x->sites);
	table_free(&x->known);
	free(x);
}

/* ---- first executions ---- */

/* site_key: the hash key of the instruction at `at` of program p. */
static uint64_t
site_key(const ProgramInfo *p, Addr at)
{
	return (uintptr_t)p * 31 + at;
}

/* find_site: the entry of the instruction at `at` of program p; NULL if there is none. */
static Site *
find_site(const Mutants *x, const ProgramInfo *p, Addr at)
{
	const TableSlot *slot = table_find(&x->known, site_key(p, at));

	for (; slot; slot = table_next(&x->known, slot))
		if (x->sites[slot->number].program == p && x->sites[slot->number].at == at)
			return &x->sites[slot->number];
	return NULL;
}

void
mutants_find(Mutants *x, const Mutation *m)
{
	if (find_site(x, m->program, m->at))
		return;
	x->sites = list_more(x->sites, x->nsites, sizeof *x->sites);
	x->sites[x->nsites] = (Site){m->program, m->at, NEVER_EXECUTED};
	table_put(&x->known, site_key(m->program, m->at), x->nsites++);
}

uint32_t
mutants_first_piece(const Mutants *x, const Mutation *m)
{
	return find_site(x, m->program, m->at)->first;
}

/* mark_sites: mark, in the programs on node n, those sites that were not executed yet. */
static void
mark_sites(Mutants *x, NodeId n)
{
	Loaded loaded[MAX_LOADED];
	uint32_t count = target_expected_programs(x->s->target, n, loaded);

	for (uint32_t i = 0; i < count; i++)
		for (uint32_t k = 0; k < x->nsites; k++)
			if (x->sites[k].first == NEVER_EXECUTED
				&& x->sites[k].program == loaded[i].program)
				watcher_mark(x->watcher, n, x->sites[k].at + loaded[i].text_moved);
}

/*
 * note_first: at a marked instruction that was not executed before, note the current piece of the
 * run as the first one that executes it.
 */
static void
note_first(void *context, NodeId n)
{
	Mutants *x = context;
	Addr at = x->s->w->nodes[n]->r.iptr;
	Loaded in;
	Site *site;

	if (!target_program_at(x->s->target, n, at, &in))
		return;
	if (in.program == target_kernel(x->s->target))
		mark_sites(x, n);
	site = find_site(x, in.program, at - in.text_moved);
	if (site && site->first == NEVER_EXECUTED)
		site->first = x->piece;
}

void
mutants_note_piece(Mutants *x, uint32_t number)
{
	if (x->watcher)
		watcher_free(x->watcher);
	x->watcher = NULL;
	x->piece = number;
	if (number == TRUNK_PIECES)
		return;
	x->watcher = watcher_new(x->s->w, &(WatcherOptions){.report_marked = note_first,
		.context = x});
	mark_kernels(x);
	for (NodeId n = 0; n < x->s->w->nnodes; n++)
		mark_sites(x, n);
}

/* ---- the mutant ---- */

/* mark_mutation: mark the mutation's instruction in the programs on a node. */
static void
mark_mutation(Mutants *x, NodeId n)
{
	Loaded loaded[MAX_LOADED];
	uint32_t count = target_expected_programs(x->s->target, n, loaded);

	for (uint32_t i = 0; i < count; i++)
		if (loaded[i].program == x->m->program) {
			watcher_mark(x->watcher, n, x->m->at + loaded[i].text_moved);
			watcher_mark(x->watcher, n,
				x->m->at + x->m->size + loaded[i].text_moved);
		}
}

/*
 * handle_mark: called by the watcher: change the node's state if it is at the mutation's
 * instruction or after it; look for new programs if the kernel has made a process.
 */
static void
handle_mark(void *context, NodeId n)
{
	Mutants *x = context;
	T800 *c = x->s->w->nodes[n];
	uint64_t count = t800_count(c);
	Loaded in;
	Addr at;

	if (!target_program_at(x->s->target, n, c->r.iptr, &in))
		return;
	at = c->r.iptr - in.text_moved;
	if (in.program == target_kernel(x->s->target))
		mark_mutation(x, n);
	else if (in.program == x->m->program && at == x->m->at + x->m->size
		&& x->counts[n] + 1 == count)
		mutation_apply(x->m, c, true);
	if (in.program == x->m->program && at == x->m->at) {
		x->counts[n] = count;
		mutation_apply(x->m, c, false);
	}
}

void
mutants_begin(Mutants *x, const Mutation *m)
{
	x->m = m;
	x->watcher = watcher_new(x->s->w,
		&(WatcherOptions){.report_marked = handle_mark, .context = x});
	mark_kernels(x);
	for (NodeId n = 0; n < x->s->w->nnodes; n++)
		mark_mutation(x, n);
}
