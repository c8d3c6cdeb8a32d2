/*
 * order.h - semaphore traces and the orders that must hold in every run like them.
 *
 * A trace lists, for some tasks, signals and waits on counting semaphores that start at 0. Each
 * task always does its own events in its own order; apart from that any execution is possible
 * that never waits through a semaphore without a signal. A state is how many events each task
 * has done; it is reachable if some execution leads to it. Event e must happen before f if e
 * has happened in every execution that reaches f.
 *
 * The stamp of an event f has for every task the number of its events that must have happened
 * when f has (f itself counted): the whole relation, since each task is a chain.
 */
#ifndef ORDER_H
#define ORDER_H

#include "detrek/input.h"

/* A number of events of one task, the first so many. */
typedef uint32_t Count;

typedef struct SemEvent {
	uint32_t task;
	uint32_t sem;
	int line;  /* of the file; 0 in a set */
	bool wait; /* else a signal */
} SemEvent;

/* One trace. Events are numbered task by task; task t has first[t] .. first[t + 1] - 1. */
typedef struct SemTrace {
	const char *file; /* borrowed from the caller of sem_read */
	int line;         /* of a set; 0 in a .sem file */
	uint32_t ntasks, nsems, nevents;
	char **task; /* [ntasks] names, in their order; of a set: in the order of digits */
	char **sem;  /* [nsems] names, in order of appearance */
	uint32_t *first; /* [ntasks + 1] */
	SemEvent *event;    /* [nevents] */
	uint32_t *observed; /* [nevents] event numbers in order of completion */
	Count *expected;    /* [nevents * ntasks] the stamps a set gives, or NULL */
	char *id;           /* in a set, else NULL */
	Arena *arena;       /* borrowed: holds all of this */
	uint32_t eventcap;  /* while events are added: room; they are in order of completion */
} SemTrace;

typedef struct SemSet {
	Arena arena; /* holds the traces */
	SemTrace *trace; /* [ntraces] */
	uint32_t ntraces, cap;
	bool lines; /* a set with a trace on each line; else one .sem trace */
} SemSet;

typedef enum Answer { ANSWER_NO, ANSWER_YES, ANSWER_UNKNOWN } Answer;

typedef enum OrderMethod {
	METHOD_AUTO, /* brute force where that is quick, else exact */
	METHOD_EXACT,
	METHOD_BRUTE,
	METHOD_BOUNDS,
	METHOD_PAPER,
	METHOD_ORIGINAL,
	METHOD_OBSERVED,
} OrderMethod;

typedef enum OrderClock { CLOCK_PLAIN, CLOCK_TREE } OrderClock;

/*
 * Vector times of the order that was observed: the k-th wait on a semaphore waited for its k-th
 * signal. A signal's clock is kept in a slot until its wait takes it.
 */
typedef struct Observer {
	const SemTrace *t; /* borrowed */
	OrderClock clock;
	uint32_t done;     /* events of the trace so far */
	VClock plain;      /* ntasks clocks in one array, or the stamp of trees */
	Count *slot;       /* [nslots * ntasks] */
	TreeClock *tree;   /* [ntasks] */
	TreeClock *treeslot; /* [nslots] */
	uint32_t *next;    /* [nslots] the slot of the next signal, or the next free slot */
	uint32_t nslots, unused; /* unused: the first free slot, or NO_SLOT */
	uint32_t *oldest, *newest; /* [nsems] slots of signals not yet taken, or NO_SLOT */
} Observer;

/* What is asked for. */
typedef struct OrderPlan {
	OrderMethod method;
	uint32_t depth;  /* of METHOD_PAPER */
	double seconds;  /* for a trace; 0: as long as it takes */
	bool deadlocks;  /* look for them */
	OrderClock clock; /* of METHOD_OBSERVED */
} OrderPlan;

/* The orders of a trace. */
typedef struct Orders {
	OrderMethod method; /* the one used; never AUTO */
	Count *low;  /* [nevents * ntasks] stamps: what is shown to be a must */
	Count *high; /* the same where some execution shows no more is; NULL: nothing was shown */
	uint64_t states;   /* reachable, or 0: not counted */
	Count *deadlock;   /* [ndeadlocks * ntasks] in order of counts */
	uint32_t ndeadlocks;
	bool deadlocks_sought;
	bool deadlocks_known; /* these are all; else there may be more */
} Orders;

/* "Must before happen before after?" */
typedef struct EventPair {
	uint32_t before, after;
} EventPair;

typedef struct Schedule {
	uint32_t *event; /* [nevents] in the order of an execution */
	uint32_t nevents;
} Schedule;

/* How a schedule went. */
typedef struct Outcome {
	bool deadlock;
	bool complete; /* all events have happened */
	bool shown; /* the later event of the pair asked about happened without the earlier */
	uint32_t nsteps;
} Outcome;

/* What random traces are to be like, and which one is next. */
typedef struct RandomTraces {
	uint64_t seed;
	uint32_t nevents;
	uint32_t mintasks, maxtasks;
	uint32_t minsems, maxsems;
	uint32_t number; /* of the next trace */
	uint64_t draws;  /* for it so far */
} RandomTraces;

/* What is to be done with the traces. */
typedef enum OrderMode {
	MODE_ORDERS,
	MODE_WITNESS,
	MODE_DEADLOCK,
	MODE_RUN,
	MODE_TABLE,
	MODE_GENERATE,
	MODE_BENCH,
} OrderMode;

