/*
 * solve.h - data structures of the methods that find orders: executions in progress, boxes (ranges
 * of states), and searches.
 */
#ifndef ORDER_SOLVE_H
#define ORDER_SOLVE_H

#include "order.h"

enum {
	/* by default, brute force is used up to this many states: about 10 us */
	EXACT_STATES = 1 << 10,
	/* brute force is never used for more states than this, because each takes a byte */
	BRUTE_STATES = 1 << 30,
	/* the most states that one search visits: some hundred MB */
	SEARCH_STATES = 1 << 23,
};

/* A time limit, shared by all searches of a trace. */
typedef struct Deadline {
	double end; /* seconds of CLOCK_MONOTONIC; 0: no limit */
	uint32_t calls; /* number of calls of deadline_passed; not each of them reads the clock */
	bool over;      /* the time limit has been reached */
} Deadline;

/*
 * A share: the events of one task on one semaphore. Step k is the place after the k-th of these
 * events; step 0 is the place before the first.
 */
typedef struct SemShare {
	uint32_t task;
	const uint32_t *nsteps; /* [sem_length + 1] number of steps in the first k events */
	/* [steps + 1] number of all events of the task that are done at a step */
	const uint32_t *at;
	const int32_t *sum;     /* [steps + 1] signals minus waits up to the step */
} SemShare;

/*
 * The effect of events on the semaphores, summed along each task: at [s * npoints + first[t] + t +
 * k] is the effect of the first k events of task t on s.
 */
typedef struct SemNet {
	const SemTrace *t; /* borrowed */
	uint32_t npoints;  /* nevents + ntasks */
	int32_t *balance;      /* signals minus waits */
	int32_t *waits;    /* only the waits */
	SemShare *share; /* [firstshare[nsems]] the shares of semaphore s begin at firstshare[s] */
	uint32_t *firstshare; /* [nsems + 1] */
	uint32_t *shareof;     /* [nevents] the event's share */
	uint32_t *nsteps, *at; /* memory for the shares' arrays */
	int32_t *sum;
} SemNet;

/* The results of visiting every state. */
typedef struct Brute {
	Count *stamp; /* [nevents * ntasks] */
	uint64_t states; /* number of reachable states */
	/*
	 * [ndeadlocks * ntasks] states in which no event can happen, although not all events have
	 * happened
	 */
	Count *deadlock;
	uint32_t ndeadlocks, cap;
} Brute;

/*
 * An execution in progress: the counts of the tasks' events, the values of semaphores, and the
 * events so far.
 */
typedef struct SemState {
	const SemNet *net; /* borrowed */
	/* [ntasks] the task's events so far; the most events that it may execute (done <= cap) */
	Count *done, *cap;
	int32_t *value;    /* [nsems] */
	int32_t *left;     /* [nsems] number of waits still to come, up to the caps */
	uint32_t *path;    /* [npath] event numbers */
	uint32_t npath;
	/*
	 * [nevents * ntasks] upper bounds of the stamps, borrowed, or NULL: each step lowers the
	 * entries of the executed event to `done`
	 */
	Count *shown;
} SemState;

/* A set of states, numbered from 0 in the order of addition. */
typedef struct StateSet {
	uint32_t width; /* number of counts in a state */
	uint32_t n;
	Count *row;
	uint32_t *slot; /* [nslots] the hash table: number of a state + 1, or 0 */
	uint32_t nslots;
} StateSet;

/* Stamps (proven or only claimed), and a box: all states with counts from lo[task] to hi[task]. */
typedef struct Bounds {
	const SemNet *net;  /* borrowed */
	Count *stamp;       /* [nevents * ntasks] */
	Count *cap;         /* [ntasks] no task exceeds its cap */
	Count *lo, *hi;     /* [ntasks] the ends of the box */
	/* [ntasks] the task's lower end was raised, and the rules have not been applied to it */
	bool *raised;
	/* some upper ends were lowered, and the rules have not been applied to them */
	bool lowered;
	bool *touched;      /* [nsems] the semaphore is listed in `sem` */
	uint32_t *sem, nsems; /* [nsems] semaphores whose balance must be checked */
	bool empty;         /* the box is empty: a lower end exceeds an upper end */
	int32_t *most;      /* [ntasks] scratch: the best balance of a share in the box */
	Count *aside;       /* [ntasks] scratch: a saved stamp */
} Bounds;

