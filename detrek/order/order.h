/*
 * order.h - finds, from the trace of a run's operations on semaphores, the orders that hold in
 * every possible run of these operations.
 *
 * A trace lists, for some tasks, signals and waits on counting semaphores that start at 0. Each
 * task executes its own events in order; any interleaving is possible in which each wait comes
 * after a signal of its own. A state is the number of events that each task has executed; it is
 * reachable if some execution leads to it. Event e must happen before f if e has happened in every
 * execution that reaches f.
 *
 * The stamp of an event f says, for every task, how many of the task's events must have
 * happened once f has happened (f included). The stamps contain the whole relation, because each
 * task is a chain.
 */
#ifndef ORDER_H
#define ORDER_H

#include "detrek/input.h"

/* A number of events, counted from the start of a task. */
typedef uint32_t Count;

typedef struct SemEvent {
	uint32_t task;
	uint32_t sem; /* number of the semaphore */
	int line;  /* line of the file; 0 in a set */
	bool wait; /* the event is a wait; otherwise a signal */
} SemEvent;

/* One trace. Events are numbered task by task; task t has first[t] to first[t + 1] - 1. */
typedef struct SemTrace {
	const char *file; /* borrowed from the caller of sem_read */
	int line;         /* the trace's line in a set; 0 for a .sem file */
	uint32_t ntasks, nsems, nevents;
	char **task; /* [ntasks] names, sorted; in a set in the order of digits */
	char **sem;  /* [nsems] names, in order of appearance */
	uint32_t *first; /* [ntasks + 1] */
	SemEvent *event;    /* [nevents] */
	uint32_t *observed; /* [nevents] event numbers in order of completion */
	Count *expected;    /* [nevents * ntasks] the stamps given in a set, or NULL */
	char *id;           /* name of the trace in a set; NULL for a .sem file */
	Arena *arena;       /* borrowed: contains everything */
	uint32_t eventcap;  /* capacity while events are added; they are in order of completion */
} SemTrace;

typedef struct SemSet {
	Arena arena; /* contains the traces */
	SemTrace *trace; /* [ntraces] */
	uint32_t ntraces, cap;
	bool is_set; /* the file is a set, a trace on each line; false: it is one .sem trace */
} SemSet;

typedef enum Answer { ANSWER_NO, ANSWER_YES, ANSWER_UNKNOWN } Answer;

/* A method that finds the orders of a trace; docs/order.md describes each. */
typedef enum OrderMethod {
	METHOD_AUTO, /* brute force if that is fast, otherwise exact */
	METHOD_EXACT, /* proofs, and searches for each open pair (exact.c) */
	METHOD_BRUTE, /* visits all states (brute.c) */
	METHOD_BOUNDS, /* proofs only (bounds.c) */
	METHOD_PAPER,  /* the recursive method of the papers (paper.c) */
	METHOD_ORIGINAL, /* the first method of the papers (paper.c) */
	METHOD_OBSERVED, /* the order of the trace (observed.c) */
} OrderMethod;

/* How vector times are stored: as arrays (vector clocks) or as tree clocks. */
typedef enum OrderClock { CLOCK_PLAIN, CLOCK_TREE } OrderClock;

/*
 * Vector times of the observed order, in which the k-th wait on a semaphore takes its k-th signal.
 * A signal's clock is kept in a slot until its wait takes it.
 */
typedef struct Observer {
	const SemTrace *t; /* borrowed */
	OrderClock clock;
	uint32_t done;     /* events of the trace processed so far */
	VClock plain;      /* ntasks clocks in one array; with CLOCK_TREE: the present stamp */
	Count *slot;       /* [nslots * ntasks] clocks of signals that no wait has taken */
	TreeClock *tree;   /* [ntasks] with CLOCK_TREE: the clock of each task */
	TreeClock *treeslot; /* [nslots] with CLOCK_TREE: used instead of `slot` */
	uint32_t *next;    /* [nslots] the slot of the next signal, or the next free slot */
	uint32_t nslots, unused; /* unused: the first free slot, or NO_SLOT */
	uint32_t *oldest, *newest; /* [nsems] slots of signals not yet taken, or NO_SLOT */
} Observer;

