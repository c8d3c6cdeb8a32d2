/*
 * border.h - what the host and the nodes' system software both know: the words at the bottom of a
 * node's memory, what boots it, packets on links, linked programs as they travel.
 *
 * Read by both sides; <stdint.h> only. All words are little-endian.
 */
#ifndef BORDER_H
#define BORDER_H

#include <stdint.h>

/* ---- node numbers ---- */

/* Nodes are 0 to nnodes - 1, as the configuration places them; node 0 is joined to the host. */
enum {
	NODE_NONE = 0xFFFF,
	NODE_HOST = 0xFFFE,
	NODE_LOCAL = 0xFFFD, /* in calls only: this node */
	NODE_LIMIT = 16384, /* nodes of a network */
};

/* ---- the node's words: at MemStart of a T800, for whoever peeks a node that has stopped ---- */

#define NODE_WORDS 0x80000070u
#define NODE_MAGIC 0x53545254u /* "TRTS" */

typedef struct NodeWords {
	uint32_t magic;       /* NODE_MAGIC once the kernel runs */
	uint32_t node;        /* this node's number */
	uint32_t kernel;      /* address of the kernel's entry for calls ... */
	uint32_t kernel_gsb;  /* ... and its data */
	uint32_t panic;       /* 0, or why the node's kernel or a process gave up: enum PanicReason */
	uint32_t panic_text;  /* address of a string that says it; 0: none */
	uint32_t panic_pid;   /* process; 0: the kernel itself */
	uint32_t panic_wptr;  /* workspace at that time */
	uint32_t panic_iptr;
	uint32_t running;     /* pid of the process whose code the kernel last let run */
	uint32_t phase;       /* enum NodePhase */
	uint32_t processes;   /* address of the process table, of the kernel's own layout */
	uint32_t task;        /* of TrEK: the task that the node works at, plus 1; 0: none */
	uint32_t work;        /* of TrEK: address of its NodeWork; 0: none */
	uint32_t reserved[2];
} NodeWords;
_Static_assert(sizeof(NodeWords) == 64, "NodeWords");

enum NodePhase { PHASE_LOADING, PHASE_KERNEL, PHASE_READY, PHASE_HALTED };
enum PanicReason { PANIC_NONE, PANIC_KERNEL, PANIC_STACK, PANIC_MEMORY, PANIC_ERROR, PANIC_ABORT };

/* ---- what TrEK does on a node, for whoever looks on from outside or after a crash ---- */

/* The user's functions, in the order of trek.h. */
enum NodeFunction {
	FN_NONE, FN_INIT_MASTER, FN_DATA_GENERATOR, FN_RESULT_RECEIVER, FN_COMPUTE, FN_SPLIT, FN_JOIN,
	NFUNCTIONS,
};

/* One process that runs the user's functions. */
typedef struct NodeWorker {
	uint32_t function; /* enum NodeFunction that is running, FN_NONE between calls */
	uint32_t task;     /* at which, of compute, split, join */
	uint32_t part;     /* its SubTid */
	uint32_t stack;    /* highest address of the process's stack ... */
	uint32_t stack_bytes; /* ... and its size */
} NodeWorker;

enum { WORK_MAGIC = 0x4B524F57, NWORKERS = 5 };

typedef struct NodeWork {
	uint32_t magic;    /* WORK_MAGIC */
	uint32_t made;     /* node 0: tasks that data_generator has made */
	uint32_t finished; /* node 0: whose results have arrived */
	uint32_t taken;    /* node 0: whose results result_receiver has taken */
	uint32_t computed; /* tasks and parts that compute_fn has finished here */
	uint32_t split, joined; /* here */
	uint32_t phase;    /* enum WorkPhase */
	NodeWorker worker[NWORKERS];
} NodeWork;
_Static_assert(sizeof(NodeWork) == 32 + 20 * NWORKERS, "NodeWork");

enum WorkPhase { WORK_STARTING, WORK_RUNNING, WORK_REPORTED, WORK_ENDED };

/* ---- boot ---- */

/*
 * What the host sends over the link of node 0, and every node sends on to its children in the boot
 * tree as it comes:
 *
 *	1 byte, the bootstrap     as a reset node takes it (kernel/boot/bootstrap.s)
 *	BootLoader, its bytes     kernel/boot/loader.c, for LOADER_BASE
 *	BootHeader                the only part that differs: `node`
 *	BootNode[nnodes]          the network
 *	image_size bytes          the kernel: a Program with its header
 *
 * From BootHeader on it stays in memory as it came, from BOOT_BASE. There the kernel is made ready:
 * its data relocated, its bss zeros, and
 *
 *	void kernel_start(BootHeader *h, BootNode *table, uint32_t free_from, uint32_t memory_end)
 *
 * is called at low priority by the compiler's convention, with the kernel's gsb, in a stack of
 * BOOT_STACK bytes that begins at memory_end. Everything from free_from to memory_end is free, and all on-chip
 * memory from NODE_WORDS on; it need not return. A link to a child that does not answer has its bit in
 * h->failed: the host boots the others anew, without that link, once it knows.
 */
