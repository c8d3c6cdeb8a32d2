/* effects_parts.h - shared by the files of cc/effects. */
#ifndef EFFECTS_PARTS_H
#define EFFECTS_PARTS_H

#include "effects.h"
#include "inclusion.h"

enum { UNKNOWN_MEMORY }; /* the first object; its content is all that unknown code may point to */

/* The objects that a function may touch, as sets: [words] */
typedef struct Touched {
	uint64_t *read, *written, *unknown; /* unknown: touched by unknown code */
	uint64_t *calls; /* functions that a call of the function may reach, by their objects */
	uint64_t *callees; /* functions that the function's own instructions may call */
	bool assembly;   /* true if the function itself has inline assembly */
} Touched;

struct Effects {
	const Module *m;
	const Map *own;
	Arena arena;
	MemoryObject *object; /* [nobjects] */
	uint32_t nobjects, words; /* words: 64-bit words of a set of objects */
	uint32_t entered; /* number of the object of kind MEMORY_ENTERED */
	Map *objects;   /* value -> number of its object; for a function, its MEMORY_CODE */
	Map *arguments; /* function -> number of its MEMORY_ARGUMENTS */
	Map *nodes;     /* value -> its node in `points` */
	Map *results;   /* function -> the node of its result in `points` */
	Map *callers;   /* node of a pointer -> the list of calls through this pointer */
	Points *points; /* where pointers may lead */
	Touched *touched; /* [nobjects]; empty for objects that are not functions */
	uint64_t *pointed; /* [words] objects that are touched through pointers */
};

typedef void InstructionUse(void *to, LLVMValueRef function, LLVMValueRef instruction);
/* each_instruction: call `use` for each instruction of a function. */
void each_instruction(LLVMValueRef function, InstructionUse *use, void *to);

/* ---- objects.c ---- */

/* call_allocates: true if the call is one of malloc or a similar function. */
bool call_allocates(LLVMValueRef call);
/* find_objects: fill e->object with all pieces of memory of the module. */
void find_objects(Effects *e);

/* ---- pointers.c ---- */

/* find_points: find where each value of the module may lead. */
void find_points(Effects *e);
/* value_set: the objects to which an address may lead; NULL: none. */
const uint64_t *value_set(const Effects *e, LLVMValueRef v);

/* ---- operation.c ---- */

/* copies_memory: true if the call copies memory; then *to and *from are the addresses. */
bool copies_memory(LLVMValueRef call, LLVMValueRef *from, LLVMValueRef *to);
/*
 * writes_memory: true if the call writes to memory, at *to; *word: the value written, or NULL if
 * the value is no pointer.
 */
bool writes_memory(LLVMValueRef call, LLVMValueRef *to, LLVMValueRef *word);
/*
 * is_known_operation: true if the call is an operation of LLVM, or an instruction of the
 * transputer.
 */
bool is_known_operation(LLVMValueRef call);
/* is_unknown_call: true for a call of a function without a body, or of assembly. */
bool is_unknown_call(LLVMValueRef call);

typedef void AddressUse(void *to, LLVMValueRef address, unsigned touch);
/*
 * each_touch: call `use` for each address that an instruction reads or writes. Calls are not
 * followed.
 */
void each_touch(LLVMValueRef instruction, AddressUse *use, void *to);

/* ---- trek.c ---- */

/* trek_of: the row of the function of TrEK that is called; NULL if none is. */
const TrekCall *trek_of(LLVMValueRef call);
/* trek_writes: call `use` for each address to which a call of TrEK writes. */
void trek_writes(LLVMValueRef call, AddressUse *use, void *to);

#endif