/* What to compute. */
typedef struct OrderPlan {
	OrderMethod method;
	uint32_t depth;  /* METHOD_PAPER: depth of assumptions */
	double seconds;  /* time limit for one trace; 0: none */
	bool deadlocks;  /* search for deadlocks */
	OrderClock clock; /* METHOD_OBSERVED: how clocks are stored */
} OrderPlan;

/* The orders of a trace. */
typedef struct Orders {
	OrderMethod method; /* the method used; never METHOD_AUTO */
	Count *low;  /* [nevents * ntasks] stamps: proven lower bounds */
	Count *high; /* upper bounds, each shown by an execution; NULL: none were computed */
	uint64_t states;   /* number of reachable states, or 0 if not counted */
	Count *deadlock;   /* [ndeadlocks * ntasks] deadlocked states, in order of counts */
	uint32_t ndeadlocks;
	bool deadlocks_sought; /* the plan asked for deadlocks */
	bool deadlocks_known; /* the list of deadlocks is complete; otherwise there may be more */
} Orders;

/* The question "must `before` happen before `after`?" */
typedef struct EventPair {
	uint32_t before, after;
} EventPair;

/* An execution, or its beginning. */
typedef struct Schedule {
	uint32_t *event; /* [nevents] in execution order */
	uint32_t nevents;
} Schedule;

/* The result of executing a schedule. */
typedef struct RunOutcome {
	bool deadlock; /* the execution has ended in a deadlock */
	bool complete; /* all events have happened */
	bool shown; /* the event `after` of the pair happened without the event `before` */
	uint32_t nsteps; /* number of events that were executed */
} RunOutcome;

/* Parameters of random traces, and the number of the next one. */
typedef struct RandomTraces {
	uint64_t seed; /* seed of the random numbers */
	uint32_t nevents;
	uint32_t mintasks, maxtasks; /* range for the number of tasks */
	uint32_t minsems, maxsems;   /* range for the number of semaphores */
	uint32_t number; /* number of the next trace */
	uint64_t draws;  /* number of random numbers drawn so far for that trace */
} RandomTraces;

/* What to do with the traces. */
typedef enum OrderMode {
	MODE_ORDERS,   /* print the orders of each trace */
	MODE_WITNESS,  /* --witness: print an execution without an order */
	MODE_MATCH,    /* --match: tell if a receive can get a message */
	MODE_DEADLOCK, /* --deadlock: print a deadlock and an execution to it */
	MODE_RUN,      /* --run: execute a schedule */
	MODE_TABLE,    /* --table: print how many orders each method misses */
	MODE_GENERATE, /* --generate: print random traces */
	MODE_BENCH,    /* --bench: print what the methods cost */
} OrderMode;

typedef struct OrderOptions {
	OrderMode mode;
	OrderPlan plan;
	bool json, dot;       /* output formats; text if neither is set */
	const char *pair;     /* argument of --witness, or of --match */
	const char *schedule; /* argument of --run */
	uint64_t deadlock;    /* number of the deadlock, from 1 */
	uint64_t ngenerate;   /* number of random traces to print */
	RandomTraces random;
	char **file; /* [nfiles] borrowed from argv */
	int nfiles;
} OrderOptions;

enum { MISS_COLUMNS = 6 }; /* columns of the table of missed orders: a method each */

typedef struct MissRow {
	uint32_t nevents;
	uint32_t ntraces;
	uint32_t missed[MISS_COLUMNS]; /* number of traces in which each method missed an order */
	uint64_t nfalse; /* false entries, by any method */
} MissRow;

typedef struct MissTable {
	MissRow *row; /* [nrows] one for each number of events */
	uint32_t nrows;
} MissTable;

enum {
	NO_EVENT = UINT32_MAX,
	DIGITS = 62, /* a number in a set is a single digit, of base 62 */
};

/* read.c */

