/*
 * tasks.h - private header of deTrEK, which analyses traces of TrEK, the tree execution kernel (Lin
 * 1993).
 *
 * Processing steps: spec.c (reads the run's parameters) -> read.c (reads events) -> match.c (finds
 * which recv belongs to which send) -> stack.c (sorts all events with causes first) -> graph.c
 * (makes the arcs and frontier of a task) -> find.c (makes the rows of the error list).
 *
 * The model of the virtual machine (vm_model.h) defines which messages exist, what they mean, and
 * whose error it is when one is missing. A part of a task is identified by its SubTid. A visit is
 * the work of one node on one part, a job of the model.
 */
#ifndef TREK_H
#define TREK_H

#include "vm_model.h"

#include "kernel/include/border.h"

/* Limits, with their reasons. */
enum {
	MAX_TREE_NODES = 4096, /* the largest network; full stamps need the square of this number */
	MAX_TASKS = 1 << 24,      /* the table of tasks takes 64 MB */
	MAX_DEGREE = 1 << 16,     /* 16 bits of SubTid for each level */
	MAX_DEPTH = 1 << 16,      /* levels of splits */
	MAX_LINE = 1 << 16,       /* bytes of a line of a trace, including comments */
	MAX_LINES = (1 << 29) - 1, /* lines of a trace: TvmEvent.line has 29 bits */
	MAX_EVENTS = (1 << 30) - 1, /* events of a trace: TvmEvent.partner has 31 bits */
	NO_PARTNER = (1u << 31) - 1, /* in TvmEvent.partner: there is no other end */
};

/* Topologies of a .spf file. */
enum { CHAIN = 1, BINARY, TERNARY, CYCLE, RING, GRID };

/*
 * The run's parameters, from PREFIX.spf, and the graph of its nodes. Node 0 is the root; levels are
 * counted from node 0. The tree of a cycle is a chain; in a mesh all other nodes are children of
 * node 0.
 */
typedef struct Spec {
	const Machine *machine;
	const char *file;
	uint32_t nnodes, topology, ntasks, degree, depth;
	/* bits of the SubTid for each level of a tree: ceil(log2 degree) */
	uint32_t bits;
	/*
	 * the run has fault_tolerance: its tree changes, so only trek_survival can read its
	 * messages
	 */
	bool tolerant;
	bool has_part_numbers;        /* parts have numbers; otherwise tables show tasks only */
	const char *tree;    /* the tree as text, for error messages */
	uint32_t levels;     /* level of the lowest node */
	uint32_t *parent;    /* [nnodes]; NONE for node 0 */
	uint32_t *level;     /* [nnodes] */
	uint32_t *nchildren; /* [nnodes] */
	uint8_t *role;       /* [nnodes] index of the node's role in the model */
	uint32_t *nneighbours; /* [nnodes] in a mesh; node 0 is no neighbour */
	uint64_t *field;     /* [nnodes] the bits of SubTid that a split at the node sets */
	uint64_t *allowed;   /* [nnodes] the bits that a part at the node may have */
} Spec;

/* One event of the trace; 24 bytes, so that ten million of them fit in memory. */
typedef struct TvmEvent {
	uint64_t sub; /* SubTid of the part that the message carries */
	uint32_t task;
	uint32_t line : 29; /* line of the file, from 1 */
	uint32_t kind : 3;  /* message and direction (vm_model.h) */
	uint32_t partner : 31; /* event at the other end of the message, or NO_PARTNER */
	uint32_t reached : 1;  /* arcs of the task's graph lead here from the source */
	uint16_t node, peer;   /* node of the event; node at the other end of the message */
} TvmEvent;
_Static_assert(sizeof(TvmEvent) == 24, "an event is 24 bytes");

/*
 * Data of an event that only stamps need: at first the time of the event; later, for a send, the
 * sender's stamp.
 */
typedef union TvmStampData {
	uint64_t ptime; /* by the node's clock */
	struct TvmSent {
		uint32_t version; /* version of the sender's entries */
		uint32_t count;   /* the sender's own entry */
	} sent;
} TvmStampData;

