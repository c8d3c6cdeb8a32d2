/*
 * node_state.h - the kernel's processes and queues on a node, read from outside: what `state` asks
 * the node for, at no simulated time.
 */
#ifndef NODE_STATE_H
#define NODE_STATE_H

#include "kernel/include/border.h"
#include "sim/cpu/cpu.h"

typedef struct KernelText KernelText;

enum { MAX_STATE_ROWS = 128 };

/* Why a thread of a program does not go on. */
typedef enum Block {
	BLOCK_NONE,      /* it runs, is ready, or waits for a time */
	BLOCK_SEND,      /* for a receiver of a message, or for its message to leave */
	BLOCK_RECEIVE,
	BLOCK_SEMAPHORE,
	BLOCK_JOIN,      /* for the end of a thread */
	BLOCK_OTHER,     /* for a channel, or what is not known */
} Block;

/* A thread of a program on a node, and what it waits for. */
typedef struct ThreadRow {
	uint32_t node;          /* as its kernel is numbered */
	int32_t pid;
	char name[28];          /* of the program; ends with a zero */
	uint32_t parent_node;   /* and the event to which the parent is notified of the end */
	int32_t parent_event;
	Addr stack;             /* its lowest address */
	bool alone;             /* the process's only thread */
	bool halted;            /* the node's processor has stopped: it never goes on */
	Block block;
	int32_t event;          /* of a message */
	uint32_t type;
	uint32_t to;            /* BLOCK_SEND: the receiver's node */
	bool timed;             /* it ends by itself */
	Addr semaphore;
	/* the stack of the thread that holds the semaphore, or is to end; 0: not known */
	Addr holder;
} ThreadRow;

/* Reads the kernel's tables; set by main before the first command (cc/node/kernel_tables.c). */
typedef struct KernelReader {
	/*
	 * open: what the debugging information in a kernel's ELF file tells of its data; file NULL:
	 * the one that came with this program. NULL: nothing. Released by `close`.
	 */
	KernelText *(*open)(const char *file);
	void (*close)(KernelText *k);
	/*
	 * processes: the rows that the node's kernel would answer `state` with. returns how many;
	 * 0: no such kernel runs there
	 */
	uint32_t (*processes)(const KernelText *k, const T800 *c, StateRow rows[MAX_STATE_ROWS]);
	/* queues: messages and packets that wait for each of its links; false: no such kernel */
	bool (*queues)(const KernelText *k, const T800 *c, uint32_t waiting[NLINKS]);
	/* threads: those of all programs on a node. The row is read during the call. */
	void (*threads)(const KernelText *k, const T800 *c,
		void (*each)(void *context, const ThreadRow *row), void *context);
} KernelReader;

extern const KernelReader *kernel_reader;

/* state_row_text: "[2] 66 1 BR (-66, 0) nodemon" */
void state_row_text(const StateRow *row, Buf *out);

#endif
