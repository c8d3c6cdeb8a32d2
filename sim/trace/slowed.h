/* slowed.h - how much a monitor on the nodes has slowed a run. */
#ifndef SLOWED_H
#define SLOWED_H

#include <stdbool.h>

/*
 * slowed_read: read the figures that `trellis run` has written (run.json); returns whether a
 * monitor on the nodes watched the run. *times: the time of the run with the monitor, divided by
 * the time without; 0 if not known. A missing or different file counts as a run without a monitor.
 */
bool slowed_read(const char *figures, double *times);

enum { SLOWED_TEXT = 80 }; /* room for the remark */
/* slowed_text: a remark for pictures of a run with a monitor. */
const char *slowed_text(double times, char text[SLOWED_TEXT]);

#endif
