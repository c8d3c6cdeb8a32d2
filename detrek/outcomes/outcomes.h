/*
 * outcomes.h - runs a small program in all orders of its operations, and lists the outcomes of
 * these runs.
 *
 *   player.c     runs the program: each thread is held before each operation, and the operations
 *                are done one at a time in a given order
 *   choice.c     chooses the thread that does its action next
 *   routes.c     the messages that were sent and not received
 *   offers.c     the messages that threads offer through channels in memory
 *   compare.c    the values of expressions at the end of a run
 *   own.c        tells which semaphores belong to the library
 *   wire.c       requests for runs, and the answers, as bytes
 *   server.c     a process that has booted the machine; each run is made by a copy of it
 *   farm_report.c  what TrEK reports of an application
 *   action.c     tells which actions depend on each other
 *   trace.c      computes which actions come before which
 *   explore.c    chooses the orders to run
 *   branches.c   trees of the queued runs
 *   reversals.c  finds the other orders to which a run points
 *   jobs.c       processes that run orders ahead of the search
 *   race_jobs.c  other processes that search orders for data races
 *   estimate.c   estimates the part of all orders that was run
 *   search.c     stores the state of an interrupted search
 *   sample.c     runs random orders
 *   list.c       lists the different outcomes
 *   turn.c       finds the choices that decide between outcomes
 *   tree.c       finds where the recorded orders part
 *   racy.c       finds the data races of a recorded order
 *   event.c      tells whether an event over variables occurs in a recorded order
 *   tell.c       the report
 *
 * Two orders count as the same if exchanges of neighbouring actions turn one into the other. The
 * two actions must be of different threads, and must not depend on each other (Mazurkiewicz'
 * traces). Of all orders that count as the same, only one is run.
 */
#ifndef OUTCOMES_H
#define OUTCOMES_H

#include "base/arena.h"
#include "base/wire.h"
#include "detrek/expr/expr.h"
#include "detrek/sync/next.h"

#include <jansson.h>

enum {
	MOST_THREADS = 4096, /* threads of a run */
	MOST_READY = 64,   /* actions among which to choose in a state: the bits of an ActionSet */
	MOST_ACTIONS = 100000, /* actions of a run */
};

/* ---- player.c ---- */

typedef enum ActionKind {
	ACTION_TAKE,   /* P of a semaphore */
	ACTION_TRY,    /* P of a semaphore, if it need not wait */
	ACTION_GIVE,   /* V of a semaphore */
	ACTION_SEND,   /* sends a message */
	/*
	 * receives a message by one route; a receive for which messages could come by several
	 * routes has an action for each route
	 */
	ACTION_RECEIVE,
	ACTION_PROBE,  /* a probe that sees a message of one route, and leaves it there */
	ACTION_MISS,   /* a probe, or a receive that does not wait for ever, finds no message */
	ACTION_PASS,   /* uses a channel in memory, on a node that has threads of high priority */
	/* the next two are not choices; they only order threads, by an object */
	ACTION_BEFORE, /* what the thread has done so far comes before each later ACTION_AFTER */
	ACTION_AFTER,  /* what the thread will do comes after each earlier ACTION_BEFORE */
} ActionKind;

typedef struct Action {
	uint32_t thread; /* number of the thread in the run */
	ActionKind kind;
	/*
	 * for a semaphore or channel: its node and address. For a message: the hash of its route
	 * (event, type and both nodes), on which messages do not overtake each other; messages
	 * within a node use one route for all types. 0: an ACTION_RECEIVE with no message on any of
	 * its routes
	 */
	uint64_t object;
	/* count of the semaphore, or of the messages that can be received, before the action */
	int32_t count;
	/* the following fields are for messages */
	NodeId node;     /* the receiver's node */
	NodeId from;     /* the sender's node; NOWHERE: ACTION_MISS, and of channels */
	int32_t event;
	uint32_t type;   /* the message's type */
	uint32_t asked;  /* of receives and probes: the type that they ask for */
	uint32_t number; /* number of earlier messages on the message's route */
	bool tries;      /* a receive that does not wait for ever, or a probe */
	bool probes;     /* ACTION_MISS: it was a probe */
	bool unbuffered; /* the sender of the message waits for its receiver */
	/*
	 * the message goes through a channel in memory, and is received by an alternative, which
	 * has an action for each of its channels
	 */
	bool channel;
	/*
	 * the nodes with high-priority threads on which the action does something, counted from 1;
	 * 0: none. Only the turns of such threads order their accesses to shared memory
	 */
	uint32_t high[2];
} Action;

