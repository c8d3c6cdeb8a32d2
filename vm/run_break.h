/* run_break.h - `trellis run --break` of an application. Private to vm/. */
#ifndef RUN_BREAK_H
#define RUN_BREAK_H

#include "app.h"
#include "break_hits.h"
#include "build.h"

typedef struct RunBreak RunBreak;

/*
 * run_break_new: plan the instrumentation; files are made in the directory. NULL without --break; a
 * mistake, or an event that no node can recognise, is fatal.
 */
RunBreak *run_break_new(App *a, const char *dir);
const BuildBreak *run_break_build(const RunBreak *b); /* NULL for NULL */
/* run_break_hits: for a run of the programs; NULL for NULL */
BreakHits *run_break_hits(const RunBreak *b, Station *s, const Programs *p);

#endif
