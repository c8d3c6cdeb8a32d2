/*
 * fault_list.h - what is broken on purpose in a network, as state of the machine; sim/fault makes
 * it act.
 */
#ifndef FAULT_LIST_H
#define FAULT_LIST_H

#include "base/machine.h"

typedef enum FaultWhen {
	WHEN_TIME,        /* at: ps */
	WHEN_START,       /* at: ps after faults_start */
	WHEN_INSTRUCTION, /* when the node has executed so many */
	WHEN_SENT,        /* when the node has learned that this many messages have left the link */
	WHEN_RECEIVED,    /* ... have come in */
	WHEN_CALL,        /* when so many calls of the function have begun on the node */
	NWHENS
} FaultWhen;

typedef struct Fault {
	uint32_t kind;  /* FaultKind */
	NodeId node;    /* NOWHERE: of a host's end, and then WHEN_TIME */
	uint32_t end;   /* of a line, or of the link whose messages count; NOWHERE_END: none */
	FaultWhen when;
	uint64_t at;
	uint64_t value;
	Addr function;  /* of WHEN_CALL */
	uint8_t bits;
	uint8_t moved;  /* FaultMoved: which of these two is yet to be added to */
	bool done;
	uint64_t count; /* messages or calls so far */
	uint64_t seen;  /* WHEN_CALL: instructions that the node had executed at the last look */
	/* ... Wdesc of the process whose call was the last one counted; 0: it is over */
	Word inside;
	/* once it is done */
	Time struck;    /* NEVER: there was nothing left to strike */
	Word found;     /* node: Iptr; FAULT_FLIP: the byte as it was */
} Fault;

typedef struct Faults {
	Fault *fault; /* [n] */
	char **text;  /* [n] as a line of a script, choices made; NULL: as fault_write has it */
	uint32_t n, cap;
} Faults;

struct Network;

/* What the network asks of its faults. */
typedef struct FaultCalls {
	/* when the next fault at a time acts; NEVER if there is none */
	Time (*next)(const struct Network *w);
	/* all links and nodes stand at `at`; the faults of that time act */
	void (*act)(struct Network *w, Time at);
	/* the node must not run beyond this clock without `ran` being asked */
	Cycles (*limit)(const struct Network *w, NodeId n, Cycles limit);
	/* the node stands at a checkpoint; true: something acted on it */
	bool (*ran)(struct Network *w, NodeId n);
	/* the node has been told that its link l has sent (or received) a message */
	bool (*message_done)(struct Network *w, NodeId n, uint32_t l, bool received);
} FaultCalls;

/* faults_free: the list is empty then. */
void faults_free(Faults *f);

#endif
