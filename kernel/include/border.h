/*
 * border.h - the interface between the host and the nodes' system software: the words at the bottom
 * of a node's memory, the boot stream, packets on links, linked programs. kernel_calls.h has the
 * internals of the kernel that the host knows.
 *
 * Included by both sides; <stdint.h> only. All words are little-endian.
 */
#ifndef BORDER_H
#define BORDER_H

#include <stdint.h>

/* ---- node numbers ---- */

/*
 * Nodes are numbered 0 to nnodes - 1, as the configuration places them; node 0 is joined to the
 * host.
 */
enum {
	NODE_NONE = 0xFFFF,  /* no node */
	NODE_HOST = 0xFFFE,  /* the host, as sender or receiver of a message */
	NODE_LOCAL = 0xFFFD, /* in calls only: this node */
	NODE_LIMIT = 16384,  /* a network has at most this many nodes */
};

/* ---- the node's words: at MemStart of a T800, for reading a stopped node by peek ---- */

#define NODE_WORDS 0x80000070u
#define NODE_MAGIC 0x53545254u /* "TRTS" */

/* The lowest and the highest word of the kernel's stack; the latter is the workspace of gate.s. */
#define KERNEL_STACK_LOW 0x800000B0u
#define KERNEL_STACK 0x800005C0u

/* The guard word, at the lowest address of the stack of a process or thread. */
#define STACK_GUARD 0x57A4C0DEu

typedef struct NodeWords {
	uint32_t magic;       /* NODE_MAGIC once the kernel runs */
	uint32_t node;        /* this node's number */
	uint32_t kernel;      /* address of the kernel's entry for calls */
	uint32_t kernel_gsb;  /* address of the kernel's data */
	/* 0, or why the node's kernel or a process has failed: enum PanicReason */
	uint32_t panic;
	uint32_t panic_text;  /* address of a string that describes it; 0 if there is none */
	uint32_t panic_pid;   /* pid of the process that failed; 0: the kernel itself */
	uint32_t panic_wptr;  /* workspace at that time */
	uint32_t panic_iptr;  /* address of the instruction; 0 if it is not known */
	uint32_t running;     /* pid of the process that the kernel let run last */
	uint32_t phase;       /* enum NodePhase: how far the node has started */
	uint32_t unused;
	uint32_t task;        /* TrEK: the node's present task plus 1; 0 if none */
	uint32_t work;        /* address of the NodeWork of TrEK; 0 if TrEK does not run here */
	uint32_t monitor;     /* address of the monitor's MonitorArea; 0: no monitor */
	uint32_t sync;        /* address of the SyncArea (stamps.h); 0: nothing is logged */
} NodeWords;
_Static_assert(sizeof(NodeWords) == 64, "NodeWords");

enum NodePhase { PHASE_LOADING, PHASE_KERNEL, PHASE_READY, PHASE_HALTED };
enum PanicReason {
	PANIC_NONE,
	PANIC_KERNEL, /* the kernel, or a neighbour, made a mistake; the node has stopped */
	PANIC_STACK,  /* a process overflowed its stack */
	PANIC_MEMORY, /* unused */
	PANIC_ERROR,  /* a process set the processor's Error flag */
	PANIC_ABORT,  /* a process called abort or panic */
	PANIC_BREAK,  /* in a HaltReport: a breakpoint (break.h); the process waits for an answer */
};

/* ---- what programs and the host know of calls: kernel.h ---- */

typedef enum KernelError {
	KE_AGAIN = -1,    /* try: the call would have to wait */
	KE_NOMEM = -2,    /* no memory left on the node */
	KE_INVAL = -3,    /* invalid argument */
	KE_NONODE = -4,   /* no such node, or it is not up */
	KE_NOPROC = -5,   /* no such process */
	KE_NOENT = -6,    /* no such program, file, event */
	KE_INTR = -7,     /* a signal arrived */
	KE_TRUNC = -8,    /* the message was longer than the buffer; the first part was stored */
	KE_TIMEOUT = -9,
	KE_IO = -10,      /* input or output failed */
} KernelError;

#define SIGNAL_NAMES(X) \
	X(TRACE) X(C) X(ASYNC) X(DIE) X(ARREST) X(RELEASE) X(A) X(B) X(FUSE) X(SHRINK)

enum {
	SIGNAL_NONE,
#define X(name) SIGNAL_##name,
	SIGNAL_NAMES(X)
#undef X
	NSIGNALS
};

typedef struct Semaphore {
	int32_t count;
	uint32_t front, back; /* queue of waiting processes, first come first served */
	/* as a lock: the stack of the thread that took it last; 0: it is free; 1: it is no lock */
	uint32_t holder;
} Semaphore;
_Static_assert(sizeof(Semaphore) == 16, "Semaphore");

