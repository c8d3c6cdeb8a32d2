/* runs.h - the recordings of runs whose user has named no file: the last are in the cache. */
#ifndef RUNS_H
#define RUNS_H

#include "base/base.h"

/*
 * runs_new: a name for the recording of a run that begins now; what: a file that it runs, whose
 * name becomes a part. The oldest recordings go, so that 20 are left. The caller frees the name.
 */
char *runs_new(const char *what);

#define RUNS_LAST "last" /* stands for the latest recording where the name of one is expected */
/*
 * runs_named: the name itself or, for RUNS_LAST (unless a file has this name), the name of the
 * latest recording; if there is no recording, that is the user's mistake (fatal). The caller frees
 * the result.
 */
char *runs_named(const char *name);
/*
 * runs_kept: all recordings with names made by runs_new, the latest first; *n becomes their
 * number. The caller frees the names and the list.
 */
char **runs_kept(uint32_t *n);

#endif
