/* run_monitor.h - the monitor of a run, and the files that detrek reads. */
#ifndef RUN_MONITOR_H
#define RUN_MONITOR_H

#include "run_options.h"
#include "watch.h"

char *monitor_program(void); /* the file of the nodes' monitor; the caller's to free */
/* when it runs on the nodes */
Collector *monitor_new(const char *prefix, Station *s, uint32_t processors);
/*
 * monitor_begin: start the monitors; the application's nodes wait for this. false if a monitor
 * fails to start. A node that does not answer may have stopped, which is a result of the run.
 */
bool monitor_begin(Collector *c, const RunOptions *o);
/* collect the records of the nodes that still answer */
void monitor_end(Collector *c, const RunOptions *o);
/*
 * monitor_prepare: write PREFIX.spf before the run, because the run may be killed; with the largest
 * number of tasks if it is unknown.
 */
void monitor_prepare(const char *prefix, const Station *s, const Vms *v, const char *tree_file);
/* monitor_files: write PREFIX.spf as the run has ended. tree_file: for TREE_FILE. */
void monitor_files(const char *prefix, const Watch *w, const char *tree_file);
/* true for a tree that detrek needs and does not know by number; a tolerant run has none */
bool monitor_lists_parents(const Vms *v);
/*
 * monitor_parents: the parent of each node in the tree of the run, which the caller frees; NULL for
 * trees that are not listed. tree_file: for TREE_FILE.
 */
uint32_t *monitor_parents(const Station *s, const Vms *v, const char *tree_file);
/* monitor_spec: write PREFIX.spf and, if there are parents, PREFIX.tree; tasks 0: none was made */
void monitor_spec(const char *prefix, const Vms *v, uint32_t tasks, const uint32_t *parent);

/* ---- monitor_replay.c: the monitor of a recorded run ---- */

/*
 * monitor_note: note in the run's recording, if there is one, what its replay needs to monitor it:
 * the application begins; monitor_note_halted: a report has just arrived.
 */
void monitor_note(const Watch *w, const char *tree_file);
void monitor_note_halted(const Watch *w, const Halt *h, Time at);
bool monitor_recorded(const Past *p); /* does an application begin that can be monitored? */

#endif
