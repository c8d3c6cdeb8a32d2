/*
 * station.h - the host station: boots a network of nodes that run the kernel, and serves it.
 *
 * It is a device of the simulated machine on the host's data link that leads to node 0. It acts
 * only when that link tells it something, or between two runs of the network when a command is
 * given to it; what it answers takes simulated time. Packets and messages are those of
 * kernel/include/border.h.
 */
#ifndef STATION_H
#define STATION_H

#include "kernel/include/border.h"
#include "sim/network/network.h"
#include "sim/past/snap.h"

struct Past;
struct View;

/* ---- boot_plan.c ---- */

/* What a link of a logical node leads to. */
typedef struct BootEdge {
	uint32_t peer; /* logical node, or NODE_NONE */
	uint32_t at;   /* that node's link */
	bool cut;      /* turned out to lead nowhere */
} BootEdge;

typedef struct BootPlan {
	const Topology *topology; /* borrowed, as is ... */
	const Config *config;     /* NULL: all nodes, by their cables */
	uint32_t nnodes;          /* logical nodes */
	NodeId *place;            /* of each: its node of the machine */
	uint32_t root, root_link; /* what the host's link leads to ... */
	EndRef host;              /* ... which is this */
	BootEdge *edges;          /* NLINKS a node */
	/* made by boot_plan_tree */
	BootNode *nodes;
	uint32_t *depth;          /* in the tree; NOWHERE: no way leads there */
} BootPlan;

/*
 * boot_plan_new: the network of a configuration (or NULL: of the cables alone), which must outlive
 * it.
 */
BootPlan *boot_plan_new(const Topology *t, const Config *c);
/* boot_plan_check: that no kernel can be booted on these nodes is the user's mistake (fatal). */
void boot_plan_check(const BootPlan *p);
void boot_plan_free(BootPlan *p);
void boot_plan_cut(BootPlan *p, uint32_t node, uint32_t link);
/* boot_plan_tree: the tree over the links that are not cut. returns how many nodes it reaches */
uint32_t boot_plan_tree(BootPlan *p);

/* ---- boot_stream.c ---- */

enum {
	PATIENCE = 20000,       /* us; a piece of the stream takes 4 ms over the slowest links */
	MAX_PROGRAM = 64 << 20, /* bytes of a program's file */
};

/* The system software that nodes are booted with. */
typedef struct BootFiles {
	Buf bootstrap; /* with its length byte */
	Buf loader;
	uint32_t loader_entry;
	Buf kernel;    /* a Program, ... */
	char *kernel_file; /* ... of this file */
} BootFiles;

/* boot_files_read: kernel: its ELF file, or NULL: the one that came with this program. */
void boot_files_read(BootFiles *f, const char *kernel);
void boot_files_free(BootFiles *f);

/* boot_stream: all the bytes for the host's link; the plan's tree has been made. */
Buf boot_stream(const BootPlan *p, const BootFiles *f);

/* program_read: an ELF file as the kernel loads it; anything else is the user's mistake. */
Buf program_read(const char *name);

/* ---- link.c: packets and credits on the host's link ---- */

/* A message to or from the network; the other node's number is `node`. */
typedef struct Message {
	uint32_t node;
	uint32_t event, type;
	uint32_t flags;  /* PACKET_SYSTEM, PACKET_DATA, PACKET_NOBUF */
	uint32_t data[NH_WORDS];
	Buf body;        /* owned by the message */
} Message;

/* A packet that waits for the link; a snapshot holds what stands before `bytes`. */
typedef struct Outgoing {
	Time ready;      /* not before */
	uint64_t serial;
	uint32_t class;  /* whose credit it takes; NCLASSES: none */
	Buf bytes;
} Outgoing;

enum { CLASS_USER, CLASS_SYSTEM, NCLASSES };

typedef enum Awaited {
	AWAIT_HEADER,
	AWAIT_BODY,
} Awaited;

typedef struct StationLink {
	EndId end;
	uint64_t serial;
	bool sending;
	bool broken;      /* what came is not a packet: the link is no longer served */
	uint32_t credits[NCLASSES];
	Awaited awaited;
	PacketHeader header;        /* of the packet coming */
	Message parts[NCLASSES];    /* the message coming in each class */
	uint32_t total[NCLASSES];   /* bytes of it when it is whole */
	bool open[NCLASSES];        /* there is one */
	Outgoing *queue;  /* nqueue of them */
	uint32_t nqueue;
} StationLink;

