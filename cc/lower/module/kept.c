/*
 * kept.c - names the values of variables in memory that loops keep in registers. While a loop runs,
 * LLVM may keep a member, an element or a global variable as a value, and store it after the loop
 * (loop-invariant code motion). Until then the memory has its former value, and the kept value has
 * no name. Here the kept value gets a name: an artificial variable, named as C writes the part
 * ("r.primes"), is bound to it up to the store.
 *
 * Such a value is stored outside of the loop. It is a phi to which no variable is bound, or flows
 * into such phis; one of these phis is at the loop's head.
 */
#include "module_debug.h"
#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_VALUES = 64 }; /* most phis and other values that are named for one store */

/* A part of a variable in memory, and the artificial variable for it. */
typedef struct Part {
	Node whole, inlined; /* the variable; the inlined call of its function, or NULL */
	int32_t at;          /* the offset of the part in the variable, in bytes */
	Node name;
} Part;

/* The state while a function's kept values are named. */
typedef struct Kept {
	Module *m;
	LLVMDIBuilderRef build;
	LLVMValueRef f;
	Map *bound;    /* value to which a variable is bound -> the binding */
	Map *declared; /* address -> the binding that declares a variable there */
	Map *named;    /* values that have been named -> 1 */
	Arena arena;
	Part *parts;
	size_t nparts;
	/* [nvalues] the values that a loop keeps for the present store */
	LLVMValueRef values[MAX_VALUES];
	int nvalues;
} Kept;

static bool
is_in_map(const Map *m, const void *key)
{
	intptr_t one;

	return map_get(m, key, &one);
}

/* ---- the value ---- */

/*
 * search_path: true if a path that avoids the block `around` leads from a block to another; `seen`
 * collects visited blocks.
 */
static bool
search_path(Map *seen, LLVMBasicBlockRef from, LLVMBasicBlockRef to, LLVMBasicBlockRef around)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(from);

	if (from == around || is_in_map(seen, from))
		return false;
	if (from == to)
		return true;
	map_put(seen, from, 1);
	for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
		if (search_path(seen, LLVMGetSuccessor(end, i), to, around))
			return true;
	return false;
}

/* has_path: true if a path that avoids the block `around` leads from a block to another. */
static bool
has_path(LLVMBasicBlockRef from, LLVMBasicBlockRef to, LLVMBasicBlockRef around)
{
	Map *seen = map_new();
	bool yes = search_path(seen, from, to, around);

	map_free(seen);
	return yes;
}

/* leaves_loop: true if the phi belongs to a loop's header, and the store lies outside that loop. */
static bool
leaves_loop(LLVMValueRef phi, LLVMValueRef store)
{
	LLVMBasicBlockRef head = LLVMGetInstructionParent(phi),
		entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(head)),
		behind = LLVMGetInstructionParent(store);

	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMBasicBlockRef latch = LLVMGetIncomingBlock(phi, i);

		if (head != entry && !has_path(entry, latch, head)
			&& has_path(head, latch, NULL))
			return behind != head && !has_path(behind, latch, head);
	}
	return false;
}

/* gather_value: add an instruction that no variable is bound to; false if there are too many. */
static bool
gather_value(Kept *k, LLVMValueRef v)
{
	int same = 0;

	if (!LLVMIsAInstruction(v) || is_in_map(k->bound, v))
		return true;
	while (same < k->nvalues && k->values[same] != v)
		same++;
	if (same == MAX_VALUES)
		return false;
	k->values[same] = v;
	k->nvalues += same == k->nvalues;
	return true;
}

/* has_operand: true if the instruction v has this operand. */
static bool
has_operand(LLVMValueRef v, LLVMValueRef operand)
{
	for (int i = 0; i < LLVMGetNumOperands(v); i++)
		if (LLVMGetOperand(v, i) == operand)
			return true;
	return false;
}

/*
 * gather_turns: gather the phis that take v as their value of the next round; false if there are
 * too many.
 */
static bool
gather_turns(Kept *k, LLVMValueRef v)
{
	for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u))
		if (LLVMIsAPHINode(LLVMGetUser(u)) && has_operand(v, LLVMGetUser(u))
			&& !gather_value(k, LLVMGetUser(u)))
			return false;
	return true;
}

