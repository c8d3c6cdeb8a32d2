/*
 * reach.h - finds the effects of a value: the statements, on any node, that compute other values
 * from it, and the bytes for the host that are computed from it. The run is replayed from the place
 * of the value on. The value is followed through all bytes of memory and all registers (dynamic
 * taint analysis).
 *
 * Values are followed, not addresses and conditions: a statement that uses the value as an address,
 * or in a condition, is listed, but its effects are not. There is an exception in libraries: a
 * value is followed, too, if it was loaded from an address that was computed from the followed
 * value. The digits of a printed number are such values.
 */
#ifndef REACH_H
#define REACH_H

#include "model.h"
#include "detrek/target/target.h"

/* How the followed value reaches an instruction or a byte for the host. */
typedef enum ReachKind {
	REACH_ORIGIN,    /* the followed value itself; only the first entry has this kind */
	REACH_VALUE, /* a statement computes another value from the value, and stores the result */
	REACH_CONDITION, /* a conditional jump depends on the value */
	REACH_ADDRESS,   /* the value is used as an address */
	REACH_STOP,      /* the instruction that stopped the node uses the value */
	REACH_HOST,      /* a byte of a message to the host is computed from the value */
} ReachKind;

/* An instruction of a node, or a byte for the host, that the value reaches. */
typedef struct Reached {
	ReachKind kind;
	NodeId node;
	Addr instruction;    /* REACH_HOST: the address of the byte */
	/*
	 * number of instructions that the node had executed before the first execution of this one;
	 * `at` and `addr` also describe the first execution
	 */
	uint64_t count;
	Time at;             /* REACH_HOST: a time after the message was given to the link */
	Addr addr;           /* REACH_VALUE: the address that was written */
	int link;            /* REACH_HOST: the number of the node's link */
	/*
	 * number of executions; number of instructions that the node had executed before the last
	 * of them
	 */
	uint64_t executions, last;
	/* [nfrom] indexes of the reached instructions whose values this one used, ascending */
	uint32_t *from;
	uint32_t nfrom;
} Reached;

/* All that a value reaches. */
typedef struct Reach {
	Reached *reached;    /* [n]; the first is the value itself */
	uint32_t n;
	bool lost;           /* a fault or reset of a link has broken a message with the value */
} Reach;

/*
 * reach_run: follow a value in a replay of a past's run from the present place to the end. The
 * value is the nbytes at address a of node n. target: a target with the programs. copies: also list
 * statements of libraries, TrEK and the kernel; otherwise values pass through them.
 */
Reach reach_run(Past *past, Target *target, NodeId n, Addr a, Word nbytes, bool copies);
/* reach_free: free the result. */
void reach_free(Reach *r);

#endif
