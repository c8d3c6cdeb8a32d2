/*
 * network.h - nodes, link ends, crossbars and the host in one common time. Private to sim/.
 *
 * An instruction affects a link SETUP after it begins. So nothing that happens at or after Tmin,
 * the time of the earliest pending action, affects a link before Tmin + SETUP, and links can be
 * simulated up to that time.
 */
#ifndef NETWORK_H
#define NETWORK_H

#include "fault_list.h"
#include "sim/cpu/cpu.h"
#include "sim/link/link.h"

#include <stddef.h>

/* How far a node may run before other nodes are simulated; the result is the same. */
typedef enum Sync {
	SYNC_WINDOWS,  /* as far as the state of its links allows */
	SYNC_LOCKSTEP, /* SETUP at a time, all nodes: the reference */
} Sync;

/* How a node's code is executed; the result is the same. */
typedef enum Engine {
	ENGINE_INTERPRETER, /* all code is interpreted */
	ENGINE_TRANSLATE, /* frequent code is translated to host code, the rest is interpreted */
	ENGINE_EAGER, /* all code is translated if that is possible; for tests */
} Engine;

/*
 * ---- options.c: the values of --sync, --engine, --ahead, --threads; a wrong value is fatal ----
 */

/* sync_option: the value of --sync. */
Sync sync_option(const char *value);
/* engine_option: the value of --engine. */
Engine engine_option(const char *value);
/*
 * engine_default: the engine that TRELLIS_ENGINE names; without it, ENGINE_TRANSLATE if this
 * trellis has a translator for the host.
 */
Engine engine_default(void);
enum {
	AHEAD_MAX = 1000000,   /* greatest value of --ahead, in cycles */
	AHEAD_DEFAULT = 25000, /* longer leads are hardly faster, and undone more often */
};
/*
 * ahead_option: the value of --ahead: how many cycles nodes may run beyond the time up to which
 * their state is certain; 0 for off.
 */
Cycles ahead_option(const char *value);
enum { THREADS_MAX = 64 }; /* greatest value of --threads */
/* threads_option: the value of --threads, 1 to THREADS_MAX. */
uint32_t threads_option(const char *value);
/* threads_default: the value of TRELLIS_THREADS; 1 without it. */
uint32_t threads_default(void);

/* The far end of a control link: it selects a crossbar of its chain and forwards commands to it. */
typedef struct Selector {
	int selected;       /* the selected crossbar; -1: the next byte selects one */
	uint8_t command[3]; /* the command being received */
	uint8_t have;       /* bytes of the command received so far */
	uint8_t changing;   /* place in the chain of the crossbar that is being set */
	Time change;        /* when that crossbar's latches take effect; NEVER: none is being set */
	Buf replies;        /* reply bytes not yet sent */
} Selector;

/* A priority queue of actions, by time and then id; keys[id] is NEVER if it has no action of id. */
typedef struct Agenda {
	Time *keys;      /* [id] time of the action */
	uint32_t *heap, *place; /* heap: [n] the ids; place: [id] its index in the heap */
	uint32_t n;
} Agenda;

/*
 * NodeObserver: inspect a node; returns the clock at which the observer wants to be called again.
 */
typedef Cycles NodeObserver(void *context, NodeId n);

typedef struct Host Host;
typedef struct Network Network;
struct Ranks;
struct Snap;
struct Tape;

/* Callbacks from the network into its host. */
typedef struct HostCalls {
	/* an outcome at one of the host's ends */
	void (*outcome)(Host *h, Network *w, EndId e, Outcome what, Time at);
	/* save or restore the host's state in a snapshot */
	void (*transfer)(Host *h, const Network *w, struct Snap *s);
} HostCalls;

/* Interventions of an observer that forces an order on a run. */
typedef enum ForceKind {
	FORCE_WITHHOLD,  /* the running process gives up the processor (process_withhold) */
	FORCE_READY,     /* a process is put on its queue */
	FORCE_REGISTERS, /* the running process has these registers */
	FORCE_WORD,      /* a word of memory has this value */
	NFORCES
} ForceKind;