/* Semaphores used as locks, and their critical sections; see locks.c. */
typedef struct Locks {
	bool *lock;     /* [nsems] the semaphore is used as a lock */
	/*
	 * [nevents] if the event is a wait that begins a critical section: number of the task's
	 * events up to the section's end
	 */
	Count *end;
	/*
	 * [nsems * nwords] for each semaphore, the semaphores on which tasks wait in its critical
	 * sections, as bits
	 */
	uint64_t *need;
	uint32_t nwords;
} Locks;

/* One level of a search: a state with the competing waits that may come next. */
typedef struct SearchLevel {
	uint32_t npath; /* number of events up to the level */
	uint32_t nchoices, tried; /* number of choices; number of choices tried so far */
} SearchLevel;

typedef struct Search {
	const SemNet *net; /* borrowed */
	Bounds *bounds;    /* borrowed: proven stamps; NULL if only deadlocks are searched for */
	Locks locks;
	SemState state;       /* the present execution; after ANSWER_YES, the one that was found */
	StateSet seen;     /* the visited states */
	uint32_t limit;    /* number of visited states at which a search gives up */
	StateSet deadlocks; /* all deadlocks that search_deadlocks has found */
	/*
	 * if not NULL: a function called for each deadlock, perhaps several times for the same one;
	 * no deadlocks are kept in `deadlocks`. If the function returns false, the search ends
	 */
	bool (*found)(void *context, const SemState *s);
	void *context;
	uint32_t *position; /* [nevents] index of each event in the trace */
	SearchLevel *level; /* [nevents + 1] the levels of the search */
	uint32_t *choice;   /* [(nevents + 1) * ntasks] for each level, the tasks to try next */
	uint32_t *blocked; /* [nsems] number of dead ends in which a task waited on the semaphore */
	uint32_t variant;   /* selects the order in which choices are tried */
	uint32_t goal;      /* the event searched for, or NO_EVENT */
	const TaskPlaces *places; /* borrowed: what search_places searches for */
	/*
	 * [(nevents + 1) * 2 * ntasks] for each level: the lower ends and the upper ends of its box
	 */
	Count *box;
	struct Stubborn {   /* scratch: a stubborn set of tasks, see stubborn.c */
		uint32_t *task; /* [n] its tasks */
		bool *member;   /* [ntasks] the task is in the set */
		uint32_t n, nenabled; /* number of its tasks; of its enabled tasks */
	} stubborn, best; /* the set being computed; the best one so far */
} Search;

/* A demand, one of the cases to try: the task must execute at least `to` events. */
typedef struct Demand {
	uint32_t task;
	Count to;         /* number of events that the task must execute */
	uint32_t blocked; /* number of dead ends at the semaphore that lacks signals */
} Demand;

typedef struct DemandLevel {
	uint32_t ndemands, tried; /* number of demands; number of demands tried so far */
} DemandLevel;

/* A backward search: from a goal to what must happen before it; see demand.c. */
typedef struct Demands {
	Search *search;     /* borrowed: for executions within a box */
	uint32_t goal;      /* the event searched for */
	uint32_t left;      /* number of states that may still be visited */
	bool unknown;       /* a forward search has given up */
	DemandLevel *level; /* [nevents + 1] */
	Demand *demand;     /* [(nevents + 1) * ntasks] for each level, the demands to try */
	Count *box;         /* [(nevents + 1) * 2 * ntasks] lower ends, upper ends */
	Demand *scratch;    /* [ntasks] */
	/* the next three fields describe a run in which each signal releases all waiting tasks */
	Count *reach;       /* [ntasks] number of events that each task executes in that run */
	int32_t *total;     /* [nsems] sum of the best balances of all shares */
	int32_t *best;      /* [shares] best balance of one share */
} Demands;

/*
 * The knowledge about one trace while its exact orders are computed. It must not be moved in
 * memory.
 */