typedef struct TvmTrace {
	Arena *arena;
	const Spec *spec;
	const char *file;
	uint32_t n, cap;  /* number of events; capacity of `event` */
	TvmEvent *event;  /* [n] after tvm_match sorted by node, each node's events in its order */
	TvmStampData *stamp_data;    /* [n], or NULL if stamps are not needed */
	uint32_t stamp_data_cap;
	uint32_t *node_start;   /* [nnodes + 1] index of a node's first event */
	uint32_t *bytask; /* [n] the events by task; after stack_order with causes first */
	uint32_t *task_start;   /* [ntasks + 1] index of a task's first event in bytask */
	uint32_t ntasks;  /* one more than the highest task in the trace */
	uint32_t max_task_events;    /* number of events of the task that has the most events */
} TvmTrace;

/* The state of the reader of a trace, whose text arrives in pieces. */
typedef struct TvmReader {
	TvmTrace *trace;
	/* [nnodes] the node, or a process on it, has stopped; NULL: not known */
	const bool *halted;
	uint32_t line; /* lines of the trace read so far */
	char *partial; /* the beginning of an incomplete line */
	uint32_t npartial;
} TvmReader;

/* Sorts the events, one at a time: see stack.c. */
typedef struct Stack {
	const TvmTrace *trace;
	uint32_t *cursor; /* [nnodes] the node's next event */
	/* [nnodes + 1] the stack as a linked list; entry nnodes holds its ends */
	uint32_t *below, *above;
	uint32_t running; /* the node whose events are being taken, or NONE */
} Stack;

/* The work of one node on one part of a task. Events are NONE if they are not in the trace. */
typedef struct Visit {
	uint64_t sub; /* SubTid of the part */
	uint32_t node;
	uint8_t seen;    /* kinds of its events */
	uint8_t reached; /* kinds with an event that is reached from the source */
	uint8_t blamed;  /* kinds whose rule for the whole visit has been applied */
	/* [kind] the visit's last event of the kind; NONE if there is none */
	uint32_t event[MAX_KINDS];
	uint32_t count[MAX_KINDS]; /* [kind] number of the visit's events of the kind */
} Visit;

/* The event graph of one task; recomputed for each task. */
typedef struct TaskGraph {
	const TvmTrace *trace;
	uint32_t task;
	uint32_t *slot; /* hash of (node, SubTid): index of the visit plus one, or 0 */
	uint32_t shift; /* number of bits by which hashes are shifted to get a slot's index */
	Visit *visit;
	uint32_t nvisits;
	bool generated; /* node 0's first send is in the trace, or the model needs none */
} TaskGraph;

/* A frontier event: it can be reached, and has no outgoing arc. */
typedef struct Frontier {
	uint32_t event;
	/*
	 * the rule that says whose error it is; NULL: the task was not generated, and this is its
	 * first event
	 */
	const MachineRule *rule;
	bool has_row; /* the rule gives one row for the whole visit, which already has this row */
} Frontier;

/* A row of the error list. */
typedef struct TrekRow {
	uint64_t sub;
	uint32_t task, node;
	/* the frontier event, or the first event of the task; NONE if no event shows the failure */
	uint32_t event;
	const MachineProcess *process;
	const char *reason;
} TrekRow;

/* How the run itself has ended. If no field is set, this is not known. */
typedef struct TrekRunEnd {
	/* why the run has failed, in words; NULL: it has not failed, or this is not known */
	const char *failure;
	bool succeeded;          /* the run has ended without failure */
	bool not_ended;       /* the run was killed, or is still running */
} TrekRunEnd;

typedef struct TrekResult {
	TvmTrace *trace;
	TrekRow *row;
	uint32_t nrows;
	uint32_t nseen;     /* number of tasks with events */
	uint32_t ncomplete; /* number of tasks whose result has reached node 0 */
	/*
	 * a node stopped outside of user functions, or a link lost data, and the run is not known
	 * to have ended well
	 */
	bool broken;
	/* why the run has failed; NULL: it has not, or this is not known */
	const char *run_failure;
} TrekResult;

/* A possible cause of a failure: a user function that has begun and not ended. */
typedef struct TrekCause {
	uint64_t sub;    /* SubTid of the part at which it works */
	uint64_t began;  /* time by the node's clock */
	uint32_t task, node;
	/* line of its beginning; 0 for a receiver that ended before it took the task's result */
	uint32_t line;
	bool stopped;    /* its node stopped in this function */
	uint32_t rank;   /* number of functions of the same node that are more likely causes */
	const MachineProcess *process;
} TrekCause;

