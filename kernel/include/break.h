/*
 * break.h - breakpoints that span nodes: the tables of a program that `trellis run --break` has
 * instrumented, and what its message calls do before and after a message (lib/break.c).
 *
 * A local event is a C expression over the variables of one process. Its value travels with the
 * program's own messages. Each process follows its place in the graph of the messages
 * (docs/simul.md) as the state of an automaton, in which the messages that matter are the steps.
 * Where all values are known to be valid and are true, the process breaks.
 *
 * A thread is a process of the graph, with a place and values of its own. Its signals to a
 * semaphore, its start and its end are messages, too: their values wait in memory beside the
 * semaphore, first in, first out (lib/break_threads.c).
 */
#ifndef BREAK_H
#define BREAK_H

#include <kernel.h>

enum {
	BREAK_FLAGS = (1 << PACKET_VALUE_SHIFT) - 1, /* a header's flags without values */
	BREAK_CARRIED = (32 - PACKET_VALUE_SHIFT) / 2, /* shift from a value to its carried bit */
	BREAK_PROCESS = 0x10000, /* a thread as a peer: this plus its number in the graph */
	BREAK_OBJECT = 2 * BREAK_PROCESS, /* in BreakStep.peer: a send on a channel of threads */
	BREAK_START = BREAK_OBJECT + 2,   /* the start of a thread; the event is its slot */
	BREAK_SIGNALS = 128, /* records in a ring; half as many waiting signals are an error */
	BREAK_RECORD = 2,    /* words of a record before its values */
};

/* A list of small numbers: their count, then the numbers. */
typedef const uint8_t *BreakList;

/*
 * An event over several processes. A local event whose values reach each process in order is
 * given as a bit, from PACKET_VALUE_SHIFT on. The value of another local event needs the count of
 * its changes, and is a word; such an event is given by its number.
 */
typedef struct BreakQuery {
	uint32_t others, own; /* events of other processes, of the recognising process, as bits */
	BreakList words;      /* the events whose values are words; NULL: none */
	uint32_t need;        /* bits of these words that must be set: enum BreakValue */
	uint32_t number;      /* index of the query */
} BreakQuery;

/* The low bits of a value that is a word; the higher bits count its changes before. */
enum BreakValue {
	BREAK_RELATED = 1, /* the event is related to the others as the query's operator requires */
	BREAK_TRUE = 2,    /* the event is true */
};

/* When an event is related to others of its query. */
enum BreakRelation {
	BREAK_NONE,      /* its query needs no relation */
	/* since it became true, none of the others was known to be true */
	BREAK_CONCURRENT,
	BREAK_FIRST,     /* it is true: it is the first event of its query */
	/* it has become true after the other event was known to be related */
	BREAK_NEXT,
};

typedef struct BreakEvent {
	enum BreakRelation relation;
	BreakList others; /* of its query; NULL: none */
} BreakEvent;

/* Queries to decide: their addresses, then NULL. */
typedef const BreakQuery *const *BreakQueries;

/* What a send does with values in front of its body. */
typedef struct BreakWords {
	BreakList evaluate; /* own events that are evaluated before the send */
	BreakList carry;    /* events whose values the message carries */
} BreakWords;

/* A message that a process may send or receive in a state, and what it does then. */
typedef struct BreakStep {
	/*
	 * twice the node of the peer, or BREAK_PROCESS and its number, plus 1 for a receive;
	 * BREAK_OBJECT, BREAK_START; BREAK_LAST: no message
	 */
	uint32_t peer;
	int32_t event;           /* or channel of threads; 0: any */
	/* the first step of the next state; in BREAK_LAST, of the present state */
	const struct BreakStep *next;
	uint32_t moves;          /* 0: the message changes no state, and `after` is NULL */
	BreakQueries after;      /* to decide after the message; NULL: none */
	BreakQueries before;     /* to decide before the message */
	uint32_t evaluate;       /* a send: own events that are evaluated before it, as bits */
	uint32_t carry, carried; /* a send: events with values in its header; the bits for them */
	const BreakWords *words; /* a send: values in front of its body; NULL: none */
} BreakStep;

#define BREAK_LAST 0xFFFFFFFFu /* after the steps of a state */

/* A process of the program, or a thread. */
typedef struct BreakProcess {
	const BreakStep *start; /* the first step of the first state */
	uint32_t (*own)(uint32_t events); /* its own events that are true, as bits */
	/* [events] functions that evaluate the process's own events; NULL for others */
	int (*const *value)(void);
	/* own events that are related to others: evaluated when values are received; or NULL */
	BreakList related;
	uint32_t number;     /* the process's, in the graph */
	const void *function; /* the function with which the thread begins; NULL: main */
	int32_t begins, ends; /* channels of the thread's start and end */
	BreakList initial;   /* for main: the objects that have signals at first */
} BreakProcess;

/*
 * The running thread's place and values. A record is what a message between threads carries: the
 * number of the sender in the graph; the flags of a header; words as in front of a body.
 */
typedef struct BreakThread {
	uint32_t stack, nbytes;    /* nbytes 0: it has not begun, or has ended */
	const BreakProcess *process;
	uint32_t (*own)(uint32_t); /* process->own */
	uint32_t latest;           /* a copy of __break_latest */
	const BreakStep *state;    /* the first step of the present state */
	/* local events that are true, as bits; those below PACKET_VALUE_SHIFT have no meaning */
	uint32_t known;
	uint32_t *word;            /* [events] values that are words */
	uint32_t *begin, *end;     /* the records of the thread's start and end */
	uint32_t *record;          /* of the signal that the thread sends or takes */
	const Thread *thread;      /* of the library */
	void (*f)(void *);         /* the thread's function */
	void *argument;            /* for f */
	const void *starting;      /* the function for which thrd_create starts a thread */
	uint32_t nwords;           /* how many words are in front of the message's body */
	void *body;                /* the message's, without these words */
	uint32_t room;             /* bytes of the body */
	uint32_t *block;           /* block_bytes: the body with the words in front */
	uint32_t block_bytes;
} BreakThread;

