/*
 * station.h - the host station: boots a network of nodes that run the kernel, and serves it.
 *
 * It is a device of the simulated machine on the host's data link that leads to node 0. It acts
 * only on outcomes of that link, or on commands given between two runs of the network; its answers
 * take simulated time. Packets and messages are those of kernel/include/border.h.
 */
#ifndef STATION_H
#define STATION_H

#include "kernel/include/border.h"
#include "kernel/include/kernel_calls.h"
#include "sim/host/realtime.h"
#include "sim/host/typist/typist.h"
#include "sim/network/network.h"
#include "sim/past/snap.h"

struct Past;
struct View;

/* ---- boot_plan.c ---- */

/* The other end of a logical node's link. */
typedef struct BootEdge {
	uint32_t peer; /* logical node, or NODE_NONE */
	uint32_t at;   /* link number at that node */
	bool cut;      /* no node answered over it */
} BootEdge;

/*
 * A plan for booting: the logical nodes, their links, and the tree along which nodes boot each
 * other.
 */
typedef struct BootPlan {
	const Topology *topology; /* borrowed, as is config */
	const Config *config;     /* NULL: all nodes, with fixed cables only */
	uint32_t nnodes;          /* number of logical nodes */
	NodeId *place;            /* for each logical node its physical node */
	uint32_t root, root_link; /* the node and link that the host's link leads to */
	EndRef host;              /* the host's link end */
	BootEdge *edges;          /* NLINKS for each node */
	/* made by boot_plan_tree */
	BootNode *nodes;
	/* [nnodes] depth of each node in the tree; NOWHERE if not reachable */
	uint32_t *depth;
} BootPlan;

/*
 * boot_plan_new: make a plan for booting the network of a configuration (NULL: of the cables
 * alone). Topology and configuration must outlive it.
 */
BootPlan *boot_plan_new(const Topology *t, const Config *c);
/* boot_plan_check: fatal if the kernel cannot be booted on these nodes. */
void boot_plan_check(const BootPlan *p);
void boot_plan_free(BootPlan *p);
/* boot_plan_cut: exclude a link, because no node answered over it. */
void boot_plan_cut(BootPlan *p, uint32_t node, uint32_t link);
/*
 * boot_plan_tree: compute the tree over the links that are not cut. Returns how many nodes it
 * reaches.
 */
uint32_t boot_plan_tree(BootPlan *p);

/* ---- boot_stream.c ---- */

enum {
	/*
	 * us that the loader waits for a child that takes no bytes; a piece of the stream takes 4
	 * ms on the slowest links
	 */
	CHILD_WAIT_US = 20000,
};

/* The system software for booting nodes; machine/boot_files.h reads it. */
typedef struct BootFiles {
	Buf bootstrap; /* the bootstrap, with its length byte before it */
	Buf loader;
	uint32_t loader_entry;
	Buf kernel;    /* the kernel, in the format Program */
	char *kernel_file; /* name of the file from which the kernel was read */
} BootFiles;

/* boot_stream: all bytes to send over the host's link; call boot_plan_tree first. */
Buf boot_stream(const BootPlan *p, const BootFiles *f);

/* ---- link.c: packets and credits on the host's link ---- */

/* A message to or from the network; `node` is the number of the other node. */
typedef struct Message {
	uint32_t node;
	uint32_t event, type; /* as in kernel.h; an answer has the event of its request */
	uint32_t flags;  /* PACKET_SYSTEM, PACKET_DATA, PACKET_NOBUF */
	uint32_t data[NH_WORDS];
	Buf body;        /* owned by the message */
} Message;

/* A packet in the output queue; the fields before `bytes` are part of snapshots. */
typedef struct Outgoing {
	Time ready;      /* earliest time of sending */
	uint64_t serial; /* the packets are numbered in the order in which they are queued */
	uint32_t class;  /* the class whose credit the packet uses; NCLASSES: it needs none */
	Buf bytes;
} Outgoing;

/* Which part of a packet the host's link receives next. */
typedef enum Awaited {
	AWAIT_HEADER,
	AWAIT_BODY,
} Awaited;

