/*
 * select.c - decides which values are computed at their use.
 *
 * The T800 evaluates expression trees. A value with one use, in its own block, becomes part of its
 * user's tree, unless the value reads memory that may be written in between. A very cheap value
 * (is_cheap) is computed again at every use. All other values are roots: computed where they stand
 * and kept in a slot.
 */
#include "select.h"

#include <string.h>

/* is_static_alloca: true for a variable of constant size in the function's first block. */
static bool
is_static_alloca(LLVMValueRef v)
{
	return value_opcode(v) == LLVMAlloca && LLVMIsAConstantInt(LLVMGetOperand(v, 0))
		&& LLVMGetInstructionParent(v)
		== LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(v)));
}

/* has_constant_indices: true if all indices of a getelementptr are constants. */
static bool
has_constant_indices(LLVMValueRef gep)
{
	for (int i = 1; i < LLVMGetNumOperands(gep); i++)
		if (!LLVMIsAConstantInt(LLVMGetOperand(gep, i)))
			return false;
	return true;
}

/* is_double: true if v is an integer of two whole words. */
static bool
is_double(LLVMValueRef v)
{
	return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind
		&& LLVMGetIntTypeWidth(LLVMTypeOf(v)) == 64;
}

/* moves_words: true if each word of v, of two words, is a word of its operand or zero. */
static bool
moves_words(LLVMValueRef v)
{
	LLVMValueRef by = LLVMGetOperand(v, 1);
	uint64_t n;

	if (!is_double(v) || !LLVMIsAConstantInt(by))
		return false;
	n = LLVMConstIntGetZExtValue(by);
	if (value_opcode(v) == LLVMLShr)
		return n == 32;
	return (Word)n + 1 <= 1 && (Word)(n >> 32) + 1 <= 1; /* each word of the mask is 0 or -1 */
}

/* is_below_word: true if the upper word of v, of two words, is known to be zero. */
static bool
is_below_word(LLVMValueRef v)
{
	LLVMValueRef by;

	if (LLVMIsAConstantInt(v))
		return LLVMConstIntGetZExtValue(v) >> 32 == 0;
	switch (value_opcode(v)) {
	case LLVMZExt:
		return type_kind(LLVMTypeOf(LLVMGetOperand(v, 0))) == KIND_WORD;
	case LLVMAnd:
	case LLVMLShr:
		by = LLVMGetOperand(v, 1);
		return moves_words(v) && LLVMConstIntGetZExtValue(by) >> 32 == 0;
	default:
		return false;
	}
}

/*
 * is_product_of_sum: true if v is a product and its user adds a word to the product, as lmul does.
 */
static bool
is_product_of_sum(LLVMValueRef v, LLVMValueRef user)
{
	return value_opcode(v) == LLVMMul && value_opcode(user) == LLVMAdd && is_double(v)
		&& is_below_word(LLVMGetOperand(user, LLVMGetOperand(user, 0) == v));
}

bool
is_cheap(LLVMValueRef v)
{
	Kind to = type_kind(LLVMTypeOf(v));

	if (value_peel(v) != v)
		return true;
	switch (value_opcode(v)) {
	case LLVMAlloca:
		return is_static_alloca(v);
	case LLVMGetElementPtr:
		return has_constant_indices(v);
	case LLVMTrunc:
		return to == KIND_WORD && type_kind(LLVMTypeOf(LLVMGetOperand(v, 0))) == KIND_WIDE
			&& LLVMGetIntTypeWidth(LLVMTypeOf(v)) != 1;
	case LLVMZExt:
		return to == KIND_WIDE && type_kind(LLVMTypeOf(LLVMGetOperand(v, 0))) == KIND_WORD;
	case LLVMAnd:
	case LLVMLShr:
		return moves_words(v);
	default:
		return false;
	}
}

/* is_number: true if v is the constant n. */
static bool
is_number(LLVMValueRef v, Word n)
{
	Word w;

	return value_const(v, &w) && w == n;
}

bool
is_choice(LLVMValueRef v)
{
	LLVMValueRef x, y;
	Word a, b;
	int32_t difference;

	if (value_opcode(v) != LLVMSelect || type_kind(LLVMTypeOf(v)) != KIND_WORD)
		return false;
	x = LLVMGetOperand(v, 1);
	y = LLVMGetOperand(v, 2);
	if (is_number(x, 0) || is_number(y, 0) || (word_bits(v) == 1 && is_number(x, 1)))
		return true;
	return value_const(x, &a) && value_const(y, &b)
		&& !__builtin_sub_overflow((int32_t)a, (int32_t)b, &difference)
		&& !__builtin_sub_overflow((int32_t)b, (int32_t)a, &difference);
}

