/*
 * simul.h - simultaneous events in distributed control flow graphs (Spezialetti and Gupta).
 *
 * A distributed control flow graph has for each process a control flow graph, from its first
 * node (start) to its last (stop), some nodes of which send to or receive from another process.
 * Communication edges lead from sends to the receives that can take their message. Nodes, and
 * so sends and receives, are numbered in the order of the file; the nodes of a process are a
 * range of numbers.
 */
#ifndef SIMUL_H
#define SIMUL_H

#include "detrek/units/graph.h"

typedef enum DcfgKind { DCFG_COMP, DCFG_SEND, DCFG_RECV } DcfgKind;

typedef struct DcfgNode {
	DcfgKind kind;
	uint32_t process;
	uint32_t peer; /* process: destination of a send, source of a recv */
	int line;
} DcfgNode;

typedef struct DcfgProcess {
	uint32_t start, stop; /* its nodes: start is the first, stop the last */
	int line;
} DcfgProcess;

/* A local event: its value may change at some nodes of its process. */
typedef struct LocalEvent {
	uint32_t process;
	uint32_t *change;
	uint32_t n;
} LocalEvent;

typedef enum Operator {
	SIMULTANEOUS, /* values that hold together: LE1 LE2 */
	CONCURRENT,   /* values none of which can have influenced another: LE1 || LE2 */
	ORDERED,      /* values each of which can have influenced the next: LE1 -> LE2 */
} Operator;

typedef struct Query {
	Operator op;
	uint32_t *event;
	uint32_t n;
	uint32_t process; /* where it is to be recognised */
} Query;

typedef struct Dcfg {
	Arena *arena;
	const char *file;
	Symbols name; /* of nodes */
	DcfgNode *node;
	uint32_t nodecap;
	Symbols process;
	DcfgProcess *range; /* [process.n] */
	uint32_t rangecap;
	uint32_t *flowfrom, *flowto, nflow, flowfromcap, flowtocap;
	uint32_t *commfrom, *commto, ncomm, commfromcap, commtocap;
	bool given; /* the file has comm lines */
	Symbols event;
	LocalEvent *local; /* [event.n] */
	uint32_t localcap;
	Query *query;
	uint32_t nqueries, querycap;
	Graph flow, back;  /* control flow, and against it */
	Graph comm, rcomm; /* communication, and against it */
} Dcfg;

/* read.c */

/*
 * dcfg_read: without comm lines in the file it has all edges that dcfg_pair finds. Every node
 * lies on a path from its start to its stop. A mistake is fatal.
 */
Dcfg *dcfg_read(Arena *a, const char *file, const char *text, size_t len);
/* dcfg_query: one more query, as in the file but without the first word: "LE1 LE2 at P" */
void dcfg_query(Dcfg *d, const char *file, const char *text);
uint32_t dcfg_node(const Dcfg *d, const char *name); /* fatal if there is none */

/* pair.c: communication edges by the #S / #R rule */
void dcfg_pair(Dcfg *d);

/* ---- sets: set.c ---- */

/*
 * Sets of numbers, as words of 64 in runs of equal ones: where the numbers are well chosen, what
 * is reached from a place is mostly whole stretches of them, or every second one of a stretch, so
 * that thousands of receives can have thousands of nodes each in little room. Immutable, in an
 * arena, and shared; NULL is the empty one.
 */
typedef struct NodeSet {
	uint32_t n;
	struct WordRun {
		uint64_t bits;     /* of each of its words; never 0 */
		uint32_t index, n; /* its first word, and how many there are */
	} run[];
} NodeSet;
typedef struct WordRun WordRun;

const NodeSet *nodeset_add(Arena *a, const NodeSet *s, uint32_t item); /* s and item */
const NodeSet *nodeset_union(Arena *a, const NodeSet *s, const NodeSet *t); /* s or t if equal */
/* nodeset_union_all: of n sets; some may be NULL */
const NodeSet *nodeset_union_all(Arena *a, const NodeSet **s, uint32_t n);
/* nodeset_without: s less the items from first to last */
const NodeSet *nodeset_without(Arena *a, const NodeSet *s, uint32_t first, uint32_t last);
bool nodeset_has(const NodeSet *s, uint32_t item);
bool nodeset_same(const NodeSet *s, const NodeSet *t);
/* nodeset_meets: whether it has any item from first to last */
bool nodeset_meets(const NodeSet *s, uint32_t first, uint32_t last);
/* nodeset_list: its items in order, written to list; returns their number */
uint32_t nodeset_list(const NodeSet *s, uint32_t *list);