void station_link_free(StationLink *l);
/* station_link_reset: it is on this end now, whose other end was reset; nothing waits any more. */
void station_link_reset(StationLink *l, EndId end);
/* station_link_listen: the nodes' packets are taken from `at` on. */
void station_link_listen(StationLink *l, Network *w, Time at);
/*
 * station_link_send: a message, not before `ready`; it is `now`. m->node is its destination; m
 * stays the caller's.
 */
void station_link_send(StationLink *l, Network *w, Time now, Time ready, const Message *m);
/*
 * station_link_outcome: an outcome at the end. returns whether *m is a message that has come whole;
 * its body is the caller's to free.
 */
bool station_link_outcome(StationLink *l, Network *w, Outcome what, Time at, Message *m);
/*
 * Of a link from a snapshot: does what is under way in a class, and what it waits for, make sense?
 */
bool station_link_class_ok(const StationLink *l, int class);
bool station_link_awaits_ok(const StationLink *l, const End *e);

/* ---- station.c ---- */

typedef struct Station Station;

/* Everything pointed to is borrowed until station_free; descriptors stay the caller's. */
typedef struct StationOptions {
	const BootFiles *files; /* NULL: what came with this program, but ... */
	const char *kernel;     /* ... with the kernel of this ELF file; NULL: that, too */
	const char *root;   /* directory that the programs' files are below; NULL: no files */
	char **env;         /* NAME=VALUE, ended by NULL; NULL if there is none */
	uint64_t quota;     /* bytes that the programs may write; 0: ISERVER_QUOTA */
	int in, out, err;   /* the programs' standard streams; -1: nothing there */
	FILE *log;          /* a line per request for files; NULL if there is none */
	/* A process or a node came to a bad end; NULL if not needed. */
	void (*halted)(void *context, const HaltReport *report);
	void *context;
	/* Looked at from time to time while a command waits: give up? NULL: never. */
	bool (*interrupted)(void *context);
	/*
	 * What the station's user has to keep in a snapshot, after the station's own; NULL:
	 * nothing.
	 */
	void (*transfer)(void *context, Snap *snap);
} StationOptions;

/* station_new: the host of a network of which nothing runs yet. */
Station *station_new(Network *w, const StationOptions *o);
void station_free(Station *s);

/*
 * station_output_error: the errno of the first failed write of the programs to their standard
 * streams, or 0.
 */
int station_output_error(const Station *s);

/* What became of a node. */
typedef enum NodeFate {
	FATE_UP,
	FATE_SILENT,      /* did not answer while booting, or did not come up */
	FATE_UNREACHABLE, /* the only ways lead through silent ones, or there are none */
} NodeFate;

/* Why station_await has returned. */
typedef enum WaitEnd {
	WAIT_DONE,
	WAIT_LIMIT,       /* the time is over, or nothing can happen any more */
	WAIT_INTERRUPTED,
	WAIT_BROKEN,      /* what came over the link is not a packet */
} WaitEnd;

/*
 * station_spread: reset all nodes, set the crossbars for a configuration (NULL: take all circuits
 * off), and boot. Nodes that do not answer are left out, and the others booted again around them.
 * returns as station_await; then station_nodes, station_fate tell how it went.
 */
WaitEnd station_spread(Station *s, const Config *config);
uint32_t station_nodes(const Station *s); /* logical nodes; 0: nothing was booted */
NodeFate station_fate(const Station *s, uint32_t node);
const char *station_kernel(const Station *s); /* its file; NULL: the user's files were given */
const BootPlan *station_plan(const Station *s); /* NULL before the first spread */
/* station_node_text: a node as people read it (node_text); the network was booted. */
char *station_node_text(const Station *s, uint32_t node, char *text);
#define STATION_NODE(s, node) station_node_text(s, node, (char[NODE_TEXT]){0})

/* station_event: an event for answers, its own until a million others were asked for. */
uint32_t station_event(Station *s);
/* station_send: a message of the host's, now; m stays the caller's. */
void station_send(Station *s, const Message *m);
/*
 * station_receive: the first message that has come for an event. returns whether there was one; its
 * body is the caller's to free. at: when it came.
 */
bool station_receive(Station *s, uint32_t event, Message *m, Time *at);
/* station_forget: what comes for this event is no longer kept. */
void station_forget(Station *s, uint32_t event);

/*
 * station_listen: have what comes for an event handled as it comes; handle NULL: no longer. The
 * message stays the station's. station_answer, from there: a message of the host's, a turn-round
 * time after `at`.
 */
void station_listen(Station *s, uint32_t event,
	void (*handle)(void *context, const Message *m, Time at), void *context);
void station_answer(Station *s, Time at, const Message *m);

