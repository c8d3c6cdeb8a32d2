/*
 * closeup.h - a short part of the run, event by event: when each node's processor worked, and at
 * what, and the messages between nodes. The network executes this part again, so nobody has to
 * observe its first execution. This does not use SDL.
 */
#ifndef CLOSEUP_H
#define CLOSEUP_H

#include "sim/past/past.h"

/* A part of simulated time. */
typedef struct Span {
	Time from, until; /* from < until; both 0: nothing */
} Span;

typedef enum WorkKind {
	WORK_HIGH, /* a process runs at high priority */
	WORK_LOW,  /* a process runs at low priority */
	WORK_STOPPED, /* the node has stopped */
	WORK_RESET, /* the node waits to be booted */
} WorkKind;

/* What a node does from `begin` to `end`. It waits between two pieces of work. */
typedef struct Work {
	Time begin, end;
	NodeId node;
	uint32_t task;  /* number of the task plus one; 0: none */
	uint16_t place; /* where the process continued (function_names.h) */
	uint8_t kind;   /* WorkKind */
} Work;

/* A message, or a part of one if the receiver takes it in parts. */
typedef struct LinkMessage {
	EndId from, to;
	Time sent;     /* 0: the message was sent before the closeup's span begins */
	Time received; /* NEVER: the message is received after the span ends */
	uint32_t nbytes;
} LinkMessage;

/* All that nodes and messages do in a short part of the run. */
typedef struct Closeup {
	Span span;        /* the part of the run */
	bool too_much;    /* more happens than can be shown; the lists are empty */
	Work *work;       /* by node, then by time */
	uint32_t nwork;
	uint32_t *first;  /* [nnodes + 1] the first work of a node */
	LinkMessage *message; /* by the time of receipt */
	uint32_t nmessages;
	uint32_t nnodes;
	uint32_t serial;  /* changes whenever another field changes */
} Closeup;

typedef struct CloseupOptions {
	double seconds; /* the most seconds of the host's processor for taking a closeup */
	/* the number of the function at iptr (function_names.h); sets *task if it works on one */
	uint16_t (*place)(void *context, NodeId n, Addr iptr, uint32_t *task);
	void *context;
} CloseupOptions;

void closeup_free(Closeup *c);
/* closeup_copy: copy a closeup with its lists, unless *to is a copy of it already. */
void closeup_copy(Closeup *to, const Closeup *from);
/* closeup_covers: true if the closeup covers all of a span. */
bool closeup_covers(const Closeup *c, Span s);
/* closeup_is_useful: true if a closeup of this span may show more than the present one. */
bool closeup_is_useful(const Closeup *c, Span s);
/*
 * closeup_take: take a closeup of a span of the run: go to its beginning, execute it, and return.
 * It is `too_much` if the span has too many events, or takes the host too long.
 */
void closeup_take(Closeup *c, Past *p, Span s, const CloseupOptions *o);
/* closeup_work: what a node does at a time; NULL if it waits. */
const Work *closeup_work(const Closeup *c, NodeId n, Time at);

#endif
