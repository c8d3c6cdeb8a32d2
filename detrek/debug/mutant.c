/* mutant.c - executes another instruction instead of one of a program, on all nodes. */
#include "mutant.h"

#include "sim/cpu/cpu.h"
#include "sim/cpu/watcher.h"

#include <stdlib.h>

static const char beginning[] = "beginning"; /* the name of the branch */

struct Mutants {
	Session *s;
	Addr *makes;      /* [node] where its kernel makes processes; 0: it has none */
	/* of the mutant that runs */
	const Mutation *m;
	Watcher *watcher;
	uint64_t *counts; /* [node] of instructions, when it was at m->at last */
};

/* mark_programs: the places of the mutation on a node, in the programs that are there. */
static void
mark_programs(Mutants *x, NodeId n)
{
	Loaded loaded[MAX_LOADED];
	uint32_t count = target_expected(x->s->target, n, loaded);

	for (uint32_t i = 0; i < count; i++)
		if (loaded[i].program == x->m->program) {
			watcher_mark(x->watcher, n, x->m->at + loaded[i].text_moved);
			watcher_mark(x->watcher, n,
				x->m->at + x->m->size + loaded[i].text_moved);
		}
}

/* at_mark: at the instruction, after it, or where the kernel has made a process. */
static void
at_mark(void *context, NodeId n)
{
	Mutants *x = context;
	T800 *c = x->s->w->nodes[n];
	uint64_t count = t800_count(c);
	Loaded in;
	Addr at;

	if (!target_code(x->s->target, n, c->r.iptr, &in))
		return;
	at = c->r.iptr - in.text_moved;
	if (in.program == target_kernel(x->s->target))
		mark_programs(x, n);
	else if (in.program == x->m->program && at == x->m->at + x->m->size
		&& x->counts[n] + 1 == count)
		mutation_apply(x->m, c, true);
	if (in.program == x->m->program && at == x->m->at) {
		x->counts[n] = count;
		mutation_apply(x->m, c, false);
	}
}

/* make_branch: it begins when what is done at once, at the run's beginning, is done. */
static void
make_branch(Session *s)
{
	Flowback *flowback = s->flowback;
	Spot spot = session_spot(s);

	s->flowback = NULL; /* what it has found is kept, though the session leaves the run */
	session_goto(s, place_at(past_beginning(s->past) + 1));
	session_branch(s, beginning);
	session_branch(s, s->lines[0].name);
	session_return(s, &spot);
	s->flowback = flowback;
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
		x->makes[n] = target_makes(s->target, n);
	session_return(s, &spot);
	make_branch(s);
	return x;
}

void
mutants_free(Mutants *x)
{
	free(x->makes);
	free(x->counts);
	free(x);
}

void
mutants_begin(Mutants *x, const Mutation *m)
{
	WatcherOptions o = {.marked = at_mark, .context = x};

	session_branch(x->s, beginning);
	x->m = m;
	x->watcher = watcher_new(x->s->w, &o);
	for (NodeId n = 0; n < x->s->w->nnodes; n++) {
		mark_programs(x, n);
		if (x->makes[n])
			watcher_mark(x->watcher, n, x->makes[n]);
	}
}
