/* replay_monitor.h - monitors a recorded run from outside, while it is replayed. */
#ifndef REPLAY_MONITOR_H
#define REPLAY_MONITOR_H

#include "sim/past/past.h"

typedef struct ReplayMonitor ReplayMonitor;

/*
 * replay_monitor_begin: monitor the replay of a past, which was opened from `file` and must be at
 * its beginning. meter: write what the probes of a run with monitors on its nodes have noted,
 * instead of what its programs do. Fatal if no application can be monitored.
 */
ReplayMonitor *replay_monitor_begin(Past *p, const char *file, const char *prefix, bool meter);
/* replay_monitor_end: write the monitor's files, at the end of the replay. */
void replay_monitor_end(ReplayMonitor *m);

/*
 * replay_piece: replay the next piece of the recorded run, observed by a monitor, which may be
 * NULL. Returns false at the end of the run, at `until`, and if the user has interrupted the
 * command. Shows how far the replay is; progress_clear ends this.
 */
bool replay_piece(Past *p, Time until, ReplayMonitor *m);

#endif
