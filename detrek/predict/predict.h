/*
 * predict.h - races that a recorded run does not show: two threads could make conflicting accesses
 * at the same time in another order of the run's operations, and a forced run in that order shows
 * it.
 *
 *   gather.c   candidates: pairs of instructions with conflicting accesses that the run orders
 *   rerun.c    the recorded run again, forced into another order
 *   execute.c  that, and its races
 *   predict.c  searches an order for each candidate, and tries it
 *   tell.c     the report
 *
 * Threads are tasks of the trace of operations that `trellis order` reads (detrek/order). A place
 * of a thread is how many events of its task it has done.
 */
#ifndef PREDICT_H
#define PREDICT_H

#include "rerun.h"

#include "detrek/order/order.h"
#include "detrek/races/live.h"

enum {
	MOST_PLACES = 8,      /* that are kept of a candidate, and tried */
	MOST_ENTRIES = 1024,  /* accesses of a word that are compared with later ones */
	MOST_STATES = 20000,  /* of one search: some 10 ms */
	MOST_EVENTS = 15000,  /* of a trace: the bounds of their orders take some 10 s */
	DEFAULT_RUNS = 100,
};

/* ---- gather.c ---- */

/* Two threads have done so much when they are about to make the accesses. */
typedef struct Places {
	Together at;
	uint32_t distance; /* in the trace, from where the first must wait to where the second is */
} Places;

typedef enum Fate {
	FATE_ORDERED,  /* no order of the operations brings the threads to such places together */
	FATE_SEEN,     /* the run itself has the race */
	FATE_SHOWN,    /* by a forced run */
	FATE_POSSIBLE, /* not shown */
} Fate;

/* A variable and two lines whose accesses conflict, and that the run orders. */
typedef struct Candidate {
	RacingPair pair;     /* the first such accesses in the run */
	char *key;           /* live_race_key */
	Places places[MOST_PLACES]; /* [n] that may be reached together, the nearest first */
	uint32_t n;
	uint64_t nplaces;    /* all of them */
	uint32_t nruns;      /* forced runs to such places */
	Fate fate;
	Buf why;             /* FATE_POSSIBLE: how the last forced run ended, or why none is */
} Candidate;

typedef struct Candidates {
	Candidate *candidate; /* [n] in the order in which they were found */
	uint32_t n, cap;
	uint64_t nuncompared; /* accesses left out because of MOST_ENTRIES */
} Candidates;

/* The operations of the run, and which of them must come before others. */
typedef struct Model {
	SemSet set;
	const SemTrace *t;
	Orders orders;      /* lower bounds */
	Excluder *excluder;
	uint32_t *position; /* [nevents] index of each event in the trace */
	uint32_t *task;     /* [threads] the thread's task, or NO_EVENT */
} Model;

Candidates gather_candidates(const Live *live, const Model *m);

/* ---- execute.c ---- */

typedef struct Execution {
	const char *dir, *order; /* its recording, and the file with the order */
	Rerun run;
	Arena arena;
	Past *past;
	Target *target;
	LiveResult result;
} Execution;

/* execute: run the recorded run again in an order, and find its races; execute_free at the end. */
void execute(Execution *x, const Live *live, const SemTrace *t, const Schedule *s);
void execute_free(Execution *x);

/* ---- predict.c ---- */

typedef struct PredictOptions {
	const char *recording;
	const char *dir;  /* of the recordings of forced runs */
	uint32_t runs;    /* forced runs, at most */
} PredictOptions;

/* A race that a forced run has. */
typedef struct Shown {
	char *key, *dir, *order;
	uint32_t noperations; /* of the order */
	Buf text;
	json_t *json;
} Shown;

typedef struct Prediction {
	PredictOptions options;
	const LiveResult *base;
	Candidates candidates;
	Shown *shown;     /* [nshown] */
	uint32_t nshown, shown_cap;
	uint32_t nevents, nruns, nkept, nsearches;
	bool left_out; /* too many operations: nothing was searched */
} Prediction;

/* predict: search for races; the base's pairs are known, and its arena holds the result. */
void predict(Prediction *p, const PredictOptions *o, const LiveResult *base);
void predict_free(Prediction *p);

/* ---- tell.c ---- */

/* predict_text: print the report; predict_json: the same as a member of that of `trellis races`. */
void predict_text(const Prediction *p);
json_t *predict_json(const Prediction *p);

#endif
