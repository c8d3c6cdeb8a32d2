/*
 * break_hits.h - breakpoints that the nodes' programs recognise (--break), during a run. Private to
 * vm/.
 *
 * A process that recognises an event reports to the host and waits. Its programs are stopped then,
 * and all local events are evaluated from outside: each must be true.
 */
#ifndef BREAK_HITS_H
#define BREAK_HITS_H

#include "break_choice.h"
#include "run_options.h"

typedef struct BreakHits BreakHits;

/* All pointers are borrowed. */
typedef struct BreakHitsOptions {
	const RunOptions *run;
	Station *s;
	const char *const *elf; /* [nelf] the programs, without the kernel */
	uint32_t nelf;
	BreakChoice *choice;    /* [nchoices] the programs' reports contain their indices */
	uint32_t nchoices;
	bool threads;           /* the choices are of threads */
	bool related;           /* the operator is || or ->: report the events and continue */
} BreakHitsOptions;

/* break_hits_new: fatal if the event cannot be evaluated in these programs. */
BreakHits *break_hits_new(const BreakHitsOptions *o);
void break_hits_free(BreakHits *h); /* NULL: nothing */
/* break_hits_report: call it for each report of the nodes; true if a breakpoint caused it */
bool break_hits_report(BreakHits *h, const HaltReport *r, Time at);
/* break_hits_observe: call it between two pieces of the run: count how often the event held */
void break_hits_observe(BreakHits *h);
/*
 * break_hits_wait: as job_wait; WAIT_INTERRUPTED also if the run stops at a breakpoint. Hits at
 * which it does not stop are counted.
 */
WaitEnd break_hits_wait(BreakHits *h, Job *j, Time until);
bool break_hits_broken(const BreakHits *h); /* the run has stopped at a breakpoint */
uint32_t break_hits_count(const BreakHits *h);
void break_hits_tell(const BreakHits *h, FILE *f); /* at the run's end */

#endif
