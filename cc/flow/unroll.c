/*
 * unroll.c - chooses the loops to unroll: those that compute the peer, event or type of a send or
 * receive anew in each round, and those that gather (gather.c). All others remain loops, as in the
 * program's text.
 */
#include "flow.h"

#include <string.h>

enum { MAX_VALUES = 256 };

/* Values that a send or receive is computed from. */
typedef struct Sources {
	LLVMValueRef value[MAX_VALUES];
	uint32_t n;
} Sources;

/* add_source: add an instruction to a list of values, unless the list has it or is full. */
static void
add_source(Sources *s, LLVMValueRef v)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->value[i] == v)
			return;
	if (LLVMIsAInstruction(v) && s->n < MAX_VALUES)
		s->value[s->n++] = v;
}

/* add_operands: add the values that these values are computed from. */
static void
add_operands(Sources *s)
{
	for (uint32_t i = 0; i < s->n; i++) {
		LLVMValueRef v = s->value[i];
		int noperands = LLVMIsACallInst(v) ? 0 : LLVMGetNumOperands(v);

		for (int k = 0; k < noperands; k++)
			add_source(s, LLVMGetOperand(v, k));
	}
}

/*
 * is_computed_locally: true if the phi node is computed from constants, and not from the result of
 * a call.
 */
static bool
is_computed_locally(LLVMValueRef phi)
{
	Sources s = {.value = {phi}, .n = 1};

	add_operands(&s);
	for (uint32_t i = 0; i < s.n; i++)
		if (LLVMIsACallInst(s.value[i]))
			return false;
	return s.n < MAX_VALUES;
}

/* ---- loops ---- */

/* is_latch: true if every path to the block leads through the header. */
static bool
is_latch(LLVMBasicBlockRef block, LLVMBasicBlockRef header)
{
	Blocks met = {0};
	bool found = false;

	blocks_add(&met, LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(header)));
	for (uint32_t i = 0; i < met.n && !found; i++) {
		LLVMValueRef last = LLVMGetBasicBlockTerminator(met.block[i]);

		if (met.block[i] == header)
			continue;
		found = met.block[i] == block;
		for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++)
			blocks_add(&met, LLVMGetSuccessor(last, k));
	}
	arena_free(&met.arena);
	return !found;
}

/* the mark that makes LLVM unroll a loop completely */
static const char unroll_full[] = "llvm.loop.unroll.full";

/* metadata_kind: LLVM's number for metadata of this name. */
static unsigned
metadata_kind(LLVMContextRef c, const char *name)
{
	return LLVMGetMDKindIDInContext(c, name, strlen(name));
}

/*
 * mark_latch: add `name`, which says what LLVM shall do with the loop, to the metadata of its
 * latch; for "full", note also that the loop has been chosen. Returns false if it had been chosen
 * already.
 */
static bool
mark_latch(LLVMValueRef latch, const char *name)
{
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(latch));
	LLVMMetadataRef part[2] = {LLVMTemporaryMDNode(c, NULL, 0),
		LLVMMDStringInContext2(c, name, strlen(name))}, loop;
	unsigned chosen = metadata_kind(c, "trellis.unroll");

	if (LLVMGetMetadata(latch, chosen))
		return false;
	part[1] = LLVMMDNodeInContext2(c, &part[1], 1);
	loop = LLVMMDNodeInContext2(c, part, 2);
	LLVMMetadataReplaceAllUsesWith(part[0], loop);
	LLVMSetMetadata(latch, metadata_kind(c, "llvm.loop"), LLVMMetadataAsValue(c, loop));
	if (strcmp(name, unroll_full) == 0)
		LLVMSetMetadata(latch, chosen, LLVMMetadataAsValue(c, part[1]));
	return true;
}

/* mark_loop: mark the loop whose header has the phi node; false if there is none to mark. */
static bool
mark_loop(LLVMValueRef phi)
{
	LLVMBasicBlockRef header = LLVMGetInstructionParent(phi);
	bool some = false;

	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);

		if (is_latch(from, header))
			some |= mark_latch(LLVMGetBasicBlockTerminator(from), unroll_full);
	}
	return some;
}

/*
 * mark_loops_of_call: mark the loops whose counters determine the arguments of a call; false if
 * there are none to mark.
 */
static bool
mark_loops_of_call(LLVMValueRef call)
{
	Sources s = {.n = 0};
	bool some = false;

	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
		add_source(&s, LLVMGetOperand(call, i));
	add_operands(&s);
	for (uint32_t i = 0; i < s.n; i++)
		if (LLVMIsAPHINode(s.value[i]) && is_computed_locally(s.value[i]))
			some |= mark_loop(s.value[i]);
	return some;
}

/* mark_loops_of_calls: mark the loops to unroll around calls of a function; true if any is new. */
static bool
mark_loops_of_calls(LLVMValueRef function)
{
	bool some = false;

	for (LLVMUseRef u = function ? LLVMGetFirstUse(function) : NULL; u; u = LLVMGetNextUse(u))
		if (LLVMIsACallInst(LLVMGetUser(u)))
			some |= mark_loops_of_call(LLVMGetUser(u));
	return some;
}

/*
 * mark_gathering_loops: mark the function's loops that gather, so that they are unrolled; true if
 * there is one.
 */
static bool
mark_gathering_loops(LLVMValueRef f, uint32_t nnodes)
{
	bool some = false;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
		LLVMValueRef last = LLVMGetBasicBlockTerminator(b);

		for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++) {
			LLVMBasicBlockRef header = LLVMGetSuccessor(last, k);

			if (!is_latch(b, header))
				continue;
			if (loop_must_unroll(header, b, nnodes))
				some |= mark_latch(last, unroll_full);
			else
				mark_latch(last, "llvm.loop.unroll.disable");
		}
	}
	return some;
}

bool
unroll_choose(LLVMModuleRef m, uint32_t nnodes)
{
	static const char *const operations[] = {"__graph_send", "__graph_receive", "__graph_put",
		"__graph_take", "__graph_start", "__graph_join"};
	bool some = false;

	for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
		some |= mark_loops_of_calls(LLVMGetNamedFunction(m, operations[i]));
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
		some |= mark_gathering_loops(f, nnodes);
	return some;
}
