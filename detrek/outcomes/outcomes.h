/*
 * outcomes.h - all orders of the operations of a small program, and the outcomes that they have.
 *
 *   player.c     a run of the program: each thread is held before each operation, and the threads
 *                do theirs one at a time in a given order
 *   compare.c    the values of expressions at its end
 *   own.c        which semaphores belong to the library
 *   wire.c       what is asked of a player, and its answer, as bytes
 *   memory_file.c  files in memory, for other processes
 *   server.c     a process that has booted the machine; each run is made by a copy of it
 *   trace.c      which actions depend on each other, and what comes before what
 *   explore.c    which orders to run
 *   branches.c   trees of what is to be run
 *   reversals.c  which other orders the run of an order shows
 *   jobs.c       other processes that run orders ahead
 *   race_jobs.c  other processes that search orders for data races
 *   estimate.c   which part of all orders was run
 *   search.c     the state of a search that was interrupted
 *   sample.c     random orders
 *   list.c       the different outcomes
 *   racy.c       the data races of a recorded order
 *   tell.c       the report
 *
 * Orders are the same if one comes from the other by exchanging neighbouring actions of different
 * threads that do not depend on each other (Mazurkiewicz' traces). One of each is run.
 */
#ifndef OUTCOMES_H
#define OUTCOMES_H

#include "base/arena.h"
#include "base/wire.h"
#include "detrek/expr/expr.h"
#include "detrek/sync/next.h"

#include <jansson.h>

enum {
	MOST_THREADS = 64, /* of a run */
	MOST_READY = 64,   /* actions among which to choose: bits of a set */
	MOST_ACTIONS = 100000, /* of a run */
};

/* ---- player.c ---- */

typedef enum ActionKind {
	ACTION_TAKE,   /* P of a semaphore */
	ACTION_TRY,    /* likewise, if it can be done at once */
	ACTION_GIVE,   /* V */
	ACTION_SEND,   /* a message */
	/*
	 * a message by one route; one that waits for a message that could come by several of them
	 * has an action for each
	 */
	ACTION_RECEIVE,
	/* no choice, and only for what comes before what: of an object, by one or more threads */
	ACTION_BEFORE, /* what the thread has done comes before ... */
	ACTION_AFTER,  /* ... what this thread will do */
} ActionKind;

typedef struct Action {
	uint32_t thread; /* its number in the run */
	ActionKind kind;
	/*
	 * of a semaphore its node and address; of a message the hash of its route (event, type and
	 * both nodes), on which messages do not overtake each other. 0: ACTION_RECEIVE, and none of
	 * its routes has a message
	 */
	uint64_t object;
	int32_t count;   /* of the semaphore, or of messages that were sent, before the action */
	/* of messages */
	NodeId node;     /* the receiver's, and ... */
	int32_t event;
	uint32_t type;   /* of the message */
	uint32_t asked;  /* ACTION_RECEIVE: the type that it asks for */
	uint32_t number; /* how many were received, or sent, by this route before */
} Action;

static inline bool
action_is_chosen(const Action *a)
{
	return a->kind < ACTION_BEFORE;
}

/* action_is_by: the action of that thread on that object. */
static inline bool
action_is_by(const Action *a, uint32_t thread, uint64_t object)
{
	return a->thread == thread && a->object == object;
}

static inline bool
action_is_enabled(const Action *a)
{
	return (a->kind != ACTION_TAKE && a->kind != ACTION_RECEIVE) || a->count > 0;
}

/* Where all threads are about to act, or cannot continue. */
typedef struct State {
	Action *action; /* [n] of threads that are about to act, in the order of threads */
	uint32_t n;
	uint32_t chosen; /* the one that is done next; n at the end of the run */
} State;

/* A set of actions of a state. */
typedef uint64_t ActionSet;