/*
 * gather_values: gather the stored value, and the values it is computed from; false if there are
 * too many.
 */
static bool
gather_values(Kept *k, LLVMValueRef stored)
{
	bool all = true;

	k->nvalues = 0;
	gather_value(k, stored);
	for (int i = 0; i < k->nvalues && all; i++) {
		LLVMValueRef v = k->values[i];

		if (!LLVMIsAPHINode(v))
			all = gather_turns(k, v);
		for (unsigned e = 0; all && LLVMIsAPHINode(v) && e < LLVMCountIncoming(v); e++)
			all = gather_value(k, LLVMGetIncomingValue(v, e));
	}
	return all;
}

/* is_kept: true if a loop keeps the stored value until the loop's end. */
static bool
is_kept(Kept *k, LLVMValueRef store)
{
	LLVMValueRef stored = LLVMGetOperand(store, 0);

	if (!LLVMIsAInstruction(stored) || is_in_map(k->bound, stored) || !gather_values(k, stored))
		return false;
	for (int i = 0; i < k->nvalues; i++)
		if (LLVMIsAPHINode(k->values[i]) && leaves_loop(k->values[i], store))
			return true;
	return false;
}

/* ---- its name ---- */

/*
 * base_of: the variable in which an address lies at a constant offset, *at; NULL if there is none.
 */
static LLVMValueRef
base_of(const Module *m, LLVMValueRef address, int32_t *at)
{
	int32_t offset;

	*at = 0;
	while (value_opcode(address = value_peel(address)) == LLVMGetElementPtr) {
		if (!gep_is_constant(m, address, &offset))
			return NULL;
		*at += offset;
		address = LLVMGetOperand(address, 0);
	}
	return address;
}

/* Where a stored variable is declared. */
typedef struct Declaration {
	Node variable, scope;
	Node at;    /* a place of its function, for bindings */
	int32_t from; /* offset in the variable of the address: a global may hold only a part */
} Declaration;

/*
 * fragment_of: the offset in bytes, in a variable, of the part that the global with this expression
 * holds; -1 if the expression gives no such part.
 */
static int32_t
fragment_of(const Module *m, Node expression)
{
	Step steps[MAX_STEPS];
	int n = expression_steps(m, node_operand(m, expression, GLOBAL_STEPS), steps);

	if (n == 0)
		return 0;
	return n == 1 && steps[0].op == STEP_FRAGMENT ? (int32_t)steps[0].arg[0] / 8 : -1;
}

/*
 * find_declared: set *d to the variable at this address: a local one, or a global one that the
 * store's function declares; false if there is none.
 */
static bool
find_declared(Kept *k, LLVMValueRef base, LLVMValueRef store, Declaration *d)
{
	intptr_t call;
	Node expression;

	d->from = 0;
	if (map_get(k->declared, base, &call)) {
		d->variable = LLVMValueAsMetadata(LLVMGetOperand((LLVMValueRef)call, 1));
		d->scope = node_operand(k->m, d->variable, VARIABLE_SCOPE);
		d->at = LLVMInstructionGetDebugLoc((LLVMValueRef)call);
		return d->at != NULL;
	}
	if (!LLVMIsAGlobalVariable(base) || !(expression = global_expression(base)))
		return false;
	d->variable = node_operand(k->m, expression, GLOBAL_VARIABLE);
	d->at = LLVMInstructionGetDebugLoc(store);
	if (!d->at)
		d->at = LLVMDIBuilderCreateDebugLocation(LLVMGetModuleContext(k->m->ir), 0, 0,
			LLVMGetSubprogram(k->f), NULL);
	d->scope = scope_subprogram(k->m, LLVMDILocationGetScope(d->at));
	d->from = fragment_of(k->m, expression);
	return d->from >= 0;
}

/*
 * part_for: the part of a variable that a store writes, with its artificial variable; *d: where the
 * variable is declared. NULL if the variable is not known, or the part has no name in C.
 */
