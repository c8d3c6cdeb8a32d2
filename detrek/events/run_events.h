/*
 * run_events.h - the option --break-outside: stops a run where an event over several nodes begins
 * to hold.
 *
 * All functions accept NULL, for a run without an event, and then do nothing.
 */
#ifndef RUN_EVENTS_H
#define RUN_EVENTS_H

#include "sim/past/past.h"

#include <stdio.h>

typedef struct RunEvents RunEvents;

/*
 * run_events_begin: prepare to stop the run of `past` at an event. Returns NULL if `event` is NULL.
 * An event with a wrong form is fatal. kernel: the ELF file of the nodes' kernel; NULL if they have
 * none, or if the past is a recording, which contains its programs.
 */
RunEvents *run_events_begin(Past *past, const char *event, const char *kernel);
/*
 * run_events_add_program: note that nodes may execute the program in this file from now on. A file
 * that is not ELF is ignored.
 */
void run_events_add_program(RunEvents *e, const char *file);
/*
 * run_events_check: call this when all programs are known. It is fatal if the event has a name that
 * no program has.
 * viewed: the run has a view, which handles the event itself: e is freed, and the result is NULL.
 * Otherwise the result is e.
 */
RunEvents *run_events_check(RunEvents *e, bool viewed);
/*
 * run_events_start: observe the network from now on, and forget earlier observations. If no program
 * has the event's variables, this does nothing: call it again after a further program.
 */
void run_events_start(RunEvents *e);
/*
 * run_events_has_begun: whether the event has begun to hold; to be called between two pieces of the
 * run. If so, the observation ends. The network is at the same place as before the call.
 */
bool run_events_has_begun(RunEvents *e);
/* run_events_time: the time at which the event began to hold, if found */
Time run_events_time(const RunEvents *e);
/*
 * run_events_print: describe the place at which the event holds, or say that it has not held. It is
 * fatal if the event has a name that none of the programs had.
 */
void run_events_print(const RunEvents *e, FILE *f);
/* run_events_end: free the search for events in a run; NULL is accepted. */
void run_events_end(RunEvents *e);

#endif
