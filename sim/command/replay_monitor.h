/* replay_monitor.h - the observer of `trellis replay --monitor=outside`. main sets it. */
#ifndef REPLAY_MONITOR_H
#define REPLAY_MONITOR_H

#include "sim/past/past.h"

typedef struct ReplayMonitor {
	/*
	 * begin: the past, opened from a directory, is at its beginning. A run without an
	 * application to monitor is fatal.
	 */
	void *(*begin)(Past *p, const char *dir, const char *prefix);
	/* due: the next time at which the network must be seen; NEVER if there is none */
	Time (*due)(const void *monitor);
	void (*look)(void *monitor); /* the network is at that time, or at another one */
	/* end: the replay goes no further; write the files */
	void (*end)(void *monitor);
} ReplayMonitor;

extern const ReplayMonitor *replay_monitor; /* NULL: there is none in this program */

/*
 * replay_piece: run on for a piece of the recorded run, observed by a monitor that `by` has begun;
 * NULL for none. Returns false at the end of the run, at `until`, and if the user has interrupted
 * the command. Shows how far the replay is; progress_clear ends this.
 */
bool replay_piece(Past *p, Time until, const ReplayMonitor *by, void *monitor);

#endif
