/* effects_parts.h - shared by the files of cc/effects. */
#ifndef EFFECTS_PARTS_H
#define EFFECTS_PARTS_H

#include "effects.h"
#include "inclusion.h"

enum { UNKNOWN_MEMORY }; /* the first object; its content is what unknown code may hold */

/* What a function may touch: sets of objects, [words]. */
typedef struct Touched {
	uint64_t *read, *written, *unknown; /* unknown: read and written by unknown code */
	uint64_t *calls; /* functions that it may call, by their objects */
	bool assembly;   /* it has inline assembly */
} Touched;

struct Effects {
	const Module *m;
	const Map *own;
	Arena arena;
	MemoryObject *object;
	uint32_t nobjects, words;
	Map *objects;   /* by value; of a function its code */
	Map *arguments; /* by function: its MEMORY_ARGUMENTS */
	Map *nodes;     /* by value: its node in `points` */
	Map *results;   /* by function */
	Map *callers;   /* calls through pointers, by the node of the pointer: its first Pointer */
	Points *points;
	Touched *touched; /* [nobjects]; empty for objects that are not functions */
	uint64_t *pointed; /* [words] objects that are touched through pointers */
};

/* each_instruction: call `use` for each instruction of a function. */
typedef void InstructionUse(void *to, LLVMValueRef function, LLVMValueRef instruction);
void each_instruction(LLVMValueRef function, InstructionUse *use, void *to);

/* ---- objects.c ---- */

bool allocates(LLVMValueRef call);
void find_objects(Effects *e);

/* ---- pointers.c ---- */

/* find_points: where each value of the module may lead. */
void find_points(Effects *e);
/* value_set: what an address may lead to; NULL: nothing. */
const uint64_t *value_set(const Effects *e, LLVMValueRef v);

/* ---- operation.c ---- */

/* copies_memory: the call copies what `from` leads to, to what `to` leads to. */
bool copies_memory(LLVMValueRef call, LLVMValueRef *from, LLVMValueRef *to);
/* writes_memory: the call writes what `to` leads to: `word`, or if this is NULL no address. */
bool writes_memory(LLVMValueRef call, LLVMValueRef *to, LLVMValueRef *word);
/* is_known_operation: an operation of LLVM, or an instruction of the transputer. */
bool is_known_operation(LLVMValueRef call);
bool is_unknown_call(LLVMValueRef call); /* of a function without a body, or of assembly */

/*
 * each_touch: call `use` for each address that an instruction reads or writes. Calls are not
 * followed.
 */
typedef void AddressUse(void *to, LLVMValueRef address, unsigned touch);
void each_touch(LLVMValueRef instruction, AddressUse *use, void *to);

#endif
