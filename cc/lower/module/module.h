/*
 * module.h - reads LLVM bitcode and answers questions about a module, in terms of the transputer.
 *
 * The compiler and the static analyses both use this reader for modules, source places and
 * variables. Values and types are LLVM's own.
 */
#ifndef MODULE_H
#define MODULE_H

#include "map.h"

#include "base/machine.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

/* How a value is represented on the machine. */
typedef enum Kind {
	KIND_VOID,
	KIND_WORD,   /* an integer of at most 32 bits, or a pointer */
	KIND_SINGLE, /* float: one word, or a register of the floating-point stack */
	KIND_DOUBLE, /* double: two words, or a register of the floating-point stack */
	KIND_WIDE,   /* a longer integer, an aggregate or a vector: only words in memory */
} Kind;

typedef struct ModuleDebug ModuleDebug; /* module_debug.c */

/* A module of LLVM, with what the compiler knows about it. */
typedef struct Module {
	const char *name; /* the source file, for messages */
	LLVMModuleRef ir;
	LLVMTargetDataRef layout;
	bool optimised; /* code may be duplicated; set by module_legalize */
	bool described; /* compiled with -g: variables are known, not only places */
	ModuleDebug *debug; /* NULL before module_debug_new */
} Module;

/*
 * module_read: read bitcode from memory. Other data, or bitcode for another machine, is fatal.
 * module_free releases the LLVM module; the caller keeps its context.
 */
void module_read(Module *m, LLVMContextRef context, const char *name, const void *data, size_t n);
void module_free(Module *m);

/*
 * module_open: read only the names of a module's definitions from bitcode; `data` must last until
 * module_free.
 */
void module_open(Module *m, LLVMContextRef context, const char *name, const void *data, size_t n);

/* ---- module_text.c ---- */

/* is_nsw: true for a sum, difference, product or shift whose signed overflow is undefined. */
bool is_nsw(LLVMValueRef v);
/* is_musttail: true if the call must reuse its caller's frame. */
bool is_musttail(LLVMValueRef call);

/* ---- module.c ---- */

/* type_kind: how values of a type are represented on the machine. */
Kind type_kind(LLVMTypeRef t);
/* type_bits: the bits of an integer, a pointer or a real. */
uint32_t type_bits(const Module *m, LLVMTypeRef t);
/* type_size: the bytes of a value as an element of an array. */
uint32_t type_size(const Module *m, LLVMTypeRef t);
/* type_words: the words of one value. */
uint32_t type_words(const Module *m, LLVMTypeRef t);
/* type_stored_bytes: the bytes that a store of a value writes. */
uint32_t type_stored_bytes(const Module *m, LLVMTypeRef t);

/* part_count: the number of parts of an aggregate or a vector. */
unsigned part_count(LLVMTypeRef t);
/* part_type: the type of part i of an aggregate or a vector. */
LLVMTypeRef part_type(LLVMTypeRef t, unsigned i);
/* part_offset: the offset in bytes of part i of an aggregate or a vector. */
uint32_t part_offset(const Module *m, LLVMTypeRef t, unsigned i);

/* value_opcode: the opcode of an instruction or a constant expression; 0 for other values. */
LLVMOpcode value_opcode(LLVMValueRef v);

/*
 * value_peel: the value without operations that do not change the bits of the word (casts of
 * pointers, freeze, trunc).
 */
LLVMValueRef value_peel(LLVMValueRef v);

typedef void UseGlobal(void *to, LLVMValueRef global);
/*
 * value_references: call `use` for each global that v, a constant or an instruction's operand,
 * mentions.
 */
void value_references(LLVMValueRef v, UseGlobal *use, void *to);

/* block_number: a block's index in its function. */
int block_number(LLVMBasicBlockRef bb);

/*
 * value_const: true if v is a constant of one word, which may be zero or undefined; *w: its value,
 * zero-extended.
 */
bool value_const(LLVMValueRef v, Word *w);

/* value_word: word k of a constant of any size; false if its bits are not known. */
bool value_word(const Module *m, LLVMValueRef v, uint32_t k, Word *w);

/* const_element: part i of a constant aggregate or vector. */
LLVMValueRef const_element(LLVMValueRef v, unsigned i);

/* The callback of gep_offset: the address has a further part, index * scale. */
typedef void GepIndex(void *to, LLVMValueRef index, uint32_t scale);
/* gep_offset: the constant part of an address, in bytes; calls `index` for the other parts. */
int32_t gep_offset(const Module *m, LLVMValueRef gep, GepIndex *index, void *to);
/* gep_is_constant: true if an address has a constant offset; *offset: that offset. */
bool gep_is_constant(const Module *m, LLVMValueRef gep, int32_t *offset);

/* callee_name: the name of the function called directly; NULL for other calls. */
const char *callee_name(LLVMValueRef call);
/* calls_llvm: true for a call of a function that LLVM knows, whose name begins with "llvm.". */
bool calls_llvm(LLVMValueRef call);
/* name_begins: true if a name begins with prefix. */
bool name_begins(const char *name, const char *prefix);
/* callee_is: true for a direct call of a function whose name begins with prefix. */
bool callee_is(LLVMValueRef call, const char *prefix);
/*
 * has_attribute: true if the function fn has the attribute of this name: on itself, its result or
 * a parameter, as LLVM's index says.
 */
bool has_attribute(LLVMValueRef fn, unsigned index, const char *name);
/*
 * call_alignment: the alignment in bytes of a call's pointer argument, counted from 1; 1 if
 * unknown.
 */
uint32_t call_alignment(LLVMValueRef call, unsigned index);
/*
 * call_has_attribute: true if a call, or the function it calls, has the attribute of this name at
 * LLVM's index.
 */
bool call_has_attribute(LLVMValueRef call, unsigned index, const char *name);

/* A place in the user's source; line 0 if there is none. Strings belong to the module. */
typedef struct Where {
	const char *dir, *file;
	unsigned line, column;
	LLVMMetadataRef scope;   /* the instruction's block or subprogram; NULL for none */
	LLVMMetadataRef inlined; /* the place where it was inlined; NULL if it was not */
} Where;

/* value_where: the place in the source of an instruction, function or global variable. */
Where value_where(LLVMValueRef v);

/*
 * where_path: a source's path as seen from the current directory. Clang gives a file's path
 * relative to clang's working directory, or to a directory above both the working directory and the
 * file. The caller frees the result.
 */
char *where_path(const char *dir, const char *file);

/* module_debug_free: free a module's debugging metadata. */
void module_debug_free(ModuleDebug *d);

/*
 * refuse: report a user's mistake at the place of v, an instruction, function or variable; fatal.
 */
_Noreturn void refuse(const Module *m, LLVMValueRef v, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
