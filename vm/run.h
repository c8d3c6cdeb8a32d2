/* run.h - runs an application. */
#ifndef RUN_H
#define RUN_H

#include "build.h"
#include "cc/debug/debug.h"
#include "detrek/events/run_events.h"
#include "detrek/observers/observers.h"
#include "machine/machine_options.h"
#include "sim/fault/fault.h"
#include "sim/host/station/station.h"
#include "sim/node/node_state.h"
#include "sim/node/node_words.h"
#include "sim/trace/trace.h"
#include "tmon/host/monitor_host.h"

#include <jansson.h>

/* The recorder of a run's events. */
typedef enum MonitorWay {
	MONITOR_NOBODY,
	MONITOR_INSIDE,  /* the monitor on the nodes */
	MONITOR_OUTSIDE, /* the simulator itself */
	MONITOR_OFF,     /* the simulator; the programs have probes, but find no monitor */
} MonitorWay;

/* What the programs do, to measure the cost of --break. */
typedef enum BreakOnly {
	BREAK_ONLY_NOTHING,  /* they break, as without --break-only */
	BREAK_ONLY_EVALUATE, /* they do not break, and their messages carry no values */
	BREAK_ONLY_CARRY,    /* they do not break, but their messages carry values */
} BreakOnly;

/* The options and arguments of the command line; strings point into argv. */
typedef struct RunOptions {
	MachineOptions machine; /* view: title and config are set by the run */
	const char *output, *build, *root;
	const char *json;   /* file for the figures of the nodes; NULL for none */
	char **words;       /* the command line, nwords words; stored in the recording */
	int nwords;
	bool native, verbose, make_only, all;
	bool locked;         /* the caller holds the lock of the build directory */
	bool read_only;      /* the application may not change files */
	MonitorWay monitor;
	bool monitor_chosen; /* by the user */
	BoundsSequence bounds; /* of MONITOR_INSIDE */
	const char *prefix; /* of the files that records go to; NULL: not said */
	bool prefix_chosen; /* by the user */
	/* the same, for the records of the nodes' monitors; NULL if none */
	const char *reference;
	uint32_t processors, buffers, granularity; /* 0: use the .vms file's value */
	const char *tree; /* NULL: use the .vms file's value */
	Time patience;    /* maximum time without a finished task; NEVER: no limit */
	const char *graph; /* file for the graph of messages; NULL: run */
	/* --break: an event at which the run stops, recognised by the programs; NULL for none */
	const char *brk;
	bool monotonic;    /* its local events remain true */
	BreakOnly only;
	uint32_t hits;     /* continue after a hit, and stop at this one; 0: stop at the first */
	const char *vms;
	char **argument;  /* [narguments] used instead of those in the .vms file */
	int narguments;
} RunOptions;

/* ---- machine.c ---- */

/* machine_for: the machine of a run: read from a file, or generated. The caller owns it. */
Topology *machine_for(const RunOptions *o, const Vms *v, const Config **config);

/* ---- tree.c ---- */

/* tree_parent: of a node except 0, in a chain, binary or ternary tree (trek/tree.c) */
uint32_t tree_parent(TreeShape tree, uint32_t node);
/*
 * tree_read: read the parents of a tree of n nodes, from lines `node parent`; mistakes are fatal.
 * The caller frees them.
 */
uint32_t *tree_read(const char *file, uint32_t n);
/* tree_parse: the same from a text; file is for messages. The result is in the arena. */
uint32_t *tree_parse(Arena *a, const char *file, const char *text, size_t nbytes, uint32_t n);

/* ---- place.c ---- */

/* A program and its debugging information. {0} is empty. */
typedef struct ProgramText {
	Image image;
	Debug *debug; /* NULL for none */
	/* link address of its landmark, a function whose address on a node is known; 0 for none */
	Addr known;
} ProgramText;

/* The position of a process on its node. */
typedef struct ProcessPlace {
	Addr iptr, wptr;
	bool behind; /* iptr is the address after the relevant instruction: a call, a fault */
	Addr code;   /* load address of the landmark: NodeWork.code, NodeWords.kernel */
} ProcessPlace;

void place_open(ProgramText *p, const char *file, const char *landmark);
void place_close(ProgramText *p);
/*
 * place_variable: print the variable at an address, and its place; the address is moved by `moved`
 * from where it was linked: "free at farm.c:12"; false if there is none.
 */
bool place_variable(const ProgramText *p, Addr a, Word moved, Buf *out);
/* NULL: it is not in its code */
const char *place_function(const ProgramText *p, const ProcessPlace *at);
/*
 * place_print: print the frames of a process, one on each line, from the innermost function of the
 * application out to the function that TrEK called, which is one of node_function; false if none
 * was found.
 */
bool place_print(const ProgramText *p, const Vms *v, const T800 *node, const ProcessPlace *at,
	const char *function, FILE *f);
/* place_called_in: does the function at the place, or one of its callers, use a worker's stack? */
bool place_called_in(const ProgramText *p, const T800 *node, const ProcessPlace *at,
	const NodeWorker *worker);

