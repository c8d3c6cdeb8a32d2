/*
 * layout.c - the flow graph: how often its blocks run, by guess, and in which order they lie.
 *
 * A loop's blocks count eightfold. Blocks that do nothing but jump on, with nothing to copy for a phi, have no place: who
 * jumps there reaches what they lead to. The others follow one another so that the busiest way falls through: a
 * block's busiest successor comes next, unless other blocks that run as often lead there and have no place yet.
 */
#include "lower.h"

#include <string.h>

static unsigned
successors(const Fn *f, int b)
{
	return LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(f->blocks[b].bb));
}

static int
successor(Fn *f, int b, unsigned i)
{
	return fn_block(f, LLVMGetSuccessor(LLVMGetBasicBlockTerminator(f->blocks[b].bb), i));
}

/* ---- how often ---- */

/* An edge to a block that was being visited: a loop's end. */
typedef struct BackEdge {
	int head, tail;
} BackEdge;

typedef struct Weighing {
	Fn *f;
	BackEdge *back;
	int nback;
	uint8_t *in; /* the blocks of one loop */
	int *stack;
} Weighing;

static void
join_loop(Weighing *w, int b, int *n)
{
	if (w->in[b])
		return;
	w->in[b] = 1;
	w->stack[(*n)++] = b;
}

/* mark_loop: every block from which one of the head's back edges is reached without the head. */
static void
mark_loop(Weighing *w, int head)
{
	Fn *f = w->f;
	int n = 0;

	memset(w->in, 0, f->nblocks);
	w->in[head] = 1;
	for (int i = 0; i < w->nback; i++)
		if (w->back[i].head == head)
			join_loop(w, w->back[i].tail, &n);
	while (n > 0) {
		LLVMValueRef bb = LLVMBasicBlockAsValue(f->blocks[w->stack[--n]].bb);

		for (LLVMUseRef u = LLVMGetFirstUse(bb); u; u = LLVMGetNextUse(u))
			if (LLVMIsATerminatorInst(LLVMGetUser(u)))
				join_loop(w, fn_block(f, LLVMGetInstructionParent(LLVMGetUser(u))), &n);
	}
	for (int b = 0; b < f->nblocks; b++)
		if (w->in[b] && f->blocks[b].weight < 1 << 18)
			f->blocks[b].weight *= 8;
}

/* visit: depth first; finds the back edges, and ranks the blocks so that all other edges go up. */
static void
visit(Weighing *w)
{
	Fn *f = w->f;
	uint8_t *state = arena_alloc(f->arena, f->nblocks, 1); /* 0 new, 1 being visited, 2 done */
	unsigned *next = arena_alloc(f->arena, f->nblocks, sizeof(unsigned));
	int n = 1, rank = f->nblocks;

	state[0] = 1;
	w->stack[0] = 0;
	while (n > 0) {
		int b = w->stack[n - 1], s;

		if (next[b] == successors(f, b)) {
			state[b] = 2;
			f->blocks[b].rank = --rank;
			n--;
			continue;
		}
		s = successor(f, b, next[b]++);
		if (state[s] == 1) {
			w->back = arena_more(f->arena, w->back, w->nback, sizeof *w->back);
			w->back[w->nback++] = (BackEdge){s, b};
		}
		if (state[s] == 0) {
			state[s] = 1;
			w->stack[n++] = s;
		}
	}
}

void
fn_weigh(Fn *f)
{
	Weighing w = {
		.f = f, .in = arena_alloc(f->arena, f->nblocks, 1),
		.stack = arena_alloc(f->arena, f->nblocks, sizeof(int)),
	};

	visit(&w);
	for (int i = 0; i < w.nback; i++) {
		int k;

		for (k = 0; k < i && w.back[k].head != w.back[i].head; k++)
			;
		if (k == i) /* its first */
			mark_loop(&w, w.back[i].head);
	}
}

/* ---- blocks that only jump on ---- */

/* reached_by_jumps: by br only, so that whoever jumps there can jump elsewhere. */
static bool
reached_by_jumps(const Block *block)
{
	for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(block->bb)); u; u = LLVMGetNextUse(u))
		if (!LLVMIsABranchInst(LLVMGetUser(u)))
			return false;
	return true;
}

static bool
is_empty(Fn *f, int b)
{
	const Block *block = &f->blocks[b];
	LLVMValueRef t = LLVMGetBasicBlockTerminator(block->bb);

	if (b == 0 || !LLVMIsABranchInst(t) || LLVMIsConditional(t) || !reached_by_jumps(block))
		return false;
	for (int i = 0; i < block->nins - 1; i++) {
		const Val *x = fn_val(f, block->ins[i]);

		if (x ? x->live : !is_ignored(block->ins[i]))
			return false;
	}
	return !flows_anything(f, b, successor(f, b, 0));
}

