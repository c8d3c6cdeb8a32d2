/*
 * sets.c - the values that e-blocks may use and change, from cc/effects.
 *
 * A variable in the workspace of a function counts if an e-block may reach it by a pointer, and the
 * function may have called the e-block. Then the whole stack above the e-block is logged, since the
 * variable's place is not known before the program runs. Memory from malloc is logged in the same
 * way.
 */
#include "log_parts.h"

#include "cc/lower/module/intrinsic.h"

#include <stdlib.h>
#include <string.h>

/* ---- classes ---- */

/* calls_outside: true if the function itself allocates memory, or uses links, time or processes. */
static bool
calls_outside(LLVMValueRef f)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef v = LLVMGetFirstInstruction(b); v;
			v = LLVMGetNextInstruction(v)) {
			IntrinsicKind kind;

			if (!LLVMIsACallInst(v))
				continue;
			kind = intrinsic_kind(v);
			if (effects_allocates(v) || kind == INTRINSIC_ACTS
				|| kind == INTRINSIC_CLOCK)
				return true;
		}
	return false;
}

/*
 * address_of: the address that an instruction itself reads or writes; NULL if it accesses no
 * memory.
 */
static LLVMValueRef
address_of(LLVMValueRef v)
{
	switch (value_opcode(v)) {
	case LLVMLoad: return LLVMGetOperand(v, 0);
	case LLVMStore: return LLVMGetOperand(v, 1);
	default: return NULL;
	}
}

bool
sets_is_fixed_access(LLVMValueRef instruction)
{
	LLVMValueRef a = address_of(instruction);

	while (a && LLVMIsAConstantExpr(a) && LLVMGetConstOpcode(a) != LLVMIntToPtr)
		a = LLVMGetOperand(a, 0);
	return a && LLVMIsAConstantExpr(a);
}

/* uses_fixed_address: true if the function itself reads or writes memory at a fixed address. */
static bool
uses_fixed_address(LLVMValueRef f)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef v = LLVMGetFirstInstruction(b); v;
			v = LLVMGetNextInstruction(v))
			if (sets_is_fixed_access(v))
				return true;
	return false;
}

/* is_in_function: true if v is an operand of an instruction of f, perhaps within a constant. */
static bool
is_in_function(LLVMValueRef v, LLVMValueRef f)
{
	for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);

		if (LLVMIsAInstruction(user)
			? LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) == f
			: LLVMIsAConstantExpr(user) && is_in_function(user, f))
			return true;
	}
	return false;
}

/* uses_library_variable: true if the function itself names a variable of a library. */
static bool
uses_library_variable(const Sets *s, uint32_t f)
{
	for (uint32_t i = 0; i < s->nobjects; i++)
		if (s->object[i].kind == MEMORY_GLOBAL && !s->object[i].own
			&& !LLVMIsGlobalConstant(s->object[i].value)
			&& is_in_function(s->object[i].value, s->object[f].value))
			return true;
	return false;
}

/* is_code: true if object f is a function. */
static bool
is_code(const Sets *s, uint32_t f)
{
	return s->object[f].kind == MEMORY_CODE;
}

/*
 * is_outside: true if the function itself cannot be emulated, because it allocates memory, or uses
 * links, time, processes or fixed addresses.
 */
static bool
is_outside(const Sets *s, uint32_t f)
{
	LLVMValueRef v = s->object[f].value;

	return LLVMIsDeclaration(v) || effects_has_assembly(s->effects, f) || calls_outside(v)
		|| uses_fixed_address(v) || uses_library_variable(s, f);
}

