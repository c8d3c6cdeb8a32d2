/*
 * target.h - finds, on the nodes of a machine that is not running, the programs and their
 * addresses, the processes, and the active functions of each process.
 *
 * This takes no simulated time and changes nothing. A node's memory may contain garbage, so
 * everything is checked.
 */
#ifndef TARGET_H
#define TARGET_H

#include "program.h"
#include "sim/node/quiet.h"
#include "sim/past/past.h"

enum {
	MAX_CHAIN = 200,     /* most frames in the chain of a process */
};

/* A program on a node, for one process. */
typedef struct Loaded {
	ProgramInfo *program; /* NULL if unknown */
	Word text_moved, data_moved; /* distance of code and data from their link addresses */
	char name[28];      /* its name on the node */
	Addr text, data;    /* addresses of its code and data on the node */
	int32_t pid;        /* 0: the kernel, or a program on a node without one */
	uint32_t index;     /* index in the kernel's table */
	/*
	 * addresses of two words of the node: as long as the program is loaded, `entry` has the
	 * value `process`, and data_word the value `data`. entry 0: not known
	 */
	Addr entry, data_word;
	Word process; /* the value of the word at `entry` */
} Loaded;

/* The states of a process. */
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

/*
 * A process of a node in INMOS's sense. Processes that share the data of a program are its threads.
 */
typedef struct Thread {
	NodeId node;
	/*
	 * number of the process on the node, from 1; the number stays the same while the target is
	 * open
	 */
	uint32_t number;
	Addr low;         /* lowest address of its stack */
	Word nbytes;      /* size of its stack; `low` and `nbytes` identify the process */
	Loaded in;        /* its program */
	ThreadState state;
	bool has_place;   /* the position is known: behind, wptr, iptr and desc are valid */
	bool behind;      /* Iptr is the address after the current instruction */
	Addr wptr, iptr;  /* registers of the process */
	Word desc;        /* Wptr plus priority */
	char waits[80];   /* what it waits for, as text; "" if unknown */
	/*
	 * semaphore: address of the semaphore for which the process waits in the kernel; holder:
	 * stack of the thread that holds this semaphore; 0 if there is none
	 */
	Addr semaphore, holder;
} Thread;

typedef struct Target Target;

/*
 * target_new: a target for a network; target_add_program adds programs and takes ownership of them.
 * A program with the name "kernel" is the kernel; if none is added, the kernel in node_dir is used.
 */
Target *target_new(Network *w);
/* target_free: free the target with its programs. */
void target_free(Target *t);
/* target_switch_network: switch to another network of the same machine with the same programs. */
void target_switch_network(Target *t, Network *w);
/* target_add_program: add a program. */
void target_add_program(Target *t, ProgramInfo *p);
/* target_add_kernel: add the kernel in a file; a kernel of another version of trellis is fatal. */
void target_add_kernel(Target *t, const char *file);
/* target_programs: set *programs to the programs that are known; returns their number. */
uint32_t target_programs(const Target *t, ProgramInfo *const **programs);
/* target_kernel: the nodes' kernel; NULL if it is not known. */
ProgramInfo *target_kernel(const Target *t);
/*
 * target_add_recorded: add the programs of a recorded run. Boot files are left out, because they
 * have no names. The past of a run that is not recorded has no programs. The target borrows the
 * past.
 */
void target_add_recorded(Target *t, const Past *p);
/*
 * target_recorded_name: the name that a recorded program has on nodes, freed by the caller; NULL:
 * the file is not a program that runs on nodes.
 */
char *target_recorded_name(const RecordedFile *f);
/* target_past: the past of the run; NULL if there is none. */
const Past *target_past(const Target *t);
/* target_past_set: set the past of the run, which is borrowed. */
void target_past_set(Target *t, const Past *p);
/*
 * target_store_kernels: store the addresses of the nodes' kernels, so that they are also known at
 * times before the kernels are loaded. Call this at the run's end. Returns the number of nodes
 * whose kernel's address is known.
 */
uint32_t target_store_kernels(Target *t);

/*
 * target_place_program: treat a node without a kernel as if the program of *in were loaded there,
 * at the addresses in *in.
 */
void target_place_program(Target *t, NodeId n, const Loaded *in);
/* target_number_set: give a node without a kernel a number. */
void target_number_set(Target *t, NodeId n, uint32_t number);

/*
 * target_number: the number that a node's kernel has for the node; without a kernel, the node's
 * index in the topology.
 */
uint32_t target_number(const Target *t, NodeId n);
/* target_node_text: a node's name for messages (node_text). */
char *target_node_text(const Target *t, NodeId n, char *text);
#define TARGET_NODE(t, n) target_node_text(t, n, (char[NODE_TEXT]){0})
/* target_node: the node with a number, preferably a node with a kernel; NOWHERE: there is none. */
NodeId target_node(const Target *t, uint32_t number);

enum { MAX_LOADED = 130 }; /* programs on a node */

