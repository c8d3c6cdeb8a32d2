/*
 * cause.h - the dynamic program dependence graph: executions of statements, and their causes.
 *
 * The graph grows from an effect backward: the edges of a node lead to its causes. Node kinds and
 * edges are those of Miller and Choi (PPD, section 4.2), with leaves for data that come from
 * outside the run or from before it. The graph owns nodes and texts; a node does not move in
 * memory.
 */
#ifndef CAUSE_H
#define CAUSE_H

#include "base/machine.h"
#include "base/table.h"

/* The kinds of nodes, with the names of the kinds in --json. */
#define CAUSES(X) \
	X(ASSIGNMENT, "assignment")   /* singular: a variable gets a value */ \
	X(OVERWRITTEN, "overwritten") /* a value that another process overwrote unread */ \
	X(PREDICATE, "predicate")     /* singular: a conditional jump */ \
	X(CALL, "call")               /* sub-graph: a function has returned a value */ \
	X(ENTRY, "entry")             /* a function was called */ \
	X(MESSAGE, "message")         /* bytes have come over a link */ \
	X(STOP, "stop")               /* the node's last instruction */ \
	X(ERROR, "error")             /* an instruction has set Error */ \
	X(WAIT, "wait")               /* a process began to wait */ \
	X(HELD, "held")               /* a thread took a lock that it still holds */ \
	X(OPERATION, "operation")     /* a thread sent a message or signalled a semaphore */ \
	X(MISSING, "missing")         /* an operation that a thread would do if it did not wait */ \
	X(REACHED, "reached")         /* an instruction that was executed, as the question says */ \
	X(OUTPUT, "output")           /* bytes that were written to standard output */ \
	X(INPUT, "input")             /* bytes that came from the host */ \
	X(FAULT, "fault")             /* a fault that the user has ordered */ \
	X(UNINITIALISED, "uninitialised") /* memory that was not written since it was allocated */ \
	X(INITIAL, "initial")         /* memory not written since the loading or the beginning */
typedef enum CauseKind {
#define X(name, text) CAUSE_##name,
	CAUSES(X)
#undef X
	NCAUSEKINDS
} CauseKind;

/* How an effect depends on its cause. */
typedef enum DependenceKind {
	DEPENDS_DATA,    /* the effect has used the cause's value */
	/* the cause's value is a pointer to the memory that the effect has read or written */
	DEPENDS_ADDRESS,
	/* the cause is the jump or call that decided that the effect was executed */
	DEPENDS_CONTROL,
	DEPENDS_SYNC,    /* a message brought the cause's value from another process */
	/*
	 * the cause is a jump; if it had gone the other way, the memory that the effect used would
	 * have been written before this use
	 */
	DEPENDS_POTENTIAL,
	/* the effect read memory that was never written; the cause wrote beside this memory */
	DEPENDS_BESIDE,
	DEPENDS_LOST, /* the cause is a write of another process that the effect overwrote unread */
	/* the cause is a reason why a process waits; the name of the dependence says which one */
	DEPENDS_WAIT,
	NDEPENDENCEKINDS
} DependenceKind;

/* An edge from a node to one of its causes. */
typedef struct Dependence {
	DependenceKind kind;
	uint32_t cause;   /* the node's number */
	const char *name; /* the variable that was read, or %0 for a call's result, or "" */
} Dependence;

/* The identity of a node. */
typedef struct CauseKey {
	CauseKind kind;
	NodeId node;
	uint64_t count; /* number of instructions that the node had executed before this one */
	Addr addr;      /* address of the memory that the node of the graph defines; 0 if none */
} CauseKey;

/* A node of the graph. */
typedef struct Cause {
	CauseKey key;
	uint32_t number;      /* index in the graph's nodes */
	Time time;            /* when it was executed */
	uint32_t process;     /* number of the process on its node; 0: not known */
	Word nbytes;          /* number of bytes that the node defines, from key.addr */
	const char *program;  /* "" if not known, as for all texts of a cause */
	const char *function;
	const char *file;
	int line;             /* 0: not known */
	/*
	 * the call for which an inlined function or a library function was executed; line 0: none
	 */
	const char *call_function;
	const char *call_file;
	int call_line;
	bool by_call;         /* show the source line of this call, not that of the node */
	bool alone;           /* show the node apart from other executions of its statement */
	const char *name;     /* name of a variable, function or other object */
	bool temporary;       /* the node assigns a temporary of the compiler, not a variable */
	const char *value;    /* the value that was given, in C syntax by its type */
	const char *note;     /* a remark for the user, such as how a message came */
	/* a line for each caller of the function, with the caller's place; NULL: not requested */
	const char *stack;
	bool system;          /* the statement is of the kernel, TrEK or a library */
	bool expanded;        /* the node's edges have been added */
	Dependence *causes;   /* [ncauses] */
	uint32_t ncauses;
} Cause;

/* A dynamic graph, as far as it has been built. */
typedef struct CauseGraph {
	Arena arena;
	Cause **nodes; /* [nnodes] by their numbers */
	uint32_t nnodes;
	Table known; /* the nodes by their keys */
} CauseGraph;

/* graph_free: free the graph. */
void graph_free(CauseGraph *g);

/*
 * graph_node: the node with the key; if there is none, it is made, with empty texts, and *made is
 * set to true.
 */
Cause *graph_node(CauseGraph *g, CauseKey key, bool *made);

/*
 * graph_add_dependence: add an edge from effect to cause, unless there is one of this kind and
 * name, or effect and cause are the same node.
 */
void graph_add_dependence(CauseGraph *g, Cause *effect, DependenceKind kind, const Cause *cause,
	const char *name);

/* ---- walk.c ---- */

/* How graph_walk visits nodes. */
typedef struct CauseWalk {
	bool each; /* visit each execution of a statement, not only the nearest one */
	/*
	 * Called for each node c; it may add the node's causes. shown: the node that is shown for
	 * c: the nearest execution of its statement, or c itself. steps: number of edges from the
	 * first node. Returns false to stop.
	 */
	bool (*visit)(void *context, Cause *c, const Cause *shown, uint32_t steps);
	void *context; /* of `visit` */
} CauseWalk;

/*
 * graph_walk: visit the nodes from `first` on toward its causes, nearest first. Addresses and
 * conditions count as farther away than values, data from outside as a little farther, and
 * statements of the system as farther than most statements of the program.
 */
void graph_walk(const CauseGraph *g, const Cause *first, const CauseWalk *how);

/* cause_has_time: true if the node was executed in the run, and so has a time. */
static inline bool
cause_has_time(const Cause *c)
{
	return c->key.kind != CAUSE_INITIAL && c->key.kind != CAUSE_MISSING;
}

/*
 * cause_same_line: true if both nodes belong to the same line; in an inlined function, the place of
 * the call must be the same, too.
 */
bool cause_same_line(const Cause *a, const Cause *b);
/* cause_same_object: true if two names of objects are equal but for their indices. */
bool cause_same_object(const char *a, const char *b);

/* cause_kind: the name of a kind of node in --json. */
const char *cause_kind(CauseKind kind);
/* dependence_kind: the name of a kind of dependence in --json. */
const char *dependence_kind(DependenceKind kind);

#endif