/* action_is_chosen: true if the action is a choice; otherwise it only orders threads. */
static inline bool
action_is_chosen(const Action *a)
{
	return a->kind < ACTION_BEFORE;
}

/* action_is_by: true if the action is by the thread, on the object. */
static inline bool
action_is_by(const Action *a, uint32_t thread, uint64_t object)
{
	return a->thread == thread && a->object == object;
}

/* action_is_enabled: true if the action need not wait. */
static inline bool
action_is_enabled(const Action *a)
{
	return (a->kind != ACTION_TAKE && a->kind != ACTION_RECEIVE) || a->count > 0;
}

/* action_is_local: true if the message goes to a receiver on the same node. */
static inline bool
action_is_local(const Action *message)
{
	return message->from == message->node;
}

/* A state of a run: each thread is about to do an action, or cannot continue. */
typedef struct State {
	/* [n] the next actions of the threads that are about to act, in the order of threads */
	Action *action;
	uint32_t n;
	uint32_t chosen; /* number of the action done next; n at the end of the run */
} State;

/* A set of actions of a state. */
typedef uint64_t ActionSet;

/* How a run ended. */
typedef enum PlayEnd {
	PLAY_ENDED,    /* all programs have ended */
	PLAY_STUCK,    /* no thread can continue */
	PLAY_COVERED, /* all actions are asleep: other orders contain every possible continuation */
	PLAY_CUT,      /* the run's time, or its number of actions, is at the limit */
	PLAY_LEFT,     /* the given order could not be followed */
} PlayEnd;

/* What makes an exploration incomplete. */
#define PLAY_LACKS(X) \
	X(HIGH, "of threads of high priority, only messages to other nodes are reversed, and " \
		"each is handled before the next one") \
	X(EXIT, "the program ended while threads were about to act: the orders of these actions " \
		"and its end are not explored") \
	X(TRIES, "threads sent messages only if they had a receiver; the orders of these are not " \
		"explored") \
	X(SPINS, "a thread looked for a message and found none more than 3 times in a row, while " \
		"others could act: more often is not explored") \
	X(NOBUF, "messages to other nodes were not buffered; the orders in which they are " \
		"received otherwise are not explored") \
	X(CHANNEL, "more than two threads used a channel in memory, whose orders are not " \
		"explored") \
	X(EVENT, "whether variables have some values at the same time depends on the times " \
		"between actions, too: each order was run with one choice of times") \
	X(ALT, "an alternative waited for a link, too, or did so at high priority; what follows " \
		"if it takes another channel is not explored") \
	X(CUT, "runs had no end, and were cut") \
	X(OTHER, "an order could not be reversed: a lock of the library, or a turn at high " \
		"priority, decides it")
enum {
#define X(name, text) LACK_##name,
	PLAY_LACKS(X)
#undef X
	NLACKS
};

/* The choice of an action in a state. */
typedef struct Choice {
	uint32_t thread;
	uint64_t object; /* Action.object of the thread's action */
} Choice;

/* choice_is_same: true if both choices are of the same thread and object. */
static inline bool
choice_is_same(const Choice *a, const Choice *b)
{
	return a->thread == b->thread && a->object == b->object;
}

/* The order that a player is to follow. */
typedef struct PlayOrder {
	Choice *choice; /* [n] actions to do first, in this order */
	uint32_t n;
	uint32_t known; /* number of states at the beginning of the play that need not be sent */
	/*
	 * [nasleep] actions that must not be done first after `choice`, because other orders
	 * include all runs that do so; an action sleeps until an action on which it depends is done
	 */
	Choice *asleep;
	uint32_t nasleep;
	/*
	 * depth > 0: after `choice`, the order is random. Threads have random priorities; at depth
	 * - 1 of the first `length` actions, chosen at random, the thread whose turn it is gets a
	 * low priority
	 */
	uint64_t seed;
	uint32_t depth, length;
	/*
	 * describe the action with this number, from 1, and the action `instead` in its place; 0:
	 * describe nothing
	 */
	uint32_t tell;
	Choice instead;
} PlayOrder;

