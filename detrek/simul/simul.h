/*
 * simul.h - simultaneous events in distributed control flow graphs (Spezialetti and Gupta).
 *
 * A distributed control flow graph consists of one control flow graph for each process, from its
 * first node (start) to its last (stop); some nodes send to or receive from another process.
 * Communication edges lead from sends to the receives that can take their message. Nodes are
 * numbered in the order of the file, so the nodes of a process have consecutive numbers.
 */
#ifndef SIMUL_H
#define SIMUL_H

#include "detrek/units/graph.h"

/* What a node does: compute, send a message or receive a message. */
typedef enum DcfgKind { DCFG_COMP, DCFG_SEND, DCFG_RECV } DcfgKind;

typedef struct DcfgNode {
	DcfgKind kind;
	uint32_t process;
	/* number of the process to which a send goes, or from which a receive takes */
	uint32_t peer;
	/*
	 * number of the channel's name, which is "" if the file gives none; messages between two
	 * processes stay in order on each channel
	 */
	uint32_t channel;
	const char *source; /* the node's place in the source of the program; NULL if unknown */
	int line;
} DcfgNode;

typedef struct DcfgProcess {
	uint32_t start, stop; /* its nodes: start is the first, stop the last */
	int line;
} DcfgProcess;

/* A local event of one process: a condition that is true or false. */
typedef struct LocalEvent {
	uint32_t process;
	uint32_t *change; /* [n] the nodes at which its value may change */
	uint32_t n;
} LocalEvent;

typedef enum Operator {
	SIMULTANEOUS, /* values that hold at the same time: LE1 LE2 */
	CONCURRENT,   /* values of which none can have influenced another: LE1 || LE2 */
	ORDERED,      /* values each of which can have influenced the next: LE1 -> LE2 */
} Operator;

typedef struct Query {
	Operator op;
	uint32_t *event; /* [n] numbers of the local events */
	uint32_t n;
	uint32_t process; /* the recognising process */
} Query;

typedef struct Dcfg {
	Arena *arena;
	const char *file;
	Symbols name; /* names of nodes */
	DcfgNode *node;
	uint32_t nodecap;
	Symbols channel; /* names of channels */
	bool *unordered; /* [channel.n] messages of the channel may be received in any order */
	Symbols process;    /* names of processes */
	DcfgProcess *range; /* [process.n] the nodes of each process */
	uint32_t rangecap;
	/* the edges of the control flow, and those of communication, in the order of the file */
	uint32_t *flowfrom, *flowto, nflow, flowfromcap, flowtocap;
	uint32_t *commfrom, *commto, ncomm, commfromcap, commtocap;
	bool has_comm_lines; /* the file has comm lines */
	Symbols event;     /* names of local events */
	LocalEvent *local_event; /* [event.n] */
	uint32_t localcap;
	Query *query;
	uint32_t nqueries, querycap;
	Graph flow, back;  /* control flow, forwards and backwards */
	Graph comm, rcomm; /* communication, forwards and backwards */
} Dcfg;

/* read.c */

/*
 * dcfg_read: read a distributed control flow graph. If the file has no comm lines,
 * dcfg_pair_messages makes the communication edges. Every node must be on a path from the start to
 * the stop of its process. A mistake is fatal.
 */
Dcfg *dcfg_read(Arena *a, const char *file, const char *text, size_t len);
/* dcfg_query: add a query, in the file's syntax without the first word: "LE1 LE2 at P" */
void dcfg_query(Dcfg *d, const char *file, const char *text);
/*
 * dcfg_query_expressions: add queries over C variables: "{level > 5}@n1 == {door}@n2 at P"; without
 * "at P", all processes are to recognise it. A mistake is fatal (expressions.c).
 */
void dcfg_query_expressions(Dcfg *d, const char *text);
/* dcfg_has_threads: true if some processes of the graph are threads. */
bool dcfg_has_threads(const Dcfg *d);
/* dcfg_node: the number of the node of this name; fatal if there is none. */
uint32_t dcfg_node(const Dcfg *d, const char *name);

/* ---- pair.c ---- */

/*
 * dcfg_pair_messages: make the edges of communication, from sends to receives, by the rule of #S
 * and #R (pair.c).
 */
void dcfg_pair_messages(Dcfg *d);

/* ---- sets: set.c ---- */

