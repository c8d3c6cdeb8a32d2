/*
 * potential.c - finds the conditional jumps that have kept a value from being written before it was
 * used: potential dependences.
 *
 * A statement that was not executed leaves no trace in the dynamic graph, although because of this
 * the value is still that of an earlier writer. So each jump of the program's own code between this
 * writer and the use is executed the other way (switched.h), the last jumps first.
 */
#include "flowback_parts.h"
#include "switched.h"

#include <stdlib.h>
#include <string.h>

enum {
	BRANCHES = 1 << 12, /* size of the hash table Potential.branches */
	TRIED = 500, /* jumps that are tried for one use */
	/* the search ends after so many jumps whose other way would have written the value */
	MAX_FOUND_JUMPS = 3,
};

/* Whether an instruction is a conditional jump of the program's own code. */
typedef struct Branch {
	Addr iptr;
	NodeId node;
	enum { UNKNOWN_YET, OTHER, BRANCH } kind; /* BRANCH: it is such a jump; OTHER: it is not */
} Branch;

struct Potential {
	Switched *switched;
	Branch branches[BRANCHES];
};

void
potential_free(Potential *p)
{
	if (p)
		switched_free(p->switched);
	free(p);
}

/* get_potential: the state for potential dependences; made at its first use. */
static Potential *
get_potential(Flowback *f)
{
	if (!f->potential) {
		f->potential = xcalloc(1, sizeof *f->potential);
		f->potential->switched = switched_new(f->steps, f->codes, f->target);
	}
	return f->potential;
}

void
potential_drop_code(Potential *p)
{
	if (p)
		memset(p->branches, 0, sizeof p->branches);
}

/* is_branch: true if the instruction is a conditional jump of the program's own code. */
static bool
is_branch(Flowback *f, Potential *p, At at)
{
	Addr iptr = at_step(at)->iptr;
	Branch *b = &p->branches[iptr % BRANCHES];
	Executed e;

	if (b->kind == UNKNOWN_YET || b->iptr != iptr || b->node != at.in->node)
		*b = (Branch){iptr, at.in->node, at_decode(at, &e) && e.fn == FN_CJ
			&& !where_is_system(f, at) ? BRANCH : OTHER};
	return b->kind == BRANCH;
}

/* The search for the jumps that skipped a write of some bytes before their use. */
typedef struct PotentialSearch {
	Flowback *f;
	Potential *p;
	Cause *effect;    /* the use */
	Addr addr;        /* address of the bytes */
	Word nbytes;
	const char *name; /* of the variable */
	uint32_t tried, found; /* numbers of jumps so far */
} PotentialSearch;

/*
 * try_steps: try the jumps in the steps `low` to `high` - 1 of an interval, the last one first, and
 * note those whose other way would have written the bytes.
 */
static void
try_steps(PotentialSearch *t, Interval *in, uint32_t low, uint32_t high)
{
	for (uint32_t i = high; i-- > low && t->tried < TRIED && t->found < MAX_FOUND_JUMPS;) {
		At at = {in, i};

		if (!is_branch(t->f, t->p, at))
			continue;
		t->tried++;
		if (!switched_writes(t->p->switched, at, t->addr, t->nbytes))
			continue;
		t->found++;
		graph_add_dependence(&t->f->graph, t->effect, DEPENDS_POTENTIAL,
			control_predicate(t->f, at), t->name);
	}
}

void
potential_expand(Flowback *f, Cause *effect, const LastWrite *w, At read, Addr a, Word nbytes,
	const char *name)
{
	PotentialSearch t = {.f = f, .effect = effect, .addr = a, .nbytes = nbytes, .name = name};

	if (f->options.copies || f->options.actual || steps_chosen_log(f->steps))
		return;
	t.p = get_potential(f);
	if (w->known && w->at.in == read.in) {
		try_steps(&t, read.in, w->at.step, read.step);
		return;
	}
	try_steps(&t, read.in, 0, read.step);
	if (w->known && w->at.in->first + w->at.in->nsteps == read.in->first)
		try_steps(&t, w->at.in, w->at.step, w->at.in->nsteps);
}
