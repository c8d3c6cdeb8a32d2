/* program_parts.h - what a program needs, and its text. Private to this folder. */
#ifndef PROGRAM_PARTS_H
#define PROGRAM_PARTS_H

#include "lower_program.h"
#include "cc/lower/unit/definition.h"

/* ---- file.c ---- */

/* source_next_name: the next word of assembly text, skipping comments; NULL at the end. */
const char *source_next_name(const Source *s, size_t *at, size_t *len);

/* ---- init.c ---- */

/* init_is_called: true for the name of a function that init_text makes; notes that it is called. */
bool init_is_called(Program *p, const char *name);
/* init_collect: call `use` once for each constructor and destructor of u. */
void init_collect(Unit *u, void (*use)(void *to, LLVMValueRef f), void *to);
/* init_text: print the functions that call all constructors and destructors. */
void init_text(Program *p, Buf *out);

/* ---- absent.c ---- */

/*
 * program_absence_message: the message, with a %s for the name, about a name that is not defined:
 * for a function of POSIX, why the nodes' library lacks it.
 */
const char *program_absence_message(const char *name);
/*
 * program_failure_message: the warning, with a %s, about a function of the library that always
 * fails.
 */
const char *program_failure_message(const char *name);

/* ---- need.c ---- */

/* program_find_needed: search from the entry; missing definitions are reported. */
void program_find_needed(Program *p);

/* ---- data.c ---- */

/*
 * data_text: print the bytes of the variable v, called name, as directives; references to globals
 * by their names.
 */
void data_text(Unit *u, const Module *m, LLVMValueRef v, const char *name, Buf *out);

#endif
