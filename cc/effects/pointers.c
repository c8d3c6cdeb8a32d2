/* pointers.c - derives the inclusions between sets of objects from a module's instructions. */
#include "effects_parts.h"

#include <stdlib.h>
#include <string.h>

/* A call through a pointer; several may use the same pointer. */
typedef struct PointerCall {
	LLVMValueRef call; /* the call; NULL: unknown code calls the function */
	struct PointerCall *next;
} PointerCall;

static uint32_t value_node(Effects *e, LLVMValueRef v);

/* ---- values ---- */

/*
 * is_computed: true if the value is computed at run time: its set then follows from the
 * instructions.
 */
static bool
is_computed(LLVMValueRef v)
{
	return LLVMIsAInstruction(v) || LLVMIsAArgument(v);
}

/* is_code_or_global: true if the value is a function or a global variable. */
static bool
is_code_or_global(LLVMValueRef v)
{
	return LLVMIsAFunction(v) || LLVMIsAGlobalVariable(v);
}

/* include_constant: let the node lead to the objects whose addresses the constant contains. */
static void
include_constant(Effects *e, uint32_t node, LLVMValueRef v)
{
	intptr_t object;

	if (is_code_or_global(v)) {
		if (map_get(e->objects, v, &object))
			points_add_object(e->points, node, object);
		return;
	}
	if (LLVMIsAGlobalAlias(v)) {
		points_copy(e->points, node, value_node(e, LLVMAliasGetAliasee(v)));
		return;
	}
	if (!LLVMIsAConstant(v) || LLVMIsABlockAddress(v))
		return;
	for (int i = 0; i < LLVMGetNumOperands(v); i++)
		points_copy(e->points, node, value_node(e, LLVMGetOperand(v, i)));
}

/* value_node: the node of a value, which is made at the first call. */
static uint32_t
value_node(Effects *e, LLVMValueRef v)
{
	intptr_t node;

	if (map_get(e->nodes, v, &node))
		return node;
	node = points_add_node(e->points);
	map_put(e->nodes, v, node);
	if (!is_computed(v))
		include_constant(e, node, v);
	return node;
}

/* result_node: the node of a function's result, which is made at the first call. */
static uint32_t
result_node(Effects *e, LLVMValueRef function)
{
	intptr_t node;

	if (!map_get(e->results, function, &node)) {
		node = points_add_node(e->points);
		map_put(e->results, function, node);
	}
	return node;
}

/* arguments_object: the object that holds a function's variable arguments. */
static uint32_t
arguments_object(const Effects *e, LLVMValueRef function)
{
	intptr_t object = UNKNOWN_MEMORY;

	map_get(e->arguments, function, &object);
	return object;
}

const uint64_t *
value_set(const Effects *e, LLVMValueRef v)
{
	intptr_t node;

	return map_get(e->nodes, v, &node) ? points_set(e->points, node) : NULL;
}

/* ---- calls ---- */

/*
 * pass_to_unknown_code: note that unknown code gets the call's arguments, and may return any
 * pointer known to it.
 */
static void
pass_to_unknown_code(Effects *e, LLVMValueRef call)
{
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
		points_copy(e->points, UNKNOWN_MEMORY, value_node(e, LLVMGetOperand(call, i)));
	points_copy(e->points, value_node(e, call), UNKNOWN_MEMORY);
}

/*
 * is_number: true for a variable argument that is a number; va_arg cannot take a pointer from it.
 */
static bool
is_number(LLVMValueRef v)
{
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));

	return kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind
		|| kind == LLVMDoubleTypeKind;
}

/*
 * bind_parameter: let a parameter lead to all that its argument, the node `from`, leads to. A
 * structure is passed as a copy.
 */
static void
bind_parameter(Effects *e, LLVMValueRef parameter, uint32_t from)
{
	uint32_t node = value_node(e, parameter);
	intptr_t copy;

	if (map_get(e->objects, parameter, &copy)) {
		points_add_object(e->points, node, copy);
		points_load(e->points, copy, from);
	} else {
		points_copy(e->points, node, from);
	}
}

/*
 * bind_call: connect the arguments and the result of a call with those of a function that has a
 * body. call NULL: unknown code calls the function.
 */
static void
bind_call(Effects *e, LLVMValueRef call, LLVMValueRef f)
{
	unsigned parameters = LLVMCountParams(f), n = call ? LLVMGetNumArgOperands(call) : 0;

	for (unsigned i = 0; i < parameters && (!call || i < n); i++)
		bind_parameter(e, LLVMGetParam(f, i),
			call ? value_node(e, LLVMGetOperand(call, i)) : UNKNOWN_MEMORY);
	for (unsigned i = parameters; i < n; i++)
		if (!is_number(LLVMGetOperand(call, i)))
			points_copy(e->points, arguments_object(e, f),
				value_node(e, LLVMGetOperand(call, i)));
	points_copy(e->points, call ? value_node(e, call) : UNKNOWN_MEMORY, result_node(e, f));
}