#define LOADER_BASE 0x80000100u
#define BOOT_BASE 0x80001000u
enum { BOOT_PIECE = 512, BOOT_STACK = 4096 };
#define BOOT_MAGIC 0x544F4F42u

typedef struct BootLoader {
	uint32_t size;  /* bytes, a multiple of 4 */
	uint32_t entry; /* address */
} BootLoader;
_Static_assert(sizeof(BootLoader) == 8, "BootLoader");

typedef struct BootHeader {
	uint32_t magic;
	uint32_t node;       /* whom this is for */
	uint32_t nnodes;
	uint32_t image_size; /* bytes, a multiple of 4 */
	uint32_t patience;   /* us that a node waits for a child that does not answer */
	uint32_t seed;
	uint32_t failed;     /* set by the loader: bit l: over link l the child did not answer */
	uint32_t reserved;
} BootHeader;
_Static_assert(sizeof(BootHeader) == 32, "BootHeader");

/* One node of the network; link l leads to node peer[l], to that node's link at[l]. */
typedef struct BootNode {
	uint16_t peer[4]; /* NODE_NONE: nowhere */
	uint8_t at[4];
	uint8_t up;       /* link towards node 0 in the boot tree; of node 0: towards the host */
	uint8_t children; /* bit l: link l leads to a child in the boot tree */
	uint8_t level;    /* distance from node 0 in the boot tree, modulo 256 */
	uint8_t kilobytes_log2; /* memory of the node: 2 to this power KB, rounded down */
} BootNode;
_Static_assert(sizeof(BootNode) == 16, "BootNode");

/* ---- packets on links ---- */

/*
 * Between neighbours, both ways, in the two classes below. A packet goes out only with a credit of
 * its class, which says that the other end has a buffer for it; credits come back as packets of
 * class PACKET_CREDIT that need none. So a link never waits for a process of the other node.
 */
enum { MAX_PACKET = 2048 }; /* bytes of the body */

typedef struct PacketHeader {
	uint16_t to, from;   /* nodes */
	uint32_t event;
	uint32_t type;
	uint32_t length;     /* bytes of the body, at most MAX_PACKET; of PACKET_CREDIT: credits */
	uint32_t flags;      /* enum PacketFlag */
	uint32_t sequence;   /* of a message of several packets: bytes that went before */
} PacketHeader;
_Static_assert(sizeof(PacketHeader) == 24, "PacketHeader");

/* NH_DATA: this stands between header and body. */
enum { NH_WORDS = 8 };

enum PacketFlag {
	PACKET_CREDIT = 1,   /* no message: credits of the class that PACKET_SYSTEM tells */
	PACKET_SYSTEM = 2,   /* class: set, of the system; clear, of a user's process */
	PACKET_DATA = 4,     /* NH_WORDS words follow the header */
	PACKET_MORE = 8,     /* more packets of this message follow */
	PACKET_NEXT = 16,    /* not its first */
	PACKET_NOBUF = 32,   /* wait for the receiver instead of in the buffer daemon */
};

/* Credits of each class that an end has when the link starts: buffers at the other end. */
enum { CREDITS = 2 };

/* ---- events of the system; Trollius: 0x80000000 + n ---- */

#define EVENT_SYSTEM(n) (0x80000000u + (n))
enum {
	EV_ROUTER = 3,
	EV_FILED = 7,    /* at the host: files, console, arguments; the body is an iserver request */
	EV_LOADD = 8,
	EV_KENYAD = 10,  /* on each node: create, state, signal, doom */
	EV_ECHOD = 12,   /* on each node: a packet with the event to answer in data[0], its node in data[1] */
	EV_BUFFERD = 13,
	EV_FLATD = 14,   /* on each node: programs */
	EV_HALTD = 16,
	EV_UP = 32,      /* at the host: a node is up; data[0]: its BootHeader's `failed` */
	EV_SHELL = 33,   /* at the host: answers for the shell; its event is EV_SHELL + 16 k */
};

/* ---- programs ---- */

#define PROGRAM_MAGIC 0x474F5250u

/*
 * A linked program as it travels: header, then text_size + data_size bytes. Text runs wherever it
 * is. Data belongs to one process; at each of the nrelocs words whose offsets (from the start of
 * the data) follow the data, the loader adds: to the low bit 0 the address of the text, 1 of the data.
 */
typedef struct Program {
	uint32_t magic;
	uint32_t size;       /* of all, this header included */
	uint32_t text_size;  /* bytes, a multiple of 4 */
	uint32_t data_size;  /* bytes of initialised data, a multiple of 4 */
	uint32_t bss_size;   /* bytes of zeros after it, a multiple of 4 */
	uint32_t entry;      /* offset in the text */
	uint32_t stack_size; /* bytes */
	uint32_t heap_size;  /* bytes; 0: as the node's memory allows */
	uint32_t nrelocs;    /* words after the data */
	char name[28];       /* ends with a zero */
} Program;
_Static_assert(sizeof(Program) == 64, "Program");

#endif