/* classify_objects: set the class of each function. */
static void
classify_objects(Sets *s)
{
	bool *outside = arena_alloc(&s->arena, s->nobjects, sizeof *outside);

	s->class = arena_alloc(&s->arena, s->nobjects, sizeof *s->class);
	for (uint32_t f = 0; f < s->nobjects; f++)
		outside[f] = is_code(s, f) && !s->object[f].own && is_outside(s, f);
	for (uint32_t f = 0; f < s->nobjects; f++) {
		if (!is_code(s, f) || s->object[f].own)
			continue;
		s->class[f] = outside[f] ? CLASS_OUTSIDE : CLASS_PURE;
		for (uint32_t g = 0; g < s->nobjects; g++)
			if (outside[g] && effects_calls(s->effects, f, g))
				s->class[f] = CLASS_OUTSIDE;
	}
}

uint32_t
sets_function_number(const Sets *s, LLVMValueRef function)
{
	for (uint32_t f = 0; f < s->nobjects; f++)
		if (is_code(s, f) && s->object[f].value == function)
			return f;
	return 0; /* memory that is not known */
}

/* has_roots: true if TrEK calls the user's functions; the user's files then define no main. */
static bool
has_roots(const Sets *s)
{
	for (uint32_t f = 0; f < s->nobjects; f++)
		if (is_code(s, f) && s->object[f].own && strcmp(s->object[f].name, "main") == 0)
			return false;
	return true;
}

void
sets_init(Sets *s, const Module *whole, const Map *own)
{
	*s = (Sets){.whole = whole, .effects = effects_new(whole, own)};
	s->nobjects = effects_objects(s->effects, &s->object);
	s->has_roots = has_roots(s);
	s->home = arena_alloc(&s->arena, s->nobjects, sizeof *s->home);
	s->changed = arena_alloc(&s->arena, s->nobjects, sizeof *s->changed);
	for (uint32_t i = 0; i < s->nobjects; i++)
		if (s->object[i].function)
			s->home[i] = sets_function_number(s, s->object[i].function);
	classify_objects(s);
}

void
sets_free(Sets *s)
{
	effects_free((Effects *)s->effects);
	arena_free(&s->arena);
}

bool
sets_is_outermost(const Sets *s, uint32_t function)
{
	return s->has_roots ? root_of(s, function) != NULL
		: strcmp(s->object[function].name, "main") == 0;
}

JumpCall
sets_jump_kind(const Sets *s, uint32_t function)
{
	const MemoryObject *o = &s->object[function];

	if (o->kind != MEMORY_CODE || o->own)
		return JUMP_NONE;
	return strcmp(o->name, "setjmp") == 0 ? JUMP_SET
		: strcmp(o->name, "longjmp") == 0 ? JUMP_LEAVE : JUMP_NONE;
}

bool
sets_share_cycle(const Sets *s, uint32_t a, uint32_t b)
{
	return a == b || (effects_calls(s->effects, a, b) && effects_calls(s->effects, b, a));
}

/* ---- sets ---- */

/* new_set: an empty set of variables. */
static ValueSet
new_set(Sets *s)
{
	return (ValueSet){.global = arena_alloc(&s->arena, s->nobjects, sizeof(bool))};
}

bool
sets_is_hidden(const Sets *s, uint32_t i)
{
	const MemoryObject *o = &s->object[i];

	return o->kind == MEMORY_GLOBAL && !o->own && !LLVMIsGlobalConstant(o->value)
		&& LLVMGetLinkage(o->value) == LLVMInternalLinkage;
}

/*
 * add_object: add object i to a set if it is logged when it is touched during a call of the
 * function `in`.
 */
static void
add_object(const Sets *s, ValueSet *set, uint32_t in, uint32_t i)
{
	const MemoryObject *o = &s->object[i];

	switch (o->kind) {
	case MEMORY_GLOBAL:
		set->global[i] |= !LLVMIsGlobalConstant(o->value) && !sets_is_hidden(s, i);
		break;
	case MEMORY_LOCAL:
	case MEMORY_ARGUMENTS:
		set->stack |= effects_is_pointed(s->effects, i)
			&& effects_calls(s->effects, s->home[i], in);
		break;
	case MEMORY_ALLOCATED:
		set->heap = true;
		break;
	case MEMORY_ENTERED:
		set->entered = true;
		break;
	default:
		break;
	}
}

