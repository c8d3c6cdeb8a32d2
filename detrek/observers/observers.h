/*
 * observers.h - carries out the options --sync-log and --sync-order while a machine with kernels
 * runs: the kernels log the order of their threads' operations, or an order is forced on these.
 */
#ifndef OBSERVERS_H
#define OBSERVERS_H

#include "detrek/sync/force.h"
#include "machine/machine_options.h"

/*
 * observers_begin: observe the station's network, which has not run yet. NULL if the options do not
 * require this; the other functions accept and ignore NULL. Pass each program to observers_program
 * before it runs.
 */
SyncLive *observers_begin(const MachineOptions *m, Station *s);
/* observers_program: note that a program will be loaded from the file. */
void observers_program(SyncLive *l, const char *file);
/*
 * observers_hold: mark, in the deadlock, the threads that a forced order holds; this is the
 * function `mark` of a Holder.
 */
void observers_hold(void *live, Deadlock *d);
/*
 * observers_end: wait for the rest of the logs that kernels send, and write them. Returns the
 * status of sync_live_end.
 */
int observers_end(SyncLive *l, Station *s);

#endif
