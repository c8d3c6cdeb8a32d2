/*
 * live.h - finds the races of a recorded run. A replay turns the run's accesses and operations into
 * a Trace, whose races are found; another replay finds the instructions of these races.
 *
 *   live.c      the first replay: operations and accesses become a trace, whose races are found as
 *               those of any other trace
 *   pairs.c     the second replay: each pair of instructions that race, on the variables that have
 *               races
 *   owner.c     the variable to which an address belongs
 *   message_races.c  which receives could have got another message
 *   stuck.c     the threads that a deadlock holds at the end
 *   stack.c     the active functions of a thread
 *   live_report.c  the report
 *
 * Two accesses race only if they have a byte in common. Memory that is allocated again is a new
 * variable.
 */
#ifndef LIVE_H
#define LIVE_H

#include "races.h"

#include "detrek/sync/sync_log.h"

/* ---- live.c ---- */

enum { LIVE_PAGE = 4 * PAGE_VARIABLES }; /* bytes of a page of variables, which are words */

/*
 * A numbering: an operation that is not in the trace, but has a Lamport time in the log. It is on
 * OBJECT_NUMBERS, or only the log needs it (SyncCalls.turn). nops: the number of operations of the
 * trace before it.
 */
typedef struct LiveNumbering {
	uint32_t nops, thread, object;
	bool turn; /* it is on OBJECT_HIGH */
} LiveNumbering;

/* An input of a thread from outside, after the given numbers of operations and numberings. */
typedef struct LiveInput {
	uint32_t nops, nnumberings, thread;
	Input input;
	uint32_t object; /* the message that a probe saw; UINT32_MAX: none, or not of a thread */
	/* if its `misses` > 0 or `seen`: the entry is not an input, but this look for a message */
	LogLook look;
	/* the misses follow earlier misses of the thread; no operation came between */
	bool follows_miss;
	const Operation *miss; /* the first miss, as an OPERATION_RECV without an object */
	int32_t kernel_event;   /* the kernel's event of that miss */
	/*
	 * if not 0: the entry is not an input, but an alternative that took channel number
	 * choice - 1 (0: none)
	 */
	uint32_t choice;
} LiveInput;

/*
 * The operations and accesses of a run, as a trace. In the trace, the line number of an operation
 * is its index in `op` plus 1.
 */
typedef struct Live {
	Arena *arena;
	Past *past;
	Target *target;
	Trace *trace;
	SyncThreadInfo *thread; /* [trace->thread.n] */
	SyncObjectInfo *object; /* [trace->object.n] */
	Operation *op;          /* [nops] in order, also those of the kind OPERATION_BLOCK */
	uint32_t nops;
	/* number of operations that threads do themselves; implied operations do not count */
	uint32_t noperations;
	LiveNumbering *numbering;  /* [nnumberings] */
	uint32_t nnumberings;
	LiveInput *input;          /* [ninputs] */
	uint32_t ninputs;
	uint32_t threadcap, objectcap, opcap, numberingcap, inputcap;
	struct LivePage ***page; /* [node][offset / LIVE_PAGE], or NULL */
} Live;

/* The memory that a variable of the trace stands for. */
typedef struct LiveWord {
	NodeId node;
	Addr addr;
	uint32_t renewals; /* how often the word had become a new variable before */
} LiveWord;

/* live_word: the memory that a variable stands for. */
LiveWord live_word(const Live *l, uint32_t variable);

/*
 * live_replay: replay the whole run and make a trace of it, in the arena. accesses: true if the
 * trace is to have accesses, too; false: only operations.
 */
Live *live_replay(Arena *a, Past *p, Target *t, bool accesses);
/*
 * live_log: append the packed order of the run's operations; returns the number of Lamport times in
 * it. *size: the size of the order, without the inputs from outside.
 */
uint32_t live_log(const Live *l, Buf *out, size_t *size);

/* ---- live_text.c ---- */
/*
 * live_text: append the trace in the format that trace_read reads; variables are words:
 * NODE:ADDRESS
 */
void live_text(const Live *l, Buf *out);

/* ---- owner.c ---- */

typedef enum OwnerKind { OWNER_GLOBAL, OWNER_HEAP, OWNER_STACK, OWNER_UNKNOWN } OwnerKind;

/*
 * What a word of memory belongs to in its program: a global variable, a block of the heap, or a
 * thread's stack.
 */
typedef struct Owner {
	OwnerKind kind;
	NodeId node;
	Addr low;    /* its first address */
	Word nbytes; /* its size */
	const ProgramInfo *program; /* program of a global variable */
	const DebugVariable *global; /* NULL: the program has no name for it */
	uint32_t thread;            /* owner of the stack, or allocator of the block; or NONE */
	uint64_t count;             /* instructions of the node before the block's allocation */
} Owner;

typedef struct Owners Owners;