/* A link on which a byte did not arrive, although both of its nodes were running. */
typedef struct TrekLink {
	uint64_t since;  /* time by the node's clock */
	uint32_t node, link;
	uint32_t peer, peer_link; /* peer may be NODE_HOST */
} TrekLink;

/* The contents of a .std file. */
typedef struct TrekCauses {
	const char *file;
	TrekCause *cause;  /* [n] the most likely one first */
	uint32_t n;
	/*
	 * [nunseen] functions on nodes that are cut off from node 0; the records of their ends may
	 * be missing
	 */
	TrekCause *unseen;
	uint32_t nunseen;
	TrekLink *lost_link;    /* [nlost] each link once, the earliest first */
	uint32_t nlost;
	/* [nstopped] nodes that stopped outside of user functions, ascending */
	uint32_t *stopped;
	/*
	 * [nstopped] the function that began or ended last on each of these nodes; line 0 if there
	 * is none
	 */
	TrekCause *last_function;
	uint32_t nstopped;
	/* [nnodes] the node or a process on it stopped; its memory may be destroyed */
	bool *halted;
	uint32_t nevents;  /* number of events of any kind */
	/* the monitor records node 0's functions, as the record of its generator shows */
	bool has_root_functions;
	/*
	 * [ntasks of the .spf] number of results of the task that the receiver has begun to
	 * process. All results may belong to the last task.
	 */
	uint32_t *ntaken;
} TrekCauses;

/*
 * What a vertex in the drawing of a task's graph stands for: one event; one process that handled a
 * part (coalesced); or all such processes on equal nodes (folded).
 */
typedef enum Drawing { DRAW_EVENTS, DRAW_COALESCED, DRAW_FOLDED } Drawing;

/* The graph of one task, placed in a grid, for output as DOT or SVG. */
typedef struct Picture {
	Arena *arena;
	const char *title;
	struct Vertex {
		char *label;
		uint32_t x, y; /* position in a grid */
		bool frontier; /* it stands for a frontier event */
	} *vertex; /* the first two are the source and the sink */
	struct Arc {
		uint32_t from, to; /* vertices */
	} *arc;
	uint32_t nvertices, narcs, vertex_cap, arc_cap;
} Picture;

enum { SOURCE, SINK }; /* the first two vertices of a Picture */

/* Computes the vector times of events, in the order of stack.c: see stamps.c. */
typedef struct Stamper {
	TvmTrace *trace; /* uses its `stamp_data` */
	uint32_t width;   /* number of entries of a stamp */
	uint32_t *column; /* [nnodes] index of the node's entry, or NONE if it has none */
	uint32_t *count;  /* [nnodes] number of events so far */
	uint32_t *current; /* [nnodes] the version of the node's entries */
	uint32_t *entry;  /* versions, with width entries each */
	/*
	 * for a version in use, the number of messages in transit that share the version; for a
	 * free version, the next free version, or NONE
	 */
	uint32_t *refs;
	uint32_t nversions, entry_cap, refs_cap;
	uint32_t free_version; /* first free version, or NONE */
	uint32_t *stamp; /* stamp of the last event */
} Stamper;

/*
 * spec_read: read the parameters of a run from a .spf file; a mistake in any file is fatal.
 * machine: the model of the virtual machine; NULL: the model that the .spf names, or that belongs
 * to its degree.
 */
Spec *spec_read(Arena *a, const Machine *machine, const char *file, const char *text, size_t len);
/* spec_read_tree: read the parents of the nodes from the file of option -t. */
void spec_read_tree(Arena *a, Spec *s, const char *file, const char *text, size_t len);
/* word_fits: true if the word is a number up to `max_task_events`. */
bool word_fits(const InputWord *w, int base, uint64_t most);
/* word_number: the number in a word; fatal if the word is not a number from least to most */
uint32_t word_number(const Lines *l, const InputWord *w, const char *what, uint32_t least,
	uint32_t most);
/* spec_put_subtid: append a SubTid as tables show it. */
void spec_put_subtid(const Spec *s, uint64_t sub, Buf *b);
/*
 * spec_cover: choose a set of nodes that contains an end of every link; in a tree, no smaller set
 * does. column[] gets a number for each chosen node, and NONE for the others. Returns the number of
 * chosen nodes.
 */
