/*
 * network.h - nodes, link ends, crossbars and the host in one time. Private to sim/.
 *
 * A node's instruction acts on a link SETUP after it began, so whatever happens at Tmin or later
 * reaches a link at Tmin + SETUP at the earliest: all that links do before that is final.
 */
#ifndef NETWORK_H
#define NETWORK_H

#include "fault_list.h"
#include "sim/cpu/cpu.h"
#include "sim/link/link.h"

#include <stddef.h>

/* How far a node may run before the others are looked at; the result is the same. */
typedef enum Sync {
	SYNC_WINDOWS,  /* as far as the state of its links allows */
	SYNC_LOCKSTEP, /* SETUP at a time, all nodes: the oracle */
} Sync;

/* ---- options.c: the value of --sync; what is none is the user's mistake ---- */

Sync sync_option(const char *value);

/* The far end of a control link: selects a crossbar of its chain and passes commands on. */
typedef struct Selector {
	int selected;       /* -1: the next byte says */
	uint8_t command[3];
	uint8_t have;
	uint8_t changing;   /* the crossbar, by its place, ... */
	Time change;        /* ... whose latches become valid at this time; NEVER */
	Buf replies;        /* waiting for the link */
} Selector;

/* A priority queue of things by time; keys[id] NEVER: not in it. Equal times: by id. */
typedef struct Agenda {
	Time *keys;
	uint32_t *heap, *place;
	uint32_t n;
} Agenda;

typedef struct Host Host;
typedef struct Network Network;
struct Snap;
struct Tape;

/* What the network asks of its host. */
typedef struct HostCalls {
	/* an outcome at one of its ends */
	void (*outcome)(Host *h, Network *w, EndId e, Outcome what, Time at);
	/* what a snapshot holds of it */
	void (*transfer)(Host *h, const Network *w, struct Snap *s);
} HostCalls;

/* What the network and its host ask of a tape (sim/past/tape.h). */
typedef struct TapeCalls {
	/* an outcome at an end of the host: returns whether the tape answers. If not, the host gets
	 * the outcome, and then end_outcome() is called */
	bool (*begin_outcome)(struct Tape *t, EndId e, Outcome what, Time at);
	void (*end_outcome)(struct Tape *t);
	/* to be kept: an order of the host's, a service of its end, a reset */
	void (*order)(struct Tape *t, EndId e, const Order *o);
	void (*serve)(struct Tape *t, EndId e, Receiver service);
	void (*reset)(struct Tape *t, bool analyse);
} TapeCalls;

struct Network {
	const Topology *topology; /* borrowed */
	T800 **nodes;
	uint64_t *period; /* of each node's clock, ps << 20 */
	Time *phase;      /* of each node's clock: when it showed ... */
	Cycles *from;     /* ... this */
	Time *at;         /* of each active node's clock */
	uint32_t nnodes;
	Links links;
	Selector *selectors; /* one a control link */
	Host *host;          /* borrowed; NULL if there is no host */
	const HostCalls *host_calls; /* its callbacks */
	/* keeps what acts from outside, or gives it again; borrowed; NULL if none */
	struct Tape *tape;
	const TapeCalls *tape_calls; /* its callbacks */
	Faults faults;       /* what will go wrong */
	const FaultCalls *fault_calls; /* if there are any */
	void (*observer)(void *context, NodeId n); /* of network_watch; may be NULL */
	void *observer_context;
	/* of network_orders; may be NULL */
	void (*ordered)(void *context, EndId e, const Order *o);
	void *ordered_context;
	NodeId held;         /* network_hold's; NOWHERE if there is none */
	Time *passed;        /* network_passes'; borrowed; NULL: it is not asked for */
	/* the same, between network_pause_passes and network_resume_passes ... */
	Time *paused;
	uint64_t *holds;     /* ... [nodes], with T800.hold of each */
	uint64_t seed;
	Sync sync;
	bool by_byte;        /* an event a packet instead of one a message */
	/* the state of the run */
	Time now;            /* all that happens before this has happened */
	Time final;          /* all that links do before this is final */
	Time circuits;       /* no circuit changes before this */
	NodeId *active;      /* nodes that execute */
	uint32_t nactive;
	bool *is_active;
	Agenda agenda;       /* idle nodes, links (by their lower end), selectors */
	uint64_t rounds;
	bool finishing;      /* the host has asked for the end of the run ... */
	Time finish;         /* ... at this time */
};

/* Windows end at multiples of this, so that a run can end at one whatever cut it. */
#define EPOCH 1000000000ull

/* ---- network*.c: faces for the rest of sim/ and the commands ---- */

/* network_new: the machine of a topology, all nodes reset. The topology must outlive it. */
Network *network_new(const Topology *topology);
void network_free(Network *w);