/* The state of the host's link: the message being received, and the packets to be sent. */
typedef struct StationLink {
	EndId end;
	uint64_t serial; /* number of the next packet to be queued */
	bool sending; /* a packet is being sent */
	bool broken;      /* the received bytes were not a packet: the link is no longer served */
	uint32_t credits[NCLASSES]; /* packets of each class that the root node can still take */
	Awaited awaited;
	PacketHeader header;        /* header of the packet being received */
	Message parts[NCLASSES];    /* for each class the message being received */
	uint32_t total[NCLASSES];   /* the total size of this message in bytes */
	bool open[NCLASSES];        /* a message is being received in the class */
	Outgoing *queue;  /* [nqueue] packets to be sent */
	uint32_t nqueue;
} StationLink;

void station_link_free(StationLink *l);
/*
 * station_link_reset: use this end from now on; its other end was reset, and the queues are
 * emptied.
 */
void station_link_reset(StationLink *l, EndId end);
/* station_link_listen: receive packets from `at` on. */
void station_link_listen(StationLink *l, Network *w, Time at);
/*
 * station_link_send: send a message at `now`, but not before `ready`. m->node is the destination;
 * the caller keeps m.
 */
void station_link_send(StationLink *l, Network *w, Time now, Time ready, const Message *m);
/*
 * station_link_outcome: process an outcome at the link's end. True if a message has now been
 * received completely: it is in *m, and the caller frees its body.
 */
bool station_link_outcome(StationLink *l, Network *w, Outcome what, Time at, Message *m);
/*
 * station_link_is_class_valid: for a link that was read from a snapshot: true if the message in
 * transit and the queue of a class are valid.
 */
bool station_link_is_class_valid(const StationLink *l, int class);
/*
 * station_link_is_wait_valid: for a link that was read from a snapshot: true if the link's end
 * receives what the station awaits.
 */
bool station_link_is_wait_valid(const StationLink *l, const End *e);

/* ---- station.c ---- */

typedef struct Station Station;

/* A process or a node has failed. */
typedef struct Halt {
	HaltReport report; /* of its kernel */
	/*
	 * for PANIC_ERROR: the instruction that set Error; valid during the call. NULL: the
	 * reason is another one, or Error has been set too often since
	 */
	const ErrorRise *error;
	/*
	 * the workspace and the instruction at which the process failed: taken from `error` or,
	 * without it, from the report; 0 if unknown
	 */
	Addr wptr, iptr;
} Halt;

/* All pointers are borrowed until station_free; the caller keeps the descriptors. */
typedef struct StationOptions {
	const BootFiles *files; /* the software to boot; the struct itself is copied */
	const char *root;   /* root directory for the programs' files; NULL: no files */
	char **env;         /* NAME=VALUE, terminated by NULL; NULL if there are none */
	uint64_t quota;     /* limit of bytes that the programs may write; 0: ISERVER_QUOTA */
	int in, out, err;   /* the programs' standard streams; -1 for none */
	const TypeOptions *types; /* what is typed before `in` is read; NULL for nothing */
	Realtime realtime;  /* how fast simulated time passes */
	const struct HostLink *links; /* [nlinks] with servers of bytes; see adapter.h */
	uint32_t nlinks;
	FILE *log;          /* gets a line for each file request; NULL for none */
	bool read_only;     /* the programs may not change files; see station_has_denied_change */
	/* Called when the report of a failure arrives; may be NULL. */
	void (*halted)(void *context, const Halt *h, Time at);
	void *context;
	/* Called regularly while a command waits; true ends the wait. NULL: never. */
	bool (*interrupted)(void *context);
	/*
	 * Saves or restores the caller's own state after the station's in a snapshot; may be NULL.
	 */
	void (*transfer)(void *context, Snap *snap);
} StationOptions;

/* station_new: create the host of a network on which nothing runs yet. */
Station *station_new(Network *w, const StationOptions *o);
void station_free(Station *s);

/* station_report_input: print the input that was typed or sent from outside but not read. */
void station_report_input(const Station *s, FILE *f);

/*
 * station_output_error: the errno of the first failed write of the programs to their standard
 * streams, or 0.
 */
int station_output_error(const Station *s);
/*
 * station_has_denied_change: true if a change of a file was refused because of
 * StationOptions.read_only.
 */
