/*
 * flow.h - the messages of a network's programs as a distributed control flow graph, which
 * `trellis simul` reads (detrek/simul/simul.h; Spezialetti and Gupta).
 *
 * Each process is a program on a node. Its bitcode is linked with a model of the message calls
 * (kernel/model/), in which sends and receives are calls of
 *
 * 	__graph_send(node, event, type)
 * 	__graph_receive(event, type)     returns the sender
 *
 * The node's number and the number of nodes in the network are constants, and LLVM's passes inline
 * calls, unroll loops and fold constants. So most peers and events are constants, too. The control
 * flow that remains is the control flow of the process.
 *
 * A thread, and a process made by kclone, is a process of the graph, too. Its semaphores and
 * channels are channels of the graph, and so are its start and its end.
 */
#ifndef CC_FLOW_H
#define CC_FLOW_H

#include "cc/lower/module/module.h"
#include "base/arena.h"
#include "base/base.h"

enum { GRAPH_MAX_NODES = 4096 }; /* most nodes of a network */

/* A program: the bitcode of its files. */
typedef struct GraphProgram {
	const char *name;
	const char **file; /* [nfiles] names of its files */
	Buf *bitcode; /* [nfiles] */
	uint32_t nfiles;
} GraphProgram;

/* ---- the control flow of a process ---- */

/* What a node of the graph does: computation, a send, or a receive. */
typedef enum FlowKind { FLOW_COMP, FLOW_SEND, FLOW_RECEIVE } FlowKind;

/* A node of a process's control flow. */
typedef struct FlowNode {
	FlowKind kind;
	/* [npeers] the network's nodes with which the operation may exchange messages; NULL: any */
	uint32_t *peer;
	uint32_t npeers;
	bool any_event; /* the event is unknown */
	int32_t event;  /* the message's event */
	uint32_t type;  /* 0: any */
	/*
	 * [nvariables + 1] variables that may change here; the last element: all variables whose
	 * address is taken
	 */
	bool *changes;  /* NULL: none */
	/*
	 * the node's place in the source, and the places of the calls that lead to it, as in
	 * a.c:3<a.c:20; NULL if unknown
	 */
	const char *place;
	unsigned line; /* 0 if unknown */
	/*
	 * an object's name, or a thread's start or end, as in semaphore/done; NULL: a message of
	 * the kernel, which has an event and a type
	 */
	const char *channel;
	/*
	 * 1 + the index, in the flow's `start`, of the thread that the node starts, or joins; 0:
	 * none
	 */
	uint32_t starts, joins;
	bool removed; /* flow_simplify has removed the node */
} FlowNode;

enum { FLOW_START, FLOW_STOP }; /* the first nodes of each flow */

typedef struct FlowEdge {
	uint32_t from, to;
} FlowEdge;

/* A thread, or process made by kclone, that a flow starts. */
typedef struct FlowStart {
	LLVMValueRef at;  /* the call that starts the thread or process */
	bool copies;      /* true if kclone makes a process, with a copy of the memory */
	const char *name; /* the thread's name, unique among the program's threads on the node */
	bool outlives; /* the flow that starts the thread may end before it has joined the thread */
	bool *later; /* [nvariables + 1] variables that the flow may change after the start */
} FlowStart;

/* A semaphore or channel in memory. */
typedef struct FlowObject {
	/* name in the graph; name of the variable that contains the object */
	const char *name, *variable;
	int32_t offset; /* bytes */
	bool semaphore; /* otherwise a channel */
	int32_t count;  /* a semaphore's count at the beginning */
} FlowObject;

/* What the threads of a program on a node share. */
typedef struct FlowHome {
	Arena *arena;
	const char **thread; /* [nthreads] the names of the threads, without main */
	uint32_t nthreads;
	FlowObject *object;
	uint32_t nobjects;
} FlowHome;

/* The control flow of a process or thread. */
typedef struct Flow {
	Arena *arena;
	FlowHome *home; /* shared by all flows of the program on its node */
	struct Flow *parent; /* the flow that starts this one; NULL: this is the flow of main */
	uint32_t started;    /* the number of this flow's start in the parent */
	const char *thread;  /* the thread's name; NULL: main */
	bool copied;         /* made by kclone, or started by a process that kclone has made */
	FlowStart *start;    /* [nstarts] the places where this flow starts threads */
	uint32_t nstarts;
	FlowNode *node; /* [n] */
	uint32_t n, cap; /* number of nodes, and of those that fit into `node` */
	FlowEdge *edge; /* without duplicates after flow_simplify */
	uint32_t nedges, edgecap; /* edgecap: edges that fit into `edge` */
	const char **variable; /* [nvariables] names in C; several variables may have one name */
	/* [nvariables] the function in which the variable is static; NULL: none */
	const char **function;
	uint32_t nvariables, variablecap; /* variablecap: variables that fit into these arrays */
	bool *is_taken; /* [nvariables] true if the variable's address is taken */
	bool *foreign;  /* [nvariables] true if other threads may change the variable, too */
} Flow;

/* ---- specialise.c ---- */

/*
 * graph_specialise: link the program with the model's bitcode into one module for node `node` of a
 * network of nnodes nodes, and inline all calls into `main`; only functions that cannot be inlined
 * remain beside it. The caller frees the module.
 */
Module graph_specialise(LLVMContextRef context, const GraphProgram *p, const Buf *model,
	uint32_t nmodels, uint32_t node, uint32_t nnodes, Flow *flow);
/* graph_fold: inline, unroll and fold once more, after a change of the module */
void graph_fold(LLVMModuleRef m, uint32_t nnodes);

