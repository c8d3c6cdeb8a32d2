/*
 * lower.c - one function: its roots, its jumps, what flows into phis.
 */
#include "lower.h"

#include <assert.h>
#include <string.h>

/* ---- dynamic workspace ---- */

/*
 * A block of memory allocated while the function runs lies between the objects, which stay, and the
 * slots, which move down with Wptr. The move is by at least the slots' size, so that it never
 * overlaps.
 */
static void
low_bytes(Fn *f, int fn, int times)
{
	ins_add(f, (Ins){INS_LOW, .fn = fn, .k = times});
	if (fn == FN_LDC)
		f->depth++;
}

/* move_slots: Wptr := the word in slot t; the slots go with it. */
static void
move_slots(Fn *f, int t)
{
	slot_op(f, FN_LDLP, f->out, 0);
	slot_op(f, FN_LDL, t, 0);
	low_bytes(f, FN_LDC, 4);
	oper(f, "move");
	slot_op(f, FN_LDL, t, 0);
	oper(f, "gajw");
	f->depth = 0;
}

static void
allocate(Fn *f, LLVMValueRef v)
{
	uint32_t size = type_size(f->m, LLVMGetAllocatedType(v));
	int t = temp_new(f, 1), enough = label_new(f);

	word(f, LLVMGetOperand(v, 0));
	direct(f, FN_LDC, size);
	oper(f, "prod");
	direct(f, FN_LDC, 3);
	oper(f, "bsub");
	direct(f, FN_LDC, -4);
	oper(f, "and");
	slot_op(f, FN_STL, t, 0);
	low_bytes(f, FN_LDC, 4);
	slot_op(f, FN_LDL, t, 0);
	oper(f, "gt");
	jump(f, FN_CJ, enough);
	low_bytes(f, FN_LDC, 4);
	slot_op(f, FN_STL, t, 0);
	label(f, enough);
	slot_op(f, FN_LDLP, f->out, 0);
	slot_op(f, FN_LDL, t, 0);
	oper(f, "diff");
	slot_op(f, FN_STL, t, 0);
	move_slots(f, t);
	slot_op(f, FN_LDL, t, 0);
	low_bytes(f, FN_LDNLP, 1);
	slot_op(f, FN_STL, fn_val(f, v)->web, 0);
}

static void
restore_stack(Fn *f, LLVMValueRef v)
{
	int t = temp_new(f, 1);

	word(f, LLVMGetOperand(v, 0));
	slot_op(f, FN_STL, t, 0);
	move_slots(f, t);
}

/* ---- calls that are not calls ---- */

static void
start_varargs(Fn *f, LLVMValueRef v)
{
	Place p = place_of(f, LLVMGetOperand(v, 0));
	int t = temp_new(f, 1);

	if (f->entry >= 0) {
		slot_op(f, FN_LDL, f->entry, 0);
		slot_op(f, FN_LDNLP, f->varargs, 0);
	} else {
		slot_op(f, FN_LDLP, f->varargs, 0);
	}
	slot_op(f, FN_STL, t, 0);
	copy_bytes(f, p, place_slot(t, 0), 4, 4);
}

static void
copy_memory(Fn *f, LLVMValueRef v)
{
	Place to = place_of(f, LLVMGetOperand(v, 0)), from = place_of(f, LLVMGetOperand(v, 1));
	LLVMValueRef n = LLVMGetOperand(v, 2);
	unsigned align = call_alignment(v, 1), other = call_alignment(v, 2);
	int t;
	Word w;

	if (value_const(n, &w)) {
		copy_bytes(f, to, from, w, align < other ? align : other);
		return;
	}
	t = keep_deep(f, n, word, 1);
	if (place_need(f, &to) > 2)
		to = place_fixed(f, to);
	place_address(f, &from);
	place_address(f, &to);
	push_kept(f, n, word, t);
	oper(f, "move");
}

static void
trap(Fn *f)
{
	raw(f, "\tseterr\n\tstopp");
	f->depth = 0;
}

/* special: a call that LLVM or t800.h gives a meaning. */
static bool
special(Fn *f, LLVMValueRef v)
{
	if (LLVMIsAInlineAsm(LLVMGetCalledValue(v)))
		inline_asm(f, v);
	else if (callee_is(v, "llvm.memcpy."))
		copy_memory(f, v);
	else if (callee_is(v, "llvm.va_start"))
		start_varargs(f, v);
	else if (callee_is(v, "llvm.trap") || callee_is(v, "llvm.ubsantrap")
		|| callee_is(v, "llvm.debugtrap"))
		trap(f);
	else if (callee_is(v, "llvm.stacksave")) {
		slot_op(f, FN_LDLP, f->out, 0);
		f->depth = 1;
		receive(f, v);
	} else if (callee_is(v, "llvm.stackrestore"))
		restore_stack(f, v);
	else
		return false;
	return true;
}

