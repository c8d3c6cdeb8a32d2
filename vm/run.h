/*
 * run.h - running an application. Private to vm/.
 */
#ifndef RUN_H
#define RUN_H

#include "build.h"
#include "cc/debug/debug.h"
#include "sim/fault/fault.h"
#include "sim/host/station/station.h"
#include "sim/command/machine_options.h"
#include "sim/node/node_state.h"
#include "sim/node/node_words.h"
#include "tmon/host/monitor_host.h"


/* Who notes a run's events. */
typedef enum MonitorWay {
	MONITOR_NOBODY,
	MONITOR_INSIDE,  /* the monitor on the nodes */
	MONITOR_OUTSIDE, /* the machine itself */
	MONITOR_OFF,     /* the machine; the programs have probes that find no monitor */
} MonitorWay;

/* What the command line says; strings are argv's. */
typedef struct RunOptions {
	MachineOptions machine; /* view: its title and config are the run's */
	const char *output, *build, *root;
	const char *json;   /* file for what the nodes have done; NULL if there is none */
	char **words;       /* the command, nwords of them; for the record */
	int nwords;
	bool native, verbose, make_only, debug, all;
	bool locked;         /* the caller holds the lock of the build directory */
	MonitorWay monitor;
	bool monitor_chosen; /* by the user */
	BoundsSequence bounds; /* of MONITOR_INSIDE */
	const char *prefix; /* of the files that records go to; NULL: not said */
	/* the same, of what the nodes' monitors have recorded; NULL if none */
	const char *reference;
	uint32_t processors, buffers, granularity; /* 0: as the .vms file says */
	const char *tree; /* NULL: as the .vms file says */
	Time patience;    /* in which no task finishes; NEVER: no limit */
	const char *event; /* at which the run stops; NULL if there is none */
	const char *vms;
	char **argument;  /* narguments: instead of the .vms file's */
	int narguments;
} RunOptions;

/* ---- machine.c ---- */

/* machine_for: the machine that a run has: read, or made to fit. It is the caller's. */
Topology *machine_for(const RunOptions *o, const Vms *v, const Config **config);

/* ---- tree.c ---- */

/*
 * tree_read: the parents of a tree of n nodes, from lines `node parent`; what is none is the user's
 * mistake (fatal). The caller frees them.
 */
uint32_t *tree_read(const char *file, uint32_t n);
/* tree_parse: the same of a text; file is for messages. They belong to the arena. */
uint32_t *tree_parse(Arena *a, const char *file, const char *text, size_t nbytes, uint32_t n);

/* ---- place.c ---- */

/* A program and what is known of its source. {0} is none. */
typedef struct ProgramText {
	Image image;
	Debug *debug; /* NULL: nothing */
	/* where its landmark was linked, a function whose place on a node is known; 0 if none */
	Addr known;
} ProgramText;

/* Where a process is on its node. */
typedef struct ProcessPlace {
	Addr iptr, wptr;
	bool behind; /* iptr is behind the instruction that is meant: a call, a fault */
	Addr code;   /* where the landmark is: NodeWork.code, NodeWords.kernel */
} ProcessPlace;

void place_open(ProgramText *p, const char *file, const char *landmark);
void place_close(ProgramText *p);
/*
 * place_variable: of the variable at an address that is moved by `moved` from where it was linked:
 * "free at farm.c:12"; false if there is none.
 */
bool place_variable(const ProgramText *p, Addr a, Word moved, Buf *out);
/* NULL: it is not in its code */
const char *place_function(const ProgramText *p, const ProcessPlace *at);
/*
 * place_print: the frames of a process from the first one that is the application's own out to the
 * function that TrEK called, which is one of node_function, a line each; false: none was found.
 */
bool place_print(const ProgramText *p, const Vms *v, const T800 *node, const ProcessPlace *at,
	const char *function, FILE *f);

/* ---- record.c: a run's folder, for `trellis report` ---- */

typedef struct Record Record;

