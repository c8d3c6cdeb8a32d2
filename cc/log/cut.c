/*
 * cut.c - cuts long functions into parts, which can be e-blocks (Miller and Choi, PPD, section
 * 5.4).
 *
 * A part is a sequence of blocks, in the function's order, that is entered at its first one only.
 * It is put into a loop that runs only once, because extract.c makes functions of loops. A loop
 * that is too long for a part becomes a function, too; then the body of the loop is cut in the same
 * way.
 */
#include "log_parts.h"

#include <stdlib.h>
#include <string.h>

enum {
	TURNS = 8,   /* rounds of a loop, as an estimate */
	NESTED = 32, /* most levels of nested loops that are cut */
};

static const char part_name[] = "part"; /* the name of a part's first block, before its number */

/* The state while large functions are cut. */
typedef struct Cutting {
	LLVMModuleRef program;
	LLVMBuilderRef b;
	uint32_t most;   /* instructions of a part */
	Map *done;       /* functions already examined by cut_new_functions */
	Map *chosen;     /* functions to be cut now */
	uint32_t nparts; /* functions made so far */
} Cutting;

/* A block of a function, in its order. */
typedef struct Place {
	LLVMBasicBlockRef block;
	uint32_t weight;         /* estimated number of instructions that the block executes */
	/* first and last of the blocks that jump here; first > last: none does */
	uint32_t first, last;
	/* last block that jumps back to this one; 0: this block begins no loop */
	uint32_t loop_end;
} Place;

/* A function to be cut, as a list of its blocks. */
typedef struct Layout {
	LLVMValueRef function;
	Place *place;            /* [n] */
	uint32_t n;
	/* 1: the function consists of one loop, whose body is cut */
	uint32_t depth;
} Layout;

/* ---- the layout of a function ---- */

/* is_counted_instruction: true if the instruction counts for the length of a part. */
static bool
is_counted_instruction(LLVMValueRef v)
{
	return !LLVMIsAAllocaInst(v) && !LLVMIsAPHINode(v)
		&& !(LLVMIsACallInst(v) && calls_llvm(v));
}

/* count_instructions: the number of instructions of a block that count for a part's length. */
static uint32_t
count_instructions(LLVMBasicBlockRef b)
{
	uint32_t n = 0;

	for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
		n += is_counted_instruction(v);
	return n;
}

/* add_jump: note a jump between two blocks, which may close a loop. */
static void
add_jump(Layout *l, uint32_t from, uint32_t to)
{
	Place *p = &l->place[to];

	if (p->first > p->last)
		p->first = p->last = from;
	p->first = from < p->first ? from : p->first;
	p->last = from > p->last ? from : p->last;
	if (from >= to)
		p->loop_end = from;
}

/* add_jumps: note all jumps between the blocks of the function. */
static void
add_jumps(Layout *l)
{
	Map *number = map_new();
	intptr_t to = 0;

	for (uint32_t i = 0; i < l->n; i++)
		map_put(number, l->place[i].block, i);
	for (uint32_t i = 0; i < l->n; i++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(l->place[i].block);

		for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
			if (map_get(number, LLVMGetSuccessor(end, k), &to))
				add_jump(l, i, to);
	}
	map_free(number);
}

/* loops_around: the loops that contain both this block and the one before it. */
static uint32_t
loops_around(const Layout *l, uint32_t i)
{
	uint32_t n = 0;

	for (uint32_t h = 0; h < i; h++)
		n += l->place[h].loop_end >= i && l->place[h].loop_end > 0;
	return n;
}

/* begins_loop: true if a loop begins at this block. */
static bool
begins_loop(const Place *p)
{
	return p->loop_end > 0;
}

/* weigh_blocks: weigh each block by its instructions and the loops around it. */
static void
weigh_blocks(Layout *l)
{
	for (uint32_t i = 0; i < l->n; i++) {
		uint32_t loops = loops_around(l, i) + begins_loop(&l->place[i]);
		uint64_t weight = count_instructions(l->place[i].block);

		for (; loops > l->depth && weight < UINT32_MAX / l->n / TURNS; loops--)
			weight *= TURNS;
		l->place[i].weight = weight;
	}
}

/*
 * layout_new: the blocks of a function with their jumps and weights; depth: of loops around the
 * function.
 */
static Layout
layout_new(LLVMValueRef f, uint32_t depth)
{
	Layout l = {.function = f, .n = LLVMCountBasicBlocks(f), .depth = depth};
	uint32_t i = 0;

	l.place = xcalloc(l.n, sizeof *l.place);
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
		l.place[i++] = (Place){.block = b, .first = 1};
	add_jumps(&l);
	weigh_blocks(&l);
	return l;
}

/*
 * layout_weight: the number of instructions of a function; instructions in loops count several
 * times.
 */
static uint64_t
layout_weight(const Layout *l)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < l->n; i++)
		n += l->place[i].weight;
	return n;
}

/* ---- long blocks ---- */