static void
lower_call(Fn *f, LLVMValueRef v)
{
	const Intrinsic *in = intrinsic_of(v);

	if (special(f, v))
		return;
	if (!in) {
		if (callee_is(v, "llvm."))
			fatal_at(f->m->name, value_where(v).line, "%s is not known to the T800 compiler",
				callee_name(v));
		call(f, v);
		return;
	}
	if (in->real) {
		real(f, LLVMGetOperand(v, 0));
		intrinsic(f, in, v);
		f->fdepth = 0;
	} else {
		intrinsic(f, in, v);
	}
	receive(f, v);
}

/* ---- roots ---- */

/* lower_select: one side first, unless the condition holds the other; or two ways. */
static void
lower_select(Fn *f, LLVMValueRef v)
{
	LLVMValueRef c = LLVMGetOperand(v, 0), a = LLVMGetOperand(v, 1), b = LLVMGetOperand(v, 2);
	int slot = fn_val(f, v)->web, no = label_new(f), end = label_new(f);
	const Val *x = fn_val(f, peel(b));

	if (type_kind(LLVMTypeOf(v)) == KIND_WORD && (!x || !x->folded)) {
		value_to(f, b, slot, 0);
		word_condition(f, c, false);
		jump(f, FN_CJ, no);
		value_to(f, a, slot, 0);
		label(f, no);
		return;
	}
	word_condition(f, c, false);
	jump(f, FN_CJ, no);
	value_to(f, a, slot, 0);
	jump(f, FN_J, end);
	label(f, no);
	value_to(f, b, slot, 0);
	label(f, end);
}

static void
lower_value(Fn *f, LLVMValueRef v)
{
	Val *x = fn_val(f, v);

	if (value_opcode(v) == LLVMSelect) {
		lower_select(f, v);
		return;
	}
	if (value_opcode(v) == LLVMAlloca) {
		allocate(f, v);
		return;
	}
	switch (x->kind) {
	case KIND_WORD:
		x->folded = true; /* evaluate it here, once */
		word(f, v);
		x->folded = false;
		slot_op(f, FN_STL, x->web >= 0 ? x->web : temp_new(f, 1), 0);
		break;
	case KIND_SINGLE:
	case KIND_DOUBLE:
		x->folded = true;
		real(f, v);
		x->folded = false;
		real_store(f, x->kind, x->web >= 0 ? x->web : temp_new(f, x->words), 0);
		break;
	default:
		wide(f, v, x->web >= 0 ? x->web : temp_new(f, x->words));
	}
}

/* ---- phis ---- */

typedef struct Copy {
	Val *phi;
	LLVMValueRef from;
	int temp; /* holds what flows, since its slot was overwritten; -1 */
	bool done;
} Copy;

typedef struct Reads {
	int web;
	bool found;
} Reads;

static void
reads_web(void *to, Val *leaf)
{
	Reads *r = to;

	if (leaf->web == r->web)
		r->found = true;
}

static bool
is_read(Fn *f, const Copy *c, int n, int except)
{
	Reads r = {c[except].phi->web, false};

	for (int i = 0; i < n; i++)
		if (i != except && !c[i].done && c[i].temp < 0)
			leaves(f, c[i].from, reads_web, &r);
	return r.found;
}

static void
do_copy(Fn *f, Copy *c)
{
	Place to = place_slot(c->phi->web, 0);

	c->done = true;
	if (c->temp >= 0)
		copy_bytes(f, to, place_slot(c->temp, 0), 4 * c->phi->words, 4);
	else
		value_to(f, c->from, c->phi->web, 0);
	f->depth = 0;
}

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
			x = fn_val(f, peel(c[n].from));
			if (!(x && !x->folded && x->web == phi->web) && !LLVMIsUndef(c[n].from))
				n++;
			break;
		}
	}
	return n;
}

/* flow: all copies at once; what another still reads goes to a temp first. */
static void
flow(Fn *f, int b, int succ)
{
	Copy *c = arena_alloc(f->arena, (f->blocks[succ].nins + 1) * sizeof *c);
	int n = gather_copies(f, f->blocks[b].bb, &f->blocks[succ], c), left = n;

	while (left > 0) {
		int i;

		for (i = 0; i < n; i++)
			if (!c[i].done && !is_read(f, c, n, i))
				break;
		if (i < n) {
			do_copy(f, &c[i]);
			left--;
			continue;
		}
		for (i = 0; c[i].done || c[i].temp >= 0; i++)
			;
		c[i].temp = temp_new(f, c[i].phi->words);
		value_to(f, c[i].from, c[i].temp, 0);
	}
}

/* ---- jumps ---- */