/* Why network_run has returned. */
typedef enum RunEnd {
	RUN_REACHED,  /* the time asked for */
	RUN_QUIET,    /* nothing can happen any more */
	RUN_FINISHED, /* the host has ended the run */
} RunEnd;

/* network_run: go on until `until` at most. */
RunEnd network_run(Network *w, Time until);

/*
 * network_reset: the Reset pins of all nodes, between two runs; crossbars and memories stay. With
 * Analyse high, what was executing can be seen by what is booted next (processor.md, section 14.2).
 */
void network_reset(Network *w, bool analyse);

/* network_resume: the state was put in place from outside; find out who acts next. */
void network_resume(Network *w);

/* network_finish: end the run at the first epoch's end after at. */
void network_finish(Network *w, Time at);

/*
 * network_watch: from now on `look` is called whenever a node stands at a checkpoint, that is after
 * every transfer of control, before anything else comes in between. It sees the node as it is, and
 * must change nothing; so the run is the same. NULL: no longer.
 */
void network_watch(Network *w, void (*observer)(void *context, NodeId n), void *context);

/*
 * network_orders: from now on `ordered` is called with each order that the network gives an end.
 * NULL: no longer.
 */
void network_orders(Network *w, void (*ordered)(void *context, EndId e, const Order *o),
	void *context);

/* network_trace: note events in a trace from now on; NULL: no longer. */
void network_trace(Network *w, struct Trace *t);

/* network_random: a number that depends on the network's seed, who and purpose alone. */
enum { PURPOSE_PHASE, PURPOSE_FAULT };
uint64_t network_random(const Network *w, uint32_t who, uint32_t purpose);


/* network_fingerprint: over all machine events so far, with their times. */
uint64_t network_fingerprint(const Network *w);
/* network_hash: over all registers, clocks, memories and links. */
uint64_t network_hash(const Network *w);
/* network_node_hash: over those of a node, without its links. */
uint64_t network_node_hash(const Network *w, NodeId n);
/* network_instructions: executed by all nodes. */
uint64_t network_instructions(const Network *w);

Time node_time(const Network *w, NodeId n, Cycles clock);
/* node_clock: the first clock of n at or after `at`. */
Cycles node_clock(const Network *w, NodeId n, Time at);

static inline EndId
network_end(const Network *w, EndRef ref)
{
	return links_end(&w->links, ref);
}

/* network_order: an order for an end, at o.at; the network looks at the link again. */
void network_order(Network *w, EndId e, Order o);

/* network_refresh: the link of e has changed; the network looks when it acts next. */
void network_refresh(Network *w, EndId e);

/* network_schedule: a thing of the agenda acts at `at`. */
void network_schedule(Network *w, uint32_t thing, Time at);

/* ---- hold.c: places between checkpoints, for the past ---- */

/*
 * network_hold: the network stands at a time (network_run has left it), at which a node begins the
 * stretch with its instruction after `count` of them: bring it there. What else happens at that
 * time on nodes of a lower number has happened then, on those of a higher one it has not. It may be
 * held at an earlier place of that time already. false: the node does not come there at that time;
 * the network is at no place then, and another state must be put there. The next run of the network
 * begins with network_release.
 */
bool network_hold(Network *w, NodeId n, uint64_t count);
void network_release(Network *w);

/*
 * network_passes: note from now on when nodes pass their T800.hold: the time of the checkpoint
 * where the stretch with that instruction begins. passed: NEVER for each node at first; NULL: no
 * longer.
 */
void network_passes(Network *w, Time *passed);
/*
 * network_pause_passes: at a time, before the network is held in between; network_resume_passes: it
 * is released, and what has been passed at that time is noted. Neither does anything if passes are
 * not asked for.
 */
void network_pause_passes(Network *w);
void network_resume_passes(Network *w);

/* ---- agenda.c ---- */
void agenda_init(Agenda *a, uint32_t nthings);
void agenda_free(Agenda *a);
void agenda_set(Agenda *a, uint32_t thing, Time at);
/* agenda_first: the first thing, and its time; NEVER for none. */
uint32_t agenda_first(const Agenda *a, Time *at);

/* ---- selector.c ---- */
/* selector_outcome: an outcome at the far end of control link `control`. */
void selector_outcome(Network *w, uint32_t control, Outcome what, Time at);
/* selector_change: latches become valid now. */
void selector_change(Network *w, uint32_t control, Time at);
/* circuits_update: join and part ends as crossbars and cables have it. */
void circuits_update(Network *w, Time at);

/* ---- stats.c ---- */

/* What a node's processor has done since its reset. */
typedef struct Usage {
	uint64_t instructions;
	Cycles clock;   /* now */
	Cycles busy[2]; /* of them, at high and at low priority; else it was idle */
} Usage;

Usage node_usage(const Network *w, NodeId n);

/* network_stats: a table of what nodes and links have done. */
void network_stats(const Network *w, FILE *f);

#endif
