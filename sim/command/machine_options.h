/*
 * machine_options.h - the options that boot, run and shell share, with the same meaning in each.
 */
#ifndef COMMAND_MACHINE_H
#define COMMAND_MACHINE_H

#include "event_command.h"

#include "base/option.h"
#include "sim/fault/fault.h"
#include "sim/host/station/station.h"
#include "sim/network/network.h"
#include "sim/past/past.h"
#include "sim/view/view.h"

/* Values of the shared options; texts point into argv. */
typedef struct MachineOptions {
	const char *topology;  /* NULL: the command's default machine */
	const char *config;    /* configuration of the crossbars; NULL: chosen by the command */
	bool has_seed;
	uint64_t seed;
	Time until;            /* NEVER if there is no limit */
	Sync sync;
	Engine engine;
	bool has_engine;
	uint32_t threads;      /* 0: the default */
	FaultOptions faults;
	ViewOptions view;      /* window and picture; the command sets the other fields */
	const char *trace;     /* file for the machine's events; NULL for none */
	bool packets;          /* also trace each packet on the lines */
	const char *requests;  /* log file for the programs' host requests; NULL for none */
	bool stats;
	uint64_t quota;        /* limit of bytes that programs may write; 0: the default */
	const char *record;    /* directory for a recording; NULL for none */
	bool has_moments;
	uint64_t moments; /* millions of instructions between the recording's moments; 0 for none */
	bool debug;              /* debug the run while it is being made */
	const char *script;      /* file of commands for the debugger; NULL for none */
	/* files for the order of operations, seen from outside and kept by the kernels, or NULL */
	const char *sync_log, *sync_inside;
	const char *log; /* for the logs of processes: a folder, of boot a file; or NULL */
	const char *sync_order; /* file with the order that is forced on the run; likewise */
	const char *event; /* event over several nodes at which the run stops; NULL for none */
} MachineOptions;

extern const Option machine_options[];     /* options of boot, run and shell */
/* options of boot and run, which run one program to its end */
extern const Option machine_run_options[];

/* machine_option: handle an option of these rows. Returns false if it belongs to another table. */
bool machine_option(MachineOptions *m, int id, const char *argument);

/* machine_check: call this after the last option; contradicting options are fatal. */
void machine_check(const MachineOptions *m);

/* machine_apply: the options on how a network that has just been made is run. */
void machine_apply(const MachineOptions *m, Network *w);

/*
 * machine_past: the past of a network that has just been made, if the run is recorded or debugged;
 * otherwise NULL. argv is the command line, starting at the command's name.
 */
Past *machine_past(const MachineOptions *m, Network *w, int argc, char **argv);
/* machine_past_in: the same; a recording is in this directory. */
Past *machine_past_in(const MachineOptions *m, const char *record, Network *w, int argc,
	char **argv);
/*
 * machine_record_program: store a program in a recording, with its role and those of its sources
 * that can be found below the application's directory, or are Trellis' own. The name of any other
 * file may come from a stranger's #line: it is not kept, and a warning says so. If directory
 * is NULL it is the program's own and the current one.
 */
void machine_record_program(Past *p, const char *role, const char *name, const char *directory);

/*
 * machine_debug: the debugger of the run if it is debugged; else NULL, which the next two functions
 * accept and ignore. Call machine_debug_program for each program before it runs (name NULL: the
 * file's name); a file that is not ELF is ignored. Call machine_debug_end at the end of the run;
 * the user may still inspect the run.
 */
void *machine_debug(const MachineOptions *m, Past *p);
void machine_debug_program(void *debugger, const char *file, const char *name);
void machine_debug_end(void *debugger);

/*
 * machine_events: the event at which the run stops (event_command.h); NULL if there is none. The
 * functions below do nothing for NULL. machine_events_program: a file that is not ELF is ignored.
 * machine_events_check: with a view, which handles the event itself, e is freed and the result is
 * NULL; otherwise the result is e.
 */
RunEvents *machine_events(const MachineOptions *m, Past *p, const char *kernel);
void machine_events_program(RunEvents *e, const char *file);
RunEvents *machine_events_check(const ViewOptions *view, RunEvents *e);
void machine_events_start(RunEvents *e);
bool machine_events_found(RunEvents *e);
void machine_events_tell(const RunEvents *e, FILE *f);
void machine_events_end(RunEvents *e);

struct Deadlock; /* sim/node/deadlock.h */

/*
 * machine_is_synced: true if the operations of threads are logged or forced.
 * machine_sync: their observer, or for --log the observer of processes; NULL if neither is wanted,
 * which the next functions accept and ignore. machine_sync_hold: marks the threads that are held to
 * force an order. machine_sync_end: waits for the rest of the logs that kernels send; returns the
 * status of SyncCommand.end.
 */
bool machine_is_synced(const MachineOptions *m);
void *machine_sync(const MachineOptions *m, Station *s);
void machine_sync_program(void *sync, const char *file);
void machine_sync_hold(void *sync, struct Deadlock *d);
int machine_sync_end(void *sync, Station *s);

/*
 * requests_open: open the log file for requests, which gets one line for each request of a program
 * to the host: standard error for "-", NULL for NULL. requests_close: close it.
 */
FILE *requests_open(const char *name);
void requests_close(FILE *f, const char *name);

#endif