bool station_has_denied_change(const Station *s);

/* How booting went for a node. */
typedef enum NodeFate {
	FATE_UP,
	FATE_SILENT,      /* did not answer while booting, or did not report */
	FATE_UNREACHABLE, /* reachable only through silent nodes, or not at all */
} NodeFate;

/* The reason why station_await has returned. */
typedef enum WaitEnd {
	WAIT_DONE,
	WAIT_LIMIT,       /* the time limit was reached, or no event is left in the network */
	WAIT_INTERRUPTED,
	WAIT_BROKEN,      /* the bytes received over the link are not a packet */
} WaitEnd;

/*
 * station_boot: reset all nodes, set the crossbars for a configuration (NULL: remove all
 * circuits), and boot. Nodes that do not answer are left out, and the others are booted again
 * without them. Returns as station_await does; station_nnodes and station_fate then give the
 * result.
 */
WaitEnd station_boot(Station *s, const Config *config);
/* station_nnodes: the number of logical nodes; 0 if nothing was booted. */
uint32_t station_nnodes(const Station *s);
/* station_fate: how booting went for a node. */
NodeFate station_fate(const Station *s, uint32_t node);
/* station_kernel_file: the name of the kernel's file; NULL if it is not known. */
const char *station_kernel_file(const Station *s);
/* station_plan: the plan by which the nodes were booted; NULL before the first station_boot. */
const BootPlan *station_plan(const Station *s);
/* station_node_text: a node's name for messages (node_text); the network must have been booted. */
char *station_node_text(const Station *s, uint32_t node, char *text);
#define STATION_NODE(s, node) station_node_text(s, node, (char[NODE_TEXT]){0})

/* station_new_event: a new event number for answers; it is reused after a million others. */
uint32_t station_new_event(Station *s);
/* station_send: send a message from the host now; the caller keeps m. */
void station_send(Station *s, const Message *m);
/*
 * station_receive: take the first message that has arrived for an event. Returns whether there was
 * one; the caller frees its body. *at: its time of arrival.
 */
bool station_receive(Station *s, uint32_t event, Message *m, Time *at);
/* station_forget_event: keep no more messages for this event. */
void station_forget_event(Station *s, uint32_t event);

/*
 * station_listen: call `handle` for each message that arrives for an event; NULL ends this. The
 * station keeps the message.
 */
void station_listen(Station *s, uint32_t event,
	void (*handle)(void *context, const Message *m, Time at), void *context);
/*
 * station_answer: for use in the `handle` of station_listen: send a message from the host, later
 * than `at` by the time that the host needs to answer.
 */
void station_answer(Station *s, Time at, const Message *m);

/*
 * station_await: run the network until `done` returns true after a message has arrived, or until
 * `limit`. done may be NULL.
 */
WaitEnd station_await(Station *s, bool (*done)(void *context), void *context, Time limit);
/*
 * station_await_programs: as station_await; but while no event is left in the network, wait for the
 * partners of its links and for a user who types.
 */
WaitEnd station_await_programs(Station *s, bool (*done)(void *context), void *context, Time limit);
/* station_network: the network that the station serves. */
Network *station_network(const Station *s);

/* station_set_view: from now on run the network in a view; NULL ends this. The view is borrowed. */
void station_set_view(Station *s, struct View *v);
/*
 * station_set_past: from now on run the network with its past, unless it runs in a view; NULL ends
 * this. The past is borrowed.
 */
void station_set_past(Station *s, struct Past *p);

/* station_backlog: the number of packets not yet sent. */
uint32_t station_backlog(const Station *s);

/* ---- node_set.c ---- */

typedef struct NodeSet {
	uint32_t *nodes; /* n different numbers, in the order given; owned */
	uint32_t n;
} NodeSet;

/*
 * node_set_parse: parse a set of nodes of a network with nnodes. Invalid text is fatal; even then
 * the caller must free the set.
 */
void node_set_parse(NodeSet *set, const char *text, uint32_t nnodes);
/* node_set_range: the set of nodes `first` to `last`, both included. */
NodeSet node_set_range(uint32_t first, uint32_t last);
void node_set_free(NodeSet *set);
/* node_set_is_notation: true if the text looks like a set of nodes. */
bool node_set_is_notation(const char *text);
/* node_set_print: append the set as text, such as n0-3,8, and a terminating zero. */
void node_set_print(const NodeSet *set, Buf *out);