typedef struct Force {
	ForceKind kind;
	NodeId node;
	Word desc;        /* FORCE_READY; FORCE_WITHHOLD: of the running process */
	Word areg, breg, creg; /* FORCE_REGISTERS */
	Fpu fpu;          /* FORCE_REGISTERS */
	Addr addr;        /* FORCE_WORD */
	Word value;       /* FORCE_WORD */
} Force;

/*
 * Callbacks from the network and its host into a tape, which records or replaces the host's orders
 * (sim/past/tape.h).
 */
typedef struct TapeCalls {
	/*
	 * an outcome at a host's end. Returns true if the tape answers it; otherwise the host gets
	 * the outcome, and then end_outcome() is called
	 */
	bool (*begin_outcome)(struct Tape *t, EndId e, Outcome what, Time at);
	void (*end_outcome)(struct Tape *t);
	/* record an order of the host, a change of the service at its end, or a reset */
	void (*order)(struct Tape *t, EndId e, const Order *o);
	void (*serve)(struct Tape *t, EndId e, Receiver service);
	void (*reset)(struct Tape *t, uint32_t which);
	/* record an intervention, before it acts (network_force) */
	void (*force)(struct Tape *t, const Force *f, bool at_mark);
} TapeCalls;

/*
 * Callbacks from a network into its ranks: processes that execute it together (sim/ranks). Between
 * two runs, rank 0 has the state of the whole network; within a run, each rank has that of its own
 * nodes and their links.
 */
typedef struct RankCalls {
	/* a run begins on all ranks; called on rank 0 */
	void (*begin)(struct Ranks *r, Time until);
	/*
	 * a round begins: exchange orders, and how far nodes are; first: the time of the earliest
	 * pending action on this rank. Returns the earliest of these times on all ranks
	 */
	Time (*round)(struct Ranks *r, Time first);
	/* the run has ended: rank 0 gets the state of all nodes */
	void (*end)(struct Ranks *r);
	/* an end has received an order, which may concern other ranks */
	void (*ordered)(struct Ranks *r, EndId e);
	/* circuits join these ends from now on; or some circuit has been removed */
	void (*joined)(struct Ranks *r, EndId a, EndId b);
	/* the state was replaced between two runs */
	void (*changed)(struct Ranks *r);
	void (*free)(struct Ranks *r);
} RankCalls;

/* Callbacks at multiples of EPOCH, when all nodes are at the same time. */
typedef struct EpochCalls {
	bool (*waits)(void *context); /* true if `act` will act, even if no event is left */
	void (*act)(void *context);   /* called at each multiple of EPOCH */
	void *context;
} EpochCalls;

/* Which nodes a reset reaches. */
enum {
	RESET_ALL,     /* all nodes */
	RESET_ANALYSE, /* all nodes, with Analyse high */
	RESET_NODE,    /* node n alone: RESET_NODE + n */
};

