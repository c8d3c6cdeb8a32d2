/*
 * trek_setup.h - the setting of a run of TrEK. `trellis run` reads it from a .vms file, and writes
 * it as C for the program of node 0 (vm/build.c). The arguments of that program may override it.
 *
 * Included by both sides; <stdint.h> only.
 */
#ifndef TREK_SETUP_H
#define TREK_SETUP_H

#include <stdint.h>

/* The tree of the nodes; its name as an argument, NULL if it has none. */
#define TREES(X) \
	X(CHAIN, "chain") \
	X(BINARY, "btree") \
	X(TERNARY, "ttree") \
	X(BOOT, "boot")         /* the tree along which the network boots */ \
	X(FILE, NULL)           /* a file of lines `node parent` */ \
	X(PIPELINE, "pipeline") /* a chain; a node's result is its child's task, and the result of
	                           the last node goes to node 0 */ \
	X(RING, "ring")         /* all children of node 0, which exchange borders on a ring */

typedef enum TreeShape {
#define X(name, argument) TREE_##name,
	TREES(X)
#undef X
	NTREES
} TreeShape;

/* node 0, and three on a ring, each with two different neighbours */
enum { RING_MIN_PROCESSORS = 4 };

typedef struct TrekSetup {
	uint32_t processors; /* 1: node 0 is also the only worker */
	uint32_t shape;      /* enum TreeShape */
	uint32_t tasks;      /* 0 if not given; TREE_RING: number of steps */
	uint32_t granularity; /* number of tasks that are sent together */
	uint32_t buffers;    /* places for waiting tasks on each node */
	uint32_t degree, depth; /* of splits; 1, 0 in a PFVM */
	uint32_t stack;      /* bytes for each process of the user */
	uint32_t is_shared, nshared; /* the argument of share() */
	uint32_t nparents; /* TREE_FILE: number of halfwords of parents that follow, otherwise 0 */
} TrekSetup;

#endif