typedef enum PlayEnd {
	PLAY_ENDED,    /* all programs have ended */
	PLAY_STUCK,    /* no thread can continue */
	PLAY_COVERED,  /* all that could be done is part of other orders */
	PLAY_CUT,      /* its time or number of actions is at its limit */
	PLAY_LEFT,     /* the given order could not be followed */
} PlayEnd;

/* What makes an exploration incomplete. */
#define PLAY_LACKS(X) \
	X(HIGH, "threads of high priority did operations, whose orders are not explored") \
	X(EXIT, "the program ended while threads were about to act: the orders of these actions " \
		"and its end are not explored") \
	X(TRIES, "threads looked for messages without waiting, or until a time; the orders of " \
		"these are not explored") \
	X(NOBUF, "messages to other nodes were not buffered; the orders in which they are " \
		"received otherwise are not explored") \
	X(CHANNEL, "more than two threads used a channel in memory, whose orders are not " \
		"explored") \
	X(CUT, "runs had no end, and were cut") \
	X(OTHER, "an order could not be reversed: a lock of the library decides it")
enum {
#define X(name, text) LACK_##name,
	PLAY_LACKS(X)
#undef X
	NLACKS
};

/* Which action of a state. */
typedef struct Choice {
	uint32_t thread;
	uint64_t object;
} Choice;

/* What is asked of a player. */
typedef struct PlayOrder {
	Choice *choice; /* [n] done first, in this order */
	uint32_t n;
	uint32_t known; /* so many states at the beginning are not to be sent */
	Choice *asleep; /* [nasleep] after these, actions that are not to be done first */
	uint32_t nasleep;
	/*
	 * depth > 0: after these, the order is random: threads have random priorities, and at
	 * depth - 1 random ones of `length` actions the thread whose turn it is gets a low one
	 */
	uint64_t seed;
	uint32_t depth, length;
} PlayOrder;

typedef struct PlayThread {
	uint32_t node, number; /* as a recording names it: "0.2" */
} PlayThread;

/* A run. */
typedef struct Play {
	PlayEnd end;
	PlayThread *thread; /* [nthreads] */
	uint32_t nthreads;
	Action *event;      /* [nevents] all that was done, in its order */
	uint32_t nevents;
	uint32_t first;     /* the number of the first state that is there */
	State *state;       /* [nstates] before each chosen event from there on, and the end */
	uint32_t nstates;
	uint32_t lacks;     /* bits 1 << LACK_... */
	Buf output, said;   /* what the program has printed; what is said of the run's end */
	uint64_t program;   /* a hash of the machine, the kernel and the programs */
} Play;

typedef struct Player Player;

typedef struct PlayerCalls {
	/*
	 * called once, where threads are about to act for the first time; or by player_end, if none
	 * ever is. It returns the order, which the caller keeps
	 */
	PlayOrder (*decide)(void *context);
	/*
	 * the run has ended; or it need not go on (PLAY_COVERED, PLAY_CUT, PLAY_LEFT), and should
	 * be interrupted. The player owns the play
	 */
	void (*over)(void *context, Play *p);
	Time until; /* the run does not go on after this simulated time */
	bool library; /* operations on the library's locks are actions, too */
	const char *const *compare; /* expressions, the last one NULL */
	void *context;
} PlayerCalls;

/*
 * player_new: the player of a network that has not run yet, and will run this kernel. Each program
 * is passed to player_program before it runs.
 */
Player *player_new(Network *w, const char *kernel, const PlayerCalls *calls);
void player_program(Player *p, const char *file);
/* player_machine: the machine, as text. */
void player_machine(Player *p, const Buf *text);
/* player_started: all programs run; no thread acts before. */
void player_started(Player *p);
/* player_end: the run has ended; ended: so have all programs. Frees the player. */
void player_end(Player *p, bool ended);

/* ---- own.c ---- */

/* own_semaphore: is it a variable of the programs' library? */
bool own_semaphore(const Target *t, NodeId n, Addr semaphore);