/*
 * two_ways: cj goes forward only, so that every loop has a j: there the processor may turn to another
 * process of low priority.
 */
static void
two_ways(Fn *f, LLVMValueRef condition, int yes, int no)
{
	bool invert = f->placed[no] || (no == f->next && !f->placed[yes]);
	int skip;

	if (f->placed[yes] && f->placed[no]) {
		skip = label_new(f);
		word_condition(f, condition, false);
		jump(f, FN_CJ, skip);
		jump(f, FN_J, f->blocks[yes].label);
		label(f, skip);
		jump(f, FN_J, f->blocks[no].label);
		return;
	}
	word_condition(f, condition, invert);
	jump(f, FN_CJ, f->blocks[invert ? yes : no].label);
	if ((invert ? no : yes) != f->next)
		jump(f, FN_J, f->blocks[invert ? no : yes].label);
}

static void
lower_branch(Fn *f, LLVMValueRef v)
{
	int yes, no;

	if (!LLVMIsConditional(v)) {
		yes = fn_block(f, LLVMGetSuccessor(v, 0));
		flow(f, f->block, yes);
		temps_free(f);
		if (yes != f->next)
			jump(f, FN_J, f->blocks[yes].label);
		return;
	}
	yes = fn_block(f, LLVMGetSuccessor(v, 0));
	no = fn_block(f, LLVMGetSuccessor(v, 1));
	two_ways(f, LLVMGetCondition(v), yes, no);
}

static Gen *
return_extension(Fn *f)
{
	if (has_attribute(f->f, LLVMAttributeReturnIndex, "zeroext"))
		return word_zero;
	return has_attribute(f->f, LLVMAttributeReturnIndex, "signext") ? word_sign : word;
}

static void
return_value(Fn *f, LLVMValueRef x)
{
	uint32_t words = type_words(f->m, LLVMTypeOf(x));
	const Val *kept = fn_val(f, peel(x));
	int t;

	switch (type_kind(LLVMTypeOf(x))) {
	case KIND_WORD:
		return_extension(f)(f, x);
		return;
	case KIND_SINGLE:
	case KIND_DOUBLE:
		real(f, x);
		return;
	default:
		break;
	}
	if (f->result >= 0) {
		value_place(f, x, (Place){.base = BASE_POINTER, .slot = f->result});
		return;
	}
	if (kept && !kept->folded) {
		t = kept->web;
	} else {
		t = temp_new(f, words);
		value_to(f, x, t, 0);
	}
	for (int k = words; k > 0; k--)
		slot_op(f, FN_LDL, t, k - 1);
}

static void
lower_return(Fn *f, LLVMValueRef v)
{
	if (LLVMGetNumOperands(v) > 0)
		return_value(f, LLVMGetOperand(v, 0));
	if (f->entry >= 0) {
		slot_op(f, FN_LDL, f->entry, 0);
		oper(f, "gajw");
		slot_op(f, FN_STL, f->out, 0); /* where Wptr was is not wanted */
	}
	ins_add(f, (Ins){INS_FRAME, .k = 1});
	oper(f, "ret");
	f->depth = f->fdepth = 0;
}

static void
lower_terminator(Fn *f, LLVMValueRef v)
{
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMBr:
		lower_branch(f, v);
		break;
	case LLVMRet:
		lower_return(f, v);
		break;
	case LLVMSwitch:
		lower_switch(f, v);
		break;
	case LLVMIndirectBr:
		word(f, LLVMGetOperand(v, 0));
		oper(f, "gcall");
		break;
	case LLVMUnreachable:
		raw(f, "\tstopp"); /* rather than run into the next function */
		break;
	default:
		fatal_at(f->m->name, value_where(v).line,
			"exceptions are not part of C; do not use asm goto or -fexceptions");
	}
	f->depth = f->fdepth = 0;
}

static void
lower_root(Fn *f, LLVMValueRef v)
{
	const Val *x = fn_val(f, v);

	if (LLVMIsAPHINode(v) || is_ignored(v) || (x && (x->folded || !x->live)))
		return;
	if (LLVMIsATerminatorInst(v))
		lower_terminator(f, v);
	else if (LLVMGetInstructionOpcode(v) == LLVMStore)
		store(f, v);
	else if (LLVMGetInstructionOpcode(v) == LLVMCall)
		lower_call(f, v);
	else if (x)
		lower_value(f, v);
	assert(f->depth >= 0 && f->fdepth == 0);
	f->depth = 0;
	temps_free(f);
}

static void
mark_line(Fn *f, LLVMValueRef v)
{
	Where w = value_where(v);
	int file;

	if (w.line == 0 || is_ignored(v) || LLVMIsAPHINode(v))
		return;
	file = unit_file(f->unit, w.dir, w.file);
	if (file == f->file && (int)w.line == f->line)
		return;
	f->file = file;
	f->line = w.line;
	ins_add(f, (Ins){INS_LINE, .n = w.line, .k = file});
}

