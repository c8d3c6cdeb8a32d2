/*
 * process.h - looks up names in expressions that are not evaluated in a function: variables of a
 * process's program or of another program on its node, functions, enumerators and types.
 *
 * PROGRAM::NAME refers to another program on the node, as in kernel::process_table. FILE::NAME
 * refers to a file without its suffix: `count` of links.c is written links::count. FUNCTION::NAME
 * is a static variable of a function.
 */
#ifndef PROCESS_NAMES_H
#define PROCESS_NAMES_H

#include "expr.h"

#include "detrek/target/target.h"

/* Where names are looked up: in a process. */
typedef struct ProcessNames {
	const Target *target;
	NodeId node;
	Loaded in; /* the program of the process */
} ProcessNames;

/* process_type: a type of the process's program by its name; NULL: none */
const Type *process_type(const ProcessNames *p, TypeKind kind, const char *name);
/*
 * process_value: find the value of a name. file: the file whose variables are preferred, or NULL.
 * false if the name is unknown; also if it has no value now: then `why` gets the reason.
 */
bool process_value(const ProcessNames *p, Arena *a, const char *name, const char *file, Value *v,
	char why[EXPR_ERROR]);
/*
 * process_variable: set *v to the variable: to an object in memory or, if the variable is not in
 * memory, to its bytes. false, with the reason in `why`, if it has no value at that place.
 */
bool process_variable(const ProgramInfo *p, Arena *a, const DebugVariable *d,
	const Stopped *stopped, Value *v, char why[EXPR_ERROR]);

#endif
