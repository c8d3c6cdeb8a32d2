/*
 * fault_list.h - faults to be injected into a network, as part of the machine's state; sim/fault
 * executes them.
 */
#ifndef FAULT_LIST_H
#define FAULT_LIST_H

#include "base/machine.h"

typedef enum FaultWhen {
	WHEN_TIME,        /* at the time `at`, in ps */
	WHEN_START,       /* `at` ps after faults_start */
	WHEN_INSTRUCTION, /* after `at` instructions of the node */
	WHEN_SENT,        /* after the node has sent `at` messages over the link */
	WHEN_RECEIVED,    /* after the node has received `at` messages over the link */
	WHEN_CALL,        /* after `at` calls of the function on the node */
	NWHENS
} FaultWhen;

/* A fault to be injected, or one that has acted. */
typedef struct Fault {
	uint32_t kind;  /* FaultKind */
	NodeId node;    /* NOWHERE for a host's end; then the kind is WHEN_TIME */
	/* end of a line, or of the link whose messages are counted; NOWHERE_END if none */
	uint32_t end;
	FaultWhen when;
	uint64_t at;    /* see FaultWhen */
	uint64_t value; /* depends on the kind: a duration, a clock rate, an address */
	Addr function;  /* for WHEN_CALL */
	uint8_t bits;   /* the bits of a byte that the fault inverts */
	/* FaultMoved: whether `value` or `function` is still relative to the loaded program */
	uint8_t moved;
	bool done;      /* the fault has acted, or its target no longer existed */
	uint64_t count; /* messages or calls so far */
	uint64_t seen;  /* WHEN_CALL: the node's instruction count at the last check */
	/* Wdesc of the process whose call was counted last; 0 after that call has ended */
	Word inside;
	/* set when the fault has acted */
	Time struck;    /* when it acted; NEVER if its target no longer existed */
	Word found;     /* Iptr of a stopped node; FAULT_FLIP: the byte's old value */
} Fault;

typedef struct Faults {
	Fault *fault; /* [n] */
	/*
	 * [n] each fault as a line of a script, with random choices resolved; NULL: fault_write
	 * prints the fault
	 */
	char **text;
	uint32_t n, cap;
} Faults;

struct Network;

/* Callbacks from the network into its faults. */
typedef struct FaultCalls {
	/* the next time at which a fault acts; NEVER if none */
	Time (*next_time)(const struct Network *w);
	/* all links and nodes are at time `at`; execute the faults of that time */
	void (*act)(struct Network *w, Time at);
	/*
	 * the clock, at most `limit`, beyond which the node must not run before a call of
	 * `after_run`
	 */
	Cycles (*limit)(const struct Network *w, NodeId n, Cycles limit);
	/* the node is at a checkpoint; returns true if a fault acted on it */
	bool (*after_run)(struct Network *w, NodeId n);
	/* link l of the node has finished sending (or receiving) a message */
	bool (*message_done)(struct Network *w, NodeId n, uint32_t l, bool received);
} FaultCalls;

/* faults_free: empty the list. */
void faults_free(Faults *f);

#endif
