/*
 * module_debug.h - a module's debugging metadata: scopes, variables, types.
 *
 * LLVM stores these in metadata nodes; here a node is a LLVMMetadataRef (Node), NULL for none.
 * LLVM's C interface gives only a node's operands and text. Operand numbers below are those of LLVM
 * 14; the rest (tags, encodings, numbers) is parsed from the text.
 */
#ifndef MODULE_DEBUG_H
#define MODULE_DEBUG_H

#include "module.h"
#include "base/base.h"

typedef LLVMMetadataRef Node;

/* Operand numbers, by kind of node. */
enum {
	FILE_NAME = 0, FILE_DIRECTORY = 1,
	SCOPE_FILE = 0, SCOPE_PARENT = 1, /* lexical blocks, subprograms */
	TYPE_FILE = 0, TYPE_SCOPE = 1, TYPE_NAME = 2,
	TYPE_BASE = 3,  /* derived and composite types; for a subroutine type the list of types */
	TYPE_PARTS = 4, /* composite types */
	RANGE_COUNT = 0,
	ENUMERATOR_NAME = 0,
	UNIT_FILE = 0, UNIT_PRODUCER = 1, UNIT_ENUMERATIONS = 4,
	SUBPROGRAM_NAME = 2, SUBPROGRAM_TYPE = 4, SUBPROGRAM_UNIT = 5, SUBPROGRAM_VARIABLES = 7,
	VARIABLE_SCOPE = 0, VARIABLE_NAME = 1, VARIABLE_FILE = 2, VARIABLE_TYPE = 3,
	GLOBAL_VARIABLE = 0, GLOBAL_STEPS = 1, /* of a global variable expression */
};

/* node_kind: the kind of a node. */
LLVMMetadataKind node_kind(Node n);
/* node_count: the number of operands of a node. */
unsigned node_count(const Module *m, Node n);
/* node_operand: operand i of a node; NULL if there is none. */
Node node_operand(const Module *m, Node n, unsigned i);
/* node_name: operand i of a node if it is a string; otherwise "". */
const char *node_name(const Module *m, Node n, unsigned i);
/* node_constant: get operand i of a node if it is a constant integer; otherwise false. */
bool node_constant(const Module *m, Node n, unsigned i, int64_t *value);

/*
 * node_word: get the text after "key: " in the node's text, up to the next comma or parenthesis;
 * false if the key does not occur.
 */
bool node_word(const Module *m, Node n, const char *key, char *word, size_t size);
/*
 * node_number: the number after "key: " in the node's text; `otherwise` if the key does not occur.
 */
int64_t node_number(const Module *m, Node n, const char *key, int64_t otherwise);

/*
 * node_dwarf_number: DWARF's number for the name (DW_TAG_, DW_ATE_, DW_LANG_) after "key: " in the
 * node's text; 0 if there is none.
 */
unsigned node_dwarf_number(const Module *m, Node n, const char *key);

/*
 * A step of an expression that leads from a value to a variable: an operation of DWARF, or one of
 * two operations of LLVM (STEP_FRAGMENT, STEP_CONVERT).
 */
typedef struct Step {
	unsigned op;   /* DW_OP_..., or STEP_... */
	int64_t arg[2]; /* operands of the step */
} Step;

enum {
	STEP_FRAGMENT = 0x1000, /* the value is the variable's arg[1] bits from bit arg[0] on */
	STEP_CONVERT,           /* convert to arg[0] bits of encoding arg[1] (DW_ATE_...) */
	STEP_OTHER,             /* an operation that this program does not know */
	MAX_STEPS = 32,
};

/*
 * expression_steps: get the steps of an expression; returns their number, -1 if there are too many.
 */
int expression_steps(const Module *m, Node expression, Step steps[MAX_STEPS]);

/*
 * part_name: append to a variable's name the part of its type that begins at a bit, such as
 * ".in[2]", down to a scalar; returns the part's type. Returns NULL if no part has this size; the
 * name is incomplete then.
 */
Node part_name(const Module *m, Node type, int64_t at, int64_t size, Buf *name);

/* ---- variables of functions ---- */

/* From an instruction on, a variable has a value, or is at an address. */
typedef struct Binding {
	LLVMValueRef before; /* the instruction from which the binding holds */
	LLVMValueRef value;  /* NULL: no location */
	bool is_address;     /* value is the variable's address, in the whole function */
	Node variable, expression;
	Node inlined; /* the place of the call that was inlined; NULL if it was not inlined */
} Binding;

/* is_binding: true for a call of llvm.dbg.* that binds a variable. */
bool is_binding(LLVMValueRef v);
/*
 * bound_value: the value or address that a binding call gives a variable; NULL if the value no
 * longer exists.
 */
LLVMValueRef bound_value(LLVMValueRef call);

/*
 * name_kept_values: bind each value that a loop keeps of a variable in memory to an artificial
 * variable. Call it before module_legalize, whose passes keep such bindings up to date.
 */
void name_kept_values(Module *m);

/*
 * bindings_collect: move the module's bindings from the instructions of its functions (LLVM stores
 * them as calls of llvm.dbg.*) to a table, so that the code does not depend on them. The module's
 * instructions must not change afterwards. function_bindings: the bindings of f, in the order of
 * its blocks.
 */
void bindings_collect(Module *m);
/*
 * function_bindings: the bindings of f, *n of them, in the order of its blocks; after
 * bindings_collect.
 */
const Binding *function_bindings(const Module *m, LLVMValueRef f, size_t *n);

/*
 * is_inlined: true if the subprogram is inlined anywhere in the module; valid after
 * bindings_collect.
 */
bool is_inlined(const Module *m, Node subprogram);

/*
 * module_debug_new: prepare the tables for the text of nodes, which the functions below read. A
 * second call does nothing.
 */
void module_debug_new(Module *m);

/*
 * global_expression: the metadata node that leads from a global to a variable, with operands
 * GLOBAL_VARIABLE and GLOBAL_STEPS; NULL if the global has none.
 */
Node global_expression(LLVMValueRef global);

/* scope_parent: the nearest block or subprogram around a lexical block. */
Node scope_parent(const Module *m, Node scope);
/* scope_subprogram: the subprogram that contains a scope; NULL if none does. */
Node scope_subprogram(const Module *m, Node scope);

#endif