typedef struct PlayThread {
	uint32_t node, number; /* node and number of the thread in a recording: "0.2" */
} PlayThread;

/* A run that a player has made. */
typedef struct Play {
	PlayEnd end;
	PlayThread *thread; /* [nthreads] */
	uint32_t nthreads;
	Action *event;      /* [nevents] all actions in their order */
	uint32_t nevents;
	uint32_t first;     /* number of the first state in `state` */
	/*
	 * [nstates] the state before each chosen event, from state number `first` on, and the state
	 * at the end
	 */
	State *state;
	uint32_t nstates;
	uint32_t lacks;     /* bits 1 << LACK_... */
	Buf output, said;   /* the program's output; the messages about the run's end */
	Buf told;           /* the two described actions, each followed by a 0 */
	uint64_t program;   /* a hash of the machine, the kernel and the programs */
} Play;

typedef struct Player Player;

/* The callbacks and the settings of a player. */
typedef struct PlayerCalls {
	/*
	 * called once: when threads are about to act for the first time, or by player_end if no
	 * thread is ever about to act. Returns the order to follow, which the caller keeps
	 */
	PlayOrder (*decide)(void *context);
	/*
	 * called when the run has ended, or when it need not continue (PLAY_COVERED, PLAY_CUT,
	 * PLAY_LEFT) and should be interrupted. The player owns the play
	 */
	void (*over)(void *context, Play *p);
	Time until; /* the run ends at this simulated time */
	bool library; /* operations on the library's locks are actions, too */
	const char *const *compare; /* expressions, the last one NULL */
	void *context;
} PlayerCalls;

/*
 * player_new: the player of a network that has not run yet, and will run this kernel. Each program
 * is passed to player_add_program before it runs.
 */
Player *player_new(Network *w, const char *kernel, const PlayerCalls *calls);
/* player_add_program: pass a program of the nodes. */
void player_add_program(Player *p, const char *file);
/* player_set_machine: pass the description of the machine, as text. */
void player_set_machine(Player *p, const Buf *text);
/*
 * player_note_started: note that all programs have been started. Until then, no thread does an
 * action.
 */
void player_note_started(Player *p);
/*
 * player_end: complete the play at the end of the run, pass it to PlayerCalls.over, unless that was
 * done before, and free the player. ended: all programs have ended.
 */
void player_end(Player *p, bool ended);

/* ---- own.c ---- */

/* semaphore_is_library_own: whether the semaphore is a variable of the programs' library. */
bool semaphore_is_library_own(const Target *t, NodeId n, Addr semaphore);

/* ---- compare.c ---- */

/*
 * compare_put: append a line with the value of an expression in a process of a node. false: it has
 * no value there; why: the reason, or unchanged.
 */
bool compare_put(Target *t, NodeId n, int32_t pid, const char *text, Buf *out,
	char why[EXPR_ERROR]);

/* ---- wire.c ---- */

/* bytes_get: read bytes that put_bytes has written; they stay in the reader's buffer. */
Buf bytes_get(WireReader *r);
/* choices_put: append n choices. */
void choices_put(Buf *b, const Choice *choice, uint32_t n);
/* choices_get: read choices; *n is set to their number. */
Choice *choices_get(Arena *a, WireReader *r, uint32_t *n);
/* action_put: append an action. */
void action_put(Buf *b, const Action *a);
/* action_get: read an action. */
Action action_get(WireReader *r);
/* play_order_put: append the order that a player is to follow. */
void play_order_put(Buf *b, const PlayOrder *o);
/* play_order_get: read the order that a player is to follow. */
PlayOrder play_order_get(Arena *a, WireReader *r);
/* play_put: append a play with its output. */
void play_put(Buf *b, const Play *p);
/* play_get: read a play with its output. */
Play play_get(Arena *a, WireReader *r);

/* ---- server.c: a process that has booted the machine, and copies itself for each run ---- */

/*
 * The program. run: runs the program with a player; records the run in the file `record` unless
 * this is NULL.
 */
