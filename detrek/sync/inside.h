/*
 * inside.h - collects the log of operations that the kernels on the nodes keep (kernel/stamp.h).
 * Most of the log arrives in blocks; the rest is read from the memories of the nodes.
 */
#ifndef INSIDE_H
#define INSIDE_H

#include "sync_log.h"

typedef struct InsideLog InsideLog;

/* inside_new: an empty log. */
InsideLog *inside_new(void);
void inside_free(InsideLog *l);
/* inside_add_block: take a message from a kernel with a SyncBlock, a part of its log. */
void inside_add_block(InsideLog *l, uint32_t node, const uint8_t *body, size_t nbytes);
/* inside_is_complete: true if all blocks that the kernels have sent have arrived. */
bool inside_is_complete(InsideLog *l, const Target *t);
/*
 * inside_pack: after the run, append the log of all nodes, as lamport_pack does. Returns false if a
 * part is missing; *why then gets an error message that names it.
 */
bool inside_pack(InsideLog *l, const Target *t, Buf *out, Buf *why);
/* inside_times: the times of the log, complete after inside_pack. */
const Lamport *inside_times(const InsideLog *l);

/*
 * inside_agrees: after inside_pack: whether the log's operations equal all those that the observer
 * has seen and kept in *seen. Otherwise *why names a thread's first difference.
 */
bool inside_agrees(const InsideLog *l, const Lamport *seen, Buf *why);

#endif
