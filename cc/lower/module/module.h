/*
 * module.h - reading LLVM bitcode: what a module of C says, in the words of its machine.
 *
 * The one reader of modules, debug locations and variables, for the compiler and for the static
 * analyses. Values and types stay LLVM's own; here are the questions that are asked of them.
 */
#ifndef MODULE_H
#define MODULE_H


#include "base/machine.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

/* How a value lives on the machine. */
typedef enum Kind {
	KIND_VOID,
	KIND_WORD,   /* an integer of at most 32 bits, or a pointer */
	KIND_SINGLE, /* float: one word, or a place on the floating-point stack */
	KIND_DOUBLE, /* double: two words, or a place on the floating-point stack */
	KIND_WIDE,   /* a longer integer, an aggregate or a vector: words in memory only */
} Kind;

typedef struct ModuleDebug ModuleDebug; /* module_debug.c */

typedef struct Module {
	const char *name; /* the file it came from, for messages */
	LLVMModuleRef ir;
	LLVMTargetDataRef layout;
	bool described; /* compiled with -g: not only places are known */
	ModuleDebug *debug; /* NULL before bindings_collect */
} Module;

/*
 * module_read: from bitcode in memory. What is not bitcode for this machine is the user's
 * mistake. module_free releases the LLVM module; its context stays the caller's.
 */
void module_read(Module *m, LLVMContextRef context, const char *name, const void *data, size_t n);
void module_free(Module *m);

/* module_open: the same, but the names of what it defines only; `data` stays until module_free. */
void module_open(Module *m, LLVMContextRef context, const char *name, const void *data, size_t n);

Kind type_kind(LLVMTypeRef t);
uint32_t type_bits(const Module *m, LLVMTypeRef t); /* of an integer, a pointer or a real */
uint32_t type_size(const Module *m, LLVMTypeRef t); /* bytes in an array */
uint32_t type_words(const Module *m, LLVMTypeRef t); /* words that hold one value */
uint32_t type_stored(const Module *m, LLVMTypeRef t); /* bytes that a store writes */

/* Parts of an aggregate or a vector: how many, the type of one, and the bytes before it. */
unsigned part_count(LLVMTypeRef t);
LLVMTypeRef part_type(LLVMTypeRef t, unsigned i);
uint32_t part_offset(const Module *m, LLVMTypeRef t, unsigned i);

/* value_opcode: of an instruction or a constant expression; 0 if it is neither. */
LLVMOpcode value_opcode(LLVMValueRef v);

/* block_number: its index among those of its function. */
int block_number(LLVMBasicBlockRef bb);

/* value_const: is v a constant of one word? Zero and undefined values are; *w is zero-extended. */
bool value_const(LLVMValueRef v, Word *w);

/* value_word: word k of a constant of any size; false if it is not a constant with known bits. */
bool value_word(const Module *m, LLVMValueRef v, uint32_t k, Word *w);

/* const_element: part i of a constant aggregate or vector. */
LLVMValueRef const_element(LLVMValueRef v, unsigned i);

/* gep_offset: the constant part of an address, in bytes; the rest by calls of `index`. */
typedef void GepIndex(void *to, LLVMValueRef index, uint32_t scale);
int32_t gep_offset(const Module *m, LLVMValueRef gep, GepIndex *index, void *to);

/* callee_name: of a direct call; NULL for other calls. intrinsic: it begins with "llvm.". */
const char *callee_name(LLVMValueRef call);
bool callee_is(LLVMValueRef call, const char *prefix);
bool has_attribute(LLVMValueRef fn, unsigned index, const char *name);
/* of a pointer argument, from 1; 1: unknown */
uint32_t call_alignment(LLVMValueRef call, unsigned index);
bool call_has_attribute(LLVMValueRef call, unsigned index, const char *name);

/* A place in the user's source; line 0 if there is none. Strings are the module's. */
typedef struct Where {
	const char *dir, *file;
	unsigned line, column;
	LLVMMetadataRef scope;   /* of an instruction: block or subprogram; NULL if there is none */
	LLVMMetadataRef inlined; /* the place it was inlined at; NULL: it was not */
} Where;

Where value_where(LLVMValueRef v);

void module_debug_free(ModuleDebug *d);

/* refuse: the user's mistake at the place of v, an instruction, function or variable. */
_Noreturn void refuse(const Module *m, LLVMValueRef v, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
