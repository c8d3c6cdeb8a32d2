/*
 * slots.c - decides which values share a slot.
 *
 * Liveness is computed by blocks for the values that are kept in slots (not folded); two values
 * conflict if one is written while the other is live. A phi and the values that flow into it become
 * one web if they do not conflict, which removes the copy. Afterwards frame.c assigns offsets to
 * webs, the most used first.
 */
#include "select.h"
#include "base/bitset.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Live sets of kept values and their conflicts, while webs are made. */
typedef struct Live {
	Fn *f;
	int n;          /* number of kept values */
	size_t nwords;  /* words of one set */
	/* [index in f->vals] number of the value among those with slots; -1: it has no slot */
	int *number;
	Val **kept;     /* [n] the kept values: those that have slots */
	int *parent;    /* union-find over kept values */
	uint64_t *set;  /* the current live set */
	uint64_t *conflict; /* n rows */
} Live;

/* kept_number: the number of a value among those that need slots. */
static int
kept_number(const Live *l, const Val *x)
{
	return l->number[x - l->f->vals];
}

/* is_value_kept: true if the value needs a slot: it is live, used, and not computed at each use. */
static bool
is_value_kept(const Val *x)
{
	if (!x->live || x->folded)
		return false;
	return x->uses > 0 || LLVMIsAPHINode(x->v);
}

/* add_live_leaf: callback of tree_leaves: add a value in a slot to the live set. */
static void
add_live_leaf(void *to, Val *leaf)
{
	Live *l = to;

	set_put(l->set, kept_number(l, leaf));
}

/* add_conflict: note that two values cannot share a slot. */
static void
add_conflict(Live *l, int a, int b)
{
	if (a == b)
		return;
	set_put(l->conflict + a * l->nwords, b);
	set_put(l->conflict + b * l->nwords, a);
}

/* add_conflicts_with_live: note that the value conflicts with all values that are live now. */
static void
add_conflicts_with_live(Live *l, int a)
{
	for (size_t w = 0; w < l->nwords; w++)
		for (uint64_t bits = l->set[w]; bits; bits &= bits - 1)
			add_conflict(l, a, w * 64 + __builtin_ctzll(bits));
}

/* Called for each phi of a successor, with the value that block b gives it. */
typedef void Flow(Live *l, Val *phi, LLVMValueRef from);

/* use_phi_values: call `flow` for each phi of b's successors, with the value that b gives it. */
static void
use_phi_values(Live *l, int b, Flow *flow)
{
	LLVMBasicBlockRef bb = l->f->blocks[b].bb;
	LLVMValueRef t = LLVMGetBasicBlockTerminator(bb);

	for (unsigned i = 0; i < LLVMGetNumSuccessors(t); i++) {
		const Block *s = &l->f->blocks[fn_block(l->f, LLVMGetSuccessor(t, i))];

		for (int k = 0; k < s->nins && LLVMIsAPHINode(s->ins[k]); k++) {
			Val *phi = fn_val(l->f, s->ins[k]);

			if (!phi->live)
				continue;
			for (unsigned e = 0; e < LLVMCountIncoming(phi->v); e++)
				if (LLVMGetIncomingBlock(phi->v, e) == bb) {
					flow(l, phi, LLVMGetIncomingValue(phi->v, e));
					break;
				}
		}
	}
}

/*
 * add_flowing_leaves: add to the live set the values that are read for a phi when its block is
 * entered from `from`.
 */
static void
add_flowing_leaves(Live *l, Val *phi, LLVMValueRef from)
{
	(void)phi; /* the receiving phi does not matter */
	tree_leaves(l->f, from, add_live_leaf, l);
}

/*
 * find_live_at_end: set l->set to the values live at the end of block b, before the copies to phis.
 */
static void
find_live_at_end(Live *l, int b)
{
	LLVMValueRef t = LLVMGetBasicBlockTerminator(l->f->blocks[b].bb);

	memset(l->set, 0, l->nwords * 8);
	for (unsigned i = 0; i < LLVMGetNumSuccessors(t); i++) {
		const Block *s = &l->f->blocks[fn_block(l->f, LLVMGetSuccessor(t, i))];

		for (size_t w = 0; w < l->nwords; w++)
			l->set[w] |= s->livein[w];
	}
}

/* is_root: true if code is generated for v itself. */
static bool
is_root(Fn *f, LLVMValueRef v)
{
	const Val *x = fn_val(f, v);

	if (!x)
		return !is_ignored(v);
	return x->live && !x->folded && !LLVMIsAPHINode(v);
}

