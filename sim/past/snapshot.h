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

/*
 * snapshot_save, snapshot_load: as snapshot_write and snapshot_read, but in memory; name is for
 * messages, the caller keeps the bytes.
 */
void snapshot_save(Network *w, Buf *out);
void snapshot_load(Network *w, const char *name, Buf bytes);

/*
 * snapshot_keep, snapshot_return: save and restore the machine alone, without its host, for the
 * same network or one of the same topology, in which absent nodes stay absent. A keeper stores the
 * machine's pages. Invalid bytes are fatal; name is for this message.
 */
void snapshot_keep(Network *w, const PageKeeper *keeper, Buf *out);
void snapshot_return(Network *w, const PageKeeper *keeper, const char *name, Buf bytes);
/*
 * snapshot_layout: a number that identifies the structures in a snapshot: programs with the same
 * number can read each other's snapshots.
 */
uint64_t snapshot_layout(void);

#endif
