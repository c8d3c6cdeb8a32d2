/*
 * predict.h - finds races and deadlocks that a recorded run does not show, but that another order
 * of its operations could lead to. In a race, two threads make conflicting accesses at the same
 * time; in a deadlock, threads wait for each other for ever. A forced run in the other order then
 * shows them.
 *
 *   gather.c   candidates: pairs of instructions with conflicting accesses that the run orders
 *   rerun.c    runs the recorded run again, forced into another order
 *   execute.c  a forced run with its recording, races, and threads that wait for ever
 *   waits.c    what threads wait for at the end of a run
 *   trial.c    the result of a search, and the list of what forced runs have shown
 *   deadlocks.c  searches the deadlocks of the operations, and tries each kind
 *   predict.c  searches an order for each candidate, and tries it
 *   tell.c, tell_deadlocks.c, tell_possible.c  the report
 *
 * Threads are tasks of the trace of operations that `trellis order` reads (detrek/order). A place
 * of a thread is the number of events that its task has done.
 */
#ifndef PREDICT_H
#define PREDICT_H

#include "rerun.h"

#include "detrek/order/order.h"
#include "detrek/races/live.h"

enum {
	MOST_PLACES = 8,      /* pairs of places kept and tried for a candidate, at most */
	/* accesses of a word kept for comparison with later accesses, at most */
	MOST_ENTRIES = 1024,
	MOST_STATES = 20000,  /* states visited by one search, at most: some 10 ms */
	/* states visited by the search for all deadlocks, at most: some 1 s */
	MOST_DEADLOCK_STATES = 500000,
	/* events of a trace, at most: computing the bounds of their orders takes some 10 s */
	MOST_EVENTS = 15000,
	DEFAULT_RUNS = 100, /* PredictOptions.runs if the user gives no number */
};

#define NO_RUN_LEFT "an order leads there, but no forced run was left for it"

/* What is known of a candidate for a race, or of a kind of deadlock. */
typedef enum Fate {
	FATE_ORDERED,  /* no order of the operations lets the threads reach it */
	FATE_SEEN,     /* the run itself has the race, or the deadlock */
	FATE_SHOWN,    /* a forced run has shown it */
	FATE_POSSIBLE, /* the operations allow it, but no forced run has shown it */
} Fate;

/* The result of the search for a race or a deadlock. */
typedef struct Trial {
	Fate fate;
	uint32_t nruns; /* number of forced runs that tried to show it */
	Buf why;        /* FATE_POSSIBLE: how the last forced run ended, or why there is none */
} Trial;

/* ---- gather.c ---- */

/* The places of two threads that are about to make conflicting accesses. */
typedef struct PlacePair {
	TaskPlaces at; /* the two tasks, and the place of each */
	uint32_t distance; /* events between the two places in the trace */
} PlacePair;

/* A variable, and two lines with conflicting accesses to it that the run orders. */
typedef struct Candidate {
	RacingPair pair;     /* the first accesses of the two lines in the run */
	char *key;           /* text that identifies the race (live_race_key) */
	/* [n] pairs of places that the threads may reach together, the nearest first */
	PlacePair places[MOST_PLACES];
	uint32_t n;
	uint64_t nplaces;    /* number of all such pairs of places, kept or not */
	Trial trial;
} Candidate;

typedef struct Candidates {
	Candidate *candidate; /* [n] in the order in which they were found */
	uint32_t n, cap;
	uint64_t nuncompared; /* accesses left out because of MOST_ENTRIES */
} Candidates;

/* The operations of the run, and which of them must come before others. */
typedef struct Model {
	SemSet set;         /* owns the trace */
	const SemTrace *t;  /* the trace of operations */
	Orders orders;      /* how many events of other threads come before each event, at least */
	Excluder *excluder; /* tells which places locks keep from being reached together */
	uint32_t *position; /* [nevents] index of each event in the trace */
	uint32_t *task; /* [threads] the thread's task in the trace of operations, or NO_EVENT */
} Model;

/* gather_candidates: find the candidates of a run. */
Candidates gather_candidates(const Live *live, const Model *m);
/*
 * operation_event_count: the number of events of an operation in the text of the operations
 * (sem_text.c).
 */
