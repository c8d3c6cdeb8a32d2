/*
 * effects.h - which variables the parts of a program may read and write, in all of its runs.
 *
 * The program is one module: its files as clang makes them before optimisation, so that each
 * variable is in memory, and what they need of the libraries. Where a pointer may lead is found by
 * inclusion (Andersen 1994): without regard to the order of statements, to the fields of structures
 * and to the elements of arrays. So a variable that the answer does not contain cannot change; one
 * that it contains may change in some run.
 *
 * Code that is not part of the module (assembly, the kernel) is unknown code. It may read and write
 * all memory that its arguments lead to, and all memory that any call has passed to unknown code.
 */
#ifndef CC_EFFECTS_H
#define CC_EFFECTS_H

#include "cc/lower/module/module.h"
#include "base/base.h"

/* The answer of the analysis. */
typedef struct Effects Effects;

/* What the map `own` says of a function or variable of the user's files. */
enum {
	OWN_VALUE = 1, /* any function or variable of the user's files */
	OWN_ROOT,  /* a function that TrEK calls */
};

/*
 * effects_new: analyse a module after bindings_collect. own: contains each function and variable of
 * the user's files; all others belong to libraries. Both are borrowed.
 */
Effects *effects_new(const Module *m, const Map *own);
void effects_free(Effects *e);

/* A piece of memory that the program can name or point to. */
typedef struct MemoryObject {
	enum {
		MEMORY_UNKNOWN,   /* all memory that unknown code allocates or declares */
		MEMORY_GLOBAL,    /* a global or static variable */
		MEMORY_LOCAL,     /* a variable of a function, or its parameter */
		MEMORY_ALLOCATED, /* what one call of malloc or a similar function returns */
		MEMORY_ARGUMENTS, /* the variable arguments of a function */
		MEMORY_CODE,      /* a function */
		/* memory that TrEK passes to an OWN_ROOT, or lends to the program */
		MEMORY_ENTERED,
	} kind;
	LLVMValueRef value;    /* NULL: unknown memory */
	/* the function in which the object is local, allocated or static; or NULL */
	LLVMValueRef function;
	const char *name;      /* the object's name in C; "" if it has none */
	/* the path of the file that declares the object; NULL if not known */
	const char *file;
	int line;
	bool own;              /* true if the user's files define the object */
} MemoryObject;

/* effects_objects: set *objects to all pieces of memory of the program; returns how many. */
uint32_t effects_objects(const Effects *e, const MemoryObject **objects);

/* A function of TrEK, which is not part of the module. */
typedef struct TrekCall {
	const char *name;
	enum {
		TREK_QUIET, /* changes none of the application's memory */
		TREK_TAKES, /* get_result: copies bytes to its first argument, a word to its last */
		TREK_LENDS, /* returns memory of TrEK, and its size in the last argument */
	} kind;
} TrekCall;

/* effects_trek: the row of a function of TrEK; NULL if it is none. */
const TrekCall *effects_trek(const char *name);

/* How an instruction touches an object. */
typedef enum Touch {
	TOUCH_READ = 1,
	TOUCH_WRITE = 2,
	TOUCH_POINTER = 4, /* touched through a pointer, not by the object's name */
	TOUCH_UNKNOWN = 8, /* touched in unknown code */
	TOUCH_CALLED = 16, /* touched in a function of a library that the function calls */
} Touch;

typedef void TouchUse(void *to, LLVMValueRef instruction, unsigned touch);
/*
 * effects_each_touch: call `use` for each instruction of the user's files that may touch the
 * object, with a set of Touch.
 */
void effects_each_touch(const Effects *e, uint32_t object, TouchUse *use, void *to);

/*
 * effects_touch: how a function, with all that it calls, may touch an object: a set of Touch; 0:
 * not at all. The function's own variables end with it, so they count only if it may call itself
 * and pointers lead to them.
 */
unsigned effects_touch(const Effects *e, LLVMValueRef function, uint32_t object);

/*
 * effects_own_touch: how the function's own instructions touch an object: a set of Touch. What it
 * calls does not count.
 */
unsigned effects_own_touch(const Effects *e, uint32_t function, uint32_t object);
/*
 * effects_calls: true if a call of the function may reach the other one, directly or through
 * further functions.
 */
bool effects_calls(const Effects *e, uint32_t function, uint32_t other);
/*
 * effects_calls_directly: true if a call in the function itself may be a call of the other
 * function.
 */
bool effects_calls_directly(const Effects *e, uint32_t function, uint32_t other);
/* effects_is_pointed: true if the object is touched through a pointer, or by unknown code. */
bool effects_is_pointed(const Effects *e, uint32_t object);
/* effects_is_unknown: true if unknown code may have a pointer to the object. */
bool effects_is_unknown(const Effects *e, uint32_t object);
/* effects_has_assembly: true if the function itself has inline assembly. */
bool effects_has_assembly(const Effects *e, uint32_t function);
/* effects_may_call: true if the call may be a call of the function. */
bool effects_may_call(const Effects *e, LLVMValueRef call, uint32_t function);
/* effects_may_point: true if the address may lead to the object. */
bool effects_may_point(const Effects *e, LLVMValueRef address, uint32_t object);
/*
 * effects_is_operation: true if the call stands for an operation of LLVM, or an instruction of the
 * transputer.
 */
bool effects_is_operation(LLVMValueRef call);
/* effects_allocates: true if the instruction is a call of malloc or a similar function. */
bool effects_allocates(LLVMValueRef call);

/* effects_unknown: call `use` with the name of each unknown function that a call may reach. */
void effects_unknown(const Effects *e, LLVMValueRef function,
	void (*use)(void *to, const char *name), void *to);

#endif
