/* run_monitor.h - starts the monitor of a run, and writes the files that deTrEK reads. */
#ifndef RUN_MONITOR_H
#define RUN_MONITOR_H

#include "run_options.h"
#include "watch.h"

#include "base/system.h"

/* monitor_program: the file of the nodes' monitor; the caller frees the name. */
char *monitor_program(void);
/* monitor_new: a collector of the monitors' records, which it writes to files with this prefix. */
Collector *monitor_new(const char *prefix, Station *s, uint32_t processors);
/*
 * monitor_begin: start the monitors; the application begins only afterwards. Returns false if a
 * monitor refuses to start. A node that does not answer is no such failure: it may have stopped,
 * which is a result of the run.
 */
bool monitor_begin(Collector *c, const RunOptions *o);
/* monitor_end: collect the records of the nodes that still answer. */
void monitor_end(Collector *c, const RunOptions *o);
/*
 * monitor_prepare: write PREFIX.spf before the run, because the run may be killed. If the number of
 * tasks is unknown, the largest possible one is written.
 */
void monitor_prepare(const char *prefix, const Station *s, const Vms *v, const char *tree_file);
/*
 * monitor_files: write PREFIX.spf with the numbers of the ended run. tree_file: the file of a
 * TREE_FILE.
 */
void monitor_files(const char *prefix, const Watch *w, const char *tree_file);
/*
 * monitor_lists_parents: true if deTrEK needs the tree as a list of parents, because the shape
 * alone does not give it; false for a tolerant run, which has no fixed tree.
 */
bool monitor_lists_parents(const Vms *v);
/*
 * monitor_parents: the parent of each node in the tree of the run, which the caller frees; NULL for
 * trees that are not listed. tree_file: the file of a TREE_FILE.
 */
uint32_t *monitor_parents(const Station *s, const Vms *v, const char *tree_file);
/* monitor_spec: write PREFIX.spf and, if there are parents, PREFIX.tree; tasks 0: none was made. */
void monitor_spec(const char *prefix, const Vms *v, uint32_t tasks, const uint32_t *parent);

/* ---- monitor_replay.c: the monitor of a recorded run ---- */

/*
 * monitor_note: note in the run's recording, if there is one, that the application begins, with the
 * data that a replay needs to monitor it.
 */
void monitor_note(const Watch *w, const char *tree_file);
/* monitor_note_halted: note in the run's recording that a report of a failure has just arrived. */
void monitor_note_halted(const Watch *w, const Halt *h, Time at);
/* monitor_recorded: true if an application begins in the recorded run that can be monitored. */
bool monitor_recorded(const Past *p);

#endif
