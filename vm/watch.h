/*
 * watch.h - observes the nodes of an application from outside, at no simulated time: their work,
 * their failures, and the bad end of a run.
 */
#ifndef WATCH_H
#define WATCH_H

#include "cc/debug/debug.h"
#include "detrek/events/run_events.h"
#include "detrek/observers/observers.h"
#include "program_text.h"
#include "run_record.h"
#include "run_result.h"
#include "sim/host/station/station.h"
#include "sim/node/node_state.h"
#include "tmon/host/monitor_host.h"

#include <jansson.h>

/* The work of the user's functions on a node. */
typedef struct WorkDone {
	uint32_t computed, split, joined; /* number of tasks or parts */
} WorkDone;

typedef struct BreakHits BreakHits;

typedef struct Watch {
	Station *s;
	const Vms *v;
	View *view;        /* NULL without a window */
	Record *record;    /* NULL if not recorded */
	Past *past;        /* NULL if there is none */
	const Job *slaves;
	Collector *collector; /* NULL if not used */
	RunEvents *events;    /* NULL if not used */
	BreakHits *hits;      /* the breakpoints of --break; NULL if not used */
	SyncLive *sync;      /* NULL if not used */
	ProgramText text[2]; /* the programs of master and slave */
	ProgramText kernel;
	KernelDebug *tables;  /* how to read the kernels' tables; NULL: they cannot be read */
	uint32_t processors;
	Time patience;     /* as RunOptions.patience */
	Time last_finish;         /* when a task last finished */
	Time last_look;       /* when the nodes were last observed */
	uint64_t progress; /* number of finished tasks at the time `last_look` */
	bool collecting;   /* the run has ended: only the keyboard interrupts */
	bool stuck;        /* no task has finished for the time `patience` */
	bool all;          /* after a bad end, list each node, also if many are at the same place */
	uint32_t nhalted;
	json_t *halts;     /* [nhalted] the message about each halted process: see watch_failures */
	double began; /* when the run began, in s of the host's clock: for the display only */
	/*
	 * [processors] work of each node, saved when the manager reports, because programs that end
	 * free their memory; NULL until then
	 */
	WorkDone *done;
} Watch;

/*
 * watch_interrupted: StationOptions.interrupted, called between two pieces of the run; `watch`: the
 * Watch. It records and observes the nodes, and shows the progress. Returns true if the run is to
 * be stopped: by a signal or the closed window, at an event looked for, or because no task has
 * finished for the time `patience`, which also sets `stuck`.
 */
bool watch_interrupted(void *watch);

/*
 * watch_work: read the status words of TrEK's program on a node; false if there are none. second:
 * on node 0, those of the other program.
 */
bool watch_work(const Station *s, uint32_t node, bool second, NodeWork *work);
/* watch_made: the number of tasks made by the generator. */
uint32_t watch_made(const Station *s);
/* watch_done: the work done on a node. */
WorkDone watch_done(const Watch *w, uint32_t node);
/* watch_node: the node with this number in the application. */
const T800 *watch_node(const Station *s, uint32_t node);

/* ---- ends.c: messages about bad ends ---- */

/* watch_halted: StationOptions.halted: keep the message about the failure h; `watch`: the Watch. */
void watch_halted(void *watch, const Halt *h, Time at);
/*
 * watch_print: print the places of processes, and the finished work, after a run that did not end.
 */
void watch_print(const Watch *w, FILE *f);
/* watch_exit: if the master has failed, print the function in which it ended. */
void watch_exit(const Watch *w, const Job *master, FILE *f);
/*
 * watch_failures: the processes that were halted and the nodes that have stopped: a list of objects
 * with "node", its number; "place", its name; "text", the lines that were printed. The caller
 * releases it.
 */
json_t *watch_failures(const Watch *w);
/*
 * watch_failed: after a run that ended, print the nodes that stopped, and those whose Error no
 * software has noticed; true if there are any, or if a process was stopped.
 */
bool watch_failed(const Watch *w, FILE *f);
/*
 * watch_survived: after a run with fault_tolerance: print the nodes that stopped. recorded: the
 * recording, for `trellis detrek`; NULL if the run was not recorded.
 */
void watch_survived(const Watch *w, const char *recorded, FILE *f);

/* ---- waits.c ---- */

/*
 * waits_left: true if no process runs although there is no deadlock: a forced order holds threads
 * whose turn does not come.
 */
bool waits_left(const Watch *w);

/*
 * waits_print: when no process runs, print the cycle of waits or, if there is none, what the user's
 * functions wait for; then the threads that the machine holds.
 */
void waits_print(const Watch *w, FILE *f);
/*
 * waits_reason: print what a process that runs one of the user's functions waits for, as far as it
 * is known: " for semaphore ...", " for a result: ...", or nothing.
 */
void waits_reason(const Watch *w, uint32_t node, const NodeWork *work, const NodeWorker *p,
	FILE *f);

#endif
