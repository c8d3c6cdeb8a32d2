/* terminal.h - what a terminal can show, and its keys. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include "base.h"

/* verdict.c */

bool terminal_has_escapes(void); /* TERM is neither unset nor `dumb` */
/*
 * verdict_print: the n bytes of text as a line that says whether all is well, on a terminal green
 * or red; without colours if NO_COLOR is set.
 */
void verdict_print(FILE *f, bool good, const char *text, size_t n);

/* terminal.c */

/*
 * terminal_keys: from now on, until the process ends, let this terminal give single keys, which are
 * not shown; does nothing if fd is not a terminal. terminal_restore: read lines again; a signal
 * handler may call it.
 */
void terminal_keys(int fd);
void terminal_restore(void);

#endif
