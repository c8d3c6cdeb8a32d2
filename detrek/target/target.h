/*
 * target.h - a machine that stands still, seen by its programs: which of them lie where, which
 * processes there are, and the functions each is in.
 *
 * Nothing here takes simulated time or changes anything. Whatever a node holds may be garbage, and
 * is checked.
 */
#ifndef TARGET_H
#define TARGET_H

#include "program.h"
#include "sim/past/past.h"

enum {
	MAX_CHAIN = 200,     /* frames of a process */
	MAX_NODE_THREADS = 512,
};

/* A program that lies on a node, for one process. */
typedef struct Loaded {
	ProgramInfo *program; /* NULL: not known */
	Word text_moved, data_moved;
	char name[28];      /* as the node has it */
	Addr text, data;
	int32_t pid;        /* 0: the kernel, or a node without one */
	uint32_t index;     /* in the kernel's table */
} Loaded;

/* What a process is doing. */
#define THREAD_STATES(X) \
	X(RUNNING, "runs") \
	X(STOPPED, "stopped its node") \
	X(INTERRUPTED, "is interrupted") \
	X(READY, "is ready") \
	X(TIMER, "waits for a time") \
	X(LINK, "waits for a link") \
	X(EVENT, "waits for the event pin") \
	X(CALL, "waits in the kernel") \
	X(CHANNEL, "waits for a channel") \
	X(ASLEEP, "waits until another process runs it") \
	X(UNKNOWN, "waits")
typedef enum ThreadState {
#define X(name, text) THREAD_##name,
	THREAD_STATES(X)
#undef X
} ThreadState;

/* A process of a node, in INMOS's sense; those of a program that share its data are its threads. */
typedef struct Thread {
	NodeId node;
	uint32_t number;  /* on its node, from 1; the same for as long as the target is open */
	Addr low;         /* its stack, ... */
	Word nbytes;      /* ... which tells it from others */
	Loaded in;
	ThreadState state;
	bool has_place;   /* it is known where it is: */
	bool behind;      /* Iptr is behind the instruction that it is at */
	Addr wptr, iptr;
	Word desc;        /* Wptr with its priority */
	char waits[80];   /* for what, in words; "": nothing more is known */
} Thread;

typedef struct Target Target;

/*
 * target_new: of a network; programs are added by target_program, which takes them over. The
 * kernel's name is "kernel": node_dir's is taken if none is added.
 */
Target *target_new(Network *w);
void target_free(Target *t);
/* target_use: another network of the same machine, on which the same programs run. */
void target_use(Target *t, Network *w);
void target_program(Target *t, ProgramInfo *p);
uint32_t target_programs(const Target *t, ProgramInfo *const **programs);
ProgramInfo *target_kernel(const Target *t); /* NULL: not known */
/* target_recorded: the programs of a recorded run are added; a live past has none. */
void target_recorded(Target *t, const Past *p);
/*
 * target_learn: where nodes have their kernels, for times at which they do not have them yet; call
 * it at the run's end.
 */
void target_learn(Target *t);

/*
 * Nodes have the numbers that their kernels give them; without a kernel, their place in the
 * topology.
 */
uint32_t target_number(const Target *t, NodeId n);
/* target_node_text: a node as people read it (node_text). */
char *target_node_text(const Target *t, NodeId n, char *text);
#define TARGET_NODE(t, n) target_node_text(t, n, (char[NODE_TEXT]){0})
NodeId target_node(const Target *t, uint32_t number); /* NOWHERE if there is none */

/* target_loaded: the programs on a node, the kernel first; returns how many. */
enum { MAX_LOADED = 130 };
uint32_t target_loaded(const Target *t, NodeId n, Loaded loaded[MAX_LOADED]);
/* target_code: the program whose code has the address; false if there is none. */
bool target_code(const Target *t, NodeId n, Addr a, Loaded *in);

/* ---- thread.c ---- */

/* target_threads: the processes of a node, in order of their numbers; returns how many. */
uint32_t target_threads(Target *t, NodeId n, Thread threads[MAX_NODE_THREADS]);
/* target_thread: by its number; false if there is none now. */
bool target_thread(Target *t, NodeId n, uint32_t number, Thread *thread);
/* target_running: the process that executes, or has stopped the node; false if there is none. */
bool target_running(Target *t, NodeId n, Thread *thread);
const char *thread_state(ThreadState s);

/* ---- chain.c ---- */

/* A function that a process is in; an inlined one has the frame of the one it is part of. */
typedef struct ChainFrame {
	ProgramInfo *program; /* NULL: not known */
	Stopped s;
	Addr pc;           /* linked: an address in the instruction that is executed */
	const char *function; /* "?": not known */
	SourcePlace place;
	bool inlined;
	/* of the address; NULL: debugging information does not have it */
	const ProgramScope *scope;
	size_t depth;      /* its place there */
	Addr cfa;          /* where Wptr is in the caller; 0: not known */
} ChainFrame;

/* target_stopped: a place in a program as its debugging information wants it. */
Stopped target_stopped(const Target *t, NodeId n, const Loaded *in, Addr iptr, Addr wptr);

/* target_chain: from the innermost outward; returns how many. */
size_t target_chain(Target *t, const Thread *thread, ChainFrame *chain, size_t most);

/* ---- memory ---- */

bool target_read(const Target *t, NodeId n, Addr a, void *to, Word nbytes);
Word target_word(const Target *t, NodeId n, Addr a); /* 0: there is no such memory */
Network *target_network(const Target *t);

/* ---- for thread.c ---- */

/* Where the kernel's structures have their members, by its debugging information. */
typedef struct KernelLayout {
	bool known;
	Addr process_table, lists, links; /* linked */
	Word nprocesses, nlists, link_size, link_local, link_classes, queue_size;
	Word pid, index, priority, image, data, stacks, ending;
	Word image_program;
	Word stack_next, stack_low, stack_nbytes;
	Word waiter_next, waiter_call, waiter_event, waiter_type, waiter_kind;
	Word sending_next, sending_call;
	Word call_wdesc, call_done, call_number, call_next, call_argument;
} KernelLayout;

const KernelLayout *target_layout(const Target *t);
bool target_kernel_at(const Target *t, NodeId n, Loaded *kernel);
/* target_thread_number: the number of the process with that stack. */
uint32_t target_thread_number(Target *t, NodeId n, Addr low, int32_t pid);

#endif