/* record_new: makes the folder; argv: the command; what the application says goes on to `to`. */
Record *record_new(const char *dir, int argc, char **argv, int to);
void record_free(Record *r);
int record_descriptor(const Record *r); /* the descriptor to say it to */
void record_network(Record *r, Network *w); /* its events, from now on */
void record_pass(Record *r); /* pass on what has been said since */
/*
 * record_open, record_close: what is written between them is kept behind what was said, and not
 * passed on.
 */
FILE *record_open(Record *r);
void record_close(Record *r, FILE *f);
char *record_file(const Record *r, const char *name); /* in the folder; the caller frees it */

/* ---- watch.c: what the nodes do, seen from outside at no cost ---- */

/* How a run ended. */
typedef enum RunResult {
	RESULT_ENDED,   /* the master has ended; status tells how */
	RESULT_QUIET,   /* everything waits for something else */
	RESULT_STUCK,   /* no task has finished for too long */
	RESULT_LIMIT,   /* --until */
	RESULT_BROKEN,  /* what comes over the host's link is not a packet */
	RESULT_SIGNAL,  /* from the keyboard */
	RESULT_DOWN,    /* by a fault it was not even started */
	RESULT_EVENT,   /* that of --break-outside holds */
	NRESULTS
} RunResult;

extern const char *const run_result[NRESULTS]; /* in a word */

/* What the user's functions have done on a node. */
typedef struct Done {
	uint32_t computed, split, joined;
} Done;

typedef struct RunEvents RunEvents;

typedef struct Watch {
	Station *s;
	const Vms *v;
	View *view;        /* NULL if there is no observer */
	Record *record;    /* NULL if there is none */
	const Job *slaves;
	Collector *collector; /* NULL: none ... */
	Outside *outside;     /* ... of this, too */
	RunEvents *events;    /* likewise */
	ProgramText text[2]; /* master's, slave's */
	ProgramText kernel;
	KernelText *tables;  /* how to read the kernels' tables; NULL: they cannot be read */
	uint32_t processors;
	Time patience;
	Time news;         /* when something was last finished */
	Time looked;
	uint64_t progress; /* what had been finished then */
	bool collecting;   /* the run has ended: only the keyboard interrupts */
	bool stuck;
	bool all;          /* every node is listed at a bad end, also those in the same place */
	uint32_t nhalted;
	double began; /* s, of the host's clock: for the display only */
	/* [processors] once all is finished: programs that end leave nothing; NULL: not yet */
	Done *done;
} Watch;

/* watch_interrupted: for StationOptions; the context is the Watch. */
bool watch_interrupted(void *watch);

/*
 * watch_work: what TrEK's program on a node shows of itself; false: nothing. second: on node 0, the
 * other one.
 */
bool watch_work(const Station *s, uint32_t node, bool second, NodeWork *work);
uint32_t watch_made(const Station *s); /* tasks that the generator has made */
Done watch_done(const Watch *w, uint32_t node);
const T800 *watch_node(const Station *s, uint32_t node); /* of the application's number */

/* ---- monitor.c ---- */

void monitor_option(RunOptions *o, const char *value); /* --monitor; NULL: nothing was said */
/* what cannot be monitored is the user's mistake */
void monitor_check(const RunOptions *o, const Vms *v);
/* monitor_choose: a run that is recorded is monitored from outside, unless the user chose. */
void monitor_choose(RunOptions *o, const Vms *v);
char *monitor_text(const RunOptions *o); /* who notes, in words; the caller's to free */
char *monitor_program(void); /* the file of the nodes' monitor; the caller's to free */
/* when it runs on the nodes */
Collector *monitor_new(const RunOptions *o, Station *s, uint32_t processors);
/*
 * monitor_begin: the application's nodes wait for it; false: a monitor cannot. A silent node may
 * have stopped: a result of the run.
 */
bool monitor_begin(Collector *c, const RunOptions *o);
/* what the nodes that still answer have is collected */
void monitor_end(Collector *c, const RunOptions *o);
/*
 * monitor_prepare: PREFIX.spf before the run, which may be killed; as many tasks as there can be,
 * if nothing tells.
 */
void monitor_prepare(const char *prefix, const Station *s, const Vms *v, const char *tree_file);
/* monitor_files: PREFIX.spf and the sorted records. tree_file: of TREE_FILE. */
void monitor_files(const char *prefix, const Watch *w, const char *tree_file);