/* ---- changes.c ---- */

/*
 * changes_mark: add the module's variables to the flow. After each instruction that may change a
 * variable, insert a call of __graph_change with its number; the number nvariables stands for all
 * variables whose address is taken.
 */
void changes_mark(LLVMModuleRef m, Flow *f);
/*
 * address_object: the variable or local object in which an address lies; another value if it is not
 * known
 */
LLVMValueRef address_object(LLVMValueRef address);
/* call_copies: true for a call of llvm.memcpy, llvm.memmove or llvm.memset. */
bool call_copies(LLVMValueRef call);

/* ---- share.c ---- */

/*
 * memory_mark_shared: if the program starts threads, make accesses to the memory that they share
 * volatile.
 */
void memory_mark_shared(LLVMModuleRef m);

/* ---- object.c ---- */

/*
 * flow_object: the semaphore or channel that the operation v names by its first operand; fatal if
 * it is not known. The result stays valid until the next call.
 */
const FlowObject *flow_object(const Module *m, FlowHome *h, LLVMValueRef v, bool semaphore);
/* flow_check_stores: fatal if the module stores into one of the semaphores */
void flow_check_stores(const Module *m, const FlowHome *h);
/* flow_add_initial_signals: let main send the signals that the semaphores have at the beginning. */
void flow_add_initial_signals(Flow *f, const FlowHome *h);

/* ---- thread.c ---- */

/* flow_is_call: true if v is a call of the function with this name. */
bool flow_is_call(LLVMValueRef v, const char *name);
/* flow_channel: the name of a channel of the graph: KIND/NAME. */
const char *flow_channel(Arena *a, const char *kind, const char *name);
/* is_thread_operation: true if v is an operation of threads, semaphores or channels. */
bool is_thread_operation(LLVMValueRef v);
/*
 * flow_set_thread_operation: set the node's kind and channel by the operation v
 * (is_thread_operation); fatal if they are not known
 */
void flow_set_thread_operation(const Module *m, Flow *f, uint32_t node, LLVMValueRef v);
/*
 * flow_thread_module: the module of the thread that `start` starts; the caller frees it
 */
Module flow_thread_module(const Module *m, LLVMValueRef start, uint32_t nnodes);

/* ---- owner.c ---- */

/*
 * flow_find_starts: set `outlives` and `later` of each start of a thread; fatal if a start may be
 * executed again
 */
void flow_find_starts(const Module *m, Flow *f);
/* flow_find_owners: find the foreign variables of all flows of a program on a node */
void flow_find_owners(Flow *const *flow, uint32_t n);

/* ---- unroll.c ---- */

/*
 * unroll_choose: mark the loops to unroll in a network of nnodes nodes: those in whose rounds a
 * send or receive has different peers, events or types, and those that gather. Each loop is marked
 * once. Returns false if there is none to mark.
 */
bool unroll_choose(LLVMModuleRef m, uint32_t nnodes);

/* ---- blocks.c ---- */

/* A set of blocks of a function that grows; {0} is empty. arena_free empties it. */
typedef struct Blocks {
	LLVMBasicBlockRef *block; /* [n] in the order in which they were added */
	uint32_t n;
	Arena arena;
} Blocks;

/* blocks_have: true if the set contains the block. */
bool blocks_have(const Blocks *s, LLVMBasicBlockRef b);
/* blocks_add: add a block to the set, unless the set contains it. */
void blocks_add(Blocks *s, LLVMBasicBlockRef b);

/* ---- gather.c ---- */

/*
 * loop_must_unroll: true if the loop with this header and this latch gathers messages, or starts
 * threads.
 */
bool loop_must_unroll(LLVMBasicBlockRef header, LLVMBasicBlockRef latch, uint32_t nnodes);

/* ---- extract.c ---- */

/* flow_extract: the control flow of a specialised module; call flow_simplify afterwards */
void flow_extract(const Module *m, uint32_t nnodes, Flow *f);

/* ---- flow.c ---- */

/* flow_add_node: append a node; returns its number. */
uint32_t flow_add_node(Flow *f, FlowKind kind);
/* flow_add_edge: append an edge between two nodes. */
void flow_add_edge(Flow *f, uint32_t from, uint32_t to);
/*
 * flow_simplify: remove nodes that are not reached or do nothing. Add edges to FLOW_STOP, so that
 * each node leads there: from the place where an endless loop returns to its head, and from other
 * nodes without a successor.
 */
void flow_simplify(Flow *f);

/* ---- value.c ---- */

/* The last receive that was executed, and its result; NULL: not known. */
typedef struct Received {
	LLVMValueRef receive;
	uint32_t sender;
} Received;

/* graph_value: compute v from constants and the known receive; false if it is not known */
bool graph_value(LLVMValueRef v, const Received *known, uint64_t *value);
/*
 * graph_values: store the values that v may have; returns their number, or 0 if they are unknown or
 * more than `most`
 */
uint32_t graph_values(LLVMValueRef v, const Received *known, uint32_t *values, uint32_t most);

/* ---- network.c ---- */

/* A process of the network's graph. */
typedef struct GraphProcess {
	const GraphProgram *program;
	uint32_t node;
	const char *name; /* its name in the graph */
	uint32_t home; /* a number that all threads of one program on a node share */
	Flow *flow;
} GraphProcess;

/* graph_write: write the graph of the processes as a .dcfg */
void graph_write(Arena *a, GraphProcess *process, uint32_t nprocesses, Buf *out);

#endif
