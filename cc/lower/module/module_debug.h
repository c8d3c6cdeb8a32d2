/*
 * module_debug.h - what a module says of its source: scopes, variables, types.
 *
 * LLVM keeps that in nodes of metadata; a node is a LLVMMetadataRef (Node here), NULL for none.
 * What its C interface tells of a node is its operands and its text. The operands are given numbers
 * here, as they stand in LLVM 14; the rest (tags, encodings, numbers) is read from the text.
 */
#ifndef MODULE_DEBUG_H
#define MODULE_DEBUG_H

#include "module.h"

typedef LLVMMetadataRef Node;

/* Operands of nodes, by kind. */
enum {
	FILE_NAME = 0, FILE_DIRECTORY = 1,
	SCOPE_FILE = 0, SCOPE_PARENT = 1, /* of lexical blocks, subprograms */
	TYPE_FILE = 0, TYPE_SCOPE = 1, TYPE_NAME = 2,
	TYPE_BASE = 3,  /* of derived and composite types; the list of types of a subroutine type */
	TYPE_PARTS = 4, /* of composite types */
	RANGE_COUNT = 0,
	ENUMERATOR_NAME = 0,
	UNIT_FILE = 0, UNIT_PRODUCER = 1,
	SUBPROGRAM_NAME = 2, SUBPROGRAM_TYPE = 4, SUBPROGRAM_UNIT = 5, SUBPROGRAM_VARIABLES = 7,
	VARIABLE_SCOPE = 0, VARIABLE_NAME = 1, VARIABLE_FILE = 2, VARIABLE_TYPE = 3,
	GLOBAL_VARIABLE = 0, /* of a global variable's expression: the variable */
};

LLVMMetadataKind node_kind(Node n);
unsigned node_count(const Module *m, Node n); /* of operands */
Node node_operand(const Module *m, Node n, unsigned i);
const char *node_name(const Module *m, Node n, unsigned i); /* an operand that is a string; or "" */
bool node_constant(const Module *m, Node n, unsigned i, int64_t *value);

/*
 * node_word: what stands behind "key: " in the node's text, up to the next comma or parenthesis;
 * false: there is no such key. node_number: the same as a number, or `otherwise`.
 */
bool node_word(const Module *m, Node n, const char *key, char *word, size_t size);
int64_t node_number(const Module *m, Node n, const char *key, int64_t otherwise);

/*
 * node_dwarf: the same as DWARF's number for the name that stands there (DW_TAG_, DW_ATE_,
 * DW_LANG_); 0 if there is none.
 */
unsigned node_dwarf(const Module *m, Node n, const char *key);

/*
 * A step of an expression that leads from a value to a variable; DWARF's operations, and two of
 * LLVM's.
 */
typedef struct Step {
	unsigned op;   /* DW_OP_..., or STEP_... */
	int64_t arg[2];
} Step;

enum {
	STEP_FRAGMENT = 0x1000, /* the variable's bits from arg[0] on, arg[1] of them */
	STEP_CONVERT,           /* to arg[0] bits; arg[1]: DW_ATE_... */
	STEP_OTHER,             /* not known here */
	MAX_STEPS = 32,
};

/* expression_steps: returns how many; -1: too many. */
int expression_steps(const Module *m, Node expression, Step steps[MAX_STEPS]);

/* ---- variables of functions ---- */

/* From an instruction on, a variable has a value, or lies at an address. */
typedef struct Binding {
	LLVMValueRef before; /* the instruction */
	LLVMValueRef value;  /* NULL: nowhere */
	bool is_address;     /* value: where the variable lies, all the time */
	Node variable, expression;
	Node inlined; /* where its function was called from; NULL: it is not inlined */
} Binding;

/*
 * bindings_collect: the module's bindings leave the instructions of its functions (LLVM has them as
 * calls of llvm.dbg.*), so that code does not depend on them. After it, the module's instructions
 * stay.
 * function_bindings: those of f, in the order of its blocks.
 */
void bindings_collect(Module *m);
const Binding *function_bindings(const Module *m, LLVMValueRef f, size_t *n);

/* somewhere in the module; after bindings_collect */
bool is_inlined(const Module *m, Node subprogram);

/* global_variable: the node of a global's variable. */
Node global_variable(const Module *m, LLVMValueRef global);

/*
 * scope_parent: of a lexical block, the nearest block or subprogram around it. scope_subprogram: of
 * any scope.
 */
Node scope_parent(const Module *m, Node scope);
Node scope_subprogram(const Module *m, Node scope);

#endif
