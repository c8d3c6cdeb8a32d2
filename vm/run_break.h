/* run_break.h - `trellis run --break` of an application. Private to vm/. */
#ifndef RUN_BREAK_H
#define RUN_BREAK_H

#include "app.h"
#include "break_hits.h"
#include "build.h"

typedef struct RunBreak RunBreak;

/*
 * run_break_new: plan the instrumentation of the application; intermediate files are made in `dir`.
 * Returns NULL without --break. A mistake, or an event that no node can recognise, is fatal.
 */
RunBreak *run_break_new(App *a, const char *dir);
/* run_break_build: the C to add to the programs; NULL if b is NULL. */
const BuildBreak *run_break_build(const RunBreak *b);
/* run_break_hits: the breakpoints of a run of the programs; NULL if b is NULL. */
BreakHits *run_break_hits(const RunBreak *b, Station *s, const Programs *p);

#endif