/* target_loaded_programs: the programs on a node, the kernel first; returns how many. */
uint32_t target_loaded_programs(const Target *t, NodeId n, Loaded loaded[MAX_LOADED]);
/*
 * target_expected_programs: as target_loaded_programs. But for a node without a kernel, list all
 * known programs at the addresses to which they will be loaded, so that marks can be set before
 * loading.
 */
uint32_t target_expected_programs(const Target *t, NodeId n, Loaded loaded[MAX_LOADED]);
/*
 * target_ended_program: find the program of a process that has ended. iptr: an address in its code.
 * The program is recognised by the bytes of code that are still in memory there; false if no
 * program, or more than one, contains these bytes. The address of the program's data remains
 * unknown.
 */
bool target_ended_program(Target *t, NodeId n, Addr iptr, Loaded *in);
/* target_program_at: the program whose code contains the address; false if there is none. */
bool target_program_at(const Target *t, NodeId n, Addr a, Loaded *in);
/* target_put_function: print the function of a node at an address: "slave: compute_fn()". */
bool target_put_function(const Target *t, NodeId n, Addr iptr, Buf *out);

/* ---- semaphore.c ---- */

/*
 * target_put_semaphore: print the variable that is or contains the semaphore at an address:
 * "ring.gate[1] at ring.c:8"; false if it is in no variable at a fixed place.
 */
bool target_put_semaphore(const Target *t, NodeId n, Addr a, Buf *out);
/*
 * loaded_variable: the variable that contains an address, among those of the programs on a node;
 * NULL if there is none. The programs own it. The name of its part at the address, of at most
 * nbytes bytes, is appended to `path`, such as "ring.gate[1]".
 */
const ProgramObject *loaded_variable(const Loaded *loaded, uint32_t nloaded, Addr a, Word nbytes,
	Buf *path);
/*
 * target_put_client: print for which process a kernel's process works, as in " for 1.3"; nothing if
 * it works for none.
 */
void target_put_client(Target *t, const Thread *thread, Buf *out);
/*
 * target_put_state: print what a process does or waits for: "waits in the kernel for semaphore
 * 0x8000ccec (left.free at farm.c:3), held by 0.3".
 */
void target_put_state(Target *t, const Thread *thread, Buf *out);

/* ---- namer.c ---- */

/*
 * target_stuck: append, as stuck_text does (stuck.h), the threads that wait for each other for ever
 * and the threads that a forced order holds.
 */
Stuck target_stuck(Target *t, bool closed, Buf *out);
typedef struct StuckThread {
	NodeId node;
	uint32_t number; /* as in Thread */
} StuckThread;

/*
 * target_stuck_threads: list at most `most` threads that target_stuck names; returns their number.
 */
uint32_t target_stuck_threads(Target *t, bool closed, StuckThread *list, uint32_t most);
/*
 * A thread that waits for ever: for a semaphore (Thread.semaphore), for the end of another thread,
 * for a message, or for something else.
 */
typedef struct StuckWait {
	const Thread *thread;
	/*
	 * stack of the thread whose end this thread waits for; 0: it does not wait for a thread's
	 * end
	 */
	Addr joined;
	bool message;  /* the thread sends or receives a message: `event` and `to` are valid */
	int32_t event; /* event number of the message */
	uint32_t to;   /* the number of the receiver's node */
} StuckWait;

/*
 * target_stuck_each: call `each` for each thread that waits for ever, even if target_stuck does not
 * name it.
 */
void target_stuck_each(Target *t, bool closed, void (*each)(void *context, const StuckWait *w),
	void *context);

/* target_has_waiting: true if a thread of a program waits for another one. */
bool target_has_waiting(Target *t);

/* ---- thread.c ---- */

/* target_threads: the processes of a node, *count of them, sorted by number; release with free. */
Thread *target_threads(Target *t, NodeId n, uint32_t *count);
/* target_thread: find the process with a number; false if there is none now. */
bool target_thread(Target *t, NodeId n, uint32_t number, Thread *thread);
/*
 * target_running: the process that is executing, or that has stopped the node; false if there is
 * none.
 */
bool target_running(Target *t, NodeId n, Thread *thread);
/* thread_state: the state in words. */
const char *thread_state(ThreadState s);
/* thread_executes: true if the processor executes the process, or has stopped in it. */
bool thread_executes(const Thread *thread);
/*
 * target_stack: find the stack that contains an address: *low is its lowest address, *in the
 * program of its process. false if the address is not in the stack of a program's process.
 */
bool target_stack(Target *t, NodeId n, Addr a, Loaded *in, Addr *low);

/* ---- chain.c ---- */

/*
 * An active function of a process; an inlined function shares the frame of the function that
 * contains it. The kernel's functions come first, then those of the process for which it works.
 */
