/* progress.h - a progress line on a terminal during long work. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include "base.h"

/* progress.c: a progress line on a terminal during long work. */

/* progress_begin: start progress reports; nothing is shown in the first second. */
void progress_begin(void);
/*
 * progress_due: true if a line would be shown now; for callers that have to compute its contents.
 */
bool progress_due(void);
/* progress_show: update the progress line; call this often. */
void progress_show(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/*
 * progress_show_share: update the progress line as progress_show does, with the time left: `done`
 * of `whole` is done, in any unit.
 */
void progress_show_share(double done, double whole, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* progress_clear: erase the progress line, before anything else is written to the terminal. */
void progress_clear(void);

#endif