static void
skip_empty(Fn *f)
{
	for (int b = 0; b < f->nblocks; b++)
		f->blocks[b].to = is_empty(f, b) ? successor(f, b, 0) : b;
	for (int b = 0; b < f->nblocks; b++) {
		int to = b, n = 0;

		while (f->blocks[to].to != to && n++ < f->nblocks)
			to = f->blocks[to].to;
		f->blocks[b].to = n <= f->nblocks ? to : b; /* a loop of nothing stays */
	}
}

/* ---- which order ---- */

typedef struct Layout {
	Fn *f;
	int *waiting; /* edges upwards, by rank, from blocks that have no place yet */
	int *seen;    /* when the last block with a place that leads here got it; 0: never */
	int time;
} Layout;

static bool
has_place(const Fn *f, int b)
{
	return f->blocks[b].place >= 0;
}

static bool
is_up(const Fn *f, int from, int to)
{
	return f->blocks[from].rank < f->blocks[to].rank;
}

static void
put(Layout *l, int b)
{
	Fn *f = l->f;

	f->blocks[b].place = f->nplaced;
	f->order[f->nplaced++] = b;
	for (unsigned i = successors(f, b); i-- > 0;) {
		int s = f->blocks[successor(f, b, i)].to;

		l->seen[s] = ++l->time;
		if (is_up(f, b, s))
			l->waiting[s]--;
	}
}

/* compare: positive if a is to be placed before b: it runs more often, or has nothing to wait for. */
static int
compare(const Layout *l, int a, int b)
{
	const Block *blocks = l->f->blocks;

	if (blocks[a].weight != blocks[b].weight)
		return blocks[a].weight > blocks[b].weight ? 1 : -1;
	return (l->waiting[a] == 0) - (l->waiting[b] == 0);
}

/* preferred: of a branch's two ways the one that is better next: the condition needs no negation. */
static unsigned
preferred(Fn *f, int b)
{
	LLVMValueRef t = LLVMGetBasicBlockTerminator(f->blocks[b].bb);

	if (!LLVMIsABranchInst(t) || !LLVMIsConditional(t))
		return 0;
	return condition_negates(f, LLVMGetCondition(t), false)
		&& !condition_negates(f, LLVMGetCondition(t), true);
}

/* best_successor: that has no place yet; -1: all have. */
static int
best_successor(const Layout *l, int b)
{
	Fn *f = l->f;
	unsigned n = successors(f, b), first = preferred(f, b);
	int best = -1;

	for (unsigned i = 0; i < n; i++) {
		int s = f->blocks[successor(f, b, (first + i) % n)].to;

		if (!has_place(f, s) && (best < 0 || compare(l, s, best) > 0))
			best = s;
	}
	return best;
}

/* best_other: the same of all blocks that have been led to, and of equals the last one. */
static int
best_other(const Layout *l)
{
	Fn *f = l->f;
	int best = -1;

	for (int i = 0; i < f->nblocks; i++) {
		int order;

		if (f->blocks[i].to != i || has_place(f, i) || !l->seen[i])
			continue;
		order = best < 0 ? 1 : compare(l, i, best);
		if (order > 0 || (order == 0 && l->seen[i] > l->seen[best]))
			best = i;
	}
	return best;
}

/* follower: the block to lay out after b; -1: all have a place. */
static int
follower(Layout *l, int b)
{
	Fn *f = l->f;
	int best = best_successor(l, b), other;

	if (best >= 0 && l->waiting[best] == 0)
		return best;
	other = best_other(l);
	if (other >= 0 && (best < 0 || compare(l, other, best) > 0))
		return other;
	for (int i = 0; best < 0 && i < f->nblocks; i++)
		if (f->blocks[i].to == i && !has_place(f, i))
			best = i; /* nobody comes here, but its address may be taken */
	return best;
}

void
fn_layout(Fn *f)
{
	Layout l = {
		.f = f, .waiting = arena_alloc(f->arena, f->nblocks, sizeof(int)),
		.seen = arena_alloc(f->arena, f->nblocks, sizeof(int)),
	};

	skip_empty(f);
	f->order = arena_alloc(f->arena, f->nblocks, sizeof(int));
	for (int b = 0; b < f->nblocks; b++) {
		f->blocks[b].place = -1;
		for (unsigned i = 0; f->blocks[b].to == b && i < successors(f, b); i++) {
			int s = f->blocks[successor(f, b, i)].to;

			l.waiting[s] += is_up(f, b, s);
		}
	}
	for (int b = 0; b >= 0; b = follower(&l, b))
		put(&l, b);
}