/* ---- PRE and POST: sets.c ---- */

/*
 * Sets of sends (or of receives, in POST2), which are numbered anew: process by process, and
 * those as sets come to them.
 */
typedef struct Relation {
	const NodeSet **set; /* [node] of items, for sends and receives */
	uint32_t *item;      /* [node] the item that it is, or NONE */
	uint32_t *node;      /* [item] */
	struct ItemRange {
		uint32_t first, last;
	} *range; /* [process] its items; first > last: none */
} Relation;

/*
 * pre    sends that may have been executed when the node is
 * post1  sends after each of which it is certain to be executed
 * post2  receives the execution of each of which shows that it was executed
 */
typedef struct Relations {
	Relation pre, post1, post2;
	uint32_t *idom, *ipdom; /* [node] immediate (post)dominator, NONE at start (stop) */
} Relations;

/* relation_has: whether other is in the set of the node, a send or receive */
bool relation_has(const Relation *r, uint32_t node, uint32_t other);
/* relation_meets: whether any node of the process is */
bool relation_meets(const Relation *r, uint32_t node, uint32_t process);
/* relation_list: the set of the node in order of the file, written to list; returns its size */
uint32_t relation_list(const Relation *r, uint32_t node, uint32_t *list);
Relations relations_find(const Dcfg *d);

/* ---- recognition points: points.c ---- */

typedef enum PointMode { MONO, DEP, GDEP, NPOINT_MODES } PointMode;
extern const char *const point_mode[]; /* mono, dep, gdep */

typedef struct Points {
	bool *valid[NPOINT_MODES];  /* [nodes of the process], from its start on */
	bool *unsure[NPOINT_MODES]; /* the same, of those that points_sure took out; else NULL */
} Points;

Points points_find(const Dcfg *d, const Relations *r, const Query *q);
/* points_sure: keeps the points at which no schedule makes an event's value untrue; sure.c */
void points_sure(const Dcfg *d, const Relations *r, const Query *q, Points *points);
/* stats_along_paths: nodes strictly between a and b on a path that meets neither again; sorted */
uint32_t stats_along_paths(const Dcfg *d, uint32_t a, uint32_t b, uint32_t **list);
bool path_exists(const Dcfg *d, uint32_t a, uint32_t b, uint32_t avoid); /* of at least one edge */

/* ---- the instrumentation plan: plan.c ---- */

typedef struct EventPlan {
	bool *carries;   /* [comm edges] the value travels on it */
	uint32_t *send;  /* sends of the event's process at which the value is taken */
	bool *redundant; /* [nsends] it is as it was at the evaluation before */
	uint32_t nsends;
} EventPlan;

typedef struct Plan {
	EventPlan *event; /* [query's n] */
	/* as Points.valid: the answer is that of the points before */
	bool *redundant[NPOINT_MODES];
} Plan;

Plan plan_find(const Dcfg *d, const Relations *r, const Query *q, const Points *p);

/* report.c */
typedef struct SimulResult {
	const Dcfg *dcfg;
	Relations relations;
	Points *points; /* [queries] */
	Plan *plan;     /* [queries], or NULL */
	bool dominators;
	bool summary; /* no sets */
} SimulResult;

void simul_text(const SimulResult *r);
json_t *simul_json(const SimulResult *r);
void simul_dot(Buf *b, const SimulResult *r);

/* recorded.c: events in a recorded run; returns whether one held, as its operator has it */
bool simul_recorded(const char *dir, const char *const *events, uint32_t nevents, bool json);

/* bench.c: the growth curve up to so many nodes, to standard output */
void simul_bench(uint32_t nnodes);

#endif