/* is_object_seen: true if the user's files touch this memory, which a library has allocated. */
static bool
is_object_seen(const Sets *s, uint32_t i)
{
	for (uint32_t f = 0; f < s->nobjects && s->object[i].kind == MEMORY_ALLOCATED; f++)
		if (is_code(s, f) && s->object[f].own && effects_own_touch(s->effects, f, i))
			return true;
	return false;
}

/*
 * objects_changed_by: [nobjects] true for the objects that a call of `called`, a function that is
 * not emulated, may change; computed at the first call.
 */
static const bool *
objects_changed_by(Sets *s, uint32_t called)
{
	LLVMValueRef f = s->object[called].value;
	const MessageCall *m = message_call(s, called);
	bool quiet = (m && !m->receives) || trek_call(s, called);
	bool *changed = s->changed[called];

	if (changed)
		return changed;
	changed = s->changed[called] = arena_alloc(&s->arena, s->nobjects, sizeof *changed);
	for (uint32_t i = 0; i < s->nobjects && !quiet; i++)
		if (s->object[i].own || is_object_seen(s, i))
			changed[i] = LLVMIsDeclaration(f) ? effects_is_unknown(s->effects, i)
				: effects_touch(s->effects, f, i)
					& (TOUCH_WRITE | TOUCH_UNKNOWN);
	return changed;
}

/*
 * add_call: add to the set what `called`, a function that is not emulated, may change when it is
 * called during the execution of `in`.
 */
static void
add_call(Sets *s, ValueSet *set, uint32_t in, uint32_t called)
{
	const bool *changed = objects_changed_by(s, called);

	for (uint32_t i = 0; i < s->nobjects; i++)
		if (changed[i])
			add_object(s, set, in, i);
}

/* reach_functions: mark a function and those that its emulation executes. */
static void
reach_functions(const Sets *s, bool *reached, uint32_t f)
{
	if (reached[f])
		return;
	reached[f] = true;
	for (uint32_t g = 0; g < s->nobjects; g++)
		if (is_code(s, g) && effects_calls_directly(s->effects, f, g)
			&& s->class[g] != CLASS_OUTSIDE)
			reach_functions(s, reached, g);
}

/*
 * find_touched: the variables that f touches in a wanted way, with all functions that its emulation
 * executes.
 */
static ValueSet
find_touched(Sets *s, uint32_t f, unsigned wanted)
{
	bool *reached = arena_alloc(&s->arena, s->nobjects, sizeof *reached);
	bool *called = arena_alloc(&s->arena, s->nobjects, sizeof *called);
	ValueSet set = new_set(s);

	reach_functions(s, reached, f);
	for (uint32_t g = 0; g < s->nobjects; g++) {
		if (!reached[g])
			continue;
		for (uint32_t i = 0; i < s->nobjects; i++)
			if (effects_own_touch(s->effects, g, i) & wanted)
				add_object(s, &set, f, i);
		for (uint32_t h = 0; h < s->nobjects; h++)
			called[h] |= is_code(s, h) && s->class[h] == CLASS_OUTSIDE
				&& effects_calls_directly(s->effects, g, h);
		set.heap |= wanted & TOUCH_WRITE && calls_outside(s->object[g].value);
	}
	/*
	 * what a call may change is used, too: only the old value tells whether the call has
	 * changed it
	 */
	for (uint32_t h = 0; h < s->nobjects; h++)
		if (called[h])
			add_call(s, &set, f, h);
	return set;
}

ValueSet
sets_defined(Sets *s, uint32_t f)
{
	return find_touched(s, f, TOUCH_WRITE | TOUCH_UNKNOWN);
}

ValueSet
sets_used(Sets *s, uint32_t f)
{
	return find_touched(s, f, TOUCH_READ);
}

ValueSet
sets_changed_by_call(Sets *s, uint32_t called)
{
	ValueSet set = new_set(s);

	add_call(s, &set, called, called);
	return set;
}