/* add_reads: add the values that a root reads to the live set. */
static void
add_reads(Live *l, LLVMValueRef v)
{
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		tree_leaves(l->f, LLVMGetOperand(v, k), add_live_leaf, l);
}

/*
 * writes_early: true if the result's slot may be written before the last read of the operands.
 * This is not so for trees, nor for operations that proceed word by word through result and
 * operands.
 */
static bool
writes_early(Fn *f, const Val *x)
{
	switch (LLVMGetInstructionOpcode(x->v)) {
	case LLVMSelect:
		return !is_choice(x->v);
	case LLVMCall:
		return true;
	case LLVMAdd:
		if (sum_product(f, x->v))
			return true;
		/* fall through */
	case LLVMSub:
	case LLVMAnd:
	case LLVMOr:
	case LLVMXor:
		return x->words != 2 && x->kind == KIND_WIDE;
	default:
		return x->kind == KIND_WIDE;
	}
}

/*
 * step_over_block: move l->set from the end of block b to its start, and record conflicts if
 * requested.
 */
static void
step_over_block(Live *l, int b, bool conflicts)
{
	const Block *block = &l->f->blocks[b];
	int i;

	for (i = block->nins - 1; i >= 0 && !LLVMIsAPHINode(block->ins[i]); i--) {
		LLVMValueRef v = block->ins[i];
		const Val *x = fn_val(l->f, v);

		if (!is_root(l->f, v))
			continue;
		if (x && is_value_kept(x)) {
			set_remove(l->set, kept_number(l, x));
			if (conflicts)
				add_conflicts_with_live(l, kept_number(l, x));
		}
		add_reads(l, v);
		if (conflicts && x && is_value_kept(x) && writes_early(l->f, x))
			add_conflicts_with_live(l, kept_number(l, x));
	}
	for (int k = 0; conflicts && k <= i; k++)
		if (is_value_kept(fn_val(l->f, block->ins[k])))
			set_put(l->set, kept_number(l, fn_val(l->f, block->ins[k])));
	for (int k = 0; conflicts && k <= i; k++)
		if (is_value_kept(fn_val(l->f, block->ins[k])))
			add_conflicts_with_live(l, kept_number(l, fn_val(l->f, block->ins[k])));
	for (int k = 0; k <= i; k++)
		if (is_value_kept(fn_val(l->f, block->ins[k])))
			set_remove(l->set, kept_number(l, fn_val(l->f, block->ins[k])));
}

/* find_liveness: find the values that are live at the end of each block. */
static void
find_liveness(Live *l)
{
	Fn *f = l->f;
	bool changed = true;

	for (int b = 0; b < f->nblocks; b++)
		f->blocks[b].livein = arena_alloc(f->arena, l->nwords, 8);
	while (changed) {
		changed = false;
		for (int b = f->nblocks - 1; b >= 0; b--) {
			find_live_at_end(l, b);
			use_phi_values(l, b, add_flowing_leaves);
			step_over_block(l, b, false);
			if (memcmp(l->set, f->blocks[b].livein, l->nwords * 8) != 0) {
				memcpy(f->blocks[b].livein, l->set, l->nwords * 8);
				changed = true;
			}
		}
	}
}

/*
 * add_phi_conflicts: note the conflicts of a phi, which is written at the end of a block. The phi
 * conflicts with all values that are live there, also with those that flow into other phis. Only
 * `from`, the value that flows into this phi, may share its slot.
 */
static void
add_phi_conflicts(Live *l, Val *phi, LLVMValueRef from)
{
	const Val *x = fn_val(l->f, value_peel(from));
	bool own = x && !x->folded && kept_number(l, x) >= 0 && set_has(l->set, kept_number(l, x));

	if (own)
		set_remove(l->set, kept_number(l, x));
	add_conflicts_with_live(l, kept_number(l, phi));
	if (own)
		set_put(l->set, kept_number(l, x));
}

/* find_conflicts: note which values cannot share a slot. */
static void
find_conflicts(Live *l)
{
	Fn *f = l->f;

	for (int b = 0; b < f->nblocks; b++) {
		find_live_at_end(l, b);
		use_phi_values(l, b, add_flowing_leaves);
		use_phi_values(l, b, add_phi_conflicts);
		step_over_block(l, b, true);
	}
	for (int i = 0; i < l->n; i++)
		for (int k = 0; k < i; k++)
			if (l->kept[i]->pos < 0 && l->kept[k]->pos < 0)
				add_conflict(l, i, k);
	for (int i = 0; i < l->n; i++) {
		if (l->kept[i]->pos >= 0)
			continue;
		memcpy(l->set, f->blocks[0].livein, l->nwords * 8);
		add_conflicts_with_live(l, i);
	}
}