/*
 * Sets of numbers, as runs of equal 64-bit words. With a suitable numbering, the items reached from
 * a place are mostly whole ranges, or every second number of a range; so thousands of receives can
 * have sets of thousands of nodes in little memory. Sets are immutable, allocated in an arena, and
 * shared; NULL is the empty set.
 */
typedef struct NodeSet {
	uint32_t n;
	struct WordRun {
		uint64_t bits;     /* bits of each of its words; never 0 */
		uint32_t index, n; /* its first word, and the number of words */
	} run[];
} NodeSet;
typedef struct WordRun WordRun;

/* nodeset_add: the set s plus the item. */
const NodeSet *nodeset_add(Arena *a, const NodeSet *s, uint32_t item);
/* nodeset_union: the union of both sets; returns s or t itself if they are equal. */
const NodeSet *nodeset_union(Arena *a, const NodeSet *s, const NodeSet *t);
/* nodeset_union_all: the union of n sets; some may be NULL */
const NodeSet *nodeset_union_all(Arena *a, const NodeSet **s, uint32_t n);
/* nodeset_without: s without the items from first to last */
const NodeSet *nodeset_without(Arena *a, const NodeSet *s, uint32_t first, uint32_t last);
/* nodeset_has: tell if the item is in the set. */
bool nodeset_has(const NodeSet *s, uint32_t item);
/* nodeset_equal: tell if both sets have the same items. */
bool nodeset_equal(const NodeSet *s, const NodeSet *t);
/* nodeset_intersects: true if the set contains any item from first to last. */
bool nodeset_intersects(const NodeSet *s, uint32_t first, uint32_t last);
/* nodeset_list: write the items of the set in order to `list`; returns their number. */
uint32_t nodeset_list(const NodeSet *s, uint32_t *list);

/* ---- the sets PRE and POST: sets.c ---- */

/*
 * A set of sends (in POST2: of receives) for each node. The members of sets have item numbers of
 * their own: in the order of the processes, and within a process in the order in which sets reach
 * the members.
 */
typedef struct Relation {
	const NodeSet **set; /* [node] set of items, for sends and receives */
	uint32_t *item;      /* [node] its item number; NONE if the node is not an item */
	uint32_t *node;      /* [item] */
	struct ItemRange {
		uint32_t first, last;
	} *range; /* [process] the items of the process; there are none if first > last */
} Relation;

/*
 * pre    sends that may have been executed before the node is executed
 * post1  sends: after each of them, the node is certain to be executed
 * post2  receives: each of them, once executed, shows that the node was executed
 */
typedef struct Relations {
	Relation pre, post1, post2;
	uint32_t *idom, *ipdom; /* [node] immediate (post)dominator; NONE for start (stop) */
} Relations;

/* relation_has: true if the node `other` is in the set of `node`, a send or receive. */
bool relation_has(const Relation *r, uint32_t node, uint32_t other);
/* relation_intersects: true if any node of the process is in the set of `node`. */
bool relation_intersects(const Relation *r, uint32_t node, uint32_t process);
/* relation_list: write the set of the node to list, in order of the file; returns its size */
uint32_t relation_list(const Relation *r, uint32_t node, uint32_t *list);
/* relations_find: compute the sets PRE and POST of all nodes. */
Relations relations_find(const Dcfg *d);

/* ---- recognition points: points.c ---- */

/* The conditions for a recognition point: see points.c. MONO: events that stay true. */
typedef enum PointMode { MONO, DEP, GDEP, NPOINT_MODES } PointMode;
extern const char *const point_mode[]; /* mono, dep, gdep */

typedef struct Points {
	/*
	 * [nodes of the process] true if the query can be recognised just after the node; in the
	 * order of the file, the start node first
	 */
	bool *valid[NPOINT_MODES];
	/*
	 * [nodes of the process] points that points_remove_unsure has removed; NULL:
	 * points_remove_unsure was not called
	 */
	bool *unsure[NPOINT_MODES];
} Points;

/* points_find: find the points of the recognising process at which it can recognise the query. */
Points points_find(const Dcfg *d, const Relations *r, const Query *q);
/*
 * points_remove_unsure: remove those points of the query at which, in some order of the processes'
 * steps, the recognising process would know an old value of an event.
 */
