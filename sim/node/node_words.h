/*
 * node_words.h - what the software of a node tells of itself, read from outside.
 */
#ifndef NODE_WORDS_H
#define NODE_WORDS_H

#include "kernel/include/border.h"
#include "sim/cpu/cpu.h"

/* node_memory: NULL: there is no such memory. */
const uint8_t *node_memory(const T800 *c, Addr a, uint32_t nbytes);
/* node_words: the kernel's; false: no kernel has told anything. */
bool node_words(const T800 *c, NodeWords *words);
/* node_work: of TrEK's program; false: none tells anything. second: that of another one there. */
bool node_work(const T800 *c, bool second, NodeWork *work);
/*
 * node_master_work: the one of node 0 that makes the tasks; on a single node a slave stands beside
 * it.
 */
bool node_master_work(const T800 *c, NodeWork *work);

/*
 * node_worker_busy: it runs one of the user's functions, as far as its node's memory can be
 * trusted.
 */
bool node_worker_busy(const NodeWorker *p);
/* node_worker_has: a workspace, or process descriptor, in its stack. */
bool node_worker_has(const NodeWorker *p, Addr wptr);

/*
 * node_worker_at: the process on a node that runs one of the user's functions and has that
 * workspace; NULL if there is none. overflow: it has left its stack, for what lies below. What is
 * returned lies in *work, its program's.
 */
const NodeWorker *node_worker_at(const T800 *c, Addr wptr, bool overflow, NodeWork *work);

extern const char *const node_function[NFUNCTIONS]; /* the user's functions, as they are written */

#endif
