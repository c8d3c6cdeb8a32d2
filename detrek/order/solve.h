/*
 * solve.h - what the methods that find orders are made of: executions in progress, boxes of
 * states, searches.
 */
#ifndef ORDER_SOLVE_H
#define ORDER_SOLVE_H

#include "order.h"

enum {
	EXACT_STATES = 1 << 10,  /* brute force up to this many states by default: some 10 us */
	BRUTE_STATES = 1 << 30,  /* and never above: a byte each */
	SEARCH_STATES = 1 << 23, /* one search gives up: some hundred MB of states */
};

/* When to stop; shared by all searches of a trace. */
typedef struct Deadline {
	double end; /* seconds of CLOCK_MONOTONIC; 0 never */
	uint32_t calls;
	bool over;
} Deadline;

/* The events of a task on one semaphore: step 0 is before the first of them. */
typedef struct SemShare {
	uint32_t task;
	const uint32_t *nsteps; /* [sem_length + 1] steps that the task's first k events are */
	const uint32_t *at;     /* [steps + 1] how many of the task's events are done at a step */
	const int32_t *sum;     /* [steps + 1] signals less waits so far */
} SemShare;

/*
 * What the events do to the semaphores, summed along each task: at [s * npoints + first[t] + t
 * + k] is what the first k events of task t do to s.
 */
typedef struct SemNet {
	const SemTrace *t; /* borrowed */
	uint32_t npoints;  /* nevents + ntasks */
	int32_t *net;      /* signals less waits */
	int32_t *waits;    /* the waits alone */
	SemShare *share;   /* [firstshare[nsems]] those of semaphore s begin at firstshare[s] */
	uint32_t *firstshare; /* [nsems + 1] */
	uint32_t *shareof;     /* [nevents] the share of an event */
	uint32_t *nsteps, *at; /* what the shares point to */
	int32_t *sum;
} SemNet;

/* What looking at every state gives. */
typedef struct Brute {
	Count *stamp; /* [nevents * ntasks] */
	uint64_t states; /* reachable ones */
	Count *deadlock; /* [ndeadlocks * ntasks] states without a step, but not all events done */
	uint32_t ndeadlocks, cap;
} Brute;

/* An execution in progress: counts, semaphores and the events that led there. */
typedef struct SemState {
	const SemNet *net; /* borrowed */
	Count *done, *cap; /* [ntasks] done <= cap: no task goes beyond its cap */
	int32_t *value;    /* [nsems] */
	int32_t *left;     /* [nsems] waits still to come, up to the caps */
	uint32_t *path;    /* [npath] event numbers */
	uint32_t npath;
	Count *shown; /* [nevents * ntasks] borrowed, or NULL: at each step, lowered to done */
} SemState;

/* States met before, numbered from 0. */
typedef struct StateSet {
	uint32_t width; /* counts in a state */
	uint32_t n;
	Count *row;
	uint32_t *slot; /* [nslots] number + 1, or 0 */
	uint32_t nslots;
} StateSet;

/* Stamps as claims, true or to be settled, and the box that is reasoned about. */
typedef struct Bounds {
	const SemNet *net;  /* borrowed */
	Count *stamp;       /* [nevents * ntasks] */
	Count *cap;         /* [ntasks] no task goes beyond its cap */
	Count *lo, *hi;     /* [ntasks] the box */
	bool *raised;       /* [ntasks] tasks whose lower ends have rules to be looked at */
	bool lowered;       /* the same of upper ends, all of them */
	bool *touched;      /* [nsems] listed in sem: semaphores whose balance is to be looked at */
	uint32_t *sem, nsems;
	bool empty;         /* an end has passed the other */
	int32_t *most;      /* [ntasks] scratch: a share's best balance in the box */
	Count *aside;       /* [ntasks] scratch: a stamp put aside */
} Bounds;

/* Semaphores used as locks, and their sections; see locks.c. */
typedef struct Locks {
	bool *lock;     /* [nsems] */
	/* [nevents] if a section begins with the wait: its task's events up to its end */
	Count *end;
	uint64_t *need; /* [nsems * nwords] bits of semaphores waited for in the sections of each */
	uint32_t nwords;
} Locks;

/* One level of a search: a state with the competing waits that can be next. */
typedef struct SearchLevel {
	uint32_t npath; /* events up to it */
	uint32_t nchoices, tried;
} SearchLevel;