/*
 * sem_read: read the traces of a .sem file or of a set; the first line shows which it is. set must
 * be {0} at first; it contains what has been read, even after a mistake (fatal_at).
 */
void sem_read(SemSet *set, const char *file, const Buf *text);
/* sem_free: free the traces and what belongs to them. */
void sem_free(SemSet *set);

/* sem_add: append an event to a trace being built. */
void sem_add(SemTrace *t, SemEvent e);
/*
 * sem_finish: complete a trace to which all events were added: number them task by task, no longer
 * in the order of time.
 */
void sem_finish(SemTrace *t);

/* sem_positions: [nevents] the index of each event in the trace; the caller's to free. */
uint32_t *sem_positions(const SemTrace *t);

/* sem_name_by_digits: name the tasks and semaphores of a trace by digits, as in a set. */
void sem_name_by_digits(SemTrace *t, uint32_t ntasks, uint32_t nsems);

/* sem_digit: the character for n < DIGITS. */
char sem_digit(uint32_t n);

/* sem_letter: the letter of an event in texts: W for a wait, S for a signal. */
static inline char
sem_letter(const SemEvent *e)
{
	return e->wait ? 'W' : 'S';
}

/* sem_event_number: the number of an event in its task, from 1. */
static inline uint32_t
sem_event_number(const SemTrace *t, uint32_t event)
{
	return event - t->first[t->event[event].task] + 1;
}

/* sem_task_length: the number of a task's events. */
static inline uint32_t
sem_task_length(const SemTrace *t, uint32_t task)
{
	return t->first[task + 1] - t->first[task];
}

/* sem_stamp_row: the row of one event in an array of stamps: an entry for each task. */
static inline Count *
sem_stamp_row(const SemTrace *t, Count *stamps, uint32_t event)
{
	return stamps + (size_t)event * t->ntasks;
}

/* counts_join: raise each entry of lo to that of `with` if it is lower; true if lo has changed. */
static inline bool
counts_join(Count *lo, const Count *with, uint32_t n)
{
	Count changed = 0;

	for (uint32_t i = 0; i < n; i++) {
		Count more = with[i] > lo[i] ? with[i] : lo[i];

		changed |= more ^ lo[i];
		lo[i] = more;
	}
	return changed != 0;
}

/* counts_leq: true if no entry of a is larger than that of b. */
static inline bool
counts_leq(const Count *a, const Count *b, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (a[i] > b[i])
			return false;
	return true;
}

/* ---- observed.c ---- */

/* observer_new: prepare to stamp the events in the observed order, from the first one on. */
Observer observer_new(const SemTrace *t, OrderClock clock);
/* observer_free: free the clocks. */
void observer_free(Observer *o);

/*
 * observer_next: get the next event of the trace and its vector time; false at the end of the
 * trace. The stamp belongs to o and is valid until the next call.
 */
bool observer_next(Observer *o, uint32_t *event, VClock *stamp);

/* ---- find.c ---- */

/* orders_find: the orders and deadlocks of a trace, as the plan asks. */
Orders orders_find(const SemTrace *t, const OrderPlan *plan);
/* orders_bounds: the orders that METHOD_BOUNDS proves before it examines each open pair. */
Orders orders_bounds(const SemTrace *t);
/* orders_free: free stamps and deadlocks. */
void orders_free(Orders *o);

/* matches.c */

/* A message of a recorded run. */
typedef struct OrderMessage {
	uint32_t send, receive; /* its events; receive: NO_EVENT if the message is not received */
	/*
	 * number of the message's route; messages of one route are received in the order in which
	 * they were sent
	 */
	uint32_t route;
	uint32_t type, asked_type;   /* the message's type; the type that its receive asks for */
	/* all orders of the message that the trace's semaphores allow are possible in the kernel */
	bool exact;
	uint32_t from, node;    /* numbers of the nodes of its sender and receiver */
	int32_t kernel_event;          /* the kernel's event to which it is sent */
	/* if the sender waits for the receive: the sender's next event; else NO_EVENT */
	uint32_t continue_event;
	bool unbuffered;        /* no buffer may hold the message */
	bool high;              /* its sender has high priority */
	bool may_give_up;             /* its receive waits only for a limited time, or not at all */
	const char *sent_at, *received_at; /* places, "m.c:13"; NULL: not known. Borrowed */
} OrderMessage;

