/*
 * vm_model.h - a virtual machine and its fault model, read from a .vm file (trellis-vm(5)).
 *
 * A model says which messages travel along which edges of a graph, which of them the nodes of each
 * role send and receive, and whose error it is if a task stops at an event. The model is compiled
 * into small tables, so that the checker never compares names.
 *
 * A *kind* is a message type together with its direction: 2 * message, plus 1 for a receive. Sets
 * of kinds are bit masks. A *job* is the work of one node on one part of one task.
 */
#ifndef VM_MODEL_H
#define VM_MODEL_H

#include "detrek/input.h"

enum {
	MAX_MESSAGES = 4,             /* messages of a model */
	MAX_KINDS = 2 * MAX_MESSAGES, /* a kind must fit in the three bits of TvmEvent.kind */
	MAX_ROLES = 8,                /* roles of a model */
	MAX_PROCESSES = 32,           /* processes of a model */
	MAX_RULES = 16,     /* rules of one role; vertices of one role; sentences of one role */
	MAX_FUNCTIONS = 16, /* numbers of user functions */
	NO_MESSAGE = MAX_MESSAGES, /* in place of a message's number: none */
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
	uint32_t function;  /* the monitor's number of a user function; 0: not a user function */
	/*
	 * the function's name for `trellis replay --task`; "" if the command needs no name, NULL if
	 * the command cannot replay the function
	 */
	const char *replay;
	int line;
	bool used; /* a statement of the model names it */
} MachineProcess;

/* How often an event occurs in a job: once, or for each part or neighbour of the node. */
typedef enum EventTimes { ONCE, DEGREE, NEIGHBOURS } EventTimes;

/*
 * When a rule applies: always; if an earlier event of the node is on the frontier and also has such
 * a rule; or if the job has fewer events of the kind than it needs.
 */
typedef enum RuleCase { ALWAYS, BEHIND, FEWER } RuleCase;

/* Whose error it is if an event is on the frontier; the first rule that applies counts. */
typedef struct MachineRule {
	const MachineProcess *process;
	const char *reason;
	uint32_t kind; /* the rule is for events of this kind */
	RuleCase when;     /* when the rule applies */
	/* the error is at the message's destination; false: the event's node */
	bool at_destination;
	bool whole_job; /* the rule makes one row for the whole job */
	bool last_resort;  /* the rule makes no row if the task has a row by another rule */
	int line;
} MachineRule;

/* The events of one kind on nodes of one role. */
typedef struct MachineEvent {
	bool known;     /* nodes of this role have such events */
	EventTimes times;    /* unless ONCE, the event belongs to the job whose part was divided */
	bool begins_task;    /* the task begins with this send, which has no cause in the trace */
	bool ends_task; /* the event may end its task: it needs no successor */
	bool ends_job; /* the event is the last event of its job */
	bool begins_job;    /* the event is the first event of its job */
	uint8_t after;  /* for a send: the kinds of the events in its job that cause the send */
	/* kinds that cause it if its job has no event of kinds in `unless` */
	uint8_t fallback_causes;
	uint8_t unless; /* see `fallback_causes` */
	/* kinds that cause it, in the node's job of the previous task */
	uint8_t previous_job_causes;
	uint8_t late;     /* the kinds after which the event cannot occur in its job */
	uint8_t followed; /* the kinds of the events that this event causes in its job */
	uint8_t next_job_effects; /* kinds that it causes, in the node's job of the next task */
	const char *disorder; /* what the node did wrong if the event follows a kind of `late` */
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

/* A sentence of --explain. It is for jobs that have events of certain kinds, and none of others. */
typedef struct MachineSentence {
	const char *text;
	uint32_t kind; /* the first kind of `all`; placeholders in the text describe its events */
	uint8_t all, none; /* kinds of which the job must have events; must not have events */
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
	uint8_t result_kinds;
	uint8_t after_result_kinds; /* kinds that those cause; the second vertex shows them, too */
	const MachineProcess *result_process; /* for the second vertex; NULL if there is none */
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
	/* degrees for which it is chosen without a name; 0: none */
	uint32_t least_degree, most_degree;
	const char *part_text; /* text before the number of a part; NULL: tasks are never divided */
	const char *whole_text;    /* the name of a task that is not divided */
	MachineMessage message[MAX_MESSAGES];
	MachineProcess process[MAX_PROCESSES];
	MachineRole role[MAX_ROLES];
	uint32_t nmessages, nprocesses, nroles;
	uint8_t of_direction[NDIRECTIONS]; /* the message that travels there, or NO_MESSAGE */
	uint32_t root_send;    /* the kind that begins a task at the root */
	uint8_t root_ends;     /* the kinds that end a task at the root */
	MachineSilent unsent;  /* a task has events, but not the event with which tasks begin */
	MachineSilent missing; /* a task of the .spf has no events */
	MachineSilent untaken; /* the receiver has not taken a result */
	const char *unended;   /* reason: a function has not ended */
	const MachineProcess *function[MAX_FUNCTIONS]; /* by the monitor's numbers; or NULL */
} Machine;

/* machine_read: the model in a text; a mistake is fatal, with file and line (vm_model_read.c). */
const Machine *machine_read(Arena *a, const char *file, const char *text, size_t len);
/*
 * machine_complete: refuse a contradictory or incomplete model, and fill in the derived tables
 * (vm_model_check.c).
 */
void machine_complete(Machine *m);
/*
 * machine_kind_name: the name of a kind for messages, such as "send task". The name stays valid for
 * the next three calls.
 */
const char *machine_kind_name(const Machine *m, uint32_t kind);
/* machine_direction_name: the name of a direction in models. */
const char *machine_direction_name(Direction d);
/* machine_direction_graph: the graph to which the direction belongs. */
GraphKind machine_direction_graph(Direction d);
/* machine_graph_name: the name of a kind of graph in models. */
const char *machine_graph_name(GraphKind g);

/* machine_named: the built-in model of this name (vm_models.c). */
const Machine *machine_named(Arena *a, const char *name, uint32_t len);
/* machine_of_degree: the built-in model for machines of this degree. */
const Machine *machine_of_degree(Arena *a, uint32_t degree);
/* machine_put_names: append the names of all built-in models, separated by commas. */
void machine_put_names(Arena *a, Buf *b);

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
