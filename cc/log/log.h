/*
 * log.h - lets a program write logs of its e-blocks: prelogs with the values that an e-block may
 * use (USED), postlogs with those that it may have changed (DEFINED). Miller and Choi, PPD, section
 * 5.
 *
 * An e-block is a function of the user's files. A small function belongs to its callers. A
 * recursion is one e-block: the calls among its functions are not logged. What the libraries do is
 * emulated if it only depends on memory; other calls are not emulated, and their results and
 * effects are logged.
 *
 * A value that a program gets in another way cannot be logged. Such a program is refused, with the
 * place in the source.
 */
#ifndef CC_LOG_H
#define CC_LOG_H

#include "cc/effects/effects.h"
#include "kernel/include/inside_log.h"

/* Where and how much a program logs. */
typedef struct LogOptions {
	const char *program; /* the file of the image */
	const char *file;    /* the log; the node opens it with this name */
	uint32_t share;      /* percentage of the run time that logging may take; 100: no limit */
	uint32_t smallest;   /* functions that execute fewer instructions are no e-blocks */
} LogOptions;

/*
 * log_insert: insert the logging into a program. program: the user's files as one module, before
 * optimisation; whole: the same module, linked with what it needs of the libraries; `own` is as for
 * effects_new. The words __log_build are 0; the linker puts a hash of the program there, by which a
 * log knows its program.
 */
void log_insert(Module *program, const Module *whole, const Map *own, const LogOptions *o);

/* ---- trek.c ---- */

/* A function of an application that TrEK calls, and what it passes. */
typedef struct Root {
	const char *name;
	LogEnters enters; /* the memory that TrEK passes */
} Root;

/*
 * log_root: the row of a function of an application that TrEK calls; NULL if TrEK does not call it.
 */
const Root *log_root(const char *name);

/* ---- extract.c ---- */

/* log_extract_loops: make a function of each loop, so that loops can be e-blocks. */
void log_extract_loops(LLVMModuleRef program);

/* ---- cut.c ---- */

enum { LOG_LEAST_PART = 4 }; /* a part has at least most / LOG_LEAST_PART instructions */

/*
 * log_cut_functions: cut functions of more than `most` instructions into functions of at most as
 * many. An instruction in a loop counts as eight; instructions of called functions do not count. A
 * function that calls setjmp remains whole.
 */
void log_cut_functions(LLVMModuleRef program, uint32_t most);

/* ---- optimise.c ---- */

/* log_optimise: run the passes that clang runs at a level, '0' to '3', 's' or 'z'. */
void log_optimise(LLVMModuleRef program, char level);

#endif