/* redirect_jumps: let the jumps of a block that lead to `from` lead to `to`. */
static void
redirect_jumps(LLVMBasicBlockRef block, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);

	for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++)
		if (LLVMGetSuccessor(end, i) == from)
			LLVMSetSuccessor(end, i, to);
}

/* move_instruction: move an instruction to the end of a block, and keep its name. */
static void
move_instruction(Cutting *c, LLVMValueRef v, LLVMBasicBlockRef to)
{
	char *name = xstrdup(name_of(v));

	LLVMInstructionRemoveFromParent(v);
	LLVMPositionBuilderAtEnd(c->b, to);
	LLVMInsertIntoBuilderWithName(c->b, v, name);
	free(name);
}

/*
 * split_before: move the instructions before v to a new block; the jumps to the old block then lead
 * to the new one.
 */
static void
split_before(Cutting *c, LLVMValueRef v)
{
	LLVMBasicBlockRef old = LLVMGetInstructionParent(v), b;
	LLVMBasicBlockRef before = LLVMInsertBasicBlockInContext(
		LLVMGetModuleContext(c->program), old, "");

	for (b = LLVMGetFirstBasicBlock(LLVMGetBasicBlockParent(old)); b;
		b = LLVMGetNextBasicBlock(b))
		redirect_jumps(b, old, before);
	while (LLVMGetFirstInstruction(old) != v)
		move_instruction(c, LLVMGetFirstInstruction(old), before);
	LLVMPositionBuilderAtEnd(c->b, before);
	LLVMBuildBr(c->b, old);
}

/* last_alloca: the last alloca of the function's first block; NULL if it has none. */
static LLVMValueRef
last_alloca(LLVMBasicBlockRef entry)
{
	LLVMValueRef last = NULL;

	for (LLVMValueRef v = LLVMGetFirstInstruction(entry); v; v = LLVMGetNextInstruction(v))
		if (LLVMIsAAllocaInst(v))
			last = v;
	return last;
}

/*
 * split_block: split a block after statements, which often end with a store, so that each block is
 * at most half as long as a part.
 */
static void
split_block(Cutting *c, LLVMBasicBlockRef b)
{
	LLVMValueRef v = LLVMGetFirstInstruction(b), last = NULL, next;
	uint32_t n = 0;

	for (; v && !LLVMIsATerminatorInst(v); v = next) {
		next = LLVMGetNextInstruction(v);
		n += is_counted_instruction(v);
		if (LLVMIsAStoreInst(v) && is_counted_instruction(next))
			last = next;
		if (last && n >= c->most / 2) {
			split_before(c, last);
			last = NULL;
			n = 0;
		}
	}
}

/*
 * split_blocks: split the blocks of a function; the first keeps only its variables, unless a loop
 * follows it.
 */
static void
split_blocks(Cutting *c, LLVMValueRef f, uint32_t depth)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f);
	LLVMValueRef alloca = last_alloca(entry);

	if (alloca && depth == 0)
		split_before(c, LLVMGetNextInstruction(alloca));
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
		split_block(c, b);
}

/* ---- parts ---- */

/* begins_with_phi: true if the first instruction of the block is a phi. */
static bool
begins_with_phi(LLVMBasicBlockRef b)
{
	LLVMValueRef v = LLVMGetFirstInstruction(b);

	return v && LLVMIsAPHINode(v);
}

/* is_part_border: true if a part may begin at block i, or end before it. */
static bool
is_part_border(const Layout *l, uint32_t i)
{
	return loops_around(l, i) == l->depth && !begins_with_phi(l->place[i].block);
}

/*
 * is_part: true if the blocks from `from` up to, but without, `to` are entered at the first one
 * only.
 */
static bool
is_part(const Layout *l, uint32_t from, uint32_t to)
{
	const Place *after = &l->place[to];
	bool left = after->first <= after->last && after->first >= from && after->first < to;

	for (uint32_t i = from + 1; i < to; i++) {
		const Place *p = &l->place[i];

		if (p->first <= p->last && (p->first < from || p->last >= to))
			return false;
	}
	return left || (after->last >= from && after->last < to);
}

/*
 * part_end: the block after the longest part that begins at block `from`; `from` itself if no part
 * begins there.
 */
static uint32_t
part_end(const Cutting *c, const Layout *l, uint32_t from)
{
	uint32_t end = from;
	uint64_t weight = 0;

	if (!is_part_border(l, from))
		return from;
	for (uint32_t i = from; i + 1 < l->n; i++) {
		weight += l->place[i].weight;
		if (weight > c->most || LLVMIsAReturnInst(
			LLVMGetBasicBlockTerminator(l->place[i].block)))
			break;
		if (weight >= c->most / LOG_LEAST_PART && is_part_border(l, i + 1)
			&& is_part(l, from, i + 1))
			end = i + 1;
	}
	return end;
}

/*
 * wrap_part: make the blocks of a part a loop that is never repeated, so that extract.c can make
 * it a function. Returns the loop's last block; `before` is the last block of the part before it,
 * or NULL.
 */
