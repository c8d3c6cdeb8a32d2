/* effects.c - the objects that each function, with all that it calls, may read or write (touch). */
#include "effects_parts.h"

#include <stdlib.h>

void
each_instruction(LLVMValueRef f, InstructionUse *use, void *to)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
			use(to, f, v);
}

/* ---- one function ---- */

/* A function whose touches are collected. */
typedef struct Collector {
	Effects *e;
	Touched *t; /* receives what the function touches */
} Collector;

/* join_sets: add the members of `more`, which may be NULL, to set. */
static void
join_sets(const Effects *e, uint64_t *set, const uint64_t *more)
{
	if (more)
		set_join(set, more, e->words);
}

/*
 * base_of: the value from which an address is computed; it is a variable if the access names a
 * variable.
 */
static LLVMValueRef
base_of(LLVMValueRef address)
{
	while (value_opcode(address) == LLVMGetElementPtr || value_opcode(address) == LLVMBitCast)
		address = LLVMGetOperand(address, 0);
	return address;
}

/*
 * collect_address: callback (AddressUse): note that the function touches the objects to which the
 * address may lead, in the ways `touch`.
 */
static void
collect_address(void *collector, LLVMValueRef address, unsigned touch)
{
	Collector *c = collector;
	const uint64_t *set = value_set(c->e, address);
	intptr_t object;

	if (!map_get(c->e->objects, base_of(address), &object))
		join_sets(c->e, c->e->pointed, set);
	if (touch & TOUCH_READ)
		join_sets(c->e, c->t->read, set);
	if (touch & TOUCH_WRITE)
		join_sets(c->e, c->t->written, set);
}

/*
 * collect_unknown: note that unknown code touches all objects, and calls all functions, that it
 * can reach.
 */
static void
collect_unknown(Collector *c)
{
	const uint64_t *held = points_set(c->e->points, UNKNOWN_MEMORY);

	join_sets(c->e, c->t->unknown, held);
	join_sets(c->e, c->e->pointed, held);
	for (uint32_t i = 0; i < c->e->nobjects; i++)
		if (set_has(held, i) && c->e->object[i].kind == MEMORY_CODE)
			set_put(c->t->calls, i);
}

/* collect_call: note what a call touches, and which functions it may call. */
static void
collect_call(Collector *c, LLVMValueRef call)
{
	LLVMValueRef to = LLVMGetCalledValue(call);
	const uint64_t *set = value_set(c->e, to);
	intptr_t object;

	if (is_known_operation(call) || call_allocates(call))
		return;
	if (is_unknown_call(call))
		collect_unknown(c);
	c->t->assembly |= LLVMIsAInlineAsm(to) != NULL;
	if (LLVMIsAFunction(to) && map_get(c->e->objects, to, &object))
		set_put(c->t->calls, object);
	for (uint32_t i = 0; !LLVMIsAFunction(to) && set && i < c->e->nobjects; i++)
		if (set_has(set, i) && c->e->object[i].kind == MEMORY_CODE) {
			set_put(c->t->calls, i);
			if (LLVMIsDeclaration(c->e->object[i].value))
				collect_unknown(c);
		}
}

/* collect_instruction: note what an instruction of f touches, or what its call may do. */
static void
collect_instruction(void *collector, LLVMValueRef f, LLVMValueRef v)
{
	(void)f;
	each_touch(v, collect_address, collector);
	if (LLVMIsACallInst(v))
		collect_call(collector, v);
}

/* new_set: an empty set of objects, one bit for each. */
static uint64_t *
new_set(Effects *e)
{
	return arena_alloc(&e->arena, e->words, sizeof(uint64_t));
}

/* collect_function: find what the instructions of a function touch and call. */
static void
collect_function(Effects *e, uint32_t object)
{
	Touched *t = &e->touched[object];
	Collector c = {e, t};

	*t = (Touched){new_set(e), new_set(e), new_set(e), new_set(e), new_set(e), false};
	each_instruction(e->object[object].value, collect_instruction, &c);
	join_sets(e, t->callees, t->calls);
}

/* ---- with all that it calls ---- */

