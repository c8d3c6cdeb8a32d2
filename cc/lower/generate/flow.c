/* flow.c - control flow between blocks: jumps, and the copies to phis. */
#include "generate.h"

/* ---- phis ---- */

/* A copy to a phi's slot, on the way from one block to another. */
typedef struct Copy {
	Val *phi;
	LLVMValueRef from;
	/* temp that holds the source value, because its slot was overwritten; -1 for none */
	int temp;
	bool done; /* the code of the copy was generated */
} Copy;

/* The search for a value in a web among the leaves of a tree. */
typedef struct WebSearch {
	int web;
	bool found;
} WebSearch;

/* note_web_read: callback of tree_leaves: note that the copy reads this value's slot. */
static void
note_web_read(void *to, Val *leaf)
{
	WebSearch *r = to;

	if (leaf->web == r->web)
		r->found = true;
}

/*
 * is_read_later: true if another copy that is not done yet reads the slot that copy `except`
 * writes.
 */
static bool
is_read_later(Fn *f, const Copy *c, int n, int except)
{
	WebSearch r = {c[except].phi->web, false};

	for (int i = 0; i < n; i++)
		if (i != except && !c[i].done && c[i].temp < 0)
			tree_leaves(f, c[i].from, note_web_read, &r);
	return r.found;
}

/* do_copy: generate the copy for a phi. */
static void
do_copy(Fn *f, Copy *c)
{
	Place to = place_slot(c->phi->web, 0);

	c->done = true;
	if (c->temp >= 0)
		copy_bytes(f, to, place_slot(c->temp, 0), 4 * c->phi->words, 4);
	else
		value_store(f, c->from, c->phi->web, 0);
	f->depth = 0;
}

/* gather_copies: list the copies for the phis of block `to` from a block; returns how many. */
static int
gather_copies(Fn *f, LLVMBasicBlockRef from, const Block *to, Copy *c)
{
	int n = 0;

	for (int i = 0; i < to->nins && LLVMIsAPHINode(to->ins[i]); i++) {
		Val *phi = fn_val(f, to->ins[i]);
		Val *x;

		if (!phi->live)
			continue;
		for (unsigned k = 0; k < LLVMCountIncoming(phi->v); k++) {
			if (LLVMGetIncomingBlock(phi->v, k) != from)
				continue;
			c[n] = (Copy){phi, LLVMGetIncomingValue(phi->v, k), -1, false};
			x = fn_val(f, value_peel(c[n].from));
			if (!(x && !x->folded && x->web == phi->web) && !LLVMIsUndef(c[n].from))
				n++;
			break;
		}
	}
	return n;
}

bool
has_phi_copies(Fn *f, int b, int succ)
{
	Copy *c = arena_alloc(f->arena, f->blocks[succ].nins + 1, sizeof *c);

	return gather_copies(f, f->blocks[b].bb, &f->blocks[succ], c) > 0;
}

/*
 * copy_phis: do all copies as if in parallel; a value that another copy still reads is saved to a
 * temp first.
 */
static void
copy_phis(Fn *f, int b, int succ)
{
	Copy *c = arena_alloc(f->arena, f->blocks[succ].nins + 1, sizeof *c);
	int n = gather_copies(f, f->blocks[b].bb, &f->blocks[succ], c), left = n;

	while (left > 0) {
		int i;

		for (i = 0; i < n; i++)
			if (!c[i].done && !is_read_later(f, c, n, i))
				break;
		if (i < n) {
			do_copy(f, &c[i]);
			left--;
			continue;
		}
		for (i = 0; c[i].done || c[i].temp >= 0; i++)
			;
		c[i].temp = temp_new(f, c[i].phi->words);
		value_store(f, c[i].from, c[i].temp, 0);
	}
}

/* ---- jumps ---- */

/* is_block_behind: true if a jump from the current block to block b goes backwards. */
static bool
is_block_behind(const Fn *f, int b)
{
	return f->blocks[b].place <= f->blocks[f->block].place;
}

/* is_next_block: true if the code of block b follows the code of the current block. */
static bool
is_next_block(const Fn *f, int b)
{
	return f->blocks[b].place == f->blocks[f->block].place + 1;
}

/* Two truth values a and b that are combined by "and" or by "or". */
typedef struct Pair {
	LLVMValueRef a, b;
	bool both; /* combined by "and" */
} Pair;

/*
 * is_logical_pair: true if v combines two truth values, which are set in *p. The second need not be
 * evaluated if the first decides.
 */
static bool
is_logical_pair(Fn *f, LLVMValueRef v, Pair *p)
{
	const Val *x = fn_val(f, v);
	Word w;

	if (!x || !x->folded)
		return false;
	switch (value_opcode(v)) {
	case LLVMSelect:
		p->both = value_const(LLVMGetOperand(v, 2), &w) && w == 0;
		p->a = LLVMGetOperand(v, 0);
		p->b = LLVMGetOperand(v, p->both ? 1 : 2);
		return p->both || (value_const(LLVMGetOperand(v, 1), &w) && w == 1);
	case LLVMAnd:
	case LLVMOr:
		p->both = value_opcode(v) == LLVMAnd;
		p->a = LLVMGetOperand(v, 0);
		p->b = LLVMGetOperand(v, 1);
		return word_bits(v) == 1;
	default:
		return false;
	}
}

/* jump_unless: jump to the label if v is false (with invert: true). */
static void
jump_unless(Fn *f, LLVMValueRef v, bool invert, int to)
{
	Pair p;
	int skip;

	if (!is_logical_pair(f, v, &p)) {
		word_condition(f, v, invert);
		ins_jump(f, FN_CJ, to);
		f->depth = 0;
		return;
	}
	if (p.both != invert) {
		jump_unless(f, p.a, invert, to);
		jump_unless(f, p.b, invert, to);
		return;
	}
	skip = label_new(f);
	jump_unless(f, p.a, !invert, skip);
	jump_unless(f, p.b, invert, to);
	ins_label(f, skip);
}

/*
 * branch_two_ways: jump to the label yes or no. cj is used forwards only, so that every loop
 * contains a j, at which the processor may switch to another low-priority process.
 */
static void
branch_two_ways(Fn *f, LLVMValueRef condition, int yes, int no)
{
	bool invert = is_block_behind(f, no) || (is_next_block(f, no) && !is_block_behind(f, yes));
	int skip;

	if (is_block_behind(f, yes) && is_block_behind(f, no)) {
		skip = label_new(f);
		jump_unless(f, condition, false, skip);
		ins_jump(f, FN_J, f->blocks[yes].label);
		ins_label(f, skip);
		ins_jump(f, FN_J, f->blocks[no].label);
		return;
	}
	jump_unless(f, condition, invert, f->blocks[invert ? yes : no].label);
	if (!is_next_block(f, invert ? no : yes))
		ins_jump(f, FN_J, f->blocks[invert ? no : yes].label);
}

void
lower_branch(Fn *f, LLVMValueRef v)
{
	int first = fn_block(f, LLVMGetSuccessor(v, 0)), to = f->blocks[first].to;

	if (LLVMIsConditional(v)) {
		branch_two_ways(f, LLVMGetCondition(v), to,
			f->blocks[fn_block(f, LLVMGetSuccessor(v, 1))].to);
		return;
	}
	copy_phis(f, f->block, first);
	temps_free(f);
	if (!is_next_block(f, to))
		ins_jump(f, FN_J, f->blocks[to].label);
}