/* ---- what TrEK does on a node, for observers and for reading it after a crash ---- */

/* The user's functions, in the order of trek.h. */
enum NodeFunction {
	FN_NONE,
	FN_INIT_MASTER,
	FN_DATA_GENERATOR,
	FN_RESULT_RECEIVER,
	FN_COMPUTE,
	FN_SPLIT,
	FN_JOIN,
	NFUNCTIONS,
};

/* One process that runs user functions. */
typedef struct NodeWorker {
	uint32_t function; /* enum NodeFunction being executed, FN_NONE between calls */
	/*
	 * number of its task; for the generator of the task being made, for the receiver of the
	 * last result's task
	 */
	uint32_t task;
	uint32_t part;     /* its SubTid */
	uint32_t stack;    /* highest address of its stack; plus STACK_ENDED after it has ended */
	uint32_t stack_bytes; /* size of its stack */
} NodeWorker;

enum { STACK_ENDED = 1 }; /* in NodeWorker.stack */

/* Bytes of an item that TrEK frees for later reuse; trek_take_spare returns such an item. */
enum { SPARE_BYTES = 176 };

enum { WORK_MAGIC = 0x4B524F57, NWORKERS = 3 };

/* The threads or processes of a node that run user functions, as indices of NodeWork.worker. */
enum { WORKER_COMPUTE, WORKER_SPLIT, WORKER_JOIN };
enum { WORKER_MAIN, WORKER_GENERATOR, WORKER_RECEIVER }; /* on node 0 */

/* The channels between processes of node 0, on which the first process waits for the other. */
typedef enum NodeMeeting {
	MEETING_TASK,         /* the generator has a task, or TrEK a place for one */
	MEETING_TASK_TAKEN,   /* TrEK has copied the task */
	MEETING_RESULT,       /* TrEK has a result, or the receiver wants one */
	MEETING_RESULT_TAKEN, /* the receiver has copied the result */
	NMEETINGS,
} NodeMeeting;

typedef struct NodeWork {
	uint32_t magic;    /* WORK_MAGIC */
	uint32_t next;     /* address of the NodeWork of another program on this node; 0 if none */
	uint32_t made;     /* node 0: number of tasks made by data_generator */
	uint32_t finished; /* node 0: number of results that have arrived */
	uint32_t taken;    /* node 0: number of results taken by result_receiver */
	uint32_t computed; /* number of tasks and parts completed by compute_fn here */
	uint32_t split, joined; /* number of tasks split here; of results joined here */
	uint32_t phase;    /* enum WorkPhase */
	/*
	 * addresses of TrEK's variable `node` and of its function node_show; they show where data
	 * and code are
	 */
	uint32_t data, code;
	/*
	 * node 0: address of a word for each node: how many of the finished tasks it computed; 0
	 * before TrEK has set it
	 */
	uint32_t owned;
	/*
	 * node 0: address of NMEETINGS channels by which the generator and the receiver meet TrEK;
	 * 0 at first
	 */
	uint32_t meeting;
	NodeWorker worker[NWORKERS];
} NodeWork;
_Static_assert(sizeof(NodeWork) == 52 + 20 * NWORKERS, "NodeWork");

/* The sizes of one of TrEK's items; the same layout as Packed of trek/tree_node.h. */
typedef struct NodePacked {
	uint32_t kind;  /* NODE_ITEM_...; for other kinds the other fields have no meaning */
	uint32_t task;  /* number of the first task */
	uint32_t part;  /* SubTid */
	uint32_t count; /* number of tasks or results in the item */
	uint32_t nbytes, nowners; /* bytes of the data; number of owners behind the data */
	uint32_t child; /* index of the child that sent the item */
} NodePacked;
_Static_assert(sizeof(NodePacked) == 28, "NodePacked");

/*
 * The common head of TrEK's items, as in Item of trek/tree_node.h. In a pack, the first sizes are
 * `at` bytes behind `first`; the sizes of the next item follow the data and owners of this one.
 */
typedef struct NodeItem {
	uint32_t next;  /* address of the next item in a list */
	uint32_t more;  /* number of items behind the first */
	uint32_t at;    /* bytes of a pack in front of its present first item */
	uint32_t left, size; /* see Item */
	NodePacked first;
} NodeItem;
_Static_assert(sizeof(NodeItem) == 48, "NodeItem");

enum { NODE_ITEM_TASK, NODE_ITEM_RESULT };
enum { NODE_OWNER_BYTES = 8 }; /* size of an owner behind the data */

