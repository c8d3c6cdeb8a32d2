/*
 * tasks.h - private face of deTrEK: traces of TrEK, the tree execution kernel (Lin 1993).
 *
 * The way of a trace: trek_spec (what was run) -> trek_read (events) -> trek_match (which recv
 * belongs to which send) -> trek_stack (an order of all events that keeps causes first) ->
 * trek_graph (arcs and frontier of a task) -> trek_find (rows of the error list).
 *
 * A task starts at node 0, the manager, and flows down the tree; a node splits it into parts
 * (DCVM) or passes it on whole (PFVM, the case of degree 1), and results flow up the same way.
 * A part is named by its SubTid. What one node does with one part is a visit.
 */
#ifndef TREK_H
#define TREK_H

#include "detrek/input.h"

/* Limits, with their reasons. */
enum {
	MAX_TREE_NODES = 4096,         /* the largest network; full stamps need its square */
	MAX_TASKS = 1 << 24,      /* a table of tasks is kept: 64 MB */
	MAX_DEGREE = 1 << 16,     /* 16 bits of SubTid a level */
	MAX_DEPTH = 1 << 16,
	MAX_LINE = 1 << 16,       /* bytes of a line of a trace, comments too */
	MAX_LINES = (1 << 30) - 1,
	MAX_EVENTS = (1 << 30) - 1,
	NO_PARTNER = (1u << 31) - 1,
};

/* What was run: prefix.spf, and the tree. Node 0 is the root; levels count from it. */
typedef struct Spec {
	const char *file;
	uint32_t nnodes, topology, ntasks, degree, depth;
	uint32_t bits;       /* of the SubTid a level: ceil(log2 degree); 0 in a PFVM */
	const char *tree;    /* in words, for messages */
	uint32_t levels;     /* level of the lowest node */
	uint32_t *parent;    /* [nnodes]; NONE for node 0 */
	uint32_t *level;     /* [nnodes] */
	uint32_t *nchildren; /* [nnodes] */
	uint64_t *field;     /* [nnodes] the bits of SubTid that a split at the node writes */
	uint64_t *allowed;   /* [nnodes] the bits that a part at the node may have */
} Spec;

/* Bit 0 is set for a recv, bit 1 for a result. */
typedef enum TvmKind { SEND_TASK, RECV_TASK, SEND_RESULT, RECV_RESULT } TvmKind;

/* One event of the trace. 24 bytes: ten million of them are to fit anywhere. */
typedef struct TvmEvent {
	uint64_t sub;
	uint32_t task;
	uint32_t line : 30; /* of the file, from 1 */
	uint32_t kind : 2;  /* TvmKind */
	/* the other end of the message, NO_PARTNER if it is not in the trace */
	uint32_t partner : 31;
	uint32_t reached : 1;  /* by arcs from the source */
	uint16_t node, peer;
} TvmEvent;
_Static_assert(sizeof(TvmEvent) == 24, "an event is 24 bytes");

/* What only stamps need of an event: first its time, then, of a send, the sender's stamp. */
typedef union TvmLate {
	uint64_t ptime;
	struct TvmSent {
		uint32_t version; /* of the sender's entries */
		uint32_t count;   /* the sender's own entry */
	} sent;
} TvmLate;

typedef struct TvmTrace {
	Arena *arena;
	const Spec *spec;
	const char *file;
	uint32_t n, cap;
	TvmEvent *event;  /* [n] tvm_match puts them node after node, each node's in its order */
	TvmLate *late;    /* [n], or NULL if stamps are not needed */
	uint32_t late_cap;
	uint32_t *node;   /* [nnodes + 1] where a node's events begin */
	uint32_t *bytask; /* [n] the events by task; causes first once stack_order has run */
	uint32_t *task;   /* [ntasks + 1] where a task's begin in bytask */
	uint32_t ntasks;  /* one more than the highest task in the trace */
	uint32_t most;    /* events of the task that has most */
} TvmTrace;

/* The text of a trace comes in pieces. */
typedef struct TvmReader {
	TvmTrace *trace;
	uint32_t line;
	char *partial; /* the start of a line whose end has not come yet */
	uint32_t npartial;
} TvmReader;

