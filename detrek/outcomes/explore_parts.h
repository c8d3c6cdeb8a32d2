/* explore_parts.h - the state of the search through all orders, shared by its files. */
#ifndef EXPLORE_PARTS_H
#define EXPLORE_PARTS_H

#include "outcomes.h"

/*
 * A tree of queued runs. The root is an action that is done next in a state; its children are the
 * actions that may be done in the state after it, and so on. Each path from the root to a leaf is
 * one run.
 */
typedef struct Branch {
	Action action;
	uint32_t index;       /* number of the action in the state, once that is known */
	struct Branch *child; /* [n]; none: after the action, the run may continue in any order */
	uint32_t n;
	/*
	 * for an action without children: the run of its path, if another process makes this run
	 * (borrowed)
	 */
	struct AheadRun *ahead;
} Branch;

/* A state on the path from the start to the present run. */
typedef struct Level {
	State state;
	/*
	 * actions that need not be done next in this state, because other orders cover the runs
	 * that do them
	 */
	ActionSet asleep;
	ActionSet wanted; /* the first actions of the branches in the queue */
	Branch *queue;    /* [nwanted] the branches to run, one after the other */
	uint32_t nwanted;
	uint32_t at;     /* the present branch, whose action is state.chosen */
	uint32_t delays; /* number of earlier levels whose action is not the first of their state */
} Level;

/*
 * The first actions of a wanted run, in which two actions of an earlier run have the opposite
 * order.
 */
typedef struct RunBeginning {
	const Action **action; /* [n] */
	uint32_t n;
	ActionSet first; /* actions of the state that the run does, and that it could do first */
	/* actions of the state that the run does not do, but could do first or later */
	ActionSet open;
	/*
	 * the thread of the action that came first in the earlier run. In the wanted run this
	 * thread does that action later, if it can, and none of its other actions in the state.
	 * NO_THREAD: it does one of those other actions
	 */
	uint32_t thread;
} RunBeginning;

/* The state of a search. */
typedef struct Explorer {
	Exploration *x;
	struct Jobs *jobs; /* other processes that make runs; NULL: this process makes all runs */
	struct RaceJobs *races; /* NULL: orders are not searched for data races */
	Level *level; /* [n] */
	uint32_t n;
	Arena arena;  /* emptied for each run */
	Play play;
	ActionTrace trace;
	const Action **scratch; /* [trace.n + 1] scratch for a Beginning */
} Explorer;

/* ---- explore.c ---- */

/*
 * explore_queue_run: queue a run that does b's actions first in the state of a level, unless runs
 * that were made or are queued cover it.
 */
void explore_queue_run(Explorer *e, uint32_t level, RunBeginning *b);
/*
 * explore_queue_action: queue a run in which, in the state of a level, a thread does another one of
 * its possible actions.
 */
void explore_queue_action(Explorer *e, uint32_t level, uint32_t action);
/* play_has_choices: true if a thread could get one of several messages, or none. */
bool play_has_choices(const Play *p);
/*
 * explore_make_order: the order to run for branch number `at` of a level: the actions up to the
 * level, the actions that the branch asks for, and those that must not be done first after them.
 */
PlayOrder explore_make_order(const Explorer *e, Arena *a, uint32_t level, uint32_t at);
/* explorer_free: free the levels, the queues and the arena of a search. */
void explorer_free(Explorer *e);

/* ---- branches.c ---- */

/*
 * branch_leaf: the last action of the branch's first path, which is the path that is run next: from
 * b along the first children.
 */
Branch *branch_leaf(Branch *b);
/* branch_add: append a branch to a list. The result is valid until the next one is added. */
Branch *branch_add(Branch **list, uint32_t *n, const Action *a);
/*
 * branch_depth: the number of actions on the branch's first path (branch_leaf).
 */
uint32_t branch_depth(const Branch *b);
/*
 * branches_insert: ask for a run that begins with the actions of b. If a branch of the list, from
 * number `from` on, can begin in the same way, the remaining actions are inserted below the first
 * such branch; if it has no children, its run shows the rest, and nothing is inserted. Otherwise a
 * new branch is added to the list. b->action is used up. Returns whether a branch was added to the
 * list itself.
 */
bool branches_insert(Branch **list, uint32_t *n, uint32_t from, RunBeginning *b);
/* branches_free: free the n branches of a list, and all below them. */
void branches_free(Branch *list, uint32_t n);

/* ---- reversals.c ---- */

/*
 * reversals_queue_runs: ask the explorer for runs in which an action of the run, from number `from`
 * on, comes before an earlier action on which it depends.
 */
void reversals_queue_runs(Explorer *e, uint32_t from);

/* ---- jobs.c: other processes, each with a server of its own ---- */

typedef struct Jobs Jobs;

/* jobs_new: n processes that make runs of the program ahead of the search. */
Jobs *jobs_new(const PlayedProgram *p, uint32_t n);
void jobs_free(Jobs *j);
/* jobs_begin: let idle processes make the runs that the search will need next. */
void jobs_begin(Explorer *e);
/*
 * jobs_take_play: if a process has made or makes the run of the path's order, wait for its play and
 * store it in e->play. Returns whether it has been stored.
 */
bool jobs_take_play(Explorer *e);

/* ---- estimate.c ---- */

/* estimate_done: an estimate of the fraction (0 to 1) of all orders that have been run. */
double estimate_done(const Explorer *e);

/* ---- search.c ---- */

/* search_put: append the state of an interrupted search as bytes. */
void search_put(Buf *b, const Explorer *e);
/*
 * search_get: read the state of a search into an empty explorer and exploration; false: it is
 * invalid.
 */
bool search_get(WireReader *r, Explorer *e);

/* ---- race_jobs.c ---- */

typedef struct RaceJobs RaceJobs;

/* race_jobs_new: a pool of at most n processes that search orders for data races. */
RaceJobs *race_jobs_new(Exploration *x, uint32_t n);
/* race_jobs_search: let a process search an order for a data race; row: the order's outcome. */
void race_jobs_search(RaceJobs *j, uint32_t row, const PlayOrder *o);
/* race_jobs_end: wait for all processes, store their results and free the pool. */
void race_jobs_end(RaceJobs *j);

/* ---- explore.c, for sample.c, too ---- */

/* explore_count_order: count an order that was run; races: to search it for data races, or NULL. */
void explore_count_order(Exploration *x, RaceJobs *races, Arena *a, const Play *p);

#endif