enum WorkPhase { WORK_STARTING, WORK_RUNNING, WORK_REPORTED, WORK_ENDED };

/* ---- boot ---- */

/*
 * The boot stream. The host sends it over the link of node 0, and every node forwards it to its
 * children in the boot tree:
 *
 * 	1 byte, the bootstrap     as a reset node takes it (kernel/boot/bootstrap.s)
 * 	BootLoader, its bytes     kernel/boot/loader.c, for LOADER_BASE
 * 	BootHeader                the only part that differs: `node`
 * 	BootNode[nnodes]          the network
 * 	image_size bytes          the kernel: a Program with its header
 *
 * Everything from BootHeader on is stored in memory at BOOT_BASE. The loader relocates the kernel's
 * data and clears its bss there; then
 *
 * 	void kernel_start(BootHeader *h, BootNode *table, uint32_t free_from, uint32_t
 * 	memory_end)
 *
 * is called at low priority by the compiler's convention, with the kernel's gsb, in a stack of
 * BOOT_STACK bytes that begins at memory_end. The memory from free_from to memory_end is free, and
 * all on-chip memory from NODE_WORDS on; the function need not return. If a child does not answer,
 * the bit of its link is set in h->failed: the host then boots the others again, without that link.
 */
#define LOADER_BASE 0x80000100u
#define BOOT_BASE 0x80001000u
enum { BOOT_PIECE = 512, BOOT_STACK = 4096 }; /* bytes sent to a child at once; bytes */
#define BOOT_MAGIC 0x544F4F42u

typedef struct BootLoader {
	uint32_t size;  /* bytes, a multiple of 4 */
	uint32_t entry; /* address */
} BootLoader;
_Static_assert(sizeof(BootLoader) == 8, "BootLoader");

typedef struct BootHeader {
	uint32_t magic;
	uint32_t node;       /* the node that this copy is for */
	uint32_t nnodes;
	uint32_t image_size; /* bytes, a multiple of 4 */
	uint32_t patience;   /* us to wait for a child that does not answer */
	uint32_t seed;
	uint32_t failed;     /* set by the loader: bit l: the child on link l did not answer */
	uint32_t reserved;
} BootHeader;
_Static_assert(sizeof(BootHeader) == 32, "BootHeader");

/* One node of the network; link l leads to node peer[l], to that node's link at[l]. */
typedef struct BootNode {
	uint16_t peer[4]; /* NODE_NONE: not connected */
	uint8_t at[4];    /* number of the link at its other end */
	uint8_t up;       /* link towards node 0 in the boot tree; for node 0: towards the host */
	uint8_t children; /* bit l: link l leads to a child in the boot tree */
	                  /*
	                   * bit 4 + l: link l leads away from node 0: to a greater level, or to a
	                   * greater number at the same level
	                   */
	uint8_t level;    /* distance from node 0 in the boot tree, modulo 256 */
	uint8_t kilobytes_log2; /* memory of the node: 2 to this power KB, rounded down */
} BootNode;
_Static_assert(sizeof(BootNode) == 16, "BootNode");

/* ---- packets on links ---- */

/*
 * Packets between neighbours, in both directions, in the two classes below. Sending a packet
 * requires a credit of its class, which guarantees a buffer at the other end; credits are returned
 * as PACKET_CREDIT packets, which need none. So a link never waits for a process of the other node.
 * A credit packet is a header alone.
 *
 * A message of more than MAX_PACKET bytes is sent as several packets with the same to, from, event
 * and type; all but the last are full. On one link only credits and packets of the other class can
 * come between them. The first packet also carries NH_WORDS words of data.
 *
 * Until the host reports that all nodes are up (EV_ROUTER), only links of the boot tree are used,
 * because a node not yet booted would take a packet for boot code.
 */
enum { MAX_PACKET = 2048 }; /* bytes of the body */

typedef struct PacketHeader {
	uint16_t to, from;   /* the nodes of receiver and sender */
	uint32_t event;      /* of the message: it selects the receive that takes the message */
	uint32_t type;       /* bits; a receive takes a message with a common bit; 0: all bits */
	/* bytes of the body, at most MAX_PACKET; PACKET_CREDIT: number of credits */
	uint32_t length;
	uint32_t flags;      /* enum PacketFlag */
	/* PACKET_NEXT: bytes sent before; otherwise bytes of the whole message */
	uint32_t sequence;
} PacketHeader;
_Static_assert(sizeof(PacketHeader) == 24, "PacketHeader");

/* The words of data that a packet with PACKET_DATA has between header and body. */
enum { NH_WORDS = 8 };

