/*
 * reach.h - what a value reaches: the statements that make values of it, on whatever nodes, and the
 * bytes that are sent to the host. The run is replayed from the value on, and each byte of memory
 * and each register is followed that the value went into (dynamic taint analysis).
 *
 * Values are followed, not addresses and conditions: a statement that uses the value as an address,
 * or to decide, is named, and what it leads to is not. Only in a library, what a computed address
 * loads is made of it, as the digits of a number that it prints.
 */
#ifndef REACH_H
#define REACH_H

#include "model.h"
#include "detrek/target/target.h"

typedef enum ReachKind {
	REACH_ORIGIN,    /* the value itself; the first one only */
	REACH_VALUE,     /* a statement makes a value of it, and stores that */
	REACH_CONDITION, /* a conditional jump depends on it */
	REACH_ADDRESS,   /* it says where in memory a value is, or goes */
	REACH_STOP,      /* the node's last instruction, which has stopped it, uses it */
	REACH_HOST,      /* a byte of a message to the host is made of it */
} ReachKind;

/* An instruction of a node that the value reaches. */
typedef struct Reached {
	ReachKind kind;
	NodeId node;
	Addr instruction;    /* REACH_HOST: the address of the byte */
	uint64_t count;      /* of its first execution, like `at` and `addr` */
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
 * reach_run: replay a past's run from its place, where the nbytes from an address on in a node's
 * memory are the value, to its end. The target has the programs. copies: statements of libraries,
 * TrEK and the kernel count, too; else values pass through them.
 */
Reach reach_run(Past *past, Target *target, NodeId n, Addr a, Word nbytes, bool copies);
void reach_free(Reach *r);

#endif