typedef struct Search {
	const SemNet *net; /* borrowed */
	Bounds *bounds;    /* borrowed: true stamps; NULL where only deadlocks are looked for */
	Locks locks;
	SemState state;       /* after ANSWER_YES, the execution found */
	StateSet seen;
	uint32_t limit;    /* of states seen: beyond it a search gives up */
	StateSet deadlocks; /* all that search_deadlocks met */
	uint32_t *position; /* [nevents] place of each event in the trace */
	SearchLevel *depth; /* [nevents + 1] */
	uint32_t *choice;   /* [(nevents + 1) * ntasks] */
	uint32_t *blocked;  /* [nsems] dead ends at which a task waited on it */
	uint32_t variant;   /* of the order in which choices are tried */
	uint32_t goal;      /* the event that is searched for, or NO_EVENT */
	Count *box;         /* [(nevents + 1) * 2 * ntasks] of each level: lower ends, upper ends */
	struct Stubborn {   /* scratch: see stubborn.c */
		uint32_t *task; /* [n] */
		bool *member;   /* [ntasks] */
		uint32_t n, nenabled;
	} stubborn, best;
} Search;

/* The task may have to go on to where it has done that many events. */
typedef struct Demand {
	uint32_t task;
	Count to;
	uint32_t blocked; /* of the search, for the semaphore that is short of signals */
} Demand;

typedef struct DemandLevel {
	uint32_t ndemands, tried;
} DemandLevel;

/* A search from the end; see demand.c. */
typedef struct Demands {
	Search *search;     /* borrowed: for executions that stay in a box */
	uint32_t goal;
	uint32_t left;      /* states that may still be looked at */
	bool unknown;       /* a search from the start has given up */
	DemandLevel *level; /* [nevents + 1] */
	Demand *demand;     /* [(nevents + 1) * ntasks] */
	Count *box;         /* [(nevents + 1) * 2 * ntasks] lower ends, upper ends */
	Demand *scratch;    /* [ntasks] */
	/* a run in which each signal serves all who wait: */
	Count *reach;       /* [ntasks] */
	int32_t *total;     /* [nsems] the best balances of all shares */
	int32_t *best;      /* [shares] the best balance of one */
} Demands;

/* What is known of one trace on the way to its exact orders. Not to be moved. */
typedef struct Exact {
	const SemTrace *t; /* borrowed */
	SemNet net;
	Bounds bounds;
	Search search;
	Demands demands;
	Count *high; /* [nevents * ntasks] as in Orders */
	/*
	 * [ntasks * ntasks] in this round, no answer was found for an event of the first task and
	 * fewer than this many events of the second
	 */
	Count *tried;
	Deadline deadline;
} Exact;

/* net.c */
SemNet semnet_new(const SemTrace *t);
void semnet_free(SemNet *n);
Deadline deadline_after(double seconds); /* 0: never */
bool deadline_passed(Deadline *d);

/* semnet_balance, semnet_waits: the sums of sem along task: [0] .. [sem_length]. */
static inline const int32_t *
semnet_balance(const SemNet *n, uint32_t sem, uint32_t task)
{
	return n->net + (size_t)sem * n->npoints + n->t->first[task] + task;
}

static inline const int32_t *
semnet_waits(const SemNet *n, uint32_t sem, uint32_t task)
{
	return n->waits + (size_t)sem * n->npoints + n->t->first[task] + task;
}

/* The shares of a semaphore. */
static inline const SemShare *
semnet_shares(const SemNet *n, uint32_t sem, uint32_t *nshares)
{
	*nshares = n->firstshare[sem + 1] - n->firstshare[sem];
	return n->share + n->firstshare[sem];
}

/* state.c */
SemState semstate_new(const SemNet *net); /* at the start, no task capped */
void semstate_free(SemState *s);
void semstate_uncap(SemState *s);
void semstate_capped(SemState *s); /* after caps were changed */
void semstate_cap(SemState *s, uint32_t task, Count k); /* change one, k >= done */
void semstate_step(SemState *s, uint32_t task); /* its next event, which is enabled */
void semstate_undo(SemState *s, uint32_t npath); /* undo the events after the first npath */
void semstate_eager(SemState *s); /* all eager steps */
bool semstate_deadlock(const SemState *s); /* no event can happen, but not all have */

/* semstate_enabled: the next event of a task if it can happen now, else NULL. */
const SemEvent *semstate_enabled(const SemState *s, uint32_t task);

/*
 * semstate_greedy: go on to where nothing can happen, each time by the enabled event that comes
 * first (or last) in position[event].
 */
void semstate_greedy(SemState *s, const uint32_t *position, bool latest);

/* stateset.c */
static inline Count *
stateset_row(const StateSet *set, uint32_t number)
{
	return set->row + (size_t)number * set->width;
}
bool stateset_add(StateSet *set, const Count *c); /* false: it was there */
void stateset_empty(StateSet *set);
void stateset_free(StateSet *set);