uint32_t spec_cover(const Spec *s, uint32_t *column);

/* spec_unsplit_part: for a part that the node has split off, the part that the node has split. */
static inline uint64_t
spec_unsplit_part(const Spec *s, uint32_t node, uint64_t sub)
{
	return sub & ~s->field[node];
}

/* ---- mesh.c: machines that are meshes ---- */

/*
 * mesh_neighbour: the neighbour of a node (from 1 on) at a side of the mesh; NONE if it has none.
 */
uint32_t mesh_neighbour(const Spec *s, uint32_t node, uint32_t side);
/* mesh_are_neighbours: true if a link of the mesh joins the two nodes. */
bool mesh_are_neighbours(const Spec *s, uint32_t from, uint32_t to);
/* mesh_derive: compute the neighbours, and the bits of SubTids. */
void mesh_derive(Arena *a, Spec *s);

/*
 * spec_direction: the direction of a message between two nodes; NDIRECTIONS if they are not
 * neighbours.
 */
static inline Direction
spec_direction(const Spec *s, uint32_t from, uint32_t to)
{
	switch (s->machine->graph) {
	case GRAPH_TREE:
		return s->parent[to] == from ? DOWN : s->parent[from] == to ? UP : NDIRECTIONS;
	case GRAPH_CYCLE:
		return to == (from + 1) % s->nnodes ? NEXT : NDIRECTIONS;
	default:
		if (from == to)
			return NDIRECTIONS;
		return from == 0 ? OUT : to == 0 ? HOME
			: mesh_are_neighbours(s, from, to) ? NEIGHBOUR : NDIRECTIONS;
	}
}

/* read.c */
/*
 * tvm_start: begin to read a trace. An event that cannot occur is fatal, unless its node has
 * stopped; then it is left out with a warning. halted: [nnodes] the nodes that stopped; borrowed;
 * NULL: none.
 */
TvmReader *tvm_start(Arena *a, const Spec *s, const char *file, bool stamps, const bool *halted);
/* tvm_feed: read a piece of the text. */
void tvm_feed(TvmReader *r, const char *text, size_t len);
/* tvm_end: end the reading; an incomplete last line is fatal. Returns the trace. */
TvmTrace *tvm_end(TvmReader *r);
/* tvm_load: read a whole file of events; arguments as for tvm_start. */
TvmTrace *tvm_load(Arena *a, const Spec *s, const char *file, bool stamps, const bool *halted);

static inline bool
tvm_is_recv(const TvmEvent *e)
{
	return e->kind & 1;
}

static inline const MachineRole *
spec_role(const Spec *s, uint32_t node)
{
	return &s->machine->role[s->role[node]];
}

static inline const MachineMessage *
tvm_message(const Spec *s, const TvmEvent *e)
{
	return &s->machine->message[kind_message(e->kind)];
}

/* tvm_is_result: true if the message travels towards node 0. */
static inline bool
tvm_is_result(const Spec *s, const TvmEvent *e)
{
	Direction d = tvm_message(s, e)->direction;

	return d == UP || d == HOME;
}

/* ---- match.c ---- */

/* tvm_match: sort the events and find partners; a duplicate event is fatal. */
void tvm_match(TvmTrace *t);

/* ---- stack.c ---- */

/* stack_start: prepare to go through the events of all nodes, each receive after its send. */
Stack stack_start(const TvmTrace *t);
/* stack_next: the next event, after its causes; NONE at the end. A cycle is fatal. */
uint32_t stack_next(Stack *s);
/* stack_order: sort t->bytask, the numbers of the events, into the order of stack_next. */
void stack_order(TvmTrace *t);

/* ---- graph.c ---- */

/* graph_new_empty: an empty graph, into which graph_fill puts one task after another. */
TaskGraph graph_new_empty(const TvmTrace *t);
/*
 * graph_fill: make the graph of a task; fatal if no run can have produced the order of its events.
 */
void graph_fill(TaskGraph *g, uint32_t task);
/* graph_visit: the number of the visit, one node's work on one part, to which the event belongs. */
uint32_t graph_visit(const TaskGraph *g, const TvmEvent *e);
/*
 * graph_expected_events: the number of events of the kind that the node has when its work on one
 * part is complete.
 */
