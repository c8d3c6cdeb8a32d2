/* why_good.h - chooses a kept run with which a wrong one is compared. */
#ifndef WHY_GOOD_H
#define WHY_GOOD_H

#include "detrek/debug/session.h"

#define AGAINST_GOOD "good" /* the word that asks to search for a good run */

/* The kept runs, the latest first. */
typedef struct GoodRuns {
	/* command and recording of the wrong run; borrowed from its past */
	const char *command, *recording;
	char **names; /* [n] */
	uint32_t n, next; /* next: index of the run to be compared next */
} GoodRuns;

/* good_runs_begin: list the kept runs that the run `wrong` can be compared with. */
void good_runs_begin(GoodRuns *g, const Session *wrong);
/* good_runs_next: the recording of the next run of the same command; NULL if there is none. */
const char *good_runs_next(GoodRuns *g);
/* has_ended_well: true if the run was recorded up to its end, and did not fail. */
bool has_ended_well(Session *s);
/* good_runs_end: free the list of kept runs. */
void good_runs_end(GoodRuns *g);

#endif
