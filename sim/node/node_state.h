/*
 * node_state.h - the kernel's processes and queues on a node, read from outside: what `state` asks the node for,
 * at no simulated time.
 */
#ifndef NODE_STATE_H
#define NODE_STATE_H

#include "kernel/include/border.h"
#include "sim/cpu/cpu.h"

typedef struct KernelText KernelText;

enum { MAX_STATE_ROWS = 128 };

/* Reads the kernel's tables; set by main before the first command (cc/node/kernel_tables.c). */
typedef struct KernelReader {
	/*
	 * open: what the debugging information in a kernel's ELF file tells of its data; file NULL: the one
	 * that came with this program. NULL: nothing. Released by `close`.
	 */
	KernelText *(*open)(const char *file);
	void (*close)(KernelText *k);
	/* processes: the rows that the node's kernel would answer `state` with. returns how many; 0: no such kernel runs there */
	uint32_t (*processes)(const KernelText *k, const T800 *c, StateRow rows[MAX_STATE_ROWS]);
	/* queues: messages and packets that wait for each of its links; false: no such kernel */
	bool (*queues)(const KernelText *k, const T800 *c, uint32_t waiting[NLINKS]);
} KernelReader;

extern const KernelReader *kernel_reader;

/* state_row_text: "[2] 66 1 BR (-66, 0) nodemon" */
void state_row_text(const StateRow *row, Buf *out);

#endif