typedef struct OrderOptions {
	OrderMode mode;
	OrderPlan plan;
	bool json, dot;
	const char *pair;     /* of --witness */
	const char *schedule; /* of --run */
	uint64_t deadlock;    /* which one, from 1 */
	uint64_t ngenerate;
	RandomTraces random;
	char **file; /* [nfiles] borrowed from argv */
	int nfiles;
} OrderOptions;

enum { MISS_COLUMNS = 6 };

typedef struct MissRow {
	uint32_t nevents;
	uint32_t ntraces;
	uint32_t missed[MISS_COLUMNS]; /* traces in which the method missed an order */
	uint64_t nfalse; /* false entries, by any method */
} MissRow;

typedef struct MissTable {
	MissRow *row; /* [nrows] by number of events */
	uint32_t nrows;
} MissTable;

enum {
	NO_EVENT = UINT32_MAX,
	DIGITS = 62, /* numbers in a set are one digit */
};

/* read.c */

/*
 * sem_read: the traces of a .sem file or of a set; what the text is, its first line shows.
 * set is {0} at first and holds what has been read, even when a mistake is met (fatal_at).
 */
void sem_read(SemSet *set, const char *file, const Buf *text);
void sem_free(SemSet *set);

/* sem_add: one more event of a trace in the making; sem_finish: that was all. */
void sem_add(SemTrace *t, SemEvent e);
void sem_finish(SemTrace *t);

/* sem_digits: name tasks and semaphores as in a set, by digits, after those by numbers. */
void sem_digits(SemTrace *t, uint32_t ntasks, uint32_t nsems);

/* sem_digit: the character for n < DIGITS. */
char sem_digit(uint32_t n);

static inline char
sem_letter(const SemEvent *e)
{
	return e->wait ? 'W' : 'S';
}

/* sem_number: the number of an event in its task, from 1. */
static inline uint32_t
sem_number(const SemTrace *t, uint32_t event)
{
	return event - t->first[t->event[event].task] + 1;
}

/* sem_length: events of a task. */
static inline uint32_t
sem_length(const SemTrace *t, uint32_t task)
{
	return t->first[task + 1] - t->first[task];
}

/* sem_row: the entries of one event in an array of stamps. */
static inline Count *
sem_row(const SemTrace *t, Count *stamps, uint32_t event)
{
	return stamps + (size_t)event * t->ntasks;
}

/* counts_join: entry by entry the larger; true if lo changed. */
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

static inline bool
counts_leq(const Count *a, const Count *b, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (a[i] > b[i])
			return false;
	return true;
}

/* observed.c */
Observer observer_new(const SemTrace *t, OrderClock clock);
void observer_free(Observer *o);

/*
 * observer_next: the next event of the trace and its vector time; stamp's storage is o's and good
 * until the next call; false: that was all.
 */
bool observer_next(Observer *o, uint32_t *event, VClock *stamp);

/* find.c */
Orders orders_find(const SemTrace *t, const OrderPlan *plan);
void orders_free(Orders *o);

/* text.c */
bool method_parse(const char *name, OrderMethod *m);
const char *method_name(OrderMethod m);
void semevent_write(FILE *out, const SemTrace *t, uint32_t e);
void semstate_write(FILE *out, const SemTrace *t, const Count *done); /* with a newline */
void orders_write_po(FILE *out, const SemTrace *t, const Orders *o);

/* orders_write_line: as a line of a set, with stamps if o is not NULL and they have digits. */
void orders_write_line(FILE *out, const SemTrace *t, const Orders *o);

/*
 * orders_must: the last event of task that must happen before e, if no other such event, of e's
 * task or of a third one, must happen after it; else NO_EVENT. So the transitive reduction.
 */
uint32_t orders_must(const SemTrace *t, const Orders *o, uint32_t e, uint32_t task);

/* json.c */
json_t *counts_json(const Count *c, uint32_t n);
json_t *semevent_json(const SemTrace *t, uint32_t e); /* "A.2" */
json_t *witness_json(const SemTrace *t, const Schedule *s); /* names of events */
json_t *orders_json(const SemTrace *t, const Orders *o);
void orders_dot(Buf *b, const SemTrace *t, const Orders *o);

/* random.c */
void random_trace(RandomTraces *r, SemTrace *t, Arena *a); /* the next one, kept in a */

/* table.c */
void misses_add(MissTable *table, const SemTrace *t, double seconds);
bool misses_flawed(const MissTable *table); /* a false entry, or the exact column missed one */
void misses_write(FILE *out, const MissTable *table);
json_t *misses_json(const MissTable *table);

/* witness.c */
EventPair pair_parse(const SemTrace *t, const char *s); /* "A.2,C.1" */

/* witness_pair: an execution up to the later event without the earlier; NO: it is a must. */
Answer witness_pair(const SemTrace *t, EventPair p, double seconds, Schedule *s);

/* witness_state: an execution that leads to a state. */
Answer witness_state(const SemTrace *t, const Count *state, double seconds, Schedule *s);
void witness_write(FILE *out, const SemTrace *t, const Schedule *s);

/*
 * witness_run: do the events of run, a schedule, in t; steps are written to out unless it is NULL;
 * p is the pair asked about, or NULL.
 */
Outcome witness_run(FILE *out, const SemTrace *t, const SemTrace *run, const EventPair *p);

/* bench.c */
void order_bench(FILE *out);

/* options.c */
int order_main(int argc, char **argv);
void order_options(OrderOptions *o, int argc, char **argv);

#endif
