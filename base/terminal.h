/* terminal.h - what a terminal can show, and its keys. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include "base.h"

/* verdict.c */

/* terminal_has_escapes: true if the variable TERM is neither unset nor `dumb`. */
bool terminal_has_escapes(void);
/*
 * verdict_print: print n bytes of text as a line that says whether all is well; on a terminal in
 * green or red, unless NO_COLOR is set.
 */
void verdict_print(FILE *f, bool good, const char *text, size_t n);

/* terminal.c */

/*
 * terminal_single_keys: from now on, until the process ends, let this terminal give single keys,
 * which are not shown. Does nothing if fd is not a terminal.
 */
void terminal_single_keys(int fd);
/* terminal_restore: let the terminal give whole lines again; a signal handler may call this. */
void terminal_restore(void);

#endif