enum PacketFlag {
	PACKET_CREDIT = 1,   /* no message, but credits; PACKET_SYSTEM gives their class */
	PACKET_SYSTEM = 2,   /* class of the packet: set: system; clear: user processes */
	PACKET_DATA = 4,     /* NH_WORDS words follow the header */
	PACKET_MORE = 8,     /* more packets of this message follow */
	PACKET_NEXT = 16,    /* not the first packet of its message */
	PACKET_NOBUF = 32,   /* wait in the link, not in the buffer daemon, for the receiver */
	PACKET_CUT = 64, /* last packet of a message whose sender has ended: discard the message */
	/* bits 8 and up: a value of a local event (break.h), if the kernel was made for that */
	PACKET_VALUE_SHIFT = 8,
};

/* Initial credits of each class at a link end: the number of buffers at the other end. */
enum { CREDITS = 2 };

/* ---- events of the system; Trollius: 0x80000000 + n ---- */

#define EVENT_SYSTEM(n) (0x80000000u + (n))
enum {
	/*
	 * on node 0, from the host, when all nodes are up; no body; each node forwards it to its
	 * children
	 */
	EV_ROUTER = 3,
	/*
	 * at the host: files, console. The body is an iserver request, 2 bytes of length first;
	 * data[0] is the event for the answer. The answer has the type TYPE_FILED and the iserver's
	 * reply as its body.
	 */
	EV_FILED = 7,
	EV_LOADD = 8, /* not used; a number of Trollius */
	EV_KENYAD = 10, /* on each node: a KenyadRequest */
	/* on each node: returns the message with its body to event data[0] of node data[1] */
	EV_ECHOD = 12,
	EV_BUFFERD = 13, /* not used; a number of Trollius */
	EV_FLATD = 14, /* on node 0, from the host: a FlatRequest; each node forwards it */
	EV_HALTD = 16, /* at the host: a HaltReport */
	EV_SYNCD = 17, /* at the host: a SyncBlock (stamps.h) */
	EV_UP = 32, /* at the host: a node is up; data[0]: its BootHeader's `failed` */
	EV_SHELL = 33, /* at the host: answers for the shell; its event is EV_SHELL + 16 k */
};

/*
 * Types of the system's answers to a process, sent to the event minus pid. data[0] of a request
 * names the event, so a process can have several requests pending.
 */
enum {
	TYPE_EXIT = 1,      /* an ExitNotice of a child */
	TYPE_FILED = 2,     /* an iserver's reply */
	TYPE_KENYAD = 4,    /* a KenyadReply */
	TYPE_FLATD = 8,     /* a FlatReply */
	TYPE_TRANSPORT = 16, /* between tsend and trecv: the receiver is ready */
	TYPE_BREAK = 32, /* continue after a breakpoint (break.h) */
};

/* ---- kenyad: processes of a node ---- */

enum KenyadAction { KENYAD_CREATE = 1, KENYAD_STATE, KENYAD_SIGNAL };

/*
 * Sent to (node, EV_KENYAD), class PACKET_SYSTEM; bodies of system messages consist of whole words.
 */
typedef struct KenyadRequest {
	uint32_t action;      /* enum KenyadAction */
	/* where to send the answer, a KenyadReply; for KENYAD_CREATE also, later, the ExitNotice */
	uint32_t node, event;
	uint32_t tag;         /* KENYAD_CREATE: the program's tag in flatd */
	int32_t pid;          /* KENYAD_SIGNAL: receiver; 0: all processes of the node */
	uint32_t value;       /* KENYAD_CREATE: priority, 0 or 1; KENYAD_SIGNAL: SIGNAL_... */
	uint32_t argc; /* KENYAD_CREATE: number of strings that follow, each zero-terminated */
	uint32_t nbytes;      /* bytes of the strings, a multiple of 4 */
} KenyadRequest;
_Static_assert(sizeof(KenyadRequest) == 32, "KenyadRequest");

typedef struct KenyadReply {
	uint32_t node;
	/* KENYAD_CREATE: the pid, KENYAD_SIGNAL: number of processes reached; or a KernelError */
	int32_t result;
	uint32_t nrows; /* KENYAD_STATE: number of StateRows that follow */
} KenyadReply;
_Static_assert(sizeof(KenyadReply) == 12, "KenyadReply");

enum ProcessState {
	/* A: not blocked in the kernel, or waits on channels, timers, semaphores */
	PROCESS_ACTIVE,
	PROCESS_SENDING,      /* BS: waits for a receiver, or until its message has been sent */
	PROCESS_RECEIVING,    /* BR: waits for a message */
	PROCESS_ARRESTED,     /* S: by SIGNAL_ARREST */
	PROCESS_ENDING,       /* E: waits until a link no longer uses its memory */
};

