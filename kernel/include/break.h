/*
 * break.h - breakpoints that span nodes: the tables of a program that `trellis run --break` has
 * instrumented, and what its message calls do before and after (lib/break.c).
 *
 * A local event is a C expression over the variables of one process. Its value travels with the
 * program's own messages. Each process follows its place in the graph of the messages
 * (docs/simul.md) as the state of an automaton, in which the messages that matter are the steps.
 * Where all values are known to be valid and are true, it breaks.
 */
#ifndef BREAK_H
#define BREAK_H

#include <kernel.h>

enum {
	BREAK_FLAGS = (1 << PACKET_VALUE_SHIFT) - 1, /* a header's flags without values */
	BREAK_CARRIED = (32 - PACKET_VALUE_SHIFT) / 2, /* from a value to its carried bit */
};

/* A list of small numbers: their count, then the numbers. */
typedef const uint8_t *BreakList;

/*
 * An event over several processes. A local event whose values reach each process in order is
 * given as a bit, from PACKET_VALUE_SHIFT on. The value of another local event needs the count of
 * its changes, and is a word; such an event is given by its number.
 */
typedef struct BreakQuery {
	uint32_t others, own; /* events of other processes, of the recognising one, as bits */
	BreakList words;      /* its other events; NULL: none */
	uint32_t need;        /* bits of these words that must be set: enum BreakValue */
	uint32_t number;
} BreakQuery;

/* The low bits of a value that is a word; the higher bits count its changes before. */
enum BreakValue {
	BREAK_RELATED = 1, /* the event is related to the others as the query's operator requires */
	BREAK_TRUE = 2,
};

/* When an event is related to others of its query. */
enum BreakRelation {
	BREAK_NONE,
	/* since it became true, none of the others was known to be true */
	BREAK_CONCURRENT,
	BREAK_FIRST,     /* it has been true */
	/* it has become true after the other one was known to be related */
	BREAK_NEXT,
};

typedef struct BreakEvent {
	enum BreakRelation relation;
	BreakList others; /* NULL: none */
} BreakEvent;

/* Queries to decide: their addresses, then NULL. */
typedef const BreakQuery *const *BreakQueries;

/* What a send does with values in front of its body. */
typedef struct BreakWords {
	BreakList evaluate; /* own events that are evaluated before it */
	BreakList carry;    /* events whose values it carries */
} BreakWords;

/* A message that a process may send or receive in a state, and what it does then. */
typedef struct BreakStep {
	/* twice the node of the peer, plus 1 for a receive; BREAK_LAST: no message */
	uint32_t with;
	int32_t event;           /* 0: any */
	/* the first step of the next state; in BREAK_LAST of this one */
	const struct BreakStep *next;
	uint32_t moves;          /* 0: the message changes no state, and `after` is NULL */
	BreakQueries after;      /* to decide after the message; NULL: none */
	BreakQueries before;     /* to decide before it */
	uint32_t evaluate;       /* a send: own events that are evaluated before it, as bits */
	uint32_t carry, carried; /* a send: events with values in its header; bits that say so */
	const BreakWords *words; /* a send: values in front of its body; NULL: none */
} BreakStep;

#define BREAK_LAST 0xFFFFFFFFu /* after the steps of a state */

/* A process of the program. */
typedef struct BreakProcess {
	const BreakStep *start; /* the first step of the first state */
	uint32_t (*own)(uint32_t events); /* those of its own events, as bits, that are true */
	/* [events] functions that evaluate the process's own events; NULL for others */
	int (*const *value)(void);
	/* own events that are related to others: evaluated when values are received; or NULL */
	BreakList related;
} BreakProcess;

/* Messages with values in front of their bodies. */
typedef struct BreakFront {
	int32_t event; /* 0: all others */
	uint32_t nwords;
} BreakFront;

enum BreakMode {
	BREAK_COUNT,    /* only count in __break_hits */
	BREAK_CONTINUE, /* report to the host and wait until it answers */
	BREAK_HALT,     /* stop all processes of all nodes, then the same */
	BREAK_REPORT,   /* only report to the host */
};

/* ---- the tables of a program ---- */

extern const uint32_t __break_mode; /* enum BreakMode */
extern const BreakProcess *const __break_process[]; /* [nodes] NULL where it does not run */
extern const char __break_text[]; /* of the event */
extern const BreakEvent __break_event[]; /* [events] used if their values are words */
extern const BreakFront __break_front[]; /* the last is for event 0 */
extern const uint32_t __break_latest; /* events of which a process keeps the last value, as bits */
/* [events] values that are words */
extern uint32_t __break_word[];
/* [events] 1: false since the event before it was known to be related */
extern uint8_t __break_waiting[];
/* [queries] the occurrence of the query's last event that was reported last */
extern uint32_t __break_reported[];

/* ---- lib/break.c ---- */

/*
 * Called before and after each send, and after each receive, of a message that matters;
 * __break_sent only after a send that succeeds, and if the result of __break_sending is not 0.
 */
int __break_sending(Nmsg *m, uint32_t node);
void __break_sent(void);
void __break_received(Nmsg *m);
/* For messages with values in front of the body. If __break_add_words fails, nothing is sent. */
int __break_add_words(Nmsg *m); /* 0, or KE_NOMEM */
int __break_remove_words(Nmsg *m, int result);
int __break_add_room(Nmsg *m); /* 0, or KE_NOMEM */
int __break_take_words(Nmsg *m, int result);
/* the length of a message without the values in front of its body */
uint32_t __break_length(const Nmsg *m);

/* ---- lib/break_off.c ---- */

extern uint32_t __break_hits; /* how often a query was recognised in this process */

/* __break_report: report the query to the host; __break_off: stop, too, as __break_mode says */
void __break_report(uint32_t query);
void __break_off(uint32_t query);

#endif