typedef struct Exact {
	const SemTrace *t; /* borrowed */
	SemNet net;
	Bounds bounds;
	Search search;
	Demands demands;
	Count *high; /* [nevents * ntasks] as in Orders */
	/*
	 * [ntasks * ntasks] for two tasks: in this round, there was no answer to any question
	 * whether an event of the first task can be reached with fewer than this many events of the
	 * second
	 */
	Count *tried;
	Deadline deadline;
} Exact;

/* ---- net.c ---- */

/* semnet_new: the sums of signals and waits of each task of a trace. */
SemNet semnet_new(const SemTrace *t);
/* semnet_free: free the sums. */
void semnet_free(SemNet *n);
/* deadline_after: a deadline the given number of seconds from now; with 0 there is no limit. */
Deadline deadline_after(double seconds);
/* deadline_passed: true if the time limit has been reached. */
bool deadline_passed(Deadline *d);

/*
 * semnet_balance: an array with, for each k up to sem_length, the signals minus waits on sem among
 * the first k events of task.
 */
static inline const int32_t *
semnet_balance(const SemNet *n, uint32_t sem, uint32_t task)
{
	return n->balance + (size_t)sem * n->npoints + n->t->first[task] + task;
}

/*
 * semnet_waits: an array with, for each k up to sem_length, the number of waits on sem among the
 * first k events of task.
 */
static inline const int32_t *
semnet_waits(const SemNet *n, uint32_t sem, uint32_t task)
{
	return n->waits + (size_t)sem * n->npoints + n->t->first[task] + task;
}

/* semnet_shares: the shares of a semaphore: for each task that uses it, the task's events on it. */
static inline const SemShare *
semnet_shares(const SemNet *n, uint32_t sem, uint32_t *nshares)
{
	*nshares = n->firstshare[sem + 1] - n->firstshare[sem];
	return n->share + n->firstshare[sem];
}

/* ---- state.c ---- */

/* semstate_new: the state at the start, with no task capped. */
SemState semstate_new(const SemNet *net);
/* semstate_free: free the state. */
void semstate_free(SemState *s);
/* semstate_uncap: remove all caps. */
void semstate_uncap(SemState *s);
/* semstate_update_caps: update the state after caps were changed. */
void semstate_update_caps(SemState *s);
/* semstate_cap: change the cap of one task, to k >= done. */
void semstate_cap(SemState *s, uint32_t task, Count k);
/* semstate_step: execute the task's next event, which must be enabled. */
void semstate_step(SemState *s, uint32_t task);
/* semstate_undo: undo all events after the first npath. */
void semstate_undo(SemState *s, uint32_t npath);
/*
 * semstate_run_eager: execute all eager steps (enabled events that cannot hinder any other event).
 */
void semstate_run_eager(SemState *s);
/* semstate_is_deadlock: true if no event can happen in the state, but not all have. */
bool semstate_is_deadlock(const SemState *s);

/* semstate_enabled_event: the next event of a task if it can happen now, otherwise NULL. */
const SemEvent *semstate_enabled_event(const SemState *s, uint32_t task);

/*
 * semstate_run_greedily: execute events until none is enabled; always choose the enabled event that
 * is first (or last) in position[event].
 */
void semstate_run_greedily(SemState *s, const uint32_t *position, bool latest);

/* ---- stateset.c ---- */

/* stateset_row: the counts of a state of the set. */
static inline Count *
stateset_row(const StateSet *set, uint32_t number)
{
	return set->row + (size_t)number * set->width;
}
/* stateset_add: add a state; false if the set has it already. */
bool stateset_add(StateSet *set, const Count *c);
/* stateset_empty: remove all states. */
void stateset_empty(StateSet *set);
/* stateset_free: free the table. */
void stateset_free(StateSet *set);

/*
 * bounds_stamp: the stamp (for each task, how many of its events come first) of the task's k-th
 * event, k >= 1.
 */
static inline const Count *
bounds_stamp(const Bounds *b, uint32_t task, Count k)
{
	return sem_stamp_row(b->net->t, b->stamp, b->net->t->first[task] + k - 1);
}

/* ---- box.c ---- */