/* An event that stands for consecutive receives that found no message. */
typedef struct OrderMiss {
	uint32_t event_number; /* number of the event in the trace */
	uint32_t node;
	int32_t kernel_event;         /* the kernel's event of the receives */
	uint32_t asked_type;        /* the type for which they ask */
	const char *place;     /* place of the receives, "m.c:13"; NULL: not known. Borrowed */
} OrderMiss;

/*
 * Another channel that an alternative (a receive from one of several channels) could have taken.
 * The texts are places in the source, as in OrderMessage. A sender's event is its arrival at the
 * channel.
 */
typedef struct OrderAlternative {
	/* the alternative's event; the event of the sender from which it received, or NO_EVENT */
	uint32_t receive, got;
	/* event of the other sender; NO_EVENT: the alternative could have taken no channel */
	uint32_t send;
	bool several;          /* several threads send on the channel of the other sender */
	const char *received_at, *got_from, *sent_at;
} OrderAlternative;

typedef struct OrderMessages {
	OrderMessage *message;  /* [n] in the order in which they were sent */
	uint32_t n;
	OrderMiss *miss;        /* [nmisses] */
	uint32_t nmisses;
	OrderAlternative *alternative; /* [nalternatives] */
	uint32_t nalternatives;
	/* all orders that the semaphores allow are possible in the kernel, and all receives wait */
	bool exact;
	uint32_t *sent_by; /* [nevents] the message that an event sends, or NO_EVENT */
} OrderMessages;

/* A race: a receive could have got another message, or an alternative taken another channel. */
typedef struct OrderRace {
	/*
	 * for a receive, the number of the message that it got in the run; for a miss, m->n plus
	 * the miss's number; for an alternative, m->n plus m->nmisses plus the alternative's number
	 * (m: the OrderMessages)
	 */
	uint32_t receive;
	/*
	 * number of the other message; NO_EVENT: the receive could have got no message, or is an
	 * alternative
	 */
	uint32_t message;
	Answer answer; /* ANSWER_YES, or ANSWER_UNKNOWN */
} OrderRace;

/*
 * The events of a race: the receive, the send of the message that it got, and the send of the
 * message that it could have got instead. NO_EVENT stands for no message.
 */
typedef struct RaceEvents {
	uint32_t receive, got, other;
	const char *received_at, *got_from, *other_from; /* places, or NULL */
} RaceEvents;

/* race_events: the events of a race, with their places in the source. */
RaceEvents race_events(const OrderMessages *m, const OrderRace *r);

typedef struct OrderRaces {
	/*
	 * [n] for each receive, one race for each other route from which it could have got a
	 * message, and one race if it could have got no message; the caller frees the list
	 */
	OrderRace *race;
	uint32_t n;
} OrderRaces;

/* ---- alternatives.c ---- */

/*
 * alternative_could: whether an execution exists in which the alternative takes the other channel.
 * If so, *s, which must be empty, gets the execution up to the alternative; the caller frees its
 * events.
 */
Answer alternative_could(const SemTrace *t, const OrderMessages *m, const OrderAlternative *a,
	Schedule *s);
/*
 * alternative_find: the alternative whose event is `receive` and whose other sender's event is
 * `send`; NULL if there is none.
 */
const OrderAlternative *alternative_find(const OrderMessages *m, uint32_t receive, uint32_t send);
/*
 * alternative_write: write the execution, as a .sem trace, with the alternative taking the other
 * channel at its end.
 */
void alternative_write(FILE *out, const SemTrace *t, const OrderAlternative *a, const Schedule *s);

struct Deliveries;

/*
 * message_races: search for races for at most the given seconds (0: no limit). o: the trace's
 * orders. d: the executions of the trace's messages; all: these are all possible executions.
 */