/*
 * A semaphore or channel that matters. Behind a channel is the channel of its answers: an input
 * answers a message with a word, for which the output waits.
 */
typedef struct BreakObject {
	const volatile void *address; /* of the semaphore or channel */
	const void *also;           /* another semaphore with the same signals; or NULL */
	int32_t event;              /* its number as a channel of threads */
	uint32_t nwords;            /* values in its records */
	uint32_t *ring;             /* [BREAK_SIGNALS] records that no thread has taken */
	uint32_t sent, taken;       /* records so far */
} BreakObject;

/* Messages with values in front of their bodies. */
typedef struct BreakFront {
	int32_t event; /* 0: all others */
	uint32_t nwords;
} BreakFront;

enum BreakMode {
	BREAK_COUNT,    /* only count in __break_hits */
	BREAK_CONTINUE, /* report to the host and wait until it answers */
	BREAK_HALT,     /* stop all processes of all nodes, then as BREAK_CONTINUE */
	BREAK_REPORT,   /* only report to the host */
};

/* ---- the tables of a program ---- */

extern const uint32_t __break_mode; /* enum BreakMode */
extern const BreakProcess *const __break_process[]; /* [nodes] NULL where it does not run */
extern const char __break_text[]; /* of the event */
extern const BreakEvent __break_event[]; /* [events] used if their values are words */
extern const BreakFront __break_front[]; /* the last is for event 0 */
extern const uint32_t __break_latest; /* events of which a process keeps the last value, as bits */
extern const uint32_t __break_nthreads; /* the most on a node, without main */
extern BreakThread __break_thread[];    /* [__break_nthreads + 1] by slot; the first is main */
/* [nodes] the threads, from slot 1 on */
extern const BreakProcess *const *const __break_threads[];
extern const uint32_t __break_nwords; /* values in the records of starts and ends */
extern const uint32_t __break_nsemaphores, __break_nobjects; /* the semaphores are the first */
extern BreakObject __break_object[];
/* [events] 1: false since the event before it was known to be related */
extern uint8_t __break_waiting[];
/* [queries] the last reported occurrence of the query's last event */
extern uint32_t __break_reported[];

/* ---- lib/break.c ---- */

/*
 * Called before each send, and after each receive, of a message that matters; __break_next after a
 * send that succeeds, if the step from __break_sending changes the state (`moves`).
 */
const BreakStep *__break_sending(BreakThread *t, Nmsg *m, uint32_t node);
void __break_received(BreakThread *t, Nmsg *m);
/* For messages with values in front of the body. If __break_add_words fails, nothing is sent. */
int __break_add_words(BreakThread *t, const BreakStep *s, Nmsg *m); /* 0, or KE_NOMEM */
int __break_remove_words(BreakThread *t, Nmsg *m, int result); /* after a send; returns `result` */
int __break_add_room(BreakThread *t, Nmsg *m); /* before a receive; 0 or KE_NOMEM */
int __break_take_words(BreakThread *t, Nmsg *m, int result); /* after a receive; returns `result` */
/* __break_length: the length of a message without the values in front of its body */
uint32_t __break_length(const Nmsg *m);

/* The running thread, found by its stack. */
BreakThread *__break_self(void);
void __break_follow(BreakThread *t, const BreakProcess *p); /* begin with p's first state */
/* __break_find: the step of a message; the last one of the state if there is none */
const BreakStep *__break_find(const BreakThread *t, uint32_t with, int32_t event);
/* __break_put: write the record, with nwords words, that a signal or start will carry */
void __break_put(BreakThread *t, const BreakStep *s, uint32_t *record, uint32_t nwords);
/* __break_next: enter the state to which the step leads, after its message */
void __break_next(BreakThread *t, const BreakStep *s);
/* __break_take: take over the values of a record that was received on a channel */
void __break_take(BreakThread *t, const uint32_t *record, uint32_t nwords, int32_t channel);

/* ---- lib/break_threads.c: in place of the calls of kernel.h ---- */

Thread *__break_thread_start(void (*f)(void *), void *argument, uint32_t stack_bytes, int priority);
void __break_thread_join(Thread *t);
void __break_sem_init(Semaphore *s, int count);
void __break_sem_wait(Semaphore *s);
int __break_sem_try(Semaphore *s);
void __break_sem_signal(Semaphore *s);
void __break_first_signals(BreakThread *main); /* at main's beginning: record the first signals */
/* in place of __t800_in, __t800_out and so on of t800.h */
void __break_in(void *to, volatile uint32_t *c, uint32_t n);
void __break_out(const void *from, volatile uint32_t *c, uint32_t n);
void __break_outbyte(volatile uint32_t *c, uint32_t byte);
void __break_outword(volatile uint32_t *c, uint32_t word);

/* ---- lib/break_off.c ---- */

extern uint32_t __break_hits; /* how often a query was recognised in this process */

/* __break_report: report to the host that the query holds */
void __break_report(uint32_t query);
void __break_off(uint32_t query); /* report that the query holds, and wait for the answer */

#endif