static LLVMBasicBlockRef
wrap_part(Cutting *c, const Layout *l, uint32_t from, uint32_t to, LLVMBasicBlockRef before)
{
	LLVMContextRef context = LLVMGetModuleContext(c->program);
	LLVMBasicBlockRef first = l->place[from].block, after = l->place[to].block, head, end;
	char *name = xasprintf("%s%u", part_name, ++c->nparts);

	head = LLVMInsertBasicBlockInContext(context, first, name);
	end = LLVMInsertBasicBlockInContext(context, after, "");
	free(name);
	for (uint32_t i = 0; i < l->n; i++)
		if (i >= from && i < to)
			redirect_jumps(l->place[i].block, after, end);
		else
			redirect_jumps(l->place[i].block, first, head);
	if (before)
		redirect_jumps(before, first, head);
	LLVMPositionBuilderAtEnd(c->b, head);
	LLVMBuildBr(c->b, first);
	LLVMPositionBuilderAtEnd(c->b, end);
	LLVMBuildCondBr(c->b, LLVMConstInt(LLVMInt1TypeInContext(context), 0, false), head, after);
	return end;
}

/* straighten_loop: remove the backward jump of a loop that wrap_part has made. */
static void
straighten_loop(Cutting *c, LLVMBasicBlockRef b)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(b), to;

	if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end)
		|| !LLVMIsAConstantInt(LLVMGetCondition(end)))
		return;
	to = LLVMBasicBlockAsValue(LLVMGetSuccessor(end, 0));
	if (strncmp(name_of(to), part_name, sizeof part_name - 1) != 0)
		return;
	LLVMPositionBuilderBefore(c->b, end);
	LLVMBuildBr(c->b, LLVMGetSuccessor(end, 1));
	LLVMInstructionEraseFromParent(end);
}

/* ---- functions ---- */

/* is_loop_only: true if the function consists of one loop. */
static bool
is_loop_only(LLVMValueRef f)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(LLVMGetEntryBasicBlock(f));
	Layout l;
	bool loop;

	if (LLVMGetNumSuccessors(end) != 1)
		return false;
	l = layout_new(f, 0);
	loop = l.place[1].block == LLVMGetSuccessor(end, 0) && begins_loop(&l.place[1]);
	free(l.place);
	return loop;
}

/* is_too_long: true if the function must be cut. */
static bool
is_too_long(const Cutting *c, LLVMValueRef f, uint32_t depth)
{
	Layout l = layout_new(f, depth);
	uint64_t weight = layout_weight(&l);

	free(l.place);
	return weight > c->most;
}

/* cut_function: move parts of a function into functions of their own. */
static void
cut_function(Cutting *c, LLVMValueRef f, uint32_t depth)
{
	LLVMBasicBlockRef before = NULL;
	Layout l;

	split_blocks(c, f, depth);
	l = layout_new(f, depth);
	for (uint32_t from = 1; from < l.n;) {
		uint32_t to = part_end(c, &l, from);

		if (to > from)
			before = wrap_part(c, &l, from, to, before);
		from = to > from ? to : from + 1;
	}
	free(l.place);
	map_put(c->chosen, f, 1);
}

/* is_chosen_function: callback of extract_loops: true if f is one of the functions to cut. */
static bool
is_chosen_function(void *cutting, LLVMValueRef f)
{
	const Cutting *c = cutting;
	intptr_t unused;

	return map_get(c->chosen, f, &unused);
}

/*
 * cut_new_functions: choose for cutting the functions that were not examined before; returns
 * whether there were any. If `made` is true, extract.c has made these functions, and only those
 * that are loops are cut further.
 */
static bool
cut_new_functions(Cutting *c, bool made)
{
	bool any = false;
	intptr_t unused;

	for (LLVMValueRef f = LLVMGetFirstFunction(c->program); f; f = LLVMGetNextFunction(f)) {
		bool loop;

		if (map_get(c->done, f, &unused))
			continue;
		map_put(c->done, f, 1);
		if (!extract_is_possible(f))
			continue;
		loop = made && is_loop_only(f);
		if ((made && !loop) || !is_too_long(c, f, loop))
			continue;
		cut_function(c, f, loop);
		any = true;
	}
	return any;
}

/*
 * extract_parts: make functions of the loops into which wrap_part has turned the parts, and remove
 * the loops' jumps back.
 */
static void
extract_parts(Cutting *c)
{
	extract_loops(c->program, is_chosen_function, c);
	map_free(c->chosen);
	c->chosen = map_new();
	for (LLVMValueRef f = LLVMGetFirstFunction(c->program); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
			b = LLVMGetNextBasicBlock(b))
			straighten_loop(c, b);
}

void
log_cut_functions(LLVMModuleRef program, uint32_t most)
{
	Cutting c = {.program = program, .most = most, .done = map_new(), .chosen = map_new(),
		.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(program))};

	for (int depth = 0; depth < NESTED && cut_new_functions(&c, depth > 0); depth++)
		extract_parts(&c);
	LLVMDisposeBuilder(c.b);
	map_free(c.chosen);
	map_free(c.done);
}