/* ---- webs ---- */

/* web_root: the value that stands for the web of value i (values that share a slot). */
static int
web_root(Live *l, int i)
{
	while (l->parent[i] != i)
		i = l->parent[i] = l->parent[l->parent[i]];
	return i;
}

int
param_word(Fn *f, const Val *x)
{
	int w = 1 + (f->result >= 0);

	for (LLVMValueRef a = LLVMGetFirstParam(f->f); a != x->v; a = LLVMGetNextParam(a))
		w += type_words(f->m, LLVMTypeOf(a));
	return w;
}

/* is_callers_word: true for an argument in the caller's workspace, which must not be written. */
static bool
is_callers_word(Fn *f, const Val *x)
{
	return x->pos < 0 && param_word(f, x) + (int)x->words > IN_REGISTERS;
}

/*
 * join_web: join the webs of a phi and of a value that flows into it, so that they share a slot,
 * unless their webs conflict.
 */
static void
join_web(Live *l, Val *phi, LLVMValueRef from)
{
	Val *x = fn_val(l->f, value_peel(from));
	int a, b;

	if (!x || x->folded || x->words != phi->words || kept_number(l, x) < 0 ||
	    is_callers_word(l->f, x))
		return;
	a = web_root(l, kept_number(l, phi));
	b = web_root(l, kept_number(l, x));
	if (a == b || set_has(l->conflict + a * l->nwords, b))
		return;
	l->parent[b] = a;
	memcpy(l->set, l->conflict + b * l->nwords, l->nwords * 8);
	for (int i = 0; i < l->n; i++)
		if (set_has(l->set, i))
			add_conflict(l, a, i);
}

/* join_phis: join the webs of phis, beginning with those of the most frequent blocks. */
static void
join_phis(Live *l)
{
	Fn *f = l->f;

	for (uint64_t weight = (uint64_t)1 << 21; weight > 0; weight /= 8)
		for (int b = 0; b < f->nblocks; b++)
			if (f->blocks[b].weight == weight)
				use_phi_values(l, b, join_web);
}

/* make_webs: give each web a slot. */
static void
make_webs(Live *l)
{
	Fn *f = l->f;
	int *slot = arena_alloc(f->arena, l->n + 1, sizeof(int));

	for (int i = 0; i < l->n; i++)
		if (web_root(l, i) == i)
			slot[i] = slot_new(f, SLOT_WEB, l->kept[i]->words);
	for (int i = 0; i < l->n; i++) {
		l->kept[i]->web = slot[web_root(l, i)];
		if (l->kept[i]->pos < 0)
			f->slots[l->kept[i]->web].param = param_word(f, l->kept[i]);
	}
	f->nwebs = f->nslots;
	f->conflictwords = set_words(f->nwebs);
	f->conflict = arena_alloc(f->arena, f->nwebs * f->conflictwords + 1, 8);
	for (int i = 0; i < l->n; i++)
		for (int k = 0; k < l->n; k++) {
			int a = l->kept[i]->web, b = l->kept[k]->web;

			if (a != b && (!f->sharing || set_has(l->conflict + i * l->nwords, k)))
				set_put(f->conflict + a * f->conflictwords, b);
		}
}

void
fn_assign_slots(Fn *f)
{
	Live l = {.f = f};

	l.number = arena_alloc(f->arena, f->nvals + 1, sizeof(int));
	l.kept = arena_alloc(f->arena, f->nvals + 1, sizeof(Val *));
	for (int i = 0; i < f->nvals; i++) {
		l.number[i] = is_value_kept(&f->vals[i]) ? l.n : -1;
		if (is_value_kept(&f->vals[i]))
			l.kept[l.n++] = &f->vals[i];
	}
	l.nwords = set_words(l.n + 1);
	l.set = arena_alloc(f->arena, l.nwords, 8);
	l.conflict = xcalloc((size_t)l.n + 1, l.nwords * 8);
	l.parent = arena_alloc(f->arena, l.n + 1, sizeof(int));
	for (int i = 0; i < l.n; i++)
		l.parent[i] = i;
	find_liveness(&l);
	find_conflicts(&l);
	if (f->sharing)
		join_phis(&l);
	make_webs(&l);
	free(l.conflict);
}