/* bounds_new: a box of states without limits. */
Bounds bounds_new(const SemNet *net);
/* bounds_free: free the box. */
void bounds_free(Bounds *b);
/* bounds_set: set the box to given bounds to which the rules have been applied already. */
void bounds_set(Bounds *b, const Count *lo, const Count *hi);
/* bounds_raise: raise lo[task] to k if it is lower. */
void bounds_raise(Bounds *b, uint32_t task, Count k);
/* bounds_lower: lower hi[task] to k if it is higher. */
void bounds_lower(Bounds *b, uint32_t task, Count k);
/* bounds_has_pending: true if an end was moved and the rules have not been applied. */
bool bounds_has_pending(const Bounds *b);
/*
 * bounds_propagate: apply the rules after ends of the box were moved; false if it contains no
 * state.
 */
bool bounds_propagate(Bounds *b);
/*
 * bounds_narrow: apply the rules to a box whose bounds were copied to lo and hi; false if it
 * contains no state.
 */
bool bounds_narrow(Bounds *b);

/* ---- bounds.c ---- */

/* bounds_uncap: remove all caps. */
void bounds_uncap(Bounds *b);
/*
 * bounds_set_after_event: set the box to the states just after event e. In these states, no event
 * that needs e has happened.
 */
void bounds_set_after_event(Bounds *b, uint32_t e);

/*
 * bounds_refute: true if event e needs at least k events of the task first, provided that the
 * claims for all other events are true.
 */
bool bounds_refute(Bounds *b, uint32_t e, uint32_t task, Count k);

/*
 * bounds_fixpoint: drop claims that cannot be proven, until all remaining claims are proven; false
 * if the time limit was reached, so that some claims may be false.
 */
bool bounds_fixpoint(Bounds *b, Deadline *d);

/*
 * bounds_probe: raise entries for the task from k to k + 1 where this can be proven from true
 * stamps; false if the time limit was reached (entries already raised are true).
 */
bool bounds_probe(Bounds *b, uint32_t task, Count k, Deadline *d);

/*
 * bounds_claim_nothing: let the stamp of each event claim only that its own task has reached the
 * event.
 */
void bounds_claim_nothing(Bounds *b);

/* ---- brute.c ---- */

/* brute_state_bound: an upper bound of the trace's number of states. */
uint64_t brute_state_bound(const SemTrace *t);
/*
 * brute_run: visit all reachable states; false if the time limit was reached and b is incomplete.
 */
bool brute_run(const SemTrace *t, Deadline *d, Brute *b);
/* brute_free: free stamps and deadlocks. */
void brute_free(Brute *b);

/* gifts.c */

/* Gifts: the signals that tasks can still give to other tasks. */
typedef struct Gifts {
	const SemNet *net; /* borrowed */
	/* like SemNet.sum: the largest sum of the share at this step or a later one */
	int32_t *most;
} Gifts;

/* gifts_new: compute how many signals each task can still give from each of its steps on. */
Gifts gifts_new(const SemNet *net);
/* gifts_free: free the sums. */
void gifts_free(Gifts *g);
/*
 * gifts_can_give: true if, after its first `done` events, the task of the share can give more
 * signals than it takes: at some later step, the sum is larger than now.
 */
bool gifts_can_give(const Gifts *g, const SemShare *x, Count done);

/* shorten.c */
/*
 * knot_shorten: remove from the execution those events without which the tasks of the knot
 * (DeadlockKind.waits) still wait for each other for ever.
 */
void knot_shorten(const Gifts *g, const uint32_t *waits, Schedule *way);

/* cycles.c */
/*
 * cycles_each: call `each` for places at which a few tasks would wait for each other, or one task
 * would wait for signals that others have taken. Only places that the bounds and locks do not
 * exclude are reported; not all of them are found. If `each` returns false, the search ends.
 */
void cycles_each(const Gifts *g, const Orders *o,
	bool (*each)(void *context, const TaskPlaces *places), void *context);

/* ---- locks.c ---- */

/* locks_find: find the semaphores that are used as locks, and what needs them. */
Locks locks_find(const SemTrace *t);
/* locks_free: free what locks_find has found. */
void locks_free(Locks *l);
/*
 * locks_execute_sections: execute all critical sections whose locks are free; returns whether there
 * were such sections.
 */
