/*
 * vm_model.h - a virtual machine and its fault model, read from a .vm file (trellis-vm(5)).
 *
 * A model says which messages travel along which edges of a graph, which of them the nodes of each
 * role send and receive, and whose error it is if an event is the last one of its task. It is
 * compiled into small tables, so that the checker never compares names.
 *
 * A *kind* is a message type together with its direction: 2 * message, plus 1 for a receive. Sets
 * of kinds are bit masks. A *job* is the work of one node on one part of one task.
 */
#ifndef VM_MODEL_H
#define VM_MODEL_H

#include "detrek/input.h"

enum {
	MAX_MESSAGES = 4,
	MAX_KINDS = 2 * MAX_MESSAGES, /* kinds fit in the three bits that an event has for them */
	MAX_ROLES = 8,                /* roles of a model */
	MAX_PROCESSES = 32,           /* processes of a model */
	MAX_RULES = 16,     /* of each sort, in one role */
	MAX_FUNCTIONS = 16, /* numbers of user functions */
	NO_MESSAGE = MAX_MESSAGES,
};

typedef enum GraphKind { GRAPH_TREE, GRAPH_CYCLE, GRAPH_MESH, NGRAPHS } GraphKind;

typedef enum Direction {
	DOWN, UP,             /* in a tree: from parent to child, from child to parent */
	NEXT,                 /* in a cycle: to the node with the next number, and to node 0 */
	OUT, HOME, NEIGHBOUR, /* in a mesh: from node 0, to node 0, between other nodes */
	NDIRECTIONS,
} Direction;

typedef struct MachineMessage {
	const char *name;
	const char *shown;  /* the word for the message in drawings */
	const char *called; /* text before "task 5" in messages; "" if not given */
	Direction direction;
	int line;
} MachineMessage;

/* The function to blame for an error: a user function, or a part of the virtual machine. */
typedef struct MachineProcess {
	const char *name, *class;
	uint32_t function;  /* the monitor's number; 0: not a user function */
	/*
	 * the function's name for `trellis replay --task`; "" if the command needs no name, NULL if
	 * the command cannot replay the function
	 */
	const char *replay;
	int line;
	bool used; /* a statement of the model names it */
} MachineProcess;

/* How often an event occurs in a job: once, or for each part or neighbour of the node. */
typedef enum Times { ONCE, DEGREE, NEIGHBOURS } Times;

/*
 * When a rule applies: always; if an earlier event of the node, which also has such a rule, is on
 * the frontier; or if the job has fewer events of the kind than it needs.
 */
typedef enum When { ALWAYS, BEHIND, FEWER } When;

/* Whose error it is if an event is on the frontier; the first rule that applies counts. */
typedef struct MachineRule {
	const MachineProcess *process;
	const char *reason;
	uint32_t kind;
	When when; /* when the rule applies */
	/* the error is at the destination of the message; false: at the node of the event */
	bool there;
	bool whole; /* one row for the whole job */
	bool last;  /* no row if the task has a row by another rule */
	int line;
} MachineRule;

typedef struct MachineEvent {
	bool known;     /* nodes of this role have such events */
	/* how often it occurs; unless ONCE, the event belongs to the job whose part was divided */
	Times times;
	bool source;    /* a send without a cause in the trace: the task begins with it */
	bool ends_task; /* the event may end its task: it needs no successor */
	bool ends_part; /* the last event of the job */
	bool begins;    /* the first event of the job */
	uint8_t after;  /* of a send: the kinds of the events in its job that cause the send */
	/* the kinds that cause the event if its job has no event of the kinds in `unless` */
	uint8_t alone;
	uint8_t unless;
	/* the kinds that cause the event in the node's job of the previous task */
	uint8_t previous;
	uint8_t late;     /* the kinds after which the event cannot occur in its job */
	uint8_t followed; /* the kinds of the events that this event causes in its job */
	/* the kinds of the events that this event causes in the node's job of the next task */
	uint8_t following;
	const char *disorder; /* what the node did wrong, if the event comes after one of `late` */
	/* the rules for the event, by their `when`; NULL: no such rule */
	const MachineRule *behind, *fewer, *always;
	int line;
} MachineEvent;

