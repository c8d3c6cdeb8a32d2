/* replay_monitor.h - monitors a recorded run from outside, while it is replayed. */
#ifndef REPLAY_MONITOR_H
#define REPLAY_MONITOR_H

#include "sim/past/past.h"

typedef struct ReplayMonitor ReplayMonitor;

/*
 * replay_monitor_begin: the past, opened from that file, is at its beginning. meter: write what the
 * probes of a run with monitors on its nodes have noted, instead of what its programs do. A run
 * without an application to monitor is fatal. replay_monitor_end: the replay goes no further; write
 * the files.
 */
ReplayMonitor *replay_monitor_begin(Past *p, const char *file, const char *prefix, bool meter);
void replay_monitor_end(ReplayMonitor *m);

/*
 * replay_piece: run on for a piece of the recorded run, observed by a monitor; NULL for none.
 * Returns false at the end of the run, at `until`, and if the user has interrupted the command.
 * Shows how far the replay is; progress_clear ends this.
 */
bool replay_piece(Past *p, Time until, ReplayMonitor *m);

#endif
