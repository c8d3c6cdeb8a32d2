/*
 * break_plan.h - plans the instrumentation of a network's programs for `trellis run --break`: finds
 * where an event can be recognised, and makes the tables for the programs.
 */
#ifndef BREAK_PLAN_H
#define BREAK_PLAN_H

#include "base/arena.h"
#include "base/base.h"
#include "break_choice.h"

typedef struct Dcfg Dcfg;
typedef struct Points Points;
typedef struct Plan Plan;
typedef struct AutomatonStep AutomatonStep;

/* A message that a process may send or receive in a state, if the message matters for the event. */
typedef struct BreakMessage {
	bool receives;          /* the process receives the message; otherwise it sends it */
	uint32_t peers;          /* the set of possible peers: see break_peers */
	uint32_t channel;       /* the message's channel in the graph */
	/*
	 * `channel`; but if the message starts a thread, the first channel with starts of the same
	 * function
	 */
	uint32_t common_channel;
	uint32_t starts;        /* the process that the message starts; or NONE */
	uint32_t next;          /* the process's state after the message */
	bool decides; /* after the message, the process decides whether a query holds */
	const char *work; /* the end of a BreakStep (kernel/include/break.h) as C; "": nothing */
} BreakMessage;

typedef struct BreakState {
	BreakMessage *message; /* [n] its messages that matter */
	uint32_t n;
	bool merged; /* the state was merged into another one, and is not used */
} BreakState;

/* What a process does at its messages. */
typedef struct BreakAutomaton {
	BreakState *state; /* the states; the first is the state at the start */
	uint32_t n;
} BreakAutomaton;

typedef struct BreakPlan {
	Arena *arena;
	const char *event;   /* the argument of --break */
	uint32_t nnodes;     /* number of nodes of the network */
	const char *mode;    /* a constant of kernel/include/break.h */
	bool monotonic;      /* the local events remain true once they are */
	bool carries;        /* values travel with messages */
	/* the fields below are set by break_plan_find */
	Dcfg *d;
	/* [queries] the points of each query: nodes of the graph at which it can be decided */
	Points *points;
	Plan *plan;          /* [queries], the plan of each used query */
	uint32_t *used, nused; /* queries with a point; the nodes know them by their index here */
	/*
	 * local events of the used queries; the nodes know them by their index here. Concurrent
	 * and ordered events have an entry for each choice of processes in which they occur.
	 */
	uint32_t *local, nlocals;
	uint32_t **number;   /* [nused][events of the query] index in local */
	/*
	 * [nlocals] bit of a message header's flags that carries the value, if values reach each
	 * process in order; otherwise NONE
	 */
	uint32_t *bit;
	/* [channels] largest number of values before the body of a message on the channel */
	uint32_t *words;
	BreakAutomaton *automaton; /* [processes] */
} BreakPlan;

/* ---- break_plan.c ---- */

/*
 * break_plan_find: find for each query of the graph in which states its event can be decided (its
 * points); fatal if no query has one.
 */
void break_plan_find(BreakPlan *b, const char *graph);
/* break_choice: the choice of processes in query used[i]. */
BreakChoice break_choice(const BreakPlan *b, uint32_t i);
/*
 * break_is_point: true if query used[i], an event of several processes, can be decided when its
 * process is at `node`, one of that process's nodes in the graph.
 */
bool break_is_point(const BreakPlan *b, uint32_t i, uint32_t node);
/* break_node: the node of the network on which a process runs. */
uint32_t break_node(const BreakPlan *b, uint32_t process);
/* break_thread: the name of a process's thread; NULL if the program has no other threads. */
const char *break_thread(const BreakPlan *b, uint32_t process);
/* break_relates: true if the event states that local events are concurrent or ordered. */
bool break_relates(const BreakPlan *b);
/* break_executes: true if the process executes the program. */
bool break_executes(const BreakPlan *b, uint32_t process, const char *program);

/* ---- break_threads.c ---- */

/* break_is_object: true if the channel models threads: their semaphores, starts and ends. */
bool break_is_object(const BreakPlan *b, uint32_t channel);
/* break_slot: the number of a thread among those of its program on its node; 0 is main. */
uint32_t break_slot(const BreakPlan *b, uint32_t process);
/*
 * break_peers: a number for the set of peers that the message of step s may have, as far as the
 * process can tell its peers apart.
 */
uint32_t break_peers(const BreakPlan *b, uint32_t process, const AutomatonStep *s);
/* break_put_peers: append the peers of m as a BreakStep (kernel/include/break.h) has them, as C. */
void break_put_peers(const BreakMessage *m, Buf *out);
/*
 * break_started: the process that is started by a send of `process` on the channel; NONE if none
 * is.
 */
uint32_t break_started(const BreakPlan *b, uint32_t process, uint32_t channel);
/*
 * break_common_channel: the first channel whose starts of threads have the same function as those
 * on `channel`; for other channels, `channel`.
 */
uint32_t break_common_channel(const BreakPlan *b, uint32_t channel);
/* break_has_threads: true if some processes of the graph are threads of a process. */
bool break_has_threads(const BreakPlan *b);
/* break_check_threads: fatal if the threads of the graph are not supported. */
void break_check_threads(const BreakPlan *b);
/*
 * break_thread_tables: append the tables of a program's threads, after its processes; matters:
 * [channels].
 */
void break_thread_tables(
	const BreakPlan *b, const char *program, const bool *matters, Buf *out);
/* break_has_channels: true if channels in memory matter. */
bool break_has_channels(const BreakPlan *b, const bool *matters);
/* break_thread_fields: append the last fields of a BreakProcess. */
void break_thread_fields(
	const BreakPlan *b, uint32_t process, const bool *matters, Buf *out);

/* ---- break_work.c ---- */

/* break_work: find the automata, and how the values travel. */
void break_work(BreakPlan *b);

/* ---- break_merge.c ---- */

/*
 * break_merge: merge equal states; any: the number of the channel that stands for messages of any
 * event.
 */
void break_merge(Arena *arena, BreakAutomaton *a, uint32_t any);

/* ---- break_tables.c ---- */

/* break_tables: append the tables of a program as C. */
void break_tables(const BreakPlan *b, const char *program, Buf *out);
/*
 * break_filter: append the C for the beginning of each file of a program, which tells which of its
 * messages matter.
 */
void break_filter(const BreakPlan *b, const char *program, Buf *out);

#endif