void points_remove_unsure(const Dcfg *d, const Relations *r, const Query *q, Points *points);
/*
 * nodes_along_paths: list, sorted, the inner nodes of paths from a to b that pass a and b only at
 * their ends; returns the number of nodes.
 */
uint32_t nodes_along_paths(const Dcfg *d, uint32_t a, uint32_t b, uint32_t **list);
/* path_exists: true if a path of at least one edge leads from a to b without passing `avoid`. */
bool path_exists(const Dcfg *d, uint32_t a, uint32_t b, uint32_t avoid);

/* ---- the instrumentation plan: plan.c ---- */

/* How the processes must be instrumented for one event of a query. */
typedef struct EventPlan {
	bool *carries;   /* [comm edges] the messages of the edge carry the event's value */
	uint32_t *send;  /* sends of the event's process at which the value is evaluated */
	bool *redundant; /* [nsends] the value is the same as at the previous evaluation */
	uint32_t nsends;
} EventPlan;

/* How the processes must be instrumented for a query. */
typedef struct Plan {
	EventPlan *event; /* [query's n] */
	/*
	 * [nodes of the process] the point is valid (Points.valid), but the answer there is the
	 * same as at the points before it
	 */
	bool *redundant[NPOINT_MODES];
} Plan;

/*
 * plan_find: find which messages must carry which values, and where these are evaluated, so that
 * the points of a query can be used.
 */
Plan plan_find(const Dcfg *d, const Relations *r, const Query *q, const Points *p);

/* ---- the messages of a process as a deterministic automaton: automaton.c ---- */

/* A message that the process may send or receive next. */
typedef struct AutomatonStep {
	bool is_receive;    /* the process receives the message; false: it sends the message */
	uint32_t peer;    /* the other process; the first one if several look the same */
	uint32_t channel;
	uint32_t next;    /* state */
	uint32_t *node, nnodes; /* the nodes of the graph that may send or receive this message */
	/* the nodes at which the process may be just before the message */
	uint32_t *before, nbefore;
} AutomatonStep;

/* The nodes at which a process may be, just after a message. */
typedef struct AutomatonState {
	uint32_t *node, nnodes; /* sorted */
	AutomatonStep *step;
	uint32_t nsteps, cap;
} AutomatonState;

typedef struct Automaton {
	AutomatonState *state; /* the first is the start */
	uint32_t n, cap;
} Automaton;

enum { MAX_AUTOMATON = 4096 }; /* states */

/*
 * automaton_new: make the automaton of a process, in the graph's arena. Processes with equal
 * numbers in `alike` look the same as senders and receivers. A channel KIND/NAME is an exception:
 * its receivers all look the same, and its senders all look different. A send on an unordered
 * channel may be missing in the graph; the process then stays where it is. More than MAX_AUTOMATON
 * states are fatal.
 */
Automaton automaton_new(const Dcfg *d, uint32_t process, const uint32_t *alike);

/* report.c */
typedef struct SimulResult {
	const Dcfg *dcfg;
	Relations relations;
	Points *points; /* [queries] */
	Plan *plan;     /* [queries], or NULL */
	bool dominators; /* the report contains the dominators */
	bool summary; /* the report leaves out the sets */
} SimulResult;

/* simul_text: print the relations, points and plans as text. */
void simul_text(const SimulResult *r);
/* simul_json: the relations, points and plans as JSON. */
json_t *simul_json(const SimulResult *r);
/* simul_dot: append the control flow graph of all processes, in the language of DOT. */
void simul_dot(Buf *b, const SimulResult *r);

/* ---- advice.c ---- */

/* simul_has_point: true if the query can be recognised at some point in this mode. */
bool simul_has_point(const Dcfg *d, const Query *q, const Points *p, PointMode mode);
/*
 * simul_advice: the text that says how the program can be changed so that its events become
 * recognisable at stable points; NULL if some query already has such a point.
 */
const char *simul_advice(const Dcfg *d, const Points *points);

/* ---- recorded.c ---- */

/*
 * simul_recorded: search a recorded run for events, and print them; true if one of the queries
 * holds in the sense of its operator.
 */
bool simul_recorded(const char *dir, const char *const *events, uint32_t nevents, bool json);

/* ---- bench.c ---- */

/* simul_bench: print how the cost of the analysis grows with the graph, up to this many nodes. */
void simul_bench(uint32_t nnodes);

#endif