struct Network {
	const Topology *topology; /* borrowed */
	T800 **nodes;
	uint64_t *period; /* [nodes] clock period, ps << 20 */
	Time *phase;      /* [nodes] a time at which the clock's value is known */
	Cycles *from;     /* [nodes] the clock's value at that time */
	Time *at;         /* [nodes] of an active node: the time of its next action (next_act) */
	uint32_t nnodes;
	Links links;         /* all link ends and crossbars */
	Selector *selectors; /* one for each control link */
	Host *host;          /* borrowed; NULL if there is no host */
	const HostCalls *host_calls; /* the callbacks of the host */
	/* records input from outside, or plays it back; borrowed; NULL if none */
	struct Tape *tape;
	const TapeCalls *tape_calls; /* the callbacks of the tape */
	Faults faults;       /* faults to inject */
	const FaultCalls *fault_calls; /* NULL without faults */
	NodeObserver *observer;  /* set by network_watch; may be NULL */
	void *observer_context;
	/* [nodes] the clock at which the observer wants to see the node next */
	Cycles *observe_at;
	/* set by network_on_order; may be NULL */
	void (*ordered)(void *context, EndId e, const Order *o);
	void *ordered_context;
	/* set by network_on_circuit; may be NULL */
	void (*joined)(void *context, Time at);
	void *joined_context;
	bool subsystems;     /* some node resets others (subsystem.c) */
	EpochCalls epochs;   /* set by network_on_epoch */
	bool still;          /* no event was left when `epochs` was last called */
	NodeId held;         /* the node held by network_hold; NOWHERE if none */
	Time *passed;        /* set by network_record_passes; borrowed; NULL if not requested */
	/* saved `passed` between network_pause_passes and network_resume_passes */
	Time *saved_passed;
	uint64_t *holds;     /* [nodes] saved T800.hold */
	uint64_t seed;       /* of the random choices */
	Sync sync;           /* how far nodes run before others are simulated */
	Cycles ahead;        /* cycles that nodes may run beyond what is certain (lead.h) */
	Engine engine;       /* of network_set_engine */
	struct Translator *translator; /* NULL: there is none */
	/* nodes and links divided among threads; NULL: one thread executes all */
	struct Shares *shares;
	struct ThreadChoice *choice; /* of network_choose_threads; NULL: nothing is to be chosen */
	/* [nodes] their translations, or NULL; T800.code is NULL while the node is observed */
	NodeCode **codes;
	/* the processes that execute the network together; NULL: this one executes all */
	struct Ranks *ranks;
	const RankCalls *rank_calls; /* callbacks of the ranks */
	const uint8_t *rank_of;      /* [nodes] borrowed from the ranks */
	uint8_t rank;                /* this process */
	bool by_byte;        /* links act at each packet, instead of once for each message */
	/* progress of the simulation */
	Time now;            /* everything before this time has been simulated */
	Time first;          /* ranks: no action of this round is earlier */
	Time final;          /* links have been simulated up to this time */
	Time circuits;       /* no circuit changes before this time */
	NodeId *active;      /* nodes that are executing */
	uint32_t nactive;
	NodeId *chosen; /* the active nodes that this round steps */
	bool *is_active; /* [nodes] the node is in `active` */
	struct Lead *leads;  /* [nodes] running beyond what is certain; NULL: none does */
	Agenda agenda;       /* times of idle nodes, links (by their lower end), selectors */
	uint64_t rounds;     /* simulated so far */
	bool finishing;      /* the host has asked to end the run */
	Time finish;         /* if finishing: when the run ends */
};

/* Windows end at multiples of this, so that a run can end at the same time however it is sliced. */
#define EPOCH 1000000000ull

/* ---- for the rest of sim/ and for the commands ---- */

/*
 * network_new: create the machine of a topology, with all nodes reset. The topology must outlive
 * the network.
 */
Network *network_new(const Topology *topology);
void network_free(Network *w);
/*
 * network_set_engine: set how code is executed from now on; between two runs. A network begins with
 * engine_default(). Without a translator, all code is interpreted. The code of a node is also
 * interpreted while the node is watched, or while all of its calls are marked.
 */
void network_set_engine(Network *w, Engine engine);
/*
 * network_set_threads: execute nodes and links on n threads (1 to THREADS_MAX) from now on; between
 * two runs. The result is the same. If one thread must execute everything, this is printed once. A
 * network begins with threads_default(), and then nothing is printed.
 */
void network_set_threads(Network *w, uint32_t n);
/*
 * network_choose_threads: choose the number of threads by measurements from now on, up to the
 * number of the host's processors; until network_set_threads.
 */
void network_choose_threads(Network *w);

/* The reason why network_run has returned. */
typedef enum RunEnd {
	RUN_REACHED,  /* `until` was reached */
	RUN_QUIET,    /* no event is left */
	RUN_FINISHED, /* the host has ended the run */
} RunEnd;

/* network_nthreads: the number of threads that execute nodes and links. */
uint32_t network_nthreads(const Network *w);

/* network_run: simulate up to `until` at most. */
RunEnd network_run(Network *w, Time until);

/* network_run_part: simulate this rank's part of a run that rank 0 has begun. */
void network_run_part(Network *w, Time until);

/*
 * network_reset: pulse the Reset pins of these nodes, between two runs; crossbars and memories
 * stay. With Analyse high, the program booted next can inspect the processes that were executing
 * (processor.md, section 14.2). A run that the host has ended can continue afterwards.
 */
