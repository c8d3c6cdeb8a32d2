/*
 * network.h - nodes, link ends, crossbars and the host in one time. Private to sim/.
 *
 * Ends are numbered: first the nodes' (4 a node), then the hosts' data links, then for each
 * control link its host's side and the chain's side. Two ends that a circuit joins are each
 * other's peer; what goes on between them is worked out by link.c, which needs only the two.
 *
 * A node's instruction acts on a link SETUP after it began, so whatever happens at Tmin or later
 * reaches a link at Tmin + SETUP at the earliest: all that links do before that is final.
 */
#ifndef NETWORK_H
#define NETWORK_H

#include "sim/fault/fault.h"
#include "sim/cpu/t800.h"

#include <stddef.h>

typedef uint32_t EndId;

enum { NOWHERE_END = 0xFFFFFFFF };

/* From the start of in or out to the first bit on the wire (links.md, section 4), in ps. */
#define SETUP 1000000ull

/* An order for an end that has not reached it yet. */
typedef struct Order {
	Time at;
	PostKind kind;
	Addr ptr; /* of a POST_UNBOOT: the link that boots */
	Word len;
	uint8_t *data; /* of a POST_OUT: the order's until it acts, then the end's */
} Order;

/* What receives: a message asked for, or a service that takes every byte. */
typedef enum Receiver {
	RECEIVE_MESSAGE,
	RECEIVE_BOOT,   /* a node's boot logic: poke, peek or code */
	RECEIVE_STREAM, /* byte by byte, for ever */
} Receiver;

/* Byte and time counters of one direction. */
typedef struct Traffic {
	uint64_t nbytes, nmessages;
	Time busy;  /* the line carried a packet */
	Time stall; /* a byte was out and its acknowledge awaited longer than the packet */
} Traffic;

/* A byte that will not come as it was sent. */
typedef struct Hit {
	uint32_t left; /* data packets up to it; 1: the next one; 0: it is past */
	uint16_t fault; /* which */
	uint8_t kind;  /* FAULT_CORRUPT, FAULT_LOSE or FAULT_DOUBLE */
	uint8_t bits;
	Time at;       /* when it went out; 0: not yet */
} Hit;

enum { NHITS = 4 }; /* bytes of one line that wait for their fault */

typedef struct End {
	EndRef ref;
	EndId peer;       /* NOWHERE_END: no circuit */
	Time bit;         /* of the circuit: period of a bit */
	Time delay;       /* one way */
	Time lag;         /* more of it out of here, by a fault */
	Hit hits[NHITS];  /* of the line out of here; left 0: none */
	bool dead;        /* nothing comes out of here */
	bool again;       /* the byte that is coming comes twice */
	bool marred;      /* it is not the one that was sent */
	Time see;         /* this receiver decides to acknowledge so long after a start bit came */
	Time turn;        /* from an acknowledge to the next start bit */
	/* transmitter */
	bool sending;
	bool unacked;     /* a byte is out */
	Word out_len, out_sent, out_done;
	Time send_at;     /* not before */
	Time sent_at;     /* start of the last data packet */
	Time ack_in;      /* an acknowledge is coming; NEVER */
	/* receiver */
	Receiver receiver;
	bool receiving;
	bool held;        /* a byte has come that nobody asked for */
	bool told;        /* ... and a guard was told of it */
	bool taken;       /* the byte coming has been acknowledged */
	bool guard;       /* tell of the next byte held */
	uint8_t incoming, holding;
	uint8_t command[9]; /* the last poke or peek of the boot logic */
	Word in_len, in_have, in_acked;
	Addr in_ptr;
	Time held_at;     /* since when one is held */
	Time code_at;     /* when the first byte of boot code came; NEVER: none */
	Time see_at, come_at; /* of the data packet that is coming; NEVER */
	Time ack_at;      /* an acknowledge is due from; NEVER */
	/* both */
	Time line_free;   /* the outgoing line has sent its last packet */
	Traffic out_traffic, in_traffic;
	uint64_t print;   /* fingerprint of a device's end */
	/* what is on its way here */
	uint8_t *out;     /* the message being sent, taken when it was ordered */
	Buf in;           /* what has come of the message being received */
	Order *orders;    /* in order of time */
	uint32_t norders;
	Time expect;      /* next outcome here if no further order comes; NEVER */
	Traffic counted;  /* of out_traffic: already with the ports it went through */
} End;