/* ---- scanning ---- */

/* add_val: add a value, which is computed at this place. */
static void
add_val(Fn *f, LLVMValueRef v, int block, int pos)
{
	Val *val;

	if (type_kind(LLVMTypeOf(v)) == KIND_VOID)
		return;
	f->vals = arena_more(f->arena, f->vals, f->nvals, sizeof *f->vals);
	val = &f->vals[f->nvals];
	*val = (Val){
		.v = v, .kind = type_kind(LLVMTypeOf(v)), .words = type_words(f->m, LLVMTypeOf(v)),
		.block = block, .pos = pos, .rootblock = block, .root = pos, .web = -1,
	};
	map_put(f->map, v, f->nvals++);
}

/* may_write: true if the instruction may write memory. */
static bool
may_write(LLVMValueRef v)
{
	const Intrinsic *in;

	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMStore:
	case LLVMFence:
	case LLVMVAArg:
		return true;
	case LLVMLoad:
		return LLVMGetVolatile(v);
	case LLVMCall:
		in = intrinsic_of(v);
		return in ? in->writes : !is_ignored(v);
	default:
		return false;
	}
}

/* scan_block: add the values of a block. */
static void
scan_block(Fn *f, int b)
{
	Block *block = &f->blocks[b];

	for (LLVMValueRef v = LLVMGetFirstInstruction(block->bb); v;
		v = LLVMGetNextInstruction(v)) {
		block->ins = arena_more(f->arena, block->ins, block->nins, sizeof *block->ins);
		block->ins[block->nins] = v;
		add_val(f, v, b, block->nins++);
	}
	block->clobbers = arena_alloc(f->arena, block->nins + 1, sizeof(int));
	for (int i = 0; i < block->nins; i++)
		block->clobbers[i + 1] = block->clobbers[i] + may_write(block->ins[i]);
}

void
fn_scan(Fn *f)
{
	for (LLVMValueRef a = LLVMGetFirstParam(f->f); a; a = LLVMGetNextParam(a))
		add_val(f, a, 0, -1);
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f->f); bb;
		bb = LLVMGetNextBasicBlock(bb)) {
		f->blocks = arena_more(f->arena, f->blocks, f->nblocks, sizeof *f->blocks);
		f->blocks[f->nblocks] = (Block){.bb = bb, .label = label_new(f), .weight = 1};
		map_put(f->blockmap, bb, f->nblocks++);
	}
	for (int b = 0; b < f->nblocks; b++)
		scan_block(f, b);
	fn_weigh(f);
}

/* ---- needed values ---- */

/* has_effect: true if the instruction must be executed even if its result is not used. */
static bool
has_effect(LLVMValueRef v)
{
	const Intrinsic *in;

	if (LLVMIsATerminatorInst(v))
		return true;
	if (LLVMGetInstructionOpcode(v) == LLVMCall) {
		in = intrinsic_of(v);
		return in ? in->writes : !is_ignored(v);
	}
	return may_write(v);
}

/*
 * count_operands: count the uses of v's operands; operands that were not needed before are pushed
 * on the work stack.
 */
static void
count_operands(Fn *f, LLVMValueRef v, int *stack, int *n)
{
	for (int i = 0; i < LLVMGetNumOperands(v); i++) {
		Val *x = fn_val(f, LLVMGetOperand(v, i));

		if (!x)
			continue;
		x->uses++;
		if (!x->live && LLVMIsAInstruction(x->v))
			stack[(*n)++] = x - f->vals;
		x->live = true;
	}
}

/*
 * mark_live: mark the instructions that are executed for their effect, and those whose results
 * they need.
 */
static void
mark_live(Fn *f)
{
	int *stack = arena_alloc(f->arena, f->nvals + 1, sizeof(int));
	int n = 0;

	for (int b = 0; b < f->nblocks; b++)
		for (int i = 0; i < f->blocks[b].nins; i++) {
			LLVMValueRef v = f->blocks[b].ins[i];
			Val *val = fn_val(f, v);

			if (!has_effect(v) || (val && val->live))
				continue;
			if (val)
				val->live = true;
			count_operands(f, v, stack, &n);
			while (n > 0)
				count_operands(f, f->vals[stack[--n]].v, stack, &n);
		}
}