/* An order of the events, one at a time: see stack.c. */
typedef struct Stack {
	const TvmTrace *trace;
	uint32_t *cursor; /* [nnodes] the node's next event */
	uint32_t *below, *above; /* [nnodes + 1] the stack as a list; its ends are entry nnodes */
	uint32_t running; /* the node whose events are being taken, or NONE */
} Stack;

/* What one node did with one part of a task. Events are NONE if they are not in the trace. */
typedef struct Visit {
	uint64_t sub;
	uint32_t node;
	uint32_t recv;     /* it received the part; of node 0: it sent the task */
	uint32_t result;   /* it sent the part's result; of node 0: it received the task's */
	uint32_t nparts;   /* parts of it that were sent on */
	uint32_t nresults; /* results of them that came back */
	bool reached;      /* one of these results is reached from the source */
	bool blamed;       /* its split has a row */
} Visit;

/* The event graph of one task; made again for each. */
typedef struct TaskGraph {
	const TvmTrace *trace;
	uint32_t task;
	uint32_t *slot; /* hash of (node, SubTid): visit plus one, or 0 */
	uint32_t shift; /* of the hash, for this task */
	Visit *visit;
	uint32_t nvisits;
	bool generated; /* node 0's send is in the trace */
} TaskGraph;

/* A frontier event: reached, and without an arc out of it. */
typedef struct Frontier {
	uint32_t event;
	/* of a send of a part: the split it is of */
	enum { WHOLE, UNFINISHED, UNFINISHED_AGAIN } split;
} Frontier;

/* Where a task went wrong. The order is that of the table in find.c. */
typedef enum TrekProcess {
	DATA_GENERATOR,
	DISTRIBUTING,
	SPLIT,
	SPLIT_OR_COMPUTE,
	COMPUTE,
	JOIN,
	COLLECTING,
	RESULT_RECEIVER, /* messages do not tell of it, nor of ... */
	/* ... this, which the thesis counts as part of the generator (Lin 3.2.1) */
	INIT_MASTER,
	NTREKPROCESSES,
} TrekProcess;

/* A row of the error list. */
typedef struct TrekRow {
	uint64_t sub;
	uint32_t task, node;
	/* the frontier event, or the task's first one; NONE: no message tells of it */
	uint32_t event;
	TrekProcess process;
} TrekRow;

typedef struct TrekResult {
	TvmTrace *trace;
	TrekRow *row;
	uint32_t nrows;
	uint32_t nseen;     /* tasks with an event */
	uint32_t ncomplete; /* of them: node 0 has the result */
	/* a node has stopped in no function of the user's, or a link was lost */
	bool broken;
} TrekResult;

/* A function of the user's that has begun and not ended. */
typedef struct TrekCause {
	uint64_t sub;
	uint64_t began;  /* by the node's clock */
	uint32_t task, node;
	/* of its beginning; 0: a receiver that has ended before it took the task's result */
	uint32_t line;
	bool stopped;    /* its node has, in it */
	uint32_t rank;   /* so many others of its node are likelier */
	TrekProcess process;
} TrekCause;

/* A link on which a byte did not arrive, though both of its nodes ran. */
typedef struct TrekLink {
	uint64_t since;  /* by the node's clock */
	uint32_t node, link;
	uint32_t peer, peer_link; /* peer: TREK_HOST, too */
} TrekLink;

enum { TREK_HOST = 0xFFFE }; /* what the monitor numbers the host */

/* What a .std file tells. */
typedef struct TrekCauses {
	const char *file;
	TrekCause *cause;  /* [n] the likeliest one first */
	uint32_t n;
	/* [nunseen] functions on nodes that are cut off, whose ends may not have come */
	TrekCause *unseen;
	uint32_t nunseen;
	TrekLink *lost;    /* [nlost] each once, the earliest first */
	uint32_t nlost;
	/* [nstopped] nodes that have stopped in no function of the user's, upwards */
	uint32_t *stopped;
	/* [nstopped] the function that began or ended last at each of them; line 0: none did */
	TrekCause *before;
	uint32_t nstopped;
	uint32_t nevents;  /* of any kind */
	bool watched;      /* the generator has begun: so node 0's functions are told of */
	bool *taken;       /* [ntasks of the .spf] the receiver has begun with the task's result */
} TrekCauses;

