/* node_words.h - status words that a node's software keeps in memory, read from outside. */
#ifndef NODE_WORDS_H
#define NODE_WORDS_H

#include "kernel/include/border.h"
#include "sim/cpu/cpu.h"

/* node_memory: the bytes at an address; NULL if the node lacks this memory. */
const uint8_t *node_memory(const T800 *c, Addr a, uint32_t nbytes);
/* node_words: the kernel's status words; false if no kernel has written any. */
bool node_words(const T800 *c, NodeWords *words);
/*
 * node_work: the status words of TrEK's program; false if there are none. second: those of a second
 * program on the node.
 */
bool node_work(const T800 *c, bool second, NodeWork *work);
/*
 * node_master_work: the status words of the program on node 0 that generates the tasks; on a single
 * node a slave runs there, too.
 */
bool node_master_work(const T800 *c, NodeWork *work);

/*
 * node_meeting: the descriptor of the process that waits at this channel of node 0's program;
 * NOTPROCESS if no process waits there.
 */
Word node_meeting(const T800 *c, NodeMeeting at);

/*
 * node_worker_busy: true if the process runs one of the user's functions, as far as the node's
 * memory can be trusted.
 */
bool node_worker_busy(const NodeWorker *p);
/* node_worker_has: true if the process's stack contains this workspace or process descriptor. */
bool node_worker_has(const NodeWorker *p, Addr wptr);

/*
 * node_worker_at: the process on a node that runs one of the user's functions and has this
 * workspace; NULL if there is none. overflow: also accept a workspace below its stack. The result
 * points into *work, the status words of its program.
 */
const NodeWorker *node_worker_at(const T800 *c, Addr wptr, bool overflow, NodeWork *work);

/*
 * node_worker_overrun: the first process on a node that runs one of the user's functions and whose
 * stack's guard word is gone, so that its stack has overflowed; NULL if there is none. The result
 * points into *work.
 */
const NodeWorker *node_worker_overrun(const T800 *c, NodeWork *work);

/*
 * node_keep_error: callback for T800.keep_error: keep which of the user's functions is executed by
 * the process that sets Error, with its task, part and stack.
 */
void node_keep_error(const T800 *c, ErrorRise *r);
/*
 * node_error_worker: set *p to what node_keep_error has kept for a rise of Error; false if the
 * process executed none of the user's functions.
 */
bool node_error_worker(const ErrorRise *r, NodeWorker *p);

/* names of the user's functions, as in the source */
extern const char *const node_function_names[NFUNCTIONS];

#endif