/*
 * bind_allocation: let a call lead to the memory that it allocates; realloc copies to it, or
 * returns the old memory.
 */
static void
bind_allocation(Effects *e, LLVMValueRef call)
{
	intptr_t object;

	if (!map_get(e->objects, call, &object))
		return;
	points_add_object(e->points, value_node(e, call), object);
	if (strcmp(callee_name(call), "realloc") == 0) {
		points_copy(e->points, value_node(e, call), value_node(e, LLVMGetOperand(call, 0)));
		points_load(e->points, object, value_node(e, LLVMGetOperand(call, 0)));
	}
}

/* watch_called_pointer: bind the call to each function to which the node may lead, now or later. */
static void
watch_called_pointer(Effects *e, uint32_t node, LLVMValueRef call)
{
	PointerCall *p = arena_alloc(&e->arena, 1, sizeof *p);
	intptr_t first;

	p->call = call;
	p->next = map_get(e->callers, (void *)(uintptr_t)(node + 1), &first) ? (PointerCall *)first
									  : NULL;
	map_put(e->callers, (void *)(uintptr_t)(node + 1), (intptr_t)p);
	points_watch(e->points, node);
}

/*
 * bind_pointed_function: callback of points_solve: the pointer `node` may now lead to `object`. If
 * the object is a function, note that each call through this pointer may call this function.
 */
static void
bind_pointed_function(void *effects, uint32_t node, uint32_t object)
{
	Effects *e = effects;
	LLVMValueRef f = e->object[object].value;
	intptr_t first;

	if (e->object[object].kind != MEMORY_CODE
		|| !map_get(e->callers, (void *)(uintptr_t)(node + 1), &first))
		return;
	for (const PointerCall *p = (PointerCall *)first; p; p = p->next) {
		if (!LLVMIsDeclaration(f))
			bind_call(e, p->call, f);
		else if (p->call)
			pass_to_unknown_code(e, p->call);
	}
}

/*
 * include_copy: note that the memory at `to` may get all pointers that the memory at `from`
 * contains.
 */
static void
include_copy(Effects *e, LLVMValueRef from, LLVMValueRef to)
{
	uint32_t copied = points_add_node(e->points);

	points_load(e->points, copied, value_node(e, from));
	points_store(e->points, value_node(e, to), copied);
}

/*
 * include_argument_list: note that va_start lets a list of variable arguments lead to the
 * arguments of its function.
 */
static void
include_argument_list(Effects *e, LLVMValueRef f, LLVMValueRef call)
{
	uint32_t list = points_add_node(e->points);

	points_add_object(e->points, list, arguments_object(e, f));
	points_store(e->points, value_node(e, LLVMGetOperand(call, 0)), list);
}

/* include_operands: note that v may lead to what its first n operands lead to. */
static void
include_operands(Effects *e, LLVMValueRef v, int n)
{
	for (int i = 0; i < n; i++)
		points_copy(e->points, value_node(e, v), value_node(e, LLVMGetOperand(v, i)));
}

/*
 * include_lent_memory: note that a call which returns TrEK's own memory leads to the object for
 * this memory.
 */
static void
include_lent_memory(Effects *e, LLVMValueRef call)
{
	if (trek_of(call)->kind == TREK_LENDS)
		points_add_object(e->points, value_node(e, call), e->entered);
}

/* include_call: note what a call does with pointers. */
static void
include_call(Effects *e, LLVMValueRef f, LLVMValueRef call)
{
	LLVMValueRef called = LLVMGetCalledValue(call), from, to, word;

	if (call_allocates(call))
		bind_allocation(e, call);
	else if (copies_memory(call, &from, &to))
		include_copy(e, from, to);
	else if (callee_is(call, "llvm.va_start"))
		include_argument_list(e, f, call);
	else if (writes_memory(call, &to, &word) && word)
		points_store(e->points, value_node(e, to), value_node(e, word));
	else if (is_known_operation(call))
		include_operands(e, call, LLVMGetNumArgOperands(call));
	else if (is_unknown_call(call))
		pass_to_unknown_code(e, call);
	else if (trek_of(call))
		include_lent_memory(e, call);
	else if (LLVMIsAFunction(called))
		bind_call(e, call, called);
	else
		watch_called_pointer(e, value_node(e, called), call);
}

/* ---- instructions ---- */

/*
 * include_list_element: note that va_arg reads the next argument from the memory to which the list
 * leads.
 */
