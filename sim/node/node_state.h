/*
 * node_state.h - the processes and queues of a node's kernel, read from outside. The command
 * `state` asks the node for the same data, which takes simulated time; reading takes none.
 */
#ifndef NODE_STATE_H
#define NODE_STATE_H

#include "kernel/include/border.h"
#include "sim/cpu/cpu.h"

/* The debugging information of a kernel. */
typedef struct KernelDebug KernelDebug;

enum { MAX_STATE_ROWS = 128 };

/* The reason why a thread of a program is blocked. */
typedef enum Block {
	BLOCK_NONE,      /* it runs, is ready, or waits until a time */
	BLOCK_SEND,      /* it waits for a receiver of its message, or until its message has left */
	BLOCK_RECEIVE,   /* it waits for a message */
	BLOCK_SEMAPHORE, /* it waits for a semaphore */
	BLOCK_JOIN,      /* it waits until another thread ends */
	BLOCK_MEETING,   /* it waits for another process of the node, at a channel that both know */
	BLOCK_OTHER,     /* it waits for a channel, or for an unknown reason */
	BLOCK_HELD,      /* the machine holds it, because its turn in a forced order has not come */
} Block;

/* A thread of a program on a node, and what it waits for. */
typedef struct ThreadRow {
	uint32_t node;          /* the node's number in its kernel */
	int32_t pid;
	char name[28];          /* the program's name; zero-terminated */
	/* the node and the event of the message that tells the parent that the process has ended */
	uint32_t parent_node;
	int32_t parent_event;
	Addr stack;             /* the lowest address of the thread's stack */
	bool alone;             /* the process's only thread */
	bool halted;            /* the node's processor has stopped for ever */
	Block block;
	int32_t event;          /* event of the message */
	uint32_t type;          /* type of the message */
	uint32_t to;            /* BLOCK_SEND: the receiving node */
	bool timed;             /* the wait has a timeout */
	Addr semaphore;         /* BLOCK_SEMAPHORE: its address */
	/* stack of the thread that holds the semaphore, or that is joined; 0 if unknown */
	Addr holder;
} ThreadRow;

/* Reads the kernel's tables (cc/node/kernel_tables.c). */
typedef struct KernelReader {
	/*
	 * open: read the debugging information of a kernel's ELF file; file NULL: of the kernel
	 * supplied with this program. Returns NULL if there is none. Released by `close`.
	 */
	KernelDebug *(*open)(const char *file);
	void (*close)(KernelDebug *k);
	/*
	 * processes: the rows with which the node's kernel would answer `state`. Returns their
	 * number; 0 if this kernel does not run on the node
	 */
	uint32_t (*processes)(const KernelDebug *k, const T800 *c, StateRow rows[MAX_STATE_ROWS]);
	/*
	 * queues: the numbers of messages and packets queued for each link; false if this kernel
	 * does not run on the node
	 */
	bool (*queues)(const KernelDebug *k, const T800 *c, uint32_t waiting[NLINKS]);
	/*
	 * threads: call `each` for each thread of all programs on a node, except threads of a
	 * process that is ending: the kernel is removing these, so they wait for nothing. The row
	 * is valid during the call.
	 */
	void (*threads)(const KernelDebug *k, const T800 *c,
		void (*each)(void *context, const ThreadRow *row), void *context);
} KernelReader;

/* state_row_text: print a row as `state` does: "[2] 66 1 BR (-66, 0) nodemon". */
void state_row_text(const StateRow *row, Buf *out);

#endif