/*
 * station_await: run the network until a message has come after which done says so, or `limit`.
 * done may be NULL.
 */
WaitEnd station_await(Station *s, bool (*done)(void *context), void *context, Time limit);
Network *station_network(const Station *s);

/* station_set_view: the network runs in a view from now on; NULL: no longer. It is borrowed. */
void station_set_view(Station *s, struct View *v);
/*
 * station_set_past: the network runs in its past, where there is no view; NULL: no longer. It is
 * borrowed.
 */
void station_set_past(Station *s, struct Past *p);

/* station_backlog: packets that have still to go out. */
uint32_t station_backlog(const Station *s);

/* ---- node_set.c ---- */

typedef struct NodeSet {
	uint32_t *nodes; /* n of them, each once, as they were named; owned */
	uint32_t n;
} NodeSet;

/*
 * node_set_parse: of a network of nnodes. What names no nodes of it is the user's mistake (fatal);
 * the set is the caller's to free then, too.
 */
void node_set_parse(NodeSet *set, const char *text, uint32_t nnodes);
NodeSet node_set_to(uint32_t first, uint32_t last); /* first to last, both included */
void node_set_free(NodeSet *set);
bool node_set_like(const char *text); /* it is meant to name nodes */
void node_set_print(const NodeSet *set, Buf *out); /* n0-3,8; a zero stands behind it */

/* ---- ask.c: questions to nodes ---- */

/* How long a node has for an answer when nothing else goes on. */
#define ANSWER_WAIT 1000000000000ull

/*
 * A question to each node of a set, answered at one event. Begun by ask_begin, which sets all but
 * what stands first; ask_wait returns when every node has answered or has had its time.
 */
typedef struct Ask {
	Station *s;
	const NodeSet *set;
	uint32_t event;
	bool *answered;    /* of each of the set's nodes */
	uint32_t nanswers;
	/* called for each answer; i: the place of its node in the set */
	void (*answer)(struct Ask *a, uint32_t i, const Message *m, Time at);
	void *context;     /* the asker's */
} Ask;

void ask_begin(Ask *a, Station *s, const NodeSet *set);
WaitEnd ask_wait(Ask *a);
void ask_end(Ask *a);
/* ask_kenyad: a request to a node's kenyad, answered at the event; `more` follows it. */
void ask_kenyad(Station *s, uint32_t node, const KenyadRequest *r, const Buf *more);
/*
 * station_drop_down: nodes that are not up leave the set. station_only_up: one is the user's
 * mistake.
 */
void station_drop_down(const Station *s, NodeSet *set);
void station_only_up(const Station *s, const NodeSet *set);

/* ---- job.c: programs on nodes ---- */

typedef struct JobProcess {
	uint32_t node;
	int32_t pid;      /* 0: not known yet; negative: a KernelError, it was not made */
	bool ended;
	int32_t status;
	uint32_t reason;  /* enum ExitReason */
} JobProcess;

/* A program started on a set of nodes: a process on each. */
typedef struct Job {
	Station *s;
	char *program;
	uint32_t tag;     /* under which the nodes have it */
	uint32_t event;   /* for what its processes tell */
	NodeSet set;
	JobProcess *processes; /* of each of the set's nodes */
	uint32_t nmade, nended, nfailed;
} Job;

/* What a program is started with; all borrowed. */
typedef struct JobOptions {
	const char *name;     /* of its file; argv[0] is its last part without suffix */
	const Buf *program;   /* from program_read */
	int argc;             /* arguments after argv[0] */
	char **argv;
	int priority;         /* 0 or 1 */
} JobOptions;

/*
 * job_new: load a program on the nodes of a set (copied) and make its processes. Nodes that cannot
 * take it have an error instead of a pid. *end: how the waiting ended; if it is not WAIT_DONE, some
 * nodes did not answer, and their pid is 0.
 */
Job *job_new(Station *s, const NodeSet *set, const JobOptions *o, WaitEnd *end);
/*
 * job_free: what its processes tell later is no longer heard; they go on. When all have ended, the
 * nodes forget the program.
 */
void job_free(Job *j);
/* job_done: all of its processes that were made have ended. */
bool job_done(Job *j);
WaitEnd job_wait(Job *j, Time limit);
/* job_signal: send its processes a signal of kernel.h. */
void job_signal(Job *j, int signal);
const char *kernel_error(int32_t error); /* of kernel.h, in words */
const char *exit_reason(uint32_t reason);

/*
 * job_transfer: a job in a snapshot; reading, *j is NULL and becomes a new one, also if that fails.
 */
void job_transfer(Station *s, Job **j, Snap *snap);

#endif