/* bounds_stamp: the stamp of the last of the first k events of task, k >= 1. */
static inline const Count *
bounds_stamp(const Bounds *b, uint32_t task, Count k)
{
	return sem_row(b->net->t, b->stamp, b->net->t->first[task] + k - 1);
}

/* box.c */
Bounds bounds_new(const SemNet *net);
void bounds_free(Bounds *b);
void bounds_set(Bounds *b, const Count *lo, const Count *hi); /* a box already narrowed */
void bounds_raise(Bounds *b, uint32_t task, Count k); /* lo[task] to k, if it is lower */
void bounds_lower(Bounds *b, uint32_t task, Count k); /* hi[task] to k, if it is higher */
bool bounds_pending(const Bounds *b); /* an end was moved and the rules not looked at */
bool bounds_propagate(Bounds *b); /* narrow by what was moved; false: no state is in the box */
bool bounds_narrow(Bounds *b); /* the same for a box of any kind, put into lo and hi */

/* bounds.c */
void bounds_uncap(Bounds *b);
void bounds_open(Bounds *b, uint32_t e); /* the box right after event e, before any reasoning */

/*
 * bounds_refute: event e cannot have happened with fewer than k events of task, if the claims of
 * all other events are true.
 */
bool bounds_refute(Bounds *b, uint32_t e, uint32_t task, Count k);

/* bounds_fixpoint: drop claims until those left are true; false: out of time, they may not be. */
bool bounds_fixpoint(Bounds *b, Deadline *d);

/*
 * bounds_probe: raise entries for task to k + 1 where reasoning shows that, the stamps being true;
 * false: out of time (what was raised is true).
 */
bool bounds_probe(Bounds *b, uint32_t task, Count k, Deadline *d);

/* bounds_nothing: claim no more than each event's own number. */
void bounds_nothing(Bounds *b);

/* brute.c */
uint64_t brute_states(const SemTrace *t); /* how many there might be, reachable or not */
bool brute_run(const SemTrace *t, Deadline *d, Brute *b); /* false: out of time, b is partial */
void brute_free(Brute *b);

/* locks.c */
Locks locks_find(const SemTrace *t);
void locks_free(Locks *l);
bool locks_pass(const Locks *l, SemState *s); /* do all sections that are free; whether any was */

/* stubborn.c */
/* stubborn_choices: the enabled tasks of the stubborn set that has fewest, best first */
uint32_t stubborn_choices(Search *s, uint32_t *choice);

/* goal.c */
/* goal_set, goal_within: the goal of search_before, search_within; false: out of reach. */
bool goal_set(Search *s, uint32_t e, uint32_t task, Count k);
bool goal_within(Search *s, uint32_t e, const Count *most);
/*
 * goal_arrive: the state at hand is entered as level. Its choices are set, unless it was met
 * before or cannot lead to the goal: then it has none. true: the goal is reached.
 */
bool goal_arrive(Search *s, uint32_t level);
void goal_return(Search *s, uint32_t level); /* back at a level: its caps */

/* search.c */
Search search_new(const SemNet *net, Bounds *b, Count *shown);
void search_free(Search *s);
void search_restart(Search *s); /* to the start, nothing seen, no caps */

/*
 * search_before: an execution that reaches event e with at most k events of task. The variant 0
 * tries choices in the order of the trace, others shuffle them.
 */
Answer search_before(Search *s, uint32_t e, uint32_t task, Count k, Deadline *d);

/* search_within: the same with at most this many events of each task. */
Answer search_within(Search *s, uint32_t e, const Count *most, Deadline *d);

/* search_go_on: from the state at hand as far as it goes with at most k events of task. */
void search_go_on(Search *s, uint32_t task, Count k);

Answer search_deadlocks(Search *s, Deadline *d); /* NO: all were met; never YES */
Answer search_state(Search *s, const Count *wanted, Deadline *d);

/* demand.c */
Demands demands_new(Search *s);
void demands_free(Demands *m);
Answer demands_search(Demands *m, uint32_t e, uint32_t task, Count k, Deadline *d);

/* paper.c */
void paper_orders(const SemNet *net, bool recursive, uint32_t depth, Deadline *d, Orders *o);

/* exact.c */
void exact_init(Exact *x, const SemTrace *t, Deadline d); /* all that goes without a search */
void exact_free(Exact *x);
void exact_close(Exact *x); /* every pair of events, by search */
/* exact_before: an execution that reaches event e with at most k events of task. */
Answer exact_before(Exact *x, uint32_t e, uint32_t task, Count k);
void exact_probe(Exact *x); /* more of them, in polynomial time */
void exact_deadlocks(Exact *x, Orders *o);

/* exact_move_result: the stamps as they stand become o's; x is good for exact_free only then. */
void exact_move_result(Exact *x, Orders *o);

#endif
