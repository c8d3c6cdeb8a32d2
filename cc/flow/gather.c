/*
 * gather.c - loops that gather: each round receives, no round sends, and the number of rounds is a
 * constant of at most the number of nodes. At a barrier, node 0 receives an arrival of each other
 * process in such a loop. If the graph kept the loop, a path would leave it after the first
 * arrival. The same holds for a loop of at most MOST_WAITS waits for semaphores. A loop that starts
 * threads is unrolled, too.
 */
#include "flow.h"

#include <string.h>

enum { MOST_WAITS = 16 }; /* most waits for semaphores in a loop that is unrolled */

/* A natural loop with one way back to its header, and one branch that leaves it. */
typedef struct Loop {
	LLVMBasicBlockRef header, latch; /* its first block, and the block that leads back */
	Blocks blocks;      /* all of its blocks */
	LLVMValueRef leave; /* the branch that leaves the loop */
} Loop;

/* The loop's phi nodes in a round. */
typedef struct Round {
	LLVMBuilderRef folder;     /* folds instructions with known operands */
	LLVMValueRef *phi, *value; /* [n] value NULL: not known */
	uint32_t n;
} Round;

/* ---- the loop ---- */

/*
 * add_predecessors: add to the loop the blocks that lead directly to one of its blocks other than
 * the header; returns true if any were new.
 */
static bool
add_predecessors(Loop *l)
{
	LLVMValueRef function = LLVMGetBasicBlockParent(l->header);
	uint32_t before = l->blocks.n;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
			b = LLVMGetNextBasicBlock(b)) {
		LLVMValueRef last = LLVMGetBasicBlockTerminator(b);

		for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++) {
			LLVMBasicBlockRef next = LLVMGetSuccessor(last, k);

			if (next != l->header && blocks_have(&l->blocks, next))
				blocks_add(&l->blocks, b);
		}
	}
	return l->blocks.n > before;
}

/*
 * find_leave: set l->leave to the branch by which the loop is left; false if there is none, if
 * there are several, or if the loop is left by another instruction, such as a switch.
 */
static bool
find_leave(Loop *l)
{
	for (uint32_t i = 0; i < l->blocks.n; i++) {
		LLVMValueRef last = LLVMGetBasicBlockTerminator(l->blocks.block[i]);

		for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++) {
			if (blocks_have(&l->blocks, LLVMGetSuccessor(last, k)))
				continue;
			if (l->leave || !LLVMIsABranchInst(last))
				return false;
			l->leave = last;
		}
	}
	return l->leave != NULL;
}

/* loop_calls: true if a block of the loop calls the function. */
static bool
loop_calls(const Loop *l, const char *function)
{
	LLVMModuleRef m = LLVMGetGlobalParent(LLVMGetBasicBlockParent(l->header));
	LLVMValueRef f = LLVMGetNamedFunction(m, function);

	for (LLVMUseRef u = f ? LLVMGetFirstUse(f) : NULL; u; u = LLVMGetNextUse(u))
		if (blocks_have(&l->blocks, LLVMGetInstructionParent(LLVMGetUser(u))))
			return true;
	return false;
}

/* ---- its rounds ---- */

/* value_in_round: the value of v in a round of the loop, a constant; NULL if it is not known. */
static LLVMValueRef
value_in_round(const Round *r, LLVMValueRef v)
{
	LLVMValueRef of[3] = {NULL}, result = NULL;

	if (LLVMIsAConstantInt(v))
		return v;
	for (uint32_t i = 0; i < r->n; i++)
		if (r->phi[i] == v)
			return r->value[i];
	if (!LLVMIsABinaryOperator(v) && !LLVMIsAICmpInst(v) && !LLVMIsACastInst(v)
		&& !LLVMIsASelectInst(v))
		return NULL;
	for (int i = 0; i < LLVMGetNumOperands(v); i++)
		if (!(of[i] = value_in_round(r, LLVMGetOperand(v, i))))
			return NULL;
	if (LLVMIsABinaryOperator(v))
		result = LLVMBuildBinOp(r->folder, LLVMGetInstructionOpcode(v), of[0], of[1], "");
	else if (LLVMIsAICmpInst(v))
		result = LLVMBuildICmp(r->folder, LLVMGetICmpPredicate(v), of[0], of[1], "");
	else if (LLVMIsACastInst(v))
		result = LLVMBuildCast(r->folder, LLVMGetInstructionOpcode(v), of[0],
			LLVMTypeOf(v), "");
	else
		result = LLVMConstIntGetZExtValue(of[0]) ? of[1] : of[2];
	return LLVMIsAConstantInt(result);
}

