/*
 * inside.h - the log of operations that the nodes' kernels keep themselves (kernel/stamp.h): it
 * arrives in blocks, and its rest is read in the nodes' memories.
 */
#ifndef INSIDE_H
#define INSIDE_H

#include "sync_log.h"

typedef struct InsideLog InsideLog;

InsideLog *inside_new(void);
void inside_free(InsideLog *l);
/* inside_block: a message from a kernel with a SyncBlock has arrived. */
void inside_block(InsideLog *l, uint32_t node, const uint8_t *body, size_t nbytes);
/* inside_complete: true if all blocks that the kernels have sent have arrived. */
bool inside_complete(InsideLog *l, const Target *t);
/*
 * inside_pack: after the run, appends the log of all nodes, as lamport_pack does. Returns false if
 * a part of it is missing; then *why says which, for an error message.
 */
bool inside_pack(InsideLog *l, const Target *t, Buf *out, Buf *why);
/* inside_times: those of the log; complete after inside_pack. */
const Lamport *inside_times(const InsideLog *l);

/*
 * inside_agrees: after inside_pack: are the log's operations those that the machine has seen, all
 * of them kept in *seen? Otherwise *why names the first one of a thread that differs.
 */
bool inside_agrees(const InsideLog *l, const Lamport *seen, Buf *why);

#endif
