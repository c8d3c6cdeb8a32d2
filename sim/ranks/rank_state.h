/* rank_state.h - the state of a rank besides its network. Private to this folder. */
#ifndef RANK_STATE_H
#define RANK_STATE_H

#include "ranks.h"

#include "sim/past/part.h"

/* A link between a node here and a node or the host of another rank; by its end here. */
typedef struct CutLink {
	EndId end;
	uint8_t rank; /* the other rank */
} CutLink;

/* The state of this rank. */
typedef struct Ranks {
	Network *w;
	const Transport *t; /* sends and receives messages */
	uint8_t *of;     /* [nodes] the rank that executes the node */
	bool running;    /* within a run */
	bool changed;    /* rank 0: the others need the whole state */
	uint32_t nfaults; /* rank 0: number of faults that the others know */
	Buf *out, *in;   /* [size] messages of a round */
	Buf *orders;     /* [size] orders for the next round */
	Time first_order; /* time of the first of these; NEVER if there is none */
	CutLink *cuts;   /* [ncuts] */
	uint32_t ncuts;
	uint64_t nrounds, nbytes, norders; /* counters of what was sent */
	PartKnown known; /* other ranks: what rank 0 knows of their nodes */
} Ranks;

/* What rank 0 asks the others to do; the comment shows the rest of the message. */
typedef enum Request {
	REQUEST_MAKE,   /* Machine, text of the topology, [nodes] rank */
	REQUEST_STATE,  /* snapshot */
	REQUEST_RUN,    /* Run */
	REQUEST_TASK,   /* of ranks_give */
	REQUEST_FINISH,
} Request;

/* How to make the network of rank 0. */
typedef struct Machine {
	uint64_t seed;
	uint32_t sync, engine, threads, by_byte;
	uint32_t nnodes, ntext; /* nodes, and bytes of the topology's text */
} Machine;

/* A run that all ranks begin. */
typedef struct Run {
	Time now, until;
	Time finish; /* NEVER if the host has not asked to end the run */
} Run;

/* ---- partition.c ---- */

/*
 * ranks_partition: divide the nodes among n ranks: of[] gets ranges of nodes, in the order of their
 * numbers or of a depth-first walk, of about equal length, chosen so that few links are cut.
 */
void ranks_partition(const Network *w, uint32_t n, uint8_t *of);
/* partition_cut: the number of links between nodes of different ranks. */
uint32_t partition_cut(const Network *w, const uint8_t *of);

/* ---- round.c ---- */

/* ranks_new: make the state of a rank; `of`, the rank of each node, becomes owned by the result. */
Ranks *ranks_new(Network *w, const Transport *t, const RankCalls *calls, uint8_t *of);
/* ranks_free: let this process alone execute the network from now on. */
void ranks_free(Ranks *r);

/*
 * ranks_round: RankCalls.round: exchange orders and clocks with the other ranks; returns the
 * earliest of the ranks' first action times.
 */
Time ranks_round(Ranks *r, Time first);
/*
 * ranks_ordered: RankCalls.ordered: queue the orders that an end has got for the ranks that they
 * concern.
 */
void ranks_ordered(Ranks *r, EndId e);
/*
 * ranks_changed: RankCalls.changed: note that the state was replaced, so that it is sent to the
 * other ranks.
 */
void ranks_changed(Ranks *r);
/*
 * ranks_joined: RankCalls.joined: list the links between ranks again; fatal if two ranks would
 * share a link that has been used.
 */
void ranks_joined(Ranks *r, EndId a, EndId b);

/*
 * ranks_same: note that all ranks have the same state now, in which all orders are known to all
 * ranks, so that none is sent.
 */
void ranks_same(Ranks *r);
/* ranks_start: begin this rank's part of a run. */
void ranks_start(Ranks *r);

/* ranks_take: the next n bytes of a message, from *at on, which advances. */
const void *ranks_take(const Buf *message, size_t *at, size_t n);

#endif