/* ---- compare.c ---- */

/*
 * compare_put: append a line with the value that an expression has in a process of a node. false:
 * it has none there; why: the reason, or as it was.
 */
bool compare_put(Target *t, NodeId n, int32_t pid, const char *text, Buf *out,
	char why[EXPR_ERROR]);

/* ---- wire.c ---- */

void action_put(Buf *b, const Action *a);
Action action_get(WireReader *r);
void play_order_put(Buf *b, const PlayOrder *o);
PlayOrder play_order_get(Arena *a, WireReader *r);
void play_put(Buf *b, const Play *p);
Play play_get(Arena *a, WireReader *r);

/* ---- memory_file.c ---- */

/* memory_file_new: a descriptor. memory_file_read: all of the file, from its beginning. */
int memory_file_new(void);
Buf memory_file_read(int fd);
/* bytes_write: all of them; a failure ends the process with EXIT_OURS. */
void bytes_write(int fd, const void *bytes, size_t n);

/* ---- server.c: a process that has booted the machine, and copies itself for each run ---- */

/* The program: how to run it with a player, and, unless NULL, record that in a file. */
typedef struct PlayedProgram {
	void (*run)(void *context, const char *record, const PlayerCalls *calls);
	void *context;
	Time until; /* of each run, like the next two */
	bool library;
	const char *const *compare;
} PlayedProgram;

typedef struct Server Server;

Server *server_new(const PlayedProgram *p);
void server_free(Server *s);
/* server_play: make a run in an order; the result is in the arena. */
Play server_play(Server *s, Arena *a, const PlayOrder *o);
/* Likewise, in two steps; server_answer waits until it is there. */
void server_ask(Server *s, const PlayOrder *o);
bool server_has_answer(const Server *s);
Play server_answer(Server *s, Arena *a);
/* program_record: make a run in an order, in a process of its own, and record it in a file. */
void program_record(const PlayedProgram *p, const PlayOrder *o, const char *file);

/* ---- trace.c ---- */

/* actions_depend: neighbouring actions of different threads, or of one, cannot be exchanged. */
bool actions_depend(const Action *a, const Action *b);
/* action_gets: the receive can get a message of that kind of action, which sends or receives it. */
bool action_gets(const Action *receive, const Action *message);

/* A chosen event of a play. Clocks have an entry for each thread: its chosen events. */
typedef struct TraceEvent {
	const Action *action;
	uint32_t number; /* among the chosen events of its thread, from 1 */
	uint32_t *clock; /* those that come before it, and itself */
	/* likewise, without what comes before it only because it depends on other actions */
	uint32_t *before;
} TraceEvent;

typedef struct ActionTrace {
	TraceEvent *event;  /* [n] in their order */
	uint32_t n, nthreads;
	uint32_t **now;     /* [nthreads] the threads' clocks at the end */
} ActionTrace;

/* trace_make: in an arena; the play is borrowed. */
ActionTrace trace_make(Arena *a, const Play *p);

static inline bool
trace_event_in(const TraceEvent *e, const uint32_t *clock)
{
	return e->number <= clock[e->action->thread];
}

/* ---- list.c: the different outcomes ---- */

typedef struct OutcomeRow {
	PlayEnd end;
	Buf output, said;
	uint64_t norders;
	Choice *choice;     /* [nchoices] the shortest order with it */
	uint32_t nchoices, nswitches;
	char *recording;    /* NULL: none was kept */
	Buf race;           /* a data race of one of its orders; empty: none is known */
} OutcomeRow;

typedef struct OutcomeList {
	OutcomeRow *row; /* [n] in the order in which they were found */
	uint32_t n;
} OutcomeList;

/* outcome_add: count the outcome of an order. */
OutcomeRow *outcome_add(OutcomeList *l, const Play *p, const PlayOrder *o);
void outcomes_free(OutcomeList *l);

