/*
 * reach.h - what a value reaches: the statements, on any node, that compute values from it, and the
 * bytes sent to the host. The run is replayed from the value on, and the value is followed through
 * all bytes of memory and all registers (dynamic taint analysis).
 *
 * Values are followed, not addresses and conditions: a statement that uses the value as an address,
 * or in a condition, is listed, but its effects are not. Only in a library, a value loaded from a
 * computed address counts as made of that address, such as the digits of a printed number.
 */
#ifndef REACH_H
#define REACH_H

#include "model.h"
#include "detrek/target/target.h"

typedef enum ReachKind {
	REACH_ORIGIN,    /* the value itself; the first one only */
	REACH_VALUE,     /* a statement computes a value from it, and stores that */
	REACH_CONDITION, /* a conditional jump depends on it */
	REACH_ADDRESS,   /* it is used as the address of a value */
	REACH_STOP,      /* the instruction that stopped the node uses it */
	REACH_HOST,      /* a byte of a message to the host is made of it */
} ReachKind;

/* An instruction of a node that the value reaches. */
typedef struct Reached {
	ReachKind kind;
	NodeId node;
	Addr instruction;    /* REACH_HOST: the address of the byte */
	/* instruction count of the first execution, which `at` and `addr` describe, too */
	uint64_t count;
	Time at;             /* REACH_HOST: a time after the message was given to the link */
	Addr addr;           /* REACH_VALUE: that was written */
	int link;            /* REACH_HOST */
	uint64_t executions, last; /* the count of the last one */
	uint32_t *from;      /* [nfrom] the reached instructions whose values it used, ascending */
	uint32_t nfrom;
} Reached;

typedef struct Reach {
	Reached *reached;    /* [n]; the first is the value itself */
	uint32_t n;
	bool lost;           /* a link's fault or reset has broken a message that was followed */
} Reach;

/*
 * reach_run: replay a past's run from its present place to the end. The value is the nbytes at an
 * address of a node's memory. The target has the programs. copies: statements of libraries, TrEK
 * and the kernel count, too; otherwise values pass through them.
 */
Reach reach_run(Past *past, Target *target, NodeId n, Addr a, Word nbytes, bool copies);
/* reach_free: free what the value has reached. */
void reach_free(Reach *r);

#endif
