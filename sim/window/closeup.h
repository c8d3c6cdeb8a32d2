/*
 * closeup.h - a short part of the run, event by event: when each node's processor worked, at what,
 * and the messages between nodes. The network executes that part again, so it need not have been
 * observed the first time. This does not use SDL.
 */
#ifndef CLOSEUP_H
#define CLOSEUP_H

#include "sim/past/past.h"

typedef struct Span {
	Time from, until; /* from < until; both 0: nothing */
} Span;

typedef enum WorkKind {
	WORK_HIGH, /* a process runs at high priority */
	WORK_LOW,
	WORK_STOPPED,
	WORK_RESET, /* the node waits to be booted */
} WorkKind;

/* A node does the same from `begin` to `end`; between two of these it waits. */
typedef struct Work {
	Time begin, end;
	NodeId node;
	uint32_t task;  /* number plus one; 0: none */
	uint16_t place; /* where the process continued (function_names.h) */
	uint8_t kind;   /* WorkKind */
} Work;

/* A message, or a part of one if the receiver takes it in parts. */
typedef struct LinkMessage {
	EndId from, to;
	Time sent;     /* 0: before the closeup begins */
	Time received; /* NEVER: after it ends */
	uint32_t nbytes;
} LinkMessage;

typedef struct Closeup {
	Span span;        /* the part of the run */
	bool too_much;    /* happens in it: the rest is empty */
	Work *work;       /* by node, then by time */
	uint32_t nwork;
	uint32_t *first;  /* [nnodes + 1] the first work of a node */
	LinkMessage *message; /* by the time of receipt */
	uint32_t nmessages;
	uint32_t nnodes;
	uint32_t serial;  /* differs if the rest does */
} Closeup;

typedef struct CloseupOptions {
	double seconds; /* of the host's processor, after which it is given up */
	/* what a node executes at iptr, by number; *task is set if it works on one */
	uint16_t (*place)(void *context, NodeId n, Addr iptr, uint32_t *task);
	void *context;
} CloseupOptions;

void closeup_free(Closeup *c);
void closeup_copy(Closeup *to, const Closeup *from);
/* closeup_has: all of a part of the run is in it. */
bool closeup_has(const Closeup *c, Span s);
/* closeup_useful: taking one of this part may show more than the present one. */
bool closeup_useful(const Closeup *c, Span s);
/*
 * closeup_take: a closeup of a part of a run, taken by going there; afterwards the network is where
 * it was. It is `too_much` if that part has too many events, or takes the host too long.
 */
void closeup_take(Closeup *c, Past *p, Span s, const CloseupOptions *o);
/* closeup_work: what a node does at a time; NULL: it waits. */
const Work *closeup_work(const Closeup *c, NodeId n, Time at);

#endif