static const Part *
part_for(Kept *k, LLVMValueRef store, Declaration *d)
{
	int32_t at;
	LLVMValueRef base = base_of(k->m, LLVMGetOperand(store, 1), &at);
	int64_t size = 8 * type_stored_bytes(k->m, LLVMTypeOf(LLVMGetOperand(store, 0)));
	Part part;
	Buf name = {0};
	Node type;

	if (!base || !find_declared(k, base, store, d))
		return NULL;
	at += d->from;
	part = (Part){d->variable, LLVMDILocationGetInlinedAt(d->at), at};
	for (size_t i = 0; i < k->nparts; i++)
		if (k->parts[i].whole == part.whole && k->parts[i].inlined == part.inlined
			&& k->parts[i].at == at)
			return &k->parts[i];
	buf_printf(&name, "%s", node_name(k->m, d->variable, VARIABLE_NAME));
	type = node_operand(k->m, d->variable, VARIABLE_TYPE);
	type = part_name(k->m, type, 8 * (int64_t)at, size, &name);
	if (type)
		part.name = LLVMDIBuilderCreateAutoVariable(k->build, d->scope, (char *)name.data,
			name.len, NULL, 0, type, false, LLVMDIFlagArtificial, 0);
	buf_free(&name);
	if (!type)
		return NULL;
	k->parts = arena_more(&k->arena, k->parts, k->nparts, sizeof *k->parts);
	k->parts[k->nparts] = part;
	return &k->parts[k->nparts++];
}

/* ---- bindings ---- */

/* bind_value: bind v to the part of a variable, from the instruction `before` on. */
static void
bind_value(Kept *k, const Part *p, const Declaration *d, LLVMValueRef v, LLVMValueRef before)
{
	LLVMDIBuilderInsertDbgValueBefore(k->build, v, p->name,
		LLVMDIBuilderCreateExpression(k->build, NULL, 0), d->at, before);
}

/*
 * bind_kept_values: bind the values that a loop keeps for the store after it to variables of their
 * own.
 */
static void
bind_kept_values(Kept *k, LLVMValueRef store)
{
	Declaration d;
	const Part *p = part_for(k, store, &d);

	if (!p)
		return;
	for (int i = 0; i < k->nvalues; i++) {
		LLVMValueRef v = k->values[i], before = LLVMGetNextInstruction(v);

		if (is_in_map(k->named, v) || !before)
			continue;
		map_put(k->named, v, 1);
		while (LLVMIsAPHINode(before))
			before = LLVMGetNextInstruction(before);
		bind_value(k, p, &d, v, before);
	}
	bind_value(k, p, &d, LLVMGetUndef(LLVMTypeOf(LLVMGetOperand(store, 0))),
		LLVMGetNextInstruction(store));
}

/* ---- functions ---- */

/* note_bindings: note which values the block's debugging calls bind or declare. */
static void
note_bindings(Kept *k, LLVMBasicBlockRef bb)
{
	for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = LLVMGetNextInstruction(v)) {
		LLVMValueRef value = is_binding(v) ? bound_value(v) : NULL;

		if (value)
			map_put(callee_is(v, "llvm.dbg.value") ? k->bound : k->declared, value,
				(intptr_t)v);
	}
}

/* bind_in_block: bind the kept values of all stores in a block. */
static void
bind_in_block(Kept *k, LLVMBasicBlockRef bb)
{
	for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = LLVMGetNextInstruction(v))
		if (value_opcode(v) == LLVMStore && !LLVMGetVolatile(v) && is_kept(k, v))
			bind_kept_values(k, v);
}

/* bind_in_function: bind the kept values of all stores in a function. */
static void
bind_in_function(Module *m, LLVMDIBuilderRef build, LLVMValueRef f)
{
	Kept k = {.m = m, .build = build, .f = f, .bound = map_new(), .declared = map_new(),
		.named = map_new()};

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
		note_bindings(&k, bb);
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
		bind_in_block(&k, bb);
	map_free(k.bound);
	map_free(k.declared);
	map_free(k.named);
	arena_free(&k.arena);
}

void
name_kept_values(Module *m)
{
	LLVMDIBuilderRef build = LLVMCreateDIBuilderDisallowUnresolved(m->ir);

	module_debug_new(m);
	for (LLVMValueRef f = LLVMGetFirstFunction(m->ir); f; f = LLVMGetNextFunction(f))
		if (LLVMGetFirstBasicBlock(f) && LLVMGetSubprogram(f))
			bind_in_function(m, build, f);
	LLVMDisposeDIBuilder(build);
}
