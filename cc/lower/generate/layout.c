/*
 * layout.c - chooses the order of the blocks.
 *
 * A block that only jumps, without copies for phis, is left out: jumps to it go to its target. The
 * others are ordered so that the most frequent path falls through: a block is followed by its most
 * frequent successor, unless blocks not yet placed lead to this successor as often.
 */
#include "generate.h"

#include <string.h>

/* ---- blocks that only jump on ---- */

/* reached_by_jumps: true if all jumps to the block are br instructions, which can be redirected. */
static bool
reached_by_jumps(const Block *block)
{
	for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(block->bb)); u;
		u = LLVMGetNextUse(u))
		if (!LLVMIsABranchInst(LLVMGetUser(u)))
			return false;
	return true;
}

/* only_jumps: true if a block does nothing but jump on. */
static bool
only_jumps(Fn *f, int b)
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
	return !has_phi_copies(f, b, fn_successor(f, b, 0));
}

/* redirect_jumps: let jumps to a block that only jumps on lead to its target. */
static void
redirect_jumps(Fn *f)
{
	for (int b = 0; b < f->nblocks; b++)
		f->blocks[b].to = only_jumps(f, b) ? fn_successor(f, b, 0) : b;
	for (int b = 0; b < f->nblocks; b++) {
		int to = b, n = 0;

		while (f->blocks[to].to != to && n++ < f->nblocks)
			to = f->blocks[to].to;
		f->blocks[b].to = n <= f->nblocks ? to : b; /* an empty endless loop */
	}
}

/* ---- which order ---- */

/* The state while blocks are put in order. */
typedef struct Layout {
	Fn *f;
	int *waiting; /* [block] number of edges from lower ranks whose source is not yet placed */
	int *seen;    /* [block] number of the last placed block that leads to it; 0 for none */
	int time;     /* grows with each edge from a placed block */
} Layout;

/* is_placed: true if the block has its place in the order of the code. */
static bool
is_placed(const Fn *f, int b)
{
	return f->blocks[b].place >= 0;
}

/* is_forward: true if the edge leads to a block of higher rank; other edges close loops. */
static bool
is_forward(const Fn *f, int from, int to)
{
	return f->blocks[from].rank < f->blocks[to].rank;
}

/* append_block: make b the next block in the order of the code. */
static void
append_block(Layout *l, int b)
{
	Fn *f = l->f;

	f->blocks[b].place = f->nplaced;
	f->order[f->nplaced++] = b;
	for (unsigned i = fn_successors(f, b); i-- > 0;) {
		int s = f->blocks[fn_successor(f, b, i)].to;

		l->seen[s] = ++l->time;
		if (is_forward(f, b, s))
			l->waiting[s]--;
	}
}

/*
 * compare_blocks: positive if a should be placed before b: it is more frequent, or waits for no
 * other block.
 */
static int
compare_blocks(const Layout *l, int a, int b)
{
	const Block *blocks = l->f->blocks;

	if (blocks[a].weight != blocks[b].weight)
		return blocks[a].weight > blocks[b].weight ? 1 : -1;
	return (l->waiting[a] == 0) - (l->waiting[b] == 0);
}

/*
 * preferred_target: the index of the branch's target that should come next in the code: then the
 * condition needs no negation.
 */
static unsigned
preferred_target(Fn *f, int b)
{
	LLVMValueRef t = LLVMGetBasicBlockTerminator(f->blocks[b].bb);

	if (!LLVMIsABranchInst(t) || !LLVMIsConditional(t))
		return 0;
	return condition_negates(f, LLVMGetCondition(t), false)
		&& !condition_negates(f, LLVMGetCondition(t), true);
}

/* best_successor: the best successor not yet placed; -1 if there is none. */
static int
best_successor(const Layout *l, int b)
{
	Fn *f = l->f;
	unsigned n = fn_successors(f, b), first = preferred_target(f, b);
	int best = -1;

	for (unsigned i = 0; i < n; i++) {
		int s = f->blocks[fn_successor(f, b, (first + i) % n)].to;

		if (!is_placed(f, s) && (best < 0 || compare_blocks(l, s, best) > 0))
			best = s;
	}
	return best;
}

/*
 * best_waiting_block: the best of all reached blocks not yet placed; among equals, the one reached
 * last.
 */
static int
best_waiting_block(const Layout *l)
{
	Fn *f = l->f;
	int best = -1;

	for (int i = 0; i < f->nblocks; i++) {
		int order;

		if (f->blocks[i].to != i || is_placed(f, i) || !l->seen[i])
			continue;
		order = best < 0 ? 1 : compare_blocks(l, i, best);
		if (order > 0 || (order == 0 && l->seen[i] > l->seen[best]))
			best = i;
	}
	return best;
}

/* following_block: the block to place after b; -1 if all are placed. */
static int
following_block(Layout *l, int b)
{
	Fn *f = l->f;
	int best = best_successor(l, b), other;

	if (best >= 0 && l->waiting[best] == 0)
		return best;
	other = best_waiting_block(l);
	if (other >= 0 && (best < 0 || compare_blocks(l, other, best) > 0))
		return other;
	for (int i = 0; best < 0 && i < f->nblocks; i++)
		if (f->blocks[i].to == i && !is_placed(f, i))
			best = i; /* unreachable, but its address may be used */
	return best;
}

void
fn_order_blocks(Fn *f)
{
	Layout l = {
		.f = f, .waiting = arena_alloc(f->arena, f->nblocks, sizeof(int)),
		.seen = arena_alloc(f->arena, f->nblocks, sizeof(int)),
	};

	redirect_jumps(f);
	f->order = arena_alloc(f->arena, f->nblocks, sizeof(int));
	for (int b = 0; b < f->nblocks; b++) {
		f->blocks[b].place = -1;
		for (unsigned i = 0; f->blocks[b].to == b && i < fn_successors(f, b); i++) {
			int s = f->blocks[fn_successor(f, b, i)].to;

			l.waiting[s] += is_forward(f, b, s);
		}
	}
	for (int b = 0; b >= 0; b = following_block(&l, b))
		append_block(&l, b);
}