typedef struct PlayedProgram {
	void (*run)(void *context, const char *record, const PlayerCalls *calls);
	void *context;
	Time until; /* until, library and compare: as in PlayerCalls, for each run */
	bool library;
	const char *const *compare;
} PlayedProgram;

typedef struct Server Server;

/* server_new: start a process that plays the program's orders on request. */
Server *server_new(const PlayedProgram *p);
/* server_free: end the server's process and close its pipes. */
void server_free(Server *s);
/* server_play: make a run in an order; the result is in the arena. */
Play server_play(Server *s, Arena *a, const PlayOrder *o);
/* server_ask: ask for a run in an order, without waiting for its result (server_answer). */
void server_ask(Server *s, const PlayOrder *o);
/* server_has_answer: tell if an answer of the server can be read without waiting. */
bool server_has_answer(const Server *s);
/* server_answer: read the server's answer: the play of the order that was asked for. */
Play server_answer(Server *s, Arena *a);
/* program_record: make a run in an order, in a process of its own, and record it in a file. */
void program_record(const PlayedProgram *p, const PlayOrder *o, const char *file);

/* ---- action.c ---- */

/*
 * action_route_hash: the value of Action.object for messages on a route: a hash of both nodes, the
 * event and the type.
 */
uint64_t action_route_hash(NodeId from, NodeId to, int32_t event, uint32_t type);
/* action_is_look: true if the action is a receive or a probe. */
bool action_is_look(const Action *a);
/*
 * action_make_miss: the action of a receive or probe that finds no message, made from an action of
 * it that finds one.
 */
Action action_make_miss(const Action *look);
/*
 * action_make_get: the action of the receive or probe `look` that finds the message which the
 * action `message` sends or receives.
 */
Action action_make_get(const Action *look, const Action *message);
/*
 * actions_depend: true if exchanging the two actions, when they are neighbours in an order, can
 * change what happens.
 */
bool actions_depend(const Action *a, const Action *b);
/*
 * state_find_action: the number, in the state, of the thread's possible action on the object; s->n
 * if it has none.
 */
uint32_t state_find_action(const State *s, uint32_t thread, uint64_t object);
/* action_gets: true if the receive can get the message that an action sends or receives. */
bool action_gets(const Action *receive, const Action *message);

/* ---- trace.c ---- */

/*
 * A chosen event of a play. A clock has an entry for each thread: the number of its chosen events.
 */
typedef struct TraceEvent {
	const Action *action;
	uint32_t number; /* number among the chosen events of the thread, from 1 */
	uint32_t *clock; /* counts this event and the events that come before it */
	/*
	 * the clock without the events that come before this one only because `action` depends on
	 * them
	 */
	uint32_t *before;
} TraceEvent;

typedef struct ActionTrace {
	TraceEvent *event;  /* [n] in their order */
	uint32_t n, nthreads;
	uint32_t **now;     /* [nthreads] clock of each thread at the end */
} ActionTrace;

/* trace_make: make the trace of a play in an arena; the play is borrowed. */
ActionTrace trace_make(Arena *a, const Play *p);

/* trace_event_in: true if the clock contains the event. */
static inline bool
trace_event_in(const TraceEvent *e, const uint32_t *clock)
{
	return e->number <= clock[e->action->thread];
}

/* ---- farm_report.c ---- */

/* farm_report_cut: cut the report of TrEK out of the messages about a run. */
void farm_report_cut(Buf *said);

/* ---- list.c: the different outcomes ---- */

/*
 * The last choice that decides between two outcomes. Two orders, one with each outcome, are equal
 * up to this choice; no other two such orders are equal for longer.
 */
typedef struct OutcomeTurn {
	uint32_t other;   /* number of the other outcome's row */
	/* [n] the actions up to the deciding choice; n = 0: no such choice is known */
	Choice *choice;
	uint32_t n;
	Choice instead;   /* the other outcome's choice in place of the last one */
	/* this outcome's action and the other outcome's action, in words; NULL: not known */
	char *own, *its;
} OutcomeTurn;

