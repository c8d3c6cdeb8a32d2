/*
 * break_hits.h - handles the breakpoints that the programs on the nodes recognise during a run
 * (--break). Private to vm/.
 *
 * A process that recognises an event reports it to the host and waits. Then the programs are
 * stopped, and the simulator evaluates all local events: each of them must be true.
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
	BreakChoice *choice; /* [nchoices] the choices; a program reports the index of a choice */
	uint32_t nchoices;
	bool threads; /* the chosen processes are threads */
	bool related;           /* the operator is || or ->: report the events and continue */
} BreakHitsOptions;

/*
 * break_hits_new: prepare to check reports; fatal if the event cannot be evaluated in these
 * programs.
 */
BreakHits *break_hits_new(const BreakHitsOptions *o);
/* break_hits_free: free the hits; accepts NULL. */
void break_hits_free(BreakHits *h);
/* break_hits_report: call this for each report of the nodes; true if a breakpoint caused it. */
bool break_hits_report(BreakHits *h, const HaltReport *r, Time at);
/*
 * break_hits_observe: count how often the event has held; call this between two pieces of the run.
 */
void break_hits_observe(BreakHits *h);
/*
 * break_hits_wait: as job_wait, but returns WAIT_INTERRUPTED also if the run stops at a breakpoint.
 * Hits at which the run does not stop are counted.
 */
WaitEnd break_hits_wait(BreakHits *h, Job *j, Time until);
/* break_hits_broken: true if the run has stopped at a breakpoint. */
bool break_hits_broken(const BreakHits *h);
/* break_hits_count: the number of hits so far. */
uint32_t break_hits_count(const BreakHits *h);
/* break_hits_print: print the hits, at the run's end. */
void break_hits_print(const BreakHits *h, FILE *f);

#endif