bool locks_execute_sections(const Locks *l, SemState *s);

/* stubborn.c */
/*
 * stubborn_choices: find the stubborn set with the fewest enabled tasks. List these enabled tasks,
 * the best first, and return their number.
 */
uint32_t stubborn_choices(Search *s, uint32_t *choice);

/* goal.c */
/*
 * goal_set: set the goal of search_before: to reach event e with at most k events of the task;
 * false if the goal cannot be reached.
 */
bool goal_set(Search *s, uint32_t e, uint32_t task, Count k);
/*
 * goal_set_within: set the goal of search_within: to reach event e with at most most[i] events of
 * each task i; false if the goal cannot be reached.
 */
bool goal_set_within(Search *s, uint32_t e, const Count *most);
/*
 * goal_arrive: enter the present state as a level and set its choices; the level has no choices if
 * the state was visited before, or cannot lead to the goal. true if the goal is reached.
 */
bool goal_arrive(Search *s, uint32_t level);
/* goal_return: return to a level of the search and restore its caps. */
void goal_return(Search *s, uint32_t level);

/* search.c */
/*
 * search_new: a search of the trace's executions. The bounds and `shown` (upper bounds that
 * executions have shown) are borrowed.
 */
Search search_new(const SemNet *net, Bounds *b, Count *shown);
/* search_free: free the search. */
void search_free(Search *s);
/* search_restart: go back to the initial state; forget the visited states and the caps. */
void search_restart(Search *s);

/*
 * search_before: find an execution that reaches event e with at most k events of task. Variant 0
 * (s->variant) tries choices in the order of the trace; other variants shuffle them.
 */
Answer search_before(Search *s, uint32_t e, uint32_t task, Count k, Deadline *d);

/*
 * search_within: find an execution that reaches event e with at most most[task] events of each
 * task.
 */
Answer search_within(Search *s, uint32_t e, const Count *most, Deadline *d);

/*
 * search_continue: continue from the present state as far as possible with at most k events of
 * task.
 */
void search_continue(Search *s, uint32_t task, Count k);

/*
 * search_deadlocks: search all states for deadlocks. ANSWER_NO: the search was complete;
 * ANSWER_YES: s->found has ended the search.
 */
Answer search_deadlocks(Search *s, Deadline *d);
/* search_state: find an execution to a state. */
Answer search_state(Search *s, const Count *wanted, Deadline *d);
/*
 * search_places: find an execution to a state in which each task of g has done its number of
 * events; no task of g goes beyond it.
 */
Answer search_places(Search *s, const TaskPlaces *g);

/* ---- demand.c ---- */

/* demands_new: the state of a search for what must happen first, level by level. */
Demands demands_new(Search *s);
/* demands_free: free the state of a search. */
void demands_free(Demands *m);
/*
 * demands_search: answer the question of search_before by a backward search, which asks level by
 * level what must happen first.
 */
Answer demands_search(Demands *m, uint32_t e, uint32_t task, Count k, Deadline *d);

/* ---- paper.c ---- */

/*
 * paper_orders: find the stamps by the method of the paper (paper.c); recursive: with assumptions
 * up to depth `level`.
 */
void paper_orders(const SemNet *net, bool recursive, uint32_t depth, Deadline *d, Orders *o);

/* ---- exact.c ---- */

/* exact_init: prepare everything except the search. */
void exact_init(Exact *x, const SemTrace *t, Deadline d);
/* exact_free: free everything except a moved result. */
void exact_free(Exact *x);
/* exact_decide_pairs: search for every undecided pair of events. */
void exact_decide_pairs(Exact *x);
/* exact_search_before: find an execution that reaches event e with at most k events of task. */
Answer exact_search_before(Exact *x, uint32_t e, uint32_t task, Count k);
/* exact_probe: prove further entries of the stamps, in polynomial time. */
void exact_probe(Exact *x);
/* exact_deadlocks: find the deadlocks of the trace, and store them in o. */
void exact_deadlocks(Exact *x, Orders *o);

/* exact_move_result: move the stamps to o; afterwards x may only be freed. */
void exact_move_result(Exact *x, Orders *o);

#endif