typedef struct OutcomeRow {
	PlayEnd end;
	Buf output, said;   /* as in Play */
	uint64_t norders;   /* number of the orders with this outcome */
	Choice *choice;     /* [nchoices] the shortest order with this outcome */
	uint32_t nchoices, nswitches; /* nswitches: places where that order changes the thread */
	char *recording;    /* NULL: none was kept */
	Buf race;           /* a data race of one of its orders; empty: none is known */
	OutcomeTurn turn;
} OutcomeRow;

/* An order and its outcome. */
typedef struct OutcomeOrder {
	uint32_t row;   /* number of the outcome's row */
	Choice *choice; /* [n] the order; NULL before the first one */
	uint32_t n;
} OutcomeOrder;

typedef struct OutcomeList {
	OutcomeRow *row; /* [n] in the order in which they were found */
	uint32_t n;
	OutcomeOrder last; /* the last order that was counted */
} OutcomeList;

/* outcome_count: count the outcome of a play, which followed the order; returns its row. */
OutcomeRow *outcome_count(OutcomeList *l, const Play *p, const PlayOrder *o);
/*
 * outcome_count_next: count the outcome of the next play of a search, in which orders with equal
 * beginnings follow each other; returns its row.
 */
OutcomeRow *outcome_count_next(OutcomeList *l, const Play *p, const PlayOrder *o);
void outcomes_free(OutcomeList *l);

/* ---- turn.c ---- */

/*
 * turns_add: compare an order of outcome `row` with the order counted before it, and note the
 * choice that decides between their outcomes, if these differ.
 */
void turns_add(OutcomeList *l, uint32_t row, const PlayOrder *o);
/* turns_put: append as bytes the choices that decide between outcomes. */
void turns_put(Buf *b, const OutcomeList *l);
/*
 * turns_get: read the choices that turns_put has written; the list must have the same rows already.
 */
void turns_get(OutcomeList *l, WireReader *r);
/*
 * turns_describe: run the program up to each choice that decides between outcomes, to put it into
 * words.
 */
void turns_describe(OutcomeList *l, Server *s);
void turns_free(OutcomeList *l);

/* ---- tree.c ---- */

typedef struct OutcomeFork OutcomeFork;

/*
 * Those orders that continue from a fork with the same action: the action in words (NULL: not
 * known), and the next fork.
 */
typedef struct OutcomeBranch {
	const char *words;
	OutcomeFork *next;
} OutcomeBranch;

/* A place where orders part. If n is 0, it is the end of a single order. */
struct OutcomeFork {
	uint32_t action; /* the number, in these orders, of the first action that differs, from 1 */
	OutcomeBranch *branch; /* [n] */
	uint32_t n;
	uint32_t row;    /* if n is 0: row of the order's outcome */
};

typedef struct OutcomeTree {
	Arena arena;
	OutcomeFork *fork;  /* NULL: there are no two outcomes */
	uint32_t noutcomes; /* number of the first outcomes, which the tree has */
} OutcomeTree;

/*
 * outcome_tree_make: make the tree of choices that leads to the first `most` outcomes, from the
 * shortest order of each. s: runs these orders to describe the actions; NULL: actions are not
 * described.
 */
void outcome_tree_make(OutcomeTree *t, const OutcomeList *l, uint32_t most, Server *s);
void outcome_tree_free(OutcomeTree *t);

/* ---- racy.c ---- */

/*
 * recording_put_race: append the first data race of a recording, with both stacks, if it has one.
 */
void recording_put_race(const char *file, Buf *out);

/* ---- event.c ---- */

/*
 * recording_has_event: whether the event occurs in a recorded run. A mistake in the event is fatal.
 */
bool recording_has_event(const char *file, const char *text);
/*
 * event_needs_times: true if the times of a run, and not only its order of actions, decide whether
 * the event occurs.
 */
bool event_needs_times(const char *text);

/* ---- search.c: a search that was interrupted, and goes on ---- */

/* The contents of a file with an interrupted search. */
typedef struct SavedSearch {
	const char *file; /* borrowed */
	char **word;      /* [nwords] the arguments that chose the program and the orders */
	uint32_t nwords;
	WireReader state; /* borrowed */
} SavedSearch;

/*
 * search_write: write a file from which a search can be resumed: the command's words, and the
 * state.
 */
