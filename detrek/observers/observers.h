/*
 * observers.h - what observes a machine with kernels while it runs, as the options ask: the order
 * of its threads' operations (--sync-log, --sync-order), or the logs of its processes (--log).
 */
#ifndef OBSERVERS_H
#define OBSERVERS_H

#include "detrek/sync/force.h"
#include "machine/machine_options.h"

typedef struct Observers Observers;

/*
 * observers_begin: observe the station's network, which has not run yet; NULL if nothing is wanted,
 * which the other functions accept and ignore. Pass each program to observers_program before it
 * runs.
 */
Observers *observers_begin(const MachineOptions *m, Station *s);
void observers_program(Observers *o, const char *file);
/* observers_hold: mark the threads that are held to force an order; a Holder's function. */
void observers_hold(void *observers, Deadlock *d);
/*
 * observers_end: wait for the rest of the logs that kernels send, and write all. Returns the status
 * of sync_live_end.
 */
int observers_end(Observers *o, Station *s);

#endif