/*
 * incoming_value: the value that the phi node has after the latch (from_latch), or after the blocks
 * before the loop; NULL if it comes from several of these blocks
 */
static LLVMValueRef
incoming_value(const Loop *l, LLVMValueRef phi, bool from_latch)
{
	LLVMValueRef found = NULL;

	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		if ((LLVMGetIncomingBlock(phi, i) == l->latch) != from_latch)
			continue;
		if (found)
			return NULL;
		found = LLVMGetIncomingValue(phi, i);
	}
	return found;
}

/* begin_rounds: set the values of the loop's phi nodes in the first round. */
static void
begin_rounds(Loop *l, Round *r)
{
	for (LLVMValueRef v = LLVMGetFirstInstruction(l->header); v && LLVMIsAPHINode(v);
			v = LLVMGetNextInstruction(v)) {
		LLVMValueRef first = incoming_value(l, v, false);

		r->phi = arena_more(&l->blocks.arena, r->phi, r->n, sizeof *r->phi);
		r->value = arena_more(&l->blocks.arena, r->value, r->n, sizeof *r->value);
		r->phi[r->n] = v;
		r->value[r->n++] = first ? LLVMIsAConstantInt(first) : NULL;
	}
}

/* next_round: compute the values of the loop's phi nodes in the next round. */
static void
next_round(Loop *l, Round *r)
{
	LLVMValueRef *next = arena_alloc(&l->blocks.arena, r->n, sizeof *next);

	for (uint32_t i = 0; i < r->n; i++) {
		LLVMValueRef v = incoming_value(l, r->phi[i], true);

		next[i] = v ? value_in_round(r, v) : NULL;
	}
	r->value = next;
}

/* ends_within: true if the loop ends after at most `most` rounds. */
static bool
ends_within(Loop *l, uint32_t most)
{
	Round r = {.folder = LLVMCreateBuilderInContext(
			LLVMGetTypeContext(LLVMTypeOf(l->leave)))};
	bool ends = false;

	begin_rounds(l, &r);
	for (uint32_t i = 0; i < most && !ends; i++) {
		LLVMValueRef way = value_in_round(&r, LLVMGetCondition(l->leave));

		if (!way)
			break;
		/* the first successor is where a true condition leads */
		ends = !blocks_have(&l->blocks,
			LLVMGetSuccessor(l->leave, !LLVMConstIntGetZExtValue(way)));
		next_round(l, &r);
	}
	LLVMDisposeBuilder(r.folder);
	return ends;
}

/*
 * is_gathering: true if the loop sends nothing, and receives messages or waits for semaphores in a
 * small, constant number of rounds.
 */
static bool
is_gathering(Loop *l, uint32_t nnodes)
{
	if (loop_calls(l, "__graph_send") || loop_calls(l, "__graph_put"))
		return false;
	return (loop_calls(l, "__graph_receive") && ends_within(l, nnodes))
		|| (loop_calls(l, "__graph_take") && ends_within(l, MOST_WAITS));
}

bool
loop_must_unroll(LLVMBasicBlockRef header, LLVMBasicBlockRef latch, uint32_t nnodes)
{
	Loop l = {.header = header, .latch = latch};
	bool unrolls;

	blocks_add(&l.blocks, header);
	blocks_add(&l.blocks, latch);
	while (add_predecessors(&l))
		;
	unrolls = find_leave(&l) && (loop_calls(&l, "__graph_start") || is_gathering(&l, nnodes));
	arena_free(&l.blocks.arena);
	return unrolls;
}
