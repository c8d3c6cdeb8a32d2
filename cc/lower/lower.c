/* lower.c - takes one function through all passes. */
#include "lower.h"
#include "cc/lower/dwarf/dwarf.h"
#include "cc/lower/emit/emit.h"
#include "cc/lower/generate/generate.h"

/* mark_root: record that the root at pos of block b begins here. */
static void
mark_root(Fn *f, int b, int pos, LLVMValueRef v)
{
	Mark m = {.at = f->nins, .block = b, .pos = pos, .where = value_where(v)};

	if (!f->debug || is_ignored(v) || LLVMIsAPHINode(v))
		return;
	if (m.where.line > 0)
		m.file = dwarf_file(f->debug, m.where.dir, m.where.file);
	f->marks = arena_more(f->arena, f->marks, f->nmarks, sizeof *f->marks);
	f->marks[f->nmarks++] = m;
}

/* lower_block: generate the code of block b. */
static void
lower_block(Fn *f, int b)
{
	const Block *block = &f->blocks[b];

	f->block = b;
	ins_label(f, block->label);
	for (int i = 0; i < block->nins; i++) {
		const Val *x = fn_val(f, block->ins[i]);

		if (!x || (x->live && !x->folded))
			mark_root(f, b, i, block->ins[i]);
		lower_root(f, block->ins[i]);
	}
}

/* lower_blocks: generate the code of all blocks, in their order. */
static void
lower_blocks(Fn *f)
{
	for (int i = 0; i < f->nplaced; i++)
		lower_block(f, f->order[i]);
}

/* ---- the function ---- */

/*
 * prepare_slots: make the slots required by the calling convention, and determine whether the
 * workspace moves.
 */
static void
prepare_slots(Fn *f)
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

/*
 * place_objects: make a slot for each variable in memory, and find out whether the workspace moves.
 */
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

/*
 * returns_twice: true if the function makes a call, such as setjmp, that may return a second time,
 * when the slots may have other values.
 */
static bool
returns_twice(Fn *f)
{
	for (int b = 0; b < f->nblocks; b++)
		for (int i = 0; i < f->blocks[b].nins; i++) {
			LLVMValueRef v = f->blocks[b].ins[i];

			if (LLVMGetInstructionOpcode(v) == LLVMCall && !is_ignored(v)
				&& call_has_attribute(v, LLVMAttributeFunctionIndex,
					"returns_twice"))
				return true;
		}
	return false;
}

void
fn_lower(Unit *u, const Module *m, LLVMValueRef v, const char *name, Buf *out)
{
	Arena arena = {0};
	Fn f = {
		.unit = u,
		.m = m,
		.f = v,
		.name = name,
		.arena = &arena,
		.map = map_new(),
		.blockmap = map_new(),
		.debug = dwarf_function_unit(unit_dwarf(u), m, v),
		.result = -1,
		.varargs = -1,
		.base = -1,
		.half = -1,
		.entry = -1,
		.serial = unit_serial_of(u, v),
	};

	refuse_unknown(m, v);
	prepare_slots(&f);
	fn_scan(&f);
	fn_select(&f);
	f.sharing = !returns_twice(&f);
	place_objects(&f);
	fn_choose_bases(&f);
	fn_assign_slots(&f);
	fn_order_blocks(&f);
	lower_blocks(&f);
	fn_build_frame(&f);
	if (f.debug && m->optimised)
		fn_number_copies(&f);
	if (f.debug)
		dwarf_add_function(&f);
	fn_put_text(&f, out);
	map_free(f.map);
	map_free(f.blockmap);
	arena_free(&arena);
}
