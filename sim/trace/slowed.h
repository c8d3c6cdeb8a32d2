/* slowed.h - how much a monitor on the nodes has slowed a run. */
#ifndef SLOWED_H
#define SLOWED_H

#include <stdbool.h>

/*
 * slowed_read: from the figures that `trellis run` has written (run.json): returns whether a
 * monitor on the nodes watched the run; *times: how many times as long that made it; 0: not known.
 * A missing file, or one of something else, is a run without a monitor.
 */
bool slowed_read(const char *figures, double *times);

enum { SLOWED_TEXT = 80 };
/* slowed_text: a remark for pictures of such a run. */
const char *slowed_text(double times, char text[SLOWED_TEXT]);

#endif