void search_write(const char *file, char *const *word, uint32_t nwords, const Buf *state);
/* saved_search_open: read a file's bytes, which the caller keeps; a mistake is fatal. */
void saved_search_open(SavedSearch *s, const char *file, const Buf *bytes);
/* saved_search_free: free the words that were read. */
void saved_search_free(SavedSearch *s);

/* ---- explore.c, sample.c ---- */

enum { NO_LIMIT = UINT32_MAX };

typedef struct ExploreOptions {
	/* most orders to run, not counting those of an earlier search; 0: no limit */
	uint64_t orders;
	uint32_t jobs;    /* processes that run orders; the result does not depend on it */
	double seconds;   /* of the host's time; 0: no limit */
	/*
	 * run only orders that differ from the first one in at most this number of choices;
	 * NO_LIMIT: all
	 */
	uint32_t delays;
	/*
	 * run this number of random orders; 0: run all orders. depth: bugs up to this depth are
	 * searched for
	 */
	uint64_t samples, seed;
	uint32_t depth;
	/* called for each order that was run to its end, to append its first data race; or NULL */
	void (*race)(void *context, const PlayOrder *o, Buf *out);
	/* called for each such order, to append whether the requested event occurs; or NULL */
	void (*event)(void *context, const PlayOrder *o, Buf *out);
	uint32_t lacks; /* what makes every exploration with these options incomplete (LACK_...) */
	void *context;
	const SavedSearch *from; /* the search to resume; or NULL */
} ExploreOptions;

/* The values from which sample_probability is computed. */
typedef struct SampleBound {
	uint32_t nactions; /* the largest number of actions of a run */
	/* number of runs whose changes of priority were chosen among that number of actions */
	uint64_t nruns;
} SampleBound;

typedef struct Exploration {
	OutcomeList list;
	OutcomeTree tree;           /* the tree of choices that leads to the recorded outcomes */
	uint64_t norders, ncovered; /* orders run; runs given up because other orders cover them */
	uint64_t nleft;             /* queued runs that were not made */
	uint64_t before;            /* orders that were run before this search was resumed */
	uint64_t program;           /* Play.program */
	double done;                /* the part of all orders that was run, by an estimate */
	bool interrupted;           /* a limit was reached, or the user has ended the search */
	Buf rest;                   /* if interrupted: the state from which the search can go on */
	uint32_t lacks;             /* what makes it incomplete: bits 1 << LACK_... */
	bool chooses;               /* a thread could get one of several messages, or none */
	const struct ExploreOptions *options; /* borrowed */
	uint64_t nsearched;         /* orders that were searched for data races */
	uint64_t nracy;             /* orders with data races */
	uint32_t nactions;          /* the most actions in an order */
	SampleBound bound;
	PlayThread *thread;         /* [nthreads] threads of the first run */
	uint32_t nthreads;
} Exploration;

/* explore: run all orders by the program's server, and by others if ExploreOptions.jobs > 1. */
void explore(Exploration *x, Server *s, const PlayedProgram *p, const ExploreOptions *o);
/* explore_samples: run random orders (probabilistic concurrency testing). */
void explore_samples(Exploration *x, Server *s, const ExploreOptions *o);
/*
 * explore_is_over: true if a limit of runs, or of seconds since `began`, is reached, or the user
 * has interrupted the search.
 */
bool explore_is_over(const Exploration *x, double began);
/*
 * sample_probability: the least probability with which the random runs have found a bug of the
 * given depth, if no run has more threads and actions than those seen; 0 if it is not known.
 */
double sample_probability(const Exploration *x);
/* exploration_free: free the outcomes and all other results. */
void exploration_free(Exploration *x);

/* ---- tell.c ---- */

/*
 * outcomes_text: the report as text. library: operations on the library's locks were actions, so
 * these locks hide no data races.
 */
Buf outcomes_text(const Exploration *x, bool library);
/*
 * outcomes_extract_tree: cut a report down to its lines with the tree, and return these. NULL: it
 * has no tree.
 */
char *outcomes_extract_tree(char *report);
/* outcomes_json: the outcomes as JSON. */
json_t *outcomes_json(const Exploration *x);
/* exploration_is_complete: true if all orders were run, so that no other outcome is possible. */
bool exploration_is_complete(const Exploration *x);

#endif