/* A vertex in coalesced drawings, for a job that has an event of the kind. */
typedef struct MachineVertex {
	uint32_t kind;
	const MachineProcess *process;
	int line;
} MachineVertex;

/* A sentence of --explain, for jobs with events of all kinds of one set and of none of another. */
typedef struct MachineSentence {
	const char *text;
	/* the first kind of `all`: the placeholders in the text describe its event */
	uint32_t kind;
	uint8_t all, none; /* the two sets of kinds */
	int line;
} MachineSentence;

typedef struct MachineRole {
	const char *name;
	bool is_root, has_children, within_depth; /* conditions; all that are set must hold */
	int line;
	MachineEvent event[MAX_KINDS];
	MachineRule rule[MAX_RULES];
	MachineVertex vertex[MAX_RULES];
	MachineSentence sentence[MAX_RULES];
	uint32_t nrules, nvertices, nsentences;
	/*
	 * the kinds by which results come back; drawings show them as a second vertex of the node
	 */
	uint8_t back;
	/* the kinds that those of `back` cause; they belong to the second vertex, too */
	uint8_t way_back;
	/* the process of the second vertex; NULL if there is no such vertex */
	const MachineProcess *back_process;
} MachineRole;

/* A failure that no frontier event shows. */
typedef struct MachineSilent {
	const MachineProcess *process; /* NULL if the model has no such line */
	const char *reason;
	int line;
} MachineSilent;

typedef struct Machine {
	const char *file;
	const char *name;
	GraphKind graph;
	/* the degrees for which this model is chosen if no name is given; 0: none */
	uint32_t least, most;
	const char *part;     /* text before the number of a part; NULL: tasks are never divided */
	const char *whole;    /* the name of a task that is not divided */
	MachineMessage message[MAX_MESSAGES];
	MachineProcess process[MAX_PROCESSES];
	MachineRole role[MAX_ROLES];
	uint32_t nmessages, nprocesses, nroles;
	uint8_t of_direction[NDIRECTIONS]; /* the message that travels in it, or NO_MESSAGE */
	uint32_t root_send;    /* the kind that begins a task at the root */
	uint8_t root_ends;     /* the kinds that end a task at the root */
	MachineSilent unsent;  /* a task has events, but not the one it begins with */
	MachineSilent missing; /* a task of the .spf has no events */
	MachineSilent untaken; /* the receiver has not taken a result */
	const char *unended;   /* reason: a function has not ended */
	/* [monitor's number of the function] its process, or NULL */
	const MachineProcess *function[MAX_FUNCTIONS];
} Machine;

/* machine_read: the model in a text; a mistake is fatal, with file and line (vm_model_read.c). */
const Machine *machine_read(Arena *a, const char *file, const char *text, size_t len);
/*
 * machine_complete: refuse a contradictory or incomplete model, and fill in the derived tables
 * (vm_model_check.c).
 */
void machine_complete(Machine *m);
/*
 * machine_kind: the name of a kind for messages, such as "send task". The name stays valid for the
 * next three calls.
 */
const char *machine_kind(const Machine *m, uint32_t kind);
/* machine_direction: the name of a direction in models. */
const char *machine_direction(Direction d);
/* machine_direction_graph: the graph to which the direction belongs. */
GraphKind machine_direction_graph(Direction d);
/* machine_graph: the name of a kind of graph in models. */
const char *machine_graph(GraphKind g);

/* machine_named: the built-in model of this name (vm_models.c). */
const Machine *machine_named(Arena *a, const char *name, uint32_t len);
/* machine_of_degree: the built-in model for machines of this degree. */
const Machine *machine_of_degree(Arena *a, uint32_t degree);
/* machine_list: append the names of all built-in models, separated by commas. */
void machine_list(Arena *a, Buf *b);

static inline uint32_t
kind_message(uint32_t kind)
{
	return kind >> 1;
}

static inline bool
kind_is_recv(uint32_t kind)
{
	return kind & 1;
}

#endif