/*
 * The graph of one task: every event, or every process that a part went through (coalesced), or
 * that with equal nodes in one (folded).
 */
typedef enum Drawing { EVENTS, COALESCED, FOLDED } Drawing;

typedef struct Picture {
	Arena *arena;
	const char *title;
	struct Vertex {
		char *label;
		uint32_t x, y; /* place in a grid */
		bool frontier;
	} *vertex; /* the first two are the source and the sink */
	struct Arc {
		uint32_t from, to;
	} *arc;
	uint32_t nvertices, narcs, vertex_cap, arc_cap;
} Picture;

enum { SOURCE, SINK };

/* The vector times of events while they are taken in order: see stamps.c. */
typedef struct Stamper {
	TvmTrace *trace; /* its late is used */
	uint32_t width;
	uint32_t *column; /* [nnodes] the node's entry, or NONE: it has none */
	uint32_t *count;  /* [nnodes] events so far */
	uint32_t *current; /* [nnodes] the version of the node's entries */
	uint32_t *entry;  /* versions, width entries each */
	uint32_t *refs;   /* messages on their way that have the version; of a free one, the next */
	uint32_t nversions, entry_cap, refs_cap;
	uint32_t free; /* version, or NONE */
	uint32_t *stamp; /* of the last event */
} Stamper;

/* spec.c. A mistake in any file is fatal. */
Spec *spec_read(Arena *a, const char *file, const char *text, size_t len);
void spec_tree(Arena *a, Spec *s, const char *file, const char *text, size_t len); /* -t */
uint32_t word_number(const Lines *l, const InputWord *w, const char *what, uint32_t least,
	uint32_t most);
void spec_subtid(const Spec *s, uint64_t sub, Buf *b); /* as tables print it */
/* spec_cover: a smallest set of nodes that every link touches; column numbers, or NONE */
uint32_t spec_cover(const Spec *s, uint32_t *column);

/* The part that a part at the node belongs to, once the node has split it. */
static inline uint64_t
spec_whole(const Spec *s, uint32_t node, uint64_t sub)
{
	return sub & ~s->field[node];
}

/* read.c */
TvmReader *tvm_start(Arena *a, const Spec *s, const char *file, bool stamps);
void tvm_feed(TvmReader *r, const char *text, size_t len);
TvmTrace *tvm_end(TvmReader *r); /* a last line without its end is fatal */
TvmTrace *tvm_load(Arena *a, const Spec *s, const char *file, bool stamps);

static inline bool
tvm_is_recv(const TvmEvent *e)
{
	return e->kind & 1;
}

static inline bool
tvm_is_result(const TvmEvent *e)
{
	return e->kind & 2;
}

/* match.c: sorts the events and finds partners; an event that stands twice is fatal. */
void tvm_match(TvmTrace *t);

/* stack.c */
Stack stack_start(const TvmTrace *t);
uint32_t stack_next(Stack *s); /* the next event; NONE at the end, which a circle makes fatal */
void stack_order(TvmTrace *t); /* puts bytask into this order */

/* graph.c */
TaskGraph graph_new_task(const TvmTrace *t);
void graph_task(TaskGraph *g, uint32_t task); /* order that no run can have is fatal */
uint32_t graph_visit(const TaskGraph *g, const TvmEvent *e); /* the visit it belongs to */
/* graph_is_frontier: and for the send of a part also whether its split was finished */
bool graph_is_frontier(TaskGraph *g, uint32_t event, Frontier *f);

/* find.c; c: what is known of the functions, or NULL */
TrekResult trek_find(TvmTrace *t, const TrekCauses *c);
const char *trek_process(TrekProcess p); /* as tables name it */

/* ---- machine.c: what a type of virtual machine calls what it does ---- */

