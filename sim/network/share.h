/*
 * share.h - nodes and links divided among threads (network_threads). Private to this folder.
 *
 * A node belongs to one share; a link belongs to the share of the node at its lower end. A round
 * has two phases: links are simulated, then nodes. In each, the calling thread collects the work in
 * the shares; the threads do it; and the calling thread then publishes the results for other nodes
 * and links. Without shares, nothing is collected, and the caller does the work.
 */
#ifndef NETWORK_SHARE_H
#define NETWORK_SHARE_H

#include "crew.h"
#include "network.h"

/* A link that is to be simulated. */
typedef struct DueLink {
	EndId link; /* its lower end */
	Time at;    /* when it acts next */
} DueLink;

/* An outcome at a node's end, which the calling thread publishes. */
typedef struct NotedOutcome {
	EndId end;
	Outcome what;
	Time at;
} NotedOutcome;

/* A node to be stepped, and the result of its step. */
typedef struct SteppedNode {
	NodeId node;
	bool executes; /* the node still executes after the step, and has not run ahead */
	bool asks; /* the node asks for a byte in a link: only the calling thread may answer */
	Time at;   /* time of the node's next action */
} SteppedNode;

/* The part of the nodes and links that one thread executes. */
typedef struct Share {
	Network *w;
	Links links;       /* the network's, but outcomes are reported to this share */
	/* the least time up to which one of its links was simulated; NEVER: all reached w->final */
	Time final;
	/* [nends] links to be simulated; afterwards, `at` is when each acts next */
	DueLink *due;
	uint32_t ndue, nsure; /* the first nsure of them act before w->final */
	/* [nnodes] the nodes stepped in this round; while links are simulated: in the last round */
	SteppedNode *steps;
	uint32_t nsteps;
	Buf outcomes;      /* NotedOutcome */
	Buf ordered;       /* EndId: ends that have got orders */
	uint8_t apart[64]; /* keeps the next share out of this share's cache lines */
} Share;

/* All shares, and the threads that execute them. */
typedef struct Shares {
	Crew *crew;        /* NULL until there is work for several threads */
	Share *share;      /* [n] */
	uint32_t n;
	struct Translator **translators; /* [n] the first is the network's; NULL: none */
	uint8_t *owner;    /* [nodes] the share that executes the node */
	uint64_t *work;    /* [nodes] estimate of the node's recent work, in instructions */
	uint8_t *alone;    /* [nodes] why only the calling thread may execute the node (Alone) */
	bool faulty;       /* the network has faults, so `alone` may change after each round */
	Time next_look;    /* when the work of shares is compared next */
	Time epoch;        /* the multiple of EPOCH at or before this round's beginning */
	bool on;           /* threads are used in this round */
	bool gathering;    /* links are being collected */
	bool stepping;     /* threads execute nodes */
	Time until;        /* end of this phase */
	bool tell;         /* print a message if only one thread can be used */
} Shares;

/* The reasons why a node is left to the calling thread; they are bits of a set. */
typedef enum Alone {
	ALONE_WATCHED = 1, /* the node is watched */
	ALONE_FAULTY = 2, /* a fault waits for an action of the node */
} Alone;

/* ---- share.c ---- */

/*
 * shares_start: call this before the first round, and when the list of faults has changed. The host
 * may have left the last round by fatal().
 */
void shares_start(Network *w);
/* shares_begin: begin a round, from `first` on, and decide whether it uses threads. */
void shares_begin(Network *w, Time first);
/* shares_end: end the round that shares_begin began. */
void shares_end(Network *w);

/* shares_do: do the work of the shares in the set: by threads if there are enough pieces of it. */
void shares_do(Network *w, uint64_t set, uint32_t pieces, CrewWork *work);

/* shares_note_watch: note that a watch of a node has begun or ended. */
void shares_note_watch(Network *w, NodeId n);

/*
 * shares_set_engine: replace the translators by those of an engine; no node may use the present
 * ones.
 */
void shares_set_engine(Network *w, Engine engine);
/* shares_translator: the translator of a node's code; NULL if there is none. */
struct Translator *shares_translator(const Network *w, NodeId n);

/* shares_choose: before a run, choose the number of threads, after network_choose_threads. */
void shares_choose(Network *w);

/* ---- share_links.c ---- */

/*
 * shares_keep_link: collect a link for shares_advance; returns false if the caller must simulate
 * it. There must be shares.
 */
bool shares_keep_link(Network *w, EndId e, Time at);
/*
 * shares_advance: simulate the collected links, and those of the nodes just stepped, as far as
 * their nodes' orders are known. Returns whether there were any.
 */
bool shares_advance(Network *w, Time until);

/* ---- share_nodes.c ---- */

/*
 * shares_keep_node: collect a node for shares_step; returns false if the caller must step it. There
 * must be shares.
 */
bool shares_keep_node(Network *w, NodeId n);
/* shares_step: step the collected nodes. Returns whether all of them still execute. */
bool shares_step(Network *w, Time until);
/* shares_stepping: true while threads execute nodes. */
bool shares_stepping(const Network *w);
/* shares_keep_order: note that a node has given an order, if threads execute nodes now. */
bool shares_keep_order(Network *w, EndId e);

#endif