/* ---- racy.c ---- */

/* recording_races: append the first data race of a recording, with both stacks, if it has one. */
void recording_races(const char *file, Buf *out);

/* ---- search.c: a search that was interrupted, and goes on ---- */

typedef struct SavedSearch {
	const char *file; /* borrowed */
	char **word;      /* [nwords] what chose the program and the orders */
	uint32_t nwords;
	WireReader state; /* borrowed */
} SavedSearch;

/* search_write: write a file with these words, and Exploration.rest. */
void search_write(const char *file, char *const *word, uint32_t nwords, const Buf *state);
/* saved_search_open: read a file's bytes, which stay the caller's; what is wrong is fatal. */
void saved_search_open(SavedSearch *s, const char *file, const Buf *bytes);
void saved_search_free(SavedSearch *s);

/* ---- explore.c, sample.c ---- */

enum { NO_LIMIT = UINT32_MAX };

typedef struct ExploreOptions {
	uint64_t orders;  /* run at most so many, not counting those before; 0: no limit */
	uint32_t jobs;    /* processes that run orders; the result does not depend on it */
	double seconds;   /* of the host's time; 0: no limit */
	/* only orders that differ from the first one in so many choices; NO_LIMIT: all */
	uint32_t delays;
	/* run so many random orders instead; 0: all orders. depth: of the bugs that are searched */
	uint64_t samples, seed;
	uint32_t depth;
	/* called with each order that was run to its end: append its first data race; or NULL */
	void (*race)(void *context, const PlayOrder *o, Buf *out);
	void *context;
	const SavedSearch *from; /* go on from there; or NULL */
} ExploreOptions;

/* What the probability follows from with which random orders have found a bug. */
typedef struct SampleBound {
	uint32_t nactions; /* the most that a run had */
	uint64_t nruns;    /* whose places of change were chosen from so many */
	bool chooses;      /* receives had a choice among messages */
} SampleBound;

typedef struct Exploration {
	OutcomeList list;
	uint64_t norders, ncovered; /* orders run, and runs given up because others cover them */
	uint64_t nleft;             /* known reversals that were not run */
	uint64_t before;            /* orders that were run before the search went on */
	uint64_t program;           /* Play.program */
	double done;                /* the part of all orders that was run, by an estimate */
	bool interrupted;           /* a limit was reached; */
	Buf rest;                   /* ... the state from which the search can go on */
	uint32_t lacks;
	const struct ExploreOptions *options; /* borrowed */
	uint64_t nsearched;         /* orders that were searched for data races */
	uint64_t nracy;             /* those that have some */
	uint32_t nactions;          /* the most actions in an order */
	SampleBound bound;
	PlayThread *thread;         /* [nthreads] of the first run */
	uint32_t nthreads;
} Exploration;

/* explore: with the program's server, and further ones for ExploreOptions.jobs. */
void explore(Exploration *x, Server *s, const PlayedProgram *p, const ExploreOptions *o);
/* explore_samples: run random orders (probabilistic concurrency testing). */
void explore_samples(Exploration *x, Server *s, const ExploreOptions *o);
/* explore_count: count an order that was run; explore_is_over: a limit is reached. */
OutcomeRow *explore_count(Exploration *x, const Play *p, const PlayOrder *o);
bool explore_is_over(const Exploration *x, double began);
/*
 * sample_probability: with which the samples have found a bug of that depth, at least, if runs have
 * no more threads and actions than were seen; 0: nothing is known.
 */
double sample_probability(const Exploration *x);
void exploration_free(Exploration *x);

/* ---- tell.c ---- */

/*
 * outcomes_print: the report; returns whether all orders were explored. library: operations on the
 * library's locks were actions, so these locks hide no data races.
 */
bool outcomes_print(const Exploration *x, bool library);
json_t *outcomes_json(const Exploration *x);
bool exploration_is_complete(const Exploration *x);

#endif
