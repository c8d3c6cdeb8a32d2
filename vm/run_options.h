/* run_options.h - the options and arguments of a run. */
#ifndef RUN_OPTIONS_H
#define RUN_OPTIONS_H

#include "base/system.h"
#include "machine/machine_options.h"
#include "tmon/host/monitor_host.h"
#include "vm.h"

/* How the events of a run are recorded on its nodes. */
typedef enum MonitorWay {
	MONITOR_NONE,  /* no monitor */
	MONITOR_INSIDE,  /* the monitor on the nodes */
	MONITOR_OFF,     /* the programs have probes, but find no monitor */
} MonitorWay;

/* Which parts of --break the programs leave out, to measure the cost of the others. */
typedef enum BreakOnly {
	BREAK_ONLY_NOTHING,  /* nothing is left out, as without --break-only */
	BREAK_ONLY_EVALUATE, /* they do not break, and their messages carry no values */
	BREAK_ONLY_CARRY,    /* they do not break, but their messages carry values */
} BreakOnly;

/*
 * An observer that chooses the order of a run's operations. With it, the run's cycles and
 * fingerprint are not printed.
 */
typedef struct RunObserver {
	/* called before the network runs; `kernel` is the kernel that it will run */
	void (*begins)(void *context, Network *w, const char *kernel);
	/* called for each program, before the network runs */
	void (*loads)(void *context, const char *file);
	void (*started)(void *context); /* called when all programs have been started */
	/* called after the run; ended: all programs have ended */
	void (*ends)(void *context, bool ended);
	void *context;
} RunObserver;

/* An application whose programs exist already, for example those of a recording. */
typedef struct MadePrograms {
	const char *home; /* the directory to which names in the .vms file are relative */
	const char *master, *slave; /* files */
} MadePrograms;

/* The options and arguments of the command line; strings point into argv. */
typedef struct RunOptions {
	MachineOptions machine; /* view: title and config are set by the run */
	/* file for output, directory of compiled files, root directory of files; NULL: not given */
	const char *output, *build, *root;
	const char *json;   /* file for the figures of the nodes; NULL for none */
	char **words;       /* the command line, nwords words; stored in the recording */
	int nwords;
	bool native, verbose, check_only, make_only, all; /* options of these names */
	bool locked;         /* the caller holds the lock of the build directory */
	bool read_only;      /* the application may not change files */
	MonitorWay monitor;
	BoundsSequence bounds; /* the bounds of monitors on the nodes (MONITOR_INSIDE) */
	uint32_t processors, buffers, granularity; /* 0: use the .vms file's value */
	const char *tree; /* NULL: use the .vms file's value */
	Time patience;    /* maximum time without a finished task; NEVER: no limit */
	const char *graph; /* file for the graph of messages; NULL: run */
	/* --break: an event at which the run stops, recognised by the programs; NULL for none */
	const char *brk;
	bool monotonic;    /* the local events of --break remain true once they are */
	BreakOnly only;    /* --break-only */
	uint32_t hits;     /* number of the hit at which the run stops, from 1; 0: the first */
	const RunObserver *observer; /* observer of a run of programs; NULL for none */
	/* the existing programs of a .vms file, borrowed; NULL: they are built */
	const MadePrograms *made;
	const char **cc; /* [ncc] further options of trellis cc for programs */
	size_t ncc;
	const char *vms;   /* the .vms file; or the first program */
	/* [narguments] arguments of the application, in place of those in the .vms file */
	char **argument;
	int narguments;
} RunOptions;

/* ---- monitor.c: what the options say of the monitor ---- */

/* monitor_option: set the monitor from the value of --monitor; NULL: without value. */
void monitor_option(RunOptions *o, const char *value);
/* monitor_check: fatal if the run cannot be monitored. */
void monitor_check(const RunOptions *o, const Vms *v);
/* monitor_text: a description of the monitor; the caller frees it. */
char *monitor_text(const RunOptions *o);

/* ---- run.c ---- */

/* run_directory: the directory for compiled files. */
const char *run_directory(const RunOptions *o);

#endif