/* is_code: true if the object is the code of a function. */
static bool
is_code(const Effects *e, uint32_t object)
{
	return e->object[object].kind == MEMORY_CODE;
}

/*
 * close_calls: extend `calls` of each function to all functions that it may reach, also through
 * further calls.
 */
static void
close_calls(Effects *e)
{
	for (uint32_t via = 0; via < e->nobjects; via++)
		for (uint32_t f = 0; is_code(e, via) && f < e->nobjects; f++)
			if (is_code(e, f) && set_has(e->touched[f].calls, via))
				set_join(e->touched[f].calls, e->touched[via].calls, e->words);
}

/* object_outlives: true if the object may still exist after the function has returned. */
static bool
object_outlives(const Effects *e, uint32_t object, uint32_t function)
{
	const MemoryObject *o = &e->object[object];

	return (o->kind != MEMORY_LOCAL && o->kind != MEMORY_ARGUMENTS)
		|| o->function != e->object[function].value
		|| (set_has(e->touched[function].calls, function) && set_has(e->pointed, object));
}

unsigned
effects_own_touch(const Effects *e, uint32_t function, uint32_t object)
{
	const Touched *t = &e->touched[function];

	return (set_has(t->read, object) ? TOUCH_READ : 0)
		| (set_has(t->written, object) ? TOUCH_WRITE : 0)
		| (set_has(t->unknown, object) ? TOUCH_UNKNOWN : 0);
}

/* outliving_touch: how the function itself touches an object that outlives it. */
static unsigned
outliving_touch(const Effects *e, uint32_t function, uint32_t object)
{
	return object_outlives(e, object, function) ? effects_own_touch(e, function, object) : 0;
}

/*
 * may_be_called: true if a call of the function may reach the object's code, which may be the
 * function's own.
 */
static bool
may_be_called(const Effects *e, uint32_t function, uint32_t object)
{
	return is_code(e, object)
		&& (object == function || set_has(e->touched[function].calls, object));
}

unsigned
effects_touch(const Effects *e, LLVMValueRef function, uint32_t object)
{
	intptr_t f;
	unsigned touch = 0;

	if (!map_get(e->objects, function, &f))
		return 0;
	for (uint32_t g = 0; g < e->nobjects; g++)
		if (may_be_called(e, f, g))
			touch |= outliving_touch(e, g, object);
	return object_outlives(e, object, f) ? touch : 0;
}

bool
effects_calls(const Effects *e, uint32_t function, uint32_t other)
{
	return set_has(e->touched[function].calls, other);
}

bool
effects_calls_directly(const Effects *e, uint32_t function, uint32_t other)
{
	return set_has(e->touched[function].callees, other);
}

bool
effects_is_pointed(const Effects *e, uint32_t object)
{
	return set_has(e->pointed, object);
}

bool
effects_is_unknown(const Effects *e, uint32_t object)
{
	return set_has(points_set(e->points, UNKNOWN_MEMORY), object);
}

bool
effects_has_assembly(const Effects *e, uint32_t function)
{
	return e->touched[function].assembly;
}

bool
effects_may_call(const Effects *e, LLVMValueRef call, uint32_t function)
{
	LLVMValueRef to = LLVMGetCalledValue(call);
	const uint64_t *set = value_set(e, to);

	return LLVMIsAFunction(to) ? to == e->object[function].value
		: set && set_has(set, function);
}

bool
effects_may_point(const Effects *e, LLVMValueRef address, uint32_t object)
{
	const uint64_t *set = value_set(e, address);

	return set && set_has(set, object);
}

bool
effects_is_operation(LLVMValueRef call)
{
	return is_known_operation(call);
}

bool
effects_allocates(LLVMValueRef call)
{
	return call_allocates(call);
}

void
effects_unknown(const Effects *e, LLVMValueRef function, void (*use)(void *to, const char *name),
	void *to)
{
	bool assembly = false;
	intptr_t f;

	if (!map_get(e->objects, function, &f))
		return;
	for (uint32_t g = 0; g < e->nobjects; g++) {
		if (!may_be_called(e, f, g))
			continue;
		assembly |= e->touched[g].assembly;
		if (LLVMIsDeclaration(e->object[g].value))
			use(to, e->object[g].name);
	}
	if (assembly)
		use(to, "inline assembly");
}