/* ---- ends.c: messages about bad ends ---- */

/* for StationOptions; the context is the Watch */
void watch_halted(void *watch, const HaltReport *r);
/* ---- fold.c ---- */

typedef struct Fold Fold;

Fold *fold_new(void);
void fold_free(Fold *f);
/* fold_add: the lines about a node; the text becomes the fold's. */
void fold_add(Fold *f, const char *name, char *text);
/* fold_print: all of it, or of each class of nodes in the same place one, the small ones first. */
void fold_print(Fold *f, bool all, FILE *out);

/* watch_print: which processes are where, and what is finished, after a run that did not end. */
void watch_print(const Watch *w, FILE *f);
/* watch_exit: in which function the master was, when it has ended otherwise than well. */
void watch_exit(const Watch *w, const Job *master, FILE *f);

/* ---- waits.c ---- */

/*
 * waits_print: after a deadlock, the cycle of waits, or else for what the user's functions wait
 * themselves.
 */
void waits_print(const Watch *w, FILE *f);
/*
 * waits_reason: for what a process waits that runs one of the user's functions, as far as it is
 * known: " for semaphore ...", " for a result: ...", or nothing.
 */
void waits_reason(const Watch *w, uint32_t node, const NodeWork *work, const NodeWorker *p,
	FILE *f);

/* ---- run.c ---- */

/* The result of a run, for a swarm of runs. */
typedef struct RunSummary {
	bool whole;       /* the run came to its end, and what follows is so */
	RunResult result;
	int status;       /* of the application, once it has ended */
	Time now;
	uint32_t nfaults;
	char **fault;     /* [nfaults] as lines of a script, choices made */
} RunSummary;

/* What is run: the specification with the options in force. */
typedef struct Run {
	RunOptions o;
	Arena arena;
	Buf text;     /* of the .vms file */
	const Vms *written;
	Vms v;        /* as it is run */
	const char *home;
	char *tree_file; /* of TREE_FILE, where it is; owned; else NULL */
	int in, out;  /* the application's streams */
	FILE *requests;
	Watch watch;
	View *view;   /* NULL if there is no observer */
	bool down;    /* it could not be started */
	RunSummary *summary; /* borrowed; NULL if not needed */
	Record *record; /* NULL if there is none */
	Time monitored_from; /* about when the nodes' monitors began */
} Run;

/* run_parse: the command line. */
void run_parse(RunOptions *o, int argc, char **argv);
/* run_give_up: has a signal come? Then that is said, and the command ends with status 1. */
void run_give_up(void);
/* run_with: what trellis run does; summary NULL if not needed. Returns the exit status. */
int run_with(const RunOptions *o, RunSummary *summary);

const char *run_root(const Run *r); /* the directory of the application's files */
const char *run_directory(const RunOptions *o); /* what is compiled goes there */
void run_streams(Run *r); /* opens in and out */

/* ---- scratch.c ---- */

/*
 * scratch_directory: a new one below TMPDIR, for files only; it is removed when the process ends,
 * or by the next one.
 */
const char *scratch_directory(void);

/* ---- events.c: --break-outside ---- */

/*
 * events_new: what is not an event of these programs is the user's mistake (fatal). The past is
 * borrowed.
 */
RunEvents *events_new(const char *text, Past *past, const Programs *p);
void events_free(RunEvents *e); /* these take NULL, too */
void events_start(RunEvents *e); /* the nodes' kernels are there: observe from now on */
/*
 * events_found: between two pieces of the run: has the event held? Then the run is not observed any
 * more.
 */
bool events_found(RunEvents *e);
void events_tell(const RunEvents *e, FILE *f); /* where it holds */

/* ---- faults.c ---- */

/* faults_set: what the options say is to go wrong; names are those of the watched programs. */
void faults_set(const Run *r, Network *w, const Config *config);

/* ---- execute.c ---- */

int run_machine(Run *r); /* the exit status */

/* ---- run_stats.c ---- */

void run_stats(const Watch *w, FILE *f);
void run_json(const Run *run, RunResult result, const char *file);

#endif