OrderRaces message_races(const SemTrace *t, const OrderMessages *m, const Orders *o,
	const struct Deliveries *d, bool all, double seconds);

/* groups.c */

/* Deadlocks in which the same tasks wait for the same semaphores. */
typedef struct DeadlockGroup {
	uint32_t first;      /* number of the first of these deadlocks, from 0 */
	uint32_t ndeadlocks;
	/* [ntasks] the semaphore for which each task waits; NO_EVENT: the task has ended */
	const uint32_t *waits;
} DeadlockGroup;

typedef struct DeadlockGroups {
	DeadlockGroup *group; /* [n] in the order of their first deadlocks */
	uint32_t n;
	uint32_t *waits; /* memory for the groups' waits */
} DeadlockGroups;

/* deadlock_groups: group the deadlocks in o by what tasks wait for. */
DeadlockGroups deadlock_groups(const SemTrace *t, const Orders *o);
/* deadlock_groups_free: free the groups. */
void deadlock_groups_free(DeadlockGroups *g);

/* kinds.c */

enum {
	KIND_WAYS = 8,     /* the most executions that are kept for a kind of deadlock */
	MOST_KINDS = 1000, /* number of kinds of deadlocks at which the search ends */
};

/* Deadlocks in which the same tasks wait for each other for ever: a knot (kinds.c). */
typedef struct DeadlockKind {
	/*
	 * [ntasks] the semaphore for which a task of the knot waits; NO_EVENT: the task is not in
	 * the knot
	 */
	uint32_t *waits;
	uint64_t nstates; /* number of deadlocks of this kind that were found */
	/* [nways] executions after which the tasks of the knot wait for ever, the shortest first */
	Schedule way[KIND_WAYS];
	uint32_t nways;
} DeadlockKind;

typedef struct DeadlockKinds {
	DeadlockKind *kind; /* [n] in the order in which they were found */
	uint32_t n, cap;
	bool known;         /* all kinds of deadlocks were found */
} DeadlockKinds;

/*
 * deadlock_kinds: find the kinds of deadlocks, by visiting at most nstates states. If there are
 * more states, search for places at which a few tasks would wait for each other; some kinds may
 * then be missing. o: bounds of the trace's orders.
 */
DeadlockKinds deadlock_kinds(const SemTrace *t, const Orders *o, uint32_t nstates);
/* deadlock_kinds_free: free the kinds. */
void deadlock_kinds_free(DeadlockKinds *k);

/* ---- text.c ---- */

/* method_parse: find the method with this name; false if there is none. */
bool method_parse(const char *name, OrderMethod *m);
/* method_name: the name of a method in options and output. */
const char *method_name(OrderMethod m);
/* semevent_write: print event e as TASK.NUMBER. */
void semevent_write(FILE *out, const SemTrace *t, uint32_t e);
/* semstate_write: print a state on a line of its own. */
void semstate_write(FILE *out, const SemTrace *t, const Count *done);
/* orders_write_po: print the orders: stamps, orders that must hold, unknown ones and deadlocks. */
void orders_write_po(FILE *out, const SemTrace *t, const Orders *o);
/* message_races_write: print the answers about the run's messages as text. */
void message_races_write(FILE *out, const SemTrace *t, const OrderMessages *m, const OrderRaces *r);

/*
 * orders_write_line: print the trace as a line of a set, with stamps if o is not NULL and they fit
 * in digits.
 */
void orders_write_line(FILE *out, const SemTrace *t, const Orders *o);

/*
 * orders_direct_predecessor: the last event of `task` that must happen before event e. NO_EVENT:
 * there is none, or this order follows from other orders, by an earlier event of e's own task or by
 * an event of a third task. So only the edges of the transitive reduction are returned.
 */
uint32_t orders_direct_predecessor(const SemTrace *t, const Orders *o, uint32_t e, uint32_t task);

/* ---- json.c ---- */

