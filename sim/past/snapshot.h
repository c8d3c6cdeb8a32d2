/* snapshot.h - saves the whole state of a network in a file or in memory, and restores it. */
#ifndef SNAPSHOT_H
#define SNAPSHOT_H

#include "sim/network/network.h"
#include "page_store.h"

/* ---- snapshot.c: between two runs of the network ---- */

/* snapshot_write: save all state in a file. Failure is fatal. */
void snapshot_write(Network *w, const char *name);

/*
 * snapshot_read: restore a network of the same topology, with its host, from a file. A file that is
 * not a snapshot, or is of another machine, is fatal.
 */
void snapshot_read(Network *w, const char *name);

/* snapshot_topology: the topology of a snapshot's machine; free it with topology_free. */
Topology *snapshot_topology(const char *name);

/* snapshot_save: append all state of a network to a buffer, as snapshot_write does to a file. */
void snapshot_save(Network *w, Buf *out);
/*
 * snapshot_load: restore a network from bytes of snapshot_save, which the caller keeps; name is for
 * messages.
 */
void snapshot_load(Network *w, const char *name, Buf bytes);

/*
 * snapshot_keep: append the state of the machine without its host to a buffer; a keeper stores the
 * machine's pages.
 */
void snapshot_keep(Network *w, const PageKeeper *keeper, Buf *out);
/*
 * snapshot_reload: restore the machine without its host from bytes of snapshot_keep, in the same
 * network or one of the same topology; absent nodes stay absent. Invalid bytes are fatal; name is
 * for this message.
 */
void snapshot_reload(Network *w, const PageKeeper *keeper, const char *name, Buf bytes);
/*
 * snapshot_layout: a number that identifies the structures in a snapshot: programs with the same
 * number can read each other's snapshots.
 */
uint64_t snapshot_layout(void);

#endif