/* ---- ask.c: questions to nodes ---- */

/* The time a node has to answer when nothing else happens. */
#define ANSWER_WAIT 1000000000000ull /* ps */

/*
 * A request to each node of a set, answered at one event. ask_begin initialises the fields up to
 * `nanswers`; ask_wait returns when every node has answered or timed out.
 */
typedef struct Ask {
	Station *s;
	const NodeSet *set;
	uint32_t event;
	bool *answered;    /* for each node of the set */
	uint32_t nanswers;
	/* called for each answer; i: index of its node in the set */
	void (*answer)(struct Ask *a, uint32_t i, const Message *m, Time at);
	void *context;     /* argument of the callback */
} Ask;

/* ask_begin: prepare to collect answers of the nodes of a set, at a new event. */
void ask_begin(Ask *a, Station *s, const NodeSet *set);
/* ask_wait: run the network until every node has answered or timed out. */
WaitEnd ask_wait(Ask *a);
/* ask_end: accept no more answers, and free what ask_begin has allocated. */
void ask_end(Ask *a);
/*
 * ask_kenyad: send a request, followed by `more`, to a node's kenyad, which answers to the event of
 * the request.
 */
void ask_kenyad(Station *s, uint32_t node, const KenyadRequest *r, const Buf *more);
/* station_drop_down_nodes: remove nodes that are not up from the set. */
void station_drop_down_nodes(const Station *s, NodeSet *set);
/* station_check_all_up: fatal if a node of the set is not up. */
void station_check_all_up(const Station *s, const NodeSet *set);

/* ---- job.c: programs on nodes ---- */

/* A process of a job, on one node. */
typedef struct JobProcess {
	uint32_t node;
	int32_t pid; /* 0: not known yet; negative: a KernelError, the process was not created */
	bool ended;
	int32_t status;   /* the process's exit status, once it has ended */
	uint32_t reason;  /* enum ExitReason */
} JobProcess;

/* A program started on a set of nodes, with one process on each. */
typedef struct Job {
	Station *s;
	char *program;
	uint32_t tag;     /* the number by which the nodes identify the program */
	uint32_t event;   /* receives reports from its processes */
	NodeSet set;
	JobProcess *processes; /* one for each node of the set */
	/* processes created, ended, and ended other than by exit(0) */
	uint32_t nmade, nended, nfailed;
} Job;

/* Parameters for starting a program; all borrowed. */
typedef struct JobOptions {
	const char *name;     /* file name; argv[0] is its last component without suffix */
	const Buf *program;   /* from program_read */
	int argc;             /* number of arguments after argv[0] */
	char **argv;
	int priority;         /* 0 or 1 */
} JobOptions;

/*
 * job_new: load a program on the nodes of a set (copied) and create its processes. Nodes that fail
 * have an error instead of a pid. *end: how the waiting ended; if it is not WAIT_DONE, some nodes
 * did not answer, and their pid is 0.
 */
Job *job_new(Station *s, const NodeSet *set, const JobOptions *o, WaitEnd *end);
/*
 * job_free: free a job; its processes continue, but their reports are ignored. If all of them have
 * ended, the nodes discard the program.
 */
void job_free(Job *j);
/* job_has_ended: true if all of the job's processes have ended. */
bool job_has_ended(Job *j);
/* job_wait: run the network until all processes of the job have ended, or until `limit`. */
WaitEnd job_wait(Job *j, Time limit);
/* job_signal: send a signal of kernel.h to the job's processes. */
void job_signal(Job *j, int signal);
/* kernel_error_text: the text for an error of kernel.h. */
const char *kernel_error_text(int32_t error);
/* exit_reason_text: the text for an ExitReason. */
const char *exit_reason_text(uint32_t reason);

/*
 * job_transfer: save or restore a job in a snapshot. When restoring, *j must be NULL and becomes a
 * new job, even if that fails.
 */
void job_transfer(Station *s, Job **j, Snap *snap);

#endif