typedef struct ChainFrame {
	Loaded in;            /* its program, as loaded on the node */
	ProgramInfo *program; /* the same program; NULL if unknown */
	ProgramPart part;     /* the part of the software to which the function belongs */
	Stopped s;            /* the frame in the form that cc/debug needs */
	Addr pc;           /* link address, within the current instruction */
	const char *function; /* "?" if unknown */
	SourcePlace place;    /* source file and line */
	bool inlined; /* the function is inlined into that of the next frame */
	/* scope at the address; NULL without debugging information */
	const ProgramScope *scope;
	size_t depth;      /* the index of this frame in scope->frames */
	Addr cfa;          /* the frame's address: Wptr in the caller; 0 if unknown */
} ChainFrame;

/* target_stopped: a position in a program, in the form that its debugging information requires. */
Stopped target_stopped(const Target *t, NodeId n, const Loaded *in, Addr iptr, Addr wptr);

/* target_chain: the active functions, the innermost first; returns how many. */
size_t target_chain(Target *t, const Thread *thread, ChainFrame *chain, size_t most);
/* chain_is_own: true if the frame's function is in a source file of the user. */
bool chain_is_own(const ChainFrame *f);
/*
 * chain_own_frame: the number of the first frame, from `from` on, whose function is in a source
 * file of the user; n if there is none.
 */
size_t chain_own_frame(const ChainFrame *chain, size_t n, size_t from);
/*
 * chain_part: the part of the software whose functions a user wants to see: the user's own if the
 * chain has any, or else TrEK's, or else the part of the innermost frame.
 */
ProgramPart chain_part(const ChainFrame *chain, size_t n);
/*
 * chain_frame_of_part: the index of the first frame that has a source and belongs to the part of
 * the software that chain_part gives; 0 if there is none.
 */
size_t chain_frame_of_part(const ChainFrame *chain, size_t n);
/*
 * chain_shown_frame: index of the frame to show: 0 if the process executes, otherwise
 * chain_frame_of_part.
 */
size_t chain_shown_frame(const Thread *thread, const ChainFrame *chain, size_t n);
/* target_client_number: the number of the process for which the kernel's process works; 0: none. */
uint32_t target_client_number(Target *t, const Thread *thread);

/* ---- heap.c: blocks that are allocated and freed as a node runs ---- */

/* A heap block is about to be handed to its caller, or has been freed. */
typedef struct HeapEvent {
	bool allocated; /* otherwise freed */
	Addr low;       /* lowest address of the block */
	Word nbytes;
} HeapEvent;

/*
 * heap_set_marks: let the observer o stop at the instructions of node n at which a block of the
 * heap is allocated or freed; heap_event_at_mark describes the block.
 */
void heap_set_marks(const Target *t, NodeId n, struct Watcher *o);
/*
 * heap_event_at_mark: call this when node n is about to execute an instruction that heap_set_marks
 * has marked. If the instruction allocates or frees a block, the function describes the block in *e
 * and returns true.
 */
bool heap_event_at_mark(const Target *t, NodeId n, HeapEvent *e);

/* ---- memory ---- */

/* target_read: read memory of node n; false if it has none there. */
bool target_read(const Target *t, NodeId n, Addr a, void *to, Word nbytes);
/* target_word: a word of a node's memory; 0 outside memory. */
Word target_word(const Target *t, NodeId n, Addr a);
/* target_network: the network whose programs these are. */
Network *target_network(const Target *t);

/* ---- for thread.c ---- */

/* Offsets of members of the kernel's structures, from its debugging information. */
typedef struct KernelLayout {
	bool known; /* the kernel has debugging information: the fields are valid */
	Addr process_table, lists, links; /* link addresses of the kernel's tables */
	/* numbers of entries, and sizes in bytes; link_local is an offset in Link */
	Word nprocesses, nlists, link_size, link_local, link_classes, queue_size;
	Word pid, index, priority, image, data, stacks, ending; /* of Process */
	Word image_program; /* of Image */
	Word stack_next, stack_low, stack_nbytes; /* of Stack */
	Word waiter_next, waiter_call, waiter_event, waiter_type, waiter_kind; /* of Waiter */
	Word sending_next, sending_call; /* of Sending */
	/* of KCall */
	Word call_wdesc, call_state, call_number, call_next, call_argument, call_then, call_back;
} KernelLayout;

/* target_layout: the places and sizes of the kernel's structures. */
const KernelLayout *target_layout(const Target *t);
/* target_kernel_at: find the kernel as it is loaded on a node; false if the node has none. */
bool target_kernel_at(const Target *t, NodeId n, Loaded *kernel);
/*
 * target_creation_address: the address of the kernel's instruction at which a new process gets its
 * stack; the process and its program exist at this moment. 0: the node has no kernel.
 */
Addr target_creation_address(const Target *t, NodeId n);
/*
 * target_ending_address: the address of the kernel's instruction at which a process is about to
 * end; it and its threads still exist. 0: the node has no kernel.
 */
Addr target_ending_address(const Target *t, NodeId n);
/* target_thread_number: the number of the process with that stack. */
uint32_t target_thread_number(Target *t, NodeId n, Addr low, int32_t pid);

#endif