/* counts_json: n counts as an array. */
json_t *counts_json(const Count *c, uint32_t n);
/* semevent_json: the name of event e, such as "A.2". */
json_t *semevent_json(const SemTrace *t, uint32_t e);
/* witness_json: the schedule as the names of its events. */
json_t *witness_json(const SemTrace *t, const Schedule *s);
/* orders_json: the orders and deadlocks of a trace as JSON. */
json_t *orders_json(const SemTrace *t, const Orders *o);
/* message_races_json: the answers about the run's messages, as JSON. */
json_t *message_races_json(const SemTrace *t, const OrderMessages *m, const OrderRaces *r);
/*
 * orders_dot: append the graph of the orders that hold in all executions, in the language of DOT.
 */
void orders_dot(Buf *b, const SemTrace *t, const Orders *o);

/* ---- random.c ---- */

/* random_trace: make the next random trace, allocated in a. */
void random_trace(RandomTraces *r, SemTrace *t, Arena *a);

/* table.c */
/*
 * misses_add: find the orders of trace t by each method, and count in the table the orders that
 * the method has missed; seconds: the time limit.
 */
void misses_add(MissTable *table, const SemTrace *t, double seconds);
/*
 * misses_have_errors: true if a method found a false order, or the exact method has missed an
 * order.
 */
bool misses_have_errors(const MissTable *table);
/* misses_write: print the table as text. */
void misses_write(FILE *out, const MissTable *table);
/* misses_json: the table as JSON. */
json_t *misses_json(const MissTable *table);

/* ---- witness.c ---- */

/* pair_parse: the two events that a text such as "A.2,C.1" names; fatal if it names none. */
EventPair pair_parse(const SemTrace *t, const char *s);
/* semevent_parse: find the event that a text such as "A.2" names; false if there is none. */
bool semevent_parse(const SemTrace *t, const char *s, uint32_t *e);

/*
 * witness_pair: find an execution that reaches event p.after without event p.before; ANSWER_NO:
 * no execution does.
 */
Answer witness_pair(const SemTrace *t, EventPair p, double seconds, Schedule *s);

/* witness_state: find an execution that leads to a state. */
Answer witness_state(const SemTrace *t, const Count *state, double seconds, Schedule *s);
/* A place for each of a few tasks: the number of events that the task has done there. */
enum { MAX_TASK_PLACES = 4 };
typedef struct TaskPlaces {
	uint32_t n; /* number of tasks */
	uint32_t task[MAX_TASK_PLACES];
	Count count[MAX_TASK_PLACES]; /* the task's place */
} TaskPlaces;

/*
 * witness_places: find an execution to a state in which the tasks of g are at their places; an
 * execution near the trace is preferred. ANSWER_UNKNOWN: nstates states were visited without an
 * answer. The caller frees the schedule's events.
 */
Answer witness_places(const SemTrace *t, const TaskPlaces *g, uint32_t nstates, Schedule *s);

/*
 * exclude.c: finds places that tasks cannot reach together, because two of them would hold the same
 * lock
 */
typedef struct Excluder Excluder;

/* excluder_new: find which locks each task holds after each of its events. */
Excluder *excluder_new(const SemTrace *t);
/* excluder_free: free the lists. */
void excluder_free(Excluder *x);
/*
 * excluder_excludes: true if the tasks cannot be at these places together, because two of them
 * would hold one lock.
 */
bool excluder_excludes(const Excluder *x, const TaskPlaces *g);

/* witness_write: print the schedule as a file that a run can be forced to follow. */
void witness_write(FILE *out, const SemTrace *t, const Schedule *s);

/*
 * witness_run: execute `run`, a schedule, in t; each step is written to `out`, unless this is NULL.
 * p: the pair of the question, or NULL.
 */
RunOutcome witness_run(FILE *out, const SemTrace *t, const SemTrace *run, const EventPair *p);

/* ---- bench.c ---- */

/* order_bench: print what the methods cost for traces of growing size. */
void order_bench(FILE *out);

/* ---- order.c ---- */

/* order_do: do what the options of `trellis order` ask for; returns its exit status. */
int order_do(const OrderOptions *o);

#endif
