/*
 * snapshot.h - the whole state of a network in a file or in memory, and back.
 */
#ifndef SNAPSHOT_H
#define SNAPSHOT_H

#include "sim/network/network.h"
#include "page_store.h"

/* ---- snapshot.c: between two runs of the network ---- */

/* snapshot_write: all state into a file. Failure is fatal. */
void snapshot_write(Network *w, const char *name);

/*
 * snapshot_read: a network of the same topology, with its host, becomes what the file holds. What
 * is not a snapshot, or of another machine, is the user's mistake (fatal).
 */
void snapshot_read(Network *w, const char *name);

/* snapshot_topology: the machine that a snapshot is of; topology_free. */
Topology *snapshot_topology(const char *name);

/*
 * snapshot_save, snapshot_load: the same in memory; name is for messages, bytes stay the caller's.
 */
void snapshot_save(Network *w, Buf *out);
void snapshot_load(Network *w, const char *name, Buf bytes);

/*
 * snapshot_keep, snapshot_return: the machine alone, without its host, for this network, or one of
 * the same topology, to go back to. Its pages are with a keeper. Bytes that make no sense are the
 * user's mistake (fatal); name is for that.
 */
void snapshot_keep(Network *w, const PageKeeper *keeper, Buf *out);
void snapshot_return(Network *w, const PageKeeper *keeper, const char *name, Buf bytes);
/* snapshot_layout: two programs with the same number can read each other's. */
uint64_t snapshot_layout(void);

#endif
