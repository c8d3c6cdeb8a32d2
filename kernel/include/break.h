/*
 * break.h - breakpoints that span nodes: the tables of a program that `trellis run --break` has
 * instrumented, and the functions that its message calls have become (lib/break.c).
 *
 * A local event is a C expression over the variables of one process. Its value travels in front of
 * the bodies of the program's own messages. Each process follows its place in the graph of the
 * messages (docs/simul.md) as the state of an automaton, in which each message is a step. Where all
 * values are known to be valid and are true, it breaks.
 */
#ifndef BREAK_H
#define BREAK_H

#include <kernel.h>

/* A list of small numbers: their count, then the numbers. */
typedef const uint8_t *BreakList;

/* What a process does at a message; a list is NULL if it is empty. */
typedef struct BreakWork {
	BreakList before;   /* queries to decide before the message */
	BreakList after;    /* queries to decide after it */
	BreakList carry;    /* a send: local events whose values it carries */
	BreakList evaluate; /* a send: those of `carry` that are evaluated before it */
	uint32_t in_header; /* 1: a value travels in the message's header */
} BreakWork;

/* A message that a process may send or receive in a state. */
typedef struct BreakStep {
	/* twice the node of the peer, plus 1 for a receive; BREAK_LAST: no message */
	uint32_t with;
	int32_t event;      /* 0: any */
	/* the first step of the next state; in BREAK_LAST of this one */
	const struct BreakStep *next;
	const BreakWork *work; /* NULL if there is nothing to do */
} BreakStep;

#define BREAK_LAST 0xFFFFFFFFu /* after the steps of a state */

/* A process of the program. */
typedef struct BreakProcess {
	const BreakStep *start; /* the first step of the first state */
	/* [events] functions that evaluate the process's own local events; NULL for others */
	int (*const *value)(void);
} BreakProcess;

typedef struct BreakQuery {
	const char *text;
	BreakList events;
} BreakQuery;

/* Messages with values in front of their bodies. */
typedef struct BreakWords {
	int32_t event; /* 0: all others */
	uint32_t nwords;
} BreakWords;

enum BreakMode {
	BREAK_COUNT,    /* only count in __break_hits */
	BREAK_CONTINUE, /* report to the host and wait until it answers */
	BREAK_HALT,     /* stop all processes of all nodes, then the same */
};

/* ---- the tables of a program ---- */

extern const uint32_t __break_mode; /* enum BreakMode */
extern const BreakProcess *const __break_process[]; /* [nodes] NULL where it does not run */
extern const BreakQuery __break_query[];
extern const BreakWords __break_words[]; /* the last is for event 0 */
extern const uint32_t __break_in_bodies; /* 1: some messages have values in front of their bodies */

extern uint32_t __break_hits; /* how often a query was recognised in this process */

/* ---- the calls of kernel.h ---- */

int __break_ksend(Nmsg *m);
int __break_krecv(Nmsg *m);
int __break_ksr(Nmsg *send, Nmsg *recv);
int __break_ktry_send(Nmsg *m);
int __break_ktry_recv(Nmsg *m);
int __break_nsend(Nmsg *m);
int __break_nrecv(Nmsg *m);
int __break_ntry_send(Nmsg *m);
int __break_ntry_recv(Nmsg *m);
int __break_nprobe(Nmsg *m);
int __break_nrecv_until(Nmsg *m, uint32_t time);
int __break_tsend(Nmsg *m);
int __break_trecv(Nmsg *m);

#endif