void network_reset(Network *w, uint32_t which);

/* network_resume: recompute the next actions, after the state was replaced from outside. */
void network_resume(Network *w);

/* network_finish: end the run at the first multiple of EPOCH after `at`. */
void network_finish(Network *w, Time at);
/* network_continue: let the network run on after network_finish has ended a run. */
void network_continue(Network *w);

/*
 * network_watch: from now on call `observer` when a node is at one of these checkpoints, before
 * anything else acts on the node: the first checkpoint; the first one at or after the clock that
 * the last call returned; the checkpoint after a call or return to a marked address
 * (network_watch_calls); and when the node has stopped or has nothing to execute. There may be
 * further calls. The observer must not change anything, so the run is the same. NULL ends this.
 */
void network_watch(Network *w, NodeObserver *observer, void *context);
/*
 * network_watch_calls: set the marked addresses of a node; NULL: none. The marks are borrowed, and
 * may be changed only by another call; the observer may make such a call.
 */
void network_watch_calls(Network *w, NodeId n, const CallMarks *calls);

/*
 * network_on_order: from now on call `ordered` for each order that the network gives to an end.
 * NULL ends this.
 */
void network_on_order(Network *w, void (*ordered)(void *context, EndId e, const Order *o),
	void *context);

/*
 * network_on_circuit: from now on call `joined` whenever crossbars have changed circuits; the new
 * circuits exist from the time `at` on. NULL ends this.
 */
void network_on_circuit(Network *w, void (*joined)(void *context, Time at), void *context);

/* control_busy: true if a control link is active, so that circuits may change soon. */
bool control_busy(const Network *w);

/* network_on_epoch: from now on call `act` at each multiple of EPOCH; NULL ends this. */
void network_on_epoch(Network *w, const EpochCalls *calls);

/* network_trace: from now on record events in a trace; NULL ends this. */
void network_trace(Network *w, struct Trace *t);

enum { PURPOSE_PHASE, PURPOSE_FAULT }; /* a random phase of a clock; choices of faults */
/* network_random: a random number that depends only on the network's seed, who and purpose. */
uint64_t network_random(const Network *w, uint32_t who, uint32_t purpose);


/* network_fingerprint: a hash over all machine events so far, with their times. */
uint64_t network_fingerprint(const Network *w);
/* network_hash: a hash over all registers, clocks, memories and links. */
uint64_t network_hash(const Network *w);
/* network_node_hash: a hash over the registers, clocks and memory of one node. */
uint64_t network_node_hash(const Network *w, NodeId n);
/* network_instructions: the number of instructions executed by all nodes. */
uint64_t network_instructions(const Network *w);
/*
 * network_undone: how often nodes were taken back, because they had run too far beyond what was
 * certain.
 */
uint64_t network_undone(const Network *w);

/* node_time: the simulated time of a node's clock tick. */
Time node_time(const Network *w, NodeId n, Cycles clock);
/* node_clock: the first clock tick of n at or after `at`. */
Cycles node_clock(const Network *w, NodeId n, Time at);

/* network_find_end: the end that a reference names; NOWHERE_END if there is none. */
static inline EndId
network_find_end(const Network *w, EndRef ref)
{
	return links_find_end(&w->links, ref);
}

/* network_add_order: give an end an order for time o.at, and reschedule its link. */
void network_add_order(Network *w, EndId e, Order o);

/* network_announce_orders: reschedule the link of an end that has received an order. */
void network_announce_orders(Network *w, EndId e);

/* network_serve: let a device receive the bytes of an end from now on; see end_serve. */
void network_serve(Network *w, EndId e, Receiver service);

/* network_refresh: reschedule the link of e, which has changed. */
void network_refresh(Network *w, EndId e);

/* network_schedule: let an entry of the agenda (a node, link or selector) act at `at`. */
void network_schedule(Network *w, uint32_t thing, Time at);

/* ---- ranks: what this process executes ---- */

/* node_is_here: true if this process executes the node. */
static inline bool
node_is_here(const Network *w, NodeId n)
{
	return !w->rank_of || w->rank_of[n] == w->rank;
}