static void
lower_block(Fn *f, int b)
{
	const Block *block = &f->blocks[b];

	f->block = b;
	label(f, block->label);
	f->file = 0;
	for (int i = 0; i < block->nins; i++) {
		const Val *x = fn_val(f, block->ins[i]);

		if (!x || (x->live && !x->folded))
			mark_line(f, block->ins[i]);
		lower_root(f, block->ins[i]);
	}
}

/*
 * follower: the block to lay out after b: its busiest successor that has no place yet, so that loops run on
 * without a taken cj; otherwise the first that has none; -1: all have.
 */
static int
follower(Fn *f, int b)
{
	LLVMValueRef t = LLVMGetBasicBlockTerminator(f->blocks[b].bb);
	int best = -1;

	for (unsigned i = 0; i < LLVMGetNumSuccessors(t); i++) {
		int s = fn_block(f, LLVMGetSuccessor(t, i));

		if (!f->placed[s] && (best < 0 || f->blocks[s].weight > f->blocks[best].weight))
			best = s;
	}
	for (int i = 0; best < 0 && i < f->nblocks; i++)
		if (!f->placed[i])
			best = i;
	return best;
}

static void
lower_blocks(Fn *f)
{
	f->placed = arena_alloc(f->arena, f->nblocks * sizeof *f->placed);
	for (int b = 0; b >= 0; b = f->next) {
		f->placed[b] = true;
		f->next = follower(f, b);
		lower_block(f, b);
	}
}

/* ---- the function ---- */

/* prepare: the slots that the convention gives, and whether the workspace moves. */
static void
prepare(Fn *f)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(f->f), ret = LLVMGetReturnType(type);
	int words = 1;

	f->out = slot_new(f, SLOT_OUT, 0);
	f->gsb = slot_new(f, SLOT_PARAM, 1);
	f->slots[f->gsb].param = 0;
	if (type_kind(ret) == KIND_WIDE && type_words(f->m, ret) > 2) {
		f->result = slot_new(f, SLOT_PARAM, 1);
		f->slots[f->result].param = words++;
	}
	if (LLVMIsFunctionVarArg(type)) {
		for (LLVMValueRef a = LLVMGetFirstParam(f->f); a; a = LLVMGetNextParam(a))
			words += type_words(f->m, LLVMTypeOf(a));
		f->varargs = slot_new(f, SLOT_PARAM, 0);
		f->slots[f->varargs].param = words;
	}
}

/* place_objects: a slot for each variable in memory; finds what makes the workspace move. */
static void
place_objects(Fn *f)
{
	bool moves = false;

	for (int i = 0; i < f->nvals; i++) {
		Val *x = &f->vals[i];
		LLVMTypeRef t;

		if (!LLVMIsAInstruction(x->v) || value_opcode(x->v) != LLVMAlloca || !x->live)
			continue;
		if (!is_cheap(x->v)) {
			moves = true;
			continue;
		}
		t = LLVMGetAllocatedType(x->v);
		x->web = slot_new(f, SLOT_OBJECT, (LLVMConstIntGetZExtValue(LLVMGetOperand(x->v, 0))
			* type_size(f->m, t) + 3) / 4);
	}
	if (moves) {
		f->base = slot_new(f, SLOT_OWN, 1);
		f->entry = slot_new(f, SLOT_OWN, 1);
	}
}

/* returns_twice: does a call like setjmp's come back with the slots as they are then? */
static bool
returns_twice(Fn *f)
{
	for (int b = 0; b < f->nblocks; b++)
		for (int i = 0; i < f->blocks[b].nins; i++) {
			LLVMValueRef v = f->blocks[b].ins[i];

			if (LLVMGetInstructionOpcode(v) == LLVMCall && !is_ignored(v)
				&& call_has_attribute(v, LLVMAttributeFunctionIndex, "returns_twice"))
				return true;
		}
	return false;
}

void
fn_lower(Unit *u, const Module *m, LLVMValueRef v, const char *name, Buf *out)
{
	Arena arena = {0};
	Fn f = {
		.unit = u, .m = m, .f = v, .name = name, .arena = &arena, .map = map_new(), .blockmap = map_new(),
		.result = -1, .varargs = -1, .base = -1, .entry = -1, .serial = unit_serial(u),
	};

	unit_lowered(u, v, f.serial);
	prepare(&f);
	fn_scan(&f);
	fn_select(&f);
	f.sharing = !returns_twice(&f);
	place_objects(&f);
	fn_webs(&f);
	lower_blocks(&f);
	fn_frame(&f);
	fn_text(&f, out);
	map_free(f.map);
	map_free(f.blockmap);
	arena_free(&arena);
}