/* ---- function_log.c: the names of functions, beside a trace of the machine ---- */

typedef struct FunctionLog FunctionLog;

FunctionLog *function_log_new(const Past *p); /* of a recorded run */
void function_log_follow(void *log, const TraceRecord *r); /* a TraceFollower */
void function_log_write(const FunctionLog *l, const char *file);
void function_log_free(FunctionLog *l);

/* ---- record.c: a run's folder, for `trellis report` ---- */

typedef struct Record Record;

/*
 * record_new: create the folder; argv: the command; the application's output is also copied to
 * `to`.
 */
Record *record_new(const char *dir, int argc, char **argv, int to);
void record_free(Record *r);
int record_descriptor(const Record *r); /* the descriptor for the output */
void record_pass(Record *r); /* copy the output since the last call */
/*
 * record_open, record_close: output written in between is appended to the file, but not copied.
 */
FILE *record_open(Record *r);
void record_close(Record *r, FILE *f);
/* a path in the folder; the caller frees it */
char *record_file(const Record *r, const char *name);

/* ---- record_files.c: what that folder has besides, made from the recording ---- */

/*
 * record_files_note: note in the run's recording that these files are to be made; monitor: also the
 * records of the monitor from outside.
 */
void record_files_note(Past *p, bool monitor);

/* ---- watch.c: what the nodes do, seen from outside at no cost ---- */

/* The result of a run. */
typedef enum RunResult {
	RESULT_ENDED,   /* the master has ended; see its status */
	RESULT_QUIET,   /* all processes wait for each other */
	RESULT_LEFT,    /* it could not go on in the order that was forced */
	RESULT_STUCK,   /* no task has finished for too long */
	RESULT_LIMIT,   /* --until */
	RESULT_BROKEN,  /* invalid data on the host's link */
	RESULT_SIGNAL,  /* interrupted by a signal */
	RESULT_DOWN,    /* a fault prevented its start */
	RESULT_EVENT,   /* the event of --break or --break-outside holds */
	NRESULTS
} RunResult;

extern const char *const run_result[NRESULTS]; /* as a word */

/* The work of the user's functions on a node. */
typedef struct Done {
	uint32_t computed, split, joined;
} Done;

typedef struct BreakHits BreakHits;

typedef struct Watch {
	Station *s;
	const Vms *v;
	View *view;        /* NULL without a window */
	Record *record;    /* NULL if not recorded */
	Past *past;        /* NULL if there is none */
	const Job *slaves;
	Collector *collector; /* NULL if not used */
	Outside *outside;     /* likewise */
	RunEvents *events;    /* likewise */
	BreakHits *hits;      /* of --break; likewise */
	Observers *sync;      /* likewise */
	ProgramText text[2]; /* of master and slave */
	ProgramText kernel;
	KernelText *tables;  /* how to read the kernels' tables; NULL: they cannot be read */
	uint32_t processors;
	Time patience;
	Time news;         /* when a task last finished */
	Time looked;
	uint64_t progress; /* number of finished tasks at that time */
	bool collecting;   /* the run has ended: only the keyboard interrupts */
	bool stuck;
	bool all;          /* every node is listed at a bad end, also those in the same place */
	uint32_t nhalted;
	json_t *halts;     /* [nhalted] what was said of each: see watch_failures */
	double began; /* s, of the host's clock: for the display only */
	/*
	 * [processors] saved when the manager reports, because programs that end free their memory;
	 * NULL until then
	 */
	Done *done;
} Watch;

/* watch_interrupted: callback for StationOptions; the context is the Watch. */
bool watch_interrupted(void *watch);

/*
 * watch_work: the status words of TrEK's program on a node; false if there are none. second: on
 * node 0, those of the other program.
 */
bool watch_work(const Station *s, uint32_t node, bool second, NodeWork *work);
uint32_t watch_made(const Station *s); /* number of tasks made by the generator */
Done watch_done(const Watch *w, uint32_t node);
const T800 *watch_node(const Station *s, uint32_t node); /* by the application's node number */

/* ---- monitor.c ---- */

void monitor_option(RunOptions *o, const char *value); /* --monitor; NULL: without value */
/* fatal if the run cannot be monitored */
void monitor_check(const RunOptions *o, const Vms *v);
/* monitor_choose: a run that is recorded is monitored from outside, unless the user chose. */
void monitor_choose(RunOptions *o, const Vms *v);
/* monitor_is_later: are the records made from the recording, when they are read? */
bool monitor_is_later(const RunOptions *o);
char *monitor_text(const RunOptions *o); /* the monitor, in words; the caller frees it */
char *monitor_program(void); /* the file of the nodes' monitor; the caller's to free */
/* when it runs on the nodes */
Collector *monitor_new(const RunOptions *o, Station *s, uint32_t processors);
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
/*
 * monitor_files: write PREFIX.spf and the sorted records; later: they are made from the recording,
 * so only say what else detrek needs. tree_file: for TREE_FILE.
 */