/* ---- folding ---- */

/* sole_user: the only live instruction that uses x, which is used once. */
static LLVMValueRef
sole_user(Fn *f, const Val *x)
{
	for (LLVMUseRef u = LLVMGetFirstUse(x->v); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		Val *val = LLVMIsAInstruction(user) ? fn_val(f, user) : NULL;

		if (val ? val->live : LLVMIsAInstruction(user) && !is_ignored(user))
			return user;
	}
	return NULL;
}

/* root_position: the index in its block of the instruction that evaluates v. */
static int
root_position(Fn *f, LLVMValueRef v)
{
	const Block *b = &f->blocks[fn_block(f, LLVMGetInstructionParent(v))];
	const Val *val = fn_val(f, v);

	if (val)
		return val->root;
	/* it is usually near the end of the instructions scanned so far */
	for (int i = b->nins - 1; i >= 0; i--)
		if (b->ins[i] == v)
			return i;
	return NOT_HERE;
}

/*
 * user_root: the root in x's own block that evaluates the only user of x; NOT_HERE if it is in
 * another block.
 */
static int
user_root(Fn *f, const Val *x)
{
	LLVMValueRef user = x->uses == 1 ? sole_user(f, x) : NULL;
	const Val *val;

	if (!user || LLVMIsAPHINode(user)
		|| fn_block(f, LLVMGetInstructionParent(user)) != x->block)
		return NOT_HERE;
	val = fn_val(f, user);
	if (val && (val->rootblock != x->block
		|| (val->kind == KIND_WIDE && LLVMGetInstructionOpcode(user) == LLVMZExt)))
		return NOT_HERE;
	return root_position(f, user);
}

/* is_foldable: true if the value may be computed where it is used. */
static bool
is_foldable(Fn *f, const Val *x)
{
	if (x->kind == KIND_WIDE)
		return is_product_of_sum(x->v, sole_user(f, x));
	switch (LLVMGetInstructionOpcode(x->v)) {
	case LLVMPHI:
	case LLVMAlloca:
	case LLVMVAArg:
		return false;
	case LLVMSelect:
		return is_choice(x->v);
	case LLVMLoad:
		return !LLVMGetVolatile(x->v); /* its user may not always evaluate it */
	case LLVMCall:
		return intrinsic_of(x->v) && !intrinsic_of(x->v)->writes;
	default:
		return true;
	}
}

/* reads_memory: true if the instruction is a load, or an intrinsic that reads memory. */
static bool
reads_memory(LLVMValueRef v)
{
	if (LLVMGetInstructionOpcode(v) == LLVMLoad)
		return true;
	return LLVMGetInstructionOpcode(v) == LLVMCall && intrinsic_of(v) && intrinsic_of(v)->reads;
}

/* select_value: decide whether the value is computed at its use. */
static void
select_value(Fn *f, Val *x)
{
	const Block *b = &f->blocks[x->block];
	int root = user_root(f, x);

	if (is_cheap(x->v)) {
		x->folded = true;
		x->root = root;
		x->rootblock = root == NOT_HERE ? NOT_HERE : x->block;
		return;
	}
	x->once = root != NOT_HERE;
	if (root == NOT_HERE || !is_foldable(f, x))
		return;
	if (reads_memory(x->v) && b->clobbers[root] != b->clobbers[x->pos + 1])
		return;
	x->folded = true;
	x->root = root;
}

void
fn_select(Fn *f)
{
	mark_live(f);
	for (int b = 0; b < f->nblocks; b++)
		for (int i = f->blocks[b].nins - 1; i >= 0; i--) {
			Val *x = fn_val(f, f->blocks[b].ins[i]);

			if (x && x->live)
				select_value(f, x);
		}
}

LLVMValueRef
sum_product(Fn *f, LLVMValueRef v)
{
	for (int i = 0; i < 2; i++) {
		const Val *x = fn_val(f, LLVMGetOperand(v, i));

		if (x && x->kind == KIND_WIDE && x->folded && value_opcode(x->v) == LLVMMul)
			return x->v;
	}
	return NULL;
}

void
tree_leaves(Fn *f, LLVMValueRef v, UseLeaf *use, void *to)
{
	Val *x = fn_val(f, v);

	if (!x)
		return;
	if (!x->folded) {
		use(to, x);
		return;
	}
	for (int i = 0; i < LLVMGetNumOperands(v); i++)
		tree_leaves(f, LLVMGetOperand(v, i), use, to);
}