/* ---- instructions that touch an object ---- */

/* An instruction, and how it touches an object. */
typedef struct Toucher {
	const Effects *e;
	uint32_t object;
	unsigned touch; /* found so far: a set of Touch */
} Toucher;

/*
 * touch_address: note how an access to the address touches the object, if the address may lead to
 * it.
 */
static void
touch_address(void *toucher, LLVMValueRef address, unsigned touch)
{
	Toucher *t = toucher;
	const uint64_t *set = value_set(t->e, address);

	if (!set || !set_has(set, t->object))
		return;
	t->touch |= touch;
	if (base_of(address) != t->e->object[t->object].value)
		t->touch |= TOUCH_POINTER;
}

/* touch_in_library: how the functions of the libraries that a call may reach touch an object. */
static unsigned
touch_in_library(const Effects *e, LLVMValueRef call, uint32_t object)
{
	LLVMValueRef to = LLVMGetCalledValue(call);
	const uint64_t *set = value_set(e, to);
	unsigned touch = 0;

	if (is_known_operation(call) || call_allocates(call))
		return 0;
	for (uint32_t i = 0; i < e->nobjects; i++) {
		const MemoryObject *f = &e->object[i];

		if (is_code(e, i) && !f->own && !LLVMIsDeclaration(f->value)
			&& (f->value == to || (set && set_has(set, i))))
			touch |= effects_touch(e, f->value, object);
	}
	return touch ? touch | TOUCH_CALLED : 0;
}

/* instruction_touch: how an instruction touches an object: a set of Touch. */
static unsigned
instruction_touch(const Effects *e, LLVMValueRef v, uint32_t object)
{
	Toucher t = {e, object, 0};

	each_touch(v, touch_address, &t);
	if (LLVMIsACallInst(v) && is_unknown_call(v)
		&& set_has(points_set(e->points, UNKNOWN_MEMORY), object))
		t.touch |= TOUCH_UNKNOWN;
	if (LLVMIsACallInst(v))
		t.touch |= touch_in_library(e, v, object);
	return t.touch;
}

/* A search for the instructions that touch an object. */
typedef struct TouchSearch {
	const Effects *e;
	uint32_t object;
	TouchUse *use;
	void *to; /* first argument of use */
} TouchSearch;

/* report_touch: call back if the instruction touches the object. */
static void
report_touch(void *search, LLVMValueRef f, LLVMValueRef v)
{
	TouchSearch *s = search;
	unsigned touch = instruction_touch(s->e, v, s->object);

	(void)f;
	if (touch)
		s->use(s->to, v, touch);
}

void
effects_each_touch(const Effects *e, uint32_t object, TouchUse *use, void *to)
{
	TouchSearch s = {e, object, use, to};

	for (uint32_t i = 0; i < e->nobjects; i++)
		if (is_code(e, i) && e->object[i].own)
			each_instruction(e->object[i].value, report_touch, &s);
}

/* ---- all ---- */

Effects *
effects_new(const Module *m, const Map *own)
{
	Effects *e = xcalloc(1, sizeof *e);

	*e = (Effects){.m = m, .own = own, .objects = map_new(), .arguments = map_new(),
		.nodes = map_new(), .results = map_new(), .callers = map_new()};
	find_objects(e);
	e->words = set_words(e->nobjects);
	e->pointed = new_set(e);
	find_points(e);
	e->touched = arena_alloc(&e->arena, e->nobjects, sizeof *e->touched);
	for (uint32_t i = 0; i < e->nobjects; i++)
		if (is_code(e, i))
			collect_function(e, i);
	close_calls(e);
	return e;
}

void
effects_free(Effects *e)
{
	points_free(e->points);
	map_free(e->objects);
	map_free(e->arguments);
	map_free(e->nodes);
	map_free(e->results);
	map_free(e->callers);
	arena_free(&e->arena);
	free(e);
}

uint32_t
effects_objects(const Effects *e, const MemoryObject **objects)
{
	*objects = e->object;
	return e->nobjects;
}