uint32_t operation_event_count(const SyncObjectInfo *object, const Operation *o);

/* ---- waits.c ---- */

/* A thread that waits for ever. */
typedef struct Wait {
	uint32_t number;    /* the thread's number in the run's trace */
	const char *thread; /* the thread's name in the run's trace: "0.2" */
	/*
	 * the name, in the text of the operations, of the object that the thread waits for; or the
	 * beginning of this name; or "" if unknown
	 */
	const char *object;
	bool exact;         /* `object` is the whole name */
	bool named;         /* the report of a deadlock names the thread (target_stuck_threads) */
	Thread at;          /* the thread and its state at the end of the run */
	Buf state;          /* "waits in the kernel for semaphore 0x8000db04 (a at p.c:5)" */
} Wait;

typedef struct Waits {
	Wait *wait; /* [n] in the order in which the threads have begun */
	uint32_t n, cap;
} Waits;

/*
 * waits_at_end: the waits of the threads that a deadlock holds at the end of a run; none if there
 * is no deadlock. The network must be at the end of the run. The result is in the arena of l.
 */
Waits waits_at_end(const Live *l);
/* waits_free: free the waits. */
void waits_free(Waits *w);
/* waits_find: the wait of a thread; NULL if the thread does not wait for ever. */
const Wait *waits_find(const Waits *w, const char *thread);
/*
 * waits_have_kind: true if a run ended in the kind of deadlock k: each of its threads waits for
 * ever for the object given in k. Threads of k that wait to be started do not exist yet, and do not
 * count.
 */
bool waits_have_kind(const Waits *w, const Live *l, const Model *m, const DeadlockKind *k);

/* ---- execute.c ---- */

/* A forced run, and what was found in its recording. */
typedef struct Execution {
	char *file, *order; /* the recording of the execution, and the file with the order */
	uint32_t noperations; /* number of operations in the order */
	Rerun run;
	Arena arena;
	Past *past;
	Target *target;
	LiveResult result;
	Waits waits;
} Execution;

/*
 * execution_force: run the recorded run again in the order of a schedule, and find its races and
 * its deadlock. Its recording gets a number in a folder.
 */
void execution_force(Execution *x, const char *dir, uint32_t number, const Live *live,
	const SemTrace *t, const Schedule *s);
/*
 * execution_free: free the execution. Unless `keep`, also remove its recording and the file with
 * its order.
 */
void execution_free(Execution *x, bool keep);

/* ---- trial.c ---- */

/* A race or deadlock that a forced run has. */
typedef struct ForcedFinding {
	/* text that identifies it; the recording of the run; the file with its order */
	char *key, *file, *order;
	uint32_t noperations; /* number of operations in the order */
	Buf text;
	json_t *json;
} ForcedFinding;

typedef struct ShownList {
	ForcedFinding *shown; /* [n] */
	uint32_t n, cap;
} ShownList;

/* shown_has: whether anything with the key was shown. */
bool shown_has(const ShownList *l, const char *key);
/* shown_add: add a shown race or deadlock; the list owns text and json. */
void shown_add(ShownList *l, const Execution *x, const char *key, Buf text, json_t *json);
/* shown_free: free the list with its texts. */
void shown_free(ShownList *l);

/*
 * trial_note_reason: note why no forced run has shown the race or deadlock so far; the results of
 * forced runs are not replaced.
 */
void trial_note_reason(Trial *t, const char *why);
/*
 * trial_note_run: note that a forced run has not shown the race or deadlock; kept: the reason for
 * the report if the run has kept the order.
 */
void trial_note_run(Trial *t, const Rerun *r, const char *kept);
/* trial_is_open: true if the candidate was neither seen nor shown. */
bool trial_is_open(const Trial *t);

/* ---- predict.c ---- */

typedef struct PredictOptions {
	const char *recording;
	const char *dir;  /* folder for the recordings of forced runs */
	uint32_t runs;    /* most forced runs for races, and most forced runs for deadlocks */
} PredictOptions;

/* Deadlocks that the operations can reach. */
typedef struct Deadlocks {
	DeadlockKinds kinds; /* the kinds that were found */
	Trial *trial; /* [kinds.n] */
	ShownList shown; /* the deadlocks that forced runs have shown */
	uint32_t nruns, nkept; /* number of forced runs, and of their recordings that are kept */
	Waits seen;       /* the waits at the end of the recorded run itself */
} Deadlocks;