/*
 * end_is_here: true if this process simulates the end. The host's ends are on rank 0, those of
 * control links on all ranks.
 */
static inline bool
end_is_here(const Network *w, EndId e)
{
	EndRef ref = w->links.ends[e].ref;

	if (ref.kind == END_NODE)
		return node_is_here(w, ref.part);
	return w->rank == 0 || e >= w->links.first_control_end;
}

/*
 * link_is_here: true if this process simulates the link at e. Both ranks simulate a link between
 * them.
 */
static inline bool
link_is_here(const Network *w, EndId e)
{
	EndId peer = w->links.ends[e].peer;

	return end_is_here(w, e) || (peer != NOWHERE_END && end_is_here(w, peer));
}

/* ---- force.c: forced orders ---- */

/*
 * network_force: intervene in a node's run. at_mark: called by the watcher of the node, which is
 * about to execute a marked instruction; otherwise by EpochCalls.act. A process that is ready at a
 * mark must not be the first one that the node has to execute.
 */
void network_force(Network *w, const Force *f, bool at_mark);
/* force_is_possible: true if the intervention is possible in the node's present state. */
bool force_is_possible(const Network *w, const Force *f);
/* force_apply: perform an intervention, which must be possible (force_is_possible). */
void force_apply(Network *w, const Force *f);

/* ---- hold.c: places between checkpoints, for the past ---- */

/*
 * network_hold: stop a node after its first `count` instructions, within the stretch that begins at
 * the network's present time. network_run must have stopped at that time. Actions of this time have
 * taken place on nodes with a lower number, and are pending on nodes with a higher one. The network
 * may already be held at an earlier place of that time. Returns false if the node does not reach
 * the place at that time; then the network is in no valid state, and the caller must restore
 * another. The next run begins with network_release.
 */
bool network_hold(Network *w, NodeId n, uint64_t count);
/* network_release: end network_hold. */
void network_release(Network *w);

/*
 * network_record_passes: from now on record in passed[] when each node has executed T800.hold
 * instructions: the time of the checkpoint that begins this stretch. All of passed[] must be NEVER
 * at first; NULL ends this.
 */
void network_record_passes(Network *w, Time *passed);
/*
 * network_pause_passes: save the passes recorded so far, before the network is held within a time
 * at which network_run has stopped. Does nothing if passes are not recorded.
 */
void network_pause_passes(Network *w);
/*
 * network_resume_passes: continue recording passes, including those of the present time, after the
 * network was released. Does nothing if passes are not recorded.
 */
void network_resume_passes(Network *w);

/* ---- agenda.c ---- */
/* agenda_init: make an empty agenda of nthings things, numbered from 0. */
void agenda_init(Agenda *a, uint32_t nthings);
void agenda_free(Agenda *a);
/* agenda_set: let a thing act at a time; NEVER removes it. */
void agenda_set(Agenda *a, uint32_t thing, Time at);
/* agenda_first: the first action and its time; NEVER if the agenda is empty. */
uint32_t agenda_first(const Agenda *a, Time *at);

/* ---- selector.c ---- */
/* selector_first: the crossbar that is selected before a sequence begins; -1 if none is. */
int selector_first(const Network *w, uint32_t control);
/* selector_outcome: handle an outcome at the far end of control link `control`. */
void selector_outcome(Network *w, uint32_t control, Outcome what, Time at);
/* selector_change: let the latches of the crossbar that is being set take effect. */
void selector_change(Network *w, uint32_t control, Time at);
/* circuits_update: join and separate ends as the crossbars and cables now require. */
void circuits_update(Network *w, Time at);

/* ---- stats.c ---- */

/* The activity of a node's processor since the node's reset. */
typedef struct Usage {
	uint64_t instructions;
	Cycles clock;   /* now */
	Cycles busy[2]; /* cycles busy at high and at low priority; the others were idle */
} Usage;

/* node_usage: the activity of a node's processor since the node's reset, up to now. */
Usage node_usage(const Network *w, NodeId n);

/* network_stats: print a table of the activity of nodes and links. */
void network_stats(const Network *w, FILE *f);

#endif
