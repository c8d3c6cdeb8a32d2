/* switched.c - runs the code that a conditional jump has skipped. */
#include "switched.h"
#include "gather.h"

#include "detrek/logs/logs.h"

#include <stdlib.h>
#include <string.h>

enum {
	MOST = 4000,     /* instructions of a run */
	BUCKETS = 1 << 12, /* of the hash table Switched.runs */
};

/* What a run is for. */
typedef enum RunKind {
	RUN_WRITES, /* to find writes: the run ends at the first deed (deeds.h) */
	RUN_DEEDS,  /* to find deeds: they are noted and skipped */
	RUN_ACTUAL, /* as RUN_DEEDS, but the jump goes the way that it went in fact */
} RunKind;

/* The result of a run from a jump on: the writes and deeds of the code behind the jump. */
typedef struct JumpRun {
	NodeId node;
	uint64_t count;     /* number of instructions that the node had executed before the jump */
	RunKind kind;
	SpareRange *ranges; /* [n] the written ranges, in the arena */
	size_t n;
	Deeds deeds;
	struct JumpRun *next;   /* in the list of Switched.runs */
} JumpRun;

struct Switched {
	const Target *target;
	CodeCache *codes;
	Arena arena;
	JumpRun *runs[BUCKETS];
	SpareNode spare;
};

/* The present run. */
typedef struct PresentRun {
	Switched *x;
	const CodeFunction *code; /* the function of the jump */
	Word moved;               /* distance of the code from its link address */
	Addr jump, entry;         /* link address of the jump; Wptr at the function's entry */
	Word areg;                /* the value with which the jump goes the other way */
	Addr previous;            /* link address of the function's last executed instruction */
	Deeds *deeds;             /* NULL: the run ends at the first deed */
} PresentRun;

Switched *
switched_new(Steps *s, CodeCache *codes, const Target *target)
{
	Switched *x = xcalloc(1, sizeof *x);

	*x = (Switched){.target = target, .codes = codes, .spare = {.steps = s}};
	return x;
}

void
switched_free(Switched *x)
{
	if (!x)
		return;
	spare_free(&x->spare);
	arena_free(&x->arena);
	free(x);
}

/* ---- a run ---- */

/*
 * is_own_code: true if the next instruction belongs to the same execution of the function as the
 * jump; *linked: its link address.
 */
static bool
is_own_code(const PresentRun *g, Addr *linked)
{
	const Regs *r = &g->x->spare.c->r;
	Addr entry;

	*linked = r->iptr - g->moved;
	return function_entry_wptr(g->code, *linked, r->wptr, &entry) && entry == g->entry;
}

/*
 * continues_run: true if the next instruction depends on the jump, or is in a function that was
 * called by such an instruction.
 */
static bool
continues_run(PresentRun *g)
{
	Regs *r = &g->x->spare.c->r;
	Addr linked;

	if (g->x->spare.c->stop != STOP_NONE)
		return false;
	if (!is_own_code(g, &linked))
		return r->wptr < g->entry;
	if (linked == g->jump) {
		r->areg = g->areg;
	} else if (!function_same_block(g->code, g->previous, linked)
		&& !function_depends(g->code, linked, g->jump)) {
		return false;
	}
	g->previous = linked;
	return true;
}

/*
 * step_program: execute an instruction; false if it depends on other processes or cannot be
 * decoded.
 */
static bool
step_program(PresentRun *g)
{
	SpareNode *x = &g->x->spare;
	DeedsOutcome next;
	Executed e;

	if (!spare_decode(x, &e))
		return false;
	next = g->deeds ? deeds_pass_instruction(g->deeds, x, &e)
		: log_is_outside(&e) ? DEEDS_END : DEEDS_STEP;
	if (next == DEEDS_STEP)
		spare_step(x, &e);
	return next != DEEDS_END;
}

/* keep_written: store the ranges of memory that the run has written. */
static void
keep_written(Switched *x, JumpRun *r)
{
	const SpareRange *ranges;

	r->n = spare_written(&x->spare, &ranges);
	r->ranges = arena_alloc(&x->arena, r->n + 1, sizeof *r->ranges);
	if (r->n > 0)
		memcpy(r->ranges, ranges, r->n * sizeof *ranges);
}

/* run_switched: execute the code behind a jump on a spare node, with another Areg at the jump. */
static void
run_switched(PresentRun *g, At jump)
{
	Switched *x = g->x;

	spare_begin(&x->spare, jump.in, at_first_event(jump), at_step(jump));
	x->spare.c->r.areg = g->areg;
	for (int i = 0; i < MOST && (i == 0 || continues_run(g)) && step_program(g); i++)
		;
	if (g->deeds)
		deeds_run_started(g->deeds, &x->spare);
}

/*
 * cached_run: the run of this kind that begins with the jump; made at the first request.
 */
static const JumpRun *
cached_run(Switched *x, At jump, const CodeFunction *code, Addr entry, RunKind kind)
{
	uint64_t count = at_count(jump);
	JumpRun **bucket = &x->runs[(count * 31 + jump.in->node) % BUCKETS], *r;
	PresentRun g = {.x = x, .code = code, .moved = at_program(jump)->text_moved, .entry = entry,
		.areg = kind == RUN_ACTUAL ? at_step(jump)->areg : at_step(jump)->areg == 0};

	for (r = *bucket; r; r = r->next)
		if (r->count == count && r->node == jump.in->node && r->kind == kind)
			return r;
	r = arena_alloc(&x->arena, 1, sizeof *r);
	*r = (JumpRun){.node = jump.in->node, .count = count, .kind = kind, .next = *bucket};
	*bucket = r;
	g.jump = g.previous = at_step(jump)->iptr - g.moved;
	if (kind != RUN_WRITES) {
		g.deeds = &r->deeds;
		deeds_begin(g.deeds, x->target, at_program(jump), 0, &x->arena);
	}
	run_switched(&g, jump);
	keep_written(x, r);
	spare_undo(&x->spare);
	return r;
}

/*
 * switched_run: the run of this kind that begins with the jump; NULL if the instruction is not a
 * conditional jump, or its function is not known.
 */
static const JumpRun *
switched_run(Switched *x, At jump, RunKind kind)
{
	const Loaded *l = at_program(jump);
	Addr linked = l ? at_step(jump)->iptr - l->text_moved : 0, entry;
	const CodeFunction *code = l ? codes_function(x->codes, l->program, linked) : NULL;
	Executed e;

	if (!code || !at_decode(jump, &e) || e.fn != FN_CJ
		|| !function_entry_wptr(code, linked, at_step(jump)->wdesc & ~3u, &entry))
		return NULL;
	return cached_run(x, jump, code, entry, kind);
}

bool
switched_writes(Switched *x, At jump, Addr a, Word nbytes)
{
	const JumpRun *r = switched_run(x, jump, RUN_WRITES);

	for (size_t i = 0; r && i < r->n; i++)
		if (r->ranges[i].addr - a < nbytes || a - r->ranges[i].addr < r->ranges[i].nbytes)
			return true;
	return false;
}

const Deeds *
switched_deeds(Switched *x, At jump, bool actual)
{
	const JumpRun *r = switched_run(x, jump, actual ? RUN_ACTUAL : RUN_DEEDS);

	return r ? &r->deeds : NULL;
}
