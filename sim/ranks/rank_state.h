/* rank_state.h - the state of a rank besides its network. Private to this folder. */
#ifndef RANK_STATE_H
#define RANK_STATE_H

#include "ranks.h"

#include "sim/past/part.h"

/* A link between a node of this rank and a node or the host of another rank. */
typedef struct CutLink {
	EndId end;    /* the end of this rank's node */
	uint8_t rank; /* the other rank */
} CutLink;

/* The state of this rank. */
typedef struct Ranks {
	Network *w;
	const Transport *t; /* sends and receives messages */
	uint8_t *rank_of;     /* [nodes] the rank that executes the node */
	bool running;    /* the network is within a run */
	bool changed;    /* rank 0: the other ranks need the whole state */
	uint32_t nfaults; /* rank 0: number of faults that the others know */
	Buf *out, *in;   /* [size] messages of a round */
	Buf *orders;     /* [size] orders for the next round */
	Time first_order; /* time of the first order in `orders`; NEVER if there is none */
	CutLink *cuts;   /* [ncuts] the links to other ranks */
	uint32_t ncuts;
	uint64_t nrounds, nbytes, norders; /* counters of what was sent */
	KnownPages known; /* other ranks: what rank 0 knows of their nodes */
} Ranks;

/* The requests of rank 0 to the other ranks, and the rest of the message. */
typedef enum Request {
	REQUEST_MAKE,   /* make the network: a Machine, the topology's text, [nodes] their ranks */
	REQUEST_STATE,  /* take over this state: a snapshot */
	REQUEST_RUN,    /* simulate your part of a run: a Run */
	REQUEST_TASK,   /* do a task: the task of ranks_give */
	REQUEST_FINISH, /* end: nothing */
} Request;

/* How to make the network of rank 0. */
typedef struct NetworkMessage {
	uint64_t seed;
	uint32_t sync, engine, threads, by_byte; /* options of the network */
	uint32_t nnodes, ntext; /* nodes, and bytes of the topology's text */
} NetworkMessage;

/* A run that all ranks begin. */
typedef struct RunMessage {
	Time now, until; /* its beginning and its end */
	Time finish; /* NEVER if the host has not asked to end the run */
} RunMessage;

/* ---- partition.c ---- */

/*
 * ranks_partition: divide the nodes among n ranks: of[] gets ranges of nodes, in the order of their
 * numbers or of a depth-first walk, of about equal length, chosen so that few links are cut.
 */
void ranks_partition(const Network *w, uint32_t n, uint8_t *of);
/* partition_cut_links: the number of links between nodes of different ranks. */
uint32_t partition_cut_links(const Network *w, const uint8_t *of);

/* ---- round.c ---- */

/*
 * ranks_new: make the state of a rank; `rank_of`, the rank of each node, becomes owned by the
 * result.
 */
Ranks *ranks_new(Network *w, const Transport *t, const RankCalls *calls, uint8_t *of);
/* ranks_free: let this process alone execute the network from now on. */
void ranks_free(Ranks *r);

/*
 * ranks_round: RankCalls.round: exchange orders and clocks with the other ranks; returns the
 * earliest of the ranks' first action times.
 */
Time ranks_round(Ranks *r, Time first);
/*
 * ranks_queue_orders: RankCalls.ordered: queue the orders that an end has got for the ranks that
 * they concern.
 */
void ranks_queue_orders(Ranks *r, EndId e);
/*
 * ranks_note_change: RankCalls.changed: note that the state was replaced, so that it is sent to the
 * other ranks.
 */
void ranks_note_change(Ranks *r);
/*
 * ranks_update_cuts: RankCalls.joined: list the links between ranks again; fatal if two ranks would
 * share a link that has been used.
 */
void ranks_update_cuts(Ranks *r, EndId a, EndId b);

/*
 * ranks_note_same_state: note that all ranks have the same state now. All ranks know all orders of
 * this state, so that no order is sent.
 */
void ranks_note_same_state(Ranks *r);
/* ranks_begin_run: begin this rank's part of a run. */
void ranks_begin_run(Ranks *r);

/* ranks_take: the next n bytes of a message, from *at on, which advances. */
const void *ranks_take(const Buf *message, size_t *at, size_t n);

#endif
