/* wait_parts.h - shared by the files that explain why threads wait for each other. */
#ifndef WAIT_PARTS_H
#define WAIT_PARTS_H

#include "deeds.h"
#include "flowback_parts.h"
#include "switched.h"

#include "detrek/sync/operations.h"
#include "detrek/target/stuck.h"

/* A thread that waits at the place of the question: the present place of the network. */
typedef struct Waiter {
	/*
	 * the thread and its wait, from the program's view: a send that waits for its receiver
	 * counts as a send
	 */
	ThreadRow row;
	NodeId node;
	uint32_t number;   /* number of the thread on its node; 0: not known */
	Word nbytes;       /* size of the thread's stack, which begins at row.stack */
	bool stuck;        /* it waits for ever */
	bool in_program;   /* a function of the program itself has led to the wait */
	/*
	 * a jump has skipped the deed that would end the wait; or another deed was done instead,
	 * and no waiting thread would do the right one later
	 */
	bool skipped;
	bool channel;      /* it waits for the other end of the channel `object` */
	bool input;        /* it waits to receive from that channel; false: to send */
	Addr object;
	bool result;       /* it waits in TrEK's get_result */
	/*
	 * addresses of words in the thread's stack. Their last writers are the instructions that
	 * began the wait: `own` for the program's own instruction, `last` for the last one; 0: not
	 * known
	 */
	Addr own, last;
	/* [ncalls] the calls that the thread has not returned from, the outermost first */
	DeedCall calls[MAX_DEED_CALLS];
	uint32_t ncalls;
	const char *name;  /* "0.4" */
	const char *state; /* state of the thread's process: "waits for a channel" */
	const char *place; /* its place in the program's own code: "main() queue.c:12"; or "" */
	const char *text;  /* its wait: "0.4 waits for semaphore room" */
	const char *deed;  /* the deed that would end the wait: "signal room" */
	Cause *cause;      /* the node for its wait; NULL: not explained yet */
	/* the first waiting thread for which this thread waits; NULL: none */
	struct Waiter *next;
} Waiter;

/* The operations of the run up to the place of the question. */
typedef struct WaitOperations {
	SyncThreadInfo *threads; /* [nthreads] the threads that have existed */
	uint32_t nthreads;
	SyncObjectInfo *objects; /* [nobjects] */
	/*
	 * [object] of a semaphore: signals minus waits; of a message: 1 until it is received
	 */
	int64_t *balance;
	uint32_t nobjects;
	Operation *operations; /* [noperations] in the order of the run */
	uint32_t noperations;
} WaitOperations;

/* A node at the place of the question. */
typedef struct WaitNode {
	uint64_t count;    /* number of instructions that the node had executed */
	uint32_t number;   /* the number that its kernel has for the node */
	Loaded *loaded;    /* [nloaded] the programs on it */
	uint32_t nloaded;
} WaitNode;

/* The state of a question about waits. */
typedef struct Waits {
	Flowback *f;
	Waiter *waiters;   /* [n] */
	uint32_t n;
	WaitNode *nodes;   /* [node] */
	uint32_t explained; /* number of threads whose waits are explained in the graph */
	WaitOperations done;
	SpareNode spare;
	Switched *switched;
	Arena arena;
} Waits;

/* ---- waits.c ---- */

/*
 * waits_explain: the node for a thread's wait in the graph, with the edges to its causes; NULL: it
 * is not known where the wait began.
 */
Cause *waits_explain(Waits *w, Waiter *one);
/*
 * waits_waiter: the waiting thread of node n whose stack begins at an address; NULL: there is none.
 */
Waiter *waits_waiter(Waits *w, NodeId n, Addr stack);
/* waits_is_waiting: true if the thread waits for another thread. */
bool waits_is_waiting(const Waiter *one);
/*
 * waits_add_next_wait: the end of the wait of thread `one` depends on thread `next`, which also
 * waits: make the wait of `next` a cause of the node `effect`.
 */
void waits_add_next_wait(Waits *w, Waiter *one, Cause *effect, Waiter *next, const char *what);

/* ---- wait_ends.c ---- */

/*
 * waits_explain_unended: add the causes why nothing ends a wait. Waits for a lock or for the end of
 * a thread are handled in waits.c.
 */
void waits_explain_unended(Waits *w, Waiter *one);

/* ---- wait_threads.c ---- */

/*
 * waits_read: list the waiting threads at the place where the network is. closed: no program will
 * be loaded later.
 */
void waits_read(Waits *w, bool closed);
/* waits_present_step: the instruction of a node at the place of the question. */
At waits_present_step(Waits *w, NodeId n);
/*
 * waits_beginning: the instruction that wrote a word of the waiter's stack; its `in` is NULL if it
 * is not known.
 */
At waits_beginning(Waits *w, const Waiter *one, Addr word);

/* ---- wait_names.c ---- */

/*
 * waits_own_step: the instruction itself if it is in one of the program's own functions, or else
 * the call in such a function that led to it; its `in` is NULL if there is none.
 */
