/* runs.h - recordings for which the user has named no file; the cache keeps the last ones. */
#ifndef RUNS_H
#define RUNS_H

#include "base/base.h"

/*
 * runs_new_name: a name for the recording of a run that begins now; what: a file that it runs; the
 * name of this file becomes a part of the name. Removes the oldest recordings, so that 20 are left.
 * The caller frees the name.
 */
char *runs_new_name(const char *what);

#define RUNS_LAST "last" /* names the latest recording, where a recording's name is expected */
/*
 * runs_find: the name itself or, for RUNS_LAST (unless a file has this name), the name of the
 * latest recording; if there is no recording, that is the user's mistake (fatal). The caller frees
 * the result.
 */
char *runs_find(const char *name);
/*
 * runs_list: all recordings with names made by runs_new_name, the latest first; *n becomes their
 * number. The caller frees the names and the list.
 */
char **runs_list(uint32_t *n);

#endif