/* The search for the races and deadlocks of a recorded run, and its results. */
typedef struct Prediction {
	PredictOptions options;
	const LiveResult *base;
	Model model;
	Candidates candidates;
	Deadlocks deadlocks;
	ShownList shown;  /* the races that forced runs have shown */
	/* events of the trace; forced runs for races; recordings of these; searches for orders */
	uint32_t nevents, nruns, nkept, nsearches;
	bool left_out; /* too many operations: nothing was searched */
} Prediction;

/*
 * prediction_make: search for races and deadlocks. The pairs of `base` are races that the run
 * itself has. The arena of `base` holds a part of the result.
 */
void prediction_make(Prediction *p, const PredictOptions *o, const LiveResult *base);
/* prediction_has_findings: true if a race or deadlock was shown. */
bool prediction_has_findings(const Prediction *p);
/* prediction_free: free the result of a prediction. */
void prediction_free(Prediction *p);

/* prediction_execute: make the next forced run. */
void prediction_execute(Prediction *p, Execution *x, const Schedule *s);
/*
 * prediction_note_races: note the races of a forced run that are new; returns whether there are
 * any.
 */
bool prediction_note_races(Prediction *p, const Execution *x);

/* ---- deadlocks.c ---- */

/* deadlocks_search: find the kinds of deadlocks, and try to reach each one by forced runs. */
void deadlocks_search(Prediction *p);
/*
 * deadlocks_note_other: note the deadlock in which a forced run has ended, whatever that run was
 * made for; returns whether the deadlock is new. It may be one that the recorded operations cannot
 * reach.
 */
bool deadlocks_note_other(Prediction *p, const Execution *x);
/* deadlocks_free: free the deadlocks that were found. */
void deadlocks_free(Deadlocks *d);

/* ---- tell_deadlocks.c ---- */

/*
 * IsPart: true if the thread is part of the deadlock: one of the threads that wait for each other,
 * or named in the report. Other threads wait only because these do.
 */
typedef bool (*IsPart)(void *context, const Wait *w);

/* deadlock_put: append the lines on a forced run's deadlock, without heading and summary. */
void deadlock_put(const Execution *x, IsPart is_part, void *context, Buf *out);
/* deadlock_json: the waits of the execution as JSON, first those that are part of its deadlock. */
json_t *deadlock_json(const Execution *x, IsPart is_part, void *context);
/* deadlock_put_count: append the number of threads: "deadlock of 2 threads". */
void deadlock_put_count(uint32_t nthreads, Buf *out);
/*
 * deadlock_put_states: append the number of states in which the operations have a kind of
 * deadlocks.
 */
void deadlock_put_states(const Deadlocks *d, uint64_t nstates, Buf *out);
/* deadlocks_put: append the deadlocks that were found, as text. */
void deadlocks_put(const Prediction *p, Buf *out);
/* deadlocks_json: the deadlocks that were found, as JSON. */
json_t *deadlocks_json(const Prediction *p);

/* ---- tell_possible.c ---- */

/*
 * possible_deadlocks_put: append at most `limit` deadlocks that no forced run has shown. Of similar
 * deadlocks, only the first is appended. Returns the number of deadlocks left out.
 */
uint32_t possible_deadlocks_put(const Prediction *p, uint32_t limit, Buf *out);
/*
 * possible_deadlocks_json: at most `limit` deadlocks that no forced run has shown. Of similar
 * deadlocks, only the first is given, with their number.
 */
json_t *possible_deadlocks_json(const Prediction *p, uint32_t limit);

/* ---- tell.c ---- */

/* prediction_print: print the report on predicted races and deadlocks. */
void prediction_print(const Prediction *p);
/* prediction_json: the report as a member of the JSON of `trellis races`. */
json_t *prediction_json(const Prediction *p);
/* shown_put: append the lines on a shown race or deadlock. */
void shown_put(const ForcedFinding *s, Buf *out);
/* shown_json: a shown race or deadlock as JSON. */
json_t *shown_json(const ForcedFinding *s);

#endif
