/* explore_parts.h - the search, for the files that take part in it. */
#ifndef EXPLORE_PARTS_H
#define EXPLORE_PARTS_H

#include "outcomes.h"

/* What is wanted in a state: an action, and, in the state after it, what is wanted there. */
typedef struct Branch {
	Action action;
	uint32_t index;       /* of the action in the state, once that is known */
	struct Branch *child; /* [n]; none: the run goes on as it likes */
	uint32_t n;
	struct Ahead *ahead;  /* borrowed: its run, if another process makes it; or NULL */
} Branch;

/* A state of the path. */
typedef struct Level {
	State state;
	ActionSet asleep; /* from the beginning */
	ActionSet wanted; /* those of the queue */
	Branch *queue;    /* [nwanted] that are run, one after the other */
	uint32_t nwanted;
	uint32_t at;     /* the present one, which is state.chosen */
	uint32_t delays; /* levels before this one whose action is another one than the first */
} Level;

/* How a run begins that has a reversal. */
typedef struct Beginning {
	const Action **action; /* [n] */
	uint32_t n;
	ActionSet first; /* actions of the state that it does, and could do first, ... */
	ActionSet open;  /* ... and that it does not, but could do first or later */
	/*
	 * of the action that was first: it is done later, if it can be, and none of the others that
	 * the thread could do in the state. NO_THREAD: the thread does another one of them
	 */
	uint32_t thread;
} Beginning;

typedef struct Explorer {
	Exploration *x;
	struct Jobs *jobs; /* NULL: all is run here */
	struct RaceJobs *races; /* NULL: orders are not searched for data races */
	Level *level; /* [n] */
	uint32_t n;
	Arena arena;  /* of one run */
	Play play;
	ActionTrace trace;
	const Action **scratch; /* [trace.n + 1] for a Beginning */
} Explorer;

/* ---- explore.c ---- */

/*
 * explore_want: a run that begins like this is wanted in a state, unless orders that were run, or
 * will be, cover it.
 */
void explore_want(Explorer *e, uint32_t level, Beginning *b);
/*
 * explore_want_too: a run that begins with that action of a state is wanted: it is another choice
 * of a thread than the one that was run there.
 */
void explore_want_too(Explorer *e, uint32_t level, uint32_t action);
/* play_chooses: a thread could get one of several messages, or none. */
bool play_chooses(const Play *p);
/*
 * explore_order: the order to run for the number of a branch of a level: the path before it, what
 * is wanted there, and what is asleep after that.
 */
PlayOrder explore_order(const Explorer *e, Arena *a, uint32_t level, uint32_t at);
void explorer_free(Explorer *e);

/* ---- branches.c ---- */

/* branch_leaf: the last action of the order in which a branch is run next. */
Branch *branch_leaf(Branch *b);
/* branch_add: one more in a list. Valid until the next one is added. */
Branch *branch_add(Branch **list, uint32_t *n, const Action *a);
/* branch_depth: the number of actions up to that one. */
uint32_t branch_depth(const Branch *b);
/*
 * branches_insert: a run that begins like this is wanted, too. The first branch from a number on
 * with which it could begin will show the rest of it, if it is a leaf; otherwise the rest is
 * inserted behind it. b->action is used up. Returns whether a branch was added to the list itself.
 */
bool branches_insert(Branch **list, uint32_t *n, uint32_t from, Beginning *b);
void branches_free(Branch *list, uint32_t n);

/* ---- reversals.c ---- */

/* reversals_want: want the reversals of the run's actions from a number on with those before. */
void reversals_want(Explorer *e, uint32_t from);

/* ---- jobs.c: other processes, each with a server of its own ---- */

typedef struct Jobs Jobs;

Jobs *jobs_new(const PlayedProgram *p, uint32_t n);
void jobs_free(Jobs *j);
/* jobs_begin: let idle processes run the orders that will be run next. */
void jobs_begin(Explorer *e);
/* jobs_take: if one has run the path's order, or runs it, its play. Returns whether one has. */
bool jobs_take(Explorer *e);

/* ---- estimate.c ---- */

/* estimate_done: the part of all orders that was run, 0 to 1, by an estimate. */
double estimate_done(const Explorer *e);

/* ---- search.c ---- */

/* search_put: append the state of a search. */
void search_put(Buf *b, const Explorer *e);
/* search_get: read one, of an empty explorer and exploration; false: it is not one. */
bool search_get(WireReader *r, Explorer *e);

/* ---- race_jobs.c ---- */

typedef struct RaceJobs RaceJobs;

/* race_jobs_new: search orders for data races, n at a time. */
RaceJobs *race_jobs_new(Exploration *x, uint32_t n);
/* race_jobs_search: search an order with that outcome. */
void race_jobs_search(RaceJobs *j, uint32_t row, const PlayOrder *o);
/* race_jobs_end: wait for all, and free them. */
void race_jobs_end(RaceJobs *j);

/* ---- explore.c, for sample.c, too ---- */

/* explore_count: count an order that was run; races: search it for data races; or NULL. */
void explore_count(Exploration *x, RaceJobs *races, Arena *a, const Play *p);

#endif