/* A process. If it waits for no message, event is -pid and type is 0. */
typedef struct StateRow {
	uint32_t index;    /* of the process in the kernel's table */
	int32_t pid;
	uint32_t priority; /* 0 high, 1 low */
	uint32_t state; /* enum ProcessState */
	int32_t event;     /* of the message that the process waits for; so is `type` */
	uint32_t type;
	char name[28];  /* zero-terminated */
} StateRow;
_Static_assert(sizeof(StateRow) == 52, "StateRow");

enum ExitReason { EXIT_CALLED, EXIT_DOOMED, EXIT_STACK, EXIT_ERROR, EXIT_PANIC, EXIT_ABORT };

typedef struct ExitNotice {
	uint32_t node;
	int32_t pid;
	int32_t status;  /* EXIT_CALLED: status of kexit; EXIT_DOOMED: the signal */
	uint32_t reason; /* enum ExitReason */
} ExitNotice;
_Static_assert(sizeof(ExitNotice) == 16, "ExitNotice");

/* A node reports to the host that a process, or the whole node, has failed. */
typedef struct HaltReport {
	uint32_t node;
	int32_t pid;      /* 0: the kernel */
	uint32_t reason;  /* enum PanicReason */
	uint32_t wptr, iptr; /* 0 if unknown */
	uint32_t task;    /* NodeWords.task */
	char name[28];    /* of the program */
	char text[84];    /* text of panic(); both are zero-terminated */
} HaltReport;
_Static_assert(sizeof(HaltReport) == 136, "HaltReport");

/* ---- flatd: programs under tags ---- */

enum FlatAction { FLAT_OPEN = 1, FLAT_DATA, FLAT_FORGET };

/*
 * To (node 0, EV_FLATD), of class PACKET_SYSTEM, with PACKET_NOBUF: so messages that a node cannot
 * process yet wait in the links. Every node forwards it to those children in the boot tree that
 * lead to a node of the set. FLAT_OPEN is followed by the set: (nnodes + 31) / 32 words with a bit
 * for each node; node 0 is the lowest bit of the first word. FLAT_DATAs of at most FLAT_PIECE bytes
 * then carry the program's bytes in order. When the program is complete or has failed to load, each
 * node of the set sends a FlatReply of type TYPE_FLATD to (node, event) of FLAT_OPEN. A node may
 * also send to another node directly: then the set is only that node, and nwords is 0.
 */
enum { FLAT_PIECE = 1920 }; /* bytes */

typedef struct FlatRequest {
	uint32_t action;
	uint32_t node, event; /* FLAT_OPEN: where to send the answer */
	uint32_t tag;         /* not 0 */
	uint32_t total;       /* FLAT_OPEN: bytes of the Program, including relocations */
	uint32_t offset;      /* FLAT_DATA: offset of this piece */
	uint32_t length;      /* FLAT_DATA: bytes that follow, a multiple of 4 */
	uint32_t nwords;      /* FLAT_OPEN, FLAT_FORGET: words of the set that follow */
} FlatRequest;
_Static_assert(sizeof(FlatRequest) == 32, "FlatRequest");

typedef struct FlatReply {
	uint32_t node;  /* the node that answers */
	uint32_t tag;   /* the program's */
	int32_t result; /* 0, or a KernelError: out of memory, invalid program */
} FlatReply;
_Static_assert(sizeof(FlatReply) == 12, "FlatReply");

/* ---- programs ---- */

#define PROGRAM_MAGIC 0x474F5250u

/*
 * A linked program as it is sent: header, then text_size + data_size bytes, then nrelocs offsets.
 * Text is position-independent; each process has its own data. The offsets (from the start of the
 * data) select words to which the loader adds an address: that of the text if the offset's low bit
 * is 0, of the data if it is 1.
 */
typedef struct Program {
	uint32_t magic;
	uint32_t size;       /* total bytes, including this header */
	uint32_t text_size;  /* bytes, a multiple of 4 */
	uint32_t data_size;  /* bytes of initialised data, a multiple of 4 */
	uint32_t bss_size;   /* bytes of zeros after it, a multiple of 4 */
	uint32_t entry;      /* offset in the text */
	uint32_t stack_size; /* bytes */
	uint32_t heap_size;  /* bytes; 0: as the node's memory allows */
	uint32_t nrelocs;    /* words after the data */
	char name[28];       /* zero-terminated */
} Program;
_Static_assert(sizeof(Program) == 64, "Program");

#endif