/* What a link tells one of its ends. */
typedef enum Outcome {
	OUTCOME_SENT,
	OUTCOME_RECEIVED,
	OUTCOME_GUARD,
	OUTCOME_BOOTING, /* the boot logic has seen the first byte of code */
	NOUTCOMES,
} Outcome;

/* How far a node may run before the others are looked at; the result is the same. */
typedef enum Sync {
	SYNC_WINDOWS,  /* as far as the state of its links allows */
	SYNC_LOCKSTEP, /* SETUP at a time, all nodes: the oracle */
} Sync;

/* ---- options.c: values of --sync and --env; what is none is the user's mistake ---- */

/* NAME=VALUE of a program's environment, n of them and then NULL; NULL: none. Owned, the texts are argv's. */
typedef struct EnvOption {
	char **list;
	int n;
} EnvOption;

Sync sync_option(const char *value);
void env_option(EnvOption *o, char *value);

/* One crossbar: which input drives each output; NO_INPUT for none. */
enum { NO_INPUT = 0xFF };
typedef struct Crossbar {
	uint8_t input[MAX_PORTS];
	uint8_t latch[MAX_PORTS]; /* what becomes valid at the end of the sequence */
} Crossbar;

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
struct Tape;

struct Network {
	const Topology *topology; /* borrowed */
	T800 **nodes;
	uint64_t *period; /* of each node's clock, ps << 20 */
	Time *phase;      /* of each node's clock: when it showed ... */
	Cycles *from;     /* ... this */
	Time *at;         /* of each active node's clock */
	uint32_t nnodes;
	End *ends;
	uint32_t nends, first_host_end, first_control_end;
	Crossbar *crossbars;
	Traffic *ports;      /* what has come in at each port of each crossbar, MAX_PORTS each */
	Selector *selectors; /* one a control link */
	struct Trace *trace; /* of its events; owned by who opened it; NULL: none */
	Host *host;          /* told of what happens at its ends; borrowed; NULL: nobody listens */
	Faults faults;       /* what will go wrong */
	void (*look)(void *context, NodeId n); /* network_watch's; NULL: nobody looks */
	void *look_context;
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
 * network_watch: from now on `look` is called whenever a node stands at a checkpoint, that is after every
 * transfer of control, before anything else comes in between. It sees the node as it is, and must change nothing; so
 * the run is the same. NULL: no longer.
 */
void network_watch(Network *w, void (*look)(void *context, NodeId n), void *context);

/* network_trace: note events in a trace from now on; NULL: no longer. */
void network_trace(Network *w, struct Trace *t);

/* network_random: a number that depends on the network's seed, who and purpose alone. */
enum { PURPOSE_PHASE, PURPOSE_FAULT };
uint64_t network_random(const Network *w, uint32_t who, uint32_t purpose);

/* network_event: the event pin of a node rises at `at`, which is not yet past. */
void network_event(Network *w, NodeId n, Time at);

/* network_fingerprint: over all machine events so far, with their times. */
uint64_t network_fingerprint(const Network *w);
/* network_hash: over all registers, clocks, memories and links. */
uint64_t network_hash(const Network *w);
/* network_instructions: executed by all nodes. */
uint64_t network_instructions(const Network *w);

static inline Time
later(Time a, Time b)
{
	return a > b ? a : b;
}

static inline Time
earlier(Time a, Time b)
{
	return a < b ? a : b;
}

Time node_time(const Network *w, NodeId n, Cycles clock);
/* node_clock: the first clock of n at or after `at`. */
Cycles node_clock(const Network *w, NodeId n, Time at);

EndId network_end(const Network *w, EndRef ref);

/* network_order: an order for an end, at o.at; the network looks at the link again. */
void network_order(Network *w, EndId e, Order o);

/* network_refresh: the link of e has changed; the network looks when it acts next. */
void network_refresh(Network *w, EndId e);

/* network_schedule: a thing of the agenda acts at `at`. */
void network_schedule(Network *w, uint32_t thing, Time at);

/* ---- agenda.c ---- */
void agenda_init(Agenda *a, uint32_t nthings);
void agenda_free(Agenda *a);
void agenda_set(Agenda *a, uint32_t thing, Time at);
/* agenda_first: the first thing, and its time; NEVER for none. */
uint32_t agenda_first(const Agenda *a, Time *at);

/* ---- crossbar.c ---- */
void crossbar_init(Crossbar *x);
/* selector_tell: an outcome at the far end of control link `control`. */
void selector_tell(Network *w, uint32_t control, Outcome what, Time at);
/* selector_change: latches become valid now. */
void selector_change(Network *w, uint32_t control, Time at);
/* circuits_trace: the end that the circuits at e lead to, or NOWHERE_END; delay of the way. */
EndId circuits_trace(const Network *w, EndId e, Time *delay);
/* port_traffic: what has come into a crossbar at a port until now. */
Traffic port_traffic(const Network *w, uint32_t sw, uint32_t port);
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

/* ---- snapshot.c: between two runs of the network ---- */

/* snapshot_write: all state into a file. Failure is fatal. */
void snapshot_write(Network *w, const char *name);

/*
 * snapshot_read: a network of the same topology, with its host, becomes what the file holds.
 * What is no snapshot, or of another machine, is the user's mistake (fatal).
 */
void snapshot_read(Network *w, const char *name);

/* snapshot_topology: the machine that a snapshot is of; topology_free. */
Topology *snapshot_topology(const char *name);

/* snapshot_save, snapshot_load: the same in memory; name is for messages, bytes stay the caller's. */
void snapshot_save(Network *w, Buf *out);
void snapshot_load(Network *w, const char *name, Buf bytes);

typedef struct PageStore PageStore;

/*
 * snapshot_keep, snapshot_return: the machine alone, without its host, for this network to go back to. Its
 * pages are in a store; their numbers, 32 bits each, are added to `pages`, for page_store_drop in the end.
 */
void snapshot_keep(Network *w, PageStore *store, Buf *out, Buf *pages);
void snapshot_return(Network *w, PageStore *store, Buf bytes);

/* A snapshot being written or read: the same calls do both. */
typedef struct Snap {
	const char *name;
	bool reading;
	Buf bytes;
	size_t at; /* reading: next byte */
	PageStore *store; /* of the machine alone: has its pages; NULL: they are in the snapshot, and the host, too */
	Buf *pages;       /* writing: their numbers */
} Snap;

/* snap_pass: n bytes to or from p. */
void snap_pass(Snap *s, void *p, size_t n);
/* snap_count: a number of things of `size` bytes each that follow. */
uint32_t snap_count(Snap *s, uint32_t n, size_t size);
_Noreturn void snap_damaged(const Snap *s);

/*
 * sim/past/check.c: does what a snapshot holds make sense? `made` is the part of the new network;
 * now: the node's clock at the snapshot's time. The end's node and buffers have been read before.
 */
bool snapshot_node_ok(const T800 *made, const T800 *c, Cycles now);
bool snapshot_end_ok(const Network *w, const End *made, const End *e);
bool snapshot_order_ok(const Network *w, const End *e, const Order *o);
bool snapshot_circuits_ok(const Network *w);
bool snapshot_time_ok(Time now);

/* ---- boot_file.c ---- */

/* boot_check: a boot file that no chip would take is the user's mistake (fatal). */
void boot_check(const char *name, const uint8_t *bytes, size_t n);

/* ---- pages.c ---- */

/* pages_each: every page of a node's memory that holds anything but zeros, in order. */
void pages_each(const T800 *c, void (*visit)(void *context, uint32_t page, const uint8_t *bytes),
	void *context);

/* ---- page_store.c: pages that snapshots share ---- */
PageStore *page_store_new(void);
void page_store_free(PageStore *s);
/* page_store_put: a copy of a page; its number, which has one user more now. */
uint32_t page_store_put(PageStore *s, const uint8_t *page);
const uint8_t *page_store_page(const PageStore *s, uint32_t page);
void page_store_drop(PageStore *s, uint32_t page); /* one user less */
size_t page_store_size(const PageStore *s); /* bytes */

/* ---- sim/host/adapter.c ---- */

/* How the host serves the link that it boots the root node over. */
typedef enum HostMode {
	HOST_RAW,     /* bytes in, bytes out */
	HOST_ISERVER, /* the INMOS server's protocol */
	HOST_STATION, /* the kernel's packets; station.h */
} HostMode;

typedef struct HostOptions {
	HostMode mode;
	const Config *config; /* circuits to set first; NULL: none */
	const uint8_t *boot;  /* the boot file; borrowed */
	size_t nboot;
	const uint8_t *input; /* HOST_RAW: what follows it; borrowed */
	size_t ninput;
	FILE *output;                 /* HOST_RAW: where what comes back goes */
	struct Iserver *iserver;      /* HOST_ISERVER; borrowed */
	struct Station *station;      /* HOST_STATION; borrowed */
	bool idle;                    /* do nothing at first: a snapshot follows */
} HostOptions;

/*
 * host_new: the host of a network, on data link 0 of its first host. At time 0 it sets the
 * crossbars, then it boots, then it serves. It ends the run when its program exits.
 */
Host *host_new(Network *w, const HostOptions *o);
void host_free(Host *h);
/* host_boot: reset, then boot from these bytes from `at` on. The crossbars stay. */
void host_boot(Host *h, Network *w, Time at, const uint8_t *boot, size_t nboot);
/*
 * host_spread: between two runs, after network_reset: takes all circuits off, sets the crossbars anew
 * and boots over the data link at that end. config may be NULL; the bytes are borrowed until they are sent.
 */
void host_spread(Host *h, Network *w, EndId data, const Config *config, const uint8_t *boot, size_t nboot);
/* host_boots: it has still to send the boot file. */
bool host_boots(const Host *h);
/* host_order: as network_order, of what acts for the host. host_tape: keeps its answers; NULL: none does. */
void host_order(Network *w, EndId e, Order o);
void host_tape(Host *h, struct Tape *t);
/*
 * host_pass: what a snapshot holds of it. A host of another mode than the snapshot's is deaf from then
 * on: it serves nothing, and the network goes on as if nobody listened.
 */
void host_pass(Host *h, const Network *w, Snap *s);
bool host_deaf(const Host *h);
void host_tell(Host *h, Network *w, EndId e, Outcome what, Time at);

/* ---- link.c ---- */

/* link_tell: receives every outcome of link_advance, in order of time. Defined in tell.c. */
void link_tell(Network *w, EndId e, Outcome what, Time at);

void end_init(End *e, EndRef ref);

/* end_order: an order that acts at o.at; o.data, from xmalloc, becomes the end's. */
void end_order(End *e, Order o);

/*
 * link_advance: everything that happens on the link of e before `until` happens; all orders
 * before it must be known. quick: equal periods are counted, not walked.
 */
void link_advance(Network *w, EndId e, Time until, bool quick);

/* link_expect: work out `expect` of both ends anew; returns the link's next time. */
Time link_expect(Network *w, EndId e);

/* link_next_step: when the link's next packet begins or ends. */
Time link_next_step(const Network *w, EndId e);

/* end_bound: no outcome here before this if the peer's next order comes at `order` or later. */
Time end_bound(const Network *w, EndId e, Time order);

/* end_serve: the end takes bytes for a service from now on. */
void end_serve(End *e, Receiver service);

/* end_reset: the link engine starts afresh, with its circuit. */
void end_reset(End *e);

/* end_join, end_part: a circuit comes or goes; bytes under way are lost. */
void end_join(Network *w, EndId a, EndId b, Time at, Time delay);
void end_part(Network *w, EndId e);

#endif