typedef struct TrekMachine {
	const char *name;       /* PFVM, DCVM */
	TrekProcess down, up;   /* processes that send parts to children and take their results */
	/* before the number of a part; of a task that is whole: all that is said of it */
	const char *part;
	const char *sent;       /* of a node that has sent so many of so many parts */
	const char *joined;     /* between "the" and "result", of a node with parts */
} TrekMachine;

const TrekMachine *trek_machine(const Spec *s);
const char *trek_class(TrekProcess p);   /* the class of the error */
bool trek_failed(const TrekResult *r);
const char *trek_verdict(const TrekResult *r);

/* cause.c: of a .std file; mistakes in it are fatal */
TrekCauses trek_causes(Arena *a, const Spec *s, const char *file, const char *text, size_t len);
/*
 * trek_first_left: the first task with a result at node 0 that the receiver has not taken; NONE if
 * there is none, or not known.
 */
uint32_t trek_first_left(const TvmTrace *t, const TrekCauses *c);
/*
 * trek_cause_left: where no function is open and nothing broke, the receiver is the cause that left
 * a result: it has ended.
 */
void trek_cause_left(Arena *a, TrekCauses *c, const TvmTrace *t);
void trek_cause_table(Buf *b, const Spec *s, const TrekCauses *c);
json_t *trek_cause_json(const Spec *s, const TrekCauses *c);

/*
 * again.c: below the table, the command that debugs the first function that failed, if the files
 * are of a recording
 */
void trek_again(Buf *b, const char *prefix, const TrekResult *r, const TrekCauses *c);

/* ends.c: nodes that stopped, links that were lost */
bool trek_is_broken(const TrekCauses *c);
/* cut off from node 0 by such a link or node */
bool trek_is_behind(const Spec *s, const TrekCauses *c, uint32_t node);
void trek_lost_add(Arena *a, TrekCauses *c, uint32_t *cap, TrekLink k);
void trek_end_lines(Buf *b, const TrekCauses *c);
json_t *trek_stopped_json(const TrekCauses *c);
json_t *trek_lost_json(const TrekCauses *c);

/* A file's name and its text, which are the caller's. */
typedef struct TrekText {
	const char *file;
	Buf text;
} TrekText;

/*
 * bounds.c: a sequence of bounds for the next run's monitors, from the texts of .tvm, .std and
 * .config; mistakes are fatal
 */
void trek_bounds(Buf *b, Arena *a, const Spec *s, const TrekText *messages,
	const TrekText *functions, const TrekText *config);

/* report.c */
void trek_table(Buf *b, const TrekResult *r);
void trek_bug(Buf *b, const TrekResult *r);
json_t *trek_json(const TrekResult *r);

/* fold.c: rows that differ only in node, part or task, together */
void trek_folded(Buf *b, const TrekResult *r);

/* explain.c */
void trek_explain(Buf *b, const TrekResult *r, uint32_t task);

/* draw.c, coalesce.c: graphs of one task to be drawn, in DOT or (svg.c) SVG */
Picture *picture_new(const TrekResult *r, uint32_t task, Drawing d);
void picture_dot(Buf *b, const Picture *p);
void picture_svg(Buf *b, const Picture *p);
uint32_t picture_vertex(Picture *p, char *label, uint32_t x, uint32_t y);
void picture_arc(Picture *p, uint32_t from, uint32_t to);
void picture_coalesced(Picture *p, const TrekResult *r, TaskGraph *g, bool fold);

/* stamps.c */
typedef enum Stamps { NO_STAMPS, FULL, SHORT } Stamps;
Stamper stamper_new(TvmTrace *t, Stamps kind);
const uint32_t *stamper_next(Stamper *s, uint32_t event); /* its stamp, until the next call */
void stamps_print(TvmTrace *t, Stamps kind);
/* stamps_check: how many pairs of events the short stamps order other than the full ones do */
uint64_t stamps_check(TvmTrace *t, uint64_t *npairs);

/* sync.c: synchronous messages; returns how many stamps differ from those in the text */
uint32_t sync_stamps(Buf *b, Arena *a, const Spec *s, const char *file, const char *text,
	size_t len);

/* bench.c */
void trek_bench(uint32_t nevents, Stamps kind); /* with stamps if kind is one */

#endif