uint32_t graph_expected_events(const Spec *s, uint32_t node, uint32_t kind);
/*
 * graph_results_back: the number of the visit's events by which results of its part come back to
 * the node.
 */
uint32_t graph_results_back(const Spec *s, const Visit *v);
/*
 * graph_causes: the kinds of events, as bits, that may cause a send of this kind in the same visit.
 */
uint8_t graph_causes(const Spec *s, const Visit *v, uint32_t kind);
/*
 * graph_is_frontier: true if the event is on the frontier: the task stopped there. If so, *f gets
 * the event and its rule.
 */
bool graph_is_frontier(TaskGraph *g, uint32_t event, Frontier *f);

/* ---- ran.c ---- */

/* trek_run_end: read from PREFIX.json how the run has ended. */
TrekRunEnd trek_run_end(Arena *a, const char *prefix);
/* ---- find.c ---- */

/* trek_find: find the tasks that failed, and where they stopped; c: the causes found, or NULL. */
TrekResult trek_find(TvmTrace *t, const TrekCauses *c, TrekRunEnd ran);
/* trek_failed: true if the run has failed. */
bool trek_failed(const TrekResult *r);
/* trek_verdict: Success or Failure, for the user. */
const char *trek_verdict(const TrekResult *r);

/* ---- cause.c ---- */

/* trek_causes: read from a .std file which functions did not end; mistakes in it are fatal. */
TrekCauses trek_causes(Arena *a, const Spec *s, const char *file, const char *text, size_t len);
/*
 * trek_first_untaken: the first task of which node 0 got more results than the receiver has taken;
 * NONE if there is no such task, or if this is not known.
 */
uint32_t trek_first_untaken(const TvmTrace *t, const TrekCauses *c);
/*
 * trek_add_receiver_cause: if the receiver has ended before it took all results, add the receiver
 * as the cause, unless there are other causes: functions that did not end, stopped nodes, or lost
 * links.
 */
void trek_add_receiver_cause(Arena *a, TrekCauses *c, const TvmTrace *t);
/*
 * trek_cause_table: append the stopped nodes and lost links, and tables of the functions that have
 * begun and not ended.
 */
void trek_cause_table(Buf *b, const Spec *s, const TrekCauses *c);
/* trek_cause_json: the causes as JSON. */
json_t *trek_cause_json(const Spec *s, const TrekCauses *c);

/*
 * trek_put_command: append the command that debugs the first function that failed, in a recording
 * of the run; recording: the recording's name, NULL if there is none (again.c).
 */
void trek_put_command(Buf *b, const char *recording, const TrekResult *r, const TrekCauses *c);

/*
 * trek_print_slowdown: if a monitor on the nodes made the records, and PREFIX.json says how much it
 * slowed the run, print this (slowed.c).
 */
void trek_print_slowdown(const char *prefix, FILE *f);

/* ---- ends.c ---- */

/* trek_is_broken: true if nodes have stopped or links have lost data. */
bool trek_is_broken(const TrekCauses *c);
/* trek_is_cut_off: true if the node is cut off from node 0 by a broken link or a stopped node. */
bool trek_is_cut_off(const Spec *s, const TrekCauses *c, uint32_t node);
/*
 * trek_add_lost_link: add a link that lost data. Each link is listed once: of the records of its
 * two directions, the earlier one by the nodes' clocks is kept.
 */
void trek_add_lost_link(Arena *a, TrekCauses *c, uint32_t *cap, TrekLink k);
/* trek_put_ends: print stopped nodes and lost links. */
void trek_put_ends(Buf *b, const TrekCauses *c);
/* trek_stopped_json: the nodes that have stopped as JSON. */
json_t *trek_stopped_json(const TrekCauses *c);
/* trek_lost_json: the lost links as JSON. */
json_t *trek_lost_json(const TrekCauses *c);

/* A file's name and its text, owned by the caller. */
typedef struct TrekText {
	const char *file;
	Buf text;
} TrekText;

/*
 * trek_bounds: append a proposed sequence of bounds for the next run's monitors, from the texts of
 * .tvm, .std and .config; mistakes are fatal (bounds.c).
 */