void monitor_files(const char *prefix, const Watch *w, const char *tree_file, bool later);
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

/* ---- cost.c ---- */

/*
 * cost_measure: how many times as long the application ran as without the monitor on its nodes.
 * This is measured: the same run is made without the monitor, by another process, whose output is
 * discarded and which changes no file. 0: not known, because that run did not end well, would have
 * changed files, or read the standard input.
 *
 * took  the simulated time since Run.started
 */
double cost_measure(const RunOptions *o, Time took);

/* ---- ends.c: messages about bad ends ---- */

/* callback for StationOptions; the context is the Watch */
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
 * watch_failed: after a run that ended: print the nodes that stopped, and those whose Error no
 * software has seen; true if there are any, or if a process was stopped
 */
bool watch_failed(const Watch *w, FILE *f);
/*
 * watch_survived: after a run with fault_tolerance: print the nodes that stopped. recorded: the
 * prefix of the run's records, for `trellis detrek -p`; NULL if the run was not recorded.
 */
void watch_survived(const Watch *w, const char *recorded, FILE *f);

/* ---- waits.c ---- */

/*
 * waits_left: no process runs, and no thread waits for ever: the machine holds threads whose turn
 * in a forced order does not come.
 */
bool waits_left(const Watch *w);

/*
 * waits_print: when no process runs, print the cycle of waits, or else what the user's functions
 * wait for; and the threads that the machine holds.
 */
void waits_print(const Watch *w, FILE *f);
/*
 * waits_reason: what a process that runs one of the user's functions waits for, as far as it is
 * known: " for semaphore ...", " for a result: ...", or nothing.
 */
void waits_reason(const Watch *w, uint32_t node, const NodeWork *work, const NodeWorker *p,
	FILE *f);

/* ---- run.c ---- */

/* The result of a run, for a swarm of runs. */
typedef struct RunSummary {
	bool whole;       /* the run ended normally, and the following fields are valid */
	RunResult result;
	int status;       /* exit status of the application */
	Time now;
	Time started;     /* when the application began, after monitors if there are any */
	bool denied;      /* it would have changed files, which the options forbade */
	uint32_t nfaults;
	char **fault;     /* [nfaults] as lines of a script, with random choices resolved */
} RunSummary;

/* A run: the specification combined with the options. */
typedef struct Run {
	RunOptions o;
	Arena arena;
	Buf text;     /* text of the .vms file */
	const Vms *written;
	Vms v;        /* the specification in force */
	const char *home;
	char *tree_file; /* for TREE_FILE: its path, owned; otherwise NULL */
	int in, out;  /* the application's streams */
	Time started;  /* when all programs, and the monitor, had begun */
	double slowed; /* cost_measure; 0: not known */
	FILE *requests;
	Watch watch;
	View *view;   /* NULL without a window */
	bool down;    /* it could not be started */
	const char *failed; /* why it failed, in words; NULL: it has not */
	RunSummary *summary; /* borrowed; may be NULL */
	Record *record; /* NULL if not recorded */
	Time monitored_from; /* approximate time at which the nodes' monitors began */
} Run;

/* run_give_up: if a signal has arrived, report it and exit with status 1. */
void run_give_up(void);
/* run_with: execute `trellis run`; summary may be NULL. Returns the exit status. */
int run_with(const RunOptions *o, RunSummary *summary);

const char *run_root(const Run *r); /* root directory of the application's files */
const char *run_directory(const RunOptions *o); /* directory for compiled files */
void run_streams(Run *r); /* open in and out */

/* ---- scratch.c ---- */

/*
 * scratch_directory: create a directory below TMPDIR, for files only. It is removed when the
 * process ends or, if it was killed, by the next process that needs one.
 */
const char *scratch_directory(void);

/* ---- graph.c: --graph ---- */

/* run_graph: write the graph of the application's messages; the compiler replaces this process. */
_Noreturn void run_graph(const Vms *v, const char *output);
/* graph_make: write the same graph of a PFVM; the compiler runs as a process of its own. */
void graph_make(const Vms *v, const char *output);

/* ---- programs.c ---- */

/* programs_input: is the word of the command line a program for a network's kernels? */
bool programs_input(const char *word);

/*
 * run_programs: run programs on a network's kernels: `vms` and the first arguments are
 * [PLACE:]FILE.c[+FILE.c]..., the others are the programs' arguments. Returns the exit status.
 */
int run_programs(const RunOptions *o);

/* ---- faults.c ---- */

/* faults_set: add the faults given by the options; names are those of the watched programs. */
void faults_set(const Run *r, Network *w, const Config *config);

/* ---- execute.c ---- */

int run_machine(Run *r); /* returns the exit status */

/* ---- run_stats.c ---- */

void run_stats(const Watch *w, FILE *f);
/*
 * run_json: write the figures of each node. run_json_begun: write, when a run begins, that it has
 * not ended: if it is killed, the file says so, and that of an earlier run is gone.
 */
void run_json(const Run *run, RunResult result, const char *file);
void run_json_begun(const char *file);

#endif
