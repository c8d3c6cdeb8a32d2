/*
 * node_memory.h - the memory of a node of which logs are taken: its bytes, and the last writer of
 * each word. The logs of the node's processes share it.
 */
#ifndef NODE_MEMORY_H
#define NODE_MEMORY_H

#include "sim/cpu/cpu.h"
#include "sim/cpu/watcher.h"

typedef struct NodeMemory {
	const T800 *c;     /* the node's processor */
	uint8_t *bytes;    /* the bytes of the memory after the last reported access */
	uint64_t *changed; /* [word]: serial of its last write; 0: none since the start */
	/* [word]: the logged process that wrote it last (LogItem); 0: something else did */
	uint32_t *writer;
	/* [word]: the number of instructions that the writer had executed before this write */
	uint64_t *count;
	uint64_t serial; /* serial of the last write to the memory */
} NodeMemory;

/* node_memory_new: the memory as it is now; the node must outlive it. */
NodeMemory *node_memory_new(const T800 *c);
/* node_memory_free: free this copy of the memory. */
void node_memory_free(NodeMemory *m);
/* node_memory_word: the word at an address; 0 outside of the memory. */
Word node_memory_word(const NodeMemory *m, Addr a);
/*
 * node_memory_write: note what an access has written; writer: the logged process that made the
 * access, or 0; count: the instructions that the writer had executed before.
 */
void node_memory_write(NodeMemory *m, const Access *a, uint32_t writer, uint64_t count);

/*
 * node_memory_received: note that the kernel has written nbytes bytes for the process `writer`,
 * which receives a message.
 */
void node_memory_received(NodeMemory *m, Addr low, Word nbytes, uint32_t writer, uint64_t count);

static inline size_t
word_index(Addr a)
{
	return (a - MOSTNEG) / 4;
}

#endif