/* owners_new: an empty list of the variables and blocks that own the words of the run's memory. */
Owners *owners_new(Arena *a, Target *t, const Live *live);
/* owners_note_allocation: note an allocation, by which the memory gets another owner. */
void owners_note_allocation(Owners *o, const Allocation *a);
/* owner_of: the owner of the address at this time; for one owner always the same pointer. */
const Owner *owner_of(Owners *o, NodeId n, Addr a);
/* owner_name: append the name of the element at an address: "grid[3].left". */
void owner_name(const Owner *w, Addr a, Buf *out);

/* ---- pairs.c ---- */

/* One of two instructions that race. */
typedef struct RacingAccess {
	uint32_t thread;
	Addr iptr;        /* address of the next instruction */
	bool store;
	uint64_t count;   /* instructions that the node had executed before its first race */
	ProgramInfo *program; /* the program that has the instruction; NULL: not known */
	SourcePlace place;
} RacingAccess;

typedef struct RacingPair {
	const Owner *owner;
	Addr addr;        /* address of the first word that has the race */
	uint8_t mask;     /* the racing bytes of that word */
	RacingAccess a, b; /* the earlier and the later access */
	Addr *word;       /* [nwords] the words that have the race, each once */
	uint32_t nwords, wordcap;
} RacingPair;

typedef struct RacingPairs {
	RacingPair *pair; /* in the order in which they were found */
	uint32_t n, cap;
	Table known; /* the pairs by a hash of what distinguishes them, in the arena */
} RacingPairs;

/*
 * pairs_find: the pairs of instructions that race on the variables with races in the trace, each
 * pair once for each variable.
 */
RacingPairs *pairs_find(Live *live, const Races *races);

/* ---- message_races.c ---- */

/* A thread's receives that got messages of one thread, and could have got messages of another. */
typedef struct MessageRace {
	/*
	 * the first such receive; the send of the message that it got, NULL if it got none; the
	 * send of a message that it could have got
	 */
	const Operation *receive, *got, *other;
	uint32_t nreceives;
	const Operation *last; /* the receive that was counted last */
} MessageRace;

typedef struct MessageRaces {
	/* [n] in the order of the sends in `got`; races without such a send come last */
	MessageRace *race;
	uint32_t n, cap;
	bool left_out;     /* the search was left out, because there are too many messages */
} MessageRaces;

/* live_message_races: find the message races of a run. */
MessageRaces live_message_races(const Live *l);
/*
 * message_race_places: set place[0..2] to the places of the race's operations `receive`, `got` and
 * `other`: "m.c:13", "?", or NULL; the caller frees them.
 */
void message_race_places(const Live *l, const MessageRace *r, char *place[3]);
/*
 * live_call_place: the place at which the operation's thread calls the kernel, "m.c:13"; "?" if it
 * is not known. The caller frees the text.
 */
char *live_call_place(const Live *l, const Operation *o);

/* ---- stuck.c ---- */

/*
 * stuck_put_threads: append a line for each thread that a deadlock holds at the end of the run.
 * After the call, the network is at the end of the run, or at an earlier time.
 */
void stuck_put_threads(Past *p, Target *t, Buf *out);

/* ---- stack.c ---- */

/* live_put_place: append a place, "m.c:13"; "?" if it is not known. */
void live_put_place(SourcePlace p, Buf *out);
/* live_place_json: a place, "m.c:13"; null if it is not known. */
json_t *live_place_json(SourcePlace p);
/*
 * live_put_stack: append a line for each function of the thread's stack, indented like the accesses
 * of a race.
 */
void live_put_stack(const Live *l, const Thread *t, Buf *out);
/* live_stack_json: the call stack of thread t as JSON. */
json_t *live_stack_json(const Live *l, const Thread *t);

/* ---- live_report.c ---- */

typedef struct LiveResult {
	const Live *live;
	const RecPlay *recplay;
	const RacingPairs *pairs;
	MessageRaces message_races;
	uint32_t limit; /* number of races to show; the others are only counted */
	bool whole_run;     /* the recording contains the whole run */
	Buf stuck; /* which threads wait for each other at the run's end, a line each; or empty */
	json_t *more; /* a JSON object whose members are added to the report; NULL: none */
	uint32_t nraces; /* set by live_report */
} LiveResult;

/*
 * live_races: the races of a run, with the instructions that race. The run is replayed twice; the
 * arena holds all of it.
 */
LiveResult live_races(Arena *a, Past *p, Target *t);

/* live_report: print the report; returns whether something was found. */
bool live_report(LiveResult *r, bool json);

/*
 * live_race_key: append a text that is equal for pairs that the report shows as one race, in all
 * runs of the same programs.
 */
void live_race_key(const Live *l, const RacingPair *p, Buf *out);
/* live_put_race: append one race as text, with its stacks. */
void live_put_race(const LiveResult *r, const RacingPair *p, Buf *out);
/* live_put_owner: append a variable: "sum (sums.c:7), 0x8000cb30 of n0". */
void live_put_owner(const Live *l, const Owner *w, Addr a, Buf *out);
/* live_race_json: one race with its stacks as JSON. */
json_t *live_race_json(const LiveResult *r, const RacingPair *p);

#endif
