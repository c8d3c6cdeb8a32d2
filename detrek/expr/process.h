/*
 * process.h - what names in expressions mean in a process, outside of its functions: variables of
 * its program, of a file or of another program on its node; functions, enumerators and types.
 *
 * PROGRAM::NAME is one of another program on the node: kernel::process_table. FILE::NAME is one of
 * a file: links.c::count is written links::count.
 */
#ifndef PROCESS_NAMES_H
#define PROCESS_NAMES_H

#include "expr.h"

#include "detrek/target/target.h"

/* A program on a node, for one process. */
typedef struct ProcessNames {
	const Target *target;
	NodeId node;
	Loaded in;
} ProcessNames;

const Type *process_type(const ProcessNames *p, TypeKind kind, const char *name);
/*
 * process_value: file: whose variables come first; NULL: of no file. false: the name is unknown, or
 * it has no value now: `why` is not empty then.
 */
bool process_value(const ProcessNames *p, Arena *a, const char *name, const char *file, Value *v,
	char why[EXPR_ERROR]);
/* process_variable: a variable's value as an object in memory, or as bytes if it is elsewhere. */
bool process_variable(const ProgramInfo *p, Arena *a, const DebugVariable *d,
	const Stopped *stopped, Value *v, char why[EXPR_ERROR]);

#endif