void trek_bounds(Buf *b, Arena *a, const Spec *s, const TrekText *messages,
	const TrekText *functions, const TrekText *config);

/* The verdict on a run with fault_tolerance (survive.c). */
typedef struct TrekSurvival {
	const Spec *spec;
	const TrekCauses *causes; /* the functions that did not end */
	bool *has_result;  /* [ntasks of the .spf] node 0 has received a result */
	uint32_t nresults; /* number of tasks with a result */
	bool failed;       /* something has failed, even if each task has a result */
} TrekSurvival;

/*
 * trek_survival: find which tasks of a run with fault_tolerance have a result. messages: the text
 * of .tvm, in which mistakes are fatal. The returned value refers to s and c.
 */
TrekSurvival trek_survival(Arena *a, const Spec *s, const TrekCauses *c, const TrekText *messages);
/* trek_survival_verdict: Success, Survived or Failure, for the user. */
const char *trek_survival_verdict(const TrekSurvival *v);
/* trek_survival_tasks: print how many tasks have a result. */
void trek_survival_tasks(Buf *b, const TrekSurvival *v);
/* trek_survival_json: the verdict, and which tasks have a result, as JSON. */
json_t *trek_survival_json(const TrekSurvival *v);

/* ---- report.c ---- */

/* trek_table: print the verdict, and the table of the tasks that failed. */
void trek_table(Buf *b, const TrekResult *r);
/*
 * trek_bug: append the text of the file PREFIX.bug: a line "Failure TASK NODE PROCESS" for each row
 * of the table.
 */
void trek_bug(Buf *b, const TrekResult *r);
/* trek_json: the verdict and the table as JSON. */
json_t *trek_json(const TrekResult *r);

/* ---- fold.c ---- */

/* trek_put_folded: print the rows, merging rows that differ only in node, part or task. */
void trek_put_folded(Buf *b, const TrekResult *r);

/* ---- explain.c ---- */

/* trek_explain: print what each node did for a task, and where the task stopped. */
void trek_explain(Buf *b, const TrekResult *r, uint32_t task);

/* ---- draw.c, coalesce.c, svg.c: graphs as pictures ---- */

/* picture_new: a picture of the graph of one task. */
Picture *picture_new(const TrekResult *r, uint32_t task, Drawing d);
/* picture_dot: append the picture in the language of DOT. */
void picture_dot(Buf *b, const Picture *p);
/* picture_svg: append the picture as SVG. */
void picture_svg(Buf *b, const Picture *p);
/* picture_add_vertex: add a vertex; returns its number */
uint32_t picture_add_vertex(Picture *p, char *label, uint32_t x, uint32_t y);
/* picture_add_arc: add an arc. */
void picture_add_arc(Picture *p, uint32_t from, uint32_t to);
/* picture_add_coalesced: add the vertices and arcs of a coalesced or folded graph */
void picture_add_coalesced(Picture *p, const TrekResult *r, TaskGraph *g, bool fold);

/* ---- stamps.c ---- */

typedef enum Stamps { NO_STAMPS, FULL_STAMPS, SHORT_STAMPS } Stamps;

/* stamper_new: prepare to compute full or short stamps of the events, in the order of causes. */
Stamper stamper_new(TvmTrace *t, Stamps kind);
/* stamper_next: the stamp of the next event in causal order, `event`; valid until the next call. */
const uint32_t *stamper_next(Stamper *s, uint32_t event);
/* stamps_print: print the events with their full or short stamps. */
void stamps_print(TvmTrace *t, Stamps kind);
/*
 * stamps_check: the number of pairs of events that short stamps order differently from full stamps;
 * *npairs: the number of pairs that were compared.
 */
uint64_t stamps_check(TvmTrace *t, uint64_t *npairs);

/* ---- sync.c ---- */

/*
 * sync_stamps: stamp synchronous messages; returns how many stamps differ from those in the text.
 */
uint32_t sync_stamps(Buf *b, Arena *a, const Spec *s, const char *file, const char *text,
	size_t len);

/* ---- bench.c ---- */

/*
 * trek_bench: print what the analysis of nevents events costs. If kind is not NO_STAMPS, the events
 * are also stamped.
 */
void trek_bench(uint32_t nevents, Stamps kind);

#endif