At waits_own_step(Waits *w, At at);
/* waits_set_place: set the place of node c to that of `at` in the program's own functions. */
void waits_set_place(Waits *w, Cause *c, At at);
/*
 * waits_new_node: make a node of this kind in the graph, with a text; it is shown at the
 * instruction `at`, with its callers. NULL if at.in is NULL.
 */
Cause *waits_new_node(Waits *w, CauseKind kind, At at, const char *text);
/*
 * waits_add_cause: make `cause` a cause of `effect`; what: its role in the wait, such as "held by".
 */
void waits_add_cause(Waits *w, Cause *effect, const Cause *cause, const char *what);

/* waits_text: a formatted text, in the arena. */
const char *waits_text(Waits *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* waits_name: the name of an operation's thread, "0.4". */
const char *waits_name(Waits *w, uint32_t thread);
/*
 * waits_variable: the name of a semaphore or channel of nbytes, "gate[1]", or its address; *object:
 * the variable, NULL if there is none.
 */
const char *waits_variable(Waits *w, NodeId n, Addr a, Word nbytes, const ProgramObject **object);

/* ---- wait_instead.c ---- */

/*
 * waits_add_strays: add, as causes of a wait for a message, at most two messages that no thread has
 * received, and that went to the right node or have the right event. Returns their number.
 */
uint32_t waits_add_strays(Waits *w, const Waiter *one);
/*
 * waits_add_surplus: add, as a cause of a wait for a semaphore, the last unused signal of another
 * semaphore in the same variable, such as an array; false if there is none.
 */
bool waits_add_surplus(Waits *w, const Waiter *one);
/*
 * waits_add_count: add, as a cause of a wait, the statement that gave the semaphore its initial
 * count.
 */
void waits_add_count(Waits *w, const Waiter *one);
/*
 * waits_add_signal: add, as a cause of a wait for a semaphore, the last signal of this semaphore.
 */
void waits_add_signal(Waits *w, const Waiter *one);

/* ---- wait_operations.c ---- */

/*
 * waits_observe: replay the run and note its operations; afterwards the past is at the run's end.
 */
void waits_observe(Waits *w);
/*
 * waits_call_step: the instruction that did an operation, or called the kernel to do it; its `in`
 * is NULL if this instruction is not known.
 */
At waits_call_step(Waits *w, const Operation *o);
/*
 * waits_place_step: the program's own instruction that led to the operation; its `in` is NULL if it
 * is not known.
 */
At waits_place_step(Waits *w, const Operation *o);
/* waits_last_operation: the last operation of this kind by a thread; NULL if there is none. */
const Operation *waits_last_operation(const Waits *w, OperationKind kind, uint32_t thread);
/* waits_thread_on_stack: the thread of node n whose stack begins at an address, or NO_THREAD. */
uint32_t waits_thread_on_stack(const Waits *w, NodeId n, Addr stack);
/* waits_is_on: true if the operation is on the semaphore that the thread `one` waits for. */
bool waits_is_on(const Waits *w, const Operation *o, const Waiter *one);

/* ---- wait_deeds.c ---- */

/*
 * waits_is_ended_by: true if the deed, a kernel call or use of a channel by a process of node n,
 * ends the wait of the thread `one`.
 */
bool waits_is_ended_by(const Waits *w, const Waiter *one, NodeId n, const Deed *deed);
/*
 * waits_find_onward: find the first deed (kernel call or use of a channel) that the waiting thread
 * `by` would do after its own wait and that would end the wait of `one`; false: none is known.
 */
bool waits_find_onward(Waits *w, const Waiter *by, const Waiter *one, Deed *deed);

/* ---- wait_skipped.c ---- */

/* Selects the jumps of a node that are executed the other way. */
typedef struct JumpSelection {
	NodeId node;
	uint64_t from;    /* only jumps after the node had executed this number of instructions */
	/* only jumps of the thread whose stack begins here; nbytes 0: of any thread */
	Addr low;
	Word nbytes;
	bool others;      /* true: jumps of all threads except this one */
} JumpSelection;

/* An executed jump that led a thread past a deed which would have ended a wait. */
typedef struct SkippingJump {
	NodeId node;
	uint64_t count; /* instructions that the node had executed before the jump */
	Time time;      /* when the jump was executed */
	/* number, from 0, of the skipped deed among the deeds behind the jump's other way */
	uint32_t deed;
	bool loop;     /* the jump decides whether a loop, and so the jump, is executed again */
} SkippingJump;

/* A list of such jumps. */
typedef struct SkipList {
	SkippingJump *skip; /* [n] in the arena */
	uint32_t n;
} SkipList;

/*
 * waits_find_skipped: append to the list the jumps by which threads have skipped a signal or
 * message that would end the wait.
 */
void waits_find_skipped(Waits *w, const Waiter *one, const JumpSelection *by, SkipList *list);
/*
 * waits_add_skipped: add the three likeliest of the listed jumps as causes of a node. what: names
 * the deed that these jumps have skipped. Returns the number of added causes.
 */
uint32_t waits_add_skipped(Waits *w, Cause *effect, SkipList *list, const char *what);

#endif