static void
include_list_element(Effects *e, LLVMValueRef v)
{
	uint32_t list = points_add_node(e->points);

	points_load(e->points, list, value_node(e, LLVMGetOperand(v, 0)));
	points_load(e->points, value_node(e, v), list);
}

/*
 * include_exchange: note that an atomic operation loads from its pointer and stores its operands
 * there.
 */
static void
include_exchange(Effects *e, LLVMValueRef v)
{
	uint32_t pointer = value_node(e, LLVMGetOperand(v, 0));

	points_load(e->points, value_node(e, v), pointer);
	for (int i = 1; i < LLVMGetNumOperands(v); i++)
		points_store(e->points, pointer, value_node(e, LLVMGetOperand(v, i)));
}

/* include_instruction: note what an instruction does with pointers. */
static void
include_instruction(void *effects, LLVMValueRef f, LLVMValueRef v)
{
	Effects *e = effects;
	intptr_t object;

	switch (value_opcode(v)) {
	case LLVMAlloca:
		if (map_get(e->objects, v, &object))
			points_add_object(e->points, value_node(e, v), object);
		break;
	case LLVMLoad:
		points_load(e->points, value_node(e, v), value_node(e, LLVMGetOperand(v, 0)));
		break;
	case LLVMStore:
		points_store(e->points, value_node(e, LLVMGetOperand(v, 1)),
			value_node(e, LLVMGetOperand(v, 0)));
		break;
	case LLVMAtomicRMW: case LLVMAtomicCmpXchg:
		include_exchange(e, v);
		break;
	case LLVMVAArg:
		include_list_element(e, v);
		break;
	case LLVMCall:
		include_call(e, f, v);
		break;
	case LLVMRet:
		if (LLVMGetNumOperands(v) > 0)
			points_copy(e->points, result_node(e, f),
				value_node(e, LLVMGetOperand(v, 0)));
		break;
	case LLVMGetElementPtr:
		include_operands(e, v, 1); /* indices do not lead to another object */
		break;
	case LLVMPHI:
		for (unsigned i = 0; i < LLVMCountIncoming(v); i++)
			points_copy(
				e->points, value_node(e, v),
				value_node(e, LLVMGetIncomingValue(v, i)));
		break;
	case LLVMICmp: case LLVMFCmp: case LLVMBr: case LLVMSwitch: case LLVMIndirectBr:
	case LLVMUnreachable: case LLVMFence:
		break;
	default:
		include_operands(e, v, LLVMGetNumOperands(v));
		break;
	}
}

/*
 * include_global: note where a variable's initial value leads; a variable of unknown code shares
 * the memory of unknown code.
 */
static void
include_global(Effects *e, LLVMValueRef v)
{
	intptr_t object;

	if (!map_get(e->objects, v, &object))
		return;
	if (LLVMIsDeclaration(v)) {
		points_copy(e->points, UNKNOWN_MEMORY, object);
		points_copy(e->points, object, UNKNOWN_MEMORY);
	} else {
		points_copy(e->points, object, value_node(e, LLVMGetInitializer(v)));
	}
}

/* include_unknown: note that unknown code reads, writes and calls all that it can reach. */
static void
include_unknown(Effects *e)
{
	LLVMValueRef main = LLVMGetNamedFunction(e->m->ir, "main");

	points_add_object(e->points, UNKNOWN_MEMORY, UNKNOWN_MEMORY);
	points_load(e->points, UNKNOWN_MEMORY, UNKNOWN_MEMORY);
	points_store(e->points, UNKNOWN_MEMORY, UNKNOWN_MEMORY);
	watch_called_pointer(e, UNKNOWN_MEMORY, NULL);
	if (main && !LLVMIsDeclaration(main))
		bind_call(e, NULL, main);
}

/* include_root: note that TrEK passes to a function memory that leads to no other memory. */
static void
include_root(Effects *e, LLVMValueRef f)
{
	intptr_t own;

	if (!map_get(e->own, f, &own) || own != OWN_ROOT)
		return;
	points_add_object(e->points, e->entered, e->entered);
	for (unsigned i = 0; i < LLVMCountParams(f); i++)
		points_add_object(e->points, value_node(e, LLVMGetParam(f, i)), e->entered);
}

void
find_points(Effects *e)
{
	e->points = points_new(e->nobjects);
	include_unknown(e);
	for (LLVMValueRef v = LLVMGetFirstGlobal(e->m->ir); v; v = LLVMGetNextGlobal(v))
		include_global(e, v);
	for (LLVMValueRef f = LLVMGetFirstFunction(e->m->ir); f; f = LLVMGetNextFunction(f)) {
		include_root(e, f);
		each_instruction(f, include_instruction, e);
	}
	points_solve(e->points, bind_pointed_function, e);
}
