/* progress.h - a progress line on a terminal during long work. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include "base.h"

/* progress.c: a progress line on a terminal during long work. */

void progress_begin(void); /* start progress reports; nothing is shown in the first second */
/* a line would be shown now; for callers that have to compute its contents */
bool progress_due(void);
/* update the line; call this often */
void progress_show(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* as progress_show, with the time left: `done` of `whole` is done, in any unit */
void progress_share(double done, double whole, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* erase the line; call this before writing anything else to the terminal */
void progress_clear(void);

#endif
